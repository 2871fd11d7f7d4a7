package table

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest/sample"
	"oneiros/store"
)

// contest is a moment of a match at which a race is on and several can race.
type contest struct {
	store *memory
	match string
	press uint64
}

// contests plays matches of a game with everybody awake. It keeps the moments at
// which at least two seats can make a move that races.
func contests(t *testing.T, g games.Game, seats int) (list []contest) {
	t.Helper()
	people := []User{anya, boris, vera, gleb, eve, {ID: 6, Name: "Fyodor", Locale: "ru"}, {ID: 7, Name: "Galya", Locale: "ru"}, {ID: 8, Name: "Hugh", Locale: "en-GB"}, {ID: 9, Name: "Ira", Locale: "ru"}, {ID: 10, Name: "Jan", Locale: "en-US"}}[:seats]
	p := gather(t, newMemory(), g)
	defer p.leave()
	s := p.sit(g.Info().Name, nil, people...)
	for s.Phase == Live && s.Match.N() < 400 && len(list) < 4 {
		racers := 0
		for seat := range games.Seat(seats) {
			if slices.ContainsFunc(s.Match.Moves(seat), s.Match.Races) {
				racers++
			}
		}
		if s.Match.Racing() && racers > 1 {
			list = append(list, contest{p.store.(*memory).copy(), s.ID, p.press})
		}
		n := s.Match.N()
		p.pass(1500 * time.Millisecond)
		for _, seat := range append(slices.Clone(s.Status.Awaits), 0, 1) {
			if move, ok := s.Match.Choose(seat, games.Normal); ok {
				if next, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: people[seat], Press: p.now(), Turn: AnyTurn, Move: move}); err == nil {
					s = next
					break
				}
			}
		}
		if s = p.state(s.ID); s.Match.N() == n {
			p.pass(time.Minute)
			s = p.state(s.ID)
		}
	}
	return list
}

// TestAnyOrderOfArrival lets everybody make moves that race at nearly the same
// moment, at every game that races. The presses arrive in many orders within the
// window. The log and the answers are the same for all of them.
func TestAnyOrderOfArrival(t *testing.T) {
	for _, g := range append([]games.Game{sample.Game, dash}, all.Games...) {
		if !g.Races() {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				contested := 0
				for match := uint64(0); contested < 3; match++ {
					if match == 20 {
						t.Fatalf("in %d matches two racing moves were played in one window %d times", match, contested)
					}
					for i, c := range contests(t, g, min(g.Info().Max, 4)) {
						if c.anyOrder(t, g, 10*match+uint64(i)) {
							contested++
						}
					}
				}
			})
		})
	}
}

// anyOrder sends the same presses in many orders, and reports whether two of them
// were played.
func (c contest) anyOrder(t *testing.T, g games.Game, seed uint64) bool {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	type plan struct {
		user User
		move string
		made time.Duration
	}
	var plans []plan
	var first []string
	played := 0
	for order := range 12 {
		time.Sleep(time.Until(time.Now().Truncate(time.Millisecond).Add(time.Millisecond))) // stamps are whole milliseconds
		p := gather(t, c.store.copy(), g)
		p.press = c.press
		s := p.state(c.match)
		if plans == nil {
			for i, who := range s.Players {
				moves := slices.DeleteFunc(s.Match.Moves(games.Seat(i)), func(m string) bool { return !s.Match.Races(m) })
				for range min(len(moves), 3) {
					plans = append(plans, plan{who.User, moves[r.IntN(len(moves))], time.Duration(r.IntN(200)) * time.Millisecond})
				}
			}
		}
		n := s.Match.N()
		p.pass(time.Second)
		var list []*sent
		for _, x := range plans { // in this order, so that ids of one moment agree
			list = append(list, p.later(x.user, x.move, x.made, time.Duration(r.Int64N(int64(RaceWindow)))))
		}
		p.send(c.match, list...)
		got := p.dated(c.match, n)
		for _, x := range list {
			got = append(got, fmt.Sprint(x.User.Name, " ", x.Move, ": ", x.said()))
			if x.took > RaceWindow {
				t.Errorf("%s of %s was held for %v", x.Move, x.User.Name, x.took)
			}
		}
		if order == 0 {
			first, played = got, p.state(c.match).Match.N()-n
		}
		if d := cmp.Diff(first, got); d != "" {
			t.Errorf("another order of arrival:\n%s", d)
		}
		p.leave()
	}
	return played > 1
}

