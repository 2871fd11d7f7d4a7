package table

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/somnia"
)

// TestQuickPlayersAreNotLate: in Somnia the clock lays a card that was pressed, and
// its player has no move by then. The next deadline is counted from there, so that
// nobody is reminded long before half of their time has passed. A person who sleeps
// is played automatically.
func TestQuickPlayersAreNotLate(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), somnia.Game)
		defer p.leave()
		people := []User{anya, boris, vera}
		s := p.sit("somnia", map[string]string{"clock": "120"}, people...)
		quick := func(who ...User) {
			for i, u := range who {
				if move, ok := s.Match.Choose(games.Seat(i), games.Normal); ok {
					s = p.play(s.ID, u, move)
				}
			}
			p.pass(500 * time.Millisecond)
			s = p.state(s.ID)
		}
		for began := time.Now(); time.Since(began) < 3*time.Minute && s.Phase == Live; quick(people...) {
			if len(s.ToRemind) > 0 {
				t.Fatalf("after %v, input %d, seats %v are late", time.Since(began), s.Match.N(), s.ToRemind)
			}
		}
		for i, who := range s.Players {
			if who.Missed > 0 || who.Asleep {
				t.Errorf("seat %d missed %d deadlines", i, who.Missed)
			}
		}
		// Vera does nothing from now on. She is reminded, and after two deadlines the
		// automatic player has her seat.
		called := false
		for began := time.Now(); !s.Players[2].Asleep; quick(anya, boris) {
			for _, seat := range s.ToRemind {
				called = called || seat == 2
			}
			if time.Since(began) > 10*time.Minute {
				t.Fatalf("Vera missed %d deadlines, and is not asleep", s.Players[2].Missed)
			}
		}
		if !called {
			t.Error("Vera was not called")
		}
		for n := s.Match.N(); s.Match.N() < n+60 && s.Phase == Live; quick(anya, boris) {
			if len(s.ToRemind) > 0 {
				t.Fatalf("seats %v are late", s.ToRemind)
			}
		}
	})
}

// TestRestIsNoDuty: people who let the time between two deals pass have missed
// nothing, and are not reminded.
func TestRestIsNoDuty(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), somnia.Game)
		defer p.leave()
		people := []User{anya, boris}
		s := p.sit("somnia", map[string]string{"clock": "120"}, people...)
		rests := 0
		for began, rested := time.Now(), false; rests < 3 && s.Phase == Live; s = p.state(s.ID) {
			if time.Since(began) > time.Hour {
				t.Fatalf("after an hour there were %d rests", rests)
			}
			for _, who := range s.Players {
				if who.Missed > 0 || who.Asleep {
					t.Fatalf("after %d rests %s missed %d deadlines", rests, who.Name, who.Missed)
				}
			}
			rest := s.Match.Status().Break
			if rested && !rest {
				rests++
			}
			rested = rest
			if rest && len(s.ToRemind) > 0 {
				t.Fatalf("seats %v are late while they rest", s.ToRemind)
			}
			for i, u := range people {
				if move, ok := s.Match.Choose(games.Seat(i), games.Normal); ok && !rest {
					s = p.play(s.ID, u, move)
				}
			}
			p.pass(500 * time.Millisecond)
		}
		if rests < 2 {
			t.Errorf("the match ended after %d rests", rests)
		}
	})
}

// TestBeatIsNoInput: the beat of a turn in which nobody has chosen a card is no input, and
// nothing is shown anew. A card that is chosen before the beat is laid at the beat, also
// when the bot restarts in between. Until then nobody else sees a difference.
func TestBeatIsNoInput(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), somnia.Game)
		defer func() { p.leave() }()
		people := []User{anya, boris}
		s := p.sit("somnia", map[string]string{"clock": "120"}, people...)
		press := func() (games.Seat, string) {
			seat := s.Status.Awaits[0]
			move, _ := s.Match.Choose(seat, games.Normal)
			s = p.play(s.ID, people[seat], move)
			return seat, move
		}
		shown := len(p.seen())
		p.pass(10 * time.Second)
		if s = p.state(s.ID); s.Match.N() != 0 || len(p.seen()) != shown {
			t.Errorf("after the beat there are %d inputs, and %d states were shown", s.Match.N(), len(p.seen())-shown)
		}
		first, _ := press()
		if s.Match.N() != 1 || s.Status.Awaits[0] == first {
			t.Errorf("the card was not laid at once: %d inputs, awaits %v", s.Match.N(), s.Status.Awaits)
		}
		before := s.Status
		press()
		p = p.kill()
		if s = p.state(s.ID); !reflect.DeepEqual(s.Status.Awaits, before.Awaits) || s.Status.Due != before.Due {
			t.Errorf("the chosen card shows: %+v, want %+v", s.Status, before)
		}
		p.pass(3*time.Second + Grace)
		if s = p.state(s.ID); s.Match.N() != 3 {
			t.Errorf("after the beat there are %d inputs, want 3", s.Match.N())
		}
	})
}

// TestBeatAtNight: at a table by days the beat passes at any hour. So a card that is
// pressed at night is laid at once, and until a card is laid nobody sees whether one was
// chosen.
func TestBeatAtNight(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), byDays...)
		defer p.leave()
		untilHour(23)
		people := []User{anya, boris}
		s := p.sit("somnia", map[string]string{"pace": "1d", "from": "10", "to": "22", "zone": "Etc/UTC"}, people...)
		press := func() games.Seat {
			seat := s.Status.Awaits[0]
			move, _ := s.Match.Choose(seat, games.Normal)
			s = p.play(s.ID, people[seat], move)
			return seat
		}
		p.pass(5 * time.Minute)
		s = p.state(s.ID)
		first := press()
		if s.Status.Awaits[0] == first {
			t.Fatalf("after five minutes the card of seat %d is not laid", first)
		}
		ends := func() string {
			at, runs := s.When(s.Status.Due)
			return fmt.Sprint(at, runs, s.Running, s.Status)
		}
		p.pass(time.Second)
		s = p.state(s.ID)
		before := ends()
		if second := press(); s.Status.Awaits[0] != second {
			t.Fatalf("the card of seat %d is laid before the beat", second)
		}
		if now := ends(); now != before {
			t.Errorf("when the card was chosen, others saw %s change to %s", before, now)
		}
		n := s.Match.N()
		p.pass(2*time.Second + Grace)
		if s = p.state(s.ID); s.Match.N() != n+1 {
			t.Errorf("at the beat there are %d inputs, want %d", s.Match.N(), n+1)
		}
	})
}
