package news

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Each turn is one line, what belongs together is one deed, and steps come last.
func TestChapters(t *testing.T) {
	none := games.Nobody
	for _, c := range []struct {
		name string
		list []kit.Event
		want []string
	}{
		{"an Insight and what came of it", []kit.Event{{Kind: kit.Sent, Seat: 1, To: 2}, {Kind: kit.Quiet, Seat: 2, To: none}}, []string{"**1**: 👁️ **2**: nothing"}},
		{"one that the rules answered", []kit.Event{{Kind: kit.Sent, Seat: 1, To: 2}, {Kind: kit.Slow, Seat: 2, To: none}, {Kind: kit.Rose, Seat: 2, To: none, N: 1}}, []string{"👁️ **2** +1 → 6"}},
		{"one that was paid", []kit.Event{{Kind: kit.Sent, Seat: 1, To: 0}, {Kind: kit.Gave, Seat: 0, To: 1, What: "wings"}}, []string{"👁️ **you**: gives “The Art of Flying”"}},
		{"one on its way", []kit.Event{{Kind: kit.Sent, Seat: 1, To: 2}}, []string{"👁️ **2**"}},
		{"two moves and a card", []kit.Event{{Kind: kit.Walked, Seat: 1, To: none, What: "city"}, {Kind: kit.Walked, Seat: 1, To: none, What: "house"}, {Kind: kit.Found, Seat: 1, To: none, What: "wings"}}, []string{"**1**: 🔮🪶 “The Art of Flying” · 👣 🏡 House"}},
		{"the better of two", []kit.Event{{Kind: kit.Found, Seat: 1, To: none, What: "wings"}, {Kind: kit.Found, Seat: 1, To: none, What: "door"}, {Kind: kit.Kept, Seat: 1, To: none, What: "door"}}, []string{"**1**: 🔮🚪 “Door in the Wall”"}},
		{"a cock-crow", []kit.Event{{Kind: kit.Used, Seat: 1, To: 2, What: "rooster"}, {Kind: kit.Lost, Seat: 2, To: none, N: 2, What: "rooster"}}, []string{"**1**: ✨🐓 “Cock-crow”: **2** −2 → 6"}},
		{"a diary and a walk", []kit.Event{{Kind: kit.Used, Seat: 1, To: none, What: "diary"}, {Kind: kit.Walked, Seat: 1, To: none, What: "house"}}, []string{"✨ used “Somebody's Diary”: reads an Insight · 👣 🏡 House"}},
		{"a magpie", []kit.Event{{Kind: kit.Used, Seat: 1, To: 2, What: "magpie"}, {Kind: kit.Stole, Seat: 1, To: 2, What: "door"}}, []string{"**1**: ✨ used “Magpie”: “Door in the Wall” from **2**"}},
		{"an alarm", []kit.Event{{Kind: kit.Found, Seat: 1, To: none, What: "alarm"}, {Kind: kit.Lost, Seat: 1, To: none, N: 1, What: "alarm"}, {Kind: kit.Lost, Seat: 0, To: none, N: 1, What: "alarm"}}, []string{"**1**: 🔮 “General Alarm”: **1** −1 → 5, **you** −1 → 4"}},
		{"a tale against it", []kit.Event{{Kind: kit.Found, Seat: 1, To: none, What: "alarm"}, {Kind: kit.Lost, Seat: 0, To: none, What: "alarm"}}, []string{"“General Alarm”: **you** ±0"}},
		{"two heals", []kit.Event{{Kind: kit.Healed, Seat: 1, To: 2, N: 1}, {Kind: kit.Healed, Seat: 1, To: 2, N: 1}}, []string{"**1**: 💗 **2** +2 → 6"}},
		{"heals of two", []kit.Event{{Kind: kit.Healed, Seat: 1, To: 2, N: 1}, {Kind: kit.Healed, Seat: 1, To: 0, N: 1}}, []string{"**1**: 💗 **2** +1 → 6 · 💗 **you** +1 → 4"}},
		{"turns of two, and the floor between", []kit.Event{{Kind: kit.Struck, Seat: 1, To: 0, N: 2}, {Kind: kit.Healed, Seat: 2, To: 0, N: 1}, {Kind: kit.Stuck, Seat: 2, To: none, N: 1}}, []string{"**1**: ⏰ **you** −2 → 3", "**2**: 💗 **you** +1 → 4 · 🚫 no action left"}},
		{"a waking and its spoils", []kit.Event{{Kind: kit.Struck, Seat: 0, To: 3, N: 2}, {Kind: kit.Awoke, Seat: 3, To: 0, What: "alice"}, {Kind: kit.Took, Seat: 0, To: 3, What: "door"}, {Kind: kit.Took, Seat: 2, To: 3, What: "tale"}},
			[]string{"**you**: ⏰ **3** −2 ☀️ **wakes: Alice** · 🔮 “Door in the Wall” from **3** · 🔮 **2**: “Bedtime Tale” from **3**"}},
		{"dice without use", []kit.Event{{Kind: kit.Rolled, Seat: 1, To: none, What: "heal heal insight"}, {Kind: kit.Stuck, Seat: 1, To: none}}, []string{"**1**: 🚫 dice without use: Heal, Heal, Insight"}},
		{"a crowd", []kit.Event{{Kind: kit.Walked, Seat: 1, To: none, What: "city"}, {Kind: kit.Crowded, Seat: 2, To: none, N: 1}}, []string{"**1**: 👣 🌊 City", "**2**: 😣 crowd −1 → 6"}},
		{"a swap and a gift", []kit.Event{{Kind: kit.Used, Seat: 1, To: 0, What: "mirror"}, {Kind: kit.Found, Seat: 1, To: none, What: "gift"}, {Kind: kit.Presented, Seat: 1, To: 0, What: "door"}}, []string{"✨ used “Mirror”: swaps with **you** · 🎁 “Door in the Wall” → **you**"}},
	} {
		v := view.View{Me: 0, Since: c.list, Pawns: []view.Pawn{{Sleep: 4}, {Sleep: 5}, {Sleep: 6}, {}}}
		var got []string
		for _, c := range Chapters(v, v.Since) {
			got = append(got, english(t, c.Say(v)))
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("no %q in\n%s", c.want[i], got[i])
			}
		}
	}
}

