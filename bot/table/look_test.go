package table

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
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
		"both are out":         {players: []store.Player{person(0, false), person(1, false), auto}, out: []games.Seat{0, 1}, want: quicker},
		"both, in the sand":    {players: []store.Player{person(0, false), person(1, false), auto}, out: []games.Seat{0, 1}, sand: true, want: quicker},
		"out, or away":         {players: []store.Player{person(0, false), person(1, true), auto}, out: []games.Seat{0}, want: quicker},
		"out, or left":         {players: []store.Player{person(0, false), auto}, out: []games.Seat{0}, want: quicker},
		"all are away":         {players: []store.Player{person(0, true), auto}, want: 1},
		"faster":               {players: []store.Player{person(0, false), auto}, faster: true, want: quicker},
		"faster, in the sand":  {players: []store.Player{person(0, false), auto}, faster: true, sand: true, want: 1},
		"automatic one is out": {players: []store.Player{person(0, false), auto}, out: []games.Seat{2}, want: 1},
	} {
		m := &match{rec: store.Match{Players: c.players, Faster: c.faster}}
		m.pos.status = games.Status{Out: c.out, Sand: c.sand}
		if got := share(m); got != c.want {
			t.Errorf("%s: a %dth of each wait, want a %dth", name, got, c.want)
		}
	}
}

// waited is the first automatic move after a move of the person who plays alone.
type waited struct {
	seat  games.Seat
	at    time.Duration
	look  time.Duration // how long people look at what happened last before it
	shown time.Duration // when that was
	was   games.Match   // what it answers
}

// firstAfter lets the person in the first seat make a move, and says which automatic move comes
// first after it. It is false where none of a seat that the table awaits does.
func (p *party) firstAfter(match, move string) (w waited, ok bool) {
	p.t.Helper()
	before := p.state(match).Match
	after := p.play(match, anya, move)
	for range 300 {
		p.pass(50 * time.Millisecond)
		if s := p.state(match); s.Phase != Live || s.Patient || len(p.automatic(match)) > 0 && slices.Max(p.automatic(match)) > after.Match.N() {
			break
		}
	}
	auto := p.automatic(match)
	m := before
	for _, step := range p.store.(*memory).inputs[match][before.N():] {
		if slices.Contains(auto, step.Input.N) {
			w.seat, w.at, w.was = step.Input.Seat, step.Input.At, m
			return w, step.Input.Kind == games.KindPlay && slices.Contains(m.Status().Awaits, w.seat)
		}
		next, err := m.Do(step.Input)
		if err != nil {
			p.t.Fatal(err)
		}
		if !next.SameToPublic(m) {
			w.shown, w.look = step.Input.At, min(oneLook*time.Duration(news(m, next)), MostLook)
		}
		m = next
	}
	return w, false
}

// TestWaitsTellNothing: in every game, how long an automatic player waits is the same in two
// matches that differ only in what the person at the table does not know, and people have time to
// look at what happened.
func TestWaitsTellNothing(t *testing.T) {
	gametest.NotShort(t)
	long := 0
	for _, game := range all.Games {
		name := game.Info().Name
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory(), game)
				defer func() { p.leave() }()
				r := rand.New(rand.NewPCG(5, 5))
				s := p.alone(name, nil, game.Info().Best)
				twins, looked, different := 0, 0, false
				for tries := 0; s.Phase == Live && tries < 400 && twins < 12; tries++ {
					if s = p.state(s.ID); !s.Patient && (!slices.Contains(s.Status.Awaits, 0) || len(s.Match.Moves(0)) == 0) {
						p.pass(500 * time.Millisecond)
						continue
					}
					move, some := anyMove(r, s, games.Normal)
					if !some {
						p.pass(500 * time.Millisecond)
						continue
					}
					before := p.store.(*memory).copy()
					twin, err := s.Match.Redeal(games.Seat(0).Viewer(), r)
					if err != nil {
						t.Fatal(err)
					}
					different = different || !bytes.Equal(twin.Snapshot().Position, s.Match.Snapshot().Position)
					other := before.copy()
					other.matches[s.ID].Position.Data = twin.Snapshot().Position
					press := p.press
					p.leave()
					var is [2]waited
					var ok [2]bool
					for i, m := range []*memory{before, other} {
						p = gather(t, m, game)
						p.press = press
						if is[i], ok[i] = p.firstAfter(s.ID, move); i == 0 {
							p.leave()
						}
					}
					s = p.state(s.ID)
					one, two := is[0], is[1]
					if !ok[0] || !ok[1] || !one.was.SameToPublic(two.was) || one.was.N() != two.was.N() {
						continue
					}
					twins++
					if one.at != two.at || one.seat != two.seat {
						t.Errorf("after %s: seat %d moves at %v, and seat %d at %v in a match that looks the same", move, one.seat, one.at, two.seat, two.at)
					}
					if st := two.was.Status(); !st.Sand && !st.Break && !two.was.Racing() {
						looked++
						if two.look > Pace/2 { // the least that a player thinks
							long++
						}
						if two.at < two.shown+two.look {
							t.Errorf("after %s: seat %d moves %v after what people look at for %v", move, two.seat, two.at-two.shown, two.look)
						}
					}
				}
				if twins < 4 || !different {
					t.Errorf("only %d twins, which differ: %v", twins, different)
				}
				t.Logf("%d twins, of which people look at %d", twins, looked)
			})
		})
	}
	if long == 0 {
		t.Error("nowhere did much happen")
	}
}
