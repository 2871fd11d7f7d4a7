package kit

import "math/bits"

// Score is what a player's dream is worth.
type Score struct {
	Levels     [Levels]int `json:"levels"`     // stars of each level, times the level
	Edges      int         `json:"edges"`      // stars of cards between breaks, times one
	Eyes       int         `json:"eyes"`       // of nightmares, each times what its stars would be; subtracted
	Encounters int         `json:"encounters"` // that were not played
	Open       int         `json:"open"`       // what lasting encounters bring
	Goal       int         `json:"goal"`
	Total      int         `json:"total"`
}

// Parts are what a score consists of, in the order of the rows.
func (s Score) Parts() []int {
	return []int{s.Levels[0], s.Levels[1], s.Levels[2], s.Edges, -s.Eyes, s.Goal, s.Encounters, s.Open}
}

// Score counts what rows are worth by themselves, and with a goal if it is known.
func (r *Rows) Score(g Goal) Score {
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
	s.Sum()
	return s
}

// Matches is how many particles of a goal are printed on a card.
func Matches(d Dream, g Goal) int {
	return bits.OnesCount32(uint32(d.Card().Particles & g.Card().Particles))
}

// Sum sets the total.
func (s *Score) Sum() {
	s.Total = s.Edges - s.Eyes + s.Encounters + s.Open + s.Goal
	for _, n := range s.Levels {
		s.Total += n
	}
}

// Paid is what a lasting encounter brings to rows with so much sand beside them.
func (r *Rows) Paid(o Encounter, sand int) int {
	n := 0
	for _, e := range o.Card().Effects {
		if e.Kind == Points {
			n += r.Count(e.What, sand) / e.Per * e.N
		}
	}
	return n
}

// Count counts something in rows with so much sand beside them.
func (r *Rows) Count(what Counted, sand int) int {
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
