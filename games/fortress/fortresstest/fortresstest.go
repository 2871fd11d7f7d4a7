// Package fortresstest seats players at tables of Dream Fortress, for the tests of its rooms.
//
// The rooms share it, so that each can be tested where it is: with a table that is arranged in a
// line, or with whole matches of automatic players. It knows the rules, the views and the players.
// It knows no page, so that the tests of pages may use it.
package fortresstest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// agreed is a game that has the options of Dream Fortress and nothing else.
var agreed = games.Define[rules.State, kit.Move, view.View](games.Info{Options: rules.Options()}, view.Contract{}, nil)

// A Table plays the rules, as "2: attack 0 +1", a second after one another.
type Table struct {
	*gametest.Bench[rules.State, kit.Move, view.View]
}

// Sit arranges a table in the middle of a lap, with seat 0 about to roll. There
// is a word for each seat, as "nightmare@city:10+wings+letter".
func Sit(t *testing.T, seats string, options ...string) *Table {
	t.Helper()
	words := strings.Fields(seats)
	g := Deal(t, len(words), options...)
	s := &g.S
	for i, w := range words {
		w, cards, _ := strings.Cut(w, "+")
		w, floor, _ := strings.Cut(w, ":")
		r, at, _ := strings.Cut(w, "@")
		b := rules.Bed{Role: kit.Role(r), Place: kit.Place(at), Ready: false}
		b.Sleep = kit.TopFloor
		if n, err := strconv.Atoi(floor); err == nil {
			b.Sleep = n
		}
		for _, c := range strings.FieldsFunc(cards, func(r rune) bool { return r == '+' }) {
			if kit.Vision(c).Lasts() == "" {
				t.Fatalf("no Vision %q", c)
			}
			b.Visions = append(b.Visions, kit.Vision(c))
			s.Pile = kit.Without(s.Pile, kit.Vision(c))
		}
		s.Beds[i] = b
	}
	s.Aside = ""
	s.Phase, s.Lap, s.First = kit.Play, 2, 0
	s.StartTurn(g.Env(), 0)
	return g
}

// Deal deals a table where no player talks between laps, unless an option says so.
func Deal(t *testing.T, seats int, options ...string) *Table {
	t.Helper()
	g := &Table{gametest.Sit(t, agreed, view.Contract{}, seats, append([]string{"talk=0"}, options...)...)}
	g.Pace = time.Second
	return g
}

// Dice lays the dice of the turn.
func (g *Table) Dice(list ...kit.Face) *Table {
	g.S.Turn.Lay(list...)
	return g
}

// Next is the next card of a kind of Vision to be drawn, next two of two.
func (g *Table) Next(list ...kit.Vision) { g.S.Pile, g.S.Trash = list, nil }

// Legal are the moves of the seat with which a line begins.
func (g *Table) Legal(line string) string {
	return strings.Join(g.Moves(games.Seat(line[0]-'0')), ", ")
}

// Can checks that moves are listed.
func (g *Table) Can(lines ...string) { g.Helper(); g.lists(true, lines) }

// Cannot checks that moves are not listed.
func (g *Table) Cannot(lines ...string) { g.Helper(); g.lists(false, lines) }

func (g *Table) lists(want bool, lines []string) {
	g.Helper()
	for _, l := range lines {
		_, text, _ := strings.Cut(l, ": ")
		if got := slices.Contains(strings.Split(g.Legal(l), ", "), text); got != want {
			g.Fatalf("%s: legal is %v; there is %s", l, got, g.Legal(l))
		}
	}
}

// Sleep checks the floors of all seats.
func (g *Table) Sleep(want ...int) {
	g.Helper()
	var got []int
	for _, b := range g.S.Beds {
		got = append(got, b.Sleep)
	}
	if !slices.Equal(got, want) {
		g.Fatalf("floors %v, want %v", got, want)
	}
}

// Visions checks what lies before a seat.
func (g *Table) Visions(seat int, want ...kit.Vision) {
	g.Helper()
	if got := g.S.Beds[seat].Visions; !slices.Equal(got, want) {
		g.Fatalf("seat %d has %v, want %v", seat, got, want)
	}
}

// Step checks what the turn waits for, and from whom.
func (g *Table) Step(want kit.Step, who games.Seat) {
	g.Helper()
	if got := g.S.Step(); got != want || g.S.Waits() != who {
		g.Fatalf("waits for %s of %d, want %s of %d", got, g.S.Waits(), want, who)
	}
}

// Won checks that the match is over, and who has won.
func (g *Table) Won(want ...games.Seat) {
	g.Helper()
	if g.S.Phase != kit.Over || !slices.Equal(g.S.Win, want) {
		g.Fatalf("phase %s, winners %v, want %v", g.S.Phase, g.S.Win, want)
	}
}

// Goes checks that the match goes on.
func (g *Table) Goes() {
	g.Helper()
	if g.S.Phase != kit.Play {
		g.Fatalf("phase %s, winners %v", g.S.Phase, g.S.Win)
	}
}

// Pass draws an Insight of a text and passes it on, sealed answer and all.
func (g *Table) Pass(card kit.Insight, to int, answer string) {
	g.Helper()
	g.S.Insights = []kit.Insight{card}
	g.Play("0: insight 1", fmt.Sprintf("0: pass %d 1", to))
	if answer != "" {
		g.Play(fmt.Sprintf("%d: %s", to, answer))
		g.Expire()
	}
}

// Five are five seats in the middle of a match.
const Five = "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest"
