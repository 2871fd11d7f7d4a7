package table

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// sit is a live match of a game; the first of the people is the host.
func (p *party) sit(game string, options map[string]string, people ...User) *State {
	p.t.Helper()
	s, err := p.tables.Create(p.t.Context(), New{Guild: 9, Channel: channel, Game: game, Options: options, Host: people[0], Lang: text.Russian, Press: p.now()})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, u := range people[1:] {
		time.Sleep(time.Millisecond) // people join one after another
		p.do(s.ID, u, Join)
	}
	return p.do(s.ID, people[0], Start)
}

// to does something that must be done, to a seat.
func (p *party) to(match string, u User, k Kind, seat games.Seat) *State {
	p.t.Helper()
	s, err := p.tables.Send(p.t.Context(), match, Action{Kind: k, User: u, Press: p.now(), Seat: seat})
	if err != nil {
		p.t.Fatalf("%s of %s: %v", k, u.Name, err)
	}
	return s
}

// pass lets time pass.
func (p *party) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// kill ends the process as if by a signal, and begins another one on what is
// kept.
func (p *party) kill() *party {
	p.t.Helper()
	left := p.store.(*memory).copy()
	p.leave()
	q := gather(p.t, left, p.more...)
	q.press = p.press
	return q
}

// notes are the notes of a match, as keys with seats and names.
func (p *party) notes(match string) []string {
	p.t.Helper()
	list, err := p.tables.Log(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	return said(list)
}

func said(list []Note) (words []string) {
	for _, n := range list {
		line := strings.TrimPrefix(n.Text.Key, "table.note.")
		for _, a := range n.Text.Args {
			switch a := a.(type) {
			case ui.Name:
				line += " " + string(rune('0'+int(a)))
			case string:
				line += " " + a
			}
		}
		words = append(words, line)
	}
	return words
}

// are checks a list.
func (p *party) are(what string, got []string, want ...string) {
	p.t.Helper()
	if d := cmp.Diff(want, got); d != "" && len(want)+len(got) > 0 {
		p.t.Errorf("%s:\n%s", what, d)
	}
}

// TestAway lets somebody miss two deadlines: the seat sleepwalks until they are
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
		p.pass(60*time.Second + Grace) // the restart was in the middle of Anya's turn: nobody's fault
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

// TestLeaveAndSubstitute leaves a seat, takes it, and puts people out.
func TestLeaveAndSubstitute(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "9", "sand": "60"}, anya, boris, vera)
		got := p.do(s.ID, anya, Leave)
		if !got.Players[0].Open || got.Players[0].ID != 0 || got.Players[0].Name != "Аня" || got.Host != boris.ID || len(got.Players) != 3 {
			t.Errorf("Anya has left: %+v", got)
		}
		if _, ok := got.Seat(anya.ID); ok {
			t.Error("she is still seated")
		}
		if _, ok := got.Seat(0); ok {
			t.Error("nobody is seated")
		}
		p.do(s.ID, anya, Leave)
		p = p.kill()
		p.pass(Pace)
		if got := p.state(s.ID); got.Match.N() != 1 || !got.Players[0].Open {
			t.Errorf("the open seat is not played: %+v", got)
		}
		p.refused(s.ID, Action{Kind: Join, User: eve, Seat: 1}, "table.seat-taken")
		p.refused(s.ID, Action{Kind: Join, User: boris, Seat: games.Nobody}, "table.seated")
		got = p.to(s.ID, eve, Join, games.Nobody)
		if seat, ok := got.Seat(eve.ID); !ok || seat != 0 || got.Players[0].Open || got.Host != boris.ID {
			t.Errorf("Eve takes the seat: %+v", got.Players)
		}
		p.refused(s.ID, Action{Kind: Join, User: anya, Seat: games.Nobody}, "table.no-seat")
		p.refused(s.ID, Action{Kind: Kick, User: gleb, Seat: 2}, "table.not-host")
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 1}, "table.kick-self")
		got = p.to(s.ID, boris, Kick, 2)
		if !got.Players[2].Open {
			t.Errorf("Vera is put out: %+v", got.Players)
		}
		p = p.kill()
		p.refused(s.ID, Action{Kind: Join, User: vera, Seat: games.Nobody}, "table.barred")
		for user, want := range map[User][]games.Seat{vera: nil, anya: nil, boris: nil, gleb: {2}} {
			if got := p.state(s.ID).Free(user.ID); !slices.Equal(got, want) {
				t.Errorf("%s may take the seats %v, want %v", user.Name, got, want)
			}
		}
		p.refused(s.ID, Action{Kind: Join, User: anya, Seat: games.Nobody}, "table.other-hand")
		p.refused(s.ID, Action{Kind: Join, User: anya, Seat: 2}, "table.other-hand")
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 2}, "table.seat-empty")
		p.pass(2 * Typing)
		p.to(s.ID, gleb, Join, 2)
		early := Action{Kind: Play, User: gleb, Turn: AnyTurn, Typed: true, Press: p.now(), Move: "whisper"}
		p.refused(s.ID, early, "table.stale") // it was not meant for what he sees now
		p.are("notes", p.notes(s.ID), "left Аня", "host 1", "substitute 0 Аня", "kicked Вера", "substitute 2 Вера")
		got = p.to(s.ID, boris, Transfer, 2)
		if got.Host != gleb.ID {
			t.Error("the host's part was not passed on")
		}
		p.refused(s.ID, Action{Kind: Transfer, User: boris, Seat: 1}, "table.not-host")
		if err := p.tables.MemberLeft(t.Context(), s.ID, boris.ID); err != nil {
			t.Fatal(err)
		}
		for p.state(s.ID).Phase == Live {
			switch p.state(s.ID).Status.Awaits[0] {
			case 0:
				p.play(s.ID, eve, "add 1")
			case 2:
				p.play(s.ID, gleb, "add 1")
			default:
				p.pass(Pace)
			}
		}
		results, err := p.store.(*memory).Results(t.Context(), s.ID)
		if err != nil || len(results) != 3 || results[0].User != uint64(eve.ID) || results[1].User != 0 || results[2].User != uint64(gleb.ID) {
			t.Errorf("results %+v, %v", results, err)
		}
		if err := p.tables.MemberLeft(t.Context(), s.ID, eve.ID); err != nil {
			t.Errorf("leaving a match that is over: %v", err)
		}
		p.leave()
	})
}

