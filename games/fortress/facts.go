package fortress

import (
	"math/bits"
	"slices"

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

// factOf is the group that the viewer has learned that a sleeper is, with the key "known.is",
// or is not, with "known.not". The key is empty where they have learned nothing that tells.
func factOf(v View, seat games.Seat) (key string, group ui.Text) {
	if p := v.Pawns[seat]; seat == v.Me || p.Sleep == 0 || p.Role != "" {
		return "", ui.Text{}
	}
	is := couldBe(v, seat)
	switch bits.OnesCount(uint(is)) {
	case 1:
		key = "known.is"
	case 2:
		key, is = "known.not", (Nightmares|GoodDreams|Dreamers)&^is
	default:
		return "", ui.Text{}
	}
	k := slices.Index(groups, is)
	return key, ui.T("gist.group." + string(letters[k]))
}

// facts are what the viewer has learned about the groups of the others who sleep.
func facts(v View) phrase {
	if v.Phase == Over {
		return phrase{}
	}
	var list []phrase
	for i := range v.Pawns {
		if key, group := factOf(v, games.Seat(i)); key != "" {
			list = append(list, phrase{ui.T(key, ui.Name(i), group), longName + 15})
		}
	}
	if len(list) == 0 {
		return phrase{}
	}
	line := listed(list)
	return phrase{ui.T("known", line.text), line.long + 11}
}
