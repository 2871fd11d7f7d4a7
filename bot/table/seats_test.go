package table

import (
	"fmt"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/store"
)

// lullaby is a live match of the sample game, in which all seats are awaited at the
// same time.
func lullaby(t *testing.T, people ...User) (*party, *State) {
	t.Helper()
	p := gather(t, newMemory(), sample.Game)
	return p, p.sit("lullaby", nil, people...)
}

// TestEverySeatIsCounted lets a deadline end the turns of three seats, of which one
// acted. Each of the others has missed it, and after the second deadline each
// sleeps.
func TestEverySeatIsCounted(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := lullaby(t, anya, boris, vera, gleb)
		defer p.leave()
		missed := func() (list []int) {
			for _, who := range p.state(s.ID).Players {
				list = append(list, who.Missed)
			}
			return list
		}
		p.play(s.ID, boris, s.Match.Moves(1)[0])
		p.pass(time.Minute + 2*Grace)
		p.are("missed", []string{fmt.Sprint(missed())}, "[1 0 1 1]")
		p.are("notes", p.notes(s.ID), "away 0", "away 2", "away 3")
		winner := p.state(s.ID).Status.Awaits[0]
		p.play(s.ID, []User{anya, boris, vera, gleb}[winner], "hush")
		want := []int{1, 0, 1, 1}
		want[winner] = 0 // they are there
		p.are("missed", []string{fmt.Sprint(missed())}, fmt.Sprint(want))
		p.pass(time.Minute + 2*Grace)
		for i, who := range p.state(s.ID).Players {
			if who.Missed != want[i]+1 || who.Asleep != (want[i] == 1) {
				t.Errorf("seat %d has missed %d, asleep: %v", i, who.Missed, who.Asleep)
			}
		}
	})
}

// TestEverySeatIsForgiven lets three seats fall asleep in an outage of which nobody
// knew: each is awake again.
func TestEverySeatIsForgiven(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := lullaby(t, anya, boris, vera, gleb)
		defer p.leave()
		since := time.Now()
		p.pass(time.Minute + 2*Grace)
		for _, who := range p.state(s.ID).Players {
			if who.Missed != 1 {
				t.Fatalf("%s has missed %d", who.Name, who.Missed)
			}
		}
		p.tables.Halt(HaltGateway, since)
		p.pass(0)
		for _, who := range p.state(s.ID).Players {
			if who.Missed != 0 {
				t.Errorf("%s is not forgiven", who.Name)
			}
		}
	})
}

// TestForgive forgives what was missed since a moment and nothing before it, no
// matter which seat is looked at first.
func TestForgive(t *testing.T) {
	now := time.Now()
	for range 20 {
		a := newAttendance(0)
		var m store.Match
		for seat := range 6 {
			m.Players = append(m.Players, store.Player{User: uint64(seat + 1), Seat: seat, Missed: MaxMissed, Asleep: true})
			a.missed[games.Seat(seat)] = now.Add(time.Duration(seat-3) * time.Second)
		}
		m.Players[4].Seat = -1 // left
		a.forgive(&m, now, now)
		for seat, p := range m.Players {
			forgiven := seat == 3 || seat == 5
			if p.Asleep == forgiven || (p.Missed == MaxMissed) == forgiven {
				t.Fatalf("seat %d: %+v", seat, p)
			}
			if _, left := a.missed[games.Seat(seat)]; left == forgiven {
				t.Fatalf("seat %d can be forgiven twice, or never", seat)
			}
		}
		if len(m.Notes) != 2 {
			t.Fatalf("notes %v", m.Notes)
		}
	}
}

