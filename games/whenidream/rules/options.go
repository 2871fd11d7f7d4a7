package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/pace"
)

// Options are what a table agrees on. The pack is not among them: package pack reads it.
func Options() []games.Option {
	return slices.Concat([]games.Option{
		{Key: "mode", Choices: []string{"text", "voice"}, Aloud: "voice"},
		{Key: "words", Choices: []string{"ru", "en"}, Spoken: true},
		{Key: "law", Choices: []string{"faithful", "friendly"}},
	}, pace.Options(written), []games.Option{
		pace.Turn(games.Option{Key: "night", Min: 30, Max: 900, Default: byMode("300", "120")}, nightTurns),
		pace.Turn(games.Option{Key: "clue", Min: 3, Max: 120, Default: byMode("20", "5")}, 1),
		pace.Turn(games.Option{Key: "story", Min: 30, Max: 600, Default: byMode("180", "180")}, 1),
		pace.MoreTime(),
		pace.Cues(),
	})
}

// nightTurns is how many turns a night has by days. It is about what five minutes of sand
// have for people who know the game.
const nightTurns = 20

// written reports whether clues are written. Spoken clues cannot be given by days:
// every player has to hear them at the same moment, and the sand is the pressure that they
// are spoken under. So the voice table is always live.
func written(o games.Options) bool { return o["mode"] != "voice" }

// byMode is a default that depends on whether people write or speak.
func byMode(text, voice string) func(games.Options) string {
	return func(o games.Options) string {
		if o["mode"] == "voice" {
			return voice
		}
		return text
	}
}
