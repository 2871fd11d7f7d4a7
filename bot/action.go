package bot

import (
	"context"
	"errors"

	"oneiros/bot/feature"
	"oneiros/bot/reply"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// actions send what a person does to a table, and answer with what came of it.
type actions struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	metrics    *metrics
	panels     *panels
	audits     *audits
}

// do sends an action to the table of a request. A press on the board is answered on
// the board. Otherwise the answer is the presser's page at a path, with what say
// returns for the new State.
func (d *actions) do(ctx context.Context, r *route.Request, path string, a table.Action, say func(*table.State) []ui.Text) error {
	if r.OnBoard() {
		return d.onBoard(ctx, r, a)
	}
	return d.panels.after(ctx, r, func() (ownPage, error) {
		next, err := d.send(ctx, r, by(r, a))
		if asksFirst(err) {
			r.About(next)
			return ownPage{path: questionPath(r, a)}, nil
		}
		if err != nil {
			return d.failed(r, next, err, path)
		}
		r.About(next)
		return ownPage{path: path, notices: say(next)}, nil
	})
}

// send sends an action to the table of a request. The audit log is told of what the presser
// decided alone.
func (d *actions) send(ctx context.Context, r *route.Request, a table.Action) (*table.State, error) {
	before, alone := r.Table, r.Privileged()
	next, err := d.tables.Send(ctx, before.ID, a)
	if err == nil && alone {
		d.audits.ofTable(ctx, r, a, before, next)
	}
	return next, err
}

// failed answers an action that failed. A refusal stands over the presser's page at a
// path.
func (d *actions) failed(r *route.Request, next *table.State, err error, path string) (ownPage, error) {
	t, refused := games.Refused(err)
	if !refused || next == nil {
		return ownPage{}, err
	}
	d.metrics.refusals.WithLabelValues(t.Key).Inc()
	r.KeepForm()
	r.About(next)
	return ownPage{path: path, notices: []ui.Text{warning(r, err)}}, nil
}

// onBoard does what was pressed on the board, and answers with the board as it is
// then. A refusal is only for the presser.
func (d *actions) onBoard(ctx context.Context, r *route.Request, a table.Action) error {
	a = by(r, a)
	key := pressedBoard(r)
	at, known := d.reconciler.Address(key)
	if !known || at.Message != r.Interaction.Message.ID {
		return d.onCopy(ctx, r, a)
	}
	var refused, answered bool
	var next *table.State
	err := d.reconciler.Answer(ctx, key, func(h *screen.Held) (out screen.Outcome, err error) {
		if next, err = d.send(ctx, r, a); err != nil {
			refused = true
			return out, err
		}
		r.About(next)
		d.panels.fresh(h, next)
		shown, err := d.drawBoard(ctx, r, at)
		if err == nil {
			err = r.ShowHere(ctx, shown)
		}
		switch {
		case errors.Is(err, reply.ErrElsewhere):
			d.reconciler.MarkDirty(r.Table.ID)
			return out, r.Ack(ctx)
		case err != nil:
			return screen.Lost(), err
		}
		answered = true
		if r.Translation {
			at.Press, at.Panel = r.Interaction.ID, r.Panel()
		}
		return screen.Shows(at, shown.Digest), nil
	})
	if refused {
		return d.refusedOnBoard(ctx, r, a, next, err)
	}
	if answered {
		d.surfaces.lend(key, r.Board())
		d.panels.tellTrouble(ctx, r)
	}
	return err
}

// drawBoard draws the board, or the translation, that was pressed.
func (d *actions) drawBoard(ctx context.Context, r *route.Request, at screen.Address) (*screen.Shown, error) {
	if r.Translation {
		return d.surfaces.translation(ctx, d.surfaces.pages, r.Table, at.Lang)
	}
	lang, err := d.surfaces.boardLang(ctx, r.Table)
	if err != nil {
		return nil, err
	}
	return d.surfaces.board(ctx, r.Table, lang, at.Path)
}

// onCopy does what was pressed on a message that has the board's buttons but is not
// the board. That is a former board, or one too many, and goes away. No button of an
// announcement leads here.
func (d *actions) onCopy(ctx context.Context, r *route.Request, a table.Action) error {
	if r.Interaction.Message.Everybodys() { // else it was a translation, which was closed at this moment
		defer d.reconciler.Stray(screen.Key{Match: r.Table.ID}, r.Interaction.Channel, r.Interaction.Message.ID)
	}
	if next, err := d.send(ctx, r, a); err != nil {
		return d.refusedOnBoard(ctx, r, a, next, err)
	}
	return r.Ack(ctx)
}

// refusedOnBoard answers what was refused on the board. Players are told on their
// panel, where the next refusal goes too. There they are asked what they were not asked
// before. Others are told in a separate message.
func (d *actions) refusedOnBoard(ctx context.Context, r *route.Request, a table.Action, next *table.State, err error) error {
	t, refused := games.Refused(err)
	if !refused || next == nil || next.Phase != table.Live || next.Match == nil {
		return err
	}
	r.About(next)
	if !r.Seated {
		return err
	}
	if asksFirst(err) {
		return d.panels.show(ctx, r, questionPath(r, a))
	}
	d.metrics.refusals.WithLabelValues(t.Key).Inc()
	r.KeepForm()
	return d.panels.show(ctx, r, "", warning(r, err))
}

// warning is a refusal, perhaps a feature's, as it stands over the presser's page.
func warning(r *route.Request, err error) ui.Text {
	t, _ := feature.Refusal(err, r.Lang)
	return route.Warning(t)
}

// outcome says of a proposal whether it was done at once or is voted on. An empty done is for
// what the page itself says.
func outcome(kind table.Kind, done string, isDone func(*table.State) bool) func(*table.State) []ui.Text {
	return func(s *table.State) []ui.Text {
		switch {
		case isDone(s) && done == "":
			return nil
		case isDone(s):
			return []ui.Text{ui.T(done)}
		case s.Motion != nil && s.Motion.Kind == kind:
			return []ui.Text{ui.T("bot.vote.open")}
		}
		return nil
	}
}

// sayNothing is for actions whose outcome is on the page.
func sayNothing(*table.State) []ui.Text { return nil }
