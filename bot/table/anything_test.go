package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/bot/table/people"
	"oneiros/games"
)

// TestAnything lets users do anything in any order, and kills the process again
// and again. After each step the invariants hold, and a restart loses nothing.
func TestAnything(t *testing.T) {
	matches := uint64(60)
	if testing.Short() {
		matches = 10
	}
	kinds := map[Kind]int{}
	ends := map[Phase]int{}
	for seed := range matches {
		virtual(t, func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 3))
			users := []User{anya, boris, vera, gleb, eve, {ID: 6, Name: "Фёдор", Locale: "ru"}}
			game := []string{"walkers", "leavers", "sum", "dash"}[r.IntN(4)]
			options := map[string]string{"goal": fmt.Sprint(20 + r.IntN(60)), "sand": []string{"0", "20", "60"}[r.IntN(3)]}
			moves := []string{"add 1"}
			if game == "dash" {
				delete(options, "goal")
				options["mark"] = "10"
				moves = []string{"clap", "clap", "take 1", "note", "draft", "shut"}
			}
			p := gather(t, newMemory(), dash)
			s := p.sit(game, options, users[:2+r.IntN(3)]...)
			halted := false
			for range 150 {
				u := users[r.IntN(len(users))]
				a := Action{User: u, Press: p.now(), Turn: AnyTurn, Moderator: r.IntN(20) == 0, Seat: games.Seat(r.IntN(6) - 1), Move: moves[r.IntN(len(moves))]}
				doing := []Kind{Play, Play, Play, Play, Leave, Join, Join, Kick, Transfer, Pause, Resume, Resume, Agree, Agree, Object, Back, Back, Start, people.MemberLeft, Faster, Faster, Slower}
				a.Kind = doing[r.IntN(len(doing))]
				switch what := r.IntN(100); {
				case what < 20:
					p.pass(time.Duration(r.IntN(70_000)) * time.Millisecond)
					a.Kind = ""
				case what < 22:
					a.Kind = Stop
				case what < 24:
					p.tables.Halt(HaltGateway, time.Now().Add(-time.Duration(r.IntN(30))*time.Second))
					halted, a.Kind = true, ""
				case what < 45 && s.Phase == Live:
					a.User = s.Players[s.Status.Awaits[0]].User
					a.Kind = Play
				}
				if halted && r.IntN(3) == 0 {
					p.tables.Unhalt(HaltGateway)
					halted = false
				}
				synctest.Wait()
				before := p.state(s.ID)
				if a.Kind != "" && a.User.ID != 0 {
					_, err := p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, a))
					_, refused := games.Refused(err)
					if err != nil && !refused {
						t.Fatalf("seed %d: %s of %s: %v", seed, a.Kind, a.User.Name, err)
					}
					if err == nil {
						kinds[a.Kind]++
					}
				}
				synctest.Wait()
				s = p.state(s.ID)
				p.sound(seed, s)
				if s.Rev < before.Rev {
					t.Fatalf("seed %d: revision %d after %d", seed, s.Rev, before.Rev)
				}
				if r.IntN(4) == 0 {
					p = p.kill()
					synctest.Wait()
					halted = false
					p.kept(seed, s, p.state(s.ID))
					s = p.state(s.ID)
				}
				if s.Phase != Live {
					break
				}
			}
			ends[s.Phase]++
			p.tables.Unhalt(HaltGateway)
			log, err := p.store.(*memory).Inputs(t.Context(), s.ID)
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.Game.Deal(s.Match.Snapshot().Seed, games.Table{Seats: len(s.Players), Options: s.Options})
			if err != nil {
				t.Fatal(err)
			}
			for _, in := range log {
				if m, err = m.Do(in); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
			if p.pass(0); m.N() == p.state(s.ID).Match.N() && !bytes.Equal(m.Snapshot().Position, p.state(s.ID).Match.Snapshot().Position) {
				t.Errorf("seed %d: the log does not lead to the position", seed)
			}
			p.leave()
		})
	}
	if testing.Short() {
		return
	}
	for _, k := range []Kind{Play, Leave, Join, Kick, Transfer, Pause, Resume, Agree, Object, Back, people.MemberLeft, Faster, Slower} {
		if kinds[k] == 0 {
			t.Errorf("nobody ever did %q", k)
		}
	}
	if ends[Over] == 0 || ends[Void] == 0 {
		t.Errorf("the matches ended %v", ends)
	}
}

// sound checks the invariants of a table.
func (p *party) sound(seed uint64, s *State) {
	p.t.Helper()
	fail := func(what string) { p.t.Fatalf("seed %d: %s: %+v", seed, what, s) }
	if s.Phase != Live {
		if s.Motion != nil || s.Running {
			fail("something goes on after the end")
		}
		return
	}
	there, owners := s.Awake(), 0
	for i, who := range s.Players {
		if who.Open != (who.ID == 0) || who.Name == "" || who.Open && (who.Asleep || who.Missed > 0) {
			fail("a seat is neither open nor owned")
		}
		if seat, ok := s.Seat(who.ID); !who.Open && (!ok || int(seat) != i) {
			fail("somebody sits twice")
		}
		if !who.Open {
			owners++
		}
		if who.Asleep != (who.Missed >= MaxMissed) {
			fail("who sleeps has missed too few deadlines")
		}
	}
	host, _ := s.Seat(s.Host)
	switch {
	case owners == 0:
		fail("nobody has a seat")
	case len(there) == 0 && s.Running:
		fail("nobody is there and the clock runs")
	case len(there) > 0 && s.Paused.Key == "table.pause.empty":
		fail("somebody is there and the table waits")
	case len(there) > 0 && !slices.Contains(there, host):
		fail("the host is not there")
	case s.Running != s.Paused.IsZero() && !(owners == 1 && s.Patient):
		fail("the clock stands without a reason")
	}
	if at, runs := s.When(s.Status.Due); runs && s.Status.Due > s.Now(time.Now()) && time.Until(at) != s.Left(s.Status.Due, time.Now()) {
		fail("the deadline is not as far away as what is left")
	}
	if v := s.Motion; v != nil {
		for _, seat := range append(slices.Clone(v.Yes), v.No...) {
			if !slices.Contains(there, seat) {
				fail("somebody votes who is not there")
			}
		}
		need := len(there)/2 + 1
		if v.Kind == Faster {
			need = len(there)
		}
		if v.Need != need || len(v.Yes) >= v.Need || len(v.Yes) == 0 || len(v.No) > len(there)-v.Need || !time.Now().Before(v.Until) {
			fail("a motion is decided and open")
		}
	}
	if len(s.Notes) > 3 {
		fail("too many notes")
	}
}

// kept checks that a restart lost nothing.
func (p *party) kept(seed uint64, before, after *State) {
	p.t.Helper()
	type kept struct {
		Phase   Phase
		Host    any
		Faster  bool
		Players []Player
		Motion  *Motion
		Notes   []Note
		Turns   []int
		Rev     uint64
	}
	of := func(s *State) kept {
		return kept{s.Phase, s.Host, s.Faster, s.Players, s.Motion, s.Notes, s.Turns, s.Rev}
	}
	if d := cmp.Diff(of(before), of(after)); d != "" {
		p.t.Fatalf("seed %d: a restart changed\n%s", seed, d)
	}
	if lost := after.Clock - before.Now(time.Now()); lost < -time.Second || lost > 0 {
		p.t.Fatalf("seed %d: a restart moved the clock by %v", seed, lost)
	}
}