// TestNextAutomaticSeat plays the seat that has waited longest, of two the first.
// It passes over those that found no move at this input.
func TestNextAutomaticSeat(t *testing.T) {
	for range 20 {
		a := newAttendance(0)
		for seat := range games.Seat(6) {
			a.since[seat] = 5 * time.Second
			a.stuckAt[seat] = 7
		}
		a.stuckAt[1], a.since[4] = 6, 9*time.Second
		delete(a.stuckAt, 2)
		delete(a.stuckAt, 4)
		for want, at := range map[games.Seat]time.Duration{1: 7 * time.Second, 2: 7 * time.Second, 4: 11 * time.Second} {
			if want > 1 {
				a.stuckAt[1] = 7
			}
			if want > 2 {
				a.stuckAt[2] = 7
			}
			seat, when, ok := a.next(7, waits{pace: Pace})
			if !ok || seat != want || when != at {
				t.Fatalf("seat %d at %v, want %d at %v", seat, when, want, at)
			}
			a.stuckAt[1] = 6
			delete(a.stuckAt, 2)
		}
		a.played = 20 * time.Second
		if seat, when, _ := a.next(7, waits{pace: Pace}); seat != 1 || when != 22*time.Second {
			t.Fatalf("after an automatic move: seat %d at %v", seat, when)
		}
		a.stuckAt[1], a.stuckAt[2], a.stuckAt[4] = 7, 7, 7
		if seat, _, ok := a.next(7, waits{pace: Pace}); ok {
			t.Fatalf("seat %d is played though no seat has a move", seat)
		}
	}
}

// TestEverySeatSleepwalks leaves three seats of four: each is played.
func TestEverySeatSleepwalks(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := lullaby(t, anya, boris, vera, gleb)
		defer p.leave()
		for _, u := range []User{anya, boris, vera} {
			p.do(s.ID, u, Leave)
		}
		p.pass(3 * Pace)
		if got := p.state(s.ID); fmt.Sprint(got.Status.Awaits) != "[3]" {
			t.Errorf("after three automatic moves, %v are awaited", got.Status.Awaits)
		}
		if got := p.automatic(s.ID); len(got) != 3 {
			t.Errorf("automatic inputs %v", got)
		}
	})
}

// TestEverySeatIsReminded names all who are awaited when half of the time is gone,
// except those who sleep.
func TestEverySeatIsReminded(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := lullaby(t, anya, boris, vera, gleb)
		defer p.leave()
		p.do(s.ID, anya, Leave) // the automatic player has the seat, and plays it
		p.play(s.ID, vera, s.Match.Moves(2)[0])
		p.pass(26 * time.Second)
		if got := p.state(s.ID).ToRemind; fmt.Sprint(got) != "[1 3]" {
			t.Errorf("%v are reminded", got)
		}
	})
}

// TestReloadedTimeDoesNotCount reads a match again because another process wrote
// it. The deadline that was under way then counts as missed for nobody.
func TestReloadedTimeDoesNotCount(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		q := gather(t, m)
		q.press = p.press + 1000
		p.pass(10 * time.Second)
		q.play(s.ID, boris, "whisper")
		q.leave()
		p.play(s.ID, boris, "whisper") // it meets the other's input, and reads the match again
		p.pass(50*time.Second + Grace)
		if got := p.state(s.ID); got.Match.N() != 3 || got.Players[0].Missed != 0 {
			t.Errorf("after %d inputs, Anya has missed %d", got.Match.N(), got.Players[0].Missed)
		}
	})
}

// TestSeatOfAnother: a newcomer wants the seat of a person who is away. Where it belongs to
// another person by now, who is away too, it is not theirs to take.
func TestSeatOfAnother(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "20"}, anya, boris)
		for !p.state(s.ID).Players[1].Asleep {
			if s = p.state(s.ID); s.Status.Awaits[0] == 0 {
				p.play(s.ID, anya, "add 1")
			} else {
				p.pass(20*time.Second + Grace)
			}
		}
		take := Action{Kind: TakeSeat, User: eve, Seat: 1, Whom: vera.ID}
		p.refused(s.ID, take, "table.seat-taken")
		take.Whom, take.Press = boris.ID, p.now()
		if got, err := p.tables.Send(t.Context(), s.ID, take); err != nil || got.Players[1].ID != eve.ID {
			t.Errorf("%v: %+v", err, got.Players[1])
		}
		// A seat that somebody has left is free, whoever it was.
		p.do(s.ID, eve, Leave)
		if got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: TakeSeat, User: vera, Seat: 1, Whom: eve.ID, Press: p.now()}); err != nil || got.Players[1].ID != vera.ID {
			t.Errorf("%v: %+v", err, got.Players[1])
		}
		p.leave()
	})
}
