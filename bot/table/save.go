package table

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// load makes the table what a record says. damage is why the store could read only
// a part of it, or nil. The error is the store's.
//
// A live match that is damaged stands until it is stopped: what it would do may be
// wrong. Nothing of it is saved meanwhile, so that a backup can still replace it.
func (t *table) load(ctx context.Context, rec store.Match, damage error, now time.Time) error {
	if damage != nil && !slices.Contains([]store.Phase{Lobby, Over, Void}, rec.Phase) {
		rec.Phase = Live // whatever the damage made of it
	}
	presses := map[discord.ID]bool{}
	if rec.Phase == Live {
		list, err := t.tables.conf.Stores.Matches.PressIDs(ctx, rec.ID)
		if errors.Is(err, store.ErrDamaged) {
			damage = cmp.Or(damage, err)
		} else if err != nil {
			return err
		}
		for _, p := range list {
			presses[discord.ID(p)] = true
		}
	}
	unread := ""
	if damage != nil {
		id := t.Safe.Number(rec.ID)
		t.log.Error().Err(damage).Str("match", rec.ID).Str("incident", id).Msg("match is damaged")
		if rec.Phase == Live {
			unread, rec.Position = id, nil
		}
	}
	t.Forget(rec, now)
	t.Unread, t.damaged, t.outdated = unread, unread != "", false
	t.presses, t.chose, t.asked = presses, 0, 0
	p := rec.Position
	if p == nil {
		return nil
	}
	err := t.Try(func() error {
		m, err := t.Game.Load(games.Snapshot{
			Game: rec.Game, Version: p.Version, Seed: rec.Seed, Seats: rec.Seats, Options: rec.Options,
			N: p.N, At: p.At, Position: p.Data,
		})
		if err != nil {
			return err
		}
		t.Read(m)
		return nil
	})
	t.outdated = rec.Phase == Live && errors.Is(err, games.ErrVersion) && p.Version < t.Game.Info().Version
	var b *incident.Panicked
	if errors.As(err, &b) {
		t.Unread = b.Incident
	} else if err != nil {
		t.Unread = t.Incident()
		t.log.Error().Err(err).Str("match", rec.ID).Str("incident", t.Unread).Msg("load match failed")
	}
	return nil
}

// reload reads the match again after another process wrote it.
func (t *table) reload() error {
	ctx := context.Background()
	rec, err := t.tables.conf.Stores.Matches.Match(ctx, t.Rec.ID)
	var damage error
	if errors.Is(err, store.ErrDamaged) && rec.Game == t.Rec.Game {
		damage = err
	} else if err != nil {
		return err
	}
	stands, at := t.Unread != "" && t.Rec.Rev == rec.Rev, t.Clock().At(time.Now())
	if err := t.load(ctx, rec, damage, time.Now()); err != nil {
		return err
	}
	if stands { // its clock may have been saved once more while it was found that it cannot be read
		t.Rec.Clock = at
		t.Clock().StandAt(at, time.Now())
	}
	t.publish()
	return nil
}

// publish shows the table as it is.
func (t *table) publish() {
	t.Alone().Look(time.Now()) // the clock of a person who plays alone is never shown running
	s := t.current()
	old := t.state.Swap(s)
	tellRunning(t.tables.ran, old, s)
	if old == nil || old.Phase != s.Phase || old.CurrentChannel() != s.CurrentChannel() {
		t.tables.directory.mu.Lock()
		t.tables.index(t.entry, s)
		t.tables.directory.mu.Unlock()
	}
	if t.tables.conf.Notify != nil {
		t.tables.conf.Notify(s)
	}
}

// save saves a changed record, which becomes the table's and is shown. now is when
// it was changed.
func (t *table) save(next store.Match, now time.Time) error {
	if err := t.saveUnseen(next, now); err != nil {
		return err
	}
	t.publish()
	return nil
}

// saveUnseen saves a changed record, which becomes the table's, with the match
// clock at now. It is not shown yet.
func (t *table) saveUnseen(next store.Match, now time.Time) error {
	if next.Phase == Void {
		if err := withhold(t, now); err != nil {
			return err
		}
	}
	if next.Position != nil && next.Position.Data == nil {
		next.Position = nil // it is saved already
	}
	next.Clock, next.ClockSaved = t.Clock().At(now), t.Dates.Saved(now)
	if err := t.tables.conf.Stores.Matches.SaveMatch(context.Background(), next); err != nil {
		return err
	}
	next.Rev++
	if next.Position == nil {
		next.Position = t.Rec.Position
	} else {
		numbers := *next.Position
		numbers.Data = nil
		next.Position = &numbers
	}
	next.Notes = people.Latest(next.Notes)
	t.Take(next, now)
	t.dirty = false
	t.outage = 0
	return nil
}

// rename notes what a person is called now. It is saved with the next change.
func (m *match) rename(u User) {
	i := people.Find(&m.Rec, u.ID)
	if i < 0 || u.Name == "" {
		return
	}
	p := m.Rec.Players[i]
	now := people.Named(p, u)
	if now.Name == p.Name && now.Username == p.Username && now.Locale == p.Locale {
		return
	}
	m.Rec.Players = slices.Clone(m.Rec.Players)
	m.Rec.Players[i] = now
}

// saveName saves and shows what a person is called now, if that is news.
func saveName(t *table, u User, now time.Time) error {
	s := t.state.Load()
	seat, sits := s.Seat(u.ID)
	if i := people.Find(&t.Rec, u.ID); !sits || t.damaged || i < 0 || s.Players[seat].User == people.UserOf(t.Rec.Players[i]) {
		return nil
	}
	return t.save(people.Clone(t.Rec), now)
}

// endVoid ends the lobby or the match without a result.
func (t *table) endVoid(now time.Time) error {
	next := people.Clone(t.Rec)
	people.Void(&next, t.Dates.Moment(now))
	return t.save(next, now)
}

// outdatedEnd is the record of a match that ends because its rules are too old,
// and says so.
func (m *match) outdatedEnd(now time.Time) store.Match {
	next := people.Clone(m.Rec)
	people.AddNote(&next, now, "table.note.stopped")
	people.Void(&next, m.Dates.Moment(now))
	next.Paused, next.Incident = "table.outdated", m.Unread
	return next
}
