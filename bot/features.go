package bot

import (
	"oneiros/bot/call"
	"oneiros/bot/feature"
	"oneiros/bot/keep"
	"oneiros/bot/stats"
	"oneiros/bot/word"
)

// features are what people can do besides the moves of a game, each with what it calls of the
// store: see package feature. Who adds one adds a line here.
func features(h feature.House, s *services) []feature.Feature {
	return []feature.Feature{
		call.New(h, s.store),
		keep.New(h, s.store, s.client, s.pages.Messages),
		stats.New(h, s.store),
		word.New(h, s.store, s.client),
	}
}
