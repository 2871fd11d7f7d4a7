package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// dreamerRole is what the catalogue calls who sleeps.
const dreamerRole = "dreamer"

// Summarize counts the nights of every player by their role, and finds the best dream. A
// round that was broken off has no roles and does not count.
func Summarize(v view.View) games.Summary {
	var s games.Summary
	for i, d := range v.Dreams {
		for _, l := range d.Score.Lines {
			s.Roles = addNight(s.Roles, l.Seat, l.Role, d.Score)
		}
		if len(d.Score.Lines) == 0 {
			continue
		}
		if dream := bestDream(d, i); dream != nil && dream.Better(s.Moment) {
			s.Moment = dream
		}
	}
	return s
}

// bestDream is the moment of a dream that mentions a card: one that mentions more is better,
// and of two with as many the one that left fewer out. It is nil for another dream.
func bestDream(d view.Dream, round int) *games.Moment {
	var cards []view.Card
	told := 0
	for _, c := range d.Cards {
		if c.Side == kit.Penalty || c.Side == kit.Bed {
			continue
		}
		cards = append(cards, c)
		if c.Told {
			told++
		}
	}
	if told == 0 {
		return nil
	}
	return &games.Moment{Seat: d.Dreamer, Numbers: []int{told, len(cards)}, Words: d.Story, Picture: picture.Dream(d, cards, told, round)}
}

// addNight counts a night of a seat in a role.
func addNight(list []games.RoleCount, seat games.Seat, role kit.Role, score kit.Score) []games.RoleCount {
	name, reached := string(role), false
	switch role {
	case kit.Good:
		reached = score.Yellow > score.Blue
	case kit.Bad:
		reached = score.Blue > score.Yellow
	case kit.Trickster:
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
