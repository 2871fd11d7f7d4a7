package label

import (
	"strconv"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// A Column is one card of the record.
type Column struct {
	Number int
	Card   view.Card
}

// Has reports whether a seat gave a clue for the card, or has it as a penalty.
func (c Column) Has(seat games.Seat) bool {
	return c.Card.Seat == seat || len(c.By(seat)) > 0
}

// By are the clues of a seat for the card, by their number.
func (c Column) By(seat games.Seat) (list []int) {
	for i, h := range c.Card.Clues {
		if h.Seat == seat {
			list = append(list, i)
		}
	}
	return list
}

// decided reports whether the right guess came after a clue and before the next one.
func (c Column) decided(clue int) bool {
	return c.Card.Side == kit.Yellow && clue == len(c.Card.Clues)-1
}

// Brief is a word as the record has room for it.
func Brief(word string) string {
	if utf8.RuneCountInString(word) <= recordWord {
		return word
	}
	return string([]rune(word)[:recordWord-1]) + "…"
}

// A Said is one clue in a cell of the record.
type Said struct {
	Word    string
	Decided bool
}

// Cell is what a spirit said of a card, the latest clues, and how many came before.
func (c Column) Cell(seat games.Seat) (list []Said, earlier int) {
	by := c.By(seat)
	earlier = max(len(by)-recordClues, 0)
	for _, i := range by[earlier:] {
		list = append(list, Said{Brief(c.Card.Clues[i].Word), c.decided(i)})
	}
	return list, earlier
}

// InText says a cell, for the description of the picture.
func (c Column) InText(seat games.Seat) ui.Text {
	if c.Card.Side == kit.Penalty {
		if c.Card.Seat == seat {
			return ui.Literal(SideSigns[kit.Penalty])
		}
		return ui.Literal("–")
	}
	list, earlier := c.Cell(seat)
	if len(list) == 0 {
		return ui.Literal("–")
	}
	words := ""
	if earlier > 0 {
		words = "+" + strconv.Itoa(earlier) + " "
	}
	for i, s := range list {
		if i > 0 {
			words += " / "
		}
		words += s.Word
		if s.Decided {
			words += " ✓"
		}
	}
	return ui.Literal(words)
}

// The record of a round: who gave which clue for which card, and whether it helped. It is a
// grid of the spirits by the cards of the night. It stands there at dawn alone, when the roles
// are public. By voice nothing is written, so there is none.
const (
	recordClues = 2  // of one spirit for one card; the latest ones
	recordWord  = 14 // characters of a clue, and of the word of a card
)
