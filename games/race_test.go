package games_test

import (
	"testing"

	"oneiros/games"
	"oneiros/games/gametest/sample"
)

// racing is Lullaby with a race and a draft. Tossing races while the public
// sees a first round. A card that is played is a draft.
type racing struct{ sample.Rules }

func (racing) Racing(public sample.View) bool {
	return public.Me == games.Nobody && public.Phase != sample.Naming
}

func (racing) Races(public sample.View, m sample.Move) bool {
	return public.Me == games.Nobody && m.Verb == sample.Toss
}

func (racing) Drafts(m sample.Move) bool { return m.Verb == sample.Play }

func TestRaces(t *testing.T) {
	g := games.Define[sample.State, sample.Move, sample.View](sample.Info(), racing{}, sample.Pages{})
	o, err := g.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.Deal(games.Seed{1}, games.Table{Seats: 2, Options: o})
	if err != nil {
		t.Fatal(err)
	}
	if !m.Racing() || !m.Races("toss") || m.Races("hush") || m.Races("no move at all") {
		t.Error("while a race is on, tossing races and nothing else does")
	}
	if !m.Drafts("play 3") || m.Drafts("toss") || m.Drafts("no move at all") {
		t.Error("playing drafts and nothing else does")
	}
	for seat := range games.Seat(2) {
		m = do(t, m, next(m, seat, "toss"))
	}
	if m.Racing() || m.Races("toss") {
		t.Error("something races while no race is on")
	}
	for _, seat := range []games.Seat{0, 1} {
		m = do(t, m, games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindLeave, Seat: seat})
	}
	if !m.Status().Over || m.Racing() || m.Races("toss") {
		t.Error("something races after the end")
	}
	if !g.Races() || !g.Drafts() {
		t.Error("the game says that it has no races or drafts")
	}
	bare := games.Define[sample.State, sample.Move, sample.View](sample.Info(), onlyRules{sample.Rules{}}, sample.Pages{})
	if bare.Races() || bare.Drafts() {
		t.Error("a game without a Racer and a Drafter says that it has races or drafts")
	}
	if m, err = bare.Deal(games.Seed{1}, games.Table{Seats: 2, Options: o}); err != nil {
		t.Fatal(err)
	}
	if m.Racing() || m.Races("toss") || m.Drafts("play 3") {
		t.Error("a game without a Racer and a Drafter races or drafts")
	}
}

// onlyRules are rules without any optional method.
type onlyRules struct {
	games.Rules[sample.State, sample.Move, sample.View]
}

func TestTempo(t *testing.T) {
	good := []games.Tempo{{}, {Pace: 1e9}, {Grace: 5e8, Typing: 1e6}, {Pace: 60e9, Grace: 2e9, Typing: 10e9}}
	for _, tempo := range good {
		if err := tempo.Check(); err != nil {
			t.Errorf("%+v: %v", tempo, err)
		}
	}
	bad := []games.Tempo{{Pace: -1}, {Pace: 499e6}, {Pace: 61e9}, {Grace: 499e6}, {Grace: 2001e6}, {Typing: -1}, {Typing: 1}, {Typing: 11e9}}
	for _, tempo := range bad {
		if tempo.Check() == nil {
			t.Errorf("%+v is accepted", tempo)
		}
	}
}
