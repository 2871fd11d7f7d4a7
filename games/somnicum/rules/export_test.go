package rules

import "oneiros/games/somnicum/kit"

// What the tests of the rules ask that no other room does.

func (s Lister) Spins(list []kit.Move, w kit.Wheel) []kit.Move { return s.spins(list, w) }
