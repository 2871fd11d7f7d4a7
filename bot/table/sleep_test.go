package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream"
	"oneiros/games/whenidream/kit"
	"oneiros/store"
)

var sleepers = []User{anya, boris, vera, gleb}

// phase is the phase of a match of When I Dream.
func phase(t *testing.T, m games.Match) kit.Phase {
	t.Helper()
	b, err := m.View(games.Viewer{})
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Phase kit.Phase `json:"phase"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v.Phase
}

// drive lets the people who are awake act, or the clock.
func (p *party) drive(match string) *State {
	p.t.Helper()
	s := p.state(match)
	n := s.Match.N()
	p.pass(1500 * time.Millisecond)
	if s = p.state(match); s.Match.N() > n || s.Phase != Live {
		return s
	}
	order := slices.Clone(s.Status.Awaits)
	for i := range s.Players {
		order = append(order, games.Seat(i))
	}
	for _, seat := range order {
		i, who := int(seat), s.Players[seat]
		if who.Open || who.Asleep || (int(time.Now().Unix())+i)%5 == 0 { // now and then a person is slow
			continue
		}
		move, ok := s.Match.Choose(games.Seat(i), games.Normal)
		if !ok {
			continue
		}
		next, err := p.tables.Send(p.t.Context(), match, Action{Kind: Play, User: who.User, Press: p.now(), Turn: s.Turns[1+i], Move: move})
		if _, refused := games.Refused(err); err != nil && !refused {
			p.t.Fatalf("%q of seat %d: %v", move, i, err)
		}
		if next.Match.N() > n {
			return next
		}
	}
	return s
}

// TestDreamGoesOn lets each seat of When I Dream leave or fall asleep in each
// phase. Then it kills the process. The match goes on to its end, and every
// automatic move comes at its pace, once people have looked at what happened. The log leads to the
// position.
func TestDreamGoesOn(t *testing.T) {
	gametest.NotShort(t)
	phases := []kit.Phase{kit.Dusk, kit.Night, kit.Last, kit.Story, kit.Check, kit.Dawn}
	if testing.Short() {
		phases = phases[1:3]
	}
	virtual(t, func(t *testing.T) {
		type moment struct {
			store *memory
			match string
		}
		found := map[kit.Phase]moment{}
		p := gather(t, newMemory(), whenidream.Game)
		for table := discord.ID(1); len(found) < 6; table++ { // a match need not have all phases
			s, err := p.tables.Create(t.Context(), New{Channel: channel + table, Game: "when-i-dream", Host: anya, Options: map[string]string{"night": "30", "story": "30"}})
			if err != nil {
				t.Fatal(err)
			}
			for _, u := range sleepers[1:] {
				p.do(s.ID, u, Join)
			}
			for s = p.do(s.ID, anya, Start); s.Phase == Live && len(found) < 6; s = p.drive(s.ID) {
				if at := phase(t, s.Match); found[at].store == nil {
					found[at] = moment{p.store.(*memory).copy(), s.ID}
				}
			}
		}
		press := p.press
		p.leave()
		walked := 0
		for _, at := range phases {
			for seat := range games.Seat(len(sleepers)) {
				for _, how := range []string{"leave", "sleep"} {
					name := fmt.Sprintf("%s, seat %d, %s", at, seat, how)
					m, match := found[at].store.copy(), found[at].match
					if how == "sleep" {
						r := m.matches[match]
						r.Players[slices.IndexFunc(r.Players, func(p store.Player) bool { return p.Seat == int(seat) })].Asleep = true
					}
					q := gather(t, m, whenidream.Game)
					q.press = press
					if how == "leave" {
						q.do(match, sleepers[seat], Leave)
					}
					left := q.store.(*memory).copy()
					q.leave()
					q = gather(t, left, whenidream.Game)
					q.press = press + 1000
					walked += q.goesOn(name, match, seat)
					q.leave()
				}
			}
		}
		if walked < 100 {
			t.Errorf("only %d automatic moves in all", walked)
		}
	})
}

// goesOn plays a match to its end while one seat is played automatically, and tells
// how often it was.
func (p *party) goesOn(name, match string, seat games.Seat) (walked int) {
	p.t.Helper()
	s := p.state(match)
	first := s.Match
	awaited := s.Clock // since when the seat is awaited or wants to act, if it does
	last := time.Duration(0)
	began := time.Now()
	for s.Phase == Live {
		if s.Match.N() > 3000 || time.Since(began) > 6*time.Hour || !s.Running {
			p.t.Fatalf("%s: the match does not end: %+v", name, s)
		}
		s = p.drive(match)
	}
	log, err := p.store.(*memory).Inputs(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	auto := p.automatic(match)
	again, was := first, !first.Waits(seat, games.Normal)
	var shown, look time.Duration // what everybody saw happen, and for how long people look at it
	for _, in := range log[first.N():] {
		if slices.Contains(auto, in.N) {
			since := max(awaited, last)
			want := since + Pace
			if st := again.Status(); !st.Break && !st.Sand {
				want = max(want, min(shown+look, since+MostLook))
			}
			if in.Seat != seat || in.Kind != games.KindPlay || in.At != want {
				p.t.Errorf("%s: automatic input %+v, expected at %v", name, in, want)
			}
			last = in.At
			walked++
		} else if in.Kind == games.KindPlay && in.Seat == seat {
			p.t.Errorf("%s: input %+v is not said to be automatic", name, in)
		}
		before := again
		if again, err = again.Do(in); err != nil {
			p.t.Fatal(err)
		}
		if !again.SameToPublic(before) {
			shown, look = in.At, min(max(shown+look-in.At, 0)+timing.LookFor(before, again), MostLook)
		}
		is := !again.Waits(seat, games.Normal)
		if is && !was {
			awaited = in.At
		}
		was = is
	}
	if !bytes.Equal(again.Snapshot().Position, s.Match.Snapshot().Position) {
		p.t.Errorf("%s: the log does not lead to the position", name)
	}
	results, err := p.store.(*memory).Results(p.t.Context(), match)
	if err != nil || len(results) != len(sleepers) {
		p.t.Fatalf("%s: results %v, %v", name, results, err)
	}
	for i, r := range results {
		if want := sleepers[i].ID; games.Seat(i) != seat && r.User != uint64(want) || games.Seat(i) == seat && r.User != 0 {
			p.t.Errorf("%s: the result of seat %d is user %d's", name, i, r.User)
		}
	}
	return walked
}

// TestWalkTellsNothing plays a sleepwalker while others act in secret: the moment
// of its move does not depend on them.
func TestWalkTellsNothing(t *testing.T) {
	virtual(t, func(t *testing.T) {
		for _, whispers := range []int{0, 1, 7} {
			p := gather(t, newMemory())
			s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
			p.do(s.ID, anya, Leave)
			p.pass(Pace)
			p.play(s.ID, boris, "add 1")
			at := p.state(s.ID).Match.At()
			for range whispers {
				p.pass(200 * time.Millisecond)
				p.play(s.ID, boris, "whisper")
			}
			p.pass(Pace - time.Duration(whispers)*200*time.Millisecond)
			got := p.state(s.ID)
			if got.Match.At() != at+Pace || got.Status.Awaits[0] != 1 || len(got.Notes) > 2 {
				t.Errorf("after %d whispers the sleepwalker takes %v", whispers, got.Match.At()-at)
			}
			p.leave()
		}
	})
}

// TestWalkMakesNoIdleMoves: a move that would change nothing is not made. The seat
// waits for its deadline.
func TestWalkMakesNoIdleMoves(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60", "fuse": "idle"}, anya, boris)
		p.do(s.ID, anya, Leave)
		p.pass(30 * time.Second)
		p.are("moves", p.moves(s.ID))
		p.play(s.ID, boris, "whisper")
		p.pass(30*time.Second + Grace)
		p.are("moves", p.moves(s.ID), "1 whisper", "expire")
		p.leave()
	})
}

// TestOwnersComeBackLate presses a button that is stale because its seat was played
// automatically. The press still wakes its owner.
func TestOwnersComeBackLate(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		for !p.state(s.ID).Players[0].Asleep {
			p.pass(60*time.Second + Grace)
			p.play(s.ID, boris, "add 1")
		}
		turn := p.state(s.ID).Turns[1]
		p.pass(Pace)
		press := p.now()
		a := Action{Kind: Play, User: anya, Turn: turn, Move: "add 1", Press: press}
		p.refused2(s.ID, a, "table.stale")
		if got := p.state(s.ID); got.Players[0].Asleep {
			t.Error("a stale press does not wake its owner")
		}
		synctest.Wait()
		p.are("notes", p.notes(s.ID), "away 0", "asleep 0", "host 1", "back 0")
		p.leave()
	})
}

// TestSilenceTellsNothing lets everybody at When I Dream do nothing. It does so in
// a match and in others that look the same to the public. The public is told the
// same about people who are away, at the same moments. The cards that they hold do
// not matter.
func TestSilenceTellsNothing(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), whenidream.Game)
		s, err := p.tables.Create(t.Context(), New{Channel: channel, Game: "when-i-dream", Host: anya})
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range sleepers[1:] {
			p.do(s.ID, u, Join)
		}
		s = p.do(s.ID, anya, Start)
		dealt := p.store.(*memory).copy()
		p.leave()
		var first []string
		different := false
		for i := range uint64(6) {
			m := dealt.copy()
			twin := s.Match
			if i > 0 {
				if twin, err = s.Match.Redeal(games.Viewer{}, rand.New(rand.NewPCG(i, 1))); err != nil {
					t.Fatal(err)
				}
				different = different || !bytes.Equal(twin.Snapshot().Position, s.Match.Snapshot().Position)
			}
			m.matches[s.ID].Position.Data = twin.Snapshot().Position
			q := gather(t, m, whenidream.Game)
			for len(q.automatic(s.ID)) == 0 {
				if q.pass(time.Second); q.state(s.ID).Clock > time.Hour {
					t.Fatal("nobody falls asleep")
				}
			}
			var all []string
			for _, step := range m.inputs[s.ID] {
				all = append(all, fmt.Sprint(step.Input.At, step.Input.Kind, step.Input.Seat))
			}
			for _, n := range m.notes[s.ID] {
				all = append(all, fmt.Sprint(n.At.Sub(q.state(s.ID).Resumed), n.What, n.Who))
			}
			if i == 0 {
				first = all
			}
			q.are(fmt.Sprintf("twin %d", i), all, first...)
			q.leave()
		}
		if !different || len(first) < 10 {
			t.Errorf("the matches do not differ, or too little happened: %v", first)
		}
	})
}
