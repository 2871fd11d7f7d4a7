package table

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/whenidream"
)

// alone opens a table of a game and starts it for one person among automatic players.
func (p *party) alone(game string, options map[string]string, seats int) *State {
	p.t.Helper()
	s, err := p.tables.Create(p.t.Context(), New{Guild: 9, Channel: 100, Game: game, Options: options, Host: anya, Lang: "en", Press: p.now()})
	if err != nil {
		p.t.Fatal(err)
	}
	s, err = p.tables.Send(p.t.Context(), s.ID, Action{Kind: Start, User: anya, Press: p.now(), Fill: seats})
	if err != nil || s.Phase != Live || len(s.Players) != seats {
		p.t.Fatalf("%d players, %v: %+v", seats, err, s)
	}
	return s
}

// TestAutoInTheLobby seats automatic players and sends them away.
func TestAutoInTheLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: 100, Game: "walkers", Host: anya, Lang: "en", Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		p.do(s.ID, boris, Join)
		p.refused(s.ID, Action{Kind: AddAuto, User: boris}, "table.not-host")
		for range 2 {
			s = p.do(s.ID, anya, AddAuto)
		}
		one, two := s.Players[2], s.Players[3]
		if len(s.Players) != 4 || !one.Auto || !two.Auto || one.Name == two.Name || one.ID == two.ID || one.ID < people.FirstAuto || !one.Ready {
			t.Fatalf("players %+v", s.Players)
		}
		p.refused(s.ID, Action{Kind: AddAuto, User: anya}, "table.full")
		p.refused(s.ID, Action{Kind: Transfer, User: anya, Whom: one.ID}, "table.auto.host")
		// A person goes first.
		if s = p.do(s.ID, vera, Join); len(s.Players) != 4 || !slices.Equal(names(s), []string{"Аня", "Boris", one.Name, vera.Name}) {
			t.Errorf("a person joins a full table: %v", names(s))
		}
		if s, err = p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Kick, User: anya, Press: p.now(), Whom: one.ID})); err != nil || len(s.Players) != 3 {
			t.Errorf("sent away: %v, %v", names(s), err)
		}
		if s = p.do(s.ID, anya, AddAuto); !s.Players[3].Auto {
			t.Errorf("it may not come again: %+v", s.Players)
		}
		p.refused(s.ID, Action{Kind: Strength, User: anya, Value: "godlike"}, "table.strength")
		if s, err = p.tables.Send(t.Context(), s.ID, Action{Kind: Strength, User: anya, Press: p.now(), Value: "strong"}); err != nil || s.Strength != games.Strong {
			t.Errorf("strength %v, %v", s.Strength, err)
		}
		p = p.kill()
		if now := p.state(s.ID); now.Strength != games.Strong || !cmp.Equal(now.Players, s.Players) {
			t.Errorf("after a restart: %v, %+v", now.Strength, now.Players)
		}
		for _, u := range []User{boris, vera, anya} {
			s = p.do(s.ID, u, Leave)
		}
		if len(s.Players) != 0 || s.Host != 0 {
			t.Errorf("automatic players stay alone: %+v", s.Players)
		}
	})
}

// TestAlone plays a match of one person among automatic players to its end.
func TestAlone(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer func() { p.leave() }()
		s := p.alone("walkers", map[string]string{"goal": "12", "sand": "60"}, 4)
		p.refused(s.ID, Action{Kind: Kick, User: anya, Whom: s.Players[1].ID}, "table.auto")
		for s = p.state(s.ID); s.Phase == Live; s = p.state(s.ID) {
			if s.Status.Awaits[0] == 0 {
				s = p.play(s.ID, anya, "add 1")
			}
			p.pass(100 * time.Millisecond)
		}
		log, err := m.Inputs(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		var last time.Duration
		thoughts := map[time.Duration]bool{}
		for _, in := range log {
			if took := in.At - last; in.Seat != 0 {
				thoughts[took] = true
				if in.Kind != games.KindPlay || took < Pace/2 || took > Pace {
					t.Errorf("input %d, %v, of an automatic player came after %v", in.N, in.Kind, took)
				}
			}
			last = in.At
		}
		if len(thoughts) < 3 {
			t.Errorf("all think for %v", thoughts)
		}
		results, err := m.Results(t.Context(), s.ID)
		if err != nil || len(results) != 4 || results[0].User != 1 || results[0].Auto || results[1].User != 0 || !results[1].Auto {
			t.Errorf("results %+v, %v", results, err)
		}
		// The same people and automatic players play again, each a seat further.
		again, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Again, User: anya, Press: p.now()})
		if err != nil || len(again.Players) != 4 || again.Players[3].ID != anya.ID || again.Players[0].ID != s.Players[1].ID || !again.Players[0].Auto {
			t.Errorf("again: %+v, %v", again.Players, err)
		}
	})
}

