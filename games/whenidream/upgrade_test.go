package whenidream

import (
	"encoding/json"
	"errors"
	"testing"

	"oneiros/games"
	"oneiros/games/record"
)

// A match that version 1 saved goes on.
func TestUpgrade(t *testing.T) {
	tab := nightfall(t, 4)
	position, err := json.Marshal(tab.S)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Game.Load(games.Snapshot{Game: "when-i-dream", Version: 1, Seats: 4, Options: games.Options{"mode": "text"}, N: 9, At: tab.S.Until - tab.S.Sand, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Do(games.Input{N: 10, At: m.Status().Due, Kind: games.KindExpire, Seat: games.Nobody}); err != nil {
		t.Fatal(err)
	}
	if n := m.Snapshot().Version; n != 5 {
		t.Errorf("it goes on in version %d", n)
	}
	for name, s := range map[string]games.Snapshot{
		"a version that never was": {Game: "when-i-dream", Version: 0, Seats: 4, Position: position},
		"no position":              {Game: "when-i-dream", Version: 1, Seats: 4, Position: []byte("{")},
		"an unknown part":          {Game: "when-i-dream", Version: 1, Seats: 4, Position: []byte(`{"moon":1}`)},
	} {
		if _, err := Game.Load(s); err == nil {
			t.Errorf("%s is loaded", name)
		}
	}
}

// Matches of the oldest versions had other positions: they kept no chronicle. So they are
// refused, and not called wrong. Version 4 in writing only forgot the clues of a night, so its
// matches are verified. By voice it let each spirit mark everything.
func TestOldVersionsAreRefused(t *testing.T) {
	find := func(name string) (games.Game, bool) { return Game, name == "when-i-dream" }
	for _, mode := range []string{"voice", "text"} {
		o, err := Game.Info().Complete(map[string]string{"mode": mode})
		if err != nil {
			t.Fatal(err)
		}
		r, err := record.Simulate(Game, games.Table{Seats: 4, Options: o}, record.MatchSeed(1, 1), record.Options{Strengths: []games.Strength{games.Easy}})
		if err != nil {
			t.Fatal(err)
		}
		for version := 1; version < Game.Info().Version; version++ {
			r.Version = version
			if err := record.Verify(find, r); (version == 4 && mode == "text") != (err == nil) || err != nil && !errors.Is(err, record.ErrVersion) {
				t.Errorf("%s, version %d: error %v", mode, version, err)
			}
		}
	}
}
