package table

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
)

// TestKillWhileTheSandRuns: a process that is killed while people build loses no piece that
// was acknowledged, and no sand. The press that was made first is still the first one.
func TestKillWhileTheSandRuns(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.sit("dream-runners", nil, anya, boris, vera)
		p.pass(5 * time.Second)
		p.play(s.ID, anya, "place L b3 0")
		late := p.later(vera, "done", 100*time.Millisecond, 0)
		early := p.later(boris, "done", 0, 200*time.Millisecond)
		p.send(s.ID, late, early)
		p.play(s.ID, anya, "place I c4 0")
		due := p.state(s.ID).Status.Due
		p.pass(20 * time.Second)
		p.play(s.ID, anya, "place D c2 0")
		p = p.kill()
		s = p.state(s.ID)
		view, err := s.Match.View(games.Seat(0).Viewer())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(view), `"first":1`) || s.Status.Due != due || len(s.Status.Awaits) != 1 {
			t.Errorf("after the kill due %v of %v, awaits %v: %s", s.Status.Due, due, s.Status.Awaits, view)
		}
		for _, label := range []string{"L", "I", "D"} {
			if !strings.Contains(string(view), `{"label":"`+label+`","segment":`) || !strings.Contains(strings.Join(s.Match.Moves(0), ","), "take "+label) {
				t.Errorf("%s is lost", label)
			}
		}
		p.pass(45 * time.Second)
		if s = p.state(s.ID); strings.Contains(strings.Join(s.Match.Moves(0), ","), "place") {
			t.Errorf("the sand has not run out: %v", s.Match.Moves(0))
		}
	})
}

// builds is what a seat has in its draft, in the order in which it was placed. It is read
// from the seat's own view.
func builds(t *testing.T, s *State, seat games.Seat) (labels string) {
	t.Helper()
	b, err := s.Match.View(seat.Viewer())
	if err != nil {
		t.Fatal(err)
	}
	var view struct {
		Draft []struct{ Label string }
	}
	if err := json.Unmarshal(b, &view); err != nil {
		t.Fatal(err)
	}
	for _, p := range view.Draft {
		labels += p.Label
	}
	return labels
}

// public is what everybody knows of a match.
func public(t *testing.T, s *State) string {
	t.Helper()
	b, err := s.Match.View(games.Viewer{})
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestPauseWhileTheSandRuns: while the match is paused the sand stands still, and nobody
// can build. Then it goes on with what was left.
func TestPauseWhileTheSandRuns(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.sit("dream-runners", nil, anya, boris, vera)
		p.pass(5 * time.Second)
		p.play(s.ID, boris, "place L b3 0")
		p.play(s.ID, vera, "done")
		p.pass(20 * time.Second)
		s = p.do(s.ID, anya, Pause)
		left := s.Left(s.Status.Due, time.Now())
		p.refused(s.ID, Action{Kind: Play, User: boris, Move: "place I c4 0", Turn: AnyTurn}, "table.paused")
		p.pass(10 * time.Minute)
		if p.state(s.ID).Left(s.Status.Due, time.Now()) != left || left < 39*time.Second || left > 41*time.Second {
			t.Errorf("of the sand %v were left, and now %v", left, p.state(s.ID).Left(s.Status.Due, time.Now()))
		}
		p = p.kill()
		p.do(s.ID, anya, Resume)
		p.pass(left - time.Second)
		p.play(s.ID, boris, "place I c4 0")
		if got := builds(t, p.state(s.ID), 1); got != "LI" {
			t.Errorf("he has built %q", got)
		}
		p.pass(3 * time.Second)
		p.refused(s.ID, Action{Kind: Play, User: boris, Move: "place D c2 0", Turn: AnyTurn}, "refuse.not-now")
	})
}

// TestEndOfTheSand: what was pressed before the sand had run out counts, also if it
// arrives afterwards. What was pressed at that moment or later does not, also if it
// arrives before that is known.
func TestEndOfTheSand(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.sit("dream-runners", nil, anya, boris, vera)
		p.pass(5 * time.Second)
		p.play(s.ID, vera, "done")
		s = p.state(s.ID)
		p.pass(s.Left(s.Status.Due, time.Now()) - time.Second)
		end := s.Left(s.Status.Due, time.Now())
		early := p.later(boris, "place L b3 0", end-100*time.Millisecond, 60*time.Millisecond)
		late := p.later(anya, "place L b3 0", end+30*time.Millisecond, 0)
		p.send(s.ID, early, late)
		if early.said() != "" || late.said() != "refuse.late" && late.said() != "refuse.not-now" {
			t.Errorf("before the end %q, after it %q", early.said(), late.said())
		}
		p.pass(5 * time.Second)
		if got := public(t, p.state(s.ID)); strings.Contains(got, `"phase":"building"`) {
			t.Errorf("they still build: %s", got)
		}
	})
}

