package timing

import (
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// The bits of [store.Position.Awaits]. The lowest are seats.
const (
	awaitsKnown   = 1 << 62 // this program wrote it
	awaitsBreak   = 1 << 61
	awaitsUntimed = 1 << 60
	awaitsAll     = 1 << 59 // seats that nobody awaits may be played automatically
	awaitsMoment  = 1 << 58 // the deadline ends a short moment, see AnyHour
	awaitsBeat    = 1 << 56 // there is something to do at a beat, see [games.Beater]
	awaitsOptions = store.AwaitsOptions
	awaitsSeats   = 1<<32 - 1
)

// Awaits notes what a table waits for, so that a start knows it without the match.
// at is when the input was made that led there.
func (m *Match) Awaits(is Seen, at time.Duration) int64 {
	s := is.Status
	bits := int64(awaitsKnown) | shortMoment(m, is, at)
	for _, seat := range s.Awaits {
		bits |= 1 << seat & awaitsSeats
	}
	if is.Wakes != s.Due {
		bits |= awaitsBeat
	}
	if s.Break {
		bits |= awaitsBreak
	}
	if s.Untimed {
		bits |= awaitsUntimed
	}
	if m.Game.Waits() {
		bits |= awaitsAll
	}
	return bits
}

// awaited is the inverse of awaits.
func awaited(bits int64, due time.Duration) games.Status {
	s := games.Status{Due: due, Break: bits&awaitsBreak != 0, Untimed: bits&awaitsUntimed != 0}
	for seat := range games.Seat(32) {
		if bits>>seat&1 != 0 {
			s.Awaits = append(s.Awaits, seat)
		}
	}
	return s
}

// seats lists the seats that no person plays.
func (a Absent) seats() (list []games.Seat) {
	for i := range a.m.Rec.Seats {
		if s := games.Seat(i); people.Unattended(&a.m.Rec, s) {
			list = append(list, s)
		}
	}
	return list
}
