package kit

// Rows are a dream: a row for each level, from the first level on.
type Rows [Levels][]Card

// Card is a dream card in a row. All of it is public.
type Card struct {
	Dream  Dream   `json:"dream"`
	Slot   int     `json:"slot"`             // under the cards above with this slot and the next one
	Added  []Token `json:"added,omitempty"`  // face up, in the order in which they were added
	Break  Break   `json:"break,omitempty"`  // between it and the card on its left
	Bright bool    `json:"bright,omitempty"` // its eyes count as stars
	Round  int     `json:"round,omitempty"`  // in which it was taken
}

// Break is a break and the back of its token.
type Break string

// The breaks.
const (
	NoBreak    Break = ""
	SandBreak  Break = "sand"
	BlankBreak Break = "blank"
	BareBreak  Break = "bare" // the bag was empty
)

// Fit is how a card can be attached to a row.
type Fit struct {
	Level int // from 1
	Slot  int
	Left  Dream     // the card on its left; 0 for the first card of the row
	Joins Particles // those that both cards have
	Gap   bool      // slots between them are empty
	Break bool      // it makes a break
	Draws int       // encounters that it draws
}

// Particles are those that count for matching: the printed and the added ones.
func (c Card) Particles() Particles {
	set := c.Dream.Card().Particles
	for _, t := range c.Added {
		set = set.With(t.Particle())
	}
	return set
}

// Slot is where the next card of a level goes. Level 1 always has room. On the others
// it is the leftmost place, right of the level's last card, that is under two
// neighbours without a break between them.
func (r *Rows) Slot(level int) (int, bool) {
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
		if above[i-1].Slot >= next && Pair(above, i) {
			return above[i-1].Slot, true
		}
	}
	return 0, false
}

// Pair reports whether card i of a row and the one on its left can hold a card under
// them: no break and no gap is between them.
func Pair(row []Card, i int) bool {
	return row[i].Break == NoBreak && row[i].Slot == row[i-1].Slot+1
}

// Fit is how a card would be attached to a level. It reports false where the level has
// no room. A card that joins makes no break; see [Powers].
func (r *Rows) Fit(level int, d Dream, gapBreaks, joins bool) (Fit, bool) {
	slot, ok := r.Slot(level)
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

// With is the rows with one more card. It changes no other rows.
func (r Rows) With(f Fit, d Dream, b Break) Rows {
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

// Last is the last card of a level, counted from 1. It is nil for an empty row.
func (r *Rows) Last(level int) *Card {
	row := r[level-1]
	if len(row) == 0 {
		return nil
	}
	return &row[len(row)-1]
}
