package bot

import (
	"errors"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
)

// need is something that must hold before a request is handled. It may find out
// something about the request, and returns how it is refused.
type need func(tables *table.Tables, r *request) error

// errTableGone is the error of a control whose table was cleared away.
var errTableGone = errors.New("the table was cleared away")

// whereTables needs a place where tables can be: a server, or direct messages. In
// messages of a group the bot is no member.
func whereTables(_ *table.Tables, r *request) error {
	if r.ix.Guild == 0 && !r.ix.Direct() {
		return games.Refuse("bot.refuse.place")
	}
	return nil
}

// inGuild needs a server.
func inGuild(_ *table.Tables, r *request) error {
	if r.ix.Guild == 0 {
		return games.Refuse("bot.refuse.guild")
	}
	return nil
}

// manager needs somebody who may change the settings of the server.
func manager(_ *table.Tables, r *request) error {
	if !managesServer(r.ix) {
		return games.Refuse("bot.settings.refused")
	}
	return nil
}

// tableOfControl needs the table that a control names, where that table is.
func tableOfControl(tables *table.Tables, r *request) error {
	match := r.id.Match
	if match == "" {
		match = r.link.Match
	}
	s, ok := tables.Find(match)
	if !ok {
		return errTableGone
	}
	if !isHere(r.ix, s) {
		return games.Refuse("bot.refuse.unknown") // the id was carried to another server
	}
	r.about(s)
	return nil
}

// Commands name no table. These needs find one.
var (
	tableHere   = tableFoundBy(findHere, "bot.match.none")         // in the channel
	tableMeant  = tableFoundBy(findMeant, "bot.match.none")        // that the command can mean
	tablePlayed = tableFoundBy(findPlayed, "bot.match.none-yours") // that a game's command can mean
)

// tableFoundBy needs a table that a search finds. It refuses with key when there is
// none.
func tableFoundBy(find func(*table.Tables, *discord.Interaction) (*table.State, bool), key string) need {
	return func(tables *table.Tables, r *request) error {
		s, ok := find(tables, r.ix)
		if !ok {
			return games.Refuse(key)
		}
		if s.Brief {
			if s, ok = tables.Find(s.ID); !ok {
				return games.Refuse(key)
			}
		}
		r.about(s)
		return nil
	}
}

// isOn needs a lobby or a live match.
func isOn(_ *table.Tables, r *request) error {
	if r.state.Phase != table.Lobby && r.state.Phase != table.Live {
		return games.Refuse("bot.match.none")
	}
	return nil
}

// optionsOpen needs a lobby, whose options can still be changed, and its host.
func optionsOpen(_ *table.Tables, r *request) error {
	switch {
	case r.state.Phase == table.Void && r.state.Started.IsZero():
		return games.Refuse("table.cleared")
	case r.state.Phase != table.Lobby:
		return games.Refuse("bot.options.over")
	case r.state.Host != r.ix.User.ID:
		return games.Refuse("bot.options.host")
	}
	return nil
}
