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

func TestGame(t *testing.T) {
	gametest.Run(t, sample.Game, gametest.Options{Unused: true, Duels: 300})
}

func FuzzGame(f *testing.F) { gametest.Fuzz(f, sample.Game) }

// TestUpgrade continues a match that version 1 of the rules wrote, in the middle
// of its second round. It plays the match to its end.
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
	m, err := sample.Game.Load(old)
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
	// The match goes on like a match that always had this version.
	again, err := sample.Game.Load(m.Snapshot())
	if err != nil || !again.Status().Over {
		t.Errorf("the end is not read: %v", err)
	}

	second := old
	second.Version = 2
	second.Position = []byte(strings.Replace(string(old.Position), `"pace"`, `"length"`, 1))
	if m, err := sample.Game.Load(second); err != nil || string(m.Snapshot().Position) != string(now.Position) {
		t.Errorf("the same position of version 2 is read as %s, %v", m.Snapshot().Position, err)
	}

	for name, change := range map[string]func(*games.Snapshot){
		"older than all": func(s *games.Snapshot) { s.Version = 0 },
		"newer":          func(s *games.Snapshot) { s.Version = 4 },
	} {
		bad := old
		change(&bad)
		if _, err := sample.Game.Load(bad); !errors.Is(err, games.ErrVersion) {
			t.Errorf("%s: %v", name, err)
		}
	}
	damaged := old
	damaged.Position = []byte(strings.Replace(string(old.Position), `"round"`, `"moon"`, 1))
	if _, err := sample.Game.Load(damaged); err == nil || errors.Is(err, games.ErrVersion) {
		t.Errorf("a damaged position: %v", err)
	}
}

func sit(t *testing.T) *gametest.Bench[sample.State, sample.Move, sample.View] {
	return gametest.Sit[sample.State, sample.Move, sample.View](t, sample.Game, sample.Rules{}, 3)
}

// TestPillow tucks dreams, of which the last may not be tucked, and tosses for the
// one that is left.
func TestPillow(t *testing.T) {
	b := sit(t)
	b.S.Hands[0] = []int{2, 5, 9}
	b.Play("0: tuck 9", "0: tuck 2")
	b.Refuse("0: tuck 5", "refuse.not-now")
	b.Refuse("0: tuck 9", "refuse.not-now")
	b.Play("0: untuck 9")
	b.Refuse("0: untuck 9", "refuse.not-now")
	b.Play("0: tuck 5", "0: toss")
	b.Is("what was tossed for", b.S.Picks[0], 9)
	b.Is("what is tucked", b.S.Tucked[0], []int{2, 5})
	b.Play("1: toss", "2: toss")
	b.Is("what is tucked in the next round", b.S.Tucked[0], []int{2, 5})
}

// TestYawn lets the first of the others win a point in each round.
func TestYawn(t *testing.T) {
	b := sit(t)
	b.S.Hands = [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	b.Refuse("0: yawn", "refuse.not-now")
	b.Play("0: play 1", "1: play 4", "2: play 7")
	b.Refuse("2: yawn", "refuse.not-now")
	b.Play("1: yawn")
	b.Refuse("0: yawn", "refuse.not-now")
	b.Is("the points", b.S.Points, []int{0, 1, 1})
	b.Play("2: hush", "0: play 2", "1: play 5", "2: play 8", "0: yawn")
	b.Is("the points", b.S.Points, []int{1, 1, 2})
}
