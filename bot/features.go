package bot

import (
	"oneiros/bot/call"
	"oneiros/bot/feature"
	"oneiros/bot/keep"
	"oneiros/bot/lesson"
	"oneiros/bot/night"
	"oneiros/bot/screen"
	"oneiros/bot/stats"
	"oneiros/bot/word"
)

// featureStore is what the features need of the store.
type featureStore interface {
	call.Store
	keep.Store
	lesson.Store
	night.Store
	stats.Store
	word.Store
}

// featureClient is what the features need of Discord's REST interface.
type featureClient interface {
	screen.Poster
	night.Client
	word.Downloader
}

// features are what people can do besides the moves of a game, each with what it calls of the
// store and of Discord: see package feature. Who adds one adds a line here, and above what it
// calls of them.
func features(h feature.House, from featureStore, client featureClient, room night.Room) []feature.Feature {
	return []feature.Feature{
		call.New(h, from),
		keep.New(h, from, client),
		lesson.New(h, from),
		night.New(h, from, client, room),
		stats.New(h, from),
		word.New(h, from, client),
	}
}