// TestRaceOnDisk lets two presses arrive in the wrong order at a table on the real
// store. Each is dated by its stamp.
func TestRaceOnDisk(t *testing.T) {
	virtual(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "oneiros.db")
		s, err := store.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		p, m := dashed(t, inFile(s), nil, anya, boris)
		p.send(m.ID,
			p.later(anya, "clap", 40*time.Millisecond, 10*time.Millisecond),
			p.later(boris, "clap", 0, 80*time.Millisecond))
		p.are("the log", p.dated(m.ID, 0), "10s 1 clap", "10.04s 0 clap")
		p.leave()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestHeldFor tells how long presses are held. They are held for what is left of
// the window after their stamps. It is not longer than the window after they
// arrive. Where nothing races, they are not held at all.
func TestHeldFor(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), nil, anya, boris, vera)
		defer p.leave()
		for name, x := range map[string]struct {
			move        string
			made, delay time.Duration
			want        time.Duration
		}{
			"at once":         {"clap", 0, 0, RaceWindow},
			"slow":            {"clap", 0, 200 * time.Millisecond, RaceWindow - 200*time.Millisecond},
			"too slow":        {"clap", 0, 2 * time.Second, 0},
			"from the future": {"clap", 5 * time.Second, -5 * time.Second, RaceWindow},
			"a note":          {"note", 0, 0, 0},
			"a draft":         {"draft", 0, 0, 0},
			"not a move":      {"sing", 0, 0, 0},
		} {
			press := p.later(anya, x.move, x.made, x.delay)
			p.send(s.ID, press)
			if press.took != x.want || (press.err == nil) == (x.move == "sing") {
				t.Errorf("%s: held for %v, want %v; %v", name, press.took, x.want, press.err)
			}
			p.pass(6 * time.Second)
		}
		p.play(s.ID, vera, "shut")
		late := p.later(boris, "clap", 0, 0)
		p.send(s.ID, late)
		if late.took != 0 || late.said() != "refuse.not-now" {
			t.Errorf("after the race: held for %v, %v", late.took, late.err)
		}
	})
}

// TestFutureStamps lets two presses whose stamps are ahead of our clock arrive in
// the wrong order. The one that arrives first has waited long enough first. The
// other is still played before it.
func TestFutureStamps(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), nil, anya, boris)
		defer p.leave()
		early, late := p.later(boris, "clap", 2*time.Second, -1900*time.Millisecond), p.later(anya, "clap", 3*time.Second, -3*time.Second)
		p.send(s.ID, late, early)
		p.are("the log", p.dated(s.ID, 0), "10.1s 1 clap", "10.1s 0 clap")
		if early.took > RaceWindow || late.took > RaceWindow {
			t.Errorf("held for %v and %v", early.took, late.took)
		}
	})
}

// TestOwnOrder lets one person make a racing move and then others. None overtakes
// the one that is held, and other people's moves are played at once.
func TestOwnOrder(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), nil, anya, boris, vera)
		defer p.leave()
		clap := p.later(anya, "clap", 0, 0)
		note := p.later(anya, "note", 10*time.Millisecond, 0)
		other := p.later(boris, "note", 20*time.Millisecond, 0)
		leave := p.later(anya, "", 30*time.Millisecond, 0)
		leave.Kind, leave.Asked = Leave, GoesOn
		p.send(s.ID, clap, note, other, leave)
		// Boris' note came first and takes no moment from the clap before it.
		p.are("the log", p.dated(s.ID, 0), "9.67s 1 note", "10s 0 clap", "10s 0 note")
		if other.took != 0 || clap.took != RaceWindow || note.took != RaceWindow-10*time.Millisecond || leave.took != RaceWindow-30*time.Millisecond {
			t.Errorf("held for %v, %v, %v and %v", other.took, clap.took, note.took, leave.took)
		}
		if !leave.state.Players[0].Open {
			t.Error("Anya has not left")
		}
	})
}

