package table

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// watch is what a table knows of those who do nothing. None of it is kept: after
// a restart the time that is under way is nobody's fault.
type watch struct {
	floor   time.Duration                // where the clock began to run the last time
	set     time.Duration                // match clock at which the deadline that is on was set
	excused bool                         // a part of the time since then was nobody's
	acted   map[games.Seat]bool          // whose owner did something since then
	passed  map[games.Seat]time.Time     // when a seat last missed a deadline
	idle    map[games.Seat]time.Duration // awaited seats that nobody plays: the match clock since which
	walked  time.Duration                // match clock of the last automatic move
	numb    map[games.Seat]int           // seats that had no move at an input
	dumb    bool                         // the automatic player fails
}

// newWatch watches from a moment of the match clock on, in the middle of
// whatever is under way.
func newWatch(set time.Duration) watch {
	return watch{
		floor: set, set: set, excused: true,
		acted: map[games.Seat]bool{}, passed: map[games.Seat]time.Time{},
		idle: map[games.Seat]time.Duration{}, numb: map[games.Seat]int{},
	}
}

// deserted reports whether nobody plays a seat.
func (t *table) deserted(seat games.Seat) bool {
	i, err := owner(&t.rec, seat)
	return err != nil || t.rec.Players[i].Asleep
}

// raised lists the awaited seats whose turn a deadline ended. None are where a
// clock only passed a mark.
func (t *table) raised(in step, turns []int) (list []games.Seat) {
	if in.Kind != games.KindExpire {
		return nil
	}
	for _, seat := range t.sight.status.Awaits {
		if int(seat)+1 < len(turns) && turns[1+seat] != t.turns[1+seat] {
			list = append(list, seat)
		}
	}
	return list
}

// missed are those of the seats that a deadline ended which count as missed.
func (t *table) missed(in step, raised []games.Seat) []games.Seat {
	if t.excused || in.auto || t.sight.status.Break {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(raised), func(s games.Seat) bool { return t.acted[s] || t.deserted(s) })
}

// judge is what an input changes among people: who missed a deadline, and who
// did not after all. It is nil when nothing does.
func (t *table) judge(in step, missed []games.Seat, now time.Time) *store.Match {
	next := in.next
	edit := func() *store.Match {
		if next == nil {
			c := clone(t.rec)
			next = &c
		}
		return next
	}
	if in.Kind == games.KindPlay && !in.auto {
		if i, err := owner(&t.rec, in.Seat); err == nil && t.rec.Players[i].Missed > 0 {
			wake(edit(), i, now)
		}
	}
	for _, seat := range missed {
		i, err := owner(edit(), seat)
		if err != nil {
			continue // they leave with this very input
		}
		p := &next.Players[i]
		p.Missed++
		if p.Missed < MaxMissed {
			note(next, now, "table.note.away", p.User)
			continue
		}
		p.Asleep = true
		note(next, now, "table.note.asleep", p.User)
	}
	return next
}

// noted watches an input that was made, before which the table saw was.
func (t *table) noted(in step, was sight, raised, missed []games.Seat, now time.Time) {
	for _, seat := range missed {
		t.passed[seat] = now
	}
	switch {
	case in.Kind == games.KindPlay && in.auto:
		t.walked = in.At
	case in.Kind == games.KindPlay:
		t.acted[in.Seat] = true
	case in.Kind == games.KindExpire && len(raised) == 0 && slices.Equal(was.status.Awaits, t.sight.status.Awaits):
		return // a mark
	}
	if in.Kind == games.KindExpire || was.status.Due != t.sight.status.Due {
		t.set, t.excused = in.At, false
		clear(t.acted)
	}
}

// attend notes which awaited seats nobody plays, and since when.
func (t *table) attend() {
	now := t.clockAt(time.Now())
	waits := map[games.Seat]bool{}
	if t.match != nil && t.rec.Phase == Live {
		for _, seat := range t.sight.status.Awaits {
			waits[seat] = t.deserted(seat)
		}
	}
	for seat, w := range waits {
		if _, ok := t.idle[seat]; w && !ok {
			t.idle[seat] = now
		}
	}
	for seat := range t.idle {
		if !waits[seat] {
			delete(t.idle, seat)
		}
	}
}

