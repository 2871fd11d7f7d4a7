package table

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/store"
)

// TestMotions votes for and against motions of each kind.
func TestMotions(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "100"}, anya, boris, vera, gleb)
		p.refused(s.ID, Action{Kind: Agree, User: boris}, "table.motion-over")
		p.refused(s.ID, Action{Kind: Pause, User: eve}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Pause, User: eve, Moderator: true}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Resume, User: eve}, "table.not-seated") // though it is not paused
		got := p.do(s.ID, boris, Pause)
		want := &Motion{ID: got.Motion.ID, Kind: Pause, Seat: games.Nobody, By: 1, Yes: []games.Seat{1}, Need: 3, Until: time.Now().Add(VoteTime)}
		if d := cmp.Diff(want, got.Motion); d != "" || !got.Running {
			t.Errorf("the motion:\n%s", d)
		}
		p = p.kill()
		if d := cmp.Diff(want, p.state(s.ID).Motion); d != "" {
			t.Errorf("after a restart:\n%s", d)
		}
		p.refused(s.ID, Action{Kind: Stop, User: vera}, "table.motion")
		p.refused(s.ID, Action{Kind: Agree, User: eve}, "table.not-seated")
		p.do(s.ID, vera, Pause) // the same motion again is a vote for it
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
		p.refused(s.ID, Action{Kind: Pause, User: eve}, "table.not-seated")
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
		// Of the three that are left two decide. One who leaves changes the majority.
		p.do(s.ID, vera, Stop)
		if got := p.state(s.ID); got.Motion.Need != 2 {
			t.Errorf("of three %d decide", got.Motion.Need)
		}
		p.do(s.ID, anya, Leave)
		got = p.do(s.ID, gleb, Stop)
		if got.Phase != Void || got.Motion != nil {
			t.Errorf("both agreed: %+v", got)
		}
		p.are("notes", p.notes(s.ID), "paused", "rejected", "resumed", "paused", "resumed", "rejected", "votekicked Boris",
			"left Аня", "host 2", "stopped")
		p.leave()
	})
}

// TestVoteNamesItsMotion: a vote for a motion that is over counts for no other, although that is
// about the same and is open until the same second.
func TestVoteNamesItsMotion(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera, gleb)
		vote := func(of string, key string) {
			t.Helper()
			p.refused(s.ID, Action{Kind: Agree, User: gleb, Motion: of}, key)
			p.refused(s.ID, Action{Kind: Object, User: gleb, Motion: of}, key)
		}
		first := p.do(s.ID, boris, Stop).Motion
		vote("", "table.motion-other")
		vote("none", "table.motion-other")
		p.do(s.ID, anya, Object)
		if got := p.do(s.ID, vera, Object); got.Motion != nil {
			t.Fatalf("two of four are against: %+v", got.Motion)
		}
		vote(first.ID, "table.motion-over")
		second := p.do(s.ID, boris, Stop).Motion
		if !second.Until.Equal(first.Until) || second.ID == first.ID {
			t.Fatalf("two motions of one moment: %+v, %+v", first, second)
		}
		vote(first.ID, "table.motion-other")
		p = p.kill()
		vote(first.ID, "table.motion-other")
		if got := p.do(s.ID, gleb, Agree).Motion; len(got.Yes) != 2 || got.ID != second.ID {
			t.Errorf("votes after a restart: %+v", got)
		}
		p.leave()
	})
}

// TestMotionOfOlderVersion: an update comes while a table votes. The buttons that the older version
// posted still vote.
func TestMotionOfOlderVersion(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera, gleb)
		p.to(s.ID, boris, Kick, 2)
		m.mu.Lock()
		old := m.matches[s.ID]
		old.Motion.Rev = 0
		m.mu.Unlock()
		p = p.kill()
		button := fmt.Sprintf("kick:3:%d", old.Motion.Until.Unix())
		if got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Agree, User: gleb, Press: p.now(), Motion: button}); err != nil || len(got.Motion.Yes) != 2 {
			t.Errorf("a button of the older version: %v, %+v", err, got.Motion)
		}
		if got := p.do(s.ID, anya, Agree); !got.Players[2].Open {
			t.Errorf("three of four: %+v", got.Motion)
		}
		p.to(s.ID, boris, Kick, 3)
		p.refused(s.ID, Action{Kind: Agree, User: anya, Motion: button}, "table.motion-other")
		p.leave()
	})
}

