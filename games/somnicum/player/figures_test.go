package player_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// TestFigures logs what matches between equal players are like:
//
//	go test ./games/somnicum/player -run Figures -figures 500 -v
func TestFigures(t *testing.T) {
	gametest.Figures(t, somnicum.Game, func(t *testing.T, how games.Strength, seats int) (func(int) func(), fmt.Stringer) {
		var f tally
		return func(n int) func() {
			var played []kit.Encounter
			s, _ := playMatch(t, uint64(n), slices.Repeat([]games.Strength{how}, seats), func(e kit.Encounter) { played = append(played, e) })
			return func() { f.add(&s, played) }
		}, &f
	})
}

// A tally sums up finished matches.
type tally struct {
	matches, players int
	points           kit.Score
	won              [kit.MaxSeats]float64 // by order of play
	top              int                   // points of the winners
	had, took        [kit.MaxSeats]int     // points and cards, by order of play
	ended            map[kit.Reason]int
	turns            int
	cards            [kit.Levels]int
	laid, broken     int
	sand             int
	played, kept     map[kit.Encounter]int
}

func (f *tally) add(s *rules.State, played []kit.Encounter) {
	if f.ended == nil {
		f.ended, f.played, f.kept = map[kit.Reason]int{}, map[kit.Encounter]int{}, map[kit.Encounter]int{}
	}
	f.matches++
	w := rules.Winners(s.Dreamers)
	for _, seat := range w {
		order := (int(seat) - int(s.First) + len(s.Dreamers)) % len(s.Dreamers)
		f.won[order] += 1 / float64(len(w))
	}
	f.top += s.Dreamers[w[0]].Score().Total
	for _, e := range s.Ended {
		f.ended[e.Why]++
		f.turns += e.Turns
	}
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		p := d.Score()
		f.players++
		order := (i - int(s.First) + len(s.Dreamers)) % len(s.Dreamers)
		f.had[order] += p.Total
		f.points.Total += p.Total
		f.points.Edges += p.Edges
		f.points.Eyes += p.Eyes
		f.points.Goal += p.Goal
		f.points.Open += p.Open
		f.points.Encounters += p.Encounters
		f.sand += len(d.Sand)
		for level, row := range d.Rows {
			f.points.Levels[level] += p.Levels[level]
			f.cards[level] += len(row)
			f.took[order] += len(row)
			for j, c := range row {
				if j > 0 {
					f.laid++
				}
				if c.Break != kit.NoBreak {
					f.broken++
				}
			}
		}
		for _, e := range d.Hand {
			f.kept[e]++
		}
	}
	for _, e := range played {
		f.played[e]++
	}
}

func (f *tally) String() string {
	var b strings.Builder
	each := func(n int) float64 { return float64(n) / float64(f.players) }
	fmt.Fprintf(&b, "points %.1f, of winners %.1f; levels %.1f %.1f %.1f, edges %.1f, eyes -%.1f, goal %.1f, lasting %.1f, unplayed %.1f\n",
		each(f.points.Total), float64(f.top)/float64(f.matches), each(f.points.Levels[0]), each(f.points.Levels[1]), each(f.points.Levels[2]),
		each(f.points.Edges), each(f.points.Eyes), each(f.points.Goal), each(f.points.Open), each(f.points.Encounters))
	fmt.Fprintf(&b, "cards %.1f %.1f %.1f, breaks %.0f%%, sand left %.1f, turns a round %.1f, ended %v\n",
		each(f.cards[0]), each(f.cards[1]), each(f.cards[2]), 100*float64(f.broken)/float64(f.laid), each(f.sand),
		float64(f.turns)/float64(f.matches*kit.Rounds), f.ended)
	b.WriteString("wins by order")
	seats := f.players / f.matches
	for i := range seats {
		fmt.Fprintf(&b, " %.3f", f.won[i]*float64(seats)/float64(f.matches))
	}
	b.WriteString(" of an even share; points and cards by order")
	for i := range seats {
		fmt.Fprintf(&b, " %.1f %.1f", float64(f.had[i])/float64(f.matches), float64(f.took[i])/float64(f.matches))
	}
	b.WriteString("\nunplayed")
	for e := 1; e < len(kit.Boxed.Encounters); e++ {
		played, kept := f.played[kit.Encounter(e)], f.kept[kit.Encounter(e)]
		fmt.Fprintf(&b, " %s %d/%d", kit.Encounter(e).Card().Name, kept, kept+played)
	}
	return b.String()
}