// TestMotions votes.
func TestMotions(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "100"}, anya, boris, vera, gleb)
		p.refused(s.ID, Action{Kind: Agree, User: boris}, "table.no-motion")
		p.refused(s.ID, Action{Kind: Pause, User: eve}, "table.not-host")
		p.refused(s.ID, Action{Kind: Pause, User: eve, Moderator: true}, "table.not-host")
		p.refused(s.ID, Action{Kind: Resume, User: eve}, "table.not-host") // though it is not paused
		got := p.do(s.ID, boris, Pause)
		want := &Motion{Kind: Pause, Seat: games.Nobody, By: 1, Yes: []games.Seat{1}, Need: 3, Until: time.Now().Add(VoteTime)}
		if d := cmp.Diff(want, got.Motion); d != "" || !got.Running {
			t.Errorf("the motion:\n%s", d)
		}
		p = p.kill()
		if d := cmp.Diff(want, p.state(s.ID).Motion); d != "" {
			t.Errorf("after a restart:\n%s", d)
		}
		p.refused(s.ID, Action{Kind: Stop, User: vera}, "table.motion")
		p.refused(s.ID, Action{Kind: Agree, User: eve}, "table.not-seated")
		p.do(s.ID, vera, Pause) // the same again is a vote for it
		p.do(s.ID, gleb, Object)
		if got := p.do(s.ID, vera, Agree); len(got.Motion.Yes) != 2 || len(got.Motion.No) != 1 {
			t.Errorf("votes: %+v", got.Motion)
		}
		p = p.kill()
		got = p.do(s.ID, gleb, Agree)
		if got.Motion != nil || got.Running || got.Paused.Key != "table.pause.vote" {
			t.Errorf("three of four: %+v", got)
		}
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.paused")
		p.refused(s.ID, Action{Kind: Pause, User: eve}, "table.not-host")
		p.do(s.ID, boris, Resume)
		p.do(s.ID, vera, Object)
		if got := p.do(s.ID, gleb, Object); got.Motion != nil || got.Running {
			t.Errorf("two of four against: %+v", got)
		}
		if got := p.do(s.ID, anya, Resume); !got.Running {
			t.Error("the host cannot resume")
		}
		if got := p.do(s.ID, anya, Pause); got.Running || got.Paused.Key != "table.pause.host" {
			t.Error("the host cannot pause")
		}
		p.do(s.ID, anya, Resume)
		p.to(s.ID, vera, Kick, 1)
		p.pass(VoteTime - time.Millisecond)
		if p.state(s.ID).Motion == nil {
			t.Error("the motion lapsed early")
		}
		p.pass(time.Millisecond)
		if p.state(s.ID).Motion != nil {
			t.Error("the motion did not lapse")
		}
		p.to(s.ID, vera, Kick, 1)
		p.do(s.ID, gleb, Agree)
		if got := p.do(s.ID, anya, Agree); !got.Players[1].Open {
			t.Errorf("three of four: %+v", got)
		}
		// Of three that are left two decide; somebody who leaves decides too.
		p.do(s.ID, vera, Stop)
		if got := p.state(s.ID); got.Motion.Need != 2 {
			t.Errorf("of three %d decide", got.Motion.Need)
		}
		p.do(s.ID, anya, Leave)
		got = p.do(s.ID, gleb, Stop)
		if got.Phase != Void || got.Motion != nil {
			t.Errorf("both agreed: %+v", got)
		}
		p.are("notes", p.notes(s.ID), "paused", "rejected", "resumed", "paused", "resumed", "rejected", "kicked Boris",
			"left Аня", "host 2", "stopped")
		p.leave()
	})
}

