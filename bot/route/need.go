package route

import (
	"errors"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
)

// A Need is something that must hold before a request is handled. It may find out
// something about the request, and returns how it is refused.
type Need func(tables *table.Tables, r *Request) error

// Anywhere is for what needs nothing: it says so.
var Anywhere = []Need{}

// ErrTableGone is the error of a control whose table was cleared away.
var ErrTableGone = errors.New("the table was cleared away")

// TablesAllowed needs a place where tables can be: a server, or direct messages. In
// messages of a group the bot is no member.
func TablesAllowed(_ *table.Tables, r *Request) error {
	if r.Interaction.Guild == 0 && !r.Interaction.Direct() {
		return games.Refuse("bot.refuse.place")
	}
	return nil
}

// InGuild needs a server.
func InGuild(_ *table.Tables, r *Request) error {
	if r.Interaction.Guild == 0 {
		return games.Refuse("bot.refuse.guild")
	}
	return nil
}

// GuildManager needs a person who may change the settings of the server.
func GuildManager(_ *table.Tables, r *Request) error {
	if !ManagesGuild(r.Interaction) {
		return games.Refuse("bot.settings.refused")
	}
	return nil
}

// TableOfControl needs the table that a control names, where that table is.
func TableOfControl(tables *table.Tables, r *Request) error {
	match := r.ID.Match
	if match == "" {
		match = r.Link.Match
	}
	s, ok := tables.Find(table.OfMatch(match))
	if !ok {
		return ErrTableGone
	}
	if !IsHere(r.Interaction, s) {
		return games.Refuse("bot.refuse.unknown") // the id was carried to another server
	}
	r.About(s)
	return nil
}

// Commands name no table. These needs find one.
var (
	TableHere   = tableFoundBy(findHere, "bot.match.none")         // in the channel
	TableMeant  = tableFoundBy(FindMeant, "bot.match.none")        // that the command can mean
	TablePlayed = tableFoundBy(findPlayed, "bot.match.none-yours") // that a game's command can mean
)

// tableFoundBy needs a table that a search finds. It refuses with key when there is
// none.
func tableFoundBy(find func(*table.Tables, *discord.Interaction) (*table.State, bool), key string) Need {
	return func(tables *table.Tables, r *Request) error {
		s, ok := find(tables, r.Interaction)
		if !ok {
			return games.Refuse(key)
		}
		if s.Brief {
			if s, ok = tables.Find(table.OfMatch(s.ID)); !ok {
				return games.Refuse(key)
			}
		}
		r.About(s)
		return nil
	}
}

// TableOn needs a lobby or a live match.
func TableOn(_ *table.Tables, r *Request) error {
	if r.Table.Phase != table.Lobby && r.Table.Phase != table.Live {
		return games.Refuse("bot.match.none")
	}
	return nil
}

// OptionsOpen needs a lobby, whose options can still be changed, and its host.
func OptionsOpen(_ *table.Tables, r *Request) error {
	switch {
	case r.Table.Phase == table.Void && r.Table.Started.IsZero():
		return games.Refuse("table.cleared")
	case r.Table.Phase != table.Lobby:
		return games.Refuse("bot.options.over")
	case r.Table.Host != r.Interaction.User.ID:
		return games.Refuse("bot.options.host")
	}
	return nil
}
