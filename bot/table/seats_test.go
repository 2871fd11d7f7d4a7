package table

import (
	"fmt"
	"testing"
	"time"

	"oneiros/games/gametest/sample"
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