// TestHost passes the host's part on.
func TestHost(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris, vera, gleb)
		p.do(s.ID, boris, Leave)
		p.to(s.ID, eve, Join, games.Nobody) // the latest to join, in an earlier seat
		p.do(s.ID, anya, Leave)
		if got := p.state(s.ID); got.Host != vera.ID {
			t.Errorf("the host is %d", got.Host)
		}
		// Vera does nothing, twice in a row, while the others play.
		for !p.state(s.ID).Players[2].Asleep {
			switch p.state(s.ID).Status.Awaits[0] {
			case 0:
				p.pass(Pace)
			case 1:
				p.play(s.ID, eve, "add 1")
			case 2:
				p.pass(60*time.Second + Grace)
			case 3:
				p.play(s.ID, gleb, "add 1")
			}
		}
		if got := p.state(s.ID); got.Host != gleb.ID {
			t.Errorf("Vera sleeps, and the host is %d", got.Host)
		}
		p.refused(s.ID, Action{Kind: Transfer, User: gleb, Seat: 2}, "table.asleep")
		p.refused(s.ID, Action{Kind: Transfer, User: gleb, Seat: 0}, "table.seat-empty")
		p = p.kill()
		p.do(s.ID, vera, Back)
		if got := p.do(s.ID, gleb, Leave); got.Host != vera.ID {
			t.Errorf("Gleb has left, and the host is %d", got.Host)
		}
		p.are("notes", p.notes(s.ID), "left Boris", "substitute 1 Boris", "left Аня", "host 2", "away 2", "asleep 2", "host Gleb",
			"back 2", "left Gleb", "host 2")
		p.leave()
	})
}

// TestEmpty leaves a table alone: it waits for whoever comes, and is void once
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

// TestNoPlayer sleeps and leaves where the game has no automatic player.
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
		// The seat of a sleeper can be taken, that of somebody who left cannot.
		p.to(s.ID, eve, Join, games.Nobody)
		p.do(s.ID, boris, Leave)
		if got := p.state(s.ID); !slices.Equal(got.Status.Awaits, []games.Seat{2}) || len(got.Vacant()) != 0 {
			t.Errorf("Boris has left: %+v", got)
		}
		p.refused(s.ID, Action{Kind: Join, User: boris, Seat: games.Nobody}, "table.no-seat")
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

// automatic are the numbers of the inputs that nobody made.
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

// TestRulesThatCannotBeLeft leaves, puts out and stops where the game's code
// fails: the seat is left all the same.
func TestRulesThatCannotBeLeft(t *testing.T) {
	for game, fuse := range map[string]string{"sum": "none", "leavers": "error"} {
		t.Run(game, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory())
				s := p.sit(game, map[string]string{"goal": "1000", "sand": "60", "fuse": fuse}, anya, boris, vera)
				got := p.to(s.ID, anya, Kick, 1)
				if !got.Players[1].Open || !got.Running || got.Match.N() != 0 {
					t.Errorf("Boris is put out: %+v", got)
				}
				p.leave()
			})
		})
	}
	t.Run("unreadable", func(t *testing.T) {
		virtual(t, func(t *testing.T) {
			p := gather(t, newMemory())
			s := p.sit("leavers", nil, anya, boris, vera)
			p.store.(*memory).matches[s.ID].Position.Data = []byte(`{"Unknown":1}`)
			p = p.kill()
			if got := p.do(s.ID, anya, Leave); !got.Players[0].Open || got.Host != boris.ID || got.Phase != Live {
				t.Errorf("Anya has left: %+v", got)
			}
			p.do(s.ID, vera, Stop)
			if got := p.do(s.ID, boris, Stop); got.Phase != Void {
				t.Error("a broken match cannot be stopped")
			}
			p.leave()
		})
	})
}

