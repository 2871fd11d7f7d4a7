package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// moscow is how people name Moscow's time: "мск", "по мск", "по Москве", "МСК+2".
// utc is a distance from UTC: "UTC", "GMT+3", "UTC-3:30".
var (
	moscow = regexp.MustCompile(`(?i)^(.*?)(?:\s+по)?\s+(?:мск|msk|москве|московскому(?:\s+времени)?|московского(?:\s+времени)?)\s*(?:([+-])(\d{1,2}))?[.!]?\s*$`)
	utc    = regexp.MustCompile(`(?i)^(.*?)(?:\s+по)?\s+(?:utc|gmt)\s*(?:([+-])(\d{1,2})(?::?([0-5]\d))?)?[.!]?\s*$`)
)

// Zone takes the time zone off the end of a text. It is nil when the text names none that
// we know. People write few: most abbreviations mean several zones, so they are refused
// as words that are not understood. The name of the zone is that of its city, if it has
// one, or its distance from UTC.
func Zone(text string) (rest string, zone *time.Location) {
	if m := moscow.FindStringSubmatch(text); m != nil {
		if m[2] == "" {
			if zone, err := time.LoadLocation("Europe/Moscow"); err == nil {
				return m[1], zone
			}
		}
		return fixed(text, m[1], 3*time.Hour, m[2], m[3], "")
	}
	if m := utc.FindStringSubmatch(text); m != nil {
		return fixed(text, m[1], 0, m[2], m[3], m[4])
	}
	return text, nil
}

// fixed is a zone that is so far east of another one.
func fixed(text, rest string, east time.Duration, sign, hours, minutes string) (string, *time.Location) {
	h, _ := strconv.Atoi(hours) // empty for none
	m, _ := strconv.Atoi(minutes)
	far := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if sign == "-" {
		far = -far
	}
	east += far
	if east < -12*time.Hour || east > 14*time.Hour { // nobody lives there
		return text, nil
	}
	name := "UTC"
	if east != 0 {
		name += strings.TrimSuffix(time.Unix(0, 0).In(time.FixedZone("", int(east.Seconds()))).Format("-07:00"), ":00")
	}
	return rest, time.FixedZone(name, int(east.Seconds()))
}
