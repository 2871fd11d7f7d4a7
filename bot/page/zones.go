package page

import (
	"strconv"
	"time"
)

// The time zones that one can choose, in hours east of UTC. A menu has room for 25.
const (
	FirstZone = -11
	LastZone  = 13
)

// ClockAt is what clocks show so many minutes east of UTC.
func ClockAt(now time.Time, zone int) string {
	return now.UTC().Add(time.Duration(zone) * time.Minute).Format("15:04")
}

// ZoneName is how a time zone is known everywhere.
func ZoneName(hours int) string {
	if hours < 0 {
		return "UTC−" + strconv.Itoa(-hours)
	}
	return "UTC+" + strconv.Itoa(hours)
}
