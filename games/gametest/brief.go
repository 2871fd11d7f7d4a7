package gametest

import (
	"maps"
	"slices"
	"strconv"
	"strings"

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

// Patient are options of a game with which no clock plays for a player, where the times are
// those of [Brief]: each is as long as may be, and at most so many seconds. One that may be
// none is none, since it is a time in which players only wait.
func Patient(i games.Info, most int) games.Options {
	o := Brief(i)
	for _, option := range i.Options {
		if o[option.Key] != "" && option.Min > 0 {
			o[option.Key] = strconv.Itoa(min(option.Max, most))
		}
	}
	return o
}

// Typed are options as players write them after a command.
func Typed(o games.Options) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		list = append(list, key+":"+o[key])
	}
	return strings.Join(list, " ")
}
