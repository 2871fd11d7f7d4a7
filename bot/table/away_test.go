package table

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/games"
)

// TestAway lets a person miss two deadlines: the seat sleepwalks until they are
// back.
func TestAway(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "100", "sand": "60"}, anya, boris)
		p.pass(60*time.Second + Grace)
		got := p.state(s.ID)
		if got.Players[0].Missed != 1 || got.Players[0].Asleep || got.Players[1].Missed != 0 {
			t.Errorf("after one deadline: %+v", got.Players)
		}
		p.are("notes", said(got.Notes), "away 0")
		p.play(s.ID, boris, "add 1")
		p = p.kill()
		p.pass(60*time.Second + Grace) // it does not count: the restart was in Anya's turn
		if got = p.state(s.ID); got.Players[0].Missed != 1 {
			t.Errorf("a deadline in which we were away was missed: %+v", got.Players)
		}
		p.play(s.ID, boris, "add 1")
		p.pass(60*time.Second + Grace)
		got = p.state(s.ID)
		if !got.Players[0].Asleep || got.Host != boris.ID {
			t.Errorf("after two deadlines: %+v", got)
		}
		p.are("notes", p.notes(s.ID), "away 0", "asleep 0", "host 1")
		p = p.kill()
		if got := p.state(s.ID); !got.Players[0].Asleep || got.Host != boris.ID {
			t.Errorf("a restart woke her: %+v", got)
		}
		turn := p.play(s.ID, boris, "add 1")
		p.pass(Pace - time.Millisecond)
		if got := p.state(s.ID); got.Match.N() != turn.Match.N() {
			t.Error("the sleepwalker is early")
		}
		p.pass(time.Millisecond)
		got = p.state(s.ID)
		if got.Match.N() != turn.Match.N()+1 || !got.Players[0].Asleep || !slices.Equal(got.Status.Awaits, []games.Seat{1}) {
			t.Errorf("the sleepwalker does not walk: %+v", got)
		}
		got = p.do(s.ID, anya, Back)
		if got.Players[0].Asleep || got.Players[0].Missed != 0 || got.Host != boris.ID {
			t.Errorf("she is back: %+v", got)
		}
		if again := p.do(s.ID, anya, Back); again.Rev != got.Rev {
			t.Error("being back twice is not being back once")
		}
		p.play(s.ID, boris, "add 1")
		p.pass(Pace + time.Second)
		if got := p.state(s.ID); !slices.Equal(got.Status.Awaits, []games.Seat{0}) {
			t.Error("her seat is played though she is back")
		}
		p.refused(s.ID, Action{Kind: Back, User: eve}, "table.not-seated")
		p.leave()
	})
}

// TestEmpty leaves a table alone. It waits until a person comes, and is void when
// nobody has a seat.
func TestEmpty(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(time.Hour)
		got := p.state(s.ID)
		if got.Running || got.Paused.Key != "table.pause.empty" || len(got.Awake()) != 0 || len(p.moves(s.ID)) != 4 {
			t.Fatalf("nobody is awake: %+v", got)
		}
		left := got.Left(got.Status.Due, time.Now())
		p = p.kill()
		p.pass(time.Hour)
		p.refused(s.ID, Action{Kind: Resume, User: gleb, Moderator: true}, "table.pause.empty")
		p.refused(s.ID, Action{Kind: Play, User: gleb, Turn: AnyTurn, Move: "add 1"}, "table.not-seated")
		// A move wakes its owner and the table.
		if got := p.play(s.ID, anya, "add 2"); !got.Running || got.Players[0].Asleep || !got.Players[1].Asleep {
			t.Errorf("Anya plays: %+v", got)
		}
		if left != 60*time.Second-Grace && left != 60*time.Second {
			t.Errorf("%v were left", left)
		}
		p.pass(Pace)
		p.pass(2*time.Minute + 2*Grace + Pace) // she sleeps again
		if got := p.state(s.ID); got.Paused.Key != "table.pause.empty" {
			t.Fatalf("nobody is awake: %+v", got)
		}
		if got := p.to(s.ID, eve, Join, 1); !got.Running || got.Host != eve.ID {
			t.Errorf("Eve sits down: %+v", got)
		}
		p.do(s.ID, eve, Leave)
		if got := p.state(s.ID); got.Phase != Live || got.Running {
			t.Errorf("Anya sleeps, the other seat is open: %+v", got)
		}
		if got := p.do(s.ID, anya, Leave); got.Phase != Void {
			t.Errorf("nobody has a seat: %+v", got)
		}
		p = p.kill()
		if got := p.state(s.ID); got.Phase != Void || !got.VoidReason.IsZero() {
			t.Errorf("after a restart: %+v", got)
		}
		p.leave()
	})
}

