package fortress

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"oneiros/games"
)

// A match that version 1 of the rules wrote goes on. It stands before the attack
// that wakes the last Good dream but Alice and two Nightmares. In version 1 she
// won with them. A match that version 1 ended keeps its winners.
func TestUpgrade(t *testing.T) {
	b, err := os.ReadFile("testdata/version1.json")
	if err != nil {
		t.Fatal(err)
	}
	var kept struct {
		Before games.Snapshot `json:"before"`
		Input  games.Input    `json:"input"`
		After  games.Snapshot `json:"after"`
	}
	if err := json.Unmarshal(b, &kept); err != nil {
		t.Fatal(err)
	}
	if kept.Before.Version != 1 || kept.After.Version != 1 {
		t.Fatalf("the kept positions are of versions %d and %d", kept.Before.Version, kept.After.Version)
	}
	m, err := Game.Load(kept.Before)
	if err != nil {
		t.Fatal(err)
	}
	if now := m.Snapshot(); now.Version != Game.Info().Version || now.N != kept.Before.N || now.At != kept.Before.At {
		t.Errorf("upgraded, it is %+v", now)
	}
	if p := m.Page(games.Viewer{}, ""); len(p.Lines) == 0 {
		t.Error("the board of the upgraded match is empty")
	}
	if m, err = m.Do(kept.Input); err != nil {
		t.Fatal(err)
	}
	if got := m.Status(); !got.Over || !slices.Equal(got.Winners, []games.Seat{0, 2, 4}) {
		t.Errorf("it goes on to %+v", got)
	}
	old, err := Game.Load(kept.After)
	if err != nil {
		t.Fatal(err)
	}
	if got := old.Status(); !got.Over || !slices.Equal(got.Winners, []games.Seat{0, 2, 4, 5}) {
		t.Errorf("the match that was over is now %+v", got)
	}

	bad := kept.Before
	bad.Version = 0
	if _, err := Game.Load(bad); !errors.Is(err, games.ErrVersion) {
		t.Errorf("version 0: %v", err)
	}
	bad = kept.Before
	bad.Position = []byte(`{"phase":"play","moon":1}`)
	if _, err := Game.Load(bad); err == nil || errors.Is(err, games.ErrVersion) {
		t.Errorf("a damaged position: %v", err)
	}
}
