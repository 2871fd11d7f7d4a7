package table

import (
	"context"
	"slices"
	"time"
	_ "time/tzdata" // hosts and containers without a list of time zones are common

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

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
	if t.TurnTime() == 0 || t.Rec.Phase != Live || t.Pos.Match == nil || now.Before(t.retry.at) {
		return false
	}
	n := t.Pos.Match.N() + 1
	ask := again || t.asked != n
	if end, some := people.NextReturn(&t.Rec); !ask && (!some || !t.Dates.Passed(end, now)) {
		return false
	}
	changed := false
	err := t.again(func() error {
		changed = false
		next := people.Clone(t.Rec)
		for i, p := range next.Players {
			until := p.Holiday
			if p.Seat >= 0 && !p.Auto && ask && slices.Contains(t.Pos.Status.Awaits, games.Seat(p.Seat)) {
				u, err := t.tables.conf.Stores.Settings.User(context.Background(), p.User)
				if err != nil {
					return err
				}
				until = u.Holiday
			}
			if t.Dates.Passed(until, now) {
				until = time.Time{}
			}
			changed = people.SendAway(&next, i, until, now) || changed
		}
		if !changed {
			return nil
		}
		people.Tidy(&next, t.Dates.Moment(now))
		return t.save(next, now)
	})
	if err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("look for holidays failed")
		t.retry.later(now)
		return false
	}
	t.asked = n
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
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("end holiday failed")
		return
	}
	if t.tables.conf.Returned != nil {
		t.tables.conf.Returned(user)
	}
}
