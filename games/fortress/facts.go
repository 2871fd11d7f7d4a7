package fortress

import (
	"math/bits"

	"oneiros/games"
	"oneiros/games/ui"
)

// couldBe are the groups that a sleeper may be of, as far as Insights tell the viewer whose
// words they have read. An Insight does something exactly when it is about its receiver.
func couldBe(v View, seat games.Seat) Group {
	g := Nightmares | GoodDreams | Dreamers
	for _, n := range v.Passed {
		switch {
		case n.To != seat || n.Card == "":
		case n.Step != 0 || n.Gave != "":
			g &= n.Card.About()
		default:
			g &^= n.Card.About()
		}
	}
	return g
}

// facts are what the viewer has learned about the groups of the others who sleep.
func facts(v View) phrase {
	if v.Phase == Over {
		return phrase{}
	}
	var list []phrase
	for i, p := range v.Pawns {
		seat := games.Seat(i)
		if seat == v.Me || p.Sleep == 0 || p.Role != "" {
			continue
		}
		is, all := couldBe(v, seat), Nightmares|GoodDreams|Dreamers
		key := "known.is"
		switch bits.OnesCount(uint(is)) {
		case 1:
		case 2:
			key, is = "known.not", all&^is
		default:
			continue
		}
		for k, g := range groups {
			if is == g {
				list = append(list, phrase{ui.T(key, ui.Name(seat), ui.T("gist.group."+string(letters[k]))), longName + 15})
			}
		}
	}
	if len(list) == 0 {
		return phrase{}
	}
	line := listed(list)
	return phrase{ui.T("known", line.text), line.long + 11}
}