// TestRaceAndDeadline lets presses race around a deadline. Those made before it
// count in their order, although they arrive after it. Those made after it find
// what it left. A mark leaves the race open and takes no moment from a press.
func TestRaceAndDeadline(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), map[string]string{"sand": "30", "mark": "10"}, anya, boris, vera)
		defer p.leave()
		p.pass(10*time.Second - 300*time.Millisecond) // 300 ms before the mark
		p.send(s.ID,
			p.later(anya, "clap", 290*time.Millisecond, 1300*time.Millisecond),
			p.later(boris, "clap", 100*time.Millisecond, 1440*time.Millisecond),
			p.later(vera, "clap", 310*time.Millisecond, 0),
			p.later(boris, "clap", 1500*time.Millisecond, 400*time.Millisecond))
		p.are("the log at the mark", p.dated(s.ID, 0),
			"19.8s 1 clap", "19.99s 0 clap", "20s expire", "20.01s 2 clap", "21.2s 1 clap")
		n := p.state(s.ID).Match.N()
		p.pass(30*time.Second - p.state(s.ID).Now(time.Now()) - 300*time.Millisecond)
		before := p.later(anya, "clap", 200*time.Millisecond, 1500*time.Millisecond)
		after := p.later(boris, "clap", 310*time.Millisecond, 0)
		p.send(s.ID, before, after)
		// It ends the race, so it is dated when it is played: Tempo.Grace later.
		p.are("the log at the end", p.dated(s.ID, n), "29.9s 0 clap", "31.5s expire")
		if before.err != nil || after.said() != "refuse.not-now" {
			t.Errorf("before: %v, after: %v", before.err, after.err)
		}
	})
}

// TestRaceAndSleepers lets an automatic player race against people: it has the
// moment that its pace gives it.
func TestRaceAndSleepers(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), nil, anya, boris, vera)
		defer p.leave()
		p.do(s.ID, anya, Leave) // her seat is awaited, and claps at 13 s, 16 s, …
		p.pass(2900 * time.Millisecond)
		p.send(s.ID,
			p.later(boris, "clap", 150*time.Millisecond, 0),
			p.later(vera, "clap", 50*time.Millisecond, 300*time.Millisecond))
		p.pass(200 * time.Millisecond)
		p.are("the log", p.dated(s.ID, 0), "12.95s 2 clap", "13s 0 clap", "13.05s 1 clap")
		// A store that hangs puts nobody at a disadvantage.
		m := p.store.(*memory)
		m.mu.Lock()
		m.gate = make(chan struct{})
		m.mu.Unlock()
		go func() {
			time.Sleep(4 * time.Second)
			close(m.gate)
		}()
		n := p.state(s.ID).Match.N()
		note := p.later(vera, "note", 2*time.Second, 0) // the store hangs with it
		p.send(s.ID, note, p.later(boris, "clap", 2700*time.Millisecond, 0))
		p.are("the log", p.dated(s.ID, n), "15.25s 2 note", "16s 0 clap", "16.3s 1 clap")
	})
}

// TestHeldWhile ends or changes a table while a press is held. The press gets a
// true answer, and sooner or later everybody has one.
func TestHeldWhile(t *testing.T) {
	for name, x := range map[string]struct {
		do   func(p *party, s *State)
		said string
		took time.Duration
	}{
		"pause":  {func(p *party, s *State) { p.do(s.ID, anya, Pause) }, "table.paused", 100 * time.Millisecond},
		"halt":   {func(p *party, _ *State) { p.tables.Halt(HaltGateway, time.Now()) }, HaltGateway, 100 * time.Millisecond},
		"stop":   {func(p *party, s *State) { p.do(s.ID, anya, Stop) }, "table.stopped", 100 * time.Millisecond},
		"kick":   {func(p *party, s *State) { p.to(s.ID, anya, Kick, 1) }, "table.not-seated", RaceWindow},
		"left":   {func(p *party, s *State) { p.do(s.ID, vera, Leave) }, "", RaceWindow},
		"close":  {func(p *party, _ *State) { p.leave() }, ErrClosed.Error(), 100 * time.Millisecond},
		"shut":   {func(p *party, s *State) { p.play(s.ID, anya, "shut") }, "refuse.not-now", 100 * time.Millisecond},
		"resume": {func(p *party, s *State) { p.do(s.ID, anya, Pause); p.do(s.ID, anya, Resume) }, "table.paused", 100 * time.Millisecond},
		"disk":   {func(p *party, _ *State) { p.store.(*memory).set(store.ErrFull) }, store.ErrFull.Error(), RaceWindow},
		"conflict": {func(p *party, s *State) { // another process plays a note and shuts the race
			q := gather(p.t, p.store, dash)
			q.press = p.press + 1000
			q.play(s.ID, vera, "note")
			q.leave()
		}, "", RaceWindow},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p, s := dashed(t, newMemory(), nil, anya, boris, vera)
				press := p.later(boris, "clap", 0, 0)
				go func() {
					time.Sleep(100 * time.Millisecond)
					x.do(p, s)
				}()
				p.send(s.ID, press)
				if press.said() != x.said || press.took != x.took {
					t.Errorf("answered %q after %v, want %q after %v", press.said(), press.took, x.said, x.took)
				}
				if played := slices.Contains(p.moves(s.ID), "1 clap"); played != (press.err == nil) {
					t.Errorf("answered %v, and the log is %v", press.err, p.moves(s.ID))
				}
				p.store.(*memory).set(nil)
				p.leave()
			})
		})
	}
}

