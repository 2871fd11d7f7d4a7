package timing

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// FirstAlarm is when a match that was not read yet has something to do. It is at once
// where that is not known.
func (m *Match) FirstAlarm(now time.Time) (at time.Time, ok bool) {
	first := func(when time.Time) {
		if !ok || when.Before(at) {
			at, ok = when, true
		}
	}
	if !m.Rec.Expires.IsZero() {
		if m.Rec.Phase == store.Over || m.Rec.Phase == store.Void { // it is only cleared away
			first(m.Dates.Here(m.Rec.Expires))
		} else {
			first(m.Dates.Comes(m.Rec.Expires, now))
		}
	}
	if end, some := people.NextReturn(&m.Rec); some {
		first(m.Dates.Comes(end, now))
	}
	pos := m.Rec.Position
	switch {
	case m.Rec.Phase == store.Over || m.Rec.Phase == store.Void:
		return at, ok
	case m.Rec.Phase != store.Live || pos == nil || pos.Awaits == 0 || pos.Awaits&awaitsBeat != 0 || pos.Version != m.Game.Info().Version || m.Rec.Motion != nil:
		return now, true
	case !m.Clock().Running():
		return at, ok
	}
	if slices.ContainsFunc(m.Absent().seats(), func(s games.Seat) bool {
		return pos.Awaits&awaitsAll != 0 || slices.Contains(m.Pos.Status.Awaits, s)
	}) {
		return now, true // it is played automatically
	}
	if list := m.Pos.Status.Awaits; len(list) == 1 && list[0] == alone(m) && m.TurnTime() == 0 {
		return now, true // the clock stands for them, once the match tells what they decide
	}
	if due, timed := m.Clock().Deadline(); timed {
		first(m.Clock().TimeOf(due + m.Tempo.Grace))
	}
	if half, some := m.Absent().NextReminder(now); some {
		first(m.Clock().TimeOf(half))
	}
	return at, ok
}
