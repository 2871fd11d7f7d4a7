package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"crypto/rand"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// request is an action on its way.
type request struct {
	Action
	at   time.Time // when it was made
	done chan error
}

// before is the order in which actions are played.
func (r *request) before(o *request) int {
	if r.Press != 0 && o.Press != 0 {
		switch {
		case r.Press < o.Press:
			return -1
		case r.Press > o.Press:
			return 1
		}
		return 0
	}
	return r.at.Compare(o.at)
}

// sight is what of a match decides which buttons are stale.
type sight struct {
	status games.Status
	public []byte // the public's view
	moves  [][]string
}

// table is one match. All but in, gone and state belong to its goroutine.
type table struct {
	tables *Tables
	game   games.Game
	in     chan *request // unbuffered: what is in nobody's hands was not accepted
	gone   chan struct{} // closed once nothing is taken any more
	poke   chan struct{} // holds one: something of the tables changed
	state  atomic.Pointer[State]

	rec     store.Match // as it is kept; of the position only the numbers
	match   games.Match
	sight   sight
	turns   []int
	changed []time.Time // when each of the turns was last raised, or could first be seen here
	presses map[discord.ID]bool
	opener  discord.ID // the press that opened the lobby

	clock time.Duration // the match clock at since
	since time.Time

	resumed time.Time
	outage  time.Duration
	unread  string    // incident, when the match cannot be read
	dated   bool      // because it is of a version that cannot be read any more
	halts   []halt    // why all clocks stand, as far as the table has heeded it
	stood   time.Time // since when
	erased  bool      // the store has nothing of the match any more

	watch // for those who do nothing

	held  []*request    // in order; what is to be played after a deadline is among it
	retry time.Time     // when a deadline that could not be saved is tried again
	delay time.Duration // how long that was
}

func newTable(h *Tables, g games.Game) *table {
	return &table{tables: h, game: g, in: make(chan *request), gone: make(chan struct{}), poke: make(chan struct{}, 1), presses: map[discord.ID]bool{}, watch: newWatch(0)}
}

// take makes the table what a record says. The error is the store's.
func (t *table) take(ctx context.Context, rec store.Match, now time.Time) error {
	presses := map[discord.ID]bool{}
	if rec.Phase == Live {
		list, err := t.tables.conf.Store.PressIDs(ctx, rec.ID)
		if err != nil {
			return err
		}
		for _, p := range list {
			presses[discord.ID(p)] = true
		}
	}
	t.rec, t.presses = rec, presses
	t.match, t.sight, t.turns, t.unread, t.dated = nil, sight{}, []int{0}, "", false
	t.watch = newWatch(0)
	t.turned(nil, now)
	t.clock, t.since = rec.Clock, now
	if rec.Position == nil {
		return nil
	}
	p := rec.Position
	t.turns = p.Turns
	t.turned(nil, now)
	t.clock = max(t.clock, p.Clock)
	t.floor = t.clock
	snap := games.Snapshot{
		Game: rec.Game, Version: p.Version, Seed: rec.Seed, Seats: rec.Seats, Options: rec.Options,
		N: p.N, At: p.At, Position: p.Data,
	}
	// From here on only the numbers of the position matter: the rest is in the match.
	at := *p
	at.Data = nil
	t.rec.Position = &at
	err := t.guard(func() error {
		m, err := t.game.Load(snap)
		if err != nil {
			return err
		}
		s, err := look(m)
		if err != nil {
			return err
		}
		t.match, t.sight = m, s
		t.set = m.At()
		return nil
	})
	t.dated = rec.Phase == Live && errors.Is(err, games.ErrVersion) && p.Version < t.game.Info().Version
	var b *broken
	if errors.As(err, &b) {
		t.unread = b.incident
	} else if err != nil {
		t.unread = newIncident()
		t.tables.conf.Log.Error().Err(err).Str("match", rec.ID).Str("incident", t.unread).Msg("a match cannot be read")
	}
	return nil
}

// reload reads the match again after somebody else wrote it.
func (t *table) reload() error {
	ctx := context.Background()
	rec, err := t.tables.conf.Store.Match(ctx, t.rec.ID)
	if err != nil {
		return err
	}
	if err := t.take(ctx, rec, time.Now()); err != nil {
		return err
	}
	t.publish()
	return nil
}

// running reports whether the match clock runs.
func (t *table) running() bool {
	return t.rec.Phase == Live && t.rec.Paused == "" && t.unread == "" && len(t.halts) == 0
}

