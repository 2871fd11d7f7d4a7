package table

import (
	"bytes"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/whenidream"
)

// TestAgainWithAnotherMode opens a match after a match. Options that people chose
// stay; the others get the defaults of the new mode.
func TestAgainWithAnotherMode(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), whenidream.Game)
		defer p.leave()
		s, err := p.tables.Create(t.Context(), New{Channel: channel, Game: "when-i-dream", Host: anya, Options: map[string]string{"story": "77"}})
		if err != nil {
			t.Fatal(err)
		}
		before := s.Options
		p.do(s.ID, anya, Stop)
		s = p.do(s.ID, anya, Again)
		s, err = p.tables.Send(t.Context(), s.ID, Action{Kind: SetOption, User: anya, Press: p.now(), Key: "mode", Value: "voice"})
		if err != nil {
			t.Fatal(err)
		}
		want, err := whenidream.Game.Info().Complete(map[string]string{"mode": "voice", "story": "77"})
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(s.Options, want) || cmp.Equal(s.Options["clue"], before["clue"]) && cmp.Equal(s.Options["night"], before["night"]) {
			t.Errorf("the options are %v, before %v, want %v", s.Options, before, want)
		}
	})
}

// TestDream plays a whole match of When I Dream, killed after every fiftieth input.
// It deals and replays it from its seed.
func TestDream(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m, whenidream.Game)
		s, err := p.tables.Create(t.Context(), New{Channel: channel, Game: "when-i-dream", Host: anya, Options: map[string]string{"night": "60"}})
		if err != nil {
			t.Fatal(err)
		}
		people := []User{anya, boris, vera, gleb, eve}
		for _, u := range people[1:] {
			p.do(s.ID, u, Join)
		}
		s = p.do(s.ID, anya, Start)
		hash := s.SeedHash
		for s.Phase == Live {
			if s.Match.N() > 5000 {
				t.Fatal("the match does not end")
			}
			if s.Match.N()%50 == 49 {
				left := m.copy()
				p.leave()
				m = left
				p = gather(t, m, whenidream.Game)
				after := p.state(s.ID)
				if after.Rev != s.Rev || !cmp.Equal(after.Turns, s.Turns) || !bytes.Equal(after.Match.Snapshot().Position, s.Match.Snapshot().Position) {
					t.Fatalf("after input %d a restart lost something", s.Match.N())
				}
			}
			n := s.Match.N()
			for i, u := range people {
				if move, ok := s.Match.Choose(games.Seat(i), games.Normal); ok && (n+i)%7 != 0 { // now and then a person does nothing
					time.Sleep(2500 * time.Millisecond)
					next, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: u, Press: p.now(), Turn: s.Turns[1+i], Move: move})
					if _, refused := games.Refused(err); err != nil && !refused {
						t.Fatalf("%q of seat %d: %v", move, i, err)
					}
					if s = next; s.Match.N() > n {
						break
					}
				}
			}
			if s.Match.N() == n { // only the clock goes on
				if s.Status.Due == 0 {
					t.Fatalf("after input %d nobody has a move and there is no deadline", n)
				}
				time.Sleep(s.Left(s.Status.Due, time.Now()) + Grace)
				synctest.Wait()
				if s = p.state(s.ID); s.Match.N() == n {
					t.Fatalf("after input %d the deadline did not come", n)
				}
			}
		}
		log, err := m.Inputs(t.Context(), s.ID)
		if err != nil {
			t.Fatal(err)
		}
		deadlines := 0
		for _, in := range log {
			if in.Kind == games.KindExpire {
				deadlines++
			}
		}
		if s.Phase != Over || s.SeedHash != hash || deadlines == 0 {
			t.Errorf("the match is %s after %d deadlines", s.Phase, deadlines)
		}
		again, err := whenidream.Game.Deal(s.Match.Snapshot().Seed, games.Table{Seats: len(people), Options: s.Options})
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range log {
			if again, err = again.Do(in); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(again.Snapshot().Position, s.Match.Snapshot().Position) {
			t.Error("the log does not lead to the position")
		}
		results, err := m.Results(t.Context(), s.ID)
		if err != nil || len(results) != len(people) {
			t.Fatalf("results %v, %v", results, err)
		}
		for i, r := range results {
			if r.Score != s.Status.Scores[i] || r.Won != slices.Contains(s.Status.Winners, games.Seat(i)) {
				t.Errorf("the result of seat %d is %+v, the status %+v", i, r, s.Status)
			}
		}
		t.Logf("%d inputs, %d deadlines", len(log), deadlines)
		p.leave()
	})
}
