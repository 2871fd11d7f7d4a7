package bot

import (
	"strings"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/route"
	"oneiros/bot/table"
)

// senderClass says who goes first in the inbox: people with a seat at the table, and
// those who may decide for it. For a press it is the table of the button. For a
// command it is the table in the channel. A command for a table in another channel
// waits with those of all others.
//
// It runs on the goroutine of the gateway. So it looks only at what the tables have
// in memory.
func senderClass(tables *table.Tables, ix *discord.Interaction) inbox.Class {
	s, ok := senderTable(tables, ix)
	if !ok || !route.IsHere(ix, s) {
		return inbox.Spectator
	}
	if _, seated := s.Seat(ix.User.ID); seated || s.Host == ix.User.ID || route.IsModerator(ix, s) {
		return inbox.Player
	}
	return inbox.Spectator
}

// senderTable is the table that a custom id names, else the one in the channel.
func senderTable(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	if ix.CustomID == "" {
		return tables.Known(table.InChannel(ix.Channel)).One()
	}
	_, rest, _ := strings.Cut(ix.CustomID, "/")
	match, _, _ := strings.Cut(rest, "/")
	return tables.Known(table.OfMatch(match)).One()
}
