package table

import (
	"strings"
	"testing"
	"time"
)

// TestWhen asks for the moment of a deadline at once, later, after a pause and
// after a restart. It is always as far away as what is left.
func TestWhen(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		check := func(what string, left time.Duration) {
			t.Helper()
			s := p.state(s.ID)
			at, runs := s.When(s.Status.Due)
			if !runs || time.Until(at) != left || s.Left(s.Status.Due, time.Now()) != left {
				t.Errorf("%s: in %v, and %v are left, want %v", what, time.Until(at), s.Left(s.Status.Due, time.Now()), left)
			}
		}
		check("at the start", 60*time.Second)
		p.pass(7 * time.Second)
		check("later", 53*time.Second)
		p.play(s.ID, anya, "add 1")
		p.pass(10 * time.Second)
		check("after a move", 50*time.Second)
		p.do(s.ID, anya, Pause)
		if _, runs := p.state(s.ID).When(time.Hour); runs {
			t.Error("somebody knows when a paused match goes on")
		}
		p.pass(time.Hour)
		p.do(s.ID, anya, Resume)
		p.pass(3 * time.Second)
		check("after a pause", 47*time.Second)
		p.leave()
		p.pass(time.Hour)
		p = gather(t, m)
		p.pass(5 * time.Second)
		check("after a restart", 42*time.Second)
		p.leave()
	})
}

// TestUnknownGame keeps matches of a game that this build does not have, and opens
// the others.
func TestUnknownGame(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		first := p.begin(nil)
		p.pass(time.Second)
		second, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "walkers", Host: anya})
		if err != nil {
			t.Fatal(err)
		}
		p.leave()
		r := m.matches[first.ID]
		r.Game = "chess"
		m.matches[first.ID] = r
		p = gather(t, m)
		defer p.leave()
		if _, ok := p.tables.Find(OfMatch(first.ID)); ok {
			t.Error("a match of an unknown game is open")
		}
		if _, ok := p.tables.Find(OfMatch(second.ID)); !ok {
			t.Error("a match after one of an unknown game is not open")
		}
		if log := p.log.String(); !strings.Contains(log, "skip match of unknown game") || !strings.Contains(log, "chess") {
			t.Errorf("the log is %q", log)
		}
	})
}

// TestChannelDeleted tells tables in each phase, twice, that their channel was
// deleted.
func TestChannelDeleted(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		gone := func(match string) *State {
			t.Helper()
			var states [2]*State
			for i := range states {
				s, err := p.tables.ChannelDeleted(t.Context(), match)
				if err != nil {
					t.Fatal(err)
				}
				states[i] = s
			}
			if states[0].Rev != states[1].Rev {
				t.Error("the second time changes something")
			}
			return states[1]
		}
		lobby := p.open(nil)
		if got := gone(lobby.ID); got.Phase != Void || got.ChannelDeleted {
			t.Errorf("a lobby is %+v", got)
		}
		over := p.begin(map[string]string{"goal": "1"})
		end := p.play(over.ID, anya, "add 1")
		if got := gone(over.ID); got.Rev != end.Rev || got.Phase != Over || got.ChannelDeleted || len(got.Notes) != 0 {
			t.Errorf("a match that is over is %+v", got)
		}
		live := p.begin(nil)
		if got := gone(live.ID); got.Phase != Live || !got.ChannelDeleted || got.Running || len(got.Notes) != 1 {
			t.Errorf("a live match is %+v", got)
		}
		if got, err := p.tables.Move(t.Context(), over.ID, 900, Action{User: anya}); err != nil || got.Rev != end.Rev {
			t.Errorf("moved after its end: %+v, %v", got, err)
		}
	})
}

// TestPressesOfStrangers delivers presses of people without a seat again. Each is
// done once, and what was refused is refused again.
func TestPressesOfStrangers(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera)
		kick := p.seeing(s.ID, Action{Kind: Kick, User: eve, Moderator: true, Seat: 1, Press: p.now()})
		if got, err := p.tables.Send(t.Context(), s.ID, kick); err != nil || !got.Players[1].Open {
			t.Fatalf("%+v, %v", got, err)
		}
		p.to(s.ID, gleb, Join, 1)
		if got, err := p.tables.Send(t.Context(), s.ID, kick); err != nil || got.Players[1].Open {
			t.Errorf("delivered again, it kicks the next owner: %+v, %v", got.Players[1], err)
		}
		refused := p.seeing(s.ID, Action{Kind: Kick, User: eve, Seat: 1, Press: p.now()})
		p.refused(s.ID, refused, "table.not-seated")
		p.refused(s.ID, refused, "table.not-seated")
		// What has no press is never taken for what was done.
		for i := range 2 {
			if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: vera, Turn: AnyTurn, Move: "whisper"}); err != nil {
				t.Error(err)
			}
			if got := len(p.moves(s.ID)); got != i+1 {
				t.Errorf("%d inputs after %d moves without a press", got, i+1)
			}
		}
	})
}

// TestLobbyOfTwoProcesses lets the lobby of one process come to its end while
// another one has used it. It is not closed.
func TestLobbyOfTwoProcesses(t *testing.T) {
	for name, use := range map[string]func(q *party, match string){
		"extended": func(q *party, match string) { q.do(match, anya, Extend) },
		"started":  func(q *party, match string) { q.do(match, anya, Start) },
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				m := newMemory()
				p := gather(t, m)
				defer p.leave()
				s := p.open(nil)
				p.do(s.ID, boris, Join)
				q := gather(t, m)
				q.press = 1000
				defer q.leave()
				p.pass(LobbyTimeout - time.Minute)
				use(q, s.ID)
				p.pass(2 * time.Minute)
				for _, x := range []*party{p, q} {
					if got := x.state(s.ID); got.Phase == Void {
						t.Errorf("it is closed: %+v", got)
					}
				}
			})
		})
	}
}
