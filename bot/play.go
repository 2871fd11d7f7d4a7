package bot

import (
	"context"
	"unicode/utf8"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// playing answers the controls of a game's pages, and the commands of games.
type playing struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	text       func(context.Context, feature.Written) error         // asks all features whether words may be shown
	waits      func(context.Context, feature.Written) (bool, error) // asks all features whether words wait for a moderator
	panels     *panels
	actions    *actions
	back       *returning
}

// declared are the commands and controls of playing.
func (p *playing) declared() feature.Feature {
	return feature.Feature{
		Name: "playing",
		Controls: []route.Control{
			{Action: page.Suggest, Needs: onTable, Do: p.inMatch(p.suggest)},
			{Action: page.SeeEnd, Needs: onTable, Do: p.inMatch(p.seeEnd)},
		},
	}
}

// inMatch guards a control of a game's page. When the match is gone, it answers
// with the presser's page.
func (p *playing) inMatch(do route.Handler) route.Handler {
	return func(ctx context.Context, r *route.Request) error {
		if !route.Dealt(r.Table) {
			return p.panels.show(ctx, r, "")
		}
		return do(ctx, r)
	}
}

// open opens a page.
func (p *playing) open(ctx context.Context, r *route.Request) error {
	return p.panels.show(ctx, r, r.Link.To)
}

// suggest answers with what the strong automatic player would do. It is for a player
// who plays alone: where other people sit it would be a player whom no other sees.
func (p *playing) suggest(ctx context.Context, r *route.Request) error {
	if !r.Seated || !page.Suggests(r.Table, r.Seat) {
		return p.panels.show(ctx, r, "", ui.T("bot.suggest.none"))
	}
	return p.panels.show(ctx, r, page.SuggestPath)
}

// seeEnd answers See the end: automatic players play on without thinking, where all people
// at the table are out and want it. The presser's page says what it waits for.
func (p *playing) seeEnd(ctx context.Context, r *route.Request) error {
	return p.actions.do(ctx, r, "", table.Action{Kind: table.SeeEnd}, sayNothing)
}

// off answers a control that is shown switched off.
func (p *playing) off(ctx context.Context, r *route.Request) error {
	return p.panels.show(ctx, r, "", ui.T("bot.match.off"))
}

// ask opens a form, or the page where the presser's view has no such form.
func (p *playing) ask(ctx context.Context, r *route.Request) error {
	if !r.Seated {
		return games.Refuse("bot.match.none-yours")
	}
	turn := int(r.Seat) + 1
	if r.OnBoard() {
		turn = 0
	}
	if turn < len(r.Table.Turns) && r.Table.Turns[turn] != r.Link.Turn {
		return p.panels.show(ctx, r, "", ui.T("bot.match.stale"))
	}
	form, faults, ok, err := p.pages.Form(r.Table, r.Seat, r.Lang, r.Link)
	if err != nil {
		return err
	}
	if !ok {
		return p.open(ctx, r)
	}
	p.surfaces.logCuts(&screen.Shown{Faults: faults})
	return r.Modal(ctx, form)
}

// move plays the move of a control.
func (p *playing) move(ctx context.Context, r *route.Request) error {
	return p.play(ctx, r, table.Action{Turn: r.Link.Turn, Move: r.Link.To})
}

// fill plays the move of a form.
func (p *playing) fill(ctx context.Context, r *route.Request) error {
	return p.play(ctx, r, table.Action{Turn: r.Link.Turn, Form: &table.Form{Path: r.Link.To, Answers: r.Interaction.Answers}})
}

// command answers the command of a game, which is a form that is filled in without
// being opened.
func (p *playing) command(ctx context.Context, r *route.Request) error {
	for _, c := range r.Table.Game.Info().Commands {
		if c.Name == r.Interaction.Command.Name {
			// Another game with this command may take more.
			if n := utf8.RuneCountInString(r.Option("text")); n > c.Max {
				return games.Refuse("refuse.long", n, c.Max)
			}
			form := &table.Form{Path: c.Path, Answers: []string{r.Option("text")}}
			return p.play(ctx, r, table.Action{Turn: table.AnyTurn, Typed: true, Form: form})
		}
	}
	return games.Refuse("bot.match.no-command", ui.T("name"))
}

// play makes a move and shows what came of it where it was pressed.
func (p *playing) play(ctx context.Context, r *route.Request, a table.Action) error {
	if !r.Seated {
		return games.Refuse("bot.match.none-yours")
	}
	a.Kind = table.Play
	written := feature.Written{Words: wordsOf(a), Use: feature.Move, User: r.Interaction.User.ID, Table: r.Table}
	err := p.text(ctx, written)
	if _, refused := games.Refused(err); err != nil && !refused {
		return err
	}
	a.Unfit = err
	if r.Table.Game.Holds() {
		if a.Waits, err = p.waits(ctx, written); err != nil {
			return err
		}
	}
	if r.OnBoard() {
		a.Board = true
		err := p.actions.onBoard(ctx, r, a)
		if err == nil && p.surfaces.moved(ctx, r.Table, r.Interaction.User.ID) {
			p.reconciler.MarkDirty(r.Table.ID) // their panel was not the answer
		}
		return err
	}
	before, open := p.reconciler.Address(ownPanelKey(r))
	account := p.back.account(ctx, r) // a move gives a sleeping seat back, too
	return p.panels.after(ctx, r, func() (ownPage, error) {
		next, err := p.tables.Send(ctx, r.Table.ID, by(r, a))
		if err != nil {
			path := ""
			if t, refused := games.Refused(err); refused && t.Key != "table.stale" && open && r.OnPanel() {
				path = before.Path
			}
			return p.actions.failed(r, next, err, path)
		}
		r.About(next)
		p.surfaces.moved(ctx, next, r.Interaction.User.ID)
		return ownPage{notices: account}, nil
	})
}

// wordsOf are what a person wrote for a move. No control has words in its move, unless it is
// forged.
func wordsOf(a table.Action) []string {
	if a.Form != nil {
		return a.Form.Answers
	}
	return games.Quoted(a.Move)
}
