package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// Open finds all matches that are in the store. Their clocks go on where they stood. No
// match is read before a person wants something of it, or its moment comes.
func (h *Tables) Open(ctx context.Context) error {
	if err := (finder{h}).find(ctx); err != nil {
		return fmt.Errorf("open the tables: %w", err)
	}
	h.wait.Go(h.saveClocks)
	h.wait.Go(waker{h}.takeUp)
	return nil
}

// finder finds the matches that are in the store.
type finder struct{ *Tables }

// find makes an entry of each match, without its log.
func (h finder) find(ctx context.Context) error {
	now := time.Now()
	found, err := h.conf.Stores.Matches.ActiveBriefs(ctx, now)
	if err != nil {
		return err
	}
	for _, rec := range found {
		g, ok := h.games[rec.Game]
		if !ok {
			if rec, g, err = h.unknown(ctx, rec); err != nil {
				return err
			}
			if g == nil {
				continue
			}
		}
		e, at, alarm := h.foundAt(rec, g, now)
		h.tables[rec.ID] = e
		h.index(e, e.state.Load())
		if alarm {
			h.alarms.set(e, at)
		}
	}
	return nil
}

// unknown reads a match of which the store does not know a game that this program has. Its
// row may be damaged, and the game known. Without a game the match is skipped.
func (h finder) unknown(ctx context.Context, brief store.Match) (store.Match, games.Game, error) {
	rec, err := h.conf.Stores.Matches.Match(ctx, brief.ID)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("%w, although the database lists it: %w", store.ErrDamaged, err)
	}
	damaged := errors.Is(err, store.ErrDamaged)
	if err != nil && !damaged {
		return rec, nil, err
	}
	g, ok := h.games[rec.Game]
	switch {
	case ok:
	case damaged:
		h.conf.Log.Error().Err(err).Str("match", brief.ID).
			Msg("skip damaged match; end the bot and restore a back-up (oneiros restore) to get it back")
	default:
		// It stays in the store as it is, for a build that has the game.
		h.conf.Log.Error().Str("match", brief.ID).Str("game", rec.Game).Msg("skip match of unknown game")
	}
	return rec, g, nil
}

// foundAt makes an entry of a match that the store lists at the start, and says when it
// is to be taken up.
func (h finder) foundAt(rec store.Match, g games.Game, now time.Time) (e *entry, at time.Time, alarm bool) {
	e = newEntry(rec.ID, g)
	t := newTable(h.Tables, e)
	t.Brief(rec, now)
	if rec.Position != nil {
		e.kept.n = rec.Position.N
	}
	if rec.Phase == Live && rec.Paused == "" { // else its clock would have stood anyway, as it does outside its hours
		t.resumed, t.stoodSince = now, rec.ClockSaved
		t.outage = t.Clock().Stood(rec.ClockSaved, now)
	}
	e.kept.rev, e.kept.match, e.kept.halted = rec.Rev, t.Keep(false), t.halted
	e.state.Store(t.current().brief())
	at, alarm = t.FirstAlarm(now)
	return e, at, alarm
}
