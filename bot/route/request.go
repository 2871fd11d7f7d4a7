package route

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A Request is an interaction, the reply to it, and what was found out about both before a
// [Handler] is given them.
type Request struct {
	*reply.Reply
	Interaction *discord.Interaction
	Lang        text.Lang       // the reader's
	Route       string          // for logs; empty until it is found
	Words       *text.Catalogue // in which it is refused; nil for those of the table or the bot
	OwnCommand  bool            // a command of the bot itself, and no game's

	Table  *table.State // the table that it is about; nil for none
	Seat   games.Seat   // the presser's at that table, or [games.Nobody]
	Seated bool

	// Translation says that the press was on the board in another language, which the presser
	// alone sees. It leads where the same press on the board does.
	Translation bool

	ID   page.CustomID   // of one of the bot's own controls
	Link screen.CustomID // of a control of a game's page

	// Drawn is told of each page that is sent, which may be incomplete. It may be nil.
	Drawn func(*screen.Shown)
}

// A Handler answers a request. A refusal is answered in the reader's words, any other error
// with the number of an incident.
type Handler func(ctx context.Context, r *Request) error

// About says which table a request is about.
func (r *Request) About(s *table.State) {
	r.Table = s
	r.Seat, r.Seated = s.Seat(r.Interaction.User.ID)
}

// User is the presser, as tables know them.
func (r *Request) User() table.User {
	u := r.Interaction.User
	return table.User{ID: u.ID, Name: u.Name, Username: u.Username, Locale: r.Interaction.Locale, Elsewhere: r.Table != nil && r.Table.Guild != r.Interaction.Guild}
}

// Reader is the presser as the reader of a page.
func (r *Request) Reader() page.Reader {
	return page.Reader{User: r.Interaction.User.ID, Guild: r.Interaction.Guild, Lang: r.Lang, Manages: ManagesGuild(r.Interaction)}
}

// Lang is the language of a reader: their choice, else Discord's.
func Lang(chosen, locale string) text.Lang {
	if l, ok := text.ParseLang(chosen); ok {
		return l
	}
	return text.ForLocale(locale)
}

// Moderator reports whether the presser is a moderator of the table.
func (r *Request) Moderator() bool { return IsModerator(r.Interaction, r.Table) }

// Privileged reports whether the presser may decide alone for the table.
func (r *Request) Privileged() bool { return r.Table.Decides(r.Interaction.User.ID, r.Moderator()) }

// Chosen is what was chosen in a menu; empty when nothing was.
func (r *Request) Chosen() string {
	if len(r.Interaction.Values) == 1 {
		return r.Interaction.Values[0]
	}
	return ""
}

// Typed is what was typed into a form of one field; empty for anything else.
func (r *Request) Typed() string {
	if len(r.Interaction.Answers) == 1 {
		return r.Interaction.Answers[0]
	}
	return ""
}

// Option is the value of an option of a command; empty when it was left out.
func (r *Request) Option(name string) string { return r.Interaction.Command.Options[name] }

// OnBoard reports whether the press was on a message that every person sees, or on the
// translation of a board.
func (r *Request) OnBoard() bool {
	return r.Translation || r.Interaction.Message.Everybodys() && !r.Interaction.Direct()
}

// OnOwn reports whether the press was on a private message that another page may take
// the place of. The message of a table in direct messages is none.
func (r *Request) OnOwn() bool {
	return r.OnPanel() && !(r.Interaction.Direct() && r.Interaction.Message.Everybodys())
}

// Show answers with a page that only the presser sees. It takes the place of their message
// when they pressed on one that is still there.
func (r *Request) Show(ctx context.Context, shown *screen.Shown) error {
	if r.OnOwn() {
		if err := r.ShowHere(ctx, shown); !errors.Is(err, reply.ErrElsewhere) {
			return err
		}
	}
	return r.ShowNew(ctx, shown)
}

// ShowOver answers with a page that takes the place of the private one that was pressed. What
// was typed or filled in is answered on a message of its own.
func (r *Request) ShowOver(ctx context.Context, shown *screen.Shown) error {
	if r.Interaction.Type == discordgo.InteractionMessageComponent {
		return r.Show(ctx, shown)
	}
	return r.ShowNew(ctx, shown)
}

// ShowNew answers with a page that only the presser sees, on a message of its own.
func (r *Request) ShowNew(ctx context.Context, shown *screen.Shown) error {
	r.draw(shown)
	return r.Send(ctx, shown.Message)
}

// ShowHere answers by changing the message that was pressed. It returns
// [reply.ErrElsewhere] when that is gone.
func (r *Request) ShowHere(ctx context.Context, shown *screen.Shown) error {
	r.draw(shown)
	return r.Update(ctx, shown.Message)
}

func (r *Request) draw(shown *screen.Shown) {
	if r.Drawn != nil {
		r.Drawn(shown)
	}
}

// Warning is a refusal as it stands over a page.
func Warning(t ui.Text) ui.Text {
	if t.Key == "table.stale" {
		return ui.T("bot.match.stale")
	}
	return ui.T("bot.match.refused", t)
}
