package rules

import (
	"oneiros/games"
	"oneiros/games/somnicum/kit"
)

// Score counts everything that a player has now.
func (d *Dreamer) Score() kit.Score {
	s := d.Rows.Score(d.Goal)
	s.Encounters = len(d.Hand)
	s.Open = d.points()
	s.Sum()
	return s
}

// OpenScore counts what every player can count.
func (d *Dreamer) OpenScore() kit.Score {
	s := d.Rows.Score(0)
	s.Open = d.points()
	s.Sum()
	return s
}

// counted is what every player can count: the dream, lasting encounters, and how many
// encounters are in hand.
func (d *Dreamer) counted() int { return d.OpenScore().Total + len(d.Hand) }

// points is what the lasting encounters bring.
func (d *Dreamer) points() int {
	n := 0
	for _, o := range d.Open {
		n += d.Rows.Paid(o, len(d.Sand))
	}
	return n
}

// Count counts something in a dream.
func (d *Dreamer) Count(what kit.Counted) int { return d.Rows.Count(what, len(d.Sand)) }

// Winners are those with the most points, and among them those with the most sand.
func Winners(list []Dreamer) []games.Seat {
	var best []games.Seat
	points, sand := 0, 0
	for i := range list {
		p, n := list[i].Score().Total, len(list[i].Sand)
		switch {
		case len(best) > 0 && (p < points || p == points && n < sand):
		case len(best) > 0 && p == points && n == sand:
			best = append(best, games.Seat(i))
		default:
			best, points, sand = []games.Seat{games.Seat(i)}, p, n
		}
	}
	return best
}
