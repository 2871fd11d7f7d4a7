package table

import (
	"bytes"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/games"
	"oneiros/games/somnia"
	"oneiros/games/whenidream"
)

// hurried are tables whose clocks run ten times as fast while no person is asked.
func hurried(t *testing.T, playsItself func(discord.ID) bool, list ...games.Game) *party {
	t.Helper()
	m := newMemory()
	p := &party{t: t, store: m, log: &bytes.Buffer{}}
	var err error
	p.tables, err = Open(t.Context(), Config{Stores: storesOf(m), Games: list, Log: savelog.New(zerolog.New(p.log)), Speed: 10, PlaysItself: playsItself})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.leave)
	return p
}

// ends is how long it takes until the deadline of a match.
func (p *party) ends(match string) time.Duration {
	p.t.Helper()
	s := p.state(match)
	at, ok := s.When(s.Status.Due)
	if !ok {
		p.t.Fatalf("the clock stands: %+v", s)
	}
	return time.Until(at)
}

// TestSpeed: where match clocks run ten times as fast, automatic players need a tenth
// of the time. A person who is asked has the whole time, and is told the right moment.
func TestSpeed(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := hurried(t, nil, walkers)
		s := p.alone("walkers", map[string]string{"goal": "12", "sand": "60"}, 4)
		p.to(s.ID, boris, TakeSeat, 3) // for a person who plays alone the clock would stand
		if d := p.ends(s.ID); d != time.Minute {
			t.Errorf("a person has %v", d)
		}
		p.pass(time.Second)
		if now := p.state(s.ID).Now(time.Now()); now != time.Second {
			t.Errorf("after a second of a person the clock is at %v", now)
		}
		p.do(s.ID, anya, Pause)
		p.pass(time.Minute)
		if now := p.do(s.ID, anya, Resume).Now(time.Now()); now != time.Second {
			t.Errorf("after a pause the clock is at %v", now)
		}
		p.play(s.ID, anya, "add 1")
		if d := p.ends(s.ID); d != 6*time.Second {
			t.Errorf("an automatic player has %v", d)
		}
		began, asked := time.Now(), time.Duration(0)
		for s = p.state(s.ID); s.Phase == Live; s = p.state(s.ID) {
			if seat := s.Status.Awaits[0]; !s.Players[seat].Auto {
				p.pass(2 * time.Second)
				asked += 2 * time.Second
				p.play(s.ID, s.Players[seat].User, "add 1")
			}
			p.pass(100 * time.Millisecond)
		}
		log, err := p.store.Inputs(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		last, thought := log[0].At, time.Duration(0)
		for _, in := range log[1:] {
			took := in.At - last
			auto := s.Players[in.Seat].Auto
			if auto {
				thought += took
			}
			if auto && (took < Pace/2 || took > Pace) {
				t.Errorf("input %d of an automatic player came after %v of the clock", in.N, took)
			}
			last = in.At
		}
		if asked == 0 || thought == 0 {
			t.Fatalf("a person was asked for %v, and automatic players for %v", asked, thought)
		}
		if took := time.Since(began); took < asked+thought/10 || took > asked+thought/10+time.Second {
			t.Errorf("it took %v; a person was asked for %v, and automatic players for %v of the clock", took, asked, thought)
		}
	})
}

// TestSpeedAway: nobody waits for a person who is away, so the clock runs fast again.
func TestSpeedAway(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := hurried(t, nil, sum)
		s := p.sit("sum", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		for turn, want := range []time.Duration{time.Minute, time.Minute, time.Minute, time.Minute, 6 * time.Second} {
			if d := p.ends(s.ID); d != want {
				t.Errorf("turn %d ends in %v, want %v", turn, d, want)
			}
			if turn%2 == 0 {
				p.pass(time.Minute + Grace) // Anya does nothing
			} else {
				p.play(s.ID, boris, "add 1")
			}
		}
	})
}

