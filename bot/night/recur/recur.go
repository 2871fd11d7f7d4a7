// Package recur says when a game night comes back: on days of the week, every week or every two,
// at an hour of the clocks of a city. It is pure.
//
// The hour stays over the change of clocks, as people who meet at eight go on meeting at eight.
// Where clocks are set forward over that hour, the night begins when they have been set. An hour
// that comes twice counts once, the first time.
//
// Rejected: teambition/rrule-go. It leaves an hour that does not exist to [time.Date], which may
// choose either side, and reads a language of which a night needs two words.
package recur

import "time"

// Days are days of the week: bit n is [time.Weekday] n.
type Days uint8

// AllDays are the seven days.
const AllDays Days = 1<<7 - 1

// Of are the days that are given.
func Of(days ...time.Weekday) (d Days) {
	for _, day := range days {
		d |= 1 << day
	}
	return d
}

// Has reports whether a day is among them.
func (d Days) Has(day time.Weekday) bool { return d>>day&1 == 1 }

// Later are the days that come so many days after each of them.
func (d Days) Later(days int) (later Days) {
	for day := range time.Weekday(7) {
		if d.Has(day) {
			later |= 1 << ((int(day) + days%7 + 7) % 7)
		}
	}
	return later
}

// A Rule says when something comes back.
type Rule struct {
	Days   Days
	Weeks  int // 1 for every week, 2 for every second one
	Minute int // of the day, by the clocks of the Zone
	Zone   *time.Location
	First  time.Time // a date of the first week, see [Date]; weeks begin on Monday
}

// Date is the day that clocks show at a moment, as the midnight of UTC.
func Date(local time.Time) time.Time {
	y, m, d := local.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// Minute is the minute of the day that clocks show at a moment.
func Minute(local time.Time) int { return local.Hour()*60 + local.Minute() }

// On is the moment of the rule on a date, whether it comes back that day or not.
func (r Rule) On(date time.Time) time.Time {
	wall := date.Add(time.Duration(r.Minute) * time.Minute) // as if the clocks were those of UTC
	var at time.Time
	for _, near := range []time.Duration{24 * time.Hour, -24 * time.Hour} { // the greater offset is the earlier moment only where clocks are set back
		_, offset := wall.Add(-near).In(r.Zone).Zone()
		at = wall.Add(-time.Duration(offset) * time.Second)
		if Date(at.In(r.Zone)).Equal(date) && Minute(at.In(r.Zone)) == r.Minute {
			return at
		}
	}
	_, gap := at.In(r.Zone).ZoneBounds() // by the later offset the moment is before the gap
	return gap
}

// Next is the first time after a moment that it comes back; zero without a day.
func (r Rule) Next(after time.Time) time.Time {
	const week = 7 * 24 * time.Hour
	first := monday(r.First)
	date := Date(after.In(r.Zone)).Add(-24 * time.Hour)
	if date.Before(first) {
		date = first
	}
	for range 7*max(r.Weeks, 1) + 7 {
		if weeks := int(monday(date).Sub(first) / week); r.Days.Has(date.Weekday()) && weeks%max(r.Weeks, 1) == 0 {
			if at := r.On(date); at.After(after) {
				return at
			}
		}
		date = date.Add(24 * time.Hour)
	}
	return time.Time{}
}

// monday is the Monday of the week of a date.
func monday(date time.Time) time.Time {
	return date.Add(-time.Duration((date.Weekday()+6)%7) * 24 * time.Hour)
}
