package all

import (
	"encoding/json"
	"errors"
	"maps"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
)

// TestOlderRecords: a record of older rules, which knew less to tell, is verified all the
// same. What it does say must be so.
func TestOlderRecords(t *testing.T) {
	told := map[string]string{"somnia": "lately", "dream-runners": "told"}
	for name, member := range told {
		t.Run(name, func(t *testing.T) {
			g, _ := Find(name)
			o, err := g.Info().Complete(nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := record.Simulate(g, games.Table{Seats: 2, Options: o}, record.MatchSeed(1, 1), record.Options{Views: true, Strengths: []games.Strength{games.Easy}})
			if err != nil {
				t.Fatal(err)
			}
			if err := record.Verify(Find, r); err != nil {
				t.Fatal(err)
			}
			r.Version = g.Info().Version - 1
			cut := 0
			for i := range r.Inputs {
				var p map[string]json.RawMessage
				if err := json.Unmarshal(r.Inputs[i].Position, &p); err != nil {
					t.Fatal(err)
				}
				if _, ok := p[member]; ok {
					cut++
				}
				delete(p, member)
				if r.Inputs[i].Position, err = json.Marshal(p); err != nil {
					t.Fatal(err)
				}
				for k := range r.Inputs[i].Views {
					now := maps.Clone(r.Inputs[i].Views[k].Now)
					delete(now, "since")
					r.Inputs[i].Views[k].Now = now
				}
			}
			if cut == 0 {
				t.Fatal("no position had anything that it only tells")
			}
			if err := record.Verify(Find, r); err != nil {
				t.Errorf("a record of older rules: %v", err)
			}
			end := &r.Inputs[len(r.Inputs)-1]
			var p map[string]json.RawMessage
			if err := json.Unmarshal(end.Position, &p); err != nil {
				t.Fatal(err)
			}
			p["phase"] = json.RawMessage(`"moon"`)
			if end.Position, err = json.Marshal(p); err != nil {
				t.Fatal(err)
			}
			if err := record.Verify(Find, r); !errors.Is(err, record.ErrPosition) {
				t.Errorf("a record of older rules with another position: %v, want %v", err, record.ErrPosition)
			}
		})
	}
}
