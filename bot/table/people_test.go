package table

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// sit is a live match of a game; the first of the people is the host.
func (p *party) sit(game string, options map[string]string, people ...User) *State {
	p.t.Helper()
	s, err := p.hall.Create(p.t.Context(), New{Guild: 9, Channel: channel, Game: game, Options: options, Host: people[0], Lang: text.Russian, Press: p.now()})
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
	s, err := p.hall.Send(p.t.Context(), match, Action{Kind: k, User: u, Press: p.now(), Seat: seat})
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
	q := gather(p.t, left)
	q.press = p.press
	return q
}

// notes are the notes of a match, as keys with seats and names.
func (p *party) notes(match string) []string {
	p.t.Helper()
	list, err := p.hall.Log(p.t.Context(), match)
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
		p.refused(s.ID, Action{Kind: Join, User: anya, Seat: games.Nobody}, "table.other-hand")
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 2}, "table.seat-empty")
		p.to(s.ID, gleb, Join, 2)
		p.are("notes", p.notes(s.ID), "left Аня", "host 1", "substitute 0 Аня", "kicked Вера", "substitute 2 Вера")
		got = p.to(s.ID, boris, Transfer, 2)
		if got.Host != gleb.ID {
			t.Error("the host's part was not passed on")
		}
		p.refused(s.ID, Action{Kind: Transfer, User: boris, Seat: 1}, "table.not-host")
		if err := p.hall.Gone(t.Context(), s.ID, boris.ID); err != nil {
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
		if err := p.hall.Gone(t.Context(), s.ID, eve.ID); err != nil {
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
		got := p.do(s.ID, boris, Pause)
		want := &Motion{Kind: Pause, Seat: games.Nobody, By: 1, Yes: []games.Seat{1}, Need: 3, Until: time.Now().Add(Voting)}
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
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: Any, Move: "add 1"}, "table.paused")
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
		p.pass(Voting - time.Millisecond)
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
