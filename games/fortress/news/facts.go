package news

import (
	"math/bits"
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// factOf is the group that the viewer has learned that a sleeper is, with the key "known.is",
// or is not by an Insight, with "known.not". The key is empty where they have learned nothing that
// tells more than their own role and those of the players who are awake.
func factOf(v view.View, seat games.Seat) (key string, group ui.Text) {
	if p := v.Pawns[seat]; seat == v.Me || p.Sleep == 0 || p.Role != "" {
		return "", ui.Text{}
	}
	is := v.CouldBe(true)[seat]
	switch plain := v.CouldBe(false)[seat]; {
	case is == plain && bits.OnesCount(uint(is)) > 1:
		return "", ui.Text{}
	case bits.OnesCount(uint(is)) == 1:
		key = "known.is"
	case bits.OnesCount(uint(is)) == 2 && v.Told(seat) != kit.AllGroups: // what only follows has no room
		key, is = "known.not", kit.AllGroups&^is
	default:
		return "", ui.Text{}
	}
	k := slices.Index(kit.Groups, is)
	return key, ui.T("gist.group." + string(kit.GroupLetters[k]))
}

// facts are what the viewer has learned about the groups of the others who sleep.
func facts(v view.View) phrase {
	if v.Phase == kit.Over {
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
