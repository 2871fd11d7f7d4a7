package whenidream

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/ui"
)

// pathRecord is the path of the record of the round: record/N is its Nth sheet.
const pathRecord = "record"

// The record of a round: who gave which clue for which card, and whether it helped. It is a
// grid of the spirits by the cards of the night. It stands there at dawn alone, when the roles
// are public. By voice nothing is written, so there is none.
const (
	recordClues = 2  // of one spirit for one card; the latest ones
	recordWord  = 14 // characters of a clue, and of the word of a card
)

// A column is one card of the record.
type column struct {
	number int
	card   Card
}

// recorded are the cards of the record: those for which a clue is known, and the penalties.
// There are none before the roles are public.
func recorded(v View) []column {
	var list []column
	some := false
	for i, c := range v.Cards {
		if v.Phase == Dawn && (len(c.Clues) > 0 || c.Side == Penalty) {
			list, some = append(list, column{i + 1, c}), some || len(c.Clues) > 0
		}
	}
	if !some {
		return nil
	}
	return list
}

// recordSpirits are the rows of the record, in the order of clues.
func recordSpirits(v View, all []column) []games.Seat {
	var list []games.Seat
	for i := 1; i < len(v.Circle); i++ {
		seat := games.Seat((int(v.Dreamer) + i) % len(v.Circle))
		if !v.Circle[seat].Gone || slices.ContainsFunc(all, func(c column) bool { return c.has(seat) }) {
			list = append(list, seat)
		}
	}
	return list
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
	return c.card.Side == Yellow && clue == len(c.card.Clues)-1
}

// recordSheet is how many cards one sheet of the record has. With many spirits they are
// fewer, so that the description of the picture holds all of it.
func recordSheet(spirits int) int {
	if spirits > 5 {
		return 2
	}
	return 3
}

// recordOf is the Nth sheet of the record of the round.
func recordOf(v View, n int) (ui.Page, bool) {
	all := recorded(v)
	spirits := recordSpirits(v, all)
	sheet := recordSheet(len(spirits))
	last := (len(all) + sheet - 1) / sheet
	if n < 1 || n > last {
		return ui.Page{}, false
	}
	p := ui.Page{Title: ui.T("record.title", v.Round), Colour: colourDawn}
	p.Show(clueGrid(v, spirits, all[(n-1)*sheet:min(n*sheet, len(all))]))
	p.Say(helped(v, spirits, all), ui.T("record.legend"))
	addReady(&p, v)
	leaf(&p, pathRecord, n, last, false)
	p.Open("", "↩️", ui.T("back"))
	return p, true
}

// helped says of each spirit for how many cards their clues helped, of those for which they
// gave one.
func helped(v View, spirits []games.Seat, all []column) ui.Text {
	var list []ui.Text
	for _, seat := range spirits {
		gave, right := 0, 0
		for _, c := range all {
			if len(c.by(seat)) > 0 {
				gave++
				if c.card.Side == Yellow {
					right++
				}
			}
		}
		if gave > 0 {
			list = append(list, ui.T("record.one", ui.Literal(roleIcons[roleOf(v, seat)]), ui.Name(seat), right, gave))
		}
	}
	return ui.T("record.helped", list)
}

// roleOf is what a spirit was in the round; empty where no reader knows.
func roleOf(v View, seat games.Seat) Role {
	if int(seat) >= len(v.Roles) {
		return ""
	}
	return v.Roles[seat]
}

// addRecord adds the button to the record of the round.
func addRecord(p *ui.Page, v View) {
	if v.Me != games.Nobody && len(recorded(v)) > 0 {
		p.Open(pathRecord+"/1", "🔎", ui.T("record.button"))
	}
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
	if c.card.Side == Penalty {
		if c.card.Seat == seat {
			return ui.Literal(sideSigns[Penalty])
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
