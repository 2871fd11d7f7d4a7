package player_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/gametest"
)

// TestFigures logs what matches between equal players are like:
//
//	go test ./games/dreamrunners/player -run Figures -figures 500 -v
func TestFigures(t *testing.T) {
	gametest.Figures(t, dreamrunners.Game, func(t *testing.T, how games.Strength, seats int) (func(int) func(), fmt.Stringer) {
		var f tally
		return func(n int) func() {
			var rounds []kit.Reveal
			s, _ := playMatch(t, uint64(n), slices.Repeat([]games.Strength{how}, seats), nil, func(s *rules.State) { rounds = append(rounds, s.Last) })
			return func() { f.add(&s, rounds) }
		}, &f
	})
}

// A tally sums up finished matches.
type tally struct {
	matches, players, nobody int
	points                   kit.Score
	won                      [kit.MaxSeats]float64 // by seat
	top                      int                   // points of the winners
	woke, anyWoke            int
	keys, chests             int
	closed                   int // chests for which keys did not suffice
	loss                     [kit.Levels + 1]float64
	gained                   [kit.Levels + 1]float64 // shards
	bought                   int
	coins                    int
	steps                    [len(kit.StarTrack)]int
	length                   float64 // seconds
}

func (f *tally) add(s *rules.State, rounds []kit.Reveal) {
	f.matches++
	w := s.Winners()
	for _, seat := range w {
		f.won[seat] += 1 / float64(len(w))
	}
	if len(w) == 0 {
		f.nobody++
	} else {
		f.top += s.Dreamers[w[0]].Score().Total
	}
	f.length += s.Shown.Seconds()
	any := false
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		p := d.Score()
		f.players++
		f.points.Total += p.Total
		f.points.Stars += p.Stars
		f.points.Sets += p.Sets
		f.points.Calm += p.Calm
		f.points.Points += p.Points
		f.bought += len(d.Segments) - kit.Shapes
		f.coins += d.Coins
		f.keys += d.Keys
		f.steps[d.Stars]++
		if d.Woke > 0 {
			f.woke++
			any = true
		}
	}
	if any {
		f.anyWoke++
	}
	for _, r := range rounds {
		level := r.Tile.Card().Level
		for _, one := range r.Results {
			f.loss[level] += float64(one.Uncovered + one.Outside)
			for _, h := range one.Harms {
				f.loss[level] += float64(h.Loss)
			}
			for _, g := range one.Gains {
				for _, n := range g.Haul.Shards {
					f.gained[level] += float64(n)
				}
				if g.Closed {
					f.closed++
				}
				if g.Chest != 0 {
					f.chests++
				}
			}
		}
	}
}

func (f *tally) String() string {
	var b strings.Builder
	each := func(n int) float64 { return float64(n) / float64(f.players) }
	fmt.Fprintf(&b, "points %.1f, of winners %.1f; stars %.1f, sets %.1f, calm %.1f, segments %.1f\n",
		each(f.points.Total), float64(f.top)/float64(f.matches-f.nobody), each(f.points.Stars), each(f.points.Sets), each(f.points.Calm), each(f.points.Points))
	fmt.Fprintf(&b, "somebody wakes in %.3f of matches, %.3f of players, nobody wins %d; bought %.1f, coins left %.1f, keys left %.1f, chests %.1f opened %.1f closed; minutes %.1f\n",
		float64(f.anyWoke)/float64(f.matches), each(f.woke), f.nobody, each(f.bought), each(f.coins), each(f.keys), each(f.chests), each(f.closed), f.length/60/float64(f.matches))
	b.WriteString("by level: calm lost, shards gained in a round:")
	sum := 0.0
	for level := 1; level <= kit.Levels; level++ {
		fmt.Fprintf(&b, " %.1f %.1f,", f.loss[level]/float64(f.players)/2, f.gained[level]/float64(f.players)/2)
		sum += f.gained[level] / float64(f.players)
	}
	fmt.Fprintf(&b, " shards in all %.1f; star track", sum)
	for _, n := range f.steps {
		fmt.Fprintf(&b, " %.2f", each(n))
	}
	b.WriteString("\nwins by seat")
	seats := f.players / f.matches
	for i := range seats {
		fmt.Fprintf(&b, " %.3f", f.won[i]*float64(seats)/float64(f.matches))
	}
	return b.String()
}
