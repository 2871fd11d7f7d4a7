package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Version 1 knew roots by their stems alone, and ticked every element whose words
// stood in a dream. Version 2 took other words for slips, knew fewer forms of a word, and
// had other things among the other words for elements. Version 3 kept no chronicle, and did
// not ask the dreamer whether the cards were read. Version 4 forgot the clues when the night
// was over, and by voice let each spirit mark the words and guesses of each moment.

// Upgrade reads a position of an older version. What was judged already is not judged
// again.
func Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of an older version goes as it went then.
func Replays(version int, o games.Options) bool { return version == 4 && o["mode"] != "voice" }

// Untold takes out what has happened since each player's last turn, and the clues of cards
// that are gone.
func Untold(s *State) {
	s.Lately = games.Chronicle[kit.Event]{}
	for i := range s.Cards {
		s.Cards[i].Clues = nil
	}
}
