package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// pathRecord is the path of the record of the round: record/N is its Nth sheet.
const pathRecord = "record"

// recorded are the cards of the record: those for which a clue is known, and the penalties.
// There are none before the roles are public.
func recorded(v view.View) []label.Column {
	var list []label.Column
	some := false
	for i, c := range v.Cards {
		if v.Phase == kit.Dawn && (len(c.Clues) > 0 || c.Side == kit.Penalty) {
			list, some = append(list, label.Column{Number: i + 1, Card: c}), some || len(c.Clues) > 0
		}
	}
	if !some {
		return nil
	}
	return list
}

// recordSpirits are the rows of the record, in the order of clues.
func recordSpirits(v view.View, all []label.Column) []games.Seat {
	var list []games.Seat
	for i := 1; i < len(v.Circle); i++ {
		seat := games.Seat((int(v.Dreamer) + i) % len(v.Circle))
		if !v.Circle[seat].Gone || slices.ContainsFunc(all, func(c label.Column) bool { return c.Has(seat) }) {
			list = append(list, seat)
		}
	}
	return list
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
func recordOf(v view.View, n int) (ui.Page, bool) {
	all := recorded(v)
	spirits := recordSpirits(v, all)
	sheet := recordSheet(len(spirits))
	last := (len(all) + sheet - 1) / sheet
	if n < 1 || n > last {
		return ui.Page{}, false
	}
	p := ui.Page{Title: ui.T("record.title", v.Round), Colour: colourDawn}
	p.Show(picture.Record(v, spirits, all[(n-1)*sheet:min(n*sheet, len(all))]))
	p.Say(helped(v, spirits, all), ui.T("record.legend"))
	addReady(&p, v)
	leaf(&p, pathRecord, n, last, false)
	p.Open("", "↩️", ui.T("back"))
	return p, true
}

// helped says of each spirit for how many cards their clues helped, of those for which they
// gave one.
func helped(v view.View, spirits []games.Seat, all []label.Column) ui.Text {
	var list []ui.Text
	for _, seat := range spirits {
		gave, right := 0, 0
		for _, c := range all {
			if len(c.By(seat)) > 0 {
				gave++
				if c.Card.Side == kit.Yellow {
					right++
				}
			}
		}
		if gave > 0 {
			list = append(list, ui.T("record.one", ui.Literal(label.RoleIcons[label.RoleOf(v, seat)]), ui.Name(seat), right, gave))
		}
	}
	return ui.T("record.helped", list)
}

// addRecord adds the button to the record of the round.
func addRecord(p *ui.Page, v view.View) {
	if v.Me != games.Nobody && len(recorded(v)) > 0 {
		p.Open(pathRecord+"/1", "🔎", ui.T("record.button"))
	}
}
