package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// mark notes what an input changed on the table. An input that told nothing leaves the
// marks as they are: a sealed answer must not show.
func (s *State) mark(before Beds, told int) {
	if s.Lately.Told() == told {
		return
	}
	s.Was = nil
	for i, b := range before {
		if now := s.Beds[i]; b.Sleep != now.Sleep || b.Place != now.Place || len(b.Visions) != len(now.Visions) {
			s.Was = append(s.Was, kit.Was{Seat: games.Seat(i), Sleep: b.Sleep, Place: b.Place, Visions: len(b.Visions)})
		}
	}
}

// mostCourse is how many laps [State.Course] remembers: as many as a night with a dawn has.
const mostCourse = kit.LastLap

// keepFloors remembers how deep every player sleeps.
func (s *State) keepFloors() {
	floors := make([]int, len(s.Beds))
	for i, b := range s.Beds {
		floors[i] = b.Sleep
	}
	s.Course = append(s.Course, floors)
	if n := len(s.Course) - mostCourse; n > 0 {
		s.Course = slices.Clone(s.Course[n:])
	}
}