// TestIncidentEndsAVoteOnAPause: the rules break while a table votes on a pause. The match is paused
// and says why, and no vote is left that would give another reason.
func TestIncidentEndsAVoteOnAPause(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera)
		vote := p.do(s.ID, boris, Pause).Motion
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "boom"}, "table.incident")
		if got := p.state(s.ID); got.Motion != nil || got.Paused.Key != "table.incident" {
			t.Errorf("%v, and it is voted on %+v", got.Paused, got.Motion)
		}
		p.refused(s.ID, Action{Kind: Agree, User: vera, Motion: vote.ID}, "table.motion-over")
		if got := p.state(s.ID); got.Paused.Key != "table.incident" || got.Incident == "" {
			t.Errorf("paused: %v", got.Paused)
		}
		p.leave()
	})
}

// TestDecidedBeforeAKill does what a motion decided just before a kill.
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
		next.Motion.Yes, next.Rev = []int{1, 2}, next.Rev+1 // killed between the vote and its effect
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
			if _, err := p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Agree, User: vera, Press: p.now()})); !errors.Is(err, store.ErrFull) {
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
		before := m.written()
		p.pass(10 * time.Minute)
		if got := p.state(s.ID); got.Motion == nil || len(got.Motion.Yes) != 1 || m.written() > before+100 {
			t.Errorf("after %d writes: %+v", m.written()-before, got.Motion)
		}
		m.set(nil)
		p.pass(31 * time.Second)
		if got := p.state(s.ID); got.Motion != nil || got.Phase != Live {
			t.Errorf("it lapsed long ago: %+v", got.Motion)
		}
		p.leave()
	})
}

// TestVotesGoWithPeople does not count votes of people who are not there, and drops
// a motion without a vote for it.
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
			t.Errorf("nobody votes for it and it is open: %+v", got.Motion)
		}
		p.to(s.ID, eve, Join, games.Nobody)
		p.to(s.ID, eve, Kick, 3)
		if got := p.do(s.ID, gleb, Leave); got.Motion != nil {
			t.Errorf("whom it was about has left: %+v", got.Motion)
		}
		// The seat has the name of its last owner.
		p.pass(time.Second)
		p.to(s.ID, User{ID: 7, Name: "Zoë", Locale: "en-US"}, Join, 3)
		if got := p.do(s.ID, User{ID: 7, Name: "Zoë", Locale: "en-US"}, Leave); got.Players[3].Name != "Zoë" {
			t.Errorf("the open seat is called %q", got.Players[3].Name)
		}
		p = p.kill()
		if got := p.state(s.ID); got.Players[3].Name != "Zoë" {
			t.Errorf("after a restart the open seat is called %q", got.Players[3].Name)
		}
		// Both may come back to it, one at a time.
		p.to(s.ID, gleb, Join, games.Nobody)
		p.refused(s.ID, Action{Kind: TakeSeat, User: User{ID: 7, Name: "Zoë", Locale: "en-US"}, Seat: games.Nobody}, "table.other-hand")
		p.are("the last note", p.notes(s.ID)[len(p.notes(s.ID))-1:], "substitute 3 Zoë")
		p.leave()
	})
}

// TestKickIsOfAPerson ends a motion to kick a person when another person takes
// their seat.
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
		p.refused(s.ID, Action{Kind: Agree, User: gleb}, "table.motion-over")
		// A motion about another person stays.
		p.to(s.ID, vera, Kick, 3)
		p.do(s.ID, eve, Leave)
		if got := p.to(s.ID, User{ID: 7, Name: "Zoë", Locale: "en-US"}, Join, 1); got.Motion == nil || got.Motion.Seat != 3 {
			t.Errorf("the motion about Gleb: %+v", got.Motion)
		}
		p.leave()
	})
}

