package fortress

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
	"oneiros/games/ui"
)

// An Insight must tell only what a table would see. It must not tell whom it is
// about, that its receiver has answered, or that there was a choice.
//
// These tests compare every byte that others receive, and every deadline, for
// each group of the receiver and each card.

// mailbox is a match in which seat 0 passes seat 1 a card. Seat 1 has a role and
// Visions.
func mailbox(t *testing.T, to kit.Role, card kit.Insight, cards ...kit.Vision) games.Match {
	t.Helper()
	g := fortresstest.Sit(t, "gooddream@city "+string(to)+"@city:8 nightmare@shop gooddream@house nightmare@forest sigmund@house janitor@shop")
	g.S.Beds[1].Visions = cards
	g.S.Turn.Dice, g.S.Turn.Used = []kit.Face{kit.FaceInsight, kit.FaceMove, kit.FaceMove}, make([]bool, 3)
	position, err := json.Marshal(g.S)
	if err != nil {
		t.Fatal(err)
	}
	o, err := Game.Info().Complete(map[string]string{"talk": "0"})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Game.Load(games.Snapshot{Game: "dream-fortress", Version: 1, Seats: 7, Options: o, Position: position})
	if err != nil {
		t.Fatal(err)
	}
	m = do(t, m, 0, "insight 1", 5*time.Second)
	// The card that was drawn is the one that is asked for.
	var s rules.State
	if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
		t.Fatal(err)
	}
	s.Drawn = []kit.Insight{card}
	at := m.Snapshot()
	if at.Position, err = json.Marshal(s); err != nil {
		t.Fatal(err)
	}
	if m, err = Game.Load(at); err != nil {
		t.Fatal(err)
	}
	return do(t, m, 0, "pass 1 1", 10*time.Second)
}

func do(t *testing.T, m games.Match, seat games.Seat, move string, at time.Duration) games.Match {
	t.Helper()
	next, err := m.Do(games.Input{N: m.N() + 1, At: at, Kind: games.KindPlay, Seat: seat, Move: move})
	if err != nil {
		t.Fatalf("%d: %s: %v", seat, move, err)
	}
	return next
}

func expire(t *testing.T, m games.Match) games.Match {
	t.Helper()
	next, err := m.Do(games.Input{N: m.N() + 1, At: m.Status().Due, Kind: games.KindExpire, Seat: games.Nobody})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// receives is all that a viewer gets of a match. That is the status, the view,
// the moves, and every page with its pictures' keys and descriptions.
func receives(t *testing.T, m games.Match, v games.Viewer) string {
	t.Helper()
	var b strings.Builder
	status, err := json.Marshal(m.Status())
	if err != nil {
		t.Fatal(err)
	}
	view, err := m.View(v)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&b, "%s\n%s\n", status, view)
	if seat, ok := v.Seat(); ok {
		fmt.Fprintln(&b, m.Moves(seat))
	}
	seen := map[string]bool{}
	for queue := []string{""}; len(queue) > 0; queue = queue[1:] {
		path := queue[0]
		if seen[path] {
			continue
		}
		seen[path] = true
		p := m.Pages(v)(path)
		for _, picture := range p.Pictures {
			fmt.Fprintf(&b, "%s picture %s %v\n", path, picture.Key, picture.Alt)
		}
		p.Pictures = nil
		fmt.Fprintf(&b, "%s %+v\n", path, p)
		for _, c := range p.Controls {
			for _, l := range append([]ui.Choice{{To: c.To}}, c.Menu...) {
				if l.To.Kind == ui.KindOpen {
					queue = append(queue, l.To.To)
				}
			}
		}
	}
	return b.String()
}

// others are all viewers but some seats.
func others(but ...games.Seat) []games.Viewer {
	var list []games.Viewer
	for v := range games.Viewers(7) {
		if seat, ok := v.Seat(); !ok || !slices.Contains(but, seat) {
			list = append(list, v)
		}
	}
	return list
}

