// Package sample is the game from which a new game is copied. It is small and
// has a little of everything. Its rules have hidden hands, secret choices at the
// same time, and a deadline with a warning before it. Its moves have free text
// and parameters, and some are a draft or a race. It also has options, pages, a
// menu and pictures. People may leave, and there are automatic players. The
// tests of everything that works with any game play it too.
//
// # Lullaby
//
// Two to four people play. Each holds as many dreams of twenty as there are
// rounds, and one more. In a round everybody secretly plays one dream, or tosses
// for one. The lowest dream of a slow player is played at the deadline.
//
// A dream that is tucked under the pillow is not tossed for. Nobody sees what
// others tuck. If the table agreed on trading, everybody may once give two dreams
// away for two from the deck.
//
// The highest dream wins a point. Its player gives it a name or says nothing, and
// the table waits for that as long as it takes. Meanwhile the others race: the
// first who yawns wins a point too.
//
// # How to write a game
//
// Copy this folder, and write the parts in this order. The tests pass before step 2
// and again after step 7. Between them the package may not compile.
//
//  1. The rules on one page, as the package comment, with their source.
//  2. move.go: the moves and their notation. The notation is in the log, the
//     button and the test, so write it first.
//  3. state.go: the position as plain data, with a JSON name for each part.
//  4. rules.go: Deal, Moves, Play, Expire, Leave and Status. Write one function
//     that says what is legal, and use it in Moves and in Play.
//  5. sample_test.go: the examples of the rulebook, with gametest.Sit.
//  6. view.go: what each viewer knows, field by field; Redeal and Hidden for what
//     they do not know. Then go test -update, and judge each line of
//     testdata/secrets.txt.
//  7. page.go and picture.go: what a view looks like. They never see the position.
//  8. locale: every sentence in English and in Russian.
//  9. player.go: the automatic player in three strengths.
//  10. sample.go: what is known of the game without playing it.
//  11. The line in games/all. Then run go test -race ./games/... again.
//
// Leave out what the game does not need. Each optional interface of package games
// says in one sentence what it is for. Read testdata/transcript.txt like a
// player: it shows what everybody sees.
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
		Name: "lullaby", Version: 3, Min: 2, Max: 4, Minutes: [2]int{1, 5},
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
