package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/record"
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
// many moves were made for it, which ones came last, and how many deadlines passed.
func (b *returning) account(ctx context.Context, r *route.Request) []ui.Text {
	if !r.Seated || r.Table.Phase != table.Live || !r.Table.Players[r.Seat].Asleep {
		return nil
	}
	lines := []ui.Text{ui.T("bot.back.done")}
	since, log, made, err := b.absence(ctx, r)
	if err != nil {
		b.log.Failed(err).Str("match", r.Table.ID).Msg("read absence failed") // they still get their seat back
		return lines
	}
	if !since.IsZero() {
		lines = append(lines, ui.T("bot.back.slept", ui.Span(time.Since(since))))
	}
	if len(made) > 0 {
		lines = append(lines, ui.T("bot.back.moves", len(made)))
		labels, err := lastMoves(ctx, r.Table, r.Seat, log, made)
		if err != nil {
			b.log.Failed(err).Str("match", r.Table.ID).Msg("replay match failed") // its moves are not named then
		}
		lines = append(lines, movesLine(labels)...)
	}
	if missed := r.Table.Players[r.Seat].Missed; missed > 0 {
		lines = append(lines, ui.T("bot.back.missed", missed))
	}
	return lines
}

// absence is since when the presser's seat sleeps, the log of the match, and the numbers of the
// moves that were made for that seat.
func (b *returning) absence(ctx context.Context, r *route.Request) (since time.Time, log []games.Input, made []int, err error) {
	notes, err := b.tables.Log(ctx, r.Table.ID)
	if err != nil {
		return since, nil, nil, err
	}
	for _, n := range notes {
		if n.Text.Key == "table.note.asleep" && len(n.Text.Args) > 0 && n.Text.Args[0] == ui.Name(r.Seat) {
			since = n.At
		}
	}
	log, err = b.inputs.Inputs(ctx, r.Table.ID)
	if err != nil {
		return since, nil, nil, err
	}
	automatic, err := b.inputs.AutomaticInputs(ctx, r.Table.ID)
	if err != nil {
		return since, nil, nil, err
	}
	for _, in := range log {
		if !in.Kind.IsMove() || in.Seat != r.Seat {
			continue
		}
		if _, ok := slices.BinarySearch(automatic, in.N); ok {
			made = append(made, in.N)
		} else {
			made = nil // they were awake then
		}
	}
	return since, log, made, nil
}

// mostNamed is how many moves are named that were made for a seat.
const mostNamed = 2

// replayTime is how long the presser waits for the names of moves.
const replayTime = time.Second

// lastMoves names the last moves that were made for a seat, by the controls that lead to them.
// For that the match is played again. There are none where the rules have changed since.
func lastMoves(ctx context.Context, s *table.State, seat games.Seat, log []games.Input, made []int) (labels []ui.Text, err error) {
	defer func() {
		if p := recover(); p != nil { // of a game's code; its value may hold a secret
			labels, err = nil, errors.New("the rules panicked")
		}
	}()
	if s.Match == nil || len(log) < s.Match.N() {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, replayTime)
	defer cancel()
	named := made[max(len(made)-mostNamed, 0):]
	again := &record.Rerun{Game: s.Game, Of: s.Match, Log: log[:s.Match.N()], See: func(before games.Match, in games.Input) {
		if !slices.Contains(named, in.N) {
			return
		}
		if label := page.MoveLabel(before, seat, in.Move); !label.IsZero() {
			labels = append(labels, label)
		}
	}}
	for _, err := range again.States(ctx) {
		if err != nil && !again.Differs() {
			return nil, err
		}
	}
	if again.Differs() {
		return nil, nil
	}
	return labels, nil
}

// movesLine is the line that names the last moves, or none.
func movesLine(labels []ui.Text) []ui.Text {
	switch len(labels) {
	case 0:
		return nil
	case 1:
		return []ui.Text{ui.T("bot.back.last", labels[0])}
	}
	return []ui.Text{ui.T("bot.back.last.two", labels[0], labels[1])}
}
