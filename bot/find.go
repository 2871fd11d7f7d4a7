package bot

import (
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/table"
)

// findHere is the table that is on in the channel of an interaction. A command
// typed there means it and no other.
func findHere(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	s, ok := tables.InChannel(ix.Channel)
	return s, ok && (s.Phase == table.Lobby || s.Phase == table.Live)
}

// findMeant is the table that a command means. It is the one that is on in the
// channel. Otherwise it is the last one on this server at which the presser sits.
// Otherwise it is the last one of the channel.
func findMeant(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	if s, ok := findHere(tables, ix); ok {
		return s, true
	}
	for _, s := range slices.Backward(tables.Seated(ix.User.ID)) {
		if s.Guild == ix.Guild {
			return s, true
		}
	}
	return tables.InChannel(ix.Channel)
}

// findPlayed is the table that a game's command means. It is the one that is on in
// the channel. Otherwise it is the first match on this server in which the presser
// plays.
func findPlayed(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	if s, ok := findHere(tables, ix); ok {
		return s, true
	}
	for _, s := range tables.Seated(ix.User.ID) {
		if s.Phase == table.Live && s.Guild == ix.Guild {
			return s, true
		}
	}
	return nil, false
}