// TestNoPlayer lets people sleep and leave where the game has no automatic player.
func TestNoPlayer(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("leavers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris, vera)
		for !p.state(s.ID).Players[0].Asleep {
			p.pass(60*time.Second + Grace)
			p.play(s.ID, boris, "add 1")
			p.play(s.ID, vera, "add 1")
		}
		at := p.state(s.ID).Match.At()
		p.pass(Pace)
		got := p.state(s.ID)
		if !slices.Equal(got.Status.Awaits, []games.Seat{1}) || got.Match.At() != at+60*time.Second || got.Left(got.Status.Due, time.Now()) != 60*time.Second {
			t.Errorf("the deadline of a sleeper was not played at once: %v, %+v", got.Match.At()-at, got)
		}
		if auto, want := p.automatic(s.ID), []int{got.Match.N()}; !slices.Equal(auto, want) {
			t.Errorf("automatic are %v, want %v", auto, want)
		}
		p = p.kill()
		if after := p.state(s.ID); after.Left(after.Status.Due, time.Now()) != 60*time.Second {
			t.Error("the clock that passed over something went back")
		}
		// The seat of a sleeper can be taken. The seat of a person who left cannot.
		p.to(s.ID, eve, Join, games.Nobody)
		p.do(s.ID, boris, Leave)
		if got := p.state(s.ID); !slices.Equal(got.Status.Awaits, []games.Seat{2}) || len(got.Free()) != 0 {
			t.Errorf("Boris has left: %+v", got)
		}
		p.refused(s.ID, Action{Kind: TakeSeat, User: boris, Seat: games.Nobody}, "table.no-seat")
		if got := p.moves(s.ID); got[len(got)-1] != "1 " {
			t.Errorf("the log ends with %q", got[len(got)-1])
		}
		p.play(s.ID, vera, "add 1")
		p.play(s.ID, eve, "add 1")
		if got := p.state(s.ID); !slices.Equal(got.Status.Awaits, []games.Seat{2}) {
			t.Errorf("a seat that was left is awaited: %v", got.Status.Awaits)
		}
		p.leave()
	})
}

// TestPaceAsLongAsDeadline lets a deadline come at the very moment at which the clock
// could skip to it. It is an ordinary deadline, which has its grace.
func TestPaceAsLongAsDeadline(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("sum", map[string]string{"goal": "1000", "sand": strconv.Itoa(int(Pace / time.Second))}, anya, boris)
		p.do(s.ID, anya, Leave)
		p.pass(Pace + Grace - time.Millisecond)
		p.are("moves before the grace has passed", p.moves(s.ID))
		p.pass(time.Millisecond)
		p.are("moves", p.moves(s.ID), "expire")
		if auto := p.automatic(s.ID); len(auto) > 0 {
			t.Errorf("the inputs %v are said to be automatic", auto)
		}
		p.leave()
	})
}

// automatic are the numbers of the automatic inputs.
func (p *party) automatic(match string) (list []int) {
	m := p.store.(*memory)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.inputs[match] {
		if s.Auto {
			list = append(list, s.Input.N)
		}
	}
	return list
}

// TestWalkerThatFails plays a seat whose automatic player panics or chooses a move
// that is refused. A legal move is played in its place.
func TestWalkerThatFails(t *testing.T) {
	for _, fuse := range []string{"choose", "wrong"} {
		t.Run(fuse, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory())
				s := p.sit("walkers", map[string]string{"goal": "1000", "fuse": fuse}, anya, boris)
				p.do(s.ID, anya, Leave)
				for range 3 {
					p.pass(Pace)
					p.play(s.ID, boris, "add 1")
				}
				if got := p.moves(s.ID); len(got) != 6 || got[0] != "0 add 1" {
					t.Errorf("the log is %v", got)
				}
				want := 0
				if fuse == "choose" {
					want = 1
				}
				if n := strings.Count(p.log.String(), "game panicked"); n != want || strings.Contains(p.log.String(), secret) {
					t.Errorf("the log has %d panics: %s", n, p.log)
				}
				p.leave()
			})
		})
	}
}

