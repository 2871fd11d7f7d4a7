package all

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
)

// TestOlderRecords: a record of older rules, which knew less to tell, is verified all the
// same. What it does say must be so. It holds for each game that tells something and plays
// the matches of its last version again.
func TestOlderRecords(t *testing.T) {
	tested := 0
	for _, g := range Games {
		o, err := g.Info().Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		if before := g.Info().Version - 1; before < 1 || !g.Replays(before, o) {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			if olderRecord(t, g, o) > 0 {
				tested++
			}
		})
	}
	if tested == 0 && !t.Failed() {
		t.Error("no position had anything that it only tells")
	}
}

// untell takes out of a position the members that it only tells, and reports whether there
// were any.
func untell(t *testing.T, g games.Game, s games.Snapshot) (json.RawMessage, bool) {
	t.Helper()
	b, err := g.Untold(s)
	if err != nil {
		t.Fatal(err)
	}
	var was, is map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(s.Position, &was), json.Unmarshal(b, &is)); err != nil {
		t.Fatal(err)
	}
	cut := false
	for key := range was {
		if !bytes.Equal(was[key], is[key]) {
			cut = true
			delete(was, key)
			if slices.Contains([]string{"null", "{}", "[]", ""}, string(is[key])) {
				continue
			}
			was[key] = is[key]
		}
	}
	left, err := json.Marshal(was)
	if err != nil {
		t.Fatal(err)
	}
	return left, cut
}

// olderRecord tests a record of the version before, and counts the positions that told
// something.
func olderRecord(t *testing.T, g games.Game, o games.Options) int {
	t.Helper()
	table := games.Table{Seats: g.Info().Min, Options: o}
	r, err := record.Simulate(g, table, record.MatchSeed(1, 1), record.Options{Views: true, Strengths: []games.Strength{games.Easy}})
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(Find, r); err != nil {
		t.Fatal(err)
	}
	m, err := g.Deal(r.Seed, table)
	if err != nil {
		t.Fatal(err)
	}
	r.Version = g.Info().Version - 1
	cut := 0
	for i := range r.Inputs {
		if m, err = m.Do(r.Inputs[i].Input); err != nil {
			t.Fatal(err)
		}
		left, some := untell(t, g, m.Snapshot())
		if some {
			cut++
		}
		r.Inputs[i].Position = left
		for k := range r.Inputs[i].Views {
			now := maps.Clone(r.Inputs[i].Views[k].Now)
			delete(now, "since")
			r.Inputs[i].Views[k].Now = now
		}
	}
	if err := record.Verify(Find, r); err != nil {
		t.Errorf("a record of older rules: %v", err)
	}
	end := &r.Inputs[len(r.Inputs)-1]
	var p map[string]json.RawMessage
	if err := json.Unmarshal(end.Position, &p); err != nil {
		t.Fatal(err)
	}
	if p["phase"] == nil {
		t.Fatal("the position has no phase to change")
	}
	p["phase"] = json.RawMessage(`"moon"`)
	if end.Position, err = json.Marshal(p); err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(Find, r); !errors.Is(err, record.ErrPosition) {
		t.Errorf("a record of older rules with another position: %v, want %v", err, record.ErrPosition)
	}
	return cut
}
