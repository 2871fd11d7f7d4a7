package fortress

import "oneiros/games"

// Upgrade reads a position of version 1. It looked like today's. But Alice shared
// the victory of her opponents, and no event said which dice were rolled. A match
// that goes on is judged by the rules of today. A match that is over keeps its
// winners.
func (rules) Upgrade(version int, position []byte) (State, error) {
	if version != 1 {
		return State{}, games.ErrVersion
	}
	return games.ReadPosition[State](position)
}