// walks is when the next automatic move is to be made, and whether there is one:
// [Pace] after its seat was awaited or left, or after the last such move. All of
// that is public, so the moment tells nothing, neither of the move nor of what
// anybody else did in secret.
func (t *table) walks() (time.Duration, bool) {
	if !t.running() || t.match == nil || len(t.idle) == 0 {
		return 0, false
	}
	if t.game.Plays() {
		_, at, ok := t.walker()
		return at, ok
	}
	due, timed := t.due()
	if !timed || len(t.idle) < len(t.sight.status.Awaits) {
		return 0, false
	}
	at := t.walked
	for _, since := range t.idle {
		at = max(at, since)
	}
	return at + Pace, at+Pace < due
}

// walker is the seat that an automatic player plays next.
func (t *table) walker() (seat games.Seat, at time.Duration, ok bool) {
	for s, since := range t.idle {
		if n, numb := t.numb[s]; numb && n == t.match.N() {
			continue
		}
		when := max(since, t.walked) + Pace
		if !ok || when < at || when == at && s < seat {
			seat, at, ok = s, when, true
		}
	}
	return seat, at, ok
}

// walk makes the next automatic move, or plays the deadline that nobody waits
// for. The error is the store's.
func (t *table) walk(now time.Time) error {
	err := t.serveOnce(func() error {
		if at, ok := t.walks(); !ok || t.clockAt(now) < at {
			return nil // somebody else has played it
		}
		if !t.game.Plays() {
			in := t.input(games.KindExpire, games.Nobody, now)
			in.At = max(in.At, t.sight.status.Due) // the clock passes over what is left
			return t.step(step{Input: in, auto: true}, now)
		}
		seat, _, _ := t.walker()
		for _, move := range t.ideas(seat) {
			in := t.input(games.KindPlay, seat, now)
			in.Move = move
			if t.idles(in) {
				// It is not made again and again, and takes the time that it would take.
				t.numb[seat], t.walked = t.match.N(), in.At
				return nil
			}
			err := t.step(step{Input: in, auto: true}, now)
			if _, refused := games.Refused(err); !refused {
				return err
			}
		}
		t.numb[seat] = t.match.N() // its deadline will do
		return nil
	})
	return t.coped(err, "an automatic move")
}

// idles reports whether an input would change nothing, as an answer does that was
// given already and is not shown yet.
func (t *table) idles(in games.Input) bool {
	m, err := t.match.Do(in)
	return err == nil && bytes.Equal(m.Snapshot().Position, t.match.Snapshot().Position)
}

// autoStrength is how well automatic players play at every table.
const autoStrength = games.Normal

// ideas are the moves that an automatic player tries for a seat: its own, then
// whatever is legal.
func (t *table) ideas(seat games.Seat) []string {
	var list []string
	if !t.dumb {
		err := t.guard(func() error {
			if move, ok := t.match.Choose(seat, autoStrength); ok {
				list = append(list, move)
			}
			return nil
		})
		var b *broken
		t.dumb = errors.As(err, &b) // it was logged, and would be again
	}
	return append(list, t.match.Moves(seat)...)
}

// halfway is the moment of the match clock at which half of a deadline is gone,
// and whether that is worth a word.
func (t *table) halfway() (time.Duration, bool) {
	due, timed := t.due()
	half := (due - t.set) / 2
	return t.set + half, timed && half >= MinReminder && !t.sight.status.Break
}

// late lists the seats that are awaited though half of their time is gone. What
// their owners did in secret meanwhile does not count: the list is public.
func (t *table) late(now time.Time) []games.Seat {
	if half, ok := t.halfway(); !ok || t.clockAt(now) < half {
		return nil
	}
	return t.awaited()
}

