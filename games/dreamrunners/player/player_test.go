package player_test

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/player"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/gametest"
	"oneiros/games/record"
)

// TestDuels lets automatic players of two strengths share the seats of matches.
func TestDuels(t *testing.T) {
	gametest.Duel(t, dreamrunners.Game, 1.5, func(t *testing.T, n int, how []games.Strength) gametest.Outcome {
		s, thought := playMatch(t, uint64(n), how, nil, nil)
		o := gametest.Outcome{Winners: s.Winners(), Thought: thought}
		for i := range s.Dreamers {
			o.Points = append(o.Points, float64(s.Dreamers[i].Score().Total))
		}
		return o
	})
}

// TestPace: a stronger player is ready sooner. But strong ones leave ten seconds to a
// person, normal ones half a minute, and easy ones longer.
func TestPace(t *testing.T) {
	var mean []time.Duration
	for i, how := range games.Strengths {
		var sum time.Duration
		const matches = 40
		for n := range uint64(matches) {
			ready := firstReady(t, n, how)
			if least := []time.Duration{50 * time.Second, 30 * time.Second, 10 * time.Second}[i]; ready < least {
				t.Errorf("match %d: a player who is %s is ready after %v", n, how, ready)
			}
			sum += ready / matches
		}
		mean = append(mean, sum)
	}
	if mean[0] < mean[1]*4/3 || mean[1] < mean[2]*4/3 {
		t.Errorf("they are ready after %v", mean)
	}
}

// firstReady is when the first of two automatic players is ready, in a first round. They
// press every three seconds.
func firstReady(t *testing.T, n uint64, how games.Strength) time.Duration {
	t.Helper()
	env := &games.Env{Rand: rand.New(rand.NewPCG(n, 1))}
	full, err := dreamrunners.Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Deal(env, games.Table{Seats: 2, Options: full})
	if err != nil {
		t.Fatal(err)
	}
	for s.First == games.Nobody {
		env.At += 3 * time.Second
		for seat := range games.Seat(2) {
			v := view.Of(s, seat.Viewer())
			if len(v.Legal) == 0 {
				continue
			}
			if err := rules.Play(env, &s, seat, player.Choose(env, how, v, v.Legal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return env.At
}

// TestHurry: when the sand runs a player lays all at once, and is ready at the next press.
func TestHurry(t *testing.T) {
	for _, how := range games.Strengths {
		b := dreamrunnerstest.Sit(t, 2)
		b.Play("0: done")
		for _, verb := range []kit.Verb{kit.Build, kit.Done} {
			v := view.Of(b.S, games.Seat(1).Viewer())
			m := player.Choose(b.Env(), how, v, v.Legal)
			b.Is("verb", m.Verb, verb)
			b.Play("1: " + m.String())
		}
		b.Is("covered", b.S.Last.Results[1].Uncovered, 0)
	}
}

// TestReadyInRelaxedMatches: there an automatic player gives people time to be first, and
// is ready by itself then. It never makes a move that changes nothing, and once a player is
// ready it does not keep them waiting.
func TestReadyInRelaxedMatches(t *testing.T) {
	for _, how := range games.Strengths {
		b := dreamrunnerstest.Sit(t, 2, "speed=relaxed")
		move := func() kit.Move {
			v := view.Of(b.S, games.Seat(1).Viewer())
			return player.Choose(b.Env(), how, v, v.Legal)
		}
		presses := 0
		for m := move(); m.Verb != kit.Done; m = move() {
			before := b.Copied()
			b.Play("1: " + m.String())
			if presses++; presses > 40 {
				t.Fatalf("%s is not ready after %d presses", how, presses)
			}
			if reflect.DeepEqual(b.Copied(), before) {
				t.Fatalf("%s: %s changes nothing", how, m)
			}
		}
		if presses < player.RelaxedLooks {
			t.Errorf("%s is ready after %d presses", how, presses)
		}
		b.Play("1: done")
		b.Is("first", []any{b.S.First, b.S.Dreamers[1].Draft.String() != ""}, []any{games.Seat(1), true})

		b = dreamrunnerstest.Sit(t, 2, "speed=relaxed")
		b.Play("0: done")
		b.Play("1: " + move().String())
		b.Is("when somebody is ready", move().Verb, kit.Done)
	}
}

// TestRelaxedMatchEnds: automatic players alone end a match in which each dream has a day,
// long before its days are over.
func TestRelaxedMatchEnds(t *testing.T) {
	full, err := dreamrunners.Game.Info().Complete(games.Options{"speed": "relaxed", "window": "1440"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		r, err := record.Simulate(dreamrunners.Game, games.Table{Seats: 2 + n, Options: full}, games.Seed{byte(n)}, record.Options{Strengths: []games.Strength{games.Strengths[n]}})
		if err != nil {
			t.Fatal(err)
		}
		if inputs := len(r.Inputs); inputs > 200*(2+n)*kit.Rounds/4 {
			t.Errorf("%d players make %d inputs", 2+n, inputs)
		}
	}
	s, _ := playMatch(t, 1, []games.Strength{games.Normal, games.Strong}, games.Options{"speed": "relaxed", "window": "1440"}, nil)
	if s.Phase != kit.Over || s.Shown > 2*time.Hour {
		t.Errorf("the match is %s, its last dream was shown after %v", s.Phase, s.Shown)
	}
}
