package bot

import (
	"oneiros/bot/call"
	"oneiros/bot/feature"
	"oneiros/bot/stats"
	"oneiros/games"
	"time"
)

// features are what people can do besides the moves of a game, each with what it needs: see
// package feature. Who adds one adds a line here.
func features(s *services, list []games.Game) []feature.Feature {
	return []feature.Feature{
		call.New(call.Config{Store: s.store, Games: list, Pages: s.pages.Calling, Now: time.Now}),
		stats.New(stats.Config{Store: s.store, Games: list, Pages: s.pages.Results, Words: says(), Log: s.log, Now: time.Now, Go: s.jobs.spawn}),
	}
}
