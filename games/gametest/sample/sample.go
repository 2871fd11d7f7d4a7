// Package sample is Lullaby, a game of cards with secret choices at the same time.
//
// Two to four people play. Each holds as many dreams of twenty as there are
// rounds, and one more. In a round every player secretly plays one dream, or tosses
// for one. The lowest dream of a slow player is played at the deadline.
//
// A dream that is tucked under the pillow is not tossed for. Nobody sees what
// others tuck. If the table agreed on trading, every player may once give two dreams
// away for two from the deck.
//
// The highest dream wins a point. Its player gives it a name or says nothing, and
// the table waits for that as long as it takes. Meanwhile the others race: the
// first who yawns wins a point too.
package sample

import (
	"embed"

	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/ui"
)

//go:embed locale
var locale embed.FS

// Info is what is known of Lullaby without playing it. The lobby, the commands
// and the rules in the settings are made from it.
func Info() games.Info {
	return games.Info{
		Name: "lullaby", Version: 1, Min: 2, Max: 4, Best: 2, Minutes: [2]int{1, 5},
		Options: []games.Option{
			{Key: "rounds", Min: 1, Max: 3, Default: func(games.Options) string { return "2" }},
			{Key: "pace", Choices: []string{"calm", "brisk", "patient"}},
			{Key: "trade", Choices: []string{"no", "yes"}},
			pace.Cues(),
		},
		Commands: []games.Command{{Name: "name", Path: "name", Max: MaxName}},
		Rules:    []ui.Page{{Title: ui.T("name"), Lines: []ui.Text{ui.T("rules")}}},
		Locale:   locale,
	}
}

// Game is Lullaby. Here the types of the game end: everything above works with
// games.Game. The list in games/all holds one such variable a game.
var Game = games.Define[State, Move, View](Info(), Rules{}, Pages{})

// MaxName is how many characters the name of a dream may have.
const MaxName = 40

// Dreams are what is on the cards. Card N is Dreams[N-1], and beats the cards
// before it.
var Dreams = []string{
	"anchor", "bridge", "candle", "dragon", "ember", "feather", "garden", "harbour", "island", "jester",
	"kettle", "ladder", "mirror", "needle", "orchard", "pebble", "quilt", "raven", "saddle", "thimble",
}
