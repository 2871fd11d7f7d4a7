package table

import (
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
