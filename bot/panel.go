package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// panels answer with the presser's own page.
type panels struct{ *services }

// open answers the command and the button of the panel.
func (p *panels) open(ctx context.Context, r *request) error { return p.show(ctx, r, "") }

// board answers the button that leads to the page of the board. Where there is a board
// of its own, the presser has their own page.
func (p *panels) board(ctx context.Context, r *request) error {
	if !r.state.Direct() {
		return p.show(ctx, r, "")
	}
	return p.show(ctx, r, page.BoardPath)
}

// send answers with a page that only the presser sees.
func (p *panels) send(ctx context.Context, r *request, shown *screen.Shown) error {
	p.surfaces.logCuts(shown)
	return r.Send(ctx, shown.Message)
}

// update answers by changing the message that was pressed.
func (p *panels) update(ctx context.Context, r *request, shown *screen.Shown) error {
	p.surfaces.logCuts(shown)
	return r.Update(ctx, shown.Message)
}

// updateOrSend updates the presser's message when they pressed on one that is still
// there, and sends a new one else.
func (p *panels) updateOrSend(ctx context.Context, r *request, shown *screen.Shown) error {
	if r.onOwn() {
		if err := p.update(ctx, r, shown); !errors.Is(err, reply.ErrElsewhere) {
			return err
		}
	}
	return p.send(ctx, r, shown)
}

// hold keeps the reconciler from editing a panel until its answer is sent.
type hold struct {
	done func(at screen.Address, digest string)
	none func(lost bool)
}

func (p *panels) hold(key screen.Key) hold {
	done, none := p.reconciler.Hold(key)
	return hold{done, none}
}

// fresh tells the reconciler whether a page that is drawn now, for an answer, is the
// latest.
func (p *panels) fresh(key screen.Key, s *table.State) {
	p.reconciler.Fresh(key, func() bool {
		now, ok := p.tables.Brief(key.Match)
		return ok && now == s
	})
}

// show shows the presser's page at a path: on the panel that was pressed, or on a
// new one. The notices stand over it until it changes.
func (p *panels) show(ctx context.Context, r *request, path string, notices ...ui.Text) error {
	h := p.hold(r.panelKey())
	if now, ok := p.tables.Find(r.state.ID); ok {
		r.about(now) // what came before the hold is shown, what comes after it is marked
	}
	return p.showHeld(ctx, r, path, h, notices...)
}

// showHeld shows the presser's page and ends the hold of their panel.
func (p *panels) showHeld(ctx context.Context, r *request, path string, h hold, notices ...ui.Text) error {
	if r.state.Direct() {
		return p.showDirect(ctx, r, path, h, notices...)
	}
	held, lost := true, false
	defer func() {
		if held {
			h.none(lost)
		}
	}()
	p.fresh(r.panelKey(), r.state)
	shown, digest, err := p.draw(ctx, r, r.lang, path, notices...)
	if err != nil {
		return err
	}
	at, err := p.answer(ctx, r, shown, len(notices) == 0)
	if err != nil {
		lost = true
		return err
	}
	at.Path = path
	defer p.tellTrouble(ctx, r)
	if !r.seated || r.state.Phase == table.Void || at.Panel.Zero() {
		// It belongs to nobody, or nothing will happen on it, or it cannot be edited: it
		// stays as it is.
		if now, ok := p.reconciler.Address(r.panelKey()); ok && r.state.Phase == table.Void && now.Message == at.Message {
			p.reconciler.Untrack(r.panelKey())
		}
		return nil
	}
	held = false
	h.done(at, digest)
	p.save(ctx, r.panelKey())
	return nil
}

// showDirect shows the player's page on the one message of a table in direct messages,
// and ends its hold. It is a board to the reconciler: it is edited with the bot's
// token when no press has lent one, and posted again when it is deleted, buried or old. What
// was asked for elsewhere brings that message down to where its
// player looks. What is only said once is said there.
func (p *panels) showDirect(ctx context.Context, r *request, path string, h hold, notices ...ui.Text) error {
	key := r.panelKey()
	at, known := p.reconciler.Address(key)
	if !known {
		at = screen.Address{Channel: r.state.CurrentChannel()}
	}
	// A message that is pressed as soon as it is posted may not be known yet.
	if !r.ix.Message.Everybodys() || at.Message != 0 && r.ix.Message.ID != at.Message {
		return p.showDirectBelow(ctx, r, path, at, h, notices...)
	}
	held, lost := true, false
	defer func() {
		if held {
			h.none(lost)
		}
	}()
	p.fresh(key, r.state)
	lang, err := p.surfaces.boardLang(ctx, r.state)
	if err != nil {
		return err
	}
	shown, digest, err := p.draw(ctx, r, lang, path, notices...)
	if err != nil {
		return err
	}
	switch err := p.update(ctx, r, shown); {
	case errors.Is(err, reply.ErrElsewhere):
		held = false
		return p.showDirectBelow(ctx, r, path, at, h, notices...)
	case err != nil:
		lost = true
		return err
	}
	held, at.Path, at.Press = false, path, r.ix.ID
	h.done(at, digest)
	p.save(ctx, key)
	p.surfaces.lend(key, r.Board())
	p.tellTrouble(ctx, r)
	return nil
}

