package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// leaving is how much later than a press the host may note that somebody left.
const leaving = 2 * time.Second

// eraser finds what a match loses with a person.
type eraser struct {
	stores Stores
	game   games.Game // nil if this program does not have it
	rec    *store.Match
	user   uint64
	clock  *discord.Clock
	now    time.Time
	saved  func() (games.Match, error) // as its latest position is
}

func (e *eraser) removal(ctx context.Context) (store.Removal, error) {
	rec := e.rec
	gone := store.Removal{
		Match: rec.ID, Rev: rec.Rev, User: e.user, Host: rec.Host, At: e.now,
		SeatOrder: slices.DeleteFunc(slices.Clone(rec.SeatOrder), func(u uint64) bool { return u == e.user }),
	}
	if rec.Host == e.user {
		gone.Host = 0
	}
	i := slices.IndexFunc(rec.Players, func(p store.Player) bool { return p.User == e.user })
	if i < 0 || rec.Seats == 0 || rec.Position == nil {
		return gone, nil
	}
	seat := rec.Players[i].Seat
	if !rec.Players[i].LeftAt.IsZero() {
		seat = rec.Players[i].LeftSeat
	}
	if seat < 0 {
		return gone, nil
	}
	err := e.words(ctx, &gone, games.Seat(seat), rec.Players[i])
	if errors.Is(err, games.ErrErase) || errors.Is(err, store.ErrDamaged) {
		gone.NoLog, err = true, nil
	}
	if len(gone.Moves) > 0 || gone.NoLog {
		gone.Note = "table.note.erased"
	}
	return gone, err
}

// words finds the inputs that a person made at a seat, and takes their words out.
func (e *eraser) words(ctx context.Context, gone *store.Removal, seat games.Seat, p store.Player) error {
	log, err := e.stores.Matches.Inputs(ctx, e.rec.ID)
	if err != nil {
		return err
	}
	automatic, err := e.stores.Matches.AutomaticInputs(ctx, e.rec.ID)
	if err != nil {
		return err
	}
	presses, err := e.stores.Removals.InputPresses(ctx, e.rec.ID)
	if err != nil {
		return err
	}
	// Who had the seat later made what was pressed after the person left. Who had it
	// before them loses words, too: when a person came back nobody knows which are whose.
	shared := !p.LeftAt.IsZero() && slices.ContainsFunc(e.rec.Players, func(o store.Player) bool {
		return o.User != p.User && !o.Auto && (o.Seat == int(seat) || !o.LeftAt.IsZero() && o.LeftSeat == int(seat))
	})
	meant := func(in games.Input) bool {
		if !in.Kind.IsMove() || in.Seat != seat || slices.Contains(automatic, in.N) {
			return false
		}
		press, pressed := presses[in.N]
		return !shared || !pressed || !e.clock.Made(discord.ID(press)).After(p.LeftAt.Add(leaving))
	}
	quotes := false
	for _, in := range log {
		if meant(in) {
			quotes = quotes || len(games.Quoted(in.Move)) > 0
			if _, pressed := presses[in.N]; pressed {
				gone.Presses = append(gone.Presses, in.N)
			}
		}
	}
	if !quotes {
		return nil
	}
	return e.replace(gone, log, meant)
}

// replace puts other words in the place of those that are meant.
func (e *eraser) replace(gone *store.Removal, log []games.Input, meant func(games.Input) bool) (err error) {
	defer func() {
		if p := recover(); p != nil { // of a game's code; its value may hold a secret
			err = fmt.Errorf("%w: the rules panicked", games.ErrErase)
		}
	}()
	at := e.rec.Position
	if e.game == nil || !e.game.Replays(at.Version, e.rec.Options) || len(log) != at.N {
		return games.ErrErase
	}
	options, err := e.game.Info().Complete(e.rec.Options)
	if err != nil {
		return games.ErrErase
	}
	out, err := games.EraseWords(e.game, e.rec.Seed, games.Table{Seats: e.rec.Seats, Options: options}, log, meant)
	if err != nil {
		return err
	}
	saved, err := e.saved()
	if err != nil || !bytes.Equal(saved.Snapshot().Position, out.Was.Snapshot().Position) {
		return games.ErrErase // its log does not lead to where it is
	}
	gone.Moves = map[int]string{}
	for _, n := range out.Numbers {
		gone.Moves[n] = out.Log[n-1].Move
	}
	now := out.Now.Snapshot()
	gone.Latest = &store.Position{N: at.N, Version: now.Version, Data: now.Position}
	return nil
}