// awaited lists the awaited seats whose owners are there.
func (t *table) awaited() []games.Seat {
	return slices.DeleteFunc(slices.Clone(t.sight.status.Awaits), t.deserted)
}

// half is when somebody will be late, and whether that is still to come.
func (t *table) half() (time.Duration, bool) {
	at, ok := t.halfway()
	return at, ok && t.clockAt(time.Now()) < at && len(t.awaited()) > 0
}

// Why all clocks of a tables may stand.
const (
	HaltGateway = "table.halt.gateway" // nothing reaches us from Discord
	HaltDisk    = "table.halt.disk"    // nothing can be saved
	HaltGuild   = "table.halt.guild"   // the server cannot be reached
)

// halt is a reason why all clocks of a tables stand, or those of one server.
type halt struct {
	reason string
	since  time.Time
	guild  discord.ID // 0 for all
}

// Halt lets all match clocks stand, until Unhalt is called with the same reason:
// a key of this package's catalogue. Since then nobody could be expected to play:
// the clocks go back to that moment, though never behind an input, and what was
// missed since does not count. Later calls with the same reason change nothing.
// It is not kept: a restart ends it.
func (h *Tables) Halt(reason string, since time.Time) { h.halt(halt{reason, since, 0}) }

func (h *Tables) halt(why halt) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := *h.halts.Load()
	if slices.ContainsFunc(old, func(o halt) bool { return o.reason == why.reason && o.guild == why.guild }) {
		return
	}
	list := append(slices.Clone(old), why)
	h.halts.Store(&list)
	h.pokeAll()
}

// Unhalt lets the clocks go on, unless there is another reason for them to stand.
func (h *Tables) Unhalt(reason string) { h.unhalt(reason, 0) }

func (h *Tables) unhalt(reason string, guild discord.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old := *h.halts.Load()
	list := slices.DeleteFunc(slices.Clone(old), func(o halt) bool { return o.reason == reason && o.guild == guild })
	if len(list) == len(old) {
		return
	}
	h.halts.Store(&list)
	h.pokeAll()
}

// pokeAll tells all tables that something of the tables changed. h.mu is held.
func (h *Tables) pokeAll() {
	for _, t := range h.tables {
		select {
		case t.poke <- struct{}{}:
		default: // it has been told and did not look yet
		}
	}
}

// heed stops or starts the clock as the tables says.
func (t *table) heed() {
	list := t.halted()
	if slices.Equal(list, t.halts) {
		return
	}
	now := time.Now()
	ran := t.running()
	at := t.clockAt(now)
	stopped := len(t.halts) == 0
	t.halts = list
	if !stopped && len(list) > 0 { // one more reason, or one less
		t.publish()
		return
	}
	t.excused = true
	if stopped {
		t.stood = slices.MinFunc(list, func(a, b halt) int { return a.since.Compare(b.since) }).since
	}
	if !stopped || !ran {
		t.clock, t.since, t.floor = at, now, at
		if t.running() { // it goes on, and people are told for how long it stood
			t.resumed, t.outage = now, now.Sub(t.stood)
		}
		t.publish()
		return
	}
	since := t.stood
	t.clock, t.since = min(at, max(t.clock+since.Sub(t.since), t.floor, t.rec.Position.Clock)), now
	next := clone(t.rec)
	for seat, when := range t.passed {
		i, err := owner(&next, seat)
		if err != nil || when.Before(since) {
			continue
		}
		p := &next.Players[i]
		if p.Missed--; p.Missed < MaxMissed && p.Asleep {
			p.Asleep = false
			note(&next, now, "table.note.back", p.User)
		}
		p.Missed = max(p.Missed, 0)
		delete(t.passed, seat)
	}
	if next.Phase == Live {
		t.tidy(&next, now)
	}
	if err := t.save(next, now); err != nil {
		// Perhaps that is why the clocks stand. It is kept with the next change.
		t.tables.conf.Log.Debug().Err(err).Str("match", t.rec.ID).Msg("where a clock was stopped is not saved")
		t.rec = next
		t.publish()
	}
}
