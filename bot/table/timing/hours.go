package timing

import (
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
)

// AnyHour is the longest time after which a deadline of a table by days passes at any hour.
const AnyHour = 10 * time.Minute

// TurnTime is how long a turn has at a table by days, else 0.
func (m *Match) TurnTime() time.Duration { return pace.Length(m.Rec.Options) }

// hours are hours of the day by Discord's clock, which phones agree with: the host's may be
// wrong. The moments are those of the host.
type hours struct {
	of pace.Hours
	by Dates
}

// between is [pace.Hours.Between].
func (h hours) between(a, b time.Time) time.Duration {
	if h.of.Zone == nil {
		return b.Sub(a)
	}
	return h.of.Between(h.by.Saved(a), h.by.Saved(b))
}

// after is [pace.Hours.After].
func (h hours) after(at time.Time, d time.Duration) time.Time {
	if h.of.Zone == nil {
		return at.Add(d)
	}
	return h.by.Here(h.of.After(h.by.Saved(at), d))
}

// hoursOf are those in which the match clock runs until the next deadline.
func hoursOf(m *Match) hours {
	if m.TurnTime() == 0 || m.Rec.Position != nil && m.Rec.Position.Awaits&awaitsMoment != 0 {
		return hours{}
	}
	if seats := m.Pos.Status.Awaits; len(seats) > 0 && !slices.ContainsFunc(seats, func(s games.Seat) bool { return !people.Unattended(&m.Rec, s) }) {
		return hours{} // nobody loses time
	}
	return hours{pace.HoursOf(m.Rec.Options), m.Dates}
}

// shortMoment are the bits of a status at a table by days. A deadline that stays is as
// short as it was.
func shortMoment(m *Match, is Seen, at time.Duration) int64 {
	if m.TurnTime() == 0 {
		return 0
	}
	short := is.Wakes > 0 && is.Wakes-at <= AnyHour
	if m.Rec.Position != nil && m.Pos.Match != nil && is.Wakes == m.Pos.Wakes {
		short = m.Rec.Position.Awaits&awaitsMoment != 0
	}
	if short {
		return awaitsOptions | awaitsMoment
	}
	return awaitsOptions
}

// publicDeadline is until when the hours are those of [hoursOf]. At a table by days it is a
// beat too, which is no secret there.
func publicDeadline(m *Match) time.Duration {
	if m.TurnTime() > 0 {
		return m.Pos.Wakes
	}
	return m.Pos.Status.Due
}
