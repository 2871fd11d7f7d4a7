package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Past is a finished round, written small: it is read and written again at every
// input until the match ends.
type Past struct {
	Dreamer  games.Seat   `json:"dreamer"`
	Story    string       `json:"story,omitempty"`
	Unsaid   bool         `json:"unsaid,omitempty"` // told in writing, and its words are withheld
	Elements []int        `json:"elements"`         // of its cards, in order
	Sides    string       `json:"sides"`            // a letter for each
	Fined    []games.Seat `json:"fined,omitempty"`  // who has its penalties, in order
	Roles    []kit.Role   `json:"roles,omitempty"`  // by seat; none when the round was broken off
}

// newPast writes the round small. Sides have a letter for each card. They are
// y for yellow, b for blue, s for skipped and p for a penalty. The letter d is
// for a card that stayed in the bed. The letter is a capital where the dream
// mentions the card.
func newPast(s *State, counted bool) Past {
	d := Past{Dreamer: s.Dreamer, Story: s.Story, Unsaid: s.Unsaid}
	if counted {
		d.Roles = s.Roles
	}
	var sides []byte
	for _, c := range s.Cards {
		d.Elements = append(d.Elements, c.Element)
		letter := byte('y')
		switch {
		case c.Side == kit.Penalty:
			letter = 'p'
			d.Fined = append(d.Fined, c.Seat)
		case c.Side == kit.Bed:
			letter = 'd'
		case c.Skipped:
			letter = 's'
		case c.Side == kit.Blue:
			letter = 'b'
		}
		if c.Told {
			letter -= 'a' - 'A'
		}
		sides = append(sides, letter)
	}
	d.Sides = string(sides)
	return d
}

// Cards are the cards of a finished round, without guesses.
func (d Past) Cards() Pile {
	list := make(Pile, 0, len(d.Elements))
	fined := d.Fined
	for i, n := range d.Elements {
		c := Played{Element: n, Side: kit.Blue, Seat: games.Nobody}
		letter := d.Sides[i]
		if letter >= 'A' && letter <= 'Z' {
			c.Told = true
			letter += 'a' - 'A'
		}
		switch letter {
		case 'y':
			c.Side = kit.Yellow
		case 's':
			c.Skipped = true
		case 'p':
			c.Side, c.Seat, fined = kit.Penalty, fined[0], fined[1:]
		case 'd':
			c.Side = kit.Bed
		}
		list = append(list, c)
	}
	return list
}