// clockAt is the match clock at a moment.
func (t *table) clockAt(at time.Time) time.Duration {
	if !t.running() {
		return t.clock
	}
	return t.clock + at.Sub(t.since)
}

// made is the match clock at which an action counts as made: not before the last
// input, nor before the clock began to run.
func (t *table) made(r *request) time.Duration {
	return max(t.clockAt(r.at), t.floor, t.match.At())
}

// due is the next deadline, and whether there is one.
func (t *table) due() (time.Duration, bool) {
	return t.sight.status.Due, t.running() && t.sight.status.Due > 0 && !t.sight.status.Over
}

// publish shows the table as it is.
func (t *table) publish() {
	s := t.current()
	old := t.state.Swap(s)
	if old == nil || old.Phase != s.Phase || old.CurrentChannel() != s.CurrentChannel() {
		t.tables.mu.Lock()
		t.tables.place(t, s)
		t.tables.mu.Unlock()
	}
	if t.tables.conf.Notify != nil {
		t.tables.conf.Notify(s)
	}
}

// run is the life of a table.
func (t *table) run() {
	defer func() {
		for _, r := range t.held {
			r.done <- ErrClosed
		}
	}()
	defer close(t.gone)
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
			t.hold(r)
		case <-alarm.C:
		case <-t.poke:
		case <-t.tables.quit:
			return
		}
		t.heed()
		t.settle()
		t.refresh()
		if t.expired() {
			t.tables.clear(t)
			if err := t.tables.conf.Store.DeleteSurfaces(context.Background(), t.rec.ID); err != nil {
				t.tables.conf.Log.Error().Err(err).Msg("a table was cleared, its surfaces were not")
			}
			return
		}
		if at, ok := t.alarm(); ok {
			alarm.Reset(time.Until(at))
		} else {
			alarm.Stop()
		}
	}
}

// hold takes an action and all that wait, and puts them in order.
func (t *table) hold(r *request) {
	for more := true; more; {
		t.held = append(t.held, r)
		select {
		case r = <-t.in:
		default:
			more = false
		}
	}
	slices.SortStableFunc(t.held, (*request).before)
}

// settle plays what can be played at this moment: what was made before the
// deadline, then the deadline once its grace has passed, then what was made after
// it, and so on.
func (t *table) settle() {
	for {
		t.bury()
		t.decide()
		t.attend()
		due, timed := t.due()
		i := slices.IndexFunc(t.held, func(r *request) bool {
			return !timed || r.Kind != Play || t.made(r) < due
		})
		if i >= 0 {
			r := t.held[i]
			t.held = slices.Delete(t.held, i, i+1)
			err := t.serve(r)
			if err == nil && r.Press != 0 {
				t.presses[r.Press] = true
			}
			t.decide() // before the answer, which tells of it then
			r.done <- err
			continue
		}
		now := time.Now()
		if now.Before(t.retry) {
			return
		}
		var err error
		if timed && t.clockAt(now) >= due+Grace {
			err = t.expire(now)
		} else if at, ok := t.walks(); ok && t.clockAt(now) >= at {
			err = t.walk(now)
		} else {
			return
		}
		if err != nil {
			// The store does not take it. Who waits for the deadline is told.
			for _, r := range t.held {
				r.done <- err
			}
			t.held = nil
			t.later(now)
			return
		}
		t.retry, t.delay = time.Time{}, 0
	}
}

// bury ends a match whose position is of a version that nothing reads any more.
func (t *table) bury() {
	now := time.Now()
	if !t.dated || now.Before(t.retry) {
		return
	}
	err := t.serveOnce(func() error {
		if !t.dated {
			return nil
		}
		return t.save(t.buried(now), now)
	})
	if err != nil {
		t.tables.conf.Log.Error().Err(err).Str("match", t.rec.ID).Msg("a match that cannot go on was not ended and is tried again")
		t.later(now)
		return
	}
	t.dated = false
}

// buried is the record of a match that ends with an apology.
func (t *table) buried(now time.Time) store.Match {
	next := clone(t.rec)
	note(&next, now, "table.note.stopped")
	end(&next, now)
	next.Paused, next.Incident = "table.outdated", t.unread
	return next
}

// later puts off what the store did not take.
func (t *table) later(now time.Time) {
	t.delay = min(max(2*t.delay, time.Second), 30*time.Second)
	t.retry = now.Add(t.delay)
}

