package dreamrunners

import (
	"math/rand/v2"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
)

// TestDuels lets automatic players of two strengths share the seats of matches.
func TestDuels(t *testing.T) {
	gametest.Duel(t, Game, 1.5, func(t *testing.T, n int, how []games.Strength) gametest.Outcome {
		s, thought := playMatch(t, uint64(n), how, nil, nil)
		o := gametest.Outcome{Winners: s.winners(), Thought: thought}
		for i := range s.Dreamers {
			o.Points = append(o.Points, float64(s.Dreamers[i].score().Total))
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
	full, err := Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules{}.Deal(env, games.Table{Seats: 2, Options: full})
	if err != nil {
		t.Fatal(err)
	}
	for s.First == games.Nobody {
		env.At += 3 * time.Second
		for seat := range games.Seat(2) {
			v := rules{}.View(s, seat.Viewer())
			if len(v.Legal) == 0 {
				continue
			}
			if err := (rules{}).Play(env, &s, seat, rules{}.Choose(env, how, v, v.Legal)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return env.At
}

// TestHurry: when the sand runs a player lays all at once, and is ready at the next press.
func TestHurry(t *testing.T) {
	for _, how := range games.Strengths {
		b := sit(t, 2)
		b.Play("0: done")
		for _, verb := range []Verb{Build, Done} {
			v := rules{}.View(b.S, games.Seat(1).Viewer())
			m := rules{}.Choose(b.Env(), how, v, v.Legal)
			b.Is("verb", m.Verb, verb)
			b.Play("1: " + m.String())
		}
		b.Is("covered", b.S.Last.Results[1].Uncovered, 0)
	}
}

// TestPersonsAreFirstInRelaxedMatches: there an automatic player waits with what it has
// built, by a move that changes nothing, until somebody is ready.
func TestPersonsAreFirstInRelaxedMatches(t *testing.T) {
	b := sit(t, 2, "speed=relaxed")
	move := func() Move {
		v := rules{}.View(b.S, games.Seat(1).Viewer())
		return rules{}.Choose(b.Env(), games.Strong, v, v.Legal)
	}
	for range shapes {
		b.Play("1: " + move().String())
	}
	before := b.Copied()
	b.Play("1: " + move().String())
	b.Is("position", b.Copied(), before)
	b.Play("0: done")
	b.Is("then", move().Verb, Done)
}
