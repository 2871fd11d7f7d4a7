package gametest

import (
	"strconv"

	"oneiros/games"
)

// Brief are options of a game with which its clocks are short: a number that may be decided
// by another option, as tables by days do it, is the time that a player has, and is the least.
func Brief(i games.Info) games.Options {
	o := games.Options{}
	for _, option := range i.Options {
		if option.Max > 0 && option.Given != nil {
			o[option.Key] = strconv.Itoa(option.Min)
		}
	}
	return o
}
