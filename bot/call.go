package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// call is an interaction that is being handled.
type call struct {
	*Bot
	*reply.Reply
	ix   *discord.Interaction
	lang text.Lang    // the reader's
	seen *table.State // the table that it is about, once that is known
}

var kinds = map[discordgo.InteractionType]string{
	discordgo.InteractionApplicationCommand: "command", discordgo.InteractionMessageComponent: "press", discordgo.InteractionApplicationCommandAutocomplete: "autocomplete", discordgo.InteractionModalSubmit: "submit",
}

// handle answers an interaction.
func (b *Bot) handle(ctx context.Context, item *inbox.Item) {
	ix := item.Interaction
	kind, ok := kinds[ix.Type]
	if !ok {
		return
	}
	// What has begun is finished when the program ends.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	b.metrics.presses.WithLabelValues(kind).Inc()
	c := &call{Bot: b, Reply: b.responder.Begin(ctx, ix), ix: ix, lang: b.reader(ctx, ix)}
	defer c.End()
	defer func() {
		if r := recover(); r != nil {
			c.replyFault(ctx, b.incident(r))
		}
		b.metrics.answers.WithLabelValues(kind).Observe(time.Since(ix.Received).Seconds())
	}()
	var err error
	switch {
	case item.TooFast:
		err = games.Refuse("bot.refuse.fast")
	case !b.admits(ix.Guild):
		err = games.Refuse("bot.refuse.server")
	case ix.Type == discordgo.InteractionApplicationCommand:
		err = c.command(ctx)
	case ix.Type == discordgo.InteractionApplicationCommandAutocomplete:
		err = c.complete(ctx)
	default:
		err = c.press(ctx)
	}
	if err != nil {
		c.fail(ctx, err)
	}
}

// fail answers with an error: a refusal in its words, anything else with an
// incident. What Discord refused of an answer cannot be answered.
func (c *call) fail(ctx context.Context, err error) {
	if store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) {
		err = games.Refuse(table.HaltDisk) // which is logged once, and not for each press
	}
	if errors.Is(err, reply.ErrLate) {
		err = games.Refuse("bot.late")
	}
	if t, ok := games.Refused(err); ok {
		c.metrics.refusals.WithLabelValues(t.Key).Inc()
		if c.ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
			c.Refuse(ctx, c.words(ui.T("bot.match.refused", t)).Message)
		}
		return
	}
	if _, ok := errorOf(err); ok && !discord.IsOurs(err) {
		c.Undelivered(err)
		return
	}
	c.replyFault(ctx, c.incident(err))
}

// errorOf reports whether an error came from Discord or the way to it.
func errorOf(err error) (error, bool) {
	if discord.Code(err) != 0 || discord.MayHaveArrived(err) {
		return err, true
	}
	_, limited := discord.IsLimited(err)
	return err, limited
}

// incident logs a fault, once, and gives its number.
func (b *Bot) incident(what any) string {
	b.metrics.faults.Inc()
	return reply.Incident(b.log, what)
}

// replyFault answers with the number of an incident.
func (c *call) replyFault(ctx context.Context, id string) {
	if c.ix.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return
	}
	if err := c.Send(ctx, c.words(ui.T("bot.fault", id)).Message); err != nil {
		c.Undelivered(err)
	}
}

// reply answers with a page that only the presser sees.
func (c *call) reply(ctx context.Context, s *screen.Shown) error {
	c.cuts(s)
	return c.Send(ctx, s.Message)
}

// update answers by changing the message that was pressed.
func (c *call) update(ctx context.Context, s *screen.Shown) error {
	c.cuts(s)
	return c.Update(ctx, s.Message)
}

// words is a page of lines in the words of the game that the call is about, which
// know the bot's too.
func (c *call) words(lines ...ui.Text) *screen.Shown {
	s := c.painter.Page(ui.Page{Lines: lines}, c.frame(c.seen))
	c.cuts(s)
	return s
}

// frame is the frame of something private that shows nothing of a match but,
// perhaps, the names at it.
func (c *call) frame(s *table.State) *screen.Frame {
	f := &screen.Frame{Say: Catalogue(), Lang: c.lang, More: say(Catalogue(), c.lang, ui.T("bot.menu.more"))}
	if s != nil {
		if g := c.games[s.Game.Info().Name]; g != nil {
			f.Say = g.say
		}
		f.Names = names(s)
	}
	return f
}

// say says something about nobody.
func say(in *text.Catalogue, lang text.Lang, t ui.Text) string {
	return in.Say(lang, t, screen.Plain{Frame: &screen.Frame{Say: in, Lang: lang}})
}

// user is whoever pressed, as tables know them.
func (c *call) user() table.User {
	return table.User{ID: c.ix.User.ID, Name: c.ix.User.Name, Locale: c.ix.Locale}
}

// moderator reports whether the presser may end the matches of others, this one
// above all, and put people out of them: whoever may change the table's channel.
// To delete messages, or to name the server, is another trust. Who may manage one
// channel is a moderator there and in its threads; what Discord tells of a press
// are the permissions in the channel of the press, and of an administrator all.
func (c *call) moderator(s *table.State) bool {
	if c.ix.Permissions&discordgo.PermissionAdministrator != 0 {
		return true
	}
	there := c.ix.Channel == s.Channel || c.ix.Channel == s.CurrentChannel() || c.ix.Parent == s.Channel
	return there && c.ix.Permissions&discordgo.PermissionManageChannels != 0
}

// admits reports whether a server may use the bot. Direct messages belong to
// none; nothing can be opened there.
func (b *Bot) admits(guild discord.ID) bool {
	return guild == 0 || len(b.conf.Guilds) == 0 || slices.Contains(b.conf.Guilds, guild)
}

// reader is the language of whoever pressed: their choice, else Discord's.
func (b *Bot) reader(ctx context.Context, ix *discord.Interaction) text.Lang {
	u, err := b.conf.Store.User(ctx, uint64(ix.User.ID))
	if err != nil {
		b.log.Error().Err(err).Msg("language of a reader not read")
	}
	if l, ok := text.ParseLang(u.Lang); ok {
		return l
	}
	return text.ForLocale(ix.Locale)
}

// cuts logs what did not fit on a page, each thing once: it is a fault of the
// page's, not of whoever looks at it.
func (b *Bot) cuts(s *screen.Shown) {
	if len(s.Faults) == 0 {
		return
	}
	b.metrics.cuts.Inc()
	for _, what := range s.Faults {
		if b.once("cut " + what) {
			b.log.Error().Str("what", what).Msg("a page does not fit")
		}
	}
}
