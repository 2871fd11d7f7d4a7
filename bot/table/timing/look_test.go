package timing

import (
	"encoding/json"
	"testing"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// TestFresh counts what is new on a public page.
func TestFresh(t *testing.T) {
	for _, c := range []struct {
		was, is string
		want    int
	}{
		{`{"a":1,"b":[1,2]}`, `{"a":1,"b":[1,2]}`, 0},
		{`{"a":1}`, `{"a":2}`, 1},
		{`{}`, `{"a":1,"b":{"c":2,"d":"x"}}`, 3},
		{`{"a":1}`, `{}`, 0},
		{`{"a":null}`, `{"a":[{"b":1,"c":2}]}`, 2},
		{`[5,4,4]`, `[4,4,4]`, 1},                                 // of as many numbers each has its place
		{`[1,2,3]`, `[2,3,4]`, 3},                                 //
		{`[1,2,3]`, `[2,3]`, 0},                                   // one was taken
		{`[1,2]`, `[1,2,3]`, 1},                                   // one was added
		{`[{"n":1},{"n":2}]`, `[{"n":2},{"n":3}]`, 1},             // the oldest was forgotten
		{`[{"n":1,"m":1},{"n":2}]`, `[{"n":1,"m":2},{"n":2}]`, 1}, // one of them changed
		{`[[1,2],[3]]`, `[[3],[1,2,5]]`, 3},
	} {
		var was, is any
		if err := json.Unmarshal([]byte(c.was), &was); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(c.is), &is); err != nil {
			t.Fatal(err)
		}
		if got := fresh(was, is); got != c.want {
			t.Errorf("%s after %s: %d are new, want %d", c.is, c.was, got, c.want)
		}
	}
}

// TestWaits: an automatic move comes when its wait is over and people have looked, though not
// for ever, and sooner at a faster table.
func TestWaits(t *testing.T) {
	for _, c := range []struct {
		w           waits
		since, wait time.Duration
		want        time.Duration
	}{
		{waits{}, 10 * time.Second, 2 * time.Second, 12 * time.Second},
		{waits{seen: 11 * time.Second}, 10 * time.Second, 2 * time.Second, 12 * time.Second},
		{waits{seen: 14 * time.Second}, 10 * time.Second, 2 * time.Second, 14 * time.Second},
		{waits{seen: 40 * time.Second}, 10 * time.Second, 2 * time.Second, 10*time.Second + MostLook},
		{waits{share: 3}, 10 * time.Second, 3 * time.Second, 11 * time.Second},
		{waits{share: 3, seen: 40 * time.Second}, 10 * time.Second, 3 * time.Second, 10*time.Second + MostLook/3},
	} {
		if got := c.w.at(c.since, c.wait); got != c.want {
			t.Errorf("%+v: a wait of %v since %v ends at %v, want %v", c.w, c.wait, c.since, got, c.want)
		}
	}
}

// TestShorterWhenAllAreOut: waits are shorter while no person who is there has anything left to
// decide. A faster table keeps the whole time against the sand.
func TestShorterWhenAllAreOut(t *testing.T) {
	person := func(seat int, asleep bool) store.Player {
		return store.Player{User: uint64(seat + 1), Seat: seat, Asleep: asleep}
	}
	auto := store.Player{User: people.FirstAuto, Seat: 2, Auto: true}
	for name, c := range map[string]struct {
		players []store.Player
		out     []games.Seat
		faster  bool
		sand    bool
		want    int
	}{
		"both play":            {players: []store.Player{person(0, false), person(1, false), auto}, want: 1},
		"one plays":            {players: []store.Player{person(0, false), person(1, false), auto}, out: []games.Seat{0, 2}, want: 1},
		"both are out":         {players: []store.Player{person(0, false), person(1, false), auto}, out: []games.Seat{0, 1}, want: Quicker},
		"both, in the sand":    {players: []store.Player{person(0, false), person(1, false), auto}, out: []games.Seat{0, 1}, sand: true, want: Quicker},
		"out, or away":         {players: []store.Player{person(0, false), person(1, true), auto}, out: []games.Seat{0}, want: Quicker},
		"out, or left":         {players: []store.Player{person(0, false), auto}, out: []games.Seat{0}, want: Quicker},
		"all are away":         {players: []store.Player{person(0, true), auto}, want: 1},
		"faster":               {players: []store.Player{person(0, false), auto}, faster: true, want: Quicker},
		"faster, in the sand":  {players: []store.Player{person(0, false), auto}, faster: true, sand: true, want: 1},
		"automatic one is out": {players: []store.Player{person(0, false), auto}, out: []games.Seat{2}, want: 1},
	} {
		m := &Match{Rec: store.Match{Players: c.players, Faster: c.faster}}
		m.Pos.Status = games.Status{Out: c.out, Sand: c.sand}
		if got := share(m); got != c.want {
			t.Errorf("%s: a %dth of each wait, want a %dth", name, got, c.want)
		}
	}
}
