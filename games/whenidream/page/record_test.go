package page_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/view"
)

// night1 is a night of four cards: one was guessed after two clues, one was not, one is a
// penalty, and one stayed in the bed with a clue.
func night1(t *testing.T) *table {
	t.Helper()
	tab := nightfall(t, 5, "law=faithful")
	tab.Show("Bridge")
	tab.Play(`1: clue 1 "переправа"`, `2: clue 1 "арка"`, `0: guess 1 "мост"`)
	tab.Show("Cat")
	tab.Play(`3: clue 2 "хвост"`, `0: guess 2 "собака"`)
	tab.Show("Cat")
	tab.Play(`4: clue 3 "кот"`)
	tab.Show("Sea")
	tab.Play(`1: clue 4 "волна"`)
	tab.Wait(tab.S.Sand)
	tab.Play(`0: wake 4`)
	tab.Is("sides", tab.Sides(), "YBPBed")
	return tab
}

// The record of a round has each spirit's clues by card once the roles are public, and
// nothing before: what was said is in no view by day until then.
func TestRecord(t *testing.T) {
	tab := night1(t)
	hidden := func(phase kit.Phase) {
		t.Helper()
		tab.Is("phase", tab.S.Phase, phase)
		for v := range games.Viewers(5) {
			b, err := json.Marshal(view.Of(tab.S, v).Cards)
			if err != nil {
				t.Fatal(err)
			}
			p := page.At(view.Of(tab.S, v), "record/1")
			if strings.Contains(string(b), "переправа") || strings.Contains(string(b), "волна") || p.Title.Key == "record.title" {
				t.Errorf("%v reads clues at %s", v, phase)
			}
		}
	}
	hidden(kit.Story)
	tab.Play(`0: story "Мост"`)
	hidden(kit.Check)
	tab.Ready()
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	c := catalogue(t)
	for seat := range games.Seat(5) {
		v := view.Of(tab.S, seat.Viewer())
		if p := page.At(v, ""); !slices.ContainsFunc(p.Controls, func(c ui.Control) bool { return c.To == ui.Open("record/1") }) {
			t.Errorf("seat %d has no record", seat)
		}
		p := page.At(v, "record/1")
		var alt []string
		for _, x := range p.Pictures[0].Alt {
			alt = append(alt, c.Say(text.Russian, x, bySeat{}))
		}
		for _, want := range []string{"1. Мост ✓.", "2. Кот ✗.", "3. Кот ⛔.", "@1: переправа, –, –.", "@2: арка ✓, –, –.", "@3: –, хвост, –.", "@4: –, –, ⛔."} {
			if !strings.Contains(strings.Join(alt, "\n"), want) {
				t.Errorf("the grid does not say %q:\n%s", want, strings.Join(alt, "\n"))
			}
		}
		if said := strings.ReplaceAll(c.Say(text.Russian, p.Lines[0], bySeat{}), "\u00a0", " "); !strings.Contains(said, "**@1** 1/2") || !strings.Contains(said, "**@2** 1/1") || !strings.Contains(said, "**@3** 0/1") || strings.Contains(said, "@4") {
			t.Errorf("who helped: %s", said)
		}
		second := page.At(v, "record/2")
		if said := spoken(c, text.Russian, second); second.Title.Key != "record.title" || strings.Contains(said, "⟦") {
			t.Errorf("the second sheet: %s", said)
		}
		for _, path := range []string{"record", "record/0", "record/3", "record/-1", "record/x"} {
			if p := page.At(v, path); p.Title.Key != "dawn.title" {
				t.Errorf("the page %q is %q", path, p.Title.Key)
			}
		}
	}
}

// By voice nothing is written, so there is no record.
func TestNoRecordByVoice(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Play("1: said 1 1", "2: right 1")
	tab.Wait(tab.S.Sand)
	tab.Play("0: wake 2", "0: told")
	tab.Ready()
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	v := view.Of(tab.S, games.Seat(1).Viewer())
	if p := page.At(v, "record/1"); p.Title.Key != "dawn.title" {
		t.Errorf("it shows %q", p.Title.Key)
	}
}

// bySeat names people by their seats.
type bySeat struct{ plain }

func (bySeat) Name(s ui.Name) string { return "@" + strconv.Itoa(int(s)) }
