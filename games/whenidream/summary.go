package whenidream

import (
	"slices"

	"oneiros/games"
)

// dreamerRole is what the catalogue calls who sleeps.
const dreamerRole = "dreamer"

// Summarize counts the nights of every player by their role, and finds the best dream. A
// round that was broken off has no roles and does not count.
func (presenter) Summarize(v View) games.Summary {
	var s games.Summary
	for i, d := range v.Dreams {
		for _, l := range d.Score.Lines {
			s.Roles = addNight(s.Roles, l.Seat, l.Role, d.Score)
		}
		if len(d.Score.Lines) == 0 {
			continue
		}
		dream := &games.Dream{Seat: d.Dreamer, Story: d.Story, Round: i + 1}
		for _, c := range d.Cards {
			if c.Side == Penalty || c.Side == Bed {
				continue
			}
			dream.Cards++
			dream.List = append(dream.List, games.DreamCard{Word: c.Element.Word, Told: c.Told})
			if c.Told {
				dream.Told++
			}
		}
		if dream.Told > 0 && dream.Better(s.Dream) {
			s.Dream = dream
		}
	}
	return s
}

// addNight counts a night of a seat in a role.
func addNight(list []games.RoleCount, seat games.Seat, role Role, score Score) []games.RoleCount {
	name, reached := string(role), false
	switch role {
	case Good:
		reached = score.Yellow > score.Blue
	case Bad:
		reached = score.Blue > score.Yellow
	case Trickster:
		reached = score.Yellow == score.Blue
	default:
		name, reached = dreamerRole, score.Bonus
	}
	i := slices.IndexFunc(list, func(r games.RoleCount) bool { return r.Seat == seat && r.Role == name })
	if i < 0 {
		list, i = append(list, games.RoleCount{Seat: seat, Role: name}), len(list)
	}
	list[i].Times++
	if reached {
		list[i].Reached++
	}
	return list
}