// TestLeavingWhileBuilding: somebody leaves with a part of a draft. Nobody learns of the
// draft. A substitute goes on with it, and the sand runs on.
func TestLeavingWhileBuilding(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.sit("dream-runners", nil, anya, boris, vera)
		p.pass(5 * time.Second)
		p.play(s.ID, boris, "place L b3 0")
		p.play(s.ID, boris, "place I c4 0")
		before := public(t, p.state(s.ID))
		p.do(s.ID, boris, Leave)
		p.refused(s.ID, Action{Kind: Play, User: boris, Move: "take L", Turn: AnyTurn}, "table.not-seated")
		if after := public(t, p.state(s.ID)); after != before {
			t.Errorf("everybody knew\n%s\nand knows\n%s", before, after)
		}
		p.play(s.ID, vera, "done")
		due := p.state(s.ID).Status.Due
		p.to(s.ID, gleb, Join, 1)
		if got := builds(t, p.state(s.ID), 1); !strings.HasPrefix(got, "LI") {
			t.Errorf("the substitute finds %q", got)
		}
		p.play(s.ID, gleb, "done")
		p.play(s.ID, gleb, "more")
		if s := p.state(s.ID); s.Status.Due != due || !slices.Contains(s.Status.Awaits, 1) {
			t.Errorf("due %v of %v, awaits %v", s.Status.Due, due, s.Status.Awaits)
		}
	})
}

// TestKillWhileChoosing: after a kill everybody has the same choices, answers and time.
// Then the match is stopped, and the log says so.
func TestKillWhileChoosing(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.sit("dream-runners", nil, anya, boris)
		people := []User{anya, boris}
		for n := 0; !strings.Contains(public(t, s), `"phase":"choosing"`); n++ {
			if n > 500 || s.Phase != Live {
				t.Fatalf("nobody ever has to choose: %s", public(t, s))
			}
			for seat, u := range people {
				if move, ok := s.Match.Choose(games.Seat(seat), games.Normal); ok && !strings.Contains(public(t, s), `"phase":"choosing"`) {
					p.play(s.ID, u, move)
					s = p.state(s.ID)
				}
			}
		}
		var seat games.Seat
		move := ""
		for i := range people {
			for _, m := range s.Match.Moves(games.Seat(i)) {
				if strings.HasPrefix(m, "pick") {
					seat, move = games.Seat(i), m
				}
			}
		}
		s = p.play(s.ID, people[seat], move)
		know := func(s *State) (all []string) {
			for i := range people {
				b, err := s.Match.View(games.Seat(i).Viewer())
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, string(b))
			}
			return append(all, public(t, s))
		}
		before, due := know(s), s.Left(s.Status.Due, time.Now())
		p = p.kill()
		s = p.state(s.ID)
		if after := know(s); !slices.Equal(before, after) || s.Left(s.Status.Due, time.Now()) != due {
			t.Errorf("with %v left they knew\n%s\nand with %v left\n%s", due, before, s.Left(s.Status.Due, time.Now()), after)
		}
		if s = p.do(s.ID, anya, Stop); s.Phase != Void {
			t.Errorf("after the stop the table is %s", s.Phase)
		}
		p.refused(s.ID, Action{Kind: Play, User: people[seat], Move: "done", Turn: AnyTurn}, "table.stopped")
	})
}

// TestPatienceWhileBuilding: when somebody who plays alone has built nothing until the sand
// has run out, the clock stands. It stands while they build, until they are ready.
func TestPatienceWhileBuilding(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s := p.alone("dream-runners", nil, 3)
		for s = p.state(s.ID); !s.Patient; s = p.state(s.ID) {
			p.pass(time.Second)
		}
		left := s.Left(s.Status.Due, time.Now())
		for _, move := range []string{"place L b3 0", "place I c4 0", "take L"} {
			p.play(s.ID, anya, move)
			p.pass(time.Minute)
		}
		if s = p.state(s.ID); !s.Patient || builds(t, s, 0) != "I" || s.Left(s.Status.Due, time.Now()) != left {
			t.Fatalf("with %q the clock is patient: %v", builds(t, s, 0), s.Patient)
		}
		p.play(s.ID, anya, "done")
		if s = p.state(s.ID); s.Patient || strings.Contains(public(t, s), `"phase":"building"`) {
			t.Errorf("it does not go on: %s", public(t, s))
		}
	})
}
