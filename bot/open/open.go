// Package open says what all who open a table have in common: what a presser wishes, and for
// whom a table is opened.
package open

import (
	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
)

// A Wish is the table that a presser wants to open.
type Wish struct {
	Game    games.Info
	Options map[string]string
	Thread  bool
	Alone   bool      // it starts at once, with automatic players
	Preset  bool      // the options are those of a preset, and the server's own do not count
	Lang    text.Lang // of its board
}

// A Guest comes to a table that is opened later.
type Guest struct {
	table.User
	Press discord.ID // by which they said that they come
}