// TestHeldAndKilled kills the process while a press is held: it was not answered
// and is not in the log. It is delivered again, twice, and is played once.
func TestHeldAndKilled(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), nil, anya, boris)
		press := p.later(boris, "clap", 0, 0)
		var left *memory
		go func() {
			time.Sleep(RaceWindow - time.Millisecond)
			left = p.store.(*memory).copy()
		}()
		p.send(s.ID, press)
		last := p.press
		p.leave()
		if press.err != nil || len(left.inputs[s.ID]) != 0 {
			t.Fatalf("before it was answered, the log was %v", left.inputs[s.ID])
		}
		p = gather(t, left, dash)
		p.press = last
		again, twice := *press, *press
		again.arrives, twice.arrives = time.Now(), time.Now()
		p.send(s.ID, &again, &twice)
		if again.err != nil || twice.err != nil {
			t.Errorf("delivered again: %v and %v", again.err, twice.err)
		}
		p.are("the log", p.moves(s.ID), "1 clap")
		p.leave()
	})
}

// TestRaceOfStaleButtons races from pages that others change meanwhile. A button of
// a panel becomes stale when the legal moves of its seat change. A button of the
// board becomes stale when something other than the race changed the board.
func TestRaceOfStaleButtons(t *testing.T) {
	type press struct {
		user   User
		move   string
		made   time.Duration
		board  bool
		behind int // how many turns the button is old
		said   string
	}
	for name, x := range map[string][]press{
		"claps on the board": {
			{anya, "clap", 0, true, 0, ""}, {boris, "clap", 200 * time.Millisecond, true, 0, ""}, {vera, "clap", 300 * time.Millisecond, true, 0, ""},
		},
		"claps on panels": {
			{anya, "clap", 0, false, 0, ""}, {boris, "clap", 200 * time.Millisecond, false, 0, ""},
		},
		"a double click": {
			{anya, "clap", 0, true, 0, ""}, {anya, "clap", 10 * time.Millisecond, true, 0, "table.stale"},
		},
		"what is taken changes the others' moves": {
			{anya, "take 1", 0, true, 0, ""}, {boris, "clap", 100 * time.Millisecond, true, 0, "table.stale"},
		},
		"also on panels": {
			{anya, "take 1", 0, false, 0, ""}, {boris, "clap", 100 * time.Millisecond, false, 0, "table.stale"},
		},
		"a board that was old before the race": {
			{anya, "clap", 0, true, 0, ""}, {boris, "clap", 100 * time.Millisecond, true, 1, "table.stale"},
		},
		"a board that everybody saw change": {
			{anya, "clap", 0, true, 0, ""}, {boris, "clap", 400 * time.Millisecond, true, 0, "table.stale"},
		},
		"no race on the board": {
			{anya, "clap", 0, true, 0, ""}, {boris, "note", 400 * time.Millisecond, true, 0, "table.stale"},
		},
		"drafts": {
			{anya, "draft", 0, false, 0, ""}, {anya, "draft", 0, false, 0, ""}, {anya, "clap", 0, false, 0, ""},
			{anya, "draft", 10 * time.Millisecond, false, 0, "table.stale"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p, s := dashed(t, newMemory(), nil, anya, boris, vera)
				defer p.leave()
				p.play(s.ID, vera, "clap")
				p.pass(5 * time.Second)
				s = p.state(s.ID)
				var list []*sent
				for _, want := range x {
					press := p.later(want.user, want.move, want.made, time.Millisecond)
					seat, _ := s.Seat(want.user.ID)
					if press.Board = want.board; want.board {
						press.Turn = s.Turns[0] - want.behind
					} else {
						press.Turn = s.Turns[1+seat] - want.behind
					}
					list = append(list, press)
				}
				p.send(s.ID, list...)
				for i, want := range x {
					if list[i].said() != want.said {
						t.Errorf("%s of %s: %q, want %q", want.move, want.user.Name, list[i].said(), want.said)
					}
				}
			})
		})
	}
}