// TestWalkerThatFails plays a seat whose automatic player panics or wants what
// is refused: any legal move will do.
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

// TestMissed tells what counts as a missed deadline.
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
		p.play(s.ID, anya, "whisper") // she is there, and goes on thinking
		p.pass(20*time.Second + Grace)
		if got := p.moves(s.ID); len(got) != 3 || missed() != [2]int{} {
			t.Errorf("somebody who whispers misses: %v, %v", got, missed())
		}
		p.do(s.ID, anya, Pause) // a pause is nobody's fault
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

// TestLate names who is awaited when half of the time is gone.
func TestLate(t *testing.T) {
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
		if got := p.state(s.ID); !slices.Equal(got.ToRemind, []games.Seat{0}) || shown[len(shown)-1] != got {
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

// TestNotesPass tells notes for a minute, three at most.
func TestNotesPass(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", nil, anya, boris)
		for range 2 {
			p.do(s.ID, anya, Pause)
			p.do(s.ID, anya, Resume)
		}
		p.are("shown", said(p.state(s.ID).Notes), "resumed", "paused", "resumed")
		p.pass(NewsTime - time.Second)
		p = p.kill()
		p.are("after a restart", said(p.state(s.ID).Notes), "resumed", "paused", "resumed")
		p.pass(time.Second)
		if got := p.state(s.ID); len(got.Notes) != 0 {
			t.Errorf("after a minute: %v", got.Notes)
		}
		p.are("the log", p.notes(s.ID), "paused", "resumed", "paused", "resumed")
		p.leave()
	})
}

// TestHalt lets all clocks stand: nobody loses what an outage took.
func TestHalt(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		left := func() time.Duration {
			s := p.state(s.ID)
			return s.Left(s.Status.Due, time.Now())
		}
		p.pass(20 * time.Second)
		since := time.Now()
		p.pass(10 * time.Second)
		p.tables.Halt(HaltGateway, since)
		synctest.Wait()
		got := p.state(s.ID)
		if got.Running || got.Paused.Key != HaltGateway || left() != 40*time.Second {
			t.Errorf("halted with %v left: %+v", left(), got)
		}
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, HaltGateway)
		if _, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "sum", Host: anya}); err != nil {
			t.Error(err)
		}
		p.pass(time.Hour)
		p.tables.Halt(HaltGateway, time.Now().Add(-time.Hour))
		p.tables.Halt(HaltDisk, time.Now())
		p.tables.Unhalt(HaltGateway)
		p.tables.Unhalt("table.halt.nothing")
		synctest.Wait()
		if got := p.state(s.ID); got.Running || got.Paused.Key != HaltDisk || left() != 40*time.Second {
			t.Errorf("one reason is left: %+v", got)
		}
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		if got := p.state(s.ID); !got.Running || left() != 40*time.Second {
			t.Errorf("%v are left: %+v", left(), got)
		}
		// A press made while the clock stood counts from where it stood.
		late := Action{Kind: Play, User: boris, Turn: AnyTurn, Press: p.at(time.Now().Add(-5 * time.Second)), Move: "whisper"}
		if got, err := p.tables.Send(t.Context(), s.ID, late); err != nil || got.Match.At() != 20*time.Second {
			t.Errorf("it counts as made at %v, %v", got.Match.At(), err)
		}
		p.pass(40*time.Second + Grace)
		if got := p.state(s.ID); got.Players[0].Missed != 0 || len(p.moves(s.ID)) != 2 {
			t.Errorf("after the outage: %+v, %v", got.Players, p.moves(s.ID))
		}
		// The clock that was stopped is kept: a restart in an outage gives all of it.
		p.play(s.ID, boris, "add 1")
		p.pass(30 * time.Second)
		p.tables.Halt(HaltGateway, time.Now().Add(-20*time.Second))
		p.pass(5 * time.Second)
		p = p.kill()
		if left() != 50*time.Second || !p.state(s.ID).Running {
			t.Errorf("%v are left after a restart in an outage", left())
		}
		// Since the clock runs again nobody gains what they had no need of.
		p.do(s.ID, anya, Pause)
		p.pass(time.Hour)
		p.do(s.ID, anya, Resume)
		before := left()
		p.tables.Halt(HaltGateway, time.Now().Add(-time.Minute))
		synctest.Wait()
		if left() != before {
			t.Errorf("an outage in a pause gave %v", left()-before)
		}
		p.tables.Unhalt(HaltGateway)
		p.leave()
	})
}

