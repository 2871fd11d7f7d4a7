package fortress

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A viewer knows for certain the roles that they are shown, and what an Insight that they have
// read rules out. Moves are aimed at whom they attack or send an Insight.
func TestSuspects(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceInsight)
	g.S.Passed = []kit.Passed{{By: 0, To: 1, Card: kit.Lose1 + " N", From: 10, Step: -1}}
	own := presenter{}.Suspects(view.Of(g.S, games.Seat(0).Viewer()))
	if own[0].Role != string(kit.Nightmare) || own[1].Role != "" || !slices.Equal(own[1].Not, []string{string(kit.GoodDream), string(kit.Sigmund), string(kit.William), string(kit.Janitor)}) || len(own[2].Not) != 0 {
		t.Errorf("who passed the Insight knows %+v", own)
	}
	for who, v := range map[string]games.Viewer{"another player": games.Seat(3).Viewer(), "the public": {}} {
		if known := (presenter{}).Suspects(view.Of(g.S, v)); len(known[1].Not) != 0 || known[1].Role != "" {
			t.Errorf("%s knows %+v", who, known)
		}
	}
	for _, m := range []kit.Move{{Verb: kit.Attack, Seat: 3}, {Verb: kit.Pass, Seat: 3, N: 1}} {
		if (presenter{}).Aims(m) != 3 {
			t.Errorf("%s has another target", m)
		}
	}
}

// What an Insight rules out stands beside a target, also where its reader wrote nothing.
func TestCertainBesideTargets(t *testing.T) {
	s := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceAttack, kit.FaceHeal, kit.FaceInsight).S
	s.Passed = []kit.Passed{{By: 0, To: 1, Card: kit.Lose1 + " N", From: 10, Step: -1}}
	options, err := Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	position, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	match, err := Game.Load(games.Snapshot{Game: Game.Info().Name, Version: Game.Info().Version, Seats: 5, Options: options, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	page := ui.Page{}
	page.Menu(ui.T("heal.menu"), []ui.Choice{{Label: ui.Name(1).Text(), To: ui.Do(kit.Move{Verb: kit.Heal, Seat: 1})}, {Label: ui.Name(2).Text(), To: ui.Do(kit.Move{Verb: kit.Heal, Seat: 2})}})
	for seat, want := range map[games.Seat][2]string{0: {"= Nightmare", ""}, 3: {}} {
		menu := match.Annotate(seat.Viewer(), page, nil).Controls[0].Menu
		for i, want := range want {
			if got := words(t).Say(text.English, menu[i].Hint, fortresstest.Usual{}); got != want {
				t.Errorf("the choice %d of %d has %q", i, seat, got)
			}
		}
	}
}

// What the owner of a notebook wrote stands beside the targets of their moves, and nowhere else.
func TestNotebookBesideTargets(t *testing.T) {
	page := ui.Page{}
	page.Do(kit.Move{Verb: kit.Attack, Seat: 2}, "⏰", ui.Danger, ui.T("choice.floor", ui.Name(2), 9, 7))
	page.Menu(ui.T("heal.menu"), []ui.Choice{{Label: ui.Name(1).Text(), To: ui.Do(kit.Move{Verb: kit.Heal, Seat: 1})}, {Label: ui.Name(2).Text(), To: ui.Do(kit.Move{Verb: kit.Heal, Seat: 2})}})
	options, err := Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	match, err := Game.Deal(games.Seed{}, games.Table{Seats: 5, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	noted := match.Annotate(games.Seat(0).Viewer(), page, games.Notebook{2: {Mark: games.Suspected, Struck: []string{string(kit.GoodDream)}, Line: "quiet"}})
	in := words(t)
	say := func(x ui.Text) string { return in.Say(text.English, x, fortresstest.Usual{}) }
	if got := say(noted.Controls[0].Label); !strings.HasSuffix(got, " ❗") {
		t.Errorf("the button is %q", got)
	}
	if got := say(noted.Controls[1].Menu[1].Hint); got != "❗ · ≠ Good dream · quiet" {
		t.Errorf("the choice has %q", got)
	}
	if !noted.Controls[1].Menu[0].Hint.IsZero() || len(noted.Lines) != 1 || len(page.Lines) != 0 {
		t.Errorf("others have something: %+v", noted)
	}
	if got := say(noted.Lines[0]); got != "✏️ Вера: ❗ · ≠ Good dream · quiet" {
		t.Errorf("the line is %q", got)
	}
}

// words are the texts of the game.
func words(t *testing.T) *text.Catalogue {
	t.Helper()
	c, err := text.Load(text.Common(), locale)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
