package bot

import (
	"time"

	"oneiros/bot/call"
	"oneiros/bot/feature"
	"oneiros/bot/stats"
	"oneiros/games"
)

// features are what people can do besides the moves of a game, each with what it needs: see
// package feature. Who adds one adds a line here.
func features(s *services, list []games.Game) []feature.Feature {
	kit := s.pages.Kit()
	return []feature.Feature{
		call.New(call.Config{Store: s.store, Games: list, Kit: kit, Now: time.Now}),
		stats.New(stats.Config{Store: s.store, Games: list, Kit: kit, Words: says(), Log: s.log, Now: time.Now, Go: s.jobs.spawn}),
	}
}