// TestForgiven takes back what was missed before anybody knew of the outage.
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
		p.tables.Halt(HaltGateway, since) // it fails again: what was taken back is taken back once
		synctest.Wait()
		p = p.kill()
		if got := p.state(s.ID); got.Players[0].Asleep || got.Players[0].Missed != 1 {
			t.Errorf("after a restart it counts: %+v", got.Players)
		}
		p.leave()
	})
}

// TestHaltOnAFullDisk stops the clocks though that cannot be saved.
func TestHaltOnAFullDisk(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(20 * time.Second)
		m.set(store.ErrFull)
		p.tables.Halt(HaltDisk, time.Now().Add(-5*time.Second))
		p.pass(time.Hour)
		if got := p.state(s.ID); got.Running || got.Paused.Key != HaltDisk || got.Left(got.Status.Due, time.Now()) != 45*time.Second {
			t.Errorf("%+v", got)
		}
		m.set(nil)
		p.tables.Unhalt(HaltDisk)
		synctest.Wait()
		if got := p.play(s.ID, anya, "add 1"); !got.Running {
			t.Errorf("%+v", got)
		}
		p.leave()
	})
}

// TestDecidedBeforeAKill carries a motion that was decided before a kill.
func TestDecidedBeforeAKill(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera)
		p.do(s.ID, anya, Leave)
		p.to(s.ID, boris, Transfer, 2)
		p.do(s.ID, boris, Stop)
		m.mu.Lock()
		next := m.matches[s.ID]
		next.Motion.Yes, next.Rev = []int{1, 2}, next.Rev+1 // killed between the vote and what came of it
		m.matches[s.ID] = next
		m.mu.Unlock()
		p = p.kill()
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Void {
			t.Errorf("a motion that was decided before a kill: %+v", got)
		}
		p.leave()
	})
}

// TestOutdated ends a match of older rules with an apology, and leaves one of
// newer rules alone.
func TestOutdated(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"sand": "60"}, anya, boris)
		p.to(s.ID, anya, Kick, 1)
		p.pass(10 * time.Second)
		for version, want := range map[int]Phase{0: Void, 2: Live} {
			m := p.store.(*memory).copy()
			m.matches[s.ID].Position.Version = version
			q := gather(t, m)
			got := q.state(s.ID)
			if got.Phase != want || want == Void != (got.VoidReason.Key == "table.outdated") || want == Live != (got.Paused.Key == "table.unreadable") {
				t.Errorf("version %d: %+v", version, got)
			}
			if len(q.seen()) != 0 {
				t.Error("somebody was told before the tables was open")
			}
			q = q.kill()
			if after := q.state(s.ID); after.Phase != want || after.VoidReason.Key != got.VoidReason.Key {
				t.Errorf("version %d, after a restart: %+v", version, after)
			}
			if want == Void {
				q.are("notes", q.notes(s.ID), "kicked Boris", "stopped")
				if _, err := q.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "sum", Host: anya}); err != nil {
					t.Errorf("the channel is not free: %v", err)
				}
				if results, err := m.Results(t.Context(), s.ID); err != nil || len(results) != 0 {
					t.Errorf("results %v, %v", results, err)
				}
			} else if got := q.do(s.ID, anya, Stop); got.Phase != Void || !got.VoidReason.IsZero() {
				t.Errorf("stopped: %+v", got)
			}
			q.leave()
		}
		p.leave()
	})
}

// TestAgainAfterSubstitutes rotates the seats as they are at the end.
func TestAgainAfterSubstitutes(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1"}, anya, boris, vera)
		p.do(s.ID, boris, Leave)
		p.to(s.ID, eve, Join, games.Nobody)
		p.do(s.ID, vera, Leave)
		p.play(s.ID, anya, "add 1")
		next := p.do(s.ID, boris, Again) // who has left may want it too, and sits at the end
		p.do(s.ID, anya, Again)
		if got := p.do(s.ID, eve, Again); !cmp.Equal(names(got), []string{"Eve", "Аня", "Boris"}) || got.ID != next.ID || got.Options["goal"] != "1" {
			t.Errorf("they sit %v", names(got))
		}
		if results, err := p.store.(*memory).Results(t.Context(), s.ID); err != nil || results[1].User != uint64(eve.ID) || results[2].User != 0 || !results[0].Won {
			t.Errorf("results %+v, %v", results, err)
		}
		p.leave()
	})
}

