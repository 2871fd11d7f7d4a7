package somnia

import "oneiros/games"

// Version 1 found a revoke when its trick was over, and played the deal to its end.
// No table could choose to undertrump. Version 2 kept nothing of what it had told.

// Upgrade reads a position of an older version. A card that lies in the trick already is not
// judged again.
func (rules) Upgrade(version int, position []byte) (State, error) {
	if version < 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}

// Replays reports whether a match of an older version goes as it went then. Only an honest
// table has revokes, which version 1 judged later.
func (rules) Replays(version int, o games.Options) bool {
	return version == 2 || version == 1 && o["table"] == "guided"
}

// Untold takes out what has happened since each player's last card.
func (rules) Untold(s *State) { s.Lately = games.Chronicle[Event]{} }
