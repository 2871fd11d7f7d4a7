package rules

import (
	"slices"

	"oneiros/games/fortress/kit"
)

// mostLaps is how many laps are kept: as many as a night with a dawn has.
const mostLaps = kit.LastLap

// tell adds an event of a lap to what players may have missed, and to the record.
func (s *Story) tell(lap int, e kit.Event) {
	s.Lately.Tell(e)
	n := len(s.Laps)
	if n == 0 || s.Laps[n-1].N != lap {
		s.Laps = append(slices.Clone(s.Laps[max(n+1-mostLaps, 0):]), kit.Lap{N: lap, Told: e.Brief()})
		return
	}
	s.Laps = slices.Clone(s.Laps) // a view may share the old ones
	s.Laps[n-1].Told += ";" + e.Brief()
}
