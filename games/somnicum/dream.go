package somnicum

import (
	"slices"
)

// Particles are those that count for matching: the printed and the added ones.
func (c Card) Particles() Particles {
	set := c.Dream.Card().Particles
	for _, t := range c.Added {
		set = set.with(t.Particle())
	}
	return set
}

// slot is where the next card of a level goes. Level 1 always has room. On the others
// it is the leftmost place, right of the level's last card, that is under two
// neighbours without a break between them.
func (r *Rows) slot(level int) (int, bool) {
	row := r[level-1]
	next := 0
	if n := len(row); n > 0 {
		next = row[n-1].Slot + 1
	}
	if level == 1 {
		return next, true
	}
	above := r[level-2]
	for i := 1; i < len(above); i++ {
		if above[i-1].Slot >= next && pair(above, i) {
			return above[i-1].Slot, true
		}
	}
	return 0, false
}

// pair reports whether card i of a row and the one on its left can hold a card under
// them: no break and no gap is between them.
func pair(row []Card, i int) bool {
	return row[i].Break == NoBreak && row[i].Slot == row[i-1].Slot+1
}

// fit is how a card would be attached to a level. It reports false where the level has
// no room. A card that joins makes no break; see [Powers].
func (r *Rows) fit(level int, d Dream, gapBreaks, joins bool) (Fit, bool) {
	slot, ok := r.slot(level)
	if !ok {
		return Fit{}, false
	}
	f := Fit{Level: level, Slot: slot}
	if d.Card().Meets {
		f.Draws = level
	}
	if row := r[level-1]; len(row) > 0 {
		last := row[len(row)-1]
		f.Left = last.Dream
		f.Joins = last.Particles() & d.Card().Particles
		f.Gap = slot > last.Slot+1
		f.Break = !joins && (f.Joins == 0 || f.Gap && gapBreaks)
	}
	return f, true
}

// with is the rows with one more card. It changes no other rows.
func (r Rows) with(f Fit, d Dream, b Break) Rows {
	row := r[f.Level-1]
	r[f.Level-1] = append(row[:len(row):len(row)], Card{Dream: d, Slot: f.Slot, Break: b})
	return r
}

// Edge reports whether card i of a level, both from 0, has a break on each side on
// which it has a neighbour, and has a neighbour. Its level counts as the first then.
func (r *Rows) Edge(level, i int) bool {
	row := r[level]
	if len(row) < 2 {
		return false
	}
	return (i == 0 || row[i].Break != NoBreak) && (i == len(row)-1 || row[i+1].Break != NoBreak)
}

// Factor is how often the stars or the eyes of card i of a level count, both from 0.
func (r *Rows) Factor(level, i int) int {
	if r.Edge(level, i) {
		return 1
	}
	return level + 1
}

// last is the last card of a level, counted from 1. It is nil for an empty row.
func (r *Rows) last(level int) *Card {
	row := r[level-1]
	if len(row) == 0 {
		return nil
	}
	return &row[len(row)-1]
}

// Fits lists how a card can be attached to the dream of whose turn it is, by level.
func (v View) Fits(d Dream) []Fit {
	var list []Fit
	rows := v.Dreamers[v.Turn].Rows
	for level := 1; level <= Levels; level++ {
		if f, ok := rows.fit(level, d, v.GapBreaks, v.Powers.Join > 0); ok {
			list = append(list, f)
		}
	}
	return list
}

// Preview is the dream of whose turn it is, with a card attached. A break has sand on
// its back, since no player knows which token is drawn.
func (v View) Preview(f Fit, d Dream) Rows {
	b := NoBreak
	if f.Break {
		b = SandBreak
	}
	return v.Dreamers[v.Turn].Rows.with(f, d, b)
}

// WithAdded is the dream of whose turn it is, with a token on the last card of a level.
func (v View) WithAdded(level int, t Token) Rows {
	rows := v.Dreamers[v.Turn].Rows
	row := slices.Clone(rows[level-1])
	last := &row[len(row)-1]
	last.Added = append(slices.Clone(last.Added), t)
	rows[level-1] = row
	return rows
}
