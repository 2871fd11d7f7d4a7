package store

import "time"

// inHours reports whether a moment is in hours of the day of a zone. Equal hours are the
// whole day.
func inHours(at time.Time, from, to, zone int) bool {
	hour := at.UTC().Add(time.Duration(zone) * time.Minute).Hour()
	switch from, to := from%24, to%24; {
	case from < to:
		return from <= hour && hour < to
	case from > to:
		return from <= hour || hour < to
	}
	return true
}
