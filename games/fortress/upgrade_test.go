package fortress

import (
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/gametest"
	"oneiros/games/record"
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
	if p := m.Pages(games.Viewer{})(""); len(p.Lines) == 0 {
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

// A match that version 2 saved goes on, and dawns. Its record is of another version: its
// answers could be changed, and its positions kept less.
func TestVersion2HasItsDawn(t *testing.T) {
	find := func(name string) (games.Game, bool) { return Game, name == Game.Info().Name }
	o, err := Game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Simulate(Game, games.Table{Seats: 5, Options: o}, record.MatchSeed(3, 1), record.Options{Strengths: []games.Strength{games.Easy}, Views: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := record.Verify(find, r); err != nil {
		t.Fatal(err)
	}
	for version := 1; version < 5; version++ {
		r.Version = version
		if err := record.Verify(find, r); !errors.Is(err, record.ErrVersion) {
			t.Errorf("a record of version %d: %v", version, err)
		}
	}
	r.Version = 5
	if err := record.Verify(find, r); err != nil {
		t.Errorf("a record of version 5: %v", err)
	}

	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@shop:0 sigmund@house")
	g.S.Lap, g.S.Active, g.S.Turn = kit.LastLap, 4, rules.Hand{Most: 2}
	g.Dice(kit.FaceMove, kit.FaceMove, kit.FaceMove)
	position, err := json.Marshal(g.S)
	if err != nil {
		t.Fatal(err)
	}
	delete(o, "dawn")
	m, err := Game.Load(games.Snapshot{Game: "dream-fortress", Version: 2, Seats: 5, Options: o, N: 9, At: g.At, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	for n := 10; !m.Status().Over && n < 12; n++ {
		walk := slices.IndexFunc(m.Moves(4), func(s string) bool { return strings.HasPrefix(s, "move ") })
		if m, err = m.Do(games.Input{N: n, At: g.At + time.Second, Kind: games.KindPlay, Seat: 4, Move: m.Moves(4)[walk]}); err != nil {
			t.Fatal(err)
		}
	}
	if st := m.Status(); !st.Over || !slices.Equal(st.Winners, []games.Seat{0, 2}) {
		t.Errorf("it goes on to %+v", st)
	}
}

// Without the dawn automatic players of every strength end a match by winning it. Its
// record says that it had none, and is verified with it.
func TestSimulatedWithoutDawn(t *testing.T) {
	find := func(name string) (games.Game, bool) { return Game, name == Game.Info().Name }
	o, err := Game.Info().Complete(map[string]string{"dawn": "no"})
	if err != nil {
		t.Fatal(err)
	}
	matches := gametest.Times(60, 6, 3)
	late := 0
	for _, how := range games.Strengths {
		for n := range matches {
			r, err := record.Simulate(Game, games.Table{Seats: 4 + n%6, Options: o}, record.MatchSeed(5, n), record.Options{Strengths: []games.Strength{how}})
			if err != nil {
				t.Fatalf("%s, match %d: %v", how, n, err)
			}
			var s rules.State
			if err := json.Unmarshal(r.Inputs[len(r.Inputs)-1].Position, &s); err != nil {
				t.Fatal(err)
			}
			if s.Why != kit.WhyWon || !s.Endless {
				t.Errorf("%s, match %d ends in lap %d because of %q", how, n, s.Lap, s.Why)
			}
			if s.Lap > kit.LastLap {
				late++
			}
			if n > 0 {
				continue
			}
			if err := record.Verify(find, r); err != nil {
				t.Errorf("%s: %v", how, err)
			}
		}
	}
	t.Logf("%d of %d matches have more than %d laps", late, matches*len(games.Strengths), kit.LastLap)
}
