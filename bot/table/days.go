package table

import (
	"slices"
	"time"
	_ "time/tzdata" // hosts and containers without a list of time zones are common

	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// moment is the longest time after which a deadline of a table by days passes at any hour.
const moment = 10 * time.Minute

// turnTime is how long a turn has at a table by days, else 0.
func turnTime(m *match) time.Duration { return pace.Length(m.rec.Options) }

// hoursOf are those in which the match clock runs until the next deadline.
func hoursOf(m *match) pace.Hours {
	if turnTime(m) == 0 || m.rec.Position != nil && m.rec.Position.Awaits&awaitsMoment != 0 {
		return pace.Hours{}
	}
	if seats := m.pos.status.Awaits; len(seats) > 0 && !slices.ContainsFunc(seats, func(s games.Seat) bool { return !unattended(&m.rec, s) }) {
		return pace.Hours{} // nobody loses time
	}
	return pace.HoursOf(m.rec.Options)
}

// shortMoment are the bits of a status at a table by days. A deadline that stays is as
// short as it was.
func shortMoment(m *match, s games.Status, at time.Duration) int64 {
	if turnTime(m) == 0 {
		return 0
	}
	short := s.Due > 0 && s.Due-at <= moment
	if m.rec.Position != nil && m.pos.match != nil && s.Due == m.pos.status.Due {
		short = m.rec.Position.Awaits&awaitsMoment != 0
	}
	if short {
		return awaitsOptions | awaitsMoment
	}
	return awaitsOptions
}

// lobbyTimeout is how long a lobby waits while nobody acts.
func lobbyTimeout(rec *store.Match) time.Duration {
	if pace.Length(rec.Options) > 0 {
		return DaysLobby
	}
	return LobbyTimeout
}

// aloneTimeout is how long a match with automatic players waits for a person.
func aloneTimeout(rec *store.Match) time.Duration {
	if pace.Length(rec.Options) > 0 {
		return DaysAlone
	}
	return AloneTimeout
}

// motionUntil is until when a motion is open that is made now.
func motionUntil(m *match, now time.Time) time.Time {
	if d := turnTime(m); d > 0 {
		return pace.HoursOf(m.rec.Options).After(now, m.clock.speed.time(d))
	}
	return now.Add(VoteTime)
}
