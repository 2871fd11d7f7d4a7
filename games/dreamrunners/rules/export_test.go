package rules

import "oneiros/games/dreamrunners/kit"

// What the tests of the rules do that no move does.

func (d *Dreamer) Climb() int { return d.climb() }

func (s *State) Deal() { s.deal() }

func (s *State) Tokens(tile *kit.TileCard) [9]kit.Chest { return s.tokens(tile) }
