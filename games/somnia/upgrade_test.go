package somnia

import (
	"errors"
	"os"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
)

// TestUpgrade continues a match that version 1 of the rules saved in the middle of a
// trick.
func TestUpgrade(t *testing.T) {
	position, err := os.ReadFile("testdata/position_v1.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Game.Load(games.Snapshot{Game: "somnia", Version: 1, Seats: 4, Options: games.Options{"table": "guided", "clock": "45"}, N: 107, At: 308 * 1e9, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	for !m.Status().Over {
		in := games.Input{N: m.N() + 1, At: m.Status().Due, Kind: games.KindExpire, Seat: games.Nobody}
		if m, err = m.Do(in); err != nil {
			t.Fatal(err)
		}
	}
	if n := m.Snapshot().Version; n != 3 {
		t.Errorf("it ends in version %d", n)
	}
	for name, s := range map[string]games.Snapshot{
		"a version that never was": {Game: "somnia", Version: 0, Seats: 4, Position: position},
		"no position":              {Game: "somnia", Version: 1, Seats: 4, Position: []byte("{")},
		"an unknown part":          {Game: "somnia", Version: 1, Seats: 4, Position: []byte(`{"moon":1}`)},
	} {
		if _, err := Game.Load(s); err == nil {
			t.Errorf("%s is loaded", name)
		}
	}
}

// TestVersion1IsVerified: matches of version 1 at a guided table are played again. At
// an honest table revokes came later, so they are refused.
func TestVersion1IsVerified(t *testing.T) {
	find := func(name string) (games.Game, bool) { return Game, name == "somnia" }
	for kind, want := range map[string]error{"guided": nil, "honest": record.ErrVersion} {
		o, err := Game.Info().Complete(map[string]string{"table": kind})
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Simulate(Game, games.Table{Seats: 2, Options: o}, record.MatchSeed(1, 1), record.Options{Views: true, Strengths: []games.Strength{games.Easy}})
		if err != nil {
			t.Fatal(err)
		}
		r.Version = 1
		delete(r.Options, "undertrump")
		if err := record.Verify(find, r); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", kind, err, want)
		}
		for version, want := range map[int]error{0: record.ErrVersion, 2: nil, 3: record.ErrOptions, 4: record.ErrVersion} {
			if r.Version = version; !errors.Is(record.Verify(find, r), want) {
				t.Errorf("%s of version %d: error %v", kind, version, record.Verify(find, r))
			}
		}
	}
}
