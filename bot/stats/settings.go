package stats

import (
	"oneiros/bot/feature"
	pages "oneiros/bot/stats/page"
)

// The settings of a server and of a person.
var (
	boards = feature.Setting{Of: feature.Server, Choice: pages.Boards}
	listed = feature.Setting{Of: feature.Person, Choice: pages.Listed}
)