func TestInsightTellsNoGroup(t *testing.T) {
	gametest.NotShort(t)
	want := map[string]string{} // by who looks and when
	same := func(when string, m games.Match, viewers []games.Viewer, what string) {
		t.Helper()
		for _, v := range viewers {
			key := when + " " + v.String()
			got := receives(t, m, v)
			if was, ok := want[key]; !ok {
				want[key] = got
			} else if was != got {
				t.Errorf("%s, %s: %s sees a difference:\n%s", what, when, v, odd(was, got))
			}
		}
	}
	for _, cards := range [][]kit.Vision{nil, {kit.Wings, kit.Rooster}} {
		clear(want)
		for _, card := range kit.Distinct(kit.Insights()) {
			// Who passed it knows the card, and no other player but its receiver.
			passer := map[string]string{}
			for _, to := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.William} {
				what := fmt.Sprintf("%s to %s with %v", card, to, cards)
				m := mailbox(t, to, card, cards...)
				due := m.Status().Due
				if due != 10*time.Second+rules.Hush {
					t.Fatalf("%s: the first deadline is %v", what, due)
				}
				if n := len(m.Moves(1)); n < 1 {
					t.Fatalf("%s: the receiver has no step to make", what)
				}
				check := func(when string, m games.Match) {
					t.Helper()
					same(when, m, others(0, 1), what)
					got := receives(t, m, games.Seat(0).Viewer())
					if was, ok := passer[when]; ok && was != got {
						t.Errorf("%s, %s: the passer sees a difference:\n%s", what, when, odd(was, got))
					}
					passer[when] = got
				}
				check("passed", m)
				// No answer, given at any time before the mark, changes
				// anything.
				for i, move := range m.Moves(1) {
					early := do(t, m, 1, move, 10*time.Second+time.Duration(i+1)*time.Second)
					check("passed", early)
					if again := early.Moves(1); len(again) > 0 {
						t.Errorf("%s: after %s the receiver may still %v", what, move, again)
					}
					if d := early.Status().Due; d != due {
						t.Errorf("%s: %s moves the deadline to %v", what, move, d)
					}
					// It opens at the mark, not before and not later.
					if open := expire(t, early); open.Status().Awaits[0] != 0 {
						t.Errorf("%s: %s is not opened at the mark", what, move)
					}
				}
				// Nothing was answered at the mark: the same for all players, again.
				late := expire(t, m)
				check("mark", late)
				if d := late.Status().Due; d != 10*time.Second+rules.Glance {
					t.Errorf("%s: the answer is due at %v", what, d)
				}
			}
		}
	}
}

// Others see what happened, and not why. A floor lost by force, by a chosen toll
// and by a toll without a choice look alike. So do all ways in which nothing
// happens.
func TestOutcomesLookAlike(t *testing.T) {
	quiet, floor := map[games.Viewer]string{}, map[games.Viewer]string{}
	cards := []kit.Vision{kit.Wings, kit.Rooster}
	for _, card := range kit.Distinct(kit.Insights()) {
		for _, to := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.William} {
			for _, at := range []time.Duration{11 * time.Second, 30 * time.Second} { // sealed, and late
				m := mailbox(t, to, card, cards...)
				if at > m.Status().Due {
					m = expire(t, m)
				}
				m = do(t, m, 1, "obey", at)
				if at < m.Status().Due && m.Status().Awaits[0] == 1 {
					m = expire(t, m)
				}
				want := quiet
				if about := card.About()&to.Group() != 0; about && (card.Effect() == kit.Lose1 || card.Effect() == kit.Toll) {
					want = floor
				} else if about {
					continue
				}
				for _, v := range others(0, 1) {
					got := receives(t, m, v)
					if at > 20*time.Second {
						// Time that a person took is public; all else is alike.
						got = receives(t, again(t, m, 20*time.Second), v)
					}
					if was, ok := want[v]; ok && was != got {
						t.Errorf("%s to %s: %s sees a difference:\n%s", card, to, v, odd(was, got))
					}
					want[v] = got
				}
			}
		}
	}
}

// again is a match with a changed clock. The clock says that the last answer
// was opened at a given moment.
func again(t *testing.T, m games.Match, at time.Duration) games.Match {
	t.Helper()
	var s rules.State
	if err := json.Unmarshal(m.Snapshot().Position, &s); err != nil {
		t.Fatal(err)
	}
	s.Until = at + s.Rest
	snap := m.Snapshot()
	var err error
	if snap.Position, err = json.Marshal(s); err != nil {
		t.Fatal(err)
	}
	if m, err = Game.Load(snap); err != nil {
		t.Fatal(err)
	}
	return m
}

// The receiver's own page has one shape for every player without a choice. It has
// the same number of lines, the same buttons, colour and title.
func TestReceiversPageHasOneShape(t *testing.T) {
	var want string
	for _, card := range kit.Distinct(kit.Insights()) {
		for _, to := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice} {
			m := mailbox(t, to, card)
			p := m.Pages(games.Seat(1).Viewer())("")
			got := fmt.Sprintf("%v %d %x %v %+v", p.Title, len(p.Lines), p.Colour, p.Pictures, p.Controls)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s to %s: %s, and before %s", card, to, got, want)
			}
		}
	}
}

// A spectator sees no more than the board. Those awake see the roles only where
// the table wants it.
func TestGhosts(t *testing.T) {
	for _, ghosts := range []string{"no", "yes"} {
		g := fortresstest.Sit(t, "nightmare@city gooddream@city:0 nightmare@shop gooddream@house william@forest", "ghosts="+ghosts)
		v := view.Of(g.S, games.Seat(1).Viewer())
		if seen := v.Pawns[0].Role != ""; seen != (ghosts == "yes") {
			t.Errorf("ghosts %s: sees roles: %v", ghosts, seen)
		}
		for _, who := range []games.Viewer{{}, games.Seat(2).Viewer()} {
			if v := view.Of(g.S, who); v.Pawns[0].Role != "" || v.Pawns[1].Role != kit.GoodDream {
				t.Errorf("ghosts %s: %s sees %+v", ghosts, who, v.Pawns)
			}
		}
	}
}

// odd is the first place in which two texts differ, with a little around it.
func odd(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(i-80, 0)
	return a[from:min(i+120, len(a))] + "\n" + b[from:min(i+120, len(b))]
}
