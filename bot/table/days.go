package table

import (
	"context"
	"slices"
	"time"
	_ "time/tzdata" // hosts and containers without a list of time zones are common

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// moment is the longest time after which a deadline of a table by days passes at any hour.
const moment = 10 * time.Minute

// turnTime is how long a turn has at a table by days, else 0.
func turnTime(m *match) time.Duration { return pace.Length(m.rec.Options) }

// hours are hours of the day by Discord's clock, which phones agree with: the host's may be
// wrong. The moments are those of the host.
type hours struct {
	of pace.Hours
	by endings
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
func hoursOf(m *match) hours {
	if turnTime(m) == 0 || m.rec.Position != nil && m.rec.Position.Awaits&awaitsMoment != 0 {
		return hours{}
	}
	if seats := m.pos.status.Awaits; len(seats) > 0 && !slices.ContainsFunc(seats, func(s games.Seat) bool { return !people.Unattended(&m.rec, s) }) {
		return hours{} // nobody loses time
	}
	return hours{pace.HoursOf(m.rec.Options), m.ends}
}

// shortMoment are the bits of a status at a table by days. A deadline that stays is as
// short as it was.
func shortMoment(m *match, is seen, at time.Duration) int64 {
	if turnTime(m) == 0 {
		return 0
	}
	short := is.wakes > 0 && is.wakes-at <= moment
	if m.rec.Position != nil && m.pos.match != nil && is.wakes == m.pos.wakes {
		short = m.rec.Position.Awaits&awaitsMoment != 0
	}
	if short {
		return awaitsOptions | awaitsMoment
	}
	return awaitsOptions
}

// publicDeadline is until when the hours are those of [hoursOf]. At a table by days it is a
// beat too, which is no secret there.
func publicDeadline(m *match) time.Duration {
	if turnTime(m) > 0 {
		return m.pos.wakes
	}
	return m.pos.status.Due
}

// SetHoliday says at all tables of this process at which a person sits that they are on
// holiday until a moment, or, with a zero moment, that they came back. Tables of other
// processes find it in the store when they await the person.
func SetHoliday(ctx context.Context, h *Tables, user discord.ID, until time.Time) error {
	for _, s := range h.Known(OfPerson(user)) {
		if s.Phase != Live {
			continue
		}
		_, err := h.Send(ctx, s.ID, Action{Kind: people.SetHoliday, User: User{ID: user}, Until: until})
		if _, refused := games.Refused(err); err != nil && !refused {
			return err
		}
	}
	return nil
}

// holidays are what a table does about people who are on holiday.
type holidays struct{ *table }

// look gives seats back to people whose holiday is over. It asks the store about the
// people who are awaited, once after each input, or again. It reports whether that changed
// anything.
func (t holidays) look(again bool) bool {
	now := time.Now()
	if turnTime(&t.match) == 0 || t.rec.Phase != Live || t.pos.match == nil || now.Before(t.retry.at) {
		return false
	}
	n := t.pos.match.N() + 1
	ask := again || t.away.holidays != n
	if end, some := people.NextReturn(&t.rec); !ask && (!some || !t.ends.passed(end)) {
		return false
	}
	changed := false
	err := t.again(func() error {
		changed = false
		next := people.Clone(t.rec)
		for i, p := range next.Players {
			until := p.Holiday
			if p.Seat >= 0 && !p.Auto && ask && slices.Contains(t.pos.status.Awaits, games.Seat(p.Seat)) {
				u, err := t.tables.conf.Stores.Settings.User(context.Background(), p.User)
				if err != nil {
					return err
				}
				until = u.Holiday
			}
			if t.ends.passed(until) {
				until = time.Time{}
			}
			changed = people.SendAway(&next, i, until, now) || changed
		}
		if !changed {
			return nil
		}
		people.Tidy(&next, t.ends.moment(now))
		return t.save(next, now)
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.rec.ID).Msg("look for holidays failed")
		t.retry.later(now)
		return false
	}
	t.away.holidays = n
	return changed
}

// end ends the holiday of somebody who played again.
func (t holidays) end(user discord.ID) {
	ctx := context.Background()
	u, err := t.tables.conf.Stores.Settings.User(ctx, uint64(user))
	if err == nil && !u.Holiday.IsZero() {
		_, err = t.tables.conf.Stores.Settings.ChangeUser(ctx, u.ID, func(u *store.User) { u.Holiday = time.Time{} })
	}
	if err != nil { // the next input finds them on holiday
		t.log.Failed(err).Str("match", t.rec.ID).Msg("end holiday failed")
		return
	}
	if t.tables.conf.Returned != nil {
		t.tables.conf.Returned(user)
	}
}
