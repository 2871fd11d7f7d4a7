package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/backoff"
	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/store"
)

// table is a match with the goroutine that runs it. All but its entry, in and ended
// belong to that goroutine.
type table struct {
	*entry
	tables *Tables
	in     chan *request // unbuffered: a send succeeds only once the goroutine has it
	ended  chan struct{} // closed when the goroutine has ended

	match
	log     savelog.Log
	waiting queue
	presses map[discord.ID]bool // that were answered as done
	deleted bool                // the store has nothing of the match any longer
	news    bool                // what was read is not what was known while it was put away
	retry   retry               // of what the store did not take
}

// retry is when something that failed is tried again.
type retry struct {
	at       time.Time
	failures int
}

// later puts the next attempt off, by a second at first and by 30 at most.
func (r *retry) later(now time.Time) {
	r.failures++
	r.at = now.Add(backoff.After(r.failures, time.Second, 30*time.Second))
}

func newTable(h *Tables, e *entry) *table {
	m := timing.New(e.kind, h.conf.Speed)
	m.Dates, m.PlaysItself = timing.Dates{Clock: h.conf.Clock}, h.conf.PlaysItself
	m.Safe = incident.Guard{Log: h.conf.Log.Logger, Luck: h.conf.Chance}
	return &table{
		entry: e, tables: h, in: make(chan *request), ended: make(chan struct{}),
		match: match{Match: m}, log: h.conf.Log, presses: map[discord.ID]bool{},
	}
}

// run is the life of a table.
func (t *table) run() {
	defer func() {
		for _, r := range t.waiting {
			r.done <- ErrClosed
		}
	}()
	defer close(t.ended)
	if t.news {
		t.publish()
	}
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		select {
		case <-t.tables.quit: // before anything that waits
			return
		default:
		}
		select {
		case r := <-t.in:
			t.waiting.receive(r, t.in)
		case <-alarm.C:
		case <-t.signal:
		case <-t.tables.quit:
			return
		}
		t.applyHalts()
		t.settle()
		t.refresh()
		if t.expired() {
			t.tables.forget(t.entry)
			if err := t.tables.conf.Stores.Surfaces.DeleteSurfaces(context.Background(), t.Rec.ID); err != nil {
				t.log.Failed(err).Str("match", t.Rec.ID).Msg("delete surfaces failed")
			}
			close(t.removed)
			return
		}
		at, ok := t.alarm()
		if t.putAway(at, ok) {
			return
		}
		if until, can := keptUntil(t); can && time.Now().Before(until) && (!ok || until.Before(at)) {
			at, ok = until, true
		}
		if ok {
			alarm.Reset(time.Until(at))
		} else {
			alarm.Stop()
		}
	}
}

// settle plays what can be played at this moment. First it plays what was made
// before the deadline, then the deadline once its grace has passed. Then it plays
// what was made after it, and so on.
func (t *table) settle() {
	for {
		t.endOutdated()
		t.decideMotion()
		holidays{t}.look(false)
		t.Absent().Await(time.Now())
		now := time.Now()
		if r := t.waiting.next(&t.match, now, now.Before(t.retry.at)); r != nil {
			t.answer(r)
			continue
		}
		if now.Before(t.retry.at) {
			return
		}
		played, err := t.playTime(now)
		if err != nil {
			// The store does not take it. People who wait for the deadline are told.
			for _, r := range t.waiting {
				r.done <- err
			}
			t.waiting = nil
			t.retry.later(now)
			return
		}
		if !played {
			return
		}
		t.retry = retry{}
	}
}

// answer does what somebody wants and tells them what came of it.
func (t *table) answer(r *request) {
	t.rename(r.User)
	off := people.OnHoliday(&t.Rec, r.User.ID)
	err := t.again(func() error { return t.do(r) })
	if off && err == nil && r.Kind != people.SetHoliday && !people.OnHoliday(&t.Rec, r.User.ID) {
		holidays{t}.end(r.User.ID)
	}
	if err == nil && r.Press != 0 {
		t.presses[r.Press] = true
	}
	t.decideMotion() // before the answer, which tells of it then
	r.done <- err
}

// playTime plays the deadline or the automatic move whose time has come, and
// reports whether there was one. The error is the store's.
func (t *table) playTime(now time.Time) (played bool, err error) {
	if t.Alone().Look(now) {
		t.publish()
		return true, nil
	}
	if due, timed := t.Clock().Deadline(); timed && t.Clock().At(now) >= due+t.Tempo.Grace {
		if (holidays{t}).look(true) {
			return true, nil
		}
		return true, t.expire(now)
	}
	if at, ok := t.Absent().Next(now); ok && t.Clock().At(now) >= at+t.Clock().Held(now) {
		return true, t.autoplay(now)
	}
	return false, nil
}

