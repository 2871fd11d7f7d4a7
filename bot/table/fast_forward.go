package table

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

// AllOut reports whether every person at a live match is out of it, so that automatic players
// alone decide how it ends.
func (s *State) AllOut() bool {
	list := s.People()
	return s.Phase == Live && s.Match != nil && s.Game.Plays() && len(list) > 0 &&
		!slices.ContainsFunc(list, func(seat games.Seat) bool { return !slices.Contains(s.Status.Out, seat) })
}

// FastForwards reports whether automatic players play on to the end without thinking: all
// people who are there have asked for it.
func (s *State) FastForwards() bool { return len(s.SeesEnd) > 0 && len(s.Watching()) == 0 }

// Watching lists the seats of people who are there and have not asked for the end.
func (s *State) Watching() []games.Seat {
	return slices.DeleteFunc(s.Awake(), func(seat games.Seat) bool { return slices.Contains(s.SeesEnd, seat) })
}

// seesEnd lists the seats whose owners want to see the end at once. It is empty while a
// person has something to decide.
func seesEnd(m *match) (list []games.Seat) {
	if len(m.away.seesEnd) == 0 || !m.game.Plays() || m.pos.match == nil {
		return nil
	}
	for _, p := range people.Persons(&m.rec) {
		if !slices.Contains(m.pos.status.Out, games.Seat(p.Seat)) {
			return nil
		}
		if m.away.seesEnd[p.User] {
			list = append(list, games.Seat(p.Seat))
		}
	}
	return list
}

// fastForwards reports whether everybody who is there wants to see the end at once, and nobody has
// a move left. It never moves for a person who still plays.
func fastForwards(m *match) bool {
	list := seesEnd(m)
	return len(list) > 0 && !slices.ContainsFunc(people.Awake(&m.rec), func(p store.Player) bool { return !slices.Contains(list, games.Seat(p.Seat)) })
}
