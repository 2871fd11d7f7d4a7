package player

import (
	"oneiros/games"
	"oneiros/games/fortress/view"
)

// Odds is, by seat, how likely each group is, as a player of a strength reckons.
func Odds(v view.View, how games.Strength) [][3]float64 { return thinks(v, skills[how]).odds }
