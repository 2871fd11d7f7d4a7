// Package when reads moments as people type them, in Russian and English: "завтра в
// 20:00", "fri 19:30", "25 декабря 20:00", "in 2 hours", or a timestamp of Discord.
//
// Rejected: a library for dates in plain language. Those we found know no Russian, and
// guess where a wrong guess brings people together on the wrong evening. This package
// refuses what it does not understand, and names it.
package when

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxText is how many characters a text may have.
const MaxText = 60

// MaxAhead is how far a moment may be away.
const MaxAhead = 180 * 24 * time.Hour

// Why a text is no moment that one can mean.
const (
	Unclear = "unclear" // Word is not understood
	NoHour  = "hour"    // a day without an hour
	NoDate  = "date"    // Word is a date or an hour that does not exist
	Skipped = "skipped" // clocks are set forward over that hour on that day
	Past    = "past"
	Far     = "far" // later than MaxAhead
)

// Error says why a text is no moment.
type Error struct {
	Why  string // one of the constants
	Word string // of the text; empty when no single word is wrong
}

// Error is for the log; people are told by Why and Word.
func (e *Error) Error() string { return "read moment: " + e.Why + " " + strconv.Quote(e.Word) }

// Parse reads a moment after now. Days and hours are those of a zone. An hour without a
// day is the next such hour, and a day of the week the next such day. Of an hour that
// comes twice, because clocks are set back, it is the first. The error is an [*Error].
func Parse(text string, now time.Time, zone *time.Location) (time.Time, error) {
	if utf8.RuneCountInString(text) > MaxText || !utf8.ValidString(text) {
		return time.Time{}, &Error{Why: Unclear}
	}
	at, stamped := stamp(strings.TrimSpace(text))
	if !stamped {
		r := &reader{words: words(text), now: now.In(zone)}
		var err error
		if at, err = r.read(); err != nil {
			return time.Time{}, err
		}
	}
	switch {
	case !at.After(now):
		return time.Time{}, &Error{Why: Past}
	case at.Sub(now) > MaxAhead:
		return time.Time{}, &Error{Why: Far}
	}
	return at, nil
}

// stamp reads a timestamp of Discord, such as <t:1767225600:F>.
func stamp(text string) (time.Time, bool) {
	inner, begins := strings.CutPrefix(text, "<t:")
	inner, ends := strings.CutSuffix(inner, ">")
	if !begins || !ends {
		return time.Time{}, false
	}
	number, style, _ := strings.Cut(inner, ":")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > 1<<40 || len(style) > 1 {
		return time.Time{}, false
	}
	return time.Unix(n, 0), true
}

// words splits a text into words in small letters. A word that says nothing about when is
// left out.
func words(text string) (list []string) {
	text = strings.NewReplacer("ё", "е", ",", " ", ";", " ").Replace(strings.ToLower(text))
	for _, w := range strings.Fields(text) {
		if halves[w] == "" { // "p.m."
			w = strings.TrimRight(w, ".!")
		}
		if w != "" && !fillers[w] {
			list = append(list, w)
		}
	}
	return list
}

var fillers = map[string]bool{
	"в": true, "во": true, "на": true, "к": true, "ровно": true, "у": true, "мск": false,
	"at": true, "on": true, "the": true, "of": true, "by": true, "o'clock": true,
}

// reader reads words from left to right.
type reader struct {
	words []string
	now   time.Time // in the zone

	day      time.Time // midnight of the day, as the wall shows it
	dayless  bool      // no day was named
	year     bool      // the day has a year
	weekday  bool      // the day is one of the week
	hour     int
	minute   int
	hasHour  bool
	midnight string               // the word for it, or empty
	half     string               // "am" or "pm", or empty
	check    func(time.Time) bool // nil, or whether a day is the day of the week that was named, too
}

func (r *reader) read() (time.Time, error) {
	if len(r.words) == 0 {
		return time.Time{}, &Error{Why: Unclear}
	}
	if at, ok, err := r.relative(); ok || err != nil {
		return at, err
	}
	r.dayless = true
	for len(r.words) > 0 {
		w := r.words[0]
		n := 0
		for _, take := range []func() (int, error){r.named, r.date, r.month, r.clock} {
			var err error
			if n, err = take(); err != nil {
				return time.Time{}, err
			}
			if n > 0 {
				break
			}
		}
		if n == 0 {
			return time.Time{}, &Error{Unclear, w}
		}
		r.words = r.words[n:]
	}
	switch {
	case !r.hasHour:
		return time.Time{}, &Error{Why: NoHour}
	case r.midnight != "" && !r.dayless: // nobody agrees whether that of Friday begins it or ends it
		return time.Time{}, &Error{Unclear, r.midnight}
	}
	at, err := r.moment()
	if err == nil && r.check != nil && !r.check(at) {
		return time.Time{}, &Error{NoDate, at.Format("02.01.2006")}
	}
	return at, err
}

// moment puts day and hour together.
func (r *reader) moment() (time.Time, error) {
	hour, err := r.hourOfDay()
	if err != nil {
		return time.Time{}, err
	}
	if r.dayless {
		r.day = midnight(r.now)
	}
	at, err := on(r.day, hour, r.minute)
	if err != nil || at.After(r.now) {
		return at, err
	}
	switch { // it has passed, so the next such day is meant
	case r.dayless:
		return on(r.day.AddDate(0, 0, 1), hour, r.minute)
	case r.weekday:
		return on(r.day.AddDate(0, 0, 7), hour, r.minute)
	case !r.year && r.day.Before(midnight(r.now)):
		next := r.day.AddDate(1, 0, 0)
		if next.Day() != r.day.Day() { // the 29th of February
			return time.Time{}, &Error{Why: NoDate}
		}
		return on(next, hour, r.minute)
	}
	return at, nil
}

// hourOfDay is the hour with what was said of the half of the day.
func (r *reader) hourOfDay() (int, error) {
	switch {
	case r.half == "":
		return r.hour, nil
	case r.hour < 1 || r.hour > 12:
		if r.half == "pm" && r.hour > 12 && r.hour < 24 {
			return r.hour, nil // "20:00 вечера"
		}
		return 0, &Error{NoDate, strconv.Itoa(r.hour) + " " + r.half}
	case r.half == "pm":
		return r.hour%12 + 12, nil
	}
	return r.hour % 12, nil
}

// midnight is the day of a moment. It is in UTC, where no clock is set, and carries only
// the date.
func midnight(at time.Time) time.Time {
	zone := at.Location()
	y, m, d := at.Date()
	return wall(y, m, d, zone)
}

// wall is noon of a date in a zone. No zone sets its clocks at noon.
func wall(y int, m time.Month, d int, zone *time.Location) time.Time {
	return time.Date(y, m, d, 12, 0, 0, 0, zone)
}

// on is an hour of a day.
func on(day time.Time, hour, minute int) (time.Time, error) {
	y, m, d := day.Date()
	at := time.Date(y, m, d, hour, minute, 0, 0, day.Location())
	if at.Hour() != hour || at.Minute() != minute {
		return time.Time{}, &Error{Skipped, clockText(hour, minute)}
	}
	// time.Date may return either of two such moments.
	for _, back := range []time.Duration{time.Hour, 30 * time.Minute} {
		if first := at.Add(-back); first.Hour() == hour && first.Minute() == minute {
			return first, nil
		}
	}
	return at, nil
}

func clockText(hour, minute int) string {
	text := strconv.Itoa(hour) + ":"
	if minute < 10 {
		text += "0"
	}
	return text + strconv.Itoa(minute)
}