// TestAgainElsewhere ends the wish to play again of whoever sits down elsewhere
// meanwhile: nobody is pulled out of another match.
func TestAgainElsewhere(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1"}, anya, boris, vera)
		p.play(s.ID, anya, "add 1")
		next := p.do(s.ID, anya, Again)
		p.do(s.ID, boris, Again)
		p.do(s.ID, vera, Again)
		p.pass(time.Second)
		other, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "walkers", Host: boris, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Вера", "Аня"}) {
			t.Errorf("Boris opened another table, here sit %v", names(got))
		}
		p.pass(time.Second)
		p.do(other.ID, vera, Join)
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Аня"}) {
			t.Errorf("Vera sits elsewhere, here sit %v", names(got))
		}
		// Who comes back knows what they do, and is not taken out when it begins.
		p.pass(time.Second)
		p.do(s.ID, vera, Again)
		p.do(other.ID, vera, Join) // she sits there already
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Вера", "Аня"}) {
			t.Errorf("Vera came back, here sit %v", names(got))
		}
		if away := away(p.record(next.ID), 0, p.tables.Live()); len(away) != 0 {
			t.Errorf("taken out would be %v", away)
		}
		// Killed after she sat down elsewhere and before she was taken from here.
		m := p.store.(*memory)
		m.mu.Lock()
		rec := m.matches[other.ID]
		for i := range rec.Players {
			if rec.Players[i].User == uint64(vera.ID) {
				rec.Players[i].Joined = time.Now().Add(time.Second)
			}
		}
		m.mu.Unlock()
		p = p.kill()
		p.pass(2 * time.Second)
		p.do(next.ID, eve, Join)
		got := p.do(next.ID, anya, Start)
		if got.Phase != Live || !cmp.Equal(names(got), []string{"Аня", "Eve"}) {
			t.Errorf("the match began with %v", names(got))
		}
		// A lobby that follows nothing keeps its people.
		if got := p.state(other.ID); !cmp.Equal(names(got), []string{"Boris", "Вера"}) {
			t.Errorf("elsewhere sit %v", names(got))
		}
		p.leave()
	})
}

// TestKickedFromTheLobby does not come back.
func TestKickedFromTheLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.open(nil)
		p.do(s.ID, boris, Join)
		p.do(s.ID, vera, Join)
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 2}, "table.not-host")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Seat: 0}, "table.kick-self")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Seat: 3}, "table.seat-empty")
		p.refused(s.ID, Action{Kind: Pause, User: anya}, "table.not-started")
		if got := p.to(s.ID, anya, Kick, 1); !cmp.Equal(names(got), []string{"Аня", "Вера"}) {
			t.Errorf("there sit %v", names(got))
		}
		p = p.kill()
		p.refused(s.ID, Action{Kind: Join, User: boris}, "table.barred")
		if got := p.to(s.ID, anya, Transfer, 1); got.Host != vera.ID {
			t.Error("the host's part was not passed on")
		}
		press := p.now()
		mod := Action{Kind: Kick, User: gleb, Moderator: true, Seat: 0, Press: press}
		for range 2 { // delivered twice
			if got, err := p.tables.Send(t.Context(), s.ID, mod); err != nil || !cmp.Equal(names(got), []string{"Вера"}) {
				t.Errorf("there sit %v, %v", names(got), err)
			}
		}
		if err := p.tables.MemberLeft(t.Context(), s.ID, vera.ID); err != nil || len(p.state(s.ID).Players) != 0 {
			t.Errorf("Vera is gone: %v", err)
		}
		p.leave()
	})
}

// TestSleepDecides: a vote that was one of three becomes one of one when the
// others fall asleep, and decides then.
func TestSleepDecides(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "20"}, anya, boris)
		for range 3 { // Boris plays, Anya does not
			p.pass(20*time.Second + Grace)
			if s = p.state(s.ID); s.Players[0].Asleep {
				break
			}
			p.play(s.ID, boris, "add 1")
			if p.state(s.ID).Players[0].Missed == 1 && p.state(s.ID).Motion == nil {
				p.do(s.ID, boris, Stop)
			}
		}
		if s.Phase != Void || s.Motion != nil {
			t.Errorf("Boris is alone and voted to stop: %+v", s)
		}
		p.leave()
	})
}

