package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// When a table is put away. Its match then stays in the store alone.
const (
	// KeepTime is how long after the last press on it a match is kept in memory. It is as
	// long as Discord lets a panel live without a press: after it nobody looks at the match.
	KeepTime = 15 * time.Minute
	// soon is how near the next deadline of a match is that is kept in memory because of it.
	soon = time.Minute
)

// entry is a table as it is found. The table runs, or it is put away.
type entry struct {
	id      string
	kind    games.Game
	signal  chan struct{}         // holds one: the halts changed
	opener  discord.ID            // the press that opened the lobby
	removed chan struct{}         // closed when the table was removed and has ended
	state   atomic.Pointer[State] // in brief while it is put away
	touched atomic.Int64          // when somebody last wanted something of it, in nanoseconds; 0 for never

	taking sync.Mutex // held while the table is taken up or put away
	runs   *table     // nil while it is put away; guarded by taking
	kept   kept       // while it is put away; guarded by taking

	channel discord.ID // where it is found; guarded by directory.mu

	at    time.Time // when it is taken up, see alarms; guarded by alarms.mu
	place int       // in the heap of alarms; -1 when it is not there
}

// kept is what is known of a match that is put away, besides what is saved. Without it a
// match that is taken up would be as after a restart.
type kept struct {
	n     int // of the position
	rev   int64
	match timing.Kept

	halted // why it stands

	erased map[discord.ID]bool

	asked int   // see match
	retry retry // of reading it
}

func newEntry(id string, g games.Game) *entry {
	return &entry{id: id, kind: g, signal: make(chan struct{}, 1), removed: make(chan struct{}), place: -1}
}

// touch notes that somebody wants something of the table.
func (e *entry) touch() { e.touched.Store(time.Now().UnixNano()) }

// readTime is how long a match may take to be read.
const readTime = 10 * time.Second

// errRemoved says that a table was removed at this moment.
var errRemoved = errors.New("the table was removed")

// awake is the table of an entry. It is taken up if it was put away.
func (h *Tables) awake(ctx context.Context, e *entry) (*table, error) {
	e.taking.Lock()
	defer e.taking.Unlock()
	if e.runs != nil {
		return e.runs, nil
	}
	t, err := h.read(ctx, e)
	if err != nil {
		return nil, err
	}
	return t, h.begin(t)
}

// begin starts the goroutine of a table that was read or opened. e.taking is held.
func (h *Tables) begin(t *table) error {
	h.starting.RLock()
	defer h.starting.RUnlock()
	select {
	case <-h.quit:
		return ErrClosed
	case <-t.removed:
		return errRemoved
	default:
	}
	h.alarms.remove(t.entry)
	t.runs, t.kept = t, kept{}
	old, s := t.state.Load(), t.current()
	t.state.Store(s)
	tellRunning(h.ran, old, s)
	t.news = t.Unread != "" || old != nil && (!slices.Equal(old.ToRemind, s.ToRemind) || old.Outage > 0 && s.Outage == 0)
	if old != nil && old.Phase != s.Phase {
		h.directory.mu.Lock()
		h.index(t.entry, s)
		h.directory.mu.Unlock()
	}
	h.wait.Go(t.run)
	return nil
}

