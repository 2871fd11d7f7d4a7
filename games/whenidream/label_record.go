package whenidream

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
	"strconv"
	"unicode/utf8"
)

// A column is one card of the record.
type column struct {
	number int
	card   view.Card
}

// has reports whether a seat gave a clue for the card, or has it as a penalty.
func (c column) has(seat games.Seat) bool {
	return c.card.Seat == seat || len(c.by(seat)) > 0
}

// by are the clues of a seat for the card, by their number.
func (c column) by(seat games.Seat) (list []int) {
	for i, h := range c.card.Clues {
		if h.Seat == seat {
			list = append(list, i)
		}
	}
	return list
}

// decided reports whether the right guess came after a clue and before the next one.
func (c column) decided(clue int) bool {
	return c.card.Side == kit.Yellow && clue == len(c.card.Clues)-1
}

// brief is a word as the record has room for it.
func brief(word string) string {
	if utf8.RuneCountInString(word) <= recordWord {
		return word
	}
	return string([]rune(word)[:recordWord-1]) + "…"
}

// A said is one clue in a cell of the record.
type said struct {
	Word    string
	Decided bool
}

// cell is what a spirit said of a card, the latest clues, and how many came before.
func (c column) cell(seat games.Seat) (list []said, earlier int) {
	by := c.by(seat)
	earlier = max(len(by)-recordClues, 0)
	for _, i := range by[earlier:] {
		list = append(list, said{brief(c.card.Clues[i].Word), c.decided(i)})
	}
	return list, earlier
}

// inText says a cell, for the description of the picture.
func (c column) inText(seat games.Seat) ui.Text {
	if c.card.Side == kit.Penalty {
		if c.card.Seat == seat {
			return ui.Literal(sideSigns[kit.Penalty])
		}
		return ui.Literal("–")
	}
	list, earlier := c.cell(seat)
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