// TestStoresAgreeOnPeople does the same to people on both stores, and reads it
// again after a restart.
func TestStoresAgreeOnPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := real.Close(); err != nil {
			t.Error(err)
		}
	}()
	var ends [2][]string
	for i, s := range []Store{newMemory(), real} {
		p := gather(t, s)
		m := p.sit("leavers", map[string]string{"goal": "3"}, anya, boris, vera, gleb)
		p.do(m.ID, gleb, Pause)
		p.do(m.ID, vera, Agree)
		p.do(m.ID, anya, Leave)
		p.to(m.ID, vera, Kick, 3)
		p.leave()
		p = gather(t, s)
		before := p.state(m.ID)
		p.do(m.ID, boris, Resume)
		p.to(m.ID, boris, Kick, 3)
		p.play(m.ID, boris, "add 2")
		end := p.play(m.ID, vera, "add 1")
		results, err := s.(interface {
			Results(context.Context, string) ([]store.Result, error)
		}).Results(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for j := range results {
			results[j].Match, results[j].At = "", time.Time{}
		}
		ends[i] = append(p.notes(m.ID), fmt.Sprint(before.Host, before.Paused, before.Motion.Yes, before.Motion.Need, before.Rev),
			fmt.Sprint(end.Phase, end.Rev, end.Turns, results, end.Host, names(end)), strings.Join(p.moves(m.ID), ","))
		p.leave()
	}
	if d := cmp.Diff(ends[0], ends[1]); d != "" {
		t.Errorf("the stores differ:\n%s", d)
	}
	if len(ends[0]) < 8 {
		t.Errorf("too little happened: %v", ends[0])
	}
}

// TestOutdatedMeanwhile finds in the middle of a match that somebody else wrote
// what it cannot read any more.
func TestOutdatedMeanwhile(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"sand": "60"}, anya, boris)
		m.mu.Lock()
		rec := m.matches[s.ID]
		rec.Rev++
		rec.Position.Version = 0
		m.matches[s.ID] = rec
		m.mu.Unlock()
		p.refused2(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.paused")
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Void || got.VoidReason.Key != "table.outdated" {
			t.Errorf("%+v", got)
		}
		p.leave()
	})
}

// TestVoteOnAFullDisk refuses a vote that cannot be saved, and does not count it.
// Once there is room the same vote carries the motion, if its time is not over; else
// the motion lapses.
func TestVoteOnAFullDisk(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		full := func() *State {
			t.Helper()
			s := p.sit("walkers", nil, anya, boris, vera)
			p.do(s.ID, boris, Stop)
			p.pass(time.Minute)
			m.set(store.ErrFull)
			if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Agree, User: vera, Press: p.now()}); !errors.Is(err, store.ErrFull) {
				t.Errorf("a vote that was not saved: %v", err)
			}
			if got := p.state(s.ID); got.Phase != Live || got.Motion == nil || !slices.Equal(got.Motion.Yes, []games.Seat{1}) {
				t.Errorf("a vote that was not saved counts: %+v", got.Motion)
			}
			return s
		}

		s := full()
		p.pass(time.Second)
		m.set(nil)
		if got := p.do(s.ID, vera, Agree); got.Phase != Void || got.Motion != nil {
			t.Errorf("there is room, and the motion is not carried: %s, %+v", got.Phase, got.Motion)
		}

		s = full()
		before := m.writes
		p.pass(10 * time.Minute)
		if got := p.state(s.ID); got.Motion == nil || len(got.Motion.Yes) != 1 || m.writes > before+100 {
			t.Errorf("after %d writes: %+v", m.writes-before, got.Motion)
		}
		m.set(nil)
		p.pass(31 * time.Second)
		if got := p.state(s.ID); got.Motion != nil || got.Phase != Live {
			t.Errorf("it lapsed long ago: %+v", got.Motion)
		}
		p.leave()
	})
}

