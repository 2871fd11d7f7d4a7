package fortress

import "oneiros/games"

// Upgrade reads a position of an older version. It looked like today's. In version 1
// Alice shared the victory of her opponents, and no event said which dice were
// rolled. A match that goes on is judged by the rules of today. A match that is over
// keeps its winners. In version 2 each night had its dawn.
func (rules) Upgrade(version int, position []byte) (State, error) {
	if version != 1 && version != 2 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of version 2 goes as it went then. Its options did
// not say that it dawns, and they need not.
func (rules) Replays(version int, o games.Options) bool { return version == 2 && !withoutDawn(o) }