// TestAloneIsLeft: without a person the match ends at once. While all people are
// away it waits for a day.
func TestAloneIsLeft(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s := p.alone("walkers", map[string]string{"goal": "1000", "sand": "60"}, 3)
		if s = p.do(s.ID, anya, Leave); s.Phase != Void {
			t.Errorf("nobody is left: %+v", s)
		}
		s = p.alone("walkers", map[string]string{"goal": "1000", "sand": "60"}, 3)
		p.pass(2*Patience + 5*time.Minute)
		if s = p.state(s.ID); !s.Players[0].Asleep || s.Paused.Key != people.PausedEmpty || s.Expires.IsZero() {
			t.Fatalf("she is not away: %+v", s)
		}
		p = p.kill()
		if s = p.do(s.ID, anya, Back); !s.Running || !s.Expires.IsZero() {
			t.Errorf("she is back: %+v", s)
		}
		p.pass(2*Patience + 5*time.Minute)
		p.pass(AloneTimeout)
		if s = p.state(s.ID); s.Phase != Void {
			t.Errorf("it waits for ever: %+v", s)
		}
	})
}

// TestPatience: the match waits for somebody who plays alone, and for nobody else. Their
// next move is made in time, and the clock does not jump.
func TestPatience(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s := p.alone("walkers", map[string]string{"goal": "1000", "sand": "60"}, 3)
		awaited := func() {
			t.Helper()
			for s = p.state(s.ID); !s.Patient; s = p.state(s.ID) {
				p.pass(time.Second)
			}
		}
		awaited()
		n, left := s.Match.N(), s.Left(s.Status.Due, time.Now())
		p.pass(Patience - time.Second)
		if s = p.state(s.ID); !s.Patient || s.Running || s.Match.N() != n || s.Players[0].Missed != 0 || s.Left(s.Status.Due, time.Now()) != left {
			t.Fatalf("it does not wait: %+v", s)
		}
		at := s.Now(time.Now())
		s, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Move: "add 1", Turn: AnyTurn})
		if err != nil || s.Patient || !s.Running || s.Match.At() != at {
			t.Fatalf("after her move it does not go on from there: %+v, %v", s, err)
		}
		// A restart moves for nobody.
		awaited()
		n, left = s.Match.N(), s.Left(s.Status.Due, time.Now())
		p = p.kill()
		p.pass(Patience - time.Second)
		if s = p.state(s.ID); !s.Patient || s.Match.N() != n || s.Left(s.Status.Due, time.Now()) != left {
			t.Fatalf("after a restart it does not wait: patient %v, input %d after %d, %v left of %v", s.Patient, s.Match.N(), n, s.Left(s.Status.Due, time.Now()), left)
		}
		// It waits for nobody who has company, and not for ever.
		if _, err = p.tables.Send(t.Context(), s.ID, Action{Kind: TakeSeat, User: boris, Press: p.now(), Seat: 2}); err != nil {
			t.Fatal(err)
		}
		p.pass(time.Minute + 5*time.Second)
		if s = p.state(s.ID); s.Patient || s.Match.N() == n {
			t.Errorf("it waits though two play: %+v", s)
		}
		p.do(s.ID, boris, Leave)
		p.do(s.ID, anya, Back)
		awaited()
		n = s.Match.N()
		p.pass(Patience + time.Minute + 5*time.Second)
		if s = p.state(s.ID); s.Match.N() == n {
			t.Errorf("it waits for ever: %+v", s)
		}
	})
}

// TestNobodyMovesForWhoPlaysAlone: in every game the clock stands before each step of a
// person who plays alone, also after a restart or a pause. Only sand that is a part of the
// game runs, until it has run out.
func TestNobodyMovesForWhoPlaysAlone(t *testing.T) {
	gametest.NotShort(t)
	for _, game := range all.Games {
		t.Run(game.Info().Name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory(), game)
				defer func() { p.leave() }()
				r := rand.New(rand.NewPCG(7, 7))
				s := p.alone(game.Info().Name, nil, game.Info().Best)
				steps, sand, inTurn, due := 0, 0, 0, time.Duration(0)
				for s = p.state(s.ID); s.Phase == Live && steps < 60; s = p.state(s.ID) {
					decides := slices.Equal(s.Status.Awaits, []games.Seat{0}) && len(s.Match.Moves(0)) > 0 && !s.Match.Racing() && !s.Status.Mark
					if decides && !s.Status.Sand && !s.Patient {
						t.Fatalf("step %d: a time is shown for a decision: %+v", steps, s.Status)
					}
					if !s.Patient {
						if s.Status.Sand && decides && !s.Running {
							t.Fatalf("step %d: the sand does not run: %+v", steps, s.Status)
						}
						p.pass(time.Second)
						continue
					}
					p.pass(30 * time.Second) // a beat may pass, and automatic players may act by themselves
					if s = p.state(s.ID); !s.Patient {
						continue
					}
					n, missed := s.Match.N(), s.Players[0].Missed
					switch steps % 4 {
					case 1:
						p = p.kill()
					case 2:
						p.do(s.ID, anya, Pause)
						p.pass(time.Hour)
						p.do(s.ID, anya, Resume)
					}
					p.pass(Patience - time.Minute)
					if s = p.state(s.ID); s.Match.N() != n || !s.Patient || s.Running || s.Players[0].Missed > missed {
						t.Fatalf("step %d: it did not wait: input %d after %d, %s\n%s", steps, s.Match.N(), n, fmt.Sprintf("patient %t, running %t, missed %d, %+v", s.Patient, s.Running, s.Players[0].Missed, s.Status), strings.Join(p.dated(s.ID, n), "\n"))
					}
					if s.Status.Sand {
						sand++
					} else if s.Status.Due == due {
						inTurn++
					}
					due = s.Status.Due
					move, ok := anyMove(r, s, games.Normal)
					if !ok {
						t.Fatalf("step %d: it waits for somebody without a move: %+v", steps, s.Status)
					}
					if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Move: move, Turn: AnyTurn}); err != nil {
						if _, refused := games.Refused(err); !refused {
							t.Fatalf("step %d: %s: %v", steps, move, err)
						}
					}
					steps++
				}
				if steps < 10 {
					t.Errorf("only %d steps", steps)
				}
				t.Logf("%d steps, %d of them in sand that had run out, %d under the deadline of the step before", steps, sand, inTurn)
			})
		})
	}
}

