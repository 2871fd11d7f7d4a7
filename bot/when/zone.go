package when

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// moscow is how people name Moscow's time: "мск", "(мск)", "по Москве", "МСК+2".
// utc is a distance from UTC: "UTC", "GMT+3", "UTC-3:30".
var (
	moscow = regexp.MustCompile(`(?i)(?:по\s+)?(?:(?:мск|msk|moscow)(?:\s+(?:времени|time))?|москве|московск(?:ому|ого|ое)(?:\s+врем(?:ени|я))?)(?:\s*([+-])(\d{1,2})\b)?()`)
	utc    = regexp.MustCompile(`(?i)(?:по\s+)?(?:utc|gmt)(?:\s*([+-])(\d{1,2})(?::?([0-5]\d))?\b)?`)
)

// Zone takes the time zone out of a text. It is nil when the text names none that
// we know. People write few: most abbreviations mean several zones, so they are refused
// as words that are not understood. The name of the zone is that of its city, if it has
// one, or its distance from UTC.
func Zone(text string) (rest string, zone *time.Location) {
	text = strings.NewReplacer("−", "-", "–", "-").Replace(text)
	if rest, m := cut(text, moscow); m != nil {
		if m[0] == "" {
			if zone, err := time.LoadLocation("Europe/Moscow"); err == nil {
				return rest, zone
			}
		}
		return fixed(text, rest, 3*time.Hour, m)
	}
	if rest, m := cut(text, utc); m != nil {
		return fixed(text, rest, 0, m)
	}
	return text, nil
}

// cut takes the last match that is a word of its own out of a text, and returns its sign, hours
// and minutes. A text that is nothing but the match has none.
func cut(text string, zone *regexp.Regexp) (rest string, m []string) {
	for _, at := range zone.FindAllStringSubmatchIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if unicode.IsLetter(before) || unicode.IsLetter(after) || unicode.IsDigit(after) || after == ':' {
			continue
		}
		m = m[:0]
		for i := 2; i < len(at); i += 2 {
			part := ""
			if at[i] >= 0 {
				part = text[at[i]:at[i+1]]
			}
			m = append(m, part)
		}
		rest = text[:at[0]] + " " + text[at[1]:]
	}
	return rest, m
}

// fixed is a zone that is so far east of another one: a sign, hours and minutes.
func fixed(text, rest string, east time.Duration, far []string) (string, *time.Location) {
	h, _ := strconv.Atoi(far[1]) // empty for none
	m, _ := strconv.Atoi(far[2])
	distance := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if far[0] == "-" {
		distance = -distance
	}
	east += distance
	if east < -12*time.Hour || east > 14*time.Hour { // no person lives there
		return text, nil
	}
	name := "UTC"
	if east != 0 {
		name += strings.TrimSuffix(time.Unix(0, 0).In(time.FixedZone("", int(east.Seconds()))).Format("-07:00"), ":00")
	}
	return rest, time.FixedZone(name, int(east.Seconds()))
}
