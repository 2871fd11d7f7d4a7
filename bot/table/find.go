package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
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
	t.rec = rec
	t.clock.at, t.clock.since = rec.Clock, now
	pos := rec.Position
	if pos != nil {
		t.clock.at = max(t.clock.at, pos.Clock)
		t.pos.status, t.pos.wakes, t.away.set = awaited(pos.Awaits, pos.Due), pos.Due, pos.At
		e.kept.n = pos.N
	}
	t.clock.floor = t.clock.at
	if rec.Phase == Live && rec.Paused == "" { // else its clock would have stood anyway, as it does outside its hours
		t.resumed, t.stoodSince = now, rec.ClockSaved
		t.outage = max(hoursOf(&t.match).between(t.ends.Here(rec.ClockSaved), now), 0)
	}
	e.kept.rev, e.kept.clock, e.kept.halted = rec.Rev, t.clock, t.halted
	e.state.Store(t.current().brief())
	at, alarm = t.firstAlarm(now)
	return e, at, alarm
}

// firstAlarm is when a match that was not read yet has something to do. It is at once
// where that is not known.
func (t *table) firstAlarm(now time.Time) (at time.Time, ok bool) {
	first := func(when time.Time) {
		if !ok || when.Before(at) {
			at, ok = when, true
		}
	}
	if !t.rec.Expires.IsZero() {
		if t.rec.Phase == Over || t.rec.Phase == Void { // it is only cleared away
			first(t.ends.Here(t.rec.Expires))
		} else {
			first(t.ends.comes(t.rec.Expires))
		}
	}
	if end, some := nextReturn(&t.match); some {
		first(t.ends.comes(end))
	}
	pos := t.rec.Position
	switch {
	case t.rec.Phase == Over || t.rec.Phase == Void:
		return at, ok
	case t.rec.Phase != Live || pos == nil || pos.Awaits == 0 || pos.Awaits&awaitsBeat != 0 || pos.Version != t.game.Info().Version || t.rec.Motion != nil:
		return now, true
	case !t.running():
		return at, ok
	}
	if slices.ContainsFunc(t.unattended(), func(s games.Seat) bool {
		return pos.Awaits&awaitsAll != 0 || slices.Contains(t.pos.status.Awaits, s)
	}) {
		return now, true // it is played automatically
	}
	if list := t.pos.status.Awaits; len(list) == 1 && list[0] == alone(&t.match) && turnTime(&t.match) == 0 {
		return now, true // the clock stands for them, once the match tells what they decide
	}
	if due, timed := t.deadline(); timed {
		first(t.timeOf(due + t.tempo.Grace))
	}
	if half, some := t.nextReminder(); some {
		first(t.timeOf(half))
	}
	return at, ok
}
