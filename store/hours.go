package store

import (
	"time"

	"oneiros/games/pace"
)

// inHours reports whether a moment is in hours of the day, by the clocks of a city, or so many
// minutes east of UTC where none is given. Equal hours are the whole day.
func inHours(at time.Time, from, to int, city string, east int) bool {
	hour := at.In(pace.Clocks(city, time.Duration(east)*time.Minute)).Hour()
	switch from, to := from%24, to%24; {
	case from < to:
		return from <= hour && hour < to
	case from > to:
		return from <= hour || hour < to
	}
	return true
}
