package timing

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// FastPace is how far apart automatic moves are while people want to see the end at once.
// Between them the processor has time for other tables.
const FastPace = 20 * time.Millisecond

// SeesEnd lists the seats whose owners want to see the end at once. It is empty while a
// person has something to decide.
func (a Absent) SeesEnd() (list []games.Seat) {
	if len(a.m.away.seesEnd) == 0 || !a.m.Game.Plays() || a.m.Pos.Match == nil {
		return nil
	}
	for _, p := range people.Persons(&a.m.Rec) {
		if !slices.Contains(a.m.Pos.Status.Out, games.Seat(p.Seat)) {
			return nil
		}
		if a.m.away.seesEnd[p.User] {
			list = append(list, games.Seat(p.Seat))
		}
	}
	return list
}

// fastForwards reports whether everybody who is there wants to see the end at once, and nobody has
// a move left. It never moves for a person who still plays.
func fastForwards(m *Match) bool {
	list := m.Absent().SeesEnd()
	return len(list) > 0 && !slices.ContainsFunc(people.Awake(&m.Rec), func(p store.Player) bool { return !slices.Contains(list, games.Seat(p.Seat)) })
}