// record is a match as it is kept.
func (p *party) record(match string) store.Match {
	p.t.Helper()
	rec, err := p.store.Match(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	return rec
}

// TestVotesGoWithPeople counts nobody's vote who is not there, and drops what
// nobody wants any more.
func TestVotesGoWithPeople(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera, gleb)
		p.do(s.ID, boris, Pause)
		p.do(s.ID, vera, Agree)
		got := p.do(s.ID, boris, Leave)
		if v := got.Motion; v == nil || v.Need != 2 || !slices.Equal(v.Yes, []games.Seat{2}) || !got.Running {
			t.Errorf("Boris took his vote along: %+v", v)
		}
		if got := p.do(s.ID, vera, Leave); got.Motion != nil {
			t.Errorf("nobody wants it any more: %+v", got.Motion)
		}
		p.to(s.ID, eve, Join, games.Nobody)
		p.to(s.ID, eve, Kick, 3)
		if got := p.do(s.ID, gleb, Leave); got.Motion != nil {
			t.Errorf("whom it was about has left: %+v", got.Motion)
		}
		// The seat is called after whoever had it last.
		p.pass(time.Second)
		p.to(s.ID, User{7, "Zoë", "en-US"}, Join, 3)
		if got := p.do(s.ID, User{7, "Zoë", "en-US"}, Leave); got.Players[3].Name != "Zoë" {
			t.Errorf("the open seat is called %q", got.Players[3].Name)
		}
		p = p.kill()
		if got := p.state(s.ID); got.Players[3].Name != "Zoë" {
			t.Errorf("after a restart the open seat is called %q", got.Players[3].Name)
		}
		// Both may come back to it, one at a time.
		p.to(s.ID, gleb, Join, games.Nobody)
		p.refused(s.ID, Action{Kind: Join, User: User{7, "Zoë", "en-US"}, Seat: games.Nobody}, "table.other-hand")
		p.are("the last note", p.notes(s.ID)[len(p.notes(s.ID))-1:], "substitute 3 Zoë")
		p.leave()
	})
}

// TestKickIsOfAPerson ends a motion to put somebody out whose seat another one
// takes.
func TestKickIsOfAPerson(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris, vera, gleb)
		for !p.state(s.ID).Players[1].Asleep {
			switch p.state(s.ID).Status.Awaits[0] {
			case 0:
				p.play(s.ID, anya, "add 1")
			case 1:
				p.pass(60*time.Second + Grace)
			case 2:
				p.play(s.ID, vera, "add 1")
			case 3:
				p.play(s.ID, gleb, "add 1")
			}
		}
		if got := p.to(s.ID, vera, Kick, 1); got.Motion == nil {
			t.Fatal("nothing is voted on")
		}
		if got := p.to(s.ID, eve, Join, 1); got.Motion != nil {
			t.Errorf("Eve has the seat, and it is voted on: %+v", got.Motion)
		}
		p.refused(s.ID, Action{Kind: Agree, User: gleb}, "table.no-motion")
		// A motion about somebody else stays.
		p.to(s.ID, vera, Kick, 3)
		p.do(s.ID, eve, Leave)
		if got := p.to(s.ID, User{7, "Zoë", "en-US"}, Join, 1); got.Motion == nil || got.Motion.Seat != 3 {
			t.Errorf("the motion about Gleb: %+v", got.Motion)
		}
		p.leave()
	})
}

// TestWhom means a person, whatever seat they have by now.
func TestWhom(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.open(nil)
		for _, u := range []User{boris, vera, gleb} {
			p.do(s.ID, u, Join)
		}
		p.do(s.ID, boris, Leave) // all who came after him have another seat
		p.refused(s.ID, Action{Kind: Kick, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		p.refused(s.ID, Action{Kind: Transfer, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Whom: anya.ID, Seat: 1}, "table.kick-self")
		if got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Kick, User: anya, Whom: gleb.ID, Seat: 1, Press: p.now()}); err != nil || !cmp.Equal(names(got), []string{"Аня", "Вера"}) {
			t.Errorf("there sit %v, %v", names(got), err)
		}
		p.do(s.ID, boris, Join)
		p.do(s.ID, anya, Start)
		p.do(s.ID, boris, Leave)
		for _, kind := range []Kind{Kick, Transfer} {
			p.refused(s.ID, Action{Kind: kind, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		}
		got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Transfer, User: anya, Whom: vera.ID, Press: p.now()})
		if err != nil || got.Host != vera.ID {
			t.Errorf("the host is %d, %v", got.Host, err)
		}
		got, err = p.tables.Send(t.Context(), s.ID, Action{Kind: Kick, User: anya, Whom: vera.ID, Press: p.now()})
		if err != nil || got.Motion == nil || got.Motion.Seat != 1 {
			t.Errorf("it is voted on %+v, %v", got.Motion, err)
		}
		p.leave()
	})
}