// TestSpeedItself: a person for whom a program presses needs no time, from the first change
// of the match on. When the person presses again, the next turn has its whole time.
func TestSpeedItself(t *testing.T) {
	virtual(t, func(t *testing.T) {
		var itself map[discord.ID]bool
		p := hurried(t, func(user discord.ID) bool { return itself[user] }, sum)
		s := p.sit("sum", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		for _, c := range []struct {
			who    User
			itself bool
			want   time.Duration // the next turn, of the other one
		}{
			{anya, true, time.Minute}, {boris, true, 6 * time.Second}, {anya, true, 6 * time.Second}, {boris, true, 6 * time.Second},
			{anya, false, 6 * time.Second}, {boris, true, time.Minute}, {anya, false, 6 * time.Second},
		} {
			now := maps.Clone(itself)
			if now == nil {
				now = map[discord.ID]bool{}
			}
			now[c.who.ID] = c.itself
			itself = now
			before := p.ends(s.ID)
			p.pass(time.Second)
			if d := p.ends(s.ID); before-d != time.Second {
				t.Errorf("in a second, %v of the turn have passed", before-d)
			}
			p.play(s.ID, c.who, "add 1")
			if d := p.ends(s.ID); d != c.want {
				t.Errorf("after the move of %s the turn ends in %v, want %v", c.who.Name, d, c.want)
			}
		}
	})
}

// TestSpeedOutOfTurn: in a game in which people act out of turn, their time passes as fast as
// the time of day while they may. The dreamer of When I Dream guesses while others are
// awaited.
func TestSpeedOutOfTurn(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := hurried(t, nil, whenidream.Game)
		s := p.alone("when-i-dream", map[string]string{"night": "60", "words": "en"}, 4)
		times := 0
		for began := time.Now(); s.Phase == Live && times < 20 && time.Since(began) < 4*time.Hour; s = p.state(s.ID) {
			if s.Running && !s.Status.Break && !slices.Contains(s.Status.Awaits, 0) && len(s.Match.Moves(0)) > 0 {
				times++
				if at, ok := s.When(s.Clock + time.Second); !ok || at.Sub(s.Since) != time.Second {
					t.Fatalf("a second of the clock takes %v while a person may act: %+v", at.Sub(s.Since), s.Status)
				}
			}
			p.pass(500 * time.Millisecond)
		}
		if times == 0 {
			t.Error("the person could never act out of turn")
		}
	})
}

// TestSpeedBeat: the time before a beat is nobody's own, so it passes fast. The player has
// the whole time after it.
func TestSpeedBeat(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := hurried(t, nil, somnia.Game)
		people := []User{anya, boris}
		s := p.sit("somnia", map[string]string{"clock": "120"}, people...)
		press := func() {
			seat := s.Status.Awaits[0]
			move, _ := s.Match.Choose(seat, games.Normal)
			s = p.play(s.ID, people[seat], move)
		}
		p.pass(10 * time.Second)
		s = p.state(s.ID)
		press()
		beat, due := s.Status.Beat-s.Clock, s.Status.Due-s.Clock
		if beat <= 0 || due <= beat {
			t.Fatalf("there is no beat: %+v at %v", s.Status, s.Clock)
		}
		if d, want := p.ends(s.ID), beat/10+due-beat; d != want {
			t.Errorf("the turn ends in %v, want %v: the beat is after %v of %v", d, want, beat, due)
		}
		press()
		if s.Match.N() != 2 || s.Status.Beat-s.Clock != beat {
			t.Fatalf("the card was laid before the beat: %+v", s.Status)
		}
		p.pass(beat/10 + Grace)
		if s = p.state(s.ID); s.Match.N() != 3 {
			t.Errorf("after the beat there are %d inputs, want 3", s.Match.N())
		}
		p.pass(5 * time.Second)
		if s := p.state(s.ID); s.Now(time.Now())-s.Clock < 5*time.Second-Grace {
			t.Errorf("five seconds later the clock is at %v: %+v", s.Now(time.Now()), s)
		}
	})
}

// TestSpeedByDays: hours of a person pass faster, too, where all clocks run fast. Nobody
// tries a table by days for days.
func TestSpeedByDays(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := hurried(t, nil, byDays...)
		untilHour(12)
		s := p.sit("somnia", map[string]string{"pace": "12h", "from": "0", "to": "24", "zone": "Etc/UTC"}, anya, boris)
		if d := p.ends(s.ID); d > 73*time.Minute || d < 70*time.Minute {
			t.Errorf("a turn of twelve hours ends in %v", d)
		}
	})
}

// TestSlow: where match clocks run at a tenth, a person who is asked has ten times the time,
// too, and is told the right moment.
func TestSlow(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := &party{t: t, store: m, log: &bytes.Buffer{}}
		var err error
		p.tables, err = Open(t.Context(), Config{Stores: storesOf(m), Games: []games.Game{walkers}, Log: savelog.New(zerolog.New(p.log)), Speed: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.leave)
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		if d := p.ends(s.ID); d != 10*time.Minute {
			t.Errorf("a turn of a minute lasts %v", d)
		}
		p.pass(10 * time.Second)
		if now := p.state(s.ID).Now(time.Now()); now != time.Second {
			t.Errorf("after ten seconds the clock is at %v", now)
		}
		if d := p.ends(s.ID); d != 10*time.Minute-10*time.Second {
			t.Errorf("then it lasts %v", d)
		}
		n := p.state(s.ID).Match.N()
		p.pass(10*time.Minute - 11*time.Second)
		if now := p.state(s.ID).Match.N(); now != n {
			t.Error("the turn ended too early")
		}
		p.pass(time.Minute)
		if now := p.state(s.ID).Match.N(); now == n {
			t.Error("the turn did not end")
		}
	})
}
