package player_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/games/somnicum"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/player"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
)

// TestDuels only measures: in a match of few dreams, luck decides much.
func TestDuels(t *testing.T) {
	gametest.Duel(t, somnicum.Game, 0, func(t *testing.T, n int, how []games.Strength) gametest.Outcome {
		s, thought := playMatch(t, uint64(n), how, nil)
		o := gametest.Outcome{Winners: rules.Winners(s.Dreamers), Thought: thought}
		for i := range how {
			o.Points = append(o.Points, float64(s.Dreamers[i].Score().Total))
		}
		return o
	})
}

// playMatch plays a match and returns its end, and how long each seat thought for each
// move. It notes every encounter that is played, unless noted is nil.
func playMatch(t *testing.T, n uint64, how []games.Strength, noted func(kit.Encounter)) (rules.State, [][]time.Duration) {
	t.Helper()
	return playMatchWith(t, n, somnicumtest.PlainOptions, how, noted)
}

// playMatchWith is playMatch with other options.
func playMatchWith(t *testing.T, n uint64, options games.Options, how []games.Strength, noted func(kit.Encounter)) (rules.State, [][]time.Duration) {
	t.Helper()
	r := rand.New(rand.NewPCG(n, 9))
	env := &games.Env{Rand: r}
	s, err := rules.Deal(env, games.Table{Seats: len(how), Options: options})
	if err != nil {
		t.Fatal(err)
	}
	times := make([][]time.Duration, len(how))
	for s.Phase != kit.Over {
		seat := s.Turn
		deal := func() rules.State {
			c := *somnicumtest.CloneAll(&s)
			view.Redeal(&c, seat.Viewer(), r)
			return c
		}
		legal := s.Moves(seat)
		begun := time.Now()
		m := player.Search(env, how[seat], seat, deal, legal)
		times[seat] = append(times[seat], time.Since(begun))
		if err := rules.Play(env, &s, seat, m); err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if m.Verb == kit.Play && noted != nil {
			noted(m.Encounter)
		}
	}
	return s, times
}

// TestStrengthsDiffer: players of different strengths make different moves, and not in
// every position.
func TestStrengthsDiffer(t *testing.T) {
	chosen := map[games.Strength]map[string]bool{}
	for seed := range uint64(gametest.Times(30, 10, 5)) {
		somnicumtest.Walk(t, seed, 3, somnicumtest.PlainOptions, func(_ *rand.Rand, s *rules.State) {
			if s.Phase != kit.Spinning {
				return
			}
			for _, how := range games.Strengths {
				if chosen[how] == nil {
					chosen[how] = map[string]bool{}
				}
				m := player.Search(&games.Env{Rand: rand.New(rand.NewPCG(seed, 3))}, how, s.Turn, func() rules.State { return *somnicumtest.CloneAll(s) }, s.Moves(s.Turn))
				chosen[how][fmt.Sprintf("%d %d %v %d %s", seed, s.Count, s.Wheels, len(s.Dreamers[s.Turn].Sand), m)] = true
			}
		})
	}
	same := func(a, b games.Strength) int {
		n := 0
		for k := range chosen[a] {
			if chosen[b][k] {
				n++
			}
		}
		return n * 100 / len(chosen[a])
	}
	for i, a := range games.Strengths[:2] {
		if b := games.Strengths[i+1]; same(a, b) > 80 || same(a, b) == 0 {
			t.Errorf("%s and %s players do the same in %d of 100 positions", a, b, same(a, b))
		}
	}
}