// TestMissed checks what counts as a missed deadline.
func TestMissed(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60", "mark": "20"}, anya, boris)
		missed := func() [2]int {
			s := p.state(s.ID)
			return [2]int{s.Players[0].Missed, s.Players[1].Missed}
		}
		p.pass(40*time.Second + Grace)
		if got := p.moves(s.ID); len(got) != 1 || missed() != [2]int{} {
			t.Errorf("a mark was missed: %v, %v", got, missed())
		}
		p.play(s.ID, anya, "whisper") // she is there and still thinks
		p.pass(20*time.Second + Grace)
		if got := p.moves(s.ID); len(got) != 3 || missed() != [2]int{} {
			t.Errorf("somebody who whispers misses: %v, %v", got, missed())
		}
		p.do(s.ID, anya, Pause) // a deadline with a pause in it does not count
		p.pass(time.Hour)
		p.do(s.ID, anya, Resume)
		p.pass(60*time.Second + 2*Grace)
		if len(p.moves(s.ID)) != 5 || missed() != [2]int{} {
			t.Errorf("after a pause: %v, %v", p.moves(s.ID), missed())
		}
		p.pass(60*time.Second + 2*Grace)
		if missed() != [2]int{1, 0} {
			t.Errorf("Anya misses: %v", missed())
		}
		p.play(s.ID, boris, "add 1")
		p.play(s.ID, anya, "add 1")
		if missed() != [2]int{} {
			t.Errorf("Anya plays: %v", missed())
		}
		p.leave()
	})
}

// TestToRemind lists the awaited seats when half of their time has passed.
func TestToRemind(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		short, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "walkers", Host: anya, Options: map[string]string{"sand": "39"}})
		if err != nil {
			t.Fatal(err)
		}
		p.do(short.ID, boris, Join)
		p.do(short.ID, anya, Start)
		p.pass(30*time.Second - time.Millisecond)
		if got := p.state(s.ID); len(got.ToRemind) != 0 {
			t.Errorf("late early: %v", got.ToRemind)
		}
		p.pass(time.Millisecond)
		shown := p.seen()
		if got := p.state(s.ID); !slices.Equal(got.ToRemind, []games.Seat{0}) || shown[len(shown)-1] != got && !*putAway {
			t.Errorf("late are %v", got.ToRemind)
		}
		if got := p.state(short.ID); len(got.ToRemind) != 0 {
			t.Errorf("so little is not worth a word: %v", got.ToRemind)
		}
		if got := p.play(s.ID, anya, "whisper"); !slices.Equal(got.ToRemind, []games.Seat{0}) {
			t.Errorf("what somebody does in secret shows: %v", got.ToRemind)
		}
		if got := p.play(s.ID, anya, "add 1"); len(got.ToRemind) != 0 {
			t.Errorf("Anya has played, late are %v", got.ToRemind)
		}
		p.pass(31 * time.Second)
		p.do(s.ID, boris, Leave)
		if got := p.state(s.ID); len(got.ToRemind) != 0 {
			t.Errorf("an open seat is late: %v", got.ToRemind)
		}
		p.leave()
	})
}

// TestForgiven takes back what was missed before we knew of the outage.
func TestForgiven(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(60*time.Second + Grace)
		p.play(s.ID, boris, "add 1")
		p.pass(55 * time.Second)
		since := time.Now()
		p.pass(5*time.Second + Grace)
		if got := p.state(s.ID); !got.Players[0].Asleep || got.Host != boris.ID {
			t.Fatalf("she does not sleep: %+v", got.Players)
		}
		p.pass(time.Second)
		p.tables.Halt(HaltGateway, since)
		synctest.Wait()
		if got := p.state(s.ID); got.Players[0].Asleep || got.Players[0].Missed != 1 {
			t.Errorf("what was missed in an outage counts: %+v", got.Players)
		}
		p.tables.Unhalt(HaltGateway)
		synctest.Wait()
		p.tables.Halt(HaltGateway, since) // a second outage takes nothing back twice
		synctest.Wait()
		p = p.kill()
		if got := p.state(s.ID); got.Players[0].Asleep || got.Players[0].Missed != 1 {
			t.Errorf("after a restart it counts: %+v", got.Players)
		}
		p.leave()
	})
}
