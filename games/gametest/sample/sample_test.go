package sample_test

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
)

func TestGame(t *testing.T) { gametest.Run(t, sample.Game()) }

func FuzzGame(f *testing.F) { gametest.Fuzz(f, sample.Game()) }

// TestUpgrade takes up a match that version 1 of the rules wrote, in the middle of
// its second round, and plays it to its end.
func TestUpgrade(t *testing.T) {
	b, err := os.ReadFile("testdata/version1.json")
	if err != nil {
		t.Fatal(err)
	}
	var old games.Snapshot
	if err := json.Unmarshal(b, &old); err != nil {
		t.Fatal(err)
	}
	if old.Version != 1 {
		t.Fatalf("the kept position is of version %d", old.Version)
	}
	m, err := sample.Game().Load(old)
	if err != nil {
		t.Fatal(err)
	}
	now := m.Snapshot()
	if now.Version != sample.Info().Version || now.N != old.N || now.At != old.At || now.Seed != old.Seed {
		t.Errorf("upgraded, it is %+v", now)
	}
	var was, is map[string]any
	if err := errors.Join(json.Unmarshal(old.Position, &was), json.Unmarshal(now.Position, &is)); err != nil {
		t.Fatal(err)
	}
	if is["length"] != float64(time.Minute) || is["pace"] != nil || is["round"] != 2.0 {
		t.Errorf("the position is %v", is)
	}
	for _, key := range []string{"deck", "hands", "picks", "points", "shown"} {
		a, errA := json.Marshal(was[key])
		c, errC := json.Marshal(is[key])
		if errors.Join(errA, errC) != nil || !slices.Equal(a, c) {
			t.Errorf("%s was %s and is %s", key, a, c)
		}
	}
	for tries := 0; !m.Status().Over; tries++ {
		if tries == 100 {
			t.Fatal("the match does not end")
		}
		for seat := range games.Seat(m.Seats()) {
			if move, ok := m.Choose(seat, games.Normal); ok {
				if m, err = m.Do(games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindPlay, Seat: seat, Move: move}); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	// It is played on as if it had always been of this version.
	again, err := sample.Game().Load(m.Snapshot())
	if err != nil || !again.Status().Over {
		t.Errorf("the end is not read: %v", err)
	}

	for name, change := range map[string]func(*games.Snapshot){
		"older than all": func(s *games.Snapshot) { s.Version = 0 },
		"newer":          func(s *games.Snapshot) { s.Version = 3 },
	} {
		bad := old
		change(&bad)
		if _, err := sample.Game().Load(bad); !errors.Is(err, games.ErrVersion) {
			t.Errorf("%s: %v", name, err)
		}
	}
	damaged := old
	damaged.Position = []byte(strings.Replace(string(old.Position), `"round"`, `"moon"`, 1))
	if _, err := sample.Game().Load(damaged); err == nil || errors.Is(err, games.ErrVersion) {
		t.Errorf("a damaged position: %v", err)
	}
}
