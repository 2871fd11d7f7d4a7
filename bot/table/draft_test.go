package table

import (
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest/sample"
)

// TestDrafts presses several buttons of one page, at every game that drafts. After
// a draft move no other button of the page is stale. Each is played or refused by
// the rules. After any other move of the seat each is stale.
func TestDrafts(t *testing.T) {
	for _, g := range append([]games.Game{sample.Game, dash}, all.Games...) {
		if !g.Drafts() {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory(), g)
				people := []User{anya, boris, vera, gleb}[:min(g.Info().Max, 4)]
				s := p.sit(g.Info().Name, nil, people...)
				for tries := 0; tries < 20 && !drafts(s.Match); tries++ {
					seat := s.Match.Status().Awaits[0]
					s = p.play(s.ID, people[seat], s.Match.Moves(seat)[0])
				}
				at := contest{p.store.(*memory).copy(), s.ID, p.press}
				p.leave()
				drafted, played := 0, 0
				for seat := range games.Seat(len(people)) {
					moves := s.Match.Moves(seat)
					i := slices.IndexFunc(moves, s.Match.Drafts)
					if i < 0 {
						continue
					}
					drafted++
					for _, move := range moves {
						if said := at.two(t, g, people[seat], seat, moves[i], move); said == "table.stale" {
							t.Errorf("%q after the draft move %q of seat %d is stale", move, moves[i], seat)
						} else if said == "" {
							played++
						}
					}
					j := slices.IndexFunc(moves, func(m string) bool { return !s.Match.Drafts(m) })
					for _, move := range moves {
						if said := at.two(t, g, people[seat], seat, moves[j], move); said != "table.stale" {
							t.Errorf("%q after the move %q of seat %d: %q", move, moves[j], seat, said)
						}
					}
				}
				if drafted == 0 || played < 2 {
					t.Errorf("%d seats drafted, and %d buttons were played afterwards", drafted, played)
				}
			})
		})
	}
}

// drafts reports whether somebody can draft now. Some games do not begin with it.
func drafts(m games.Match) bool {
	for seat := range games.Seat(m.Seats()) {
		if slices.ContainsFunc(m.Moves(seat), m.Drafts) {
			return true
		}
	}
	return false
}

// two presses two buttons of one page of a seat, and tells what the second press
// is told.
func (c contest) two(t *testing.T, g games.Game, who User, seat games.Seat, first, second string) string {
	t.Helper()
	p := gather(t, c.store.copy(), g)
	defer p.leave()
	p.press = c.press
	p.pass(time.Second)
	turn := p.state(c.match).Turns[1+seat]
	var said string
	for _, move := range []string{first, second} {
		press := p.later(who, move, 0, 0)
		press.Turn = turn
		p.send(c.match, press)
		said = press.said()
		if move == first && second != first && said != "" {
			t.Fatalf("%q of %s is refused: %s", move, who.Name, said)
		}
	}
	return said
}
