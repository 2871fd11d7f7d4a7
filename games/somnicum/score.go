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

// open counts what everybody can count.
func (d *Dreamer) open() Score {
	s := d.Rows.score(0)
	s.Open = d.points()
	s.sum()
	return s
}

// points is what the lasting encounters bring.
func (d *Dreamer) points() int {
	n := 0
	for _, o := range d.Open {
		for _, e := range o.Card().Effects {
			if e.Kind == Points {
				n += d.count(e.What) / e.Per * e.N
			}
		}
	}
	return n
}

// count counts something in a dream.
func (d *Dreamer) count(what Counted) int {
	n := 0
	switch what {
	case SandLeft:
		n = len(d.Sand)
	case Nightmares, Breaks:
		for _, row := range d.Rows {
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
