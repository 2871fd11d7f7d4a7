package rules

import (
	"slices"

	"oneiros/games"
)

// Version 1 kept less of what it had told. Version 2 had no choice of the sand at the start.

// Upgrade reads a position of an older version.
func Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of an older version goes as it went then.
func Replays(version int, _ games.Options) bool { return version >= 1 }

// Untold takes out the story, the points by round and when each card was taken.
func Untold(s *State) {
	s.Story = nil
	s.Ended = slices.Clone(s.Ended)
	for i := range s.Ended {
		s.Ended[i].Points = nil
	}
	s.Dreamers = slices.Clone(s.Dreamers)
	for i := range s.Dreamers {
		for level, row := range s.Dreamers[i].Rows {
			row = slices.Clone(row)
			for k := range row {
				row[k].Round = 0
			}
			s.Dreamers[i].Rows[level] = row
		}
	}
}
