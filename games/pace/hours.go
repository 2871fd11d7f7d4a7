package pace

import (
	"time"
)

// day is the length of a day on which no clock is set.
const day = 24 * time.Hour

// Hours are the hours of the day in which clocks run, as clocks on the wall of a time
// zone show them. From is in them and To is not. From 20 to 2 they go over midnight.
// Equal hours are the whole day. The zero Hours are all the time.
//
// A moment is within the hours by what the wall shows at that moment. So an hour that
// comes twice in the night when clocks are set back counts twice, and an hour that is
// left out does not count.
type Hours struct {
	From, To int // 0 to 24
	Zone     *time.Location
}

// always reports whether the hours are all the time.
func (h Hours) always() bool { return h.Zone == nil || (h.To-h.From)%24 == 0 }

// length is how long the hours of a day are.
func (h Hours) length() time.Duration {
	return time.Duration(((h.To-h.From)%24+24)%24) * time.Hour
}

// wall is how far a moment is from a day's beginning of the hours, on a wall where no
// clock is ever set: the zone keeps one offset until end. A zero end is never.
func (h Hours) wall(at time.Time) (x time.Duration, end time.Time) {
	local := at.In(h.Zone)
	_, offset := local.Zone()
	_, end = local.ZoneBounds()
	return at.Sub(epoch) + time.Duration(offset-h.From*3600)*time.Second, end
}

// epoch is a midnight of UTC. A time.Duration reaches 292 years to both sides of it.
var epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// split is how many whole days there are in x, and what is left.
func split(x time.Duration) (days int64, rest time.Duration) {
	days, rest = int64(x/day), x%day
	if rest < 0 {
		days, rest = days-1, rest+day
	}
	return days, rest
}

// passed is how much of the hours has passed until x, on a wall where no clock is set.
func (h Hours) passed(x time.Duration) time.Duration {
	days, rest := split(x)
	return time.Duration(days)*h.length() + min(rest, h.length())
}

// Open reports whether a moment is within the hours.
func (h Hours) Open(at time.Time) bool {
	if h.always() {
		return true
	}
	x, _ := h.wall(at)
	_, rest := split(x)
	return rest < h.length()
}

// Between is how much of the time from a to b is within the hours. It is negative if b is
// before a.
func (h Hours) Between(a, b time.Time) time.Duration {
	if h.always() {
		return b.Sub(a)
	}
	if b.Before(a) {
		return -h.Between(b, a)
	}
	var sum time.Duration
	for a.Before(b) {
		x, end := h.wall(a)
		if end.IsZero() || b.Before(end) {
			end = b
		}
		sum += h.passed(x+end.Sub(a)) - h.passed(x)
		a = end
	}
	return sum
}

// After is the first moment at which so much of the time since a moment was within the
// hours. For nothing or less it counts back from the moment, hours or not.
func (h Hours) After(at time.Time, d time.Duration) time.Time {
	if d <= 0 || h.always() {
		return at.Add(d)
	}
	for {
		x, end := h.wall(at)
		goal := h.passed(x) + d
		if end.IsZero() {
			return at.Add(h.reached(goal) - x)
		}
		if left := h.passed(x+end.Sub(at)) - h.passed(x); left < d {
			at, d = end, d-left
			continue
		}
		return at.Add(h.reached(goal) - x)
	}
}

// reached is the first x until which so much of the hours has passed.
func (h Hours) reached(sum time.Duration) time.Duration {
	n := h.length()
	days, rest := int64(sum/n), sum%n
	if rest <= 0 {
		days, rest = days-1, rest+n
	}
	return time.Duration(days)*day + rest
}

// Next is the first moment from a moment on that is within the hours.
func (h Hours) Next(at time.Time) time.Time {
	for !h.Open(at) {
		x, end := h.wall(at)
		_, rest := split(x)
		next := at.Add(day - rest)
		if !end.IsZero() && end.Before(next) {
			next = end
		}
		at = next
	}
	return at
}
