package whenidream

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/ui"
)

// stand is who the viewer is and how they stand, in one line on each panel.
func stand(v View) ui.Text {
	if v.Part == Public || !seated(v, v.Me) {
		return ui.Text{}
	}
	icon := ui.Literal(roleIcons[v.Role])
	who := ui.T("stand.who", icon, role(v.Role))
	switch {
	case v.Phase == Check || v.Phase == Story && v.Part == Spirit: // the page says who slept
		return ui.T("stand.check", who, rankOf(v).short(), tonight(v))
	case rankOf(v).tells() && v.Part == Dreamer && v.Phase != Story: // a phone has one line for it
		return ui.T("stand.short", icon, rankOf(v).short())
	case v.Part == Dreamer:
		return ui.T("stand", who, soFar(v))
	default:
		return ui.T("stand.spirit", who, soFar(v), ui.Name(v.Dreamer))
	}
}

// rank is how a player stands among those at the table.
type rank struct {
	points, players int
	from, to        int          // the places that all with as many points share
	gap             int          // points to the best, or of the best to the next
	best            []games.Seat // who has most points
}

// rankOf is the rank of the viewer by finished rounds, at dawn with this night's.
func rankOf(v View) rank {
	scores := scoresOf(v)
	if !seated(v, v.Me) {
		return rank{}
	}
	r := rank{points: scores[v.Me], from: 1}
	most, next := r.points, -1
	for i, n := range scores {
		if v.Circle[i].Gone {
			continue
		}
		r.players++
		switch {
		case n > r.points:
			r.from++
		case n == r.points:
			r.to++
		case next < 0 || n > scores[next]:
			next = i
		}
		if n > most {
			most, r.best = n, nil
		}
		if n == most {
			r.best = append(r.best, games.Seat(i))
		}
	}
	r.to += r.from - 1
	r.gap = most - r.points
	if r.gap == 0 && len(r.best) == 1 && next >= 0 {
		r.gap = most - scores[next]
	}
	return r
}

// tells reports whether there are places: as long as all have as many points there are none.
func (r rank) tells() bool { return r.from > 1 || r.to < r.players }

// placed is the points and the place, and no place while all have as many points.
func (r rank) placed() ui.Text {
	points := ui.T("points", r.points)
	if !r.tells() {
		return points
	}
	return ui.T("stand.place", points, ui.Literal(r.places()), r.players)
}

// short is the rank in half a line.
func (r rank) short() ui.Text {
	if !r.tells() {
		return r.placed()
	}
	return ui.T("stand.points", r.points, r.gaps())
}

// place is the place, of how many.
func (r rank) place() ui.Text {
	if !r.tells() {
		return ui.T("stand.level")
	}
	return ui.T("stand.only", ui.Literal(r.places()), r.players)
}

// gaps is the place, and how far it is to the best or the next, without the points.
func (r rank) gaps() ui.Text {
	switch place := r.place(); {
	case r.gap == 0:
		return place
	case r.from == 1:
		return ui.T("stand.gap", place, ui.T("stand.ahead", r.gap))
	default:
		return ui.T("stand.gap", place, ui.T("stand.behind.short", r.gap))
	}
}

// places is the place, or those that several share.
func (r rank) places() string {
	if r.to > r.from {
		return strconv.Itoa(r.from) + "–" + strconv.Itoa(r.to)
	}
	return strconv.Itoa(r.from)
}

// soFar are the viewer's points, their place, and how far it is from the best to the next.
func soFar(v View) ui.Text {
	r := rankOf(v)
	switch {
	case r.players == 0:
		return ui.Text{}
	case !r.tells() || r.gap == 0:
		return r.placed()
	case r.from == 1:
		return ui.T("stand.gap", r.placed(), ui.T("stand.ahead", r.gap))
	case len(r.best) > 1:
		return ui.T("stand.gap", r.placed(), ui.T("stand.behind.many", r.gap))
	default:
		return ui.T("stand.gap", r.placed(), ui.T("stand.behind", r.gap, ui.Name(r.best[0])))
	}
}

// scoresOf are the points of everybody by seat, penalties taken off.
func scoresOf(v View) []int {
	list := make([]int, len(v.Circle))
	for i, c := range v.Circle {
		list[i] = c.Points - c.Penalties
	}
	if v.Phase == Dawn && v.Score != nil {
		for _, l := range v.Score.Lines {
			list[l.Seat] += l.Points
		}
	}
	return list
}

// tonight are the points that the night gives the viewer as the cards lie and are told now. A
// dreamer has no cards before the mask is off.
func tonight(v View) int {
	yellow, blue := count(v.Cards)
	switch v.Role {
	case "":
		if yellow == 0 || slices.ContainsFunc(v.Cards, func(c Card) bool { return c.Side == Yellow && !c.Told }) {
			return yellow
		}
		return yellow + 2
	case Good:
		return yellow
	case Bad:
		return blue
	default:
		cards, extra := balance(yellow, blue)
		return cards + extra
	}
}

// ask is the first line of a panel in a phase that goes on when everybody is ready.
// It says what to do. At dawn that is on the button, and the page has no room for it.
func ask(v View) ui.Text {
	switch _, ok := v.Can(Ready); {
	case !ok:
		return ui.T("ask.done")
	case v.Part == Dreamer:
		return ui.T("ask." + string(v.Phase) + ".dreamer")
	default:
		return ui.T("ask." + string(v.Phase))
	}
}

// mostAwaited is how many of those for whom the game waits are named. A phone has no
// room for ten names.
const mostAwaited = 3

// awaited names those who are not ready yet, the viewer first and then in the order of
// clues. It is zero when there is nobody.
func awaited(v View) ui.Text {
	var names []ui.Text
	seats := order(v)
	for _, s := range seats {
		switch {
		case v.Circle[s].Ready:
		case s == v.Me && v.Part != Public:
			names = slices.Insert(names, 0, ui.T("awaited.you"))
		default:
			names = append(names, ui.Name(s).Text())
		}
	}
	if len(names) == 0 {
		return ui.Text{}
	}
	switch {
	case len(names) < len(seats):
	case v.Part == Public:
		return ui.Text{} // a board names whom it waits for when some are ready
	default:
		return ui.T("awaited.all")
	}
	if len(names) > mostAwaited {
		few := mostAwaited - 1
		return ui.T("awaited.more", len(names)-few, names[:few])
	}
	return ui.T("awaited", names)
}

// waiting is whom the game waits for, and until when.
func waiting(v View, key string) ui.Text {
	names, end := awaited(v), until(v, key)
	if names.IsZero() || end.IsZero() {
		if names.IsZero() {
			return end
		}
		return names
	}
	return ui.T("waiting", names, end)
}

// turnsUntil is how many turns come before the viewer's own, from 1; 0 where it has none.
func turnsUntil(v View) int {
	if v.Part != Spirit || !seated(v, v.Giver) {
		return 0
	}
	turns := 0
	for i := range v.Circle {
		s := games.Seat((int(v.Giver) + i) % len(v.Circle))
		switch {
		case s == v.Me:
			return turns
		case s != v.Dreamer && !v.Circle[s].Gone:
			turns++
		}
	}
	return 0
}
