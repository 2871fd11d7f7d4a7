package table

import (
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/whenidream"
)

// TestTimeToRead: a time to read that asks a person for nothing lasts for [ReadTime], though
// automatic players are ready at once. Where it asks them, their press ends it.
func TestTimeToRead(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), whenidream.Game)
		defer func() { p.leave() }()
		s := p.alone("when-i-dream", map[string]string{"night": "60"}, 5)
		var unasked, asked []time.Duration
		var due, began time.Duration // of the time to read that is on
		asks := false
		for s = p.state(s.ID); s.Phase == Live && (len(unasked) == 0 || len(asked) < 4); s = p.state(s.ID) {
			if due != 0 && (!s.Status.Break || s.Status.Due != due) {
				if took := s.Match.At() - began; asks {
					asked = append(asked, took)
				} else {
					unasked = append(unasked, took)
				}
				due = 0
			}
			if s.Status.Break && due == 0 {
				due, began, asks = s.Status.Due, s.Match.At(), false
			}
			awaited := slices.Contains(s.Status.Awaits, 0)
			asks = asks || awaited
			if awaited {
				move, _ := s.Match.Choose(0, games.Normal)
				if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Move: move, Turn: AnyTurn}); err != nil {
					if _, refused := games.Refused(err); !refused {
						t.Fatal(err)
					}
				}
			}
			p.pass(time.Second)
		}
		if len(unasked) == 0 || slices.Min(unasked) < ReadTime || slices.Max(unasked) > ReadTime+3*Pace+2*time.Second {
			t.Errorf("times to read in which nothing is asked took %v", unasked)
		}
		if len(asked) < 4 || slices.Max(asked) > 3*Pace+2*time.Second {
			t.Errorf("times to read that a person ends took %v", asked)
		}
	})
}

// TestFastForward: automatic players play on to the end when everybody who is out wants to see it,
// and never while a person still plays.
func TestFastForward(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), dreamrunners.Game)
		defer func() { p.leave() }()
		s, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "dream-runners", Host: anya, Lang: "en", Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		p.do(s.ID, boris, Join)
		if s, err = p.tables.Send(t.Context(), s.ID, Action{Kind: Start, User: anya, Press: p.now(), Fill: 4}); err != nil {
			t.Fatal(err)
		}
		acts := func(seat games.Seat, u User, move string) {
			if s = p.state(s.ID); !slices.Contains(s.Status.Awaits, seat) || !slices.Contains(s.Match.Moves(seat), "done") {
				return
			}
			if move == "" {
				move, _ = s.Match.Choose(seat, games.Normal)
			}
			if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: u, Press: p.now(), Move: move, Turn: AnyTurn}); err != nil {
				if _, refused := games.Refused(err); !refused {
					t.Fatal(err)
				}
			}
		}
		out := func(seat games.Seat) bool { s = p.state(s.ID); return slices.Contains(s.Status.Out, seat) }
		p.refused(s.ID, Action{Kind: SeeEnd, User: anya}, "table.not-out")
		for !out(0) && s.Phase == Live {
			acts(0, anya, "done")
			acts(1, boris, "")
			p.pass(time.Second)
		}
		if out(1) || s.Phase != Live {
			t.Fatalf("Boris does not play on: %v, %+v", s.Phase, s.Status)
		}
		p.refused(s.ID, Action{Kind: SeeEnd, User: anya}, "table.not-out")
		p.refused(s.ID, Action{Kind: SeeEnd, User: vera}, "table.not-seated")
		for !out(1) && s.Phase == Live {
			acts(1, boris, "done")
			p.pass(time.Second)
		}
		if s.Phase != Live {
			t.Fatalf("nobody is left: %+v", s.Status)
		}
		if s = p.do(s.ID, anya, SeeEnd); s.FastForwards() || !slices.Equal(s.SeesEnd, []games.Seat{0}) || !slices.Equal(s.Watching(), []games.Seat{1}) {
			t.Errorf("Boris was not asked: %v, waiting for %v", s.SeesEnd, s.Watching())
		}
		n := s.Match.N()
		p.pass(Pace / 2)
		if s = p.state(s.ID); s.Match.N() > n+3 {
			t.Errorf("%d inputs in %v", s.Match.N()-n, Pace/2)
		}
		if s = p.do(s.ID, boris, SeeEnd); !s.FastForwards() {
			t.Errorf("nobody hurries: %v", s.SeesEnd)
		}
		p.pass(10 * time.Second)
		if s = p.state(s.ID); s.Phase != Over {
			t.Errorf("after %d inputs: %+v", s.Match.N()-n, s.Status)
		}
	})
}