// A turn that the time ended says so where the rules played on, and where nothing was done.
func TestTimeRanOut(t *testing.T) {
	walk, slow := kit.Event{Kind: kit.Walked, Seat: 1, To: games.Nobody, What: "city"}, kit.Event{Kind: kit.Slow, Seat: 1, To: games.Nobody}
	for want, list := range map[string][]kit.Event{
		"**1**: 👣 🌊 City": {walk, slow},
		"**1**: 🤖 time ran out, the bot played on · 👣 🌊 City": {slow, walk},
		"**1**: 🤖 time ran out, the bot played on":            {slow},
		"**1**: 👣 🌊 City · 🤖 time ran out, the bot played on · 👁️ **2**: nothing": {walk, slow,
			{Kind: kit.Sent, Seat: 1, To: 2}, {Kind: kit.Slow, Seat: 2, To: games.Nobody}, {Kind: kit.Quiet, Seat: 2, To: games.Nobody}},
	} {
		v := view.View{Me: 0, Since: list, Pawns: []view.Pawn{{Sleep: 4}, {Sleep: 5}, {Sleep: 6}}}
		if got := english(t, Chapters(v, list)[0].Say(v)); !strings.HasSuffix(got, want) {
			t.Errorf("%v is told as %q, want %q", list, got, want)
		}
	}
}

// numbered writes names as their numbers.
type numbered struct{}

func (numbered) Name(n ui.Name) string { return fmt.Sprint(int(n)) }

func (numbered) Until(ui.Until) string { return "" }

func (numbered) Escape(s string) string { return s }

// english is a text in English.
func english(t *testing.T, x ui.Text) string {
	t.Helper()
	c, err := text.Load(text.Common(), os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	return c.Say(text.English, x, numbered{})
}
