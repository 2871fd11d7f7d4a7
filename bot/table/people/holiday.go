package people

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// setHoliday notes that a person goes on holiday or comes back. A live table only says it.
func (a *act) setHoliday() error {
	next, i := &a.next, a.player
	if i < 0 || next.Phase != store.Live || next.Players[i].Seat < 0 {
		return nil
	}
	switch days := pace.Length(next.Options) > 0; {
	case !days && a.r.Until.IsZero():
		return nil
	case !days:
		AddNote(next, a.now.Here, "table.note.holiday", next.Players[i].User)
	case !SendAway(next, i, a.r.Until, a.now.Here):
		return nil
	}
	Tidy(next, a.now.Moment)
	a.saves = true
	return nil
}

// SendAway has a seat played until a moment, or given back if that is zero. It reports
// whether it changed the record.
func SendAway(next *store.Match, i int, until, now time.Time) bool {
	p := &next.Players[i]
	switch {
	case p.Holiday.Equal(until):
		return false
	case until.IsZero():
		Wake(next, i, now)
		return true
	case !p.Asleep:
		AddNote(next, now, "table.note.asleep", p.User)
	}
	p.Asleep, p.Missed, p.Holiday = true, 0, until
	return true
}

// OnHoliday reports whether the seat of a person is played because they are on holiday.
func OnHoliday(m *store.Match, user discord.ID) bool {
	i := Find(m, user)
	return i >= 0 && !m.Players[i].Holiday.IsZero()
}

// NextReturn is when the first person comes back from a holiday, and whether one does.
func NextReturn(m *store.Match) (at time.Time, some bool) {
	if m.Phase != store.Live {
		return at, false
	}
	for _, p := range m.Players {
		if !p.Holiday.IsZero() && (!some || p.Holiday.Before(at)) {
			at, some = p.Holiday, true
		}
	}
	return at, some
}

// Wake notes that a person is there, and reports whether that is news.
func Wake(next *store.Match, i int, now time.Time) bool {
	p := &next.Players[i]
	news := p.Asleep || p.Missed > 0
	if p.Asleep {
		AddNote(next, now, "table.note.back", p.User)
	}
	p.Asleep, p.Missed, p.Holiday = false, 0, time.Time{}
	return news
}

// Unattended reports whether no person plays a seat.
func Unattended(m *store.Match, seat games.Seat) bool {
	i, err := Owner(m, seat)
	return err != nil || m.Players[i].Asleep || m.Players[i].Auto
}
