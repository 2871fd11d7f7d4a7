package rules

import (
	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// Version 1 kept nothing of what it had told.

// Upgrade reads a position of version 1.
func Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of an older version goes as it went then.
func Replays(version int, _ games.Options) bool { return version == 1 }

// Untold takes out the news, the points by dream and the goods of before.
func Untold(s *State) {
	s.Told, s.Way = games.Chronicle[kit.Event]{}, nil
	for i := range s.Dreamers {
		s.Dreamers[i].Was = kit.Goods{}
	}
}
