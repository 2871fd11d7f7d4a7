package bot

import (
	"context"
	"slices"
	"time"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// inputReader reads the log of a match.
type inputReader interface {
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	AutomaticInputs(ctx context.Context, match string) ([]int, error)
}

// returning gives sleeping seats back.
type returning struct {
	tables  *table.Tables
	log     savelog.Log
	inputs  inputReader
	actions *actions
}

// declared are the commands and controls of returning.
func (b *returning) declared() feature.Feature {
	return feature.Feature{
		Name: "returning",
		Controls: []route.Control{
			{Action: page.Back, Needs: onTable, Do: b.button},
		},
	}
}

// button answers "I'm back", with an account of what happened.
func (b *returning) button(ctx context.Context, r *route.Request) error {
	account := b.account(ctx, r)
	return b.actions.do(ctx, r, "", table.Action{Kind: table.Back}, func(*table.State) []ui.Text { return account })
}

// account tells the owner of a sleeping seat how long it slept. It also tells how
// many moves were made for it and how many deadlines passed. What was played is for
// the game to tell or to hide.
func (b *returning) account(ctx context.Context, r *route.Request) []ui.Text {
	if !r.Seated || r.Table.Phase != table.Live || !r.Table.Players[r.Seat].Asleep {
		return nil
	}
	lines := []ui.Text{ui.T("bot.back.done")}
	since, moves, err := b.absence(ctx, r)
	if err != nil {
		b.log.Failed(err).Str("match", r.Table.ID).Msg("read absence failed") // they still get their seat back
		return lines
	}
	if !since.IsZero() {
		lines = append(lines, ui.T("bot.back.slept", ui.Span(time.Since(since))))
	}
	if moves > 0 {
		lines = append(lines, ui.T("bot.back.moves", moves))
	}
	if missed := r.Table.Players[r.Seat].Missed; missed > 0 {
		lines = append(lines, ui.T("bot.back.missed", missed))
	}
	return lines
}

// absence is since when the presser's seat sleeps, and how many moves were made for
// it.
func (b *returning) absence(ctx context.Context, r *route.Request) (since time.Time, moves int, err error) {
	notes, err := b.tables.Log(ctx, r.Table.ID)
	if err != nil {
		return since, 0, err
	}
	for _, n := range notes {
		if n.Text.Key == "table.note.asleep" && len(n.Text.Args) > 0 && n.Text.Args[0] == ui.Name(r.Seat) {
			since = n.At
		}
	}
	inputs, err := b.inputs.Inputs(ctx, r.Table.ID)
	if err != nil {
		return since, 0, err
	}
	automatic, err := b.inputs.AutomaticInputs(ctx, r.Table.ID)
	if err != nil {
		return since, 0, err
	}
	for _, in := range inputs {
		if !in.Kind.IsMove() || in.Seat != r.Seat {
			continue
		}
		if _, ok := slices.BinarySearch(automatic, in.N); ok {
			moves++
		} else {
			moves = 0 // they were awake then
		}
	}
	return since, moves, nil
}
