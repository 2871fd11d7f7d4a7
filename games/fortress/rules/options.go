package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/pace"
)

// Options are what a table may agree on.
func Options() []games.Option {
	return slices.Concat([]games.Option{
		{Key: "mode", Choices: []string{"text", "voice"}, Aloud: "voice"},
		{Key: "novice", Choices: []string{"no", "yes"}},
		{Key: "crowd", Choices: []string{"no", "yes"}},
		{Key: "double", Choices: []string{"insight", "vision", "move", "attack", "heal"}},
		{Key: "ghosts", Choices: []string{"no", "yes"}},
		{Key: "dawn", Choices: []string{"yes", "no"}},
	}, pace.Options(written), []games.Option{
		pace.Turn(games.Option{Key: "turn", Min: 30, Max: 86400, Default: func(games.Options) string { return "90" }}, 1),
		pace.Turn(games.Option{Key: "talk", Min: 0, Max: 86400, Default: func(games.Options) string { return "30" }}, 0.5),
		pace.MoreTime(),
		pace.Cues(),
	})
}

// WithoutDawn reports whether a table plays without the dawn. Tables that never heard of
// the option have it.
func WithoutDawn(o games.Options) bool { return o["dawn"] == "no" }

// written reports whether the table talks in writing. Players who talk aloud sit together, so
// such a table is always live. Tables that never heard of the option write.
func written(o games.Options) bool { return o["mode"] != "voice" }