// refresh shows what became true by the mere passing of time.
func (t *table) refresh() {
	now := time.Now()
	stale := t.outage > 0 && !now.Before(t.resumed.Add(NewsTime))
	if stale {
		t.outage = 0
	}
	old := t.state.Load()
	if stale || len(old.Notes) > 0 && !now.Before(old.Notes[0].At.Add(NewsTime)) || !slices.Equal(old.ToRemind, t.late(now)) {
		t.publish()
	}
}

// alarm is when the table has something to do by itself.
func (t *table) alarm() (at time.Time, ok bool) {
	first := func(when time.Time) {
		if !ok || when.Before(at) {
			at, ok = when, true
		}
	}
	due := func(when time.Time) { // what the store has to take
		if when.Before(t.retry) {
			when = t.retry
		}
		first(when)
	}
	if d, timed := t.due(); timed {
		due(t.since.Add(d + Grace - t.clock))
	}
	if w, walks := t.walks(); walks {
		due(t.since.Add(w - t.clock))
	}
	if h, some := t.half(); some {
		first(t.since.Add(h - t.clock))
	}
	if t.rec.Motion != nil {
		due(t.rec.Motion.Until)
	}
	if t.dated || t.rec.Motion != nil && time.Now().Before(t.retry) {
		first(t.retry)
	}
	if !t.rec.Expires.IsZero() {
		due(t.rec.Expires)
	}
	if t.outage > 0 {
		first(t.resumed.Add(NewsTime))
	}
	if notes := t.state.Load().Notes; len(notes) > 0 {
		first(notes[0].At.Add(NewsTime))
	}
	return at, ok
}

// expired ends what has waited long enough, and reports whether the table is to
// be cleared.
func (t *table) expired() bool {
	now := time.Now()
	if t.erased {
		return true
	}
	if t.rec.Phase == Live || t.rec.Expires.IsZero() || now.Before(t.rec.Expires) || now.Before(t.retry) {
		return false
	}
	if t.rec.Phase != Lobby {
		return true
	}
	err := t.serveOnce(func() error {
		if t.rec.Phase != Lobby || now.Before(t.rec.Expires) {
			return nil // somebody else has used it
		}
		return t.void(now)
	})
	if err != nil {
		t.tables.conf.Log.Error().Err(err).Msg("a lobby could not be closed")
		t.retry = now.Add(LobbyTimeout)
	}
	return false
}

// serve does what somebody wants.
func (t *table) serve(r *request) error {
	t.rename(r.User)
	return t.serveOnce(func() error { return t.handle(r) })
}

// serveOnce does something to the match, and does it anew with what is in the
// store after somebody else wrote it.
func (t *table) serveOnce(do func() error) error {
	for tries := 1; ; tries++ {
		err := t.guard(do)
		var b *broken
		switch {
		case errors.As(err, &b):
			if t.rec.Phase != Live {
				return games.Refuse("table.apology", b.incident)
			}
			return t.pause(b)
		case !errors.Is(err, store.ErrConflict) || tries == 3:
			return err
		}
		if err := t.reload(); err != nil {
			return err
		}
	}
}

// broken is the error of a panic that was logged.
type broken struct{ incident string }

func (b *broken) Error() string { return "incident " + b.incident }

// guard runs code that may call a game's, and turns a panic into an error.
func (t *table) guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &broken{incident(t.tables.conf.Log, t.rec.ID, p)}
		}
	}()
	return do()
}

func newIncident() string { return strings.ToLower(rand.Text()[:8]) }

// incident logs a panic and gives its number. What a game panicked with may hold
// a secret, and so may the arguments in a trace: the log has neither.
func incident(log zerolog.Logger, match string, p any) string {
	id := newIncident()
	what := fmt.Sprintf("%T", p)
	if e, ok := p.(runtime.Error); ok {
		// What is out of range may be the number of a card that nobody has seen.
		what = strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return '#'
			}
			return r
		}, e.Error())
	}
	pcs := make([]uintptr, 32)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var at []string
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		at = append(at, fmt.Sprintf("%s:%d", f.Function, f.Line))
	}
	log.Error().Str("match", match).Str("incident", id).Str("panic", what).Strs("at", at).Msg("a game panicked")
	return id
}