// TestPlayerKnowsNoSecrets: what it does is the same in every position that looks the
// same to it.
func TestPlayerKnowsNoSecrets(t *testing.T) {
	looked := 0
	somnicumtest.Walk(t, 5, 3, somnicumtest.PlainOptions, func(r *rand.Rand, s *rules.State) {
		if s.Phase != kit.Spinning && s.Phase != kit.Laying || looked == 40 {
			return
		}
		looked++
		for _, how := range []games.Strength{games.Easy, games.Normal} {
			moves := map[kit.Move]bool{}
			for range 3 {
				deal := func() rules.State {
					c := *somnicumtest.CloneAll(s)
					view.Redeal(&c, s.Turn.Viewer(), r)
					return c
				}
				moves[player.Search(&games.Env{Rand: rand.New(rand.NewPCG(1, 1))}, how, s.Turn, deal, s.Moves(s.Turn))] = true
			}
			if len(moves) != 1 {
				t.Errorf("a %s player makes %v in positions that look the same", how, moves)
			}
		}
	})
}

// BenchmarkChoose is one move of an automatic player in the middle of a match.
func BenchmarkChoose(b *testing.B) {
	for _, how := range games.Strengths {
		b.Run(how.String(), func(b *testing.B) {
			m, err := somnicum.Game.Deal(games.Seed{1}, games.Table{Seats: 4, Options: somnicumtest.PlainOptions})
			if err != nil {
				b.Fatal(err)
			}
			for m.Status().Awaits != nil && m.N() < 80 {
				seat := m.Status().Awaits[0]
				move, _ := m.Choose(seat, games.Normal)
				if m, err = m.Do(games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindPlay, Seat: seat, Move: move}); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				m.Choose(m.Status().Awaits[0], how)
			}
		})
	}
}

// TestFairStart: with the option, later players begin with more sand, and all places win
// about as often. It takes so many matches to see it that they are played only where
// everything is tested.
func TestFairStart(t *testing.T) {
	if !gametest.Whole() {
		t.Skip("3,600 matches are for TEST_WHOLE=1")
	}
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		hows := make([]games.Strength, seats)
		const matches = 1200
		won := make([]float64, seats)
		for n := range matches {
			s, _ := playMatchWith(t, uint64(n), games.Options{"gap_is_break": "no", "clock": "120", "start": "fair"}, hows, nil)
			list := rules.Winners(s.Dreamers)
			for _, w := range list {
				won[(int(w-s.First)+seats)%seats] += float64(seats) / float64(len(list)*matches)
			}
		}
		t.Logf("%d players, by place: %.2f times an even share", seats, won)
		for place, times := range won {
			if times < 0.9 || times > 1.1 {
				t.Errorf("%d players: place %d wins %.2f times an even share", seats, place+1, times)
			}
		}
	}
}

// TestStartSand: the rulebook's sand is the default, and the option gives each place its own.
func TestStartSand(t *testing.T) {
	for _, c := range []struct {
		start string
		want  [][]int
	}{
		{"box", [][]int{{0, 1}, {0, 1, 2}, {0, 1, 2, 3}}},
		{"fair", [][]int{{0, 5}, {0, 3, 8}, {0, 3, 5, 8}}},
	} {
		for _, want := range c.want {
			b := somnicumtest.Sit(t, len(want), "start="+c.start)
			for place, n := range want {
				d := &b.S.Dreamers[(int(b.S.First)+place)%len(want)]
				b.Is(fmt.Sprintf("%s, place %d of %d", c.start, place+1, len(want)), len(d.Sand), n)
			}
		}
	}
}

// TestRecordWithoutStart: a record of version 2, which had no choice of the sand at the start,
// is verified.
func TestRecordWithoutStart(t *testing.T) {
	find := func(name string) (games.Game, bool) { return somnicum.Game, name == somnicum.Game.Info().Name }
	o, err := somnicum.Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Simulate(somnicum.Game, games.Table{Seats: 3, Options: o}, record.MatchSeed(2, 1), record.Options{Strengths: []games.Strength{games.Easy}, Views: true})
	if err != nil {
		t.Fatal(err)
	}
	r.Version = 2
	delete(r.Options, "start")
	if err := record.Verify(find, r); err != nil {
		t.Error(err)
	}
}
