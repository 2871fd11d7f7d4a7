package timing

import (
	"testing"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// TestAutosThinkAtOnce: several automatic players who are awaited think at the same
// time. How long tells nothing: it is the same whatever they know.
func TestAutosThinkAtOnce(t *testing.T) {
	a := newAttendance(0)
	m := &store.Match{Players: []store.Player{{User: people.FirstAuto, Auto: true}, {User: people.FirstAuto + 1, Auto: true, Seat: 1}, {User: 1, Seat: 2}}}
	thought := func(seat games.Seat) time.Duration {
		if m.Players[seat].Auto {
			return time.Duration(seat+2) * time.Second
		}
		return 0
	}
	a.await([]games.Seat{0, 1}, 10*time.Second, thought)
	if seat, at, ok := a.next(1, waits{pace: Pace}); !ok || seat != 0 || at != 12*time.Second {
		t.Errorf("first moves %d at %v, %v", seat, at, ok)
	}
	a.note(Step{Input: games.Input{N: 2, At: 12 * time.Second, Kind: games.KindPlay, Seat: 0}, Auto: true}, games.Status{}, games.Status{}, nil, nil, time.Now())
	a.await([]games.Seat{0, 1}, 12*time.Second, thought)
	if seat, at, ok := a.next(2, waits{pace: Pace}); !ok || seat != 1 || at != 13*time.Second {
		t.Errorf("then moves %d at %v, %v", seat, at, ok)
	}
	a.note(Step{Input: games.Input{N: 3, At: 13 * time.Second, Kind: games.KindPlay, Seat: 1}, Auto: true}, games.Status{}, games.Status{}, nil, nil, time.Now())
	a.await([]games.Seat{0}, 13*time.Second, thought)
	if seat, at, ok := a.next(3, waits{pace: Pace}); !ok || seat != 0 || at != 14*time.Second {
		t.Errorf("last moves %d at %v, %v", seat, at, ok)
	}
	m.Players[0].Auto = false // a person took the seat and fell asleep
	a.await([]games.Seat{0}, 13*time.Second, thought)
	if seat, at, ok := a.next(3, waits{pace: Pace}); !ok || seat != 0 || at != 15*time.Second {
		t.Errorf("a sleeper moves as %d at %v, %v", seat, at, ok)
	}
}

// TestForgive forgives what was missed since a moment and nothing before it, no
// matter which seat is looked at first.
func TestForgive(t *testing.T) {
	now := time.Now()
	for range 20 {
		a := newAttendance(0)
		var m store.Match
		for seat := range 6 {
			m.Players = append(m.Players, store.Player{User: uint64(seat + 1), Seat: seat, Missed: people.MaxMissed, Asleep: true})
			a.missed[games.Seat(seat)] = now.Add(time.Duration(seat-3) * time.Second)
		}
		m.Players[4].Seat = -1 // left
		a.forgive(&m, now, now)
		for seat, p := range m.Players {
			forgiven := seat == 3 || seat == 5
			if p.Asleep == forgiven || (p.Missed == people.MaxMissed) == forgiven {
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