// pause stops the clock after an incident. It holds even when it cannot be saved,
// because the rules that failed would fail again.
func (t *table) pause(b *broken) error {
	refusal := games.Refuse("table.incident", b.incident)
	if t.rec.Paused != "" || t.unread != "" {
		return refusal
	}
	now := time.Now()
	next := clone(t.rec)
	next.Paused, next.Incident = "table.incident", b.incident
	if err := t.keep(next, now); err != nil {
		t.tables.conf.Log.Error().Err(err).Msg("a pause was not saved")
		next.Clock = t.clockAt(now)
		t.rec, t.clock, t.since = next, next.Clock, now
	}
	t.publish()
	return refusal
}

// save keeps a changed record, which becomes the table's and is shown. now is
// when it was changed.
func (t *table) save(next store.Match, now time.Time) error {
	if err := t.keep(next, now); err != nil {
		return err
	}
	t.publish()
	return nil
}

// keep keeps a changed record, which becomes the table's, with the match clock at
// now.
func (t *table) keep(next store.Match, now time.Time) error {
	if next.Position != nil && next.Position.Data == nil {
		next.Position = nil // it is kept already
	}
	next.Clock, next.ClockSaved = t.clockAt(now), now
	if err := t.tables.conf.Store.SaveMatch(context.Background(), next); err != nil {
		return err
	}
	next.Rev++
	if next.Position == nil {
		next.Position = t.rec.Position
	} else {
		at := *next.Position
		at.Data = nil
		next.Position = &at
	}
	if next.Paused != t.rec.Paused {
		t.floor, t.excused = next.Clock, true // a part of the time that is under way was nobody's
	}
	next.Notes = next.Notes[max(len(next.Notes)-3, 0):]
	t.rec, t.clock, t.since = next, next.Clock, now
	t.outage = 0
	return nil
}

// rename notes what somebody is called now. It is kept with the next change.
func (t *table) rename(u User) {
	i := t.find(u.ID)
	if i < 0 || u.Name == "" {
		return
	}
	if p := t.rec.Players[i]; p.Name != u.Name || p.Locale != u.Locale {
		t.rec.Players = slices.Clone(t.rec.Players)
		t.rec.Players[i].Name, t.rec.Players[i].Locale = u.Name, u.Locale
	}
}

// find is the index in the record of somebody who sits or sat here.
func (t *table) find(user discord.ID) int {
	return slices.IndexFunc(t.rec.Players, func(p store.Player) bool { return p.User == uint64(user) })
}

// look sees what of a match decides which buttons are stale.
func look(m games.Match) (sight, error) {
	public, err := m.View(games.Viewer{})
	if err != nil {
		return sight{}, err
	}
	s := sight{status: m.Status(), public: public}
	for i := range m.Seats() {
		s.moves = append(s.moves, m.Moves(games.Seat(i)))
	}
	return s, nil
}

// count raises the turn numbers that an input made stale.
func count(turns []int, was, is sight, in games.Input) []int {
	next := slices.Clone(turns)
	if !bytes.Equal(was.public, is.public) {
		next[0]++
	}
	for i := range is.moves {
		if in.Kind == games.KindPlay && in.Seat == games.Seat(i) || !slices.Equal(was.moves[i], is.moves[i]) {
			next[1+i]++
		}
	}
	return next
}

// turned notes the moment at which turn numbers became other than they were.
func (t *table) turned(was []int, now time.Time) {
	if len(t.changed) != len(t.turns) {
		was, t.changed = nil, make([]time.Time, len(t.turns))
	}
	for i, n := range t.turns {
		if i >= len(was) || was[i] != n {
			t.changed[i] = now
		}
	}
}

// expire plays a deadline. The error is the store's: what the rules fail at
// pauses the match.
func (t *table) expire(now time.Time) error {
	err := t.serveOnce(func() error {
		due, ok := t.due()
		if !ok || t.clockAt(now) < due+Grace {
			return nil // somebody else has played it
		}
		return t.step(step{Input: t.input(games.KindExpire, games.Nobody, now)}, now)
	})
	return t.coped(err, "a deadline")
}

// coped pauses the match where the rules failed at what nobody pressed, and
// returns what is the store's.
func (t *table) coped(err error, what string) error {
	var f *fault
	if errors.As(err, &f) {
		id := newIncident()
		t.tables.conf.Log.Error().Err(f.err).Str("match", t.rec.ID).Str("incident", id).Msg(what + " failed")
		t.pause(&broken{id})
		return nil
	}
	if _, ok := games.Refused(err); ok {
		return nil // it was paused
	}
	if err != nil {
		t.tables.conf.Log.Error().Err(err).Msg(what + " was not saved and is tried again")
	}
	return err
}