// TestBoardAfterAMark: before a racing press on the board arrives, something that
// does not race changes the board. Then the press is stale, even if a racing press
// had changed the board before.
func TestBoardAfterAMark(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), map[string]string{"sand": "30", "mark": "10"}, anya, boris, vera)
		defer p.leave()
		p.pass(10 * time.Second) // the mark is due, and is played in 1.5 s
		first := p.later(vera, "clap", -10*time.Millisecond, time.Second)
		second := p.later(boris, "clap", -50*time.Millisecond, 1200*time.Millisecond)
		third := p.later(anya, "clap", -40*time.Millisecond, 1700*time.Millisecond)
		for _, clap := range []*sent{first, second, third} {
			clap.Board, clap.Turn = true, s.Turns[0]
		}
		p.send(s.ID, first, second, third)
		for i, want := range []string{"", "", "table.stale"} {
			if clap := []*sent{first, second, third}[i]; clap.said() != want {
				t.Errorf("press %d is answered %q, want %q", i, clap.said(), want)
			}
		}
		p.are("the log", p.moves(s.ID), "2 clap", "1 clap", "expire")
	})
}

// TestPanicInARace lets the game panic when it is asked what races. The press is
// answered at once, and the table is paused.
func TestPanicInARace(t *testing.T) {
	for name, x := range map[string]struct {
		Action
		said string
	}{
		"move": {Action{Move: "boom"}, "refuse.not-now"},
		"form": {Action{Form: &Form{Path: "boom"}}, "table.incident"},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p, s := dashed(t, newMemory(), nil, anya, boris)
				defer p.leave()
				press := p.later(boris, "", 0, 0)
				press.Move, press.Form = x.Move, x.Form
				p.send(s.ID, press)
				if press.said() != x.said || press.took != 0 {
					t.Errorf("answered %q after %v", press.said(), press.took)
				}
				if log := p.log.String(); !strings.Contains(log, "game panicked") || strings.Contains(log, secret) {
					t.Errorf("the log is %q", log)
				}
			})
		})
	}
}

// TestTempo takes a game's own pace, grace and typing time.
func TestTempo(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p, s := dashed(t, newMemory(), map[string]string{"sand": "30"}, anya, boris)
		defer p.leave()
		p.play(s.ID, boris, "note")
		typed := func() *sent {
			x := p.later(boris, "note", 0, 0)
			x.Typed = true
			p.send(s.ID, x)
			return x
		}
		p.pass(4*time.Second - time.Millisecond)
		if x := typed(); x.said() != "table.stale" {
			t.Errorf("typed too soon: %v", x.err)
		}
		p.pass(time.Millisecond)
		if x := typed(); x.err != nil {
			t.Errorf("typed in time: %v", x.err)
		}
		p.pass(30*time.Second - p.state(s.ID).Now(time.Now()) + 1500*time.Millisecond - time.Millisecond)
		if got := p.state(s.ID).Match.N(); got != 2 {
			t.Errorf("the deadline came before its grace: %d inputs", got)
		}
		p.pass(time.Millisecond)
		if got := p.state(s.ID).Match.N(); got != 3 {
			t.Errorf("the deadline did not come after its grace: %d inputs", got)
		}
	})
}
