package route

import (
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/table"
)

// IsHere reports whether an interaction happened where a table is: on its server, or in
// the direct messages of its player. Ids can be carried anywhere.
func IsHere(ix *discord.Interaction, s *table.State) bool {
	if s.Direct() {
		return ix.Direct() && ix.Channel == s.CurrentChannel()
	}
	return ix.Guild == s.Guild
}

// Dealt reports whether there is a match at a table, on or over.
func Dealt(s *table.State) bool {
	return s.Match != nil && s.Phase != table.Lobby && s.Phase != table.Void
}

// IsInReach reports whether a command that names no table may mean one: on the same
// server, or in direct messages.
func IsInReach(ix *discord.Interaction, s *table.State) bool {
	return ix.Guild == s.Guild && (ix.Guild != 0 || ix.Direct())
}

// findHere is the table that is on in the channel of an interaction. A command
// typed there means it and no other.
func findHere(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	s, ok := tables.Find(table.InChannel(ix.Channel))
	return s, ok && (s.Phase == table.Lobby || s.Phase == table.Live)
}

// FindMeant is the table that a command means. It is the one that is on in the
// channel. Otherwise it is the last one on this server at which the presser sits.
// Otherwise it is the last one of the channel.
func FindMeant(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	if s, ok := findHere(tables, ix); ok {
		return s, true
	}
	for _, s := range slices.Backward(tables.Known(table.OfPerson(ix.User.ID))) {
		if IsInReach(ix, s) {
			return s, true
		}
	}
	return tables.Find(table.InChannel(ix.Channel))
}

// SeatedAt are the tables at which a person sits, earlier ones first.
// They are read, because a page is made of them.
func SeatedAt(tables *table.Tables, user discord.ID) (list []*table.State) {
	for _, s := range tables.Known(table.OfPerson(user)) {
		if s, ok := tables.Find(table.OfMatch(s.ID)); ok {
			list = append(list, s)
		}
	}
	return list
}

// findPlayed is the table that a game's command means. It is the one that is on in
// the channel. Otherwise it is the first match on this server in which the presser
// plays.
func findPlayed(tables *table.Tables, ix *discord.Interaction) (*table.State, bool) {
	if s, ok := findHere(tables, ix); ok {
		return s, true
	}
	for _, s := range tables.Known(table.OfPerson(ix.User.ID)) {
		if s.Phase == table.Live && IsInReach(ix, s) {
			return s, true
		}
	}
	return nil, false
}