// input is the next input, made now.
func (t *table) input(kind games.Kind, seat games.Seat, now time.Time) games.Input {
	return games.Input{N: t.match.N() + 1, At: max(t.clockAt(now), t.match.At()), Kind: kind, Seat: seat}
}

// fault is an error of a game's rules, in a place where they may not refuse.
type fault struct{ err error }

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

// step is an input on its way, with what comes along.
type step struct {
	games.Input
	press discord.ID   // that made it, or 0
	auto  bool         // nobody made it; a deadline that nobody waited for is auto too
	next  *store.Match // what people changed with it, or nil
}

// step makes an input, keeps it and shows what it led to.
func (t *table) step(in step, now time.Time) error {
	m, err := t.match.Do(in.Input)
	if err != nil {
		if _, ok := games.Refused(err); ok && in.Kind != games.KindExpire {
			return err
		}
		return &fault{err}
	}
	is, err := look(m)
	if err != nil {
		return &fault{err}
	}
	if in.Kind == games.KindExpire && !is.status.Over && is.status.Due > 0 && is.status.Due <= in.At {
		return &fault{fmt.Errorf("the deadline at %v stays at %v", in.At, is.status.Due)}
	}
	snap := m.Snapshot()
	pos := store.Position{
		N: in.N, Version: snap.Version, At: in.At, Clock: max(t.clockAt(now), in.At),
		Turns: count(t.turns, t.sight, is, in.Input), Data: snap.Position,
	}
	s := store.Step{Match: t.rec.ID, Rev: t.rec.Rev, Input: in.Input, Press: uint64(in.press), Auto: in.auto, Position: pos}
	raised := t.raised(in, pos.Turns)
	missed := t.missed(in, raised)
	next := t.judge(in, missed, now)
	if is.status.Over {
		rec := &t.rec
		if next != nil {
			rec, next.Motion = next, nil
		}
		s.End = results(rec, is.status, now)
	} else if next != nil {
		t.tidy(next, now)
	}
	if next != nil {
		next.Clock, next.ClockSaved = pos.Clock, now
		s.Record = next
	}
	if err := t.tables.conf.Store.AppendInput(context.Background(), s); err != nil {
		return err
	}
	if in.press != 0 {
		t.presses[in.press] = true
	}
	pos.Data = nil
	before, was := t.sight, t.turns
	t.match, t.sight, t.turns = m, is, pos.Turns
	t.turned(was, now)
	t.outage = 0
	if next != nil {
		t.rec = *next
		t.rec.Notes = t.rec.Notes[max(len(t.rec.Notes)-3, 0):]
	}
	t.rec.Position = &pos
	if s.End != nil {
		t.rec.Phase, t.rec.Ended, t.rec.Expires, t.rec.Motion = Over, s.End.At, s.End.Expires, nil
		t.rec.ClockSaved = now
	}
	if next != nil || s.End != nil {
		t.rec.Rev++
		t.rec.Clock = pos.Clock
	}
	if next != nil || s.End != nil || pos.Clock > t.clockAt(now) {
		t.clock, t.since = pos.Clock, now
	}
	t.noted(in, before, raised, missed, now)
	t.publish()
	return nil
}

// results is the end of a match with a last status. What a seat reached that
// nobody plays any more is nobody's.
func results(rec *store.Match, s games.Status, now time.Time) *store.End {
	e := &store.End{At: now, Expires: now.Add(ClearAfter)}
	for i := range rec.Seats {
		r := store.Result{Seat: i, Game: rec.Game, Guild: rec.Guild}
		if j, err := owner(rec, games.Seat(i)); err == nil && !rec.Players[j].Asleep {
			r.User = rec.Players[j].User
		}
		if i < len(s.Scores) {
			r.Score = s.Scores[i]
		}
		r.Won = slices.Contains(s.Winners, games.Seat(i))
		e.Results = append(e.Results, r)
	}
	return e
}

// clone is a record in which everything may be changed but a position.
func clone(m store.Match) store.Match {
	m.Players = slices.Clone(m.Players)
	m.Chosen = maps.Clone(m.Chosen)
	m.Notes = slices.Clone(m.Notes)
	if m.Motion != nil {
		v := *m.Motion
		v.Yes, v.No = slices.Clone(v.Yes), slices.Clone(v.No)
		m.Motion = &v
	}
	return m
}
