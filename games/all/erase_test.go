package all

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/record"
)

// TestErase takes the words of each seat out of simulated matches. They go as before,
// and nothing of the words is in the log or in the position.
func TestErase(t *testing.T) {
	for _, g := range Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			words, matches := 0, 1
			written := len(g.Info().Commands) > 0 // players write words that stand in the log
			if written {
				matches = gametest.Times(8, 2, 1)
			}
			for i := range matches {
				seats := g.Info().Min + i%(g.Info().Max-g.Info().Min+1)
				table, r := simulated(t, g, seats, record.MatchSeed(7, i))
				var log []games.Input
				for _, in := range r.Inputs {
					log = append(log, in.Input)
				}
				words += eraseSeat(t, g, r.Seed, table, log, games.Seat(i%seats))
			}
			if words == 0 && written {
				t.Error("nothing was erased")
			}
		})
	}
}

// simulated is a match that automatic players played with the usual options.
func simulated(t *testing.T, g games.Game, seats int, seed games.Seed) (games.Table, *record.Record) {
	t.Helper()
	options, err := g.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	table := games.Table{Seats: seats, Options: options}
	r, err := record.Simulate(g, table, seed, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table, r
}

func eraseSeat(t *testing.T, g games.Game, seed games.Seed, table games.Table, log []games.Input, seat games.Seat) int {
	t.Helper()
	e, err := games.EraseWords(g, seed, table, log, func(in games.Input) bool { return in.Seat == seat })
	if err != nil {
		t.Fatalf("seat %d of %d: %v", seat, table.Seats, err)
	}
	m, err := g.Deal(seed, table)
	if err != nil {
		t.Fatal(err)
	}
	for i, in := range e.Log {
		if changed := in != log[i]; changed && (in.Seat != seat || !slices.Contains(e.Numbers, in.N)) {
			t.Errorf("input %d of seat %d was changed to %s", in.N, in.Seat, in.Move)
		}
		if m, err = m.Do(in); err != nil {
			t.Fatalf("input %d: %v", in.N, err)
		}
	}
	if got, want := fmt.Sprint(m.Status()), fmt.Sprint(e.Was.Status()); got != want {
		t.Errorf("the match ended with %s, before with %s", got, want)
	}
	again, err := games.EraseWords(g, seed, table, e.Log, func(in games.Input) bool { return in.Seat == seat })
	if err != nil {
		t.Errorf("erase again: %v", err)
	} else if !slices.Equal(again.Log, e.Log) {
		t.Error("what was erased depends on the words")
	}
	return len(e.Numbers)
}

// TestEraseUnknown keeps the words of a log that does not fit the rules: the caller
// erases all of it.
func TestEraseUnknown(t *testing.T) {
	for _, g := range Games {
		options, err := g.Info().Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		log := []games.Input{{N: 1, Kind: games.KindPlay, Seat: 0, Move: `unknown "words"`}}
		_, err = games.EraseWords(g, games.Seed{1}, games.Table{Seats: g.Info().Min, Options: options}, log, func(games.Input) bool { return true })
		if !errors.Is(err, games.ErrErase) {
			t.Errorf("%s: %v", g.Info().Name, err)
		}
	}
}
