// Package open says what all who open a table have in common: what a presser wishes, and for
// whom a table is opened.
package open

import (
	"maps"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
)

// A Wish is the table that a presser wants to open.
type Wish struct {
	Game    games.Info
	Options map[string]string
	Thread  bool
	Alone   bool      // it starts at once, with automatic players
	Preset  bool      // the options are those of a preset, and the server's own do not count
	Lang    text.Lang // of its board
}

// Typed is what a presser chose of a table, as the options of a command have it. What was left out
// is empty.
type Typed struct {
	Game, Options, Preset, Thread, Alone string
}

// A Guest comes to a table that is opened later.
type Guest struct {
	table.User
	Press discord.ID // by which they said that they come
}

// MaxName is how many characters the name of a wish has: see [oneiros/bot/feature.Wishes].
const MaxName = 40

// Fitting are the options that a game has and takes, and the keys of the others, sorted.
func Fitting(info games.Info, options map[string]string) (fits map[string]string, others []string) {
	fits = map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(options)) {
		i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Key == key })
		if i < 0 || info.Options[i].Check(options[key]) != nil {
			others = append(others, key)
			continue
		}
		fits[key] = options[key]
	}
	return fits, others
}
