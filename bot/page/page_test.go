package page

import (
	"strings"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	botwords "oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestSpectatorPage drops the controls that need a seat.
func TestSpectatorPage(t *testing.T) {
	open := ui.Control{Label: ui.T("scores"), To: ui.Open("scores")}
	p := spectatorPage(ui.Page{Controls: []ui.Control{
		{To: ui.Ask("guess/4")}, {To: ui.Link{Kind: ui.KindDo, To: "toss"}}, {Off: true}, open,
		{Menu: []ui.Choice{{To: ui.Ask("x")}}}, {Menu: []ui.Choice{{To: ui.Ask("x")}, {To: ui.Open("y")}}},
	}})
	if len(p.Controls) != 2 || p.Controls[0].To != open.To || len(p.Controls[1].Menu) != 1 || p.Controls[1].Menu[0].To.To != "y" {
		t.Errorf("%+v", p.Controls)
	}
}

// TestFacts: a game for one number of people has no range of them.
func TestFacts(t *testing.T) {
	for min, want := range map[int]string{2: "2–4 players · 15–40 min", 4: "4 players · 15–40 min"} {
		if got := botwords.Catalogue().Say(text.English, Facts(games.Info{Min: min, Max: 4, Minutes: [2]int{15, 40}}), nil); got != want {
			t.Errorf("for %d to 4: %q", min, got)
		}
	}
}

// TestPanic: a page that panics is an error. The panic has no words of the position, which
// may be secret.
func TestPanic(t *testing.T) {
	p := &Pages{}
	if shown, err := p.Board(&table.State{Phase: table.Live}, text.Langs[0], false); shown != nil || err == nil {
		t.Errorf("a board without a game is %+v, %v", shown, err)
	}
	if shown, err := p.Panel(&table.State{Phase: table.Live}, Reader{Lang: text.Langs[0]}, "", false); shown != nil || err == nil {
		t.Errorf("a panel without a game is %+v, %v", shown, err)
	}
	_, err := catch(func() int { panic("secret") })
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("a page that panics with a word is %v", err)
	}
}

// TestSeatsPath reads paths of the people's pages, hostile ones too.
func TestSeatsPath(t *testing.T) {
	for path, want := range map[string]SeatsPath{
		"@":                           {},
		"@!":                          {Moderator: true},
		"@leave":                      {Ask: AskLeave},
		"@!kick:18446744073709551615": {Ask: AskKick, Whom: 1<<64 - 1, Moderator: true},
		"@kick:3":                     {Ask: AskKick, Whom: 3}, // of an earlier build: none
		"@kick:-1":                    {},
		"@kick:0":                     {},
		"@kick:18446744073709551616":  {},
		"@kick:x":                     {},
		"@else/who":                   {},
	} {
		if got, ok := ParseSeatsPath(path); !ok || got != want {
			t.Errorf("%q: %+v, %v", path, got, ok)
		}
	}
	for _, path := range []string{"", "scores", "x@"} {
		if _, ok := ParseSeatsPath(path); ok {
			t.Errorf("%q is a page of ours", path)
		}
	}
}

// FuzzCustomID reads ids of the bot's own, and paths of its pages.
func FuzzCustomID(f *testing.F) {
	for _, v := range []Action{Join, "erase-server", "words-menu", "nobody-knows-it", "UPPER", "a/b"} {
		f.Add(CustomID{Match: "abcdefghij", Action: v, Arg: "1"}.String())
	}
	f.Add("@!kick:1")
	f.Fuzz(func(t *testing.T, id string) {
		if b, ok := ParseCustomID(id); ok && b.String() != id {
			t.Errorf("%q is read and printed as %q", id, b)
		} else if ok && (strings.Trim(string(b.Action), "abcdefghijklmnopqrstuvwxyz-") != "" || b.Match != "" && !screen.IsMatch(b.Match) || len(id) > discord.MaxCustomID) {
			t.Errorf("%q is a button", id)
		}
		if a, ok := ParseSeatsPath(id); ok {
			again, ok := ParseSeatsPath(a.String())
			if !ok || again != a {
				t.Errorf("%q is read as %+v, and that as %+v", id, a, again)
			}
		}
	})
}
