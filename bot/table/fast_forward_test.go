package table

import (
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners"
)

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
