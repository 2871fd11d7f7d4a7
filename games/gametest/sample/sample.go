// Package sample is a small game with a little of everything, for the tests of
// what works with any game: hidden hands, secret choices at the same time, a
// deadline with a mark before it, free text, options, pages of several depths, a
// menu, a picture, a draft, a race, people who leave and automatic players.
//
// # Lullaby
//
// Two to four people hold as many dreams of twenty as there are rounds, and one
// more. In a round everybody secretly plays one, or tosses for one; who does not
// in time plays their lowest. A dream that is tucked under the pillow is not
// tossed for; nobody sees what others tuck. Where the table agreed on trading,
// everybody may once give two dreams away for two from the deck. The highest dream wins a point, and
// its player names it or hushes, for which the table waits as long as it takes.
// Meanwhile the others race: the first who yawns wins a point too.
package sample

import (
	"embed"

	"oneiros/games"
	"oneiros/games/ui"
)

//go:embed locale
var locale embed.FS

// Info is what is known of Lullaby.
func Info() games.Info {
	return games.Info{
		Name: "lullaby", Version: 3, Min: 2, Max: 4, Minutes: [2]int{1, 5},
		Options: []games.Option{
			{Key: "rounds", Min: 1, Max: 3, Default: func(games.Options) string { return "2" }},
			{Key: "pace", Choices: []string{"calm", "brisk"}},
			{Key: "trade", Choices: []string{"no", "yes"}},
		},
		Commands: []games.Command{{Name: "name", Path: "name", Max: MaxName}},
		Rules:    []ui.Page{{Title: ui.T("name"), Lines: []ui.Text{ui.T("rules")}}},
		Locale:   locale,
	}
}

// Game is Lullaby.
func Game() games.Game { return games.Define(Info(), Rules{}, Pages{}) }

// MaxName is how many characters the name of a dream may have.
const MaxName = 40

// Dreams are what is on the cards; card N is Dreams[N-1], and beats those before.
var Dreams = []string{
	"anchor", "bridge", "candle", "dragon", "ember", "feather", "garden", "harbour", "island", "jester",
	"kettle", "ladder", "mirror", "needle", "orchard", "pebble", "quilt", "raven", "saddle", "thimble",
}