// TestMotionEndsWithTheMatch: nothing is voted on after the last move, whether its
// player missed a deadline before or not.
func TestMotionEndsWithTheMatch(t *testing.T) {
	for _, missed := range []int{0, 1} {
		virtual(t, func(t *testing.T) {
			m := newMemory()
			p := gather(t, m)
			s := p.sit("walkers", map[string]string{"goal": "4", "sand": "60"}, anya, boris, vera)
			if missed > 0 {
				p.pass(60*time.Second + Grace) // Anya's turn passes
				p.play(s.ID, boris, "add 1")
				p.play(s.ID, vera, "add 1")
			}
			p.do(s.ID, boris, Stop)
			if missed == 0 {
				p.play(s.ID, anya, "add 1")
				p.play(s.ID, boris, "add 1")
				p.play(s.ID, vera, "add 1")
			}
			now := p.state(s.ID)
			if missed > 0 && (now.Motion == nil || now.Players[0].Missed != missed) {
				t.Fatalf("there is no motion: %+v", now)
			}
			end := p.play(s.ID, anya, "add 2")
			if end.Phase != Over || end.Motion != nil {
				t.Errorf("with %d missed: the end has the motion %+v", missed, end.Motion)
			}
			if r, err := m.Match(t.Context(), s.ID); err != nil || r.Motion != nil {
				t.Errorf("with %d missed: saved is the motion %+v, %v", missed, r.Motion, err)
			}
			p.leave()
		})
	}
}

// TestFaster: automatic players wait shorter when all people at the table want it, and as long as
// usual again when one of them does.
func TestFaster(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer func() { p.leave() }()
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris, vera, gleb)
		p.refused(s.ID, Action{Kind: Faster, User: anya}, "table.no-bots")
		if p.state(s.ID).Hurriable() {
			t.Error("a table without bots is offered to be faster")
		}
		p.do(s.ID, gleb, Leave) // a bot has the seat
		p.refused(s.ID, Action{Kind: Faster, User: gleb}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Slower, User: gleb, Moderator: true}, "table.not-seated")
		s = p.do(s.ID, anya, Faster) // the host does not decide it alone
		if s.Faster || s.Motion == nil || s.Motion.Kind != Faster || s.Motion.Need != 3 {
			t.Fatalf("the host asks: %+v", s.Motion)
		}
		if s = p.do(s.ID, boris, Faster); s.Faster || len(s.Motion.Yes) != 2 {
			t.Fatalf("two of three: %+v", s.Motion)
		}
		if s = p.do(s.ID, vera, Object); s.Faster || s.Motion != nil {
			t.Fatalf("one is against it: %+v", s.Motion)
		}
		for _, u := range []User{vera, anya} {
			p.do(s.ID, u, Faster)
		}
		p = p.kill()
		if s = p.do(s.ID, boris, Agree); !s.Faster || s.Motion != nil || s.Hurriable() {
			t.Fatalf("all agree: %+v", s)
		}
		p.do(s.ID, boris, Faster) // it is already
		p = p.kill()
		if s = p.state(s.ID); !s.Faster || s.Motion != nil {
			t.Fatalf("after a restart: %+v", s)
		}
		walks := func() time.Duration {
			t.Helper()
			for _, u := range []User{anya, boris, vera} {
				s = p.play(s.ID, u, "add 1")
			}
			at := s.Match.At()
			for s.Status.Awaits[0] == 3 {
				p.pass(50 * time.Millisecond)
				s = p.state(s.ID)
			}
			return s.Match.At() - at
		}
		if d := walks(); d != Pace/timing.Quicker {
			t.Errorf("at a faster table a bot takes %v", d)
		}
		if s = p.do(s.ID, vera, Slower); s.Faster || s.Motion != nil {
			t.Fatalf("one player does not take it back: %+v", s)
		}
		p.do(s.ID, vera, Slower)
		if d := walks(); d != Pace {
			t.Errorf("at the usual pace a bot takes %v", d)
		}
		p.do(s.ID, boris, Leave)
		p.do(s.ID, vera, Leave)
		if s = p.do(s.ID, anya, Faster); !s.Faster || s.Motion != nil {
			t.Errorf("who plays alone has to ask: %+v", s.Motion)
		}
		p.are("notes", p.notes(s.ID), "left Gleb", "rejected", "faster", "slower Вера", "left Boris", "left Вера", "faster")
	})
}
