package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// panels answer with the presser's own page.
type panels struct {
	client     Client
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
}

// declared are the commands and controls of panels.
func (p *panels) declared() feature.Feature {
	return feature.Feature{
		Name: "panels",
		Commands: []route.Command{
			{Root: "dream", Name: "panel", Rank: 20, Needs: tableMeant, Do: p.open},
		},
		Controls: []route.Control{
			{Action: page.Panel, Needs: onTable, Do: p.open},
			{Action: page.Board, Needs: onTable, Do: p.board},
		},
	}
}

// open answers the command and the button of the panel.
func (p *panels) open(ctx context.Context, r *route.Request) error { return p.show(ctx, r, "") }

// board answers the button that leads to the page of the board. Where there is a board
// of its own, the presser has their own page.
func (p *panels) board(ctx context.Context, r *route.Request) error {
	if !r.Table.Direct() {
		return p.show(ctx, r, "")
	}
	return p.show(ctx, r, page.BoardPath)
}

// ownPage is the presser's page, at a path and with notices over it.
type ownPage struct {
	path    string
	notices []ui.Text
	instead func() error // answers with something else; nil for the page
}

// show shows the presser's page at a path: on the panel that was pressed, or on a
// new one. The notices stand over it until it changes.
func (p *panels) show(ctx context.Context, r *route.Request, path string, notices ...ui.Text) error {
	return p.after(ctx, r, func() (ownPage, error) {
		if now, ok := p.tables.Find(table.OfMatch(r.Table.ID)); ok {
			r.About(now) // what came before the hold is shown, what comes after it is marked
		}
		return ownPage{path: path, notices: notices}, nil
	})
}

// after answers with the presser's page what act does. An error of act has no page.
func (p *panels) after(ctx context.Context, r *route.Request, act func() (ownPage, error)) error {
	var token discord.BoardToken
	shown := false
	err := p.reconciler.Answer(ctx, ownPanelKey(r), func(h *screen.Held) (out screen.Outcome, err error) {
		own, err := act()
		if err != nil {
			return out, err
		}
		if own.instead != nil {
			return out, own.instead()
		}
		out, shown, err = p.showOn(ctx, r, h, own.path, own.notices...)
		if shown && r.Table.Direct() {
			token = r.Board()
		}
		return out, err
	})
	if shown {
		p.surfaces.lend(ownPanelKey(r), token)
		p.tellTrouble(ctx, r)
	}
	return err
}

// fresh tells the reconciler whether a page that is drawn now, for an answer, is the
// latest.
func (p *panels) fresh(h *screen.Held, s *table.State) {
	h.Fresh(func() bool {
		now, ok := p.tables.Known(table.OfMatch(s.ID)).One()
		return ok && now == s
	})
}

// showOn shows the presser's page while their panel is held. It reports whether it was shown
// where the presser looks.
func (p *panels) showOn(ctx context.Context, r *route.Request, h *screen.Held, path string, notices ...ui.Text) (out screen.Outcome, shown bool, err error) {
	if r.Table.Direct() {
		return p.showDirect(ctx, r, h, path, notices...)
	}
	p.fresh(h, r.Table)
	is, digest, err := p.draw(ctx, r, r.Lang, path, notices...)
	if err != nil {
		return out, false, err
	}
	at, err := p.answer(ctx, r, is, len(notices) == 0)
	if err != nil {
		return screen.Lost(), false, err
	}
	at.Path = path
	if !r.Seated || r.Table.Phase == table.Void || at.Panel.Zero() {
		// It belongs to no player, or nothing will happen on it, or it cannot be edited: it
		// stays as it is.
		if now, ok := p.reconciler.Address(ownPanelKey(r)); ok && r.Table.Phase == table.Void && now.Message == at.Message {
			p.reconciler.Untrack(ownPanelKey(r))
		}
		return out, true, nil
	}
	return screen.Shows(at, digest), true, nil
}

// showDirect shows the player's page on the one message of a table in direct messages, while
// that is held. It is a board to the reconciler: it is edited with the bot's
// token when no press has lent one, and posted again when it is deleted, buried or old. What
// was asked for elsewhere brings that message down to where its
// player looks. What is only said once is said there.
func (p *panels) showDirect(ctx context.Context, r *route.Request, h *screen.Held, path string, notices ...ui.Text) (out screen.Outcome, shown bool, err error) {
	at, known := p.reconciler.Address(ownPanelKey(r))
	if !known {
		at = screen.Address{Channel: r.Table.CurrentChannel()}
	}
	// A message that is pressed as soon as it is posted may not be known yet.
	if !r.Interaction.Message.Everybodys() || at.Message != 0 && r.Interaction.Message.ID != at.Message {
		out, err = p.showDirectBelow(ctx, r, path, at, notices...)
		return out, false, err
	}
	p.fresh(h, r.Table)
	lang, err := p.surfaces.boardLang(ctx, r.Table)
	if err != nil {
		return out, false, err
	}
	is, digest, err := p.draw(ctx, r, lang, path, notices...)
	if err != nil {
		return out, false, err
	}
	switch err := r.ShowHere(ctx, is); {
	case errors.Is(err, reply.ErrElsewhere):
		out, err = p.showDirectBelow(ctx, r, path, at, notices...)
		return out, false, err
	case err != nil:
		return screen.Lost(), false, err
	}
	at.Path, at.Press = path, r.Interaction.ID
	return screen.Shows(at, digest), true, nil
}

