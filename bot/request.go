package bot

import (
	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
)

// ownPanelKey is the key of the presser's panel.
func ownPanelKey(r *route.Request) screen.Key { return panelKey(r.Table, r.Interaction.User.ID) }

// panelKey is the key of the panel of a person at a table. In direct messages it is the
// board.
func panelKey(s *table.State, user discord.ID) screen.Key {
	if s.Direct() {
		return screen.Key{Match: s.ID}
	}
	return screen.Key{Match: s.ID, User: user}
}

// translationKey is the key of the board in another language that a person reads.
func translationKey(s *table.State, user discord.ID) screen.Key {
	return screen.Key{Match: s.ID, User: user, Translation: true}
}

// pressedBoard is the key of the board that was pressed: of the presser's translation, or of
// the one that every person sees.
func pressedBoard(r *route.Request) screen.Key {
	if r.Translation {
		return translationKey(r.Table, r.Interaction.User.ID)
	}
	return screen.Key{Match: r.Table.ID}
}

// seatsPath is the path of the page of the seats, which asks a question.
func seatsPath(r *route.Request, ask page.Question, whom discord.ID) string {
	return page.SeatsPath{Ask: ask, Whom: whom, Moderator: r.Moderator()}.String()
}

// by completes an action with who does it.
func by(r *route.Request, a table.Action) table.Action {
	a.User, a.Press, a.Moderator = r.User(), r.Interaction.ID, r.Moderator()
	return a
}

// questions are the questions that belong to what a person wants.
var questions = map[table.Kind]page.Question{table.Leave: page.AskLeave, table.Stop: page.AskStop, table.Kick: page.AskKick}

// questionPath is the path of the question that belongs to an action.
func questionPath(r *route.Request, a table.Action) string {
	return seatsPath(r, questions[a.Kind], a.Whom)
}

// unasked reports whether a question belongs to an action that the presser did not say
// yes to. The table looks again when it does it.
func unasked(r *route.Request, a table.Action) bool {
	q := r.Table.Asks(by(r, a))
	return q != table.NotAsked && q != a.Asked
}

// asksFirst reports whether a table has refused what its presser was not asked about.
func asksFirst(err error) bool {
	t, refused := games.Refused(err)
	return refused && t.Key == table.AskFirst
}

// refuseAbsent refuses to do something to a person who does not sit at the table.
// An id from before Discord existed is the number of a seat, which such buttons
// once carried.
func refuseAbsent(whom discord.ID) error {
	if whom < 1<<22 {
		return games.Refuse("bot.refuse.unknown")
	}
	return games.Refuse("bot.people.nobody")
}

// userID is the person that a button, a menu or a command names; 0 for none.
func userID(arg string) discord.ID {
	id, err := discord.ParseID(arg)
	if err != nil {
		return 0
	}
	return id
}
