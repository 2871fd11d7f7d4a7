package whenidream

import "oneiros/games"

// Version 1 knew roots by their stems alone, and ticked every element whose words
// stood in a dream.

// Upgrade reads a position of version 1. What was judged already is not judged
// again.
func (rules) Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of version 1 goes as it went then. By voice the
// program judges no words.
func (rules) Replays(version int, o games.Options) bool {
	return version == 1 && o["mode"] == "voice"
}
