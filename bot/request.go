package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// request is what a deed is given. It has an interaction, the reply to it, and what
// was found out about both before.
type request struct {
	*reply.Reply
	ix   *discord.Interaction
	lang text.Lang // the reader's

	state  *table.State // the table that it is about; nil for none
	seat   games.Seat   // the presser's at that table
	seated bool

	action string // the name of its route, once that is found

	id   page.CustomID   // of one of the bot's own controls
	link screen.CustomID // of a control of a game's page
}

// about says which table a request is about.
func (r *request) about(s *table.State) {
	r.state = s
	r.seat, r.seated = s.Seat(r.ix.User.ID)
}

// user is the presser, as tables know them.
func (r *request) user() table.User {
	return table.User{
		ID: r.ix.User.ID, Name: r.ix.User.Name, Username: r.ix.User.Username, Locale: r.ix.Locale,
		Elsewhere: r.state != nil && r.state.Guild != r.ix.Guild,
	}
}

// panelKey is the key of the presser's panel.
func (r *request) panelKey() screen.Key { return panelKey(r.state, r.ix.User.ID) }

// panelKey is the key of the panel of somebody at a table. In direct messages it is the
// board.
func panelKey(s *table.State, user discord.ID) screen.Key {
	if s.Direct() {
		return screen.Key{Match: s.ID}
	}
	return screen.Key{Match: s.ID, User: user}
}

// moderator reports whether the presser is a moderator of the table.
func (r *request) moderator() bool { return isModerator(r.ix, r.state) }

// privileged reports whether the presser may decide alone for the table.
func (r *request) privileged() bool { return r.state.Decides(r.ix.User.ID, r.moderator()) }

// chosen is what was chosen in a menu; empty when nothing was.
func (r *request) chosen() string {
	if len(r.ix.Values) == 1 {
		return r.ix.Values[0]
	}
	return ""
}

// option is the value of an option of a command; empty when it was left out.
func (r *request) option(name string) string { return r.ix.Command.Options[name] }

// isOwnCommand reports whether a command is the bot's own, and no game's.
func isOwnCommand(name string) bool { return name == "dream" || name == "table" }

// seatsPath is the path of the page of the seats, which asks a question.
func (r *request) seatsPath(ask page.Question, whom discord.ID) string {
	return page.SeatsPath{Ask: ask, Whom: whom, Moderator: r.moderator()}.String()
}

// by completes an action with who does it.
func by(r *request, a table.Action) table.Action {
	a.User, a.Press, a.Moderator = r.user(), r.ix.ID, r.moderator()
	return a
}

// questions are the questions that belong to what a person wants.
var questions = map[table.Kind]page.Question{table.Leave: page.AskLeave, table.Stop: page.AskStop, table.Kick: page.AskKick}

// questionPath is the path of the question that belongs to an action.
func (r *request) questionPath(a table.Action) string {
	return r.seatsPath(questions[a.Kind], a.Whom)
}

// unasked reports whether a question belongs to an action that the presser did not say
// yes to. The table looks again when it does it.
func (r *request) unasked(a table.Action) bool {
	q := r.state.Asks(by(r, a))
	return q != table.NotAsked && q != a.Asked
}

// asksFirst reports whether a table has refused what its presser was not asked about.
func asksFirst(err error) bool {
	t, refused := games.Refused(err)
	return refused && t.Key == table.AskFirst
}

// onBoard reports whether the press was on a message that everybody sees.
func (r *request) onBoard() bool { return r.ix.Message.Everybodys() && !r.ix.Direct() }

// onOwn reports whether the press was on a private message that another page may take
// the place of. The message of a table in direct messages is none.
func (r *request) onOwn() bool {
	return r.OnPanel() && !(r.ix.Direct() && r.ix.Message.Everybodys())
}

// warning is a refusal as it stands over a page.
func warning(t ui.Text) ui.Text {
	if t.Key == "table.stale" {
		return ui.T("bot.match.stale")
	}
	return ui.T("bot.match.refused", t)
}

// refuseAbsent refuses to do something to somebody who does not sit at the table.
// An id from before Discord existed is the number of a seat, which such buttons
// once carried.
func refuseAbsent(whom discord.ID) error {
	if whom < 1<<22 {
		return games.Refuse("bot.refuse.unknown")
	}
	return games.Refuse("bot.people.nobody")
}

// userID is the person that a button, a menu or a command names; 0 for nobody.
func userID(arg string) discord.ID {
	id, err := discord.ParseID(arg)
	if err != nil {
		return 0
	}
	return id
}

// handler answers a request.
type handler func(ctx context.Context, r *request) error
