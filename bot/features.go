package bot

import (
	"oneiros/bot/call"
	"oneiros/bot/feature"
	"oneiros/bot/stats"
)

// features are what people can do besides the moves of a game, each with what it calls of the
// store: see package feature. Who adds one adds a line here.
func features(h feature.House, from Store) []feature.Feature {
	return []feature.Feature{
		call.New(h, from),
		stats.New(h, from),
	}
}
