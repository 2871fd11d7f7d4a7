package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// press answers a press, a choice of a menu and a filled-in form.
func (c *call) press(ctx context.Context) error {
	if strings.HasPrefix(c.ix.CustomID, "b/") {
		b, ok := parseButton(c.ix.CustomID)
		if !ok {
			return games.Refuse("bot.refuse.unknown")
		}
		return c.own(ctx, b)
	}
	id, err := screen.ParseCustomID(c.ix.CustomID)
	if err == nil && id.Action == screen.ActionSelect {
		if len(c.ix.Values) != 1 {
			return games.Refuse("bot.refuse.unknown")
		}
		id, err = id.Chosen(c.ix.Values[0])
	}
	if err != nil || (id.Action == screen.ActionFill) != (c.ix.Type == discordgo.InteractionModalSubmit) {
		return games.Refuse("bot.refuse.unknown")
	}
	s, ok := c.tables.Find(id.Match)
	if !ok {
		return c.gone(ctx)
	}
	if c.ix.Guild != s.Guild {
		return games.Refuse("bot.refuse.unknown") // an id carried to another server
	}
	c.seen = s
	if s.Match == nil || s.Phase == table.Lobby || s.Phase == table.Void {
		return c.look(ctx, s, "")
	}
	switch id.Action {
	case screen.ActionOpen:
		return c.look(ctx, s, id.To)
	case screen.ActionAsk:
		return c.ask(ctx, s, id)
	case screen.ActionDo:
		return c.play(ctx, s, table.Action{Turn: id.Turn, Move: id.To})
	case screen.ActionFill:
		return c.play(ctx, s, table.Action{Turn: id.Turn, Form: &table.Form{Path: id.To, Answers: c.ix.Answers}})
	default:
		return c.look(ctx, s, "", ui.T("bot.match.off"))
	}
}

// gone answers a press on something whose table is cleared away.
func (c *call) gone(ctx context.Context) error {
	s := c.painter.Page(ui.Page{Lines: []ui.Text{ui.T("bot.match.gone")}}, c.frame(nil))
	if c.OnPanel() {
		return c.update(ctx, s)
	}
	return c.reply(ctx, s)
}

// look shows the presser's own page at a path: on the panel that was pressed, or
// on a new one.
func (c *call) look(ctx context.Context, s *table.State, path string, head ...ui.Text) error {
	done, none := c.reconciler.Hold(screen.Key{Match: s.ID, User: c.ix.User.ID})
	if now, ok := c.tables.Find(s.ID); ok {
		s = now // what came before the hold is shown, what comes after it is marked
	}
	return c.show(ctx, s, path, done, none, head...)
}

// show answers with the presser's page. It ends the hold of their panel.
func (c *call) show(ctx context.Context, s *table.State, path string, done func(screen.Address, string), none func(), head ...ui.Text) error {
	held := true
	defer func() {
		if held {
			none()
		}
	}()
	shown, err := drawn(func() *screen.Shown { return c.panel(s, c.ix.User.ID, c.lang, path, head...) })
	if err != nil {
		return err
	}
	at := screen.Address{
		Channel: c.ix.Channel, App: c.ix.App, Press: c.ix.ID, Token: c.ix.Token, Path: path, Lang: c.lang,
		Expires: c.Expires(),
	}
	if c.OnPanel() {
		at.Message = c.ix.Message.ID
		err = c.update(ctx, shown)
	} else {
		// The message's id tells this panel from others when it is pressed.
		var sent discord.Sent
		m := *shown.Message
		m.Sent = &sent
		c.cuts(shown)
		err = c.Send(ctx, &m)
		at.Message = sent.ID
	}
	if err != nil {
		return err
	}
	defer c.permitted(ctx, s)
	key := screen.Key{Match: s.ID, User: c.ix.User.ID}
	if _, seated := s.Seat(c.ix.User.ID); !seated || s.Phase == table.Void {
		// Nobody's panel, or one that nothing happens on any more: it stays as it is.
		if now, ok := c.reconciler.Address(key); ok && s.Phase == table.Void && now.Message == at.Message {
			c.reconciler.Untrack(key)
		}
		return nil
	}
	digest := shown.Digest
	if len(head) > 0 {
		// What is said once goes away with the next change, not at once.
		digest = c.panelDigest(s, path)
	}
	held = false
	done(at, digest)
	// Another answer may end at the same time: what is saved last is what the
	// panel is.
	for at, ok := c.reconciler.Address(key); ok; {
		if err := c.save(ctx, key, at); err != nil {
			c.log.Error().Err(err).Str("match", s.ID).Msg("panel's address not saved")
			break
		}
		was := at
		if at, ok = c.reconciler.Address(key); at == was {
			break
		}
	}
	return nil
}

// panelDigest is the digest of the presser's page without anything said once.
func (c *call) panelDigest(s *table.State, path string) string {
	shown, err := drawn(func() *screen.Shown { return c.panel(s, c.ix.User.ID, c.lang, path) })
	if err != nil {
		return ""
	}
	return shown.Digest
}

