package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Upgrade reads a position of an older version. It looked like today's. In version 1
// Alice shared the victory of her opponents, and no event said which dice were
// rolled. A match that goes on is judged by the rules of today. A match that is over
// keeps its winners. In version 2 each night had its dawn. In version 3 a sealed answer
// could be changed, and nothing was kept for those who look later: what such a match
// has told is lost, and the chart of its end begins with the present lap. In version 4
// who was late healed the weakest, friend or foe. Version 5 kept all that those awake had
// not read.
func Upgrade(version int, position []byte) (State, error) {
	if version < 1 || version > 5 {
		return State{}, games.ErrVersion
	}
	s, err := games.ReadPosition[State](position)
	if version < 4 {
		s.Lately = games.NewChronicle[kit.Event](len(s.Beds))
	}
	return s, err
}

// Replays reports whether a match of an older version goes as it went then. What is told does
// not count.
func Replays(version int, _ games.Options) bool { return version == 5 }

// Untold takes out the stories, the marks of the board and the floors by lap.
func Untold(s *State) { s.Story, s.Was, s.Course, s.Turn.Told = Story{}, nil, nil, 0 }
