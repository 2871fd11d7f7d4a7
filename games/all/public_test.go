package all

import (
	"bytes"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
)

// TestSameToPublic compares, after every input of simulated matches, whether two matches
// are said to look the same with what is written of them. An empty list and none are the
// same to people.
func TestSameToPublic(t *testing.T) {
	for _, g := range Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			table, r := simulated(t, g, g.Info().Min, record.MatchSeed(3, 1))
			m, err := g.Deal(r.Seed, table)
			if err != nil {
				t.Fatal(err)
			}
			if m.SameToPublic(nil) {
				t.Error("a match is the same as none")
			}
			seen := map[bool]int{}
			for _, in := range r.Inputs {
				next, err := m.Do(in.Input)
				if err != nil {
					t.Fatal(err)
				}
				want := bytes.Equal(written(t, m), written(t, next))
				if got := next.SameToPublic(m); got != want {
					t.Fatalf("input %d: the same is %v, want %v", in.N, got, want)
				}
				seen[want]++
				m = next
			}
			if seen[false] == 0 {
				t.Error("nothing ever changed")
			}
		})
	}
}

// written is what those without a seat know.
func written(t *testing.T, m games.Match) []byte {
	t.Helper()
	b, err := m.View(games.Viewer{})
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(b, []byte("[]"), []byte("null"))
}
