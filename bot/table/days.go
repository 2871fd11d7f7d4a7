package table

import (
	"context"
	"slices"
	"time"
	_ "time/tzdata" // hosts and containers without a list of time zones are common

	"oneiros/bot/discord"
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
	if seats := m.pos.status.Awaits; len(seats) > 0 && !slices.ContainsFunc(seats, func(s games.Seat) bool { return !unattended(&m.rec, s) }) {
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

// motionUntil is until when a motion is open that is made now, by Discord's clock.
func motionUntil(m *match) time.Time {
	now := m.ends.Now()
	if d := turnTime(m); d > 0 {
		return pace.HoursOf(m.rec.Options).After(now, m.clock.speed.time(d))
	}
	return now.Add(VoteTime)
}

// onHoliday reports whether the seat of a person is played because they are on holiday.
func onHoliday(m *match, user discord.ID) bool {
	i := m.find(user)
	return i >= 0 && !m.rec.Players[i].Holiday.IsZero()
}

// nextReturn is when the first person comes back from a holiday, and whether somebody does.
func nextReturn(m *match) (at time.Time, some bool) {
	if m.rec.Phase != Live {
		return at, false
	}
	for _, p := range m.rec.Players {
		if !p.Holiday.IsZero() && (!some || p.Holiday.Before(at)) {
			at, some = p.Holiday, true
		}
	}
	return at, some
}

// SetHoliday says at all tables of this process at which a person sits that they are on
// holiday until a moment, or, with a zero moment, that they came back. Tables of other
// processes find it in the store when they await the person.
func SetHoliday(ctx context.Context, h *Tables, user discord.ID, until time.Time) error {
	for _, s := range h.Seated(user) {
		if s.Phase != Live {
			continue
		}
		_, err := h.Send(ctx, s.ID, Action{Kind: setHoliday, User: User{ID: user}, until: until})
		if _, refused := games.Refused(err); err != nil && !refused {
			return err
		}
	}
	return nil
}

// holidays are what a table does about people who are on holiday.
type holidays struct{ *table }

// set notes that somebody goes on holiday or comes back. A live table only says it.
func (t holidays) set(r *request, now time.Time) error {
	i := t.find(r.User.ID)
	if i < 0 || t.rec.Phase != Live || t.rec.Players[i].Seat < 0 {
		return nil
	}
	next := clone(t.rec)
	switch {
	case turnTime(&t.match) == 0 && r.until.IsZero():
		return nil
	case turnTime(&t.match) == 0:
		addNote(&next, now, "table.note.holiday", next.Players[i].User)
	case !sendAway(&next, i, r.until, now):
		return nil
	}
	t.ends.tidy(&next, now)
	return t.save(next, now)
}

// sendAway has a seat played until a moment, or given back if that is zero. It reports
// whether it changed the record.
func sendAway(next *store.Match, i int, until, now time.Time) bool {
	p := &next.Players[i]
	switch {
	case p.Holiday.Equal(until):
		return false
	case until.IsZero():
		wake(next, i, now)
		return true
	case !p.Asleep:
		addNote(next, now, "table.note.asleep", p.User)
	}
	p.Asleep, p.Missed, p.Holiday = true, 0, until
	return true
}

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
	if end, some := nextReturn(&t.match); !ask && (!some || !t.ends.passed(end)) {
		return false
	}
	changed := false
	err := t.again(func() error {
		changed = false
		next := clone(t.rec)
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
			changed = sendAway(&next, i, until, now) || changed
		}
		if !changed {
			return nil
		}
		t.ends.tidy(&next, now)
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
