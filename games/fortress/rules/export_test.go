package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// What the tests of the rules do that no move does.
var (
	RollDie = rollDie
	Roles   = roles
)

func (s *State) EndTurn(env *games.Env) { s.endTurn(env) }

func (s *State) Settle(env *games.Env) { s.settle(env) }

func (s *State) CheckVictory() { s.checkVictory() }

func (s *State) KeepFloors() { s.keepFloors() }

// Possible reports whether the action of a face is possible for the player whose turn it is.
func (s *State) Possible(f kit.Face) bool { return s.actor().possible(f) }

// Reachable are the places that a move leads to.
func (s *State) Reachable() []kit.Place { return s.actor().reachable() }
