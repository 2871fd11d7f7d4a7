package stats

import (
	"oneiros/bot/feature"
	"oneiros/bot/page"
)

// The settings of a server and of a person.
var (
	boards = feature.Setting{Of: feature.Server, Choice: page.Boards}
	listed = feature.Setting{Of: feature.Person, Choice: page.Listed}
)