// showDirectBelow answers what was not pressed on the message of the table. It is
// posted again below, unless a notice is the answer, or the move of a typed command
// changes it where it is.
func (p *panels) showDirectBelow(ctx context.Context, r *request, path string, at screen.Address, h hold, notices ...ui.Text) error {
	if len(notices) > 0 {
		h.none(false)
		r.Refuse(ctx, p.pages.Lines(r.state, r.lang, notices...).Message) // it goes away with the next answer
		return nil
	}
	if r.ix.Type != discordgo.InteractionApplicationCommand || isOwnCommand(r.ix.Command.Name) {
		p.reconciler.Repost(r.panelKey())
	}
	at.Path, at.Press = path, r.ix.ID
	h.done(at, "")
	p.save(ctx, r.panelKey())
	if r.ix.Message.Everybodys() { // it would look like the table for ever
		p.reconciler.Stray(r.panelKey(), r.ix.Channel, r.ix.Message.ID)
	}
	return r.Vanish(ctx)
}

// answer sends a page as the presser's panel and says where it is. A press on the board
// may lend its token to the board. When that panel gets lost on the way, the presser is
// not told, so nothing is lent with what they must not miss.
func (p *panels) answer(ctx context.Context, r *request, shown *screen.Shown, lends bool) (screen.Address, error) {
	at := screen.Address{Channel: r.ix.Channel, Press: r.ix.ID, Lang: r.lang}
	if r.OnPanel() {
		if err := p.update(ctx, r, shown); !errors.Is(err, reply.ErrElsewhere) {
			at.Message, at.Panel = r.ix.Message.ID, r.Panel()
			return at, err
		}
	}
	// The id of the message tells this panel from others when it is pressed.
	var sent discord.Sent
	m := *shown.Message
	m.Sent = &sent
	p.surfaces.logCuts(shown)
	send, board := r.Send, screen.Key{Match: r.state.ID}
	if lends && p.reconciler.Borrows(board, r.ix.Message.ID) {
		send = r.Borrow
	}
	err := send(ctx, &m)
	at.Message, at.Panel = sent.ID, r.Panel()
	p.surfaces.lend(board, r.Board())
	return at, err
}

// save saves where a panel is. Another answer may end at the same time, and what is
// saved last is what the panel is. A panel is not saved for a new token alone while the
// token lives that was saved.
func (p *panels) save(ctx context.Context, key screen.Key) {
	ctx, cancel := ownTime(ctx) // the answer may have taken all the time of the press
	defer cancel()
	for at, ok := p.reconciler.Address(key); ok && at.Saved.IsZero(); {
		if err := p.surfaces.Save(ctx, key, at); err != nil {
			p.log.Failed(err).Str("match", key.Match).Msg("save panel address failed")
			return
		}
		before := at
		if at, ok = p.reconciler.Address(key); at == before {
			p.reconciler.Saved(key, at)
			return
		}
	}
}

// draw draws the presser's page, with notices over it. The digest is that of the page
// without them: they go away with the next change, not at once. That page is drawn first,
// so that what the presser learns meanwhile counts as a change.
func (p *panels) draw(ctx context.Context, r *request, lang text.Lang, path string, notices ...ui.Text) (*screen.Shown, string, error) {
	pages := p.pages
	if len(notices) > 0 {
		pages = page.Sparing(pages, func(string) bool { return false })
	}
	shown, err := p.surfaces.panelBy(ctx, pages, r.state, r.ix.User.ID, lang, path)
	if err != nil {
		return nil, "", err
	}
	digest := shown.Digest
	if len(notices) > 0 {
		shown, err = p.surfaces.panel(ctx, r.state, r.ix.User.ID, lang, path, notices...)
	}
	return shown, digest, err
}

// refusePermissions answers with the permissions that the bot lacks.
func (p *panels) refusePermissions(ctx context.Context, r *request, missing []string) error {
	p.metrics.refusals.WithLabelValues("bot.permission").Inc()
	return p.send(ctx, r, p.pages.MissingPermissions(r.ix.Channel, r.lang, missing))
}

// When the board cannot be edited, tellTrouble tells the presser which permissions
// are missing. When none is missing, it has the board tried again. On panels one
// press is told, on the board all are.
func (p *panels) tellTrouble(ctx context.Context, r *request) {
	board := screen.Key{Match: r.state.ID}
	if p.reconciler.Trouble(board) == nil || r.ix.Channel != r.state.CurrentChannel() {
		return // the interaction says nothing of another channel
	}
	missing := missingPermissions(r.ix, false)
	if len(missing) == 0 {
		p.reconciler.Retry(board)
		return
	}
	if r.OnPanel() && p.reconciler.TakeTrouble(board) == nil {
		return
	}
	if err := p.send(ctx, r, p.pages.MissingPermissions(r.ix.Channel, r.lang, missing)); err != nil {
		r.Undelivered(err)
	}
}

// close deletes the panel of somebody who lost their seat. An edit that is on its
// way finds nothing to edit.
func (p *panels) close(ctx context.Context, key screen.Key, at screen.Address) {
	if at.Panel.Lives(0) {
		err := p.client.DeletePanel(ctx, at.Panel)
		if err != nil && !discord.IsDeleted(err) && !discord.IsExpired(err) {
			p.metrics.refused(err)
			p.log.Warn().Err(err).Str("match", key.Match).Msg("delete panel failed")
		}
	}
	p.forget(ctx, key)
}

// forget forgets where a panel was.
func (p *panels) forget(ctx context.Context, key screen.Key) {
	if err := p.store.DeleteSurface(ctx, key.Match, store.Panel, uint64(key.User)); err != nil {
		p.log.Failed(err).Str("match", key.Match).Msg("delete panel address failed")
	}
}
