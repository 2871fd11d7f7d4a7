package bot

import (
	"cmp"
	"context"
	"errors"
	"time"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// joining sits people down.
type joining struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	admit      func(context.Context, feature.Asked) error // asks all features whether a person may come to a table
	panels     *panels
	actions    *actions
	opening    *opening
}

// declared are the commands and controls of joining.
func (j *joining) declared() feature.Feature {
	return feature.Feature{
		Name: "joining",
		Commands: []route.Command{
			{Root: "table", Name: "join", Rank: 10, Needs: tableHere, Do: j.command},
		},
		Controls: []route.Control{
			{Action: page.Join, Needs: onTable, Do: j.button},
			{Action: page.TakeSeat, Needs: onTable, Do: j.takeSeat},
			{Action: page.StayAway, Needs: anywhere, Do: j.stayAway},
		},
	}
}

// command answers /table join: in the lobby of the channel, or in its match where a
// seat is free.
func (j *joining) command(ctx context.Context, r *route.Request) error {
	if r.Table.Phase == table.Live {
		return j.takeFree(ctx, r, page.SeatArg{Seat: games.Nobody})
	}
	return j.join(ctx, r)
}

// join lets the presser into a lobby, and answers on a message of their own.
func (j *joining) join(ctx context.Context, r *route.Request) error {
	if err := j.asks(ctx, r, feature.Join, page.CustomID{Action: page.Join}); err != nil {
		return err
	}
	next, err := j.tables.Send(ctx, r.Table.ID, table.Action{Kind: table.Join, User: r.User(), Press: r.Interaction.ID})
	if begun(err) {
		return j.chooseSeat(ctx, r)
	}
	if err != nil {
		return err
	}
	return j.opening.afterOpen(ctx, r, next)
}

// button answers Join on the board of a lobby, and on the page of a warning. In a match the
// seat is chosen on the page of the seats.
func (j *joining) button(ctx context.Context, r *route.Request) error {
	switch {
	case r.Table.Phase == table.Live:
		return j.chooseSeat(ctx, r)
	case r.ID.Confirms != "" && !r.OnBoard():
		return j.join(ctx, r)
	}
	if err := j.asks(ctx, r, feature.Join, page.CustomID{Action: page.Join}); err != nil {
		return err
	}
	err := j.actions.onBoard(ctx, r, table.Action{Kind: table.Join})
	if begun(err) {
		return j.chooseSeat(ctx, r)
	}
	return err
}

// asks asks the features whether the presser may come to the table. The control does the same
// again.
func (j *joining) asks(ctx context.Context, r *route.Request, deed feature.Deed, again page.CustomID) error {
	again.Match = r.Table.ID
	a := feature.AskedBy(r, deed, again)
	a.Table = r.Table
	return j.admit(ctx, a)
}

// stayAway answers the button of a warning that leaves its table alone.
func (j *joining) stayAway(ctx context.Context, r *route.Request) error {
	return r.Show(ctx, j.opening.pages.Lines(nil, r.Lang, ui.T("bot.warning.left")))
}

// begun reports whether a table has refused what only a lobby takes, because its match has
// begun at this moment.
func begun(err error) bool {
	t, refused := games.Refused(err)
	return refused && t.Key == "table.started"
}

// chooseSeat shows the page of the seats.
func (j *joining) chooseSeat(ctx context.Context, r *route.Request) error {
	return j.panels.show(ctx, r, seatsPath(r, page.AskNothing, 0))
}

// takeSeat answers the button of a free seat. On the board it names none.
func (j *joining) takeSeat(ctx context.Context, r *route.Request) error {
	if arg := page.ParseSeatArg(cmp.Or(r.ID.Arg, r.Chosen())); arg.Seat != games.Nobody {
		return j.takeFree(ctx, r, arg)
	}
	return j.chooseSeat(ctx, r)
}

// takeFree takes a free seat. Then it shows the newcomer what happened before, and
// their panel. The panels of people who have no seat any longer are closed first.
func (j *joining) takeFree(ctx context.Context, r *route.Request, arg page.SeatArg) error {
	if r.Seated {
		return j.panels.show(ctx, r, "")
	}
	s := r.Table
	switch {
	case s.Phase == table.Lobby:
		return games.Refuse("table.not-started")
	case s.Phase == table.Void && s.Started.IsZero():
		return games.Refuse("table.cleared")
	}
	seat, whom := arg.Seat, arg.Whom
	free, theirs, seats := s.Free(), s.FreeFor(r.Interaction.User.ID), seatsPath(r, page.AskNothing, 0)
	err := j.asks(ctx, r, feature.Sit, page.CustomID{Action: page.TakeSeat, Arg: arg.String()})
	if _, warns := errors.AsType[*feature.WarningError](err); err != nil && !(warns && seat == games.Nobody && len(theirs) > 1) { // else their choice of a seat warns
		return err
	}
	switch {
	case len(free) == 0:
		return j.panels.show(ctx, r, seats, route.Warning(ui.T("bot.join.full")))
	case seat == games.Nobody && len(theirs) > 1:
		return j.panels.show(ctx, r, seats, ui.T("bot.join.which"))
	case seat == games.Nobody && len(theirs) == 1:
		seat = theirs[0]
	case seat == games.Nobody:
		seat = free[0] // the table refuses it and says why
	case int(seat) >= len(s.Players):
		return games.Refuse("bot.refuse.unknown")
	}
	former := s.Players[seat]
	return j.panels.after(ctx, r, func() (ownPage, error) {
		next, err := j.tables.Send(ctx, s.ID, table.Action{Kind: table.TakeSeat, Seat: seat, Whom: cmp.Or(whom, former.ID), User: r.User(), Press: r.Interaction.ID})
		if err != nil {
			return j.actions.failed(r, next, err, seats)
		}
		r.About(next)
		j.closeOthers(ctx, next)
		return ownPage{notices: page.Story(next, page.Called(s, seat), time.Now())}, nil
	})
}

// closeOthers closes the panels of people who have no seat at a table: before another person has
// theirs.
func (j *joining) closeOthers(ctx context.Context, s *table.State) {
	for _, key := range j.reconciler.Private(s.ID) {
		if _, sits := s.Seat(key.User); sits || key.Translation {
			continue
		}
		if at, quiet, ok := j.reconciler.Untrack(key); ok {
			j.panels.close(ctx, key, at, quiet)
		}
	}
}
