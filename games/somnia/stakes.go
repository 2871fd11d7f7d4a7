package somnia

import (
	"fmt"
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// self says who the viewer is and how they stand: lives, points, whether others have more,
// how far the limit is, and whether they would lose a life as it stands, and why.
func self(v View) ui.Text {
	line := ui.T("self.limit", brief(v), limit(v))
	list, e := atStake(v)
	lost := slices.Contains(list, v.Me)
	final := list != nil && settled(v, lost, e)
	if list != nil && !(lost && saysOrder(v, e)) {
		line = ui.T("self", line, order(v.Points, v.Me))
	}
	switch {
	case list == nil:
		return line
	case lost && final:
		return ui.T("self.lost", line, reason(v, e))
	case lost:
		return ui.T("self.danger", line, reason(v, e))
	case final:
		return ui.T("self.final", line)
	default:
		return ui.T("self.safe", line)
	}
}

// brief says who the viewer is, with lives and points.
func brief(v View) ui.Text {
	return ui.T("self.brief", ui.Name(v.Me), hearts(v.Lives[v.Me]), ui.T("points", v.Points[v.Me]))
}

// rivals are the others in one line, with lives and points, and why they would lose a
// life as it stands.
func rivals(v View) ui.Text {
	list, e := atStake(v)
	var line ui.Text
	for n := 1; n < len(v.Lives); n++ {
		seat := games.Seat((int(v.Me) + n) % len(v.Lives))
		x := ui.T("rival", ui.Name(seat), hearts(v.Lives[seat]), v.Points[seat])
		if slices.Contains(list, seat) {
			x = ui.T("rival.danger", x, reason(v, e))
		}
		if n > 1 {
			x = ui.T("rivals", line, x)
		}
		line = x
	}
	return line
}

// reason says in a few words why those at stake would lose a life.
func reason(v View, e Ending) ui.Text {
	return ui.T("reason."+string(e), limit(v))
}

// limit is how many points are too many.
func limit(v View) int {
	if len(v.Lives) == 3 {
		return greedThree
	}
	return greed
}

// saysOrder reports whether the reason of those at stake says, too, who has more points than
// whom.
func saysOrder(v View, e Ending) bool {
	return e == Between && len(v.Lives) == 3 || e == Dreamless || e == String
}

// order says whether others have more points than a seat. A place would read as if the first
// were the best.
func order(points []int, seat games.Seat) ui.Text {
	more, same := 0, 0
	for _, n := range points {
		switch {
		case n > points[seat]:
			more++
		case n == points[seat]:
			same++
		}
	}
	switch {
	case same > 1:
		return ui.T("order.tied")
	case more == 0:
		return ui.T("order.most")
	case more == len(points)-1:
		return ui.T("order.fewest")
	case len(points) == 3:
		return ui.T("order.middle")
	default:
		return ui.T("order.between", more+1)
	}
}

// place is the place of a seat by numbers, the most first. Equal numbers share their
// places.
func place(numbers []int, seat games.Seat) ui.Text {
	first, last := 1, 0
	for _, x := range numbers {
		if x > numbers[seat] {
			first++
		}
		if x >= numbers[seat] {
			last++
		}
	}
	if first == last {
		return ui.Literal(fmt.Sprint(first))
	}
	return ui.Literal(fmt.Sprintf("%d–%d", first, last))
}

// tally is the points and the piles by seat, and all cards in the piles.
func tally(v View) (p [MaxSeats]int, piles [MaxSeats]Set, all Set) {
	for i := range v.Lives {
		p[i], piles[i] = v.Points[i], setOf(v.Piles[i])
		all |= piles[i]
	}
	return p, piles, all
}

// atStake are those who would lose a life if the deal ended as it stands, and the ending
// that it would be. There are none before the first trick is taken.
func atStake(v View) (list []games.Seat, e Ending) {
	p, piles, all := tally(v)
	if all == 0 {
		return nil, e
	}
	losers, e := judge(len(v.Lives), p, piles)
	for i := range v.Lives {
		if losers>>i&1 != 0 {
			list = append(list, games.Seat(i))
		}
	}
	return list, e
}

// mostOpen is up to how many points in play settled looks at every way to share them.
const mostOpen = 30

// settled reports whether nothing that is still in play changes whether the viewer loses
// a life, nor, if they do, why. It knows only what lies open. It does not see everything
// that is settled: it looks at every way to share the points, not only at those that the
// cards allow.
func settled(v View, lost bool, e Ending) bool {
	seats := len(v.Lives)
	p, piles, all := tally(v)
	left := deck(seats) &^ all
	if left == 0 {
		return true
	}
	if v.Honest || v.Nightmare == NoSuit || slices.Contains(piles[:seats], 0) || points(left, v.Nightmare) > mostOpen {
		return false
	}
	return shared(p, 0, seats, points(left, v.Nightmare), func(p [MaxSeats]int) bool {
		losers, end := judge(seats, p, piles)
		return (losers>>v.Me&1 != 0) == lost && (!lost || end == e)
	})
}

// shared reports whether something holds however so many points go to the seats from one
// on.
func shared(p [MaxSeats]int, seat, seats, left int, holds func([MaxSeats]int) bool) bool {
	if seat == seats-1 {
		p[seat] += left
		return holds(p)
	}
	for n := range left + 1 {
		q := p
		q[seat] += n
		if !shared(q, seat+1, seats, left-n, holds) {
			return false
		}
	}
	return true
}

// stake names those at stake; zero when there are none.
func stake(v View) ui.Text {
	if list, _ := atStake(v); list != nil {
		return ui.T("stake", whoAll(v, list))
	}
	return ui.Text{}
}
