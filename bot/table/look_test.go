package table

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
)

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
			w.shown, w.look = step.Input.At, min(timing.LookFor(m, next), MostLook)
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