// refresh shows what became true by the mere passing of time.
func (t *table) refresh() {
	now := time.Now()
	stale := t.outage > 0 && !now.Before(t.resumed.Add(NewsTime))
	if stale {
		t.outage = 0
	}
	old := t.state.Load()
	late, _ := t.Absent().ToRemind(now)
	gone := len(old.Expected) > 0 && !now.Before(old.ExpectedUntil)
	if stale || gone || len(old.Notes) > 0 && !now.Before(old.Notes[0].At.Add(NewsTime)) || !slices.Equal(old.ToRemind, late) {
		t.publish()
	}
}

// alarm is when the table has something to do by itself.
func (t *table) alarm() (at time.Time, ok bool) {
	now := time.Now()
	first := func(when time.Time) {
		if !ok || when.Before(at) {
			at, ok = when, true
		}
	}
	due := func(when time.Time) { // what the store has to take
		if when.Before(t.retry.at) {
			when = t.retry.at
		}
		first(when)
	}
	if end, held := t.waiting.release(&t.match); held {
		first(end)
	}
	if d, timed := t.Clock().Deadline(); timed {
		if from, stands := t.Alone().StandsFrom(); stands {
			d = from
		} else {
			d += t.Tempo.Grace
		}
		due(t.Clock().TimeOf(d))
	}
	if end, some := people.NextReturn(&t.Rec); some {
		due(t.Dates.Comes(end, now))
	}
	if end, waits := t.Alone().Ends(); waits {
		first(end)
	}
	if a, automatic := t.Absent().Next(now); automatic {
		due(t.Clock().TimeOf(a + t.Clock().Held(now)))
	}
	if h, some := t.Absent().NextReminder(now); some {
		first(t.Clock().TimeOf(h))
	}
	if t.Rec.Motion != nil {
		due(t.Dates.Comes(t.Rec.Motion.Until, now))
	}
	if t.outdated || t.Rec.Motion != nil && now.Before(t.retry.at) {
		first(t.retry.at)
	}
	if !t.Rec.Expires.IsZero() {
		due(t.Dates.Comes(t.Rec.Expires, now))
	}
	if t.outage > 0 {
		first(t.resumed.Add(NewsTime))
	}
	s := t.state.Load()
	if len(s.Notes) > 0 {
		first(s.Notes[0].At.Add(NewsTime))
	}
	if len(s.Expected) > 0 {
		first(s.ExpectedUntil)
	}
	return at, ok
}

// expired ends what has waited long enough, and reports whether the table is to
// be removed.
func (t *table) expired() bool {
	now := time.Now()
	if t.deleted {
		return true
	}
	if !t.Dates.Passed(t.Rec.Expires, now) || now.Before(t.retry.at) {
		return false
	}
	if t.Rec.Phase != Lobby && t.Rec.Phase != Live {
		return true
	}
	err := t.again(func() error {
		if t.Rec.Phase != Lobby && t.Rec.Phase != Live || !t.Dates.Passed(t.Rec.Expires, now) {
			return nil // another process has used it
		}
		return t.endVoid(now)
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("close table failed")
		t.retry.at = now.Add(LobbyTimeout)
	}
	return false
}

// endOutdated ends a match whose position is of a version that nothing reads.
func (t *table) endOutdated() {
	now := time.Now()
	if !t.outdated || now.Before(t.retry.at) {
		return
	}
	err := t.again(func() error {
		if !t.outdated {
			return nil
		}
		return t.save(t.outdatedEnd(now), now)
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("end outdated match failed")
		t.retry.later(now)
		return
	}
	t.outdated = false
}

// again does something to the match. If another process wrote the match, it does it
// once more with what is in the store.
func (t *table) again(do func() error) error {
	for tries := 1; ; tries++ {
		err := t.Try(do)
		var p *incident.Panicked
		switch {
		case errors.As(err, &p):
			if t.Rec.Phase != Live {
				return games.Refuse("table.apology", p.Incident)
			}
			return t.pauseOnFault(p)
		case !errors.Is(err, store.ErrConflict) || tries == 3:
			return err
		}
		if err := t.reload(); err != nil {
			return err
		}
	}
}