// showDirectBelow answers what was not pressed on the message of the table. It is
// posted again below, unless a notice is the answer, or the move of a typed command
// changes it where it is.
func (p *panels) showDirectBelow(ctx context.Context, r *route.Request, path string, at screen.Address, notices ...ui.Text) (screen.Outcome, error) {
	if len(notices) > 0 {
		r.Refuse(ctx, p.pages.Lines(r.Table, r.Lang, notices...).Message) // it goes away with the next answer
		return screen.Outcome{}, nil
	}
	if r.Interaction.Type != discordgo.InteractionApplicationCommand || r.OwnCommand {
		p.reconciler.Repost(ownPanelKey(r))
	}
	if r.Interaction.Message.Everybodys() { // it would look like the table for ever
		p.reconciler.Stray(ownPanelKey(r), r.Interaction.Channel, r.Interaction.Message.ID)
	}
	at.Path, at.Press = path, r.Interaction.ID
	return screen.Shows(at, ""), r.Vanish(ctx)
}

// answer sends a page as the presser's panel and says where it is. A press on the board
// may lend its token to the board. When that panel gets lost on the way, the presser is
// not told, so nothing is lent with what they must not miss.
func (p *panels) answer(ctx context.Context, r *route.Request, shown *screen.Shown, lends bool) (screen.Address, error) {
	at := screen.Address{Channel: r.Interaction.Channel, Press: r.Interaction.ID, Lang: r.Lang}
	if r.OnPanel() {
		if err := r.ShowHere(ctx, shown); !errors.Is(err, reply.ErrElsewhere) {
			at.Message, at.Panel = r.Interaction.Message.ID, r.Panel()
			return at, err
		}
	}
	// The id of the message tells this panel from others when it is pressed.
	var sent discord.Sent
	m := *shown.Message
	m.Sent = &sent
	p.surfaces.logCuts(shown)
	send, board := r.Send, screen.Key{Match: r.Table.ID}
	if lends && p.reconciler.Borrows(board, r.Interaction.Message.ID) {
		send = r.Borrow
	}
	err := send(ctx, &m)
	at.Message, at.Panel = sent.ID, r.Panel()
	p.surfaces.lend(board, r.Board())
	return at, err
}

// draw draws the presser's page, with notices over it. The digest is that of the page
// without them: they go away with the next change, not at once. That page is drawn first,
// so that what the presser learns meanwhile counts as a change.
func (p *panels) draw(ctx context.Context, r *route.Request, lang text.Lang, path string, notices ...ui.Text) (*screen.Shown, string, error) {
	pages := p.pages
	if len(notices) > 0 {
		pages = page.Sparing(pages, func(string) bool { return false })
	}
	shown, err := p.surfaces.panelBy(ctx, pages, r.Table, r.Interaction.User.ID, lang, path)
	if err != nil {
		return nil, "", err
	}
	digest := shown.Digest
	if len(notices) > 0 {
		shown, err = p.surfaces.panel(ctx, r.Table, r.Interaction.User.ID, lang, path, notices...)
	}
	return shown, digest, err
}

// When the board cannot be edited, tellTrouble tells the presser which permissions
// are missing. When none is missing, it has the board tried again. On panels one
// press is told, on the board all are.
func (p *panels) tellTrouble(ctx context.Context, r *route.Request) {
	board := screen.Key{Match: r.Table.ID}
	if p.reconciler.Trouble(board) == nil || r.Interaction.Channel != r.Table.CurrentChannel() {
		return // the interaction says nothing of another channel
	}
	missing := route.MissingPermissions(r.Interaction, false)
	if len(missing) == 0 {
		p.reconciler.Retry(board)
		return
	}
	if r.OnPanel() && p.reconciler.TakeTrouble(board) == nil {
		return
	}
	if err := r.ShowNew(ctx, p.pages.Kit().MissingPermissions(r.Interaction.Channel, r.Lang, missing)); err != nil {
		r.Undelivered(err)
	}
}

// close deletes the panel of a player who lost their seat, or a translation, once no edit of it is
// on its way: quiet says so.
func (p *panels) close(ctx context.Context, key screen.Key, at screen.Address, quiet <-chan struct{}) {
	select {
	case <-quiet:
	case <-ctx.Done():
	}
	if at.Panel.Lives(0) {
		err := p.client.DeletePanel(ctx, at.Panel)
		if err != nil && !discord.IsDeleted(err) && !discord.IsExpired(err) {
			p.metrics.refused(err)
			p.log.Warn().Err(err).Str("match", key.Match).Msg("delete panel failed")
		}
	}
	p.forget(ctx, key)
}

// closeBeside is close, for which the caller does not wait.
func (p *panels) closeBeside(key screen.Key, at screen.Address, quiet <-chan struct{}) {
	p.jobs.spawn(func(ctx context.Context) { p.close(ctx, key, at, quiet) })
}

// forget forgets where a panel was.
func (p *panels) forget(ctx context.Context, key screen.Key) {
	if err := p.surfaces.Forget(ctx, key); err != nil {
		p.log.Failed(err).Str("match", key.Match).Msg("delete panel address failed")
	}
}
