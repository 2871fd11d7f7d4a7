package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Tally is the score of a round as its cards lie. A seat without a role left before it.
func Tally(dreamer games.Seat, roles []kit.Role, cards Pile) kit.Score {
	var c kit.Score
	whole := true
	for _, p := range cards {
		switch p.Side {
		case kit.Yellow:
			c.Yellow++
			whole = whole && p.Told
		case kit.Blue:
			c.Blue++
		}
	}
	c.Bonus = whole && c.Yellow > 0
	n := len(roles)
	for i := range n {
		seat := games.Seat((int(dreamer) + i) % n)
		role := roles[seat]
		if role == "" && seat != dreamer {
			continue
		}
		l := kit.Line{Seat: seat, Role: role}
		switch role {
		case kit.Good:
			l.Cards = c.Yellow
		case kit.Bad:
			l.Cards = c.Blue
		case kit.Trickster:
			l.Cards, l.Extra = kit.Balance(c.Yellow, c.Blue)
		default:
			l.Cards = c.Yellow
			if c.Bonus {
				l.Extra = 2
			}
		}
		l.Points = l.Cards + l.Extra
		c.Lines = append(c.Lines, l)
	}
	return c
}

// Totals are the results, best first: more points, then fewer penalty cards.
// Players who left come last.
func Totals(c kit.Chairs) []kit.Total {
	var list []kit.Total
	for i, h := range c {
		list = append(list, kit.Total{Seat: games.Seat(i), Points: h.Points, Penalties: h.Penalties, Score: h.Points - h.Penalties, Gone: h.Gone})
	}
	slices.SortStableFunc(list, func(a, b kit.Total) int {
		if a.Gone != b.Gone {
			if a.Gone {
				return 1
			}
			return -1
		}
		if a.Score != b.Score {
			return b.Score - a.Score
		}
		return a.Penalties - b.Penalties
	})
	return list
}

// winners share the victory: no player who stayed has more points, nor as many with
// fewer penalty cards.
func winners(totals []kit.Total) []games.Seat {
	var list []games.Seat
	for _, t := range totals {
		if best := totals[0]; !t.Gone && t.Score == best.Score && t.Penalties == best.Penalties {
			list = append(list, t.Seat)
		}
	}
	slices.Sort(list)
	return list
}
