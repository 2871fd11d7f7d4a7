package somnia

import "oneiros/games"

// Version 1 found a revoke when its trick was over, and played the deal to its end.
// No table could choose to undertrump.

// Upgrade reads a position of version 1. A card that lies in the trick already is not
// judged again.
func (rules) Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of version 1 goes as it went then. Only an honest
// table has revokes.
func (rules) Replays(version int, o games.Options) bool {
	return version == 1 && o["table"] == "guided"
}