// read reads the match of an entry that is put away. e.taking is held.
func (h *Tables) read(ctx context.Context, e *entry) (*table, error) {
	rec, err := h.conf.Stores.Matches.Match(ctx, e.id)
	var damage error
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("%w, although the database lists it: %w", store.ErrDamaged, err)
	}
	if errors.Is(err, store.ErrDamaged) {
		damage = err // the other matches do not suffer
	} else if err != nil {
		return nil, err
	}
	t, now, k := newTable(h, e), time.Now(), &e.kept
	if err := t.load(ctx, rec, damage, now); err != nil {
		return nil, err
	}
	t.halted, t.Halted, t.erased = k.halted, len(k.halts) > 0, k.erased
	// While a person who plays alone decides, the clock stands anyway, at the end of sand too.
	// Nothing is saved meanwhile that would say how long the bot was away.
	if !now.Before(t.resumed.Add(NewsTime)) || t.Alone().Calm() || t.Alone().Decides() {
		t.outage = 0
	}
	if t.Unread == "" && t.Rec.Rev == k.rev && (t.Rec.Position == nil || t.Rec.Position.N == k.n) {
		t.Restore(k.match)
		t.asked = k.asked
	}
	switch {
	case t.outdated:
		if err := t.saveUnseen(t.outdatedEnd(now), now); err != nil {
			return nil, err
		}
		t.outdated = false
	case t.Unread != "" && !t.damaged && t.GoBack(k.match):
		// Its clock ran because nobody knew that it cannot be read.
		if err := t.saveUnseen(people.Clone(t.Rec), now); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// whole is all of a table that is found. Where it is put away, somebody wants something
// of it, so it is taken up. If it cannot be read, nothing can be saved either: the State
// is in brief then and says so.
func (h *Tables) whole(e *entry) *State {
	e.touch()
	if s := e.state.Load(); !s.Brief {
		return s
	}
	ctx, cancel := context.WithTimeout(context.Background(), readTime)
	defer cancel()
	_, err := h.awake(ctx, e)
	return h.asRead(e, err)
}

// asRead is the State of an entry that was read. With an error it is in brief, and says
// that the match stands.
func (h *Tables) asRead(e *entry, err error) *State {
	s := e.state.Load()
	if err == nil || !s.Brief {
		return s
	}
	if !errors.Is(err, errRemoved) && !errors.Is(err, ErrClosed) {
		h.conf.Log.Failed(err).Str("match", e.id).Msg("read match failed")
	}
	stands := *s
	stands.Running, stands.Clock = false, s.Now(time.Now())
	if s.Phase == Live {
		stands.Paused, stands.Halted = ui.T(HaltOf(err)), true
	}
	return &stands
}

// look is all of a table, which is not kept in memory.
func (h *Tables) look(ctx context.Context, e *entry) (*State, error) {
	if s := e.state.Load(); !s.Brief {
		return s, nil
	}
	e.taking.Lock()
	defer e.taking.Unlock()
	if e.runs != nil {
		return e.state.Load(), nil
	}
	t, err := h.read(ctx, e)
	if err != nil {
		return nil, err
	}
	if t.Unread != "" { // it stays in memory, and is not found out again and again
		if err := h.begin(t); err != nil {
			return nil, err
		}
		return e.state.Load(), nil
	}
	return t.current(), nil
}

// brief is a State without what only its match and its record tell.
func (s *State) brief() *State {
	b := *s
	b.Brief, b.Match, b.Turns, b.Chosen, b.Options, b.Commitment, b.Presses, b.SeedHash, b.Secret, b.Seed = true, nil, nil, nil, nil, "", nil, "", games.Secret{}, ""
	b.Status = games.Status{Awaits: s.Status.Awaits, Due: s.Status.Due, Ends: s.Status.Ends, Untimed: s.Status.Untimed, Break: s.Status.Break, Over: s.Status.Over}
	return &b
}

// keptUntil is until when the table is kept in memory though it has nothing to do, and
// whether it can be put away at all.
func keptUntil(t *table) (time.Time, bool) {
	s := t.state.Load()
	if t.Rec.Phase == Lobby || len(t.waiting) > 0 || t.dirty || t.outdated || t.Unread != "" || t.deleted || time.Now().Before(t.retry.at) ||
		t.outage > 0 || len(s.Notes) > 0 || len(s.Expected) > 0 {
		return time.Time{}, false
	}
	var until time.Time
	if touched := t.touched.Load(); touched != 0 {
		until = time.Unix(0, touched).Add(t.tables.keep)
	}
	if end := t.Pos.OutrunUntil(); end.After(until) { // presses on that page may still arrive
		until = end
	}
	return until, true
}

// putAway forgets the match of a table that nobody has touched for a while, if its next
// alarm is not soon. It reports whether it did.
func (t *table) putAway(at time.Time, alarm bool) bool {
	now := time.Now()
	if alarm && at.Before(now.Add(t.tables.soon)) {
		return false
	}
	t.taking.Lock()
	defer t.taking.Unlock()
	until, can := keptUntil(t) // somebody may have touched it meanwhile
	if !can || now.Before(until) {
		return false
	}
	k := kept{rev: t.Rec.Rev, match: t.Keep(true), halted: t.halted, erased: t.erased, asked: t.asked}
	if t.Rec.Position != nil {
		k.n = t.Rec.Position.N
	}
	t.kept, t.runs = k, nil
	t.state.Store(t.state.Load().brief())
	if alarm {
		t.tables.alarms.set(t.entry, at)
	}
	return true
}