// TestAloneIsNotReminded: somebody who plays alone keeps nobody waiting, so nobody
// mentions them. With a second person at the table it is as anywhere.
func TestAloneIsNotReminded(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s := p.alone("walkers", map[string]string{"goal": "1000", "sand": "60"}, 3)
		reminded := func(after time.Duration) (list []games.Seat) {
			for range after / time.Second {
				p.pass(time.Second)
				list = append(list, p.state(s.ID).ToRemind...)
			}
			return list
		}
		if late := reminded(Patience); len(late) > 0 {
			t.Errorf("alone, and reminded: %v", late)
		}
		p.do(s.ID, anya, Back)
		if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: TakeSeat, User: boris, Press: p.now(), Seat: 2}); err != nil {
			t.Fatal(err)
		}
		if late := reminded(3 * time.Minute); !slices.Contains(late, 0) || !slices.Contains(late, 2) {
			t.Errorf("of two people, reminded: %v", late)
		}
	})
}

// TestTakeAutoSeat: a person may take an automatic player's seat at any time, and
// hands it over when they leave.
func TestTakeAutoSeat(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s := p.alone("walkers", map[string]string{"goal": "1000", "sand": "60"}, 3)
		if free := s.FreeFor(boris.ID); !slices.Equal(free, []games.Seat{1, 2}) {
			t.Errorf("free seats %v", free)
		}
		s, err := p.tables.Send(t.Context(), s.ID, Action{Kind: TakeSeat, User: boris, Press: p.now(), Seat: 2})
		if err != nil || s.Players[2].ID != boris.ID || s.Players[2].Auto {
			t.Fatalf("%+v, %v", s.Players, err)
		}
		// Votes count people only.
		if s = p.do(s.ID, boris, Stop); s.Motion == nil || s.Motion.Need != 2 {
			t.Errorf("motion %+v", s.Motion)
		}
		p.do(s.ID, anya, Object)
		if s = p.do(s.ID, boris, Leave); s.Phase != Live || !s.Players[2].Open || !s.Patient {
			t.Errorf("after they left: %+v", s)
		}
		s, err = p.tables.Send(t.Context(), s.ID, Action{Kind: TakeSeat, User: boris, Press: p.now(), Seat: games.Nobody})
		if err != nil || s.Players[2].ID != boris.ID {
			t.Errorf("they may not come back: %+v, %v", s.Players, err)
		}
	})
}

// TestAloneInADream plays a night of When I Dream with one person among automatic
// players. The dreamer acts though the table awaits only the spirits: it thinks after
// the first clue, and guesses many cards.
func TestAloneInADream(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m, whenidream.Game)
		defer func() { p.leave() }()
		s := p.alone("when-i-dream", nil, 4)
		for strings.Contains(public(t, s), `"dreamer":0,`) { // an automatic player is to dream
			p.do(s.ID, anya, Stop)
			s = p.alone("when-i-dream", nil, 4)
		}
		for s = p.state(s.ID); s.Match.N() < 120; s = p.state(s.ID) {
			if slices.Contains(s.Status.Awaits, 0) || !s.Match.Waits(0, games.Strong) {
				if move, ok := s.Match.Choose(0, games.Strong); ok {
					s = p.play(s.ID, anya, move)
				}
			}
			p.pass(500 * time.Millisecond)
		}
		log, err := m.Inputs(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		guesses, clue := 0, time.Duration(0)
		for _, in := range log {
			verb, _, _ := strings.Cut(in.Move, " ")
			switch {
			case verb == "guess" && in.Seat != 0:
				guesses++
				if in.At-clue < Pace {
					t.Errorf("input %d: a guess %v after the first clue", in.N, in.At-clue)
				}
				clue = 0
			case verb == "guess":
				clue = 0
			case verb == "clue" && clue == 0:
				clue = in.At
			case verb == "challenge":
				t.Errorf("input %d: %s", in.N, in.Move)
			}
		}
		if guesses < 5 {
			t.Errorf("automatic dreamers guess %d times in %d inputs", guesses, len(log))
		}
	})
}
