package table

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/chance/chancetest"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/dreamrunners"
	"oneiros/games/gametest"
)

var persons = flag.Uint64("persons", 1, "matches of one person for each game, number of seats and way to press")

// A person alone among automatic players ends every match, in whatever way they
// press. Nobody else makes the table wait: an automatic player moves within its time,
// so that only the person's own deadlines pass. A person who never presses is away
// in the end, and the match ends a day later, unless they lose before. More matches try more:
//
//	go test ./bot/table -run OnePerson -persons 334 -v
func TestOnePerson(t *testing.T) {
	ways := []struct {
		name string
		next func(r *rand.Rand, left time.Duration) time.Duration
	}{
		{"random", func(r *rand.Rand, _ time.Duration) time.Duration {
			return time.Second + time.Duration(r.Int64N(int64(4*time.Second)))
		}},
		{"slow", func(r *rand.Rand, left time.Duration) time.Duration {
			return time.Duration(r.Int64N(int64(left)*5/4 + 1))
		}},
		{"idle", nil},
	}
	for _, game := range all.Games {
		info := game.Info()
		for seats := info.Min; seats <= info.Max; seats++ {
			one := []int{info.Best} // one match says most with the number at which the game is best
			if gametest.Thorough() && !testing.Short() {
				one = []int{info.Min, info.Max}
			}
			if *persons == 1 && !slices.Contains(one, seats) {
				continue
			}
			for _, way := range ways {
				t.Run(fmt.Sprintf("%s/%d/%s", info.Name, seats, way.name), func(t *testing.T) {
					ended := map[Phase]int{}
					longest := time.Duration(0)
					for seed := range *persons {
						phase, waited := aloneWith(t, game, seats, seed, way.next)
						ended[phase]++
						longest = max(longest, waited)
					}
					wakes := game.Info().Name == dreamrunners.Game.Info().Name // who builds nothing wakes
					if way.next == nil && ended[Over] > 0 && !wakes || way.next != nil && ended[Void] > int(*persons/10) {
						t.Errorf("the matches ended %v", ended)
					}
					t.Logf("ended %v; an automatic player took %v at most", ended, longest)
				})
			}
		}
	}
}

// aloneWith plays one match of one person and returns how it ended, and the longest
// time that an automatic player was awaited.
func aloneWith(t *testing.T, game games.Game, seats int, seed uint64, next func(*rand.Rand, time.Duration) time.Duration) (ended Phase, longest time.Duration) {
	virtual(t, func(t *testing.T) {
		r := chancetest.Rand(t, "person", seed)
		m := newMemory()
		p := gather(t, m, game)
		defer func() { p.leave() }()
		s := p.alone(game.Info().Name, nil, seats)
		strength := games.Strengths[r.IntN(len(games.Strengths))]
		began, n := time.Now(), -1 // n: the last input that they saw
		var press time.Time
		for s = p.state(s.ID); s.Phase == Live; s = p.state(s.ID) {
			if time.Since(began) > 48*time.Hour {
				t.Fatalf("seed %d: it does not end: %+v\n%v\n%s", seed, s, s.Match.Moves(0), strings.Join(p.dated(s.ID, max(0, s.Match.N()-5)), "\n"))
			}
			if next == nil || !s.Running && !s.Patient {
				p.pass(time.Minute)
				if next != nil && s.Players[0].Asleep {
					p.do(s.ID, anya, Back)
				}
				continue
			}
			if s.Match.N() != n { // the table went on
				n = s.Match.N()
				press = time.Now().Add(next(r, max(s.Left(s.Status.Due, time.Now()), time.Second)))
			}
			if s.Patient && time.Until(press) > time.Minute { // the table waits for another try
				press = time.Now().Add(5 * time.Second)
			}
			if time.Now().Before(press) {
				p.pass(min(time.Until(press), time.Second))
				continue
			}
			press = time.Now().Add(time.Hour) // once at each moment
			if move, ok := anyMove(r, s, strength); ok {
				_, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Move: move, Turn: AnyTurn})
				if _, refused := games.Refused(err); err != nil && !refused {
					t.Fatalf("seed %d: %s: %v", seed, move, err)
				}
			}
		}
		ended, longest = s.Phase, p.autosTook(s)
	})
	if longest > 3*Pace+time.Second { // the table may be busy
		t.Errorf("seed %d: an automatic player took %v", seed, longest)
	}
	return ended, longest
}

// anyMove is a move by chance. A move with words is one that an automatic player
// would make.
func anyMove(r *rand.Rand, s *State, how games.Strength) (string, bool) {
	list := s.Match.Moves(0)
	if len(list) == 0 {
		return "", false
	}
	form := list[r.IntN(len(list))]
	nth := r.IntN(20)
	move, found := "", false
	for m := range s.Match.Within(0, form) {
		if move, found = m, true; nth == 0 {
			break
		}
		nth--
	}
	if !found {
		return s.Match.Choose(0, how)
	}
	return move, true
}

// autosTook is the longest time in a match for which an automatic player was awaited.
func (p *party) autosTook(s *State) (longest time.Duration) {
	p.t.Helper()
	log, err := p.store.(*memory).Inputs(p.t.Context(), s.ID)
	if err != nil {
		p.t.Fatal(err)
	}
	m, err := s.Game.Deal(s.Match.Snapshot().Seed, games.Table{Seats: len(s.Players), Options: s.Options})
	if err != nil {
		p.t.Fatal(err)
	}
	since := map[games.Seat]time.Duration{}
	acted := map[games.Seat]bool{}
	for _, in := range log {
		awaited := m.Status().Awaits
		for seat := range games.Seat(m.Seats()) {
			at, waits := since[seat]
			if !slices.Contains(awaited, seat) || len(m.Moves(seat)) == 0 { // some are awaited so that nobody learns who chooses
				delete(since, seat)
				delete(acted, seat)
				continue
			}
			if !waits {
				at = m.At()
				since[seat] = at
			}
			// An answer may be shown at a moment of its own, so that it tells nothing.
			moves := in.Kind == games.KindPlay && in.Seat == seat
			if seat != 0 && (moves || !acted[seat]) {
				longest = max(longest, in.At-at)
			}
			if moves {
				acted[seat] = true
			}
		}
		if in.Kind == games.KindPlay {
			delete(since, in.Seat)
		} else {
			clear(since)
			clear(acted)
		}
		if m, err = m.Do(in); err != nil {
			p.t.Fatal(err)
		}
	}
	return longest
}