// ask opens a form, or the page where the presser's view has no such form.
func (c *call) ask(ctx context.Context, s *table.State, id screen.CustomID) error {
	seat, seated := s.Seat(c.ix.User.ID)
	if !seated {
		return games.Refuse("bot.match.none-yours")
	}
	turns := int(seat) + 1
	if !c.OnPanel() {
		turns = 0
	}
	if turns < len(s.Turns) && s.Turns[turns] != id.Turn {
		return c.look(ctx, s, "", ui.T("bot.match.stale"))
	}
	page, err := pageOf(s, seat, id.To)
	if err != nil {
		return err
	}
	if len(page.Form) == 0 {
		return c.look(ctx, s, id.To)
	}
	f := c.at(s, c.lang)
	m, cuts := c.painter.Form(page, f, id)
	c.cuts(&screen.Shown{Faults: cuts})
	return c.Modal(ctx, m)
}

func pageOf(s *table.State, seat games.Seat, path string) (page ui.Page, err error) {
	_, err = drawn(func() *screen.Shown {
		page = s.Match.Page(seat.Viewer(), path)
		return nil
	})
	return page, err
}

// play makes a move and shows what came of it where it was pressed.
func (c *call) play(ctx context.Context, s *table.State, a table.Action) error {
	c.seen = s
	if _, seated := s.Seat(c.ix.User.ID); !seated {
		return games.Refuse("bot.match.none-yours")
	}
	a.Kind, a.User, a.Press = table.Play, c.user(), c.ix.ID
	if c.ix.Message.ID != 0 && !c.OnPanel() {
		a.Board = true
		return c.onBoard(ctx, s, a)
	}
	key := screen.Key{Match: s.ID, User: c.ix.User.ID}
	before, open := c.reconciler.Address(key)
	account := c.account(ctx, s) // a move gives a sleeping seat back, too
	done, none := c.reconciler.Hold(key)
	next, err := c.tables.Send(ctx, s.ID, a)
	if err == nil {
		return c.show(ctx, next, "", done, none, account...)
	}
	t, refused := games.Refused(err)
	if !refused || next == nil {
		none()
		return err
	}
	c.metrics.refusals.WithLabelValues(t.Key).Inc()
	path := ""
	if t.Key != "table.stale" && open && c.OnPanel() {
		path = before.Path
	}
	return c.show(ctx, next, path, done, none, warning(t))
}

// onBoard does something that was pressed on the board, and answers with the
// board as it is then. A refusal is for the presser alone.
func (c *call) onBoard(ctx context.Context, s *table.State, a table.Action) error {
	a.User, a.Press, a.Moderator = c.user(), c.ix.ID, c.moderator(s)
	key := screen.Key{Match: s.ID}
	at, known := c.reconciler.Address(key)
	// Only the board itself becomes the board; a copy of it, or the call to the
	// players, has the same buttons.
	if !known || at.Message != c.ix.Message.ID {
		defer c.stray(at)
		if next, err := c.tables.Send(ctx, s.ID, a); err != nil {
			return c.declined(ctx, next, err)
		}
		return c.Ack(ctx)
	}
	done, none := c.reconciler.Hold(key)
	next, err := c.tables.Send(ctx, s.ID, a)
	if err != nil {
		none()
		return c.declined(ctx, next, err)
	}
	lang, err := c.boardLang(ctx, next)
	if err != nil {
		none()
		return err
	}
	shown, err := drawn(func() *screen.Shown { return c.board(next, lang) })
	if err == nil {
		err = c.update(ctx, shown)
	}
	if errors.Is(err, reply.ErrElsewhere) {
		none()
		c.reconciler.MarkDirty(s.ID)
		return nil
	}
	if err != nil {
		none()
		return err
	}
	done(at, shown.Digest)
	c.permitted(ctx, next)
	return nil
}

// stray deletes a former board that somebody found and pressed, where it is known
// that it is one: it may not look like the board for ever. The call to the players
// has no button that leads here.
func (c *call) stray(at screen.Address) {
	if at.Message == 0 || at.Channel != c.ix.Channel || c.ix.Message.ID > at.Message {
		return
	}
	c.spawn(func(ctx context.Context) {
		if err := c.conf.Client.Delete(ctx, c.ix.Channel, c.ix.Message.ID); err != nil && !discord.IsDeleted(err) {
			c.metrics.refused(err)
			c.log.Debug().Err(err).Msg("a former board stays")
		}
	})
}

// declined answers what was refused on the board: whoever plays is told on their
// panel, which is where the next refusal comes too; all others in words alone.
func (c *call) declined(ctx context.Context, s *table.State, err error) error {
	t, refused := games.Refused(err)
	if !refused || s == nil || s.Phase != table.Live || s.Match == nil {
		return err
	}
	if _, seated := s.Seat(c.ix.User.ID); !seated {
		return err
	}
	c.metrics.refusals.WithLabelValues(t.Key).Inc()
	return c.look(ctx, s, "", warning(t))
}

// warning is a refusal as it stands over a page.
func warning(t ui.Text) ui.Text {
	if t.Key == "table.stale" {
		return ui.T("bot.match.stale")
	}
	return ui.T("bot.match.refused", t)
}
