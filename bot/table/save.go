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
	t.rec, t.presses, t.chose = rec, presses, 0
	t.pos, t.unread, t.outdated, t.damaged = position{}, "", false, false
	t.away, t.patience = newAttendance(0), patience{}
	t.away.loaded = true
	t.pos.setTurns([]int{0}, now)
	t.clock.at, t.clock.since, t.clock.floor = rec.Clock, now, 0
	if damage != nil {
		id := t.number()
		t.log.Error().Err(damage).Str("match", rec.ID).Str("incident", id).Msg("match is damaged")
		if rec.Phase == Live {
			t.unread, t.damaged = id, true
			rec.Position = nil
			t.rec.Position = nil
		}
	}
	if rec.Position == nil {
		return nil
	}
	p := rec.Position
	t.pos.setTurns(p.Turns, now)
	t.clock.at = max(t.clock.at, p.Clock)
	t.clock.floor = t.clock.at
	// From here on only the numbers of the position matter: the rest is in the match.
	numbers := *p
	numbers.Data = nil
	t.rec.Position = &numbers
	err := t.guard(func() error {
		m, err := t.game.Load(games.Snapshot{
			Game: rec.Game, Version: p.Version, Seed: rec.Seed, Seats: rec.Seats, Options: rec.Options,
			N: p.N, At: p.At, Position: p.Data,
		})
		if err != nil {
			return err
		}
		is := see(m)
		m.SameToPublic(m) // a match whose view panics cannot be read
		t.pos.match, t.pos.seen = m, is
		t.away.set = m.At()
		return nil
	})
	t.outdated = rec.Phase == Live && errors.Is(err, games.ErrVersion) && p.Version < t.game.Info().Version
	var b *incident.Panicked
	if errors.As(err, &b) {
		t.unread = b.Incident
	} else if err != nil {
		t.unread = t.number()
		t.log.Error().Err(err).Str("match", rec.ID).Str("incident", t.unread).Msg("load match failed")
	}
	return nil
}

// reload reads the match again after another process wrote it.
func (t *table) reload() error {
	ctx := context.Background()
	rec, err := t.tables.conf.Stores.Matches.Match(ctx, t.rec.ID)
	var damage error
	if errors.Is(err, store.ErrDamaged) && rec.Game == t.rec.Game {
		damage = err
	} else if err != nil {
		return err
	}
	stands, at := t.unread != "" && t.rec.Rev == rec.Rev, t.clock.at
	if err := t.load(ctx, rec, damage, time.Now()); err != nil {
		return err
	}
	if stands { // its clock may have been saved once more while it was found that it cannot be read
		t.rec.Clock, t.clock.at, t.clock.floor = at, at, at
	}
	t.publish()
	return nil
}

// publish shows the table as it is.
func (t *table) publish() {
	bePatient(&t.match, time.Now()) // the clock of a person who plays alone is never shown running
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
	next.Clock, next.ClockSaved = t.clockAt(now), t.ends.Saved(now)
	if err := t.tables.conf.Stores.Matches.SaveMatch(context.Background(), next); err != nil {
		return err
	}
	next.Rev++
	if next.Position == nil {
		next.Position = t.rec.Position
	} else {
		numbers := *next.Position
		numbers.Data = nil
		next.Position = &numbers
	}
	if next.Paused != t.rec.Paused {
		t.clock.floor, t.away.excused = next.Clock, true // a part of the time under way was a pause
	}
	next.Notes = latest(next.Notes)
	t.rec, t.dirty, t.clock.at, t.clock.since = next, false, next.Clock, now
	t.clock.quick = quickSeats(&t.match)
	t.outage = 0
	return nil
}

// latest are the notes that a record keeps.
func latest(notes []store.Note) []store.Note { return notes[max(len(notes)-3, 0):] }

// rename notes what a person is called now. It is saved with the next change.
func (m *match) rename(u User) {
	i := people.Find(&m.rec, u.ID)
	if i < 0 || u.Name == "" {
		return
	}
	p := m.rec.Players[i]
	now := people.Named(p, u)
	if now.Name == p.Name && now.Username == p.Username && now.Locale == p.Locale {
		return
	}
	m.rec.Players = slices.Clone(m.rec.Players)
	m.rec.Players[i] = now
}

// saveName saves and shows what a person is called now, if that is news.
func saveName(t *table, u User, now time.Time) error {
	s := t.state.Load()
	seat, sits := s.Seat(u.ID)
	if i := people.Find(&t.rec, u.ID); !sits || t.damaged || i < 0 || s.Players[seat].User == people.UserOf(t.rec.Players[i]) {
		return nil
	}
	return t.save(people.Clone(t.rec), now)
}

// endVoid ends the lobby or the match without a result.
func (t *table) endVoid(now time.Time) error {
	next := people.Clone(t.rec)
	people.Void(&next, t.ends.moment(now))
	return t.save(next, now)
}

// outdatedEnd is the record of a match that ends because its rules are too old,
// and says so.
func (m *match) outdatedEnd(now time.Time) store.Match {
	next := people.Clone(m.rec)
	people.AddNote(&next, now, "table.note.stopped")
	people.Void(&next, m.ends.moment(now))
	next.Paused, next.Incident = "table.outdated", m.unread
	return next
}
