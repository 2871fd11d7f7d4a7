package somnicum

import (
	"math/bits"

	"oneiros/games"
)

// score counts what rows are worth by themselves, and with a goal if it is known.
func (r *Rows) score(g Goal) Score {
	var s Score
	var wanted Particles
	if g != 0 {
		wanted = g.Card().Particles
	}
	for level, row := range r {
		for i, c := range row {
			card, factor := c.Dream.Card(), r.Factor(level, i)
			stars, eyes := card.Stars, card.Eyes
			if c.Bright {
				stars, eyes = eyes, 0
			}
			if level > 0 && factor == 1 {
				s.Edges += stars
			} else {
				s.Levels[level] += stars * factor
			}
			s.Eyes += eyes * factor
			s.Goal += bits.OnesCount32(uint32(card.Particles & wanted))
		}
	}
	s.sum()
	return s
}

// matches is how many particles of a goal are printed on a card.
func matches(d Dream, g Goal) int {
	return bits.OnesCount32(uint32(d.Card().Particles & g.Card().Particles))
}

// sum sets the total.
func (s *Score) sum() {
	s.Total = s.Edges - s.Eyes + s.Encounters + s.Open + s.Goal
	for _, n := range s.Levels {
		s.Total += n
	}
}

// score counts everything that a player has now.
func (d *Dreamer) score() Score {
	s := d.Rows.score(d.Goal)
	s.Encounters = len(d.Hand)
	s.Open = d.points()
	s.sum()
	return s
}

// open counts what every player can count.
func (d *Dreamer) open() Score {
	s := d.Rows.score(0)
	s.Open = d.points()
	s.sum()
	return s
}

// counted is what every player can count: the dream, lasting encounters, and how many
// encounters are in hand.
func (d *Dreamer) counted() int { return d.open().Total + len(d.Hand) }

// points is what the lasting encounters bring.
func (d *Dreamer) points() int {
	n := 0
	for _, o := range d.Open {
		n += d.Rows.paid(o, len(d.Sand))
	}
	return n
}

// count counts something in a dream.
func (d *Dreamer) count(what Counted) int { return d.Rows.count(what, len(d.Sand)) }

// paid is what a lasting encounter brings to rows with so much sand beside them.
func (r *Rows) paid(o Encounter, sand int) int {
	n := 0
	for _, e := range o.Card().Effects {
		if e.Kind == Points {
			n += r.count(e.What, sand) / e.Per * e.N
		}
	}
	return n
}

// count counts something in rows with so much sand beside them.
func (r *Rows) count(what Counted, sand int) int {
	n := 0
	switch what {
	case SandLeft:
		n = sand
	case Nightmares, Breaks:
		for _, row := range r {
			for _, c := range row {
				if what == Nightmares && c.Dream.Card().Nightmare() || what == Breaks && c.Break != NoBreak {
					n++
				}
			}
		}
	}
	return n
}

// winners are those with the most points, and among them those with the most sand.
func winners(list []Dreamer) []games.Seat {
	var best []games.Seat
	points, sand := 0, 0
	for i := range list {
		p, n := list[i].score().Total, len(list[i].Sand)
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
