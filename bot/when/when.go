// Package when reads moments as people type them, in Russian and English: "завтра в
// 20:00", "fri 19:30", "25 декабря 20:00", "in 2 hours", or a timestamp of Discord.
//
// Rejected: a library for dates in plain language. Those that know Russian misread what
// players type: they take what they understand and drop the rest. A wrong guess brings
// players together on the wrong evening. This package refuses what it does not understand,
// and names it.
//
// What people agree on is read: "next friday" is that of the next week, which begins on
// Monday; an evening without an hour begins at eight; 20-00 and 20ч30 are hours. What they
// do not agree on is refused: 18-20 may be two hours, «через день» is tomorrow or the day
// after. Of "tomorrow at 8" both moments are known, so [Read] returns both.
package when

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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
	Far     = "far"    // later than MaxAhead
	Either  = "either" // one of several moments, which Read returns; Word is the hour
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
// comes twice, because clocks are set back, it is the first that is to come. A text that
// means one of several moments is refused. The error is an [*Error].
func Parse(text string, now time.Time, zone *time.Location) (time.Time, error) {
	list, hour, err := read(text, now, zone)
	switch {
	case err != nil:
		return time.Time{}, err
	case len(list) > 1:
		return time.Time{}, &Error{Either, hour}
	}
	return list[0], nil
}

// Read is like [Parse], and returns all moments that a text may mean, earliest first:
// "tomorrow at 8" is in the morning or in the evening.
func Read(text string, now time.Time, zone *time.Location) ([]time.Time, error) {
	list, _, err := read(text, now, zone)
	return list, err
}

// read is Read, and returns the hour, too, as it was typed.
func read(text string, now time.Time, zone *time.Location) (list []time.Time, hour string, err error) {
	if utf8.RuneCountInString(text) > MaxText || !utf8.ValidString(text) {
		return nil, "", &Error{Why: Unclear}
	}
	if at, stamped := stamp(strings.TrimSpace(text)); stamped {
		list = []time.Time{at}
	} else {
		r := &reader{words: words(text), now: now.In(zone)}
		if list, err = r.read(); err != nil {
			return nil, "", err
		}
		hour = r.hourWord
	}
	slices.SortFunc(list, time.Time.Compare)
	list = slices.CompactFunc(list, time.Time.Equal)
	ahead := slices.DeleteFunc(slices.Clone(list), func(at time.Time) bool { return !at.After(now) || at.Sub(now) > MaxAhead })
	switch {
	case len(ahead) > 0:
		return ahead, hour, nil
	case list[len(list)-1].After(now):
		return nil, "", &Error{Why: Far}
	}
	return nil, "", &Error{Why: Past}
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

// plainly are characters that people write for one another.
var plainly = strings.NewReplacer("ё", "е", ",", " ", ";", " ", "(", " ", ")", " ", "[", " ", "]", " ", "/ ", " ", "’", "'", "–", "-", "—", "-", "−", "-")

// spacedColon is the colon of an hour with spaces around it.
var spacedColon = regexp.MustCompile(`(\d)\s*:\s*(\d\d)\b`)

// words splits a text into words in small letters. A word that says nothing about when is
// left out.
func words(text string) (list []string) {
	text = norm.NFKC.String(text) // phones in Asia write wide digits
	all := strings.Fields(plainly.Replace(spacedColon.ReplaceAllString(strings.ToLower(text), "$1:$2")))
	for i, w := range all {
		if halves[w] == "" { // "p.m."
			w = strings.TrimRight(w, ".!?:")
		}
		inThe := w == "in" && i+1 < len(all) && (all[i+1] == "the" || parts[all[i+1]] != "") // "8 in the evening"
		if w != "" && !fillers[w] && !inThe {
			list = append(list, w)
		}
	}
	return list
}

var fillers = map[string]bool{
	"в": true, "во": true, "на": true, "к": true, "с": true, "ровно": true, "у": true,
	"at": true, "@": true, "on": true, "the": true, "of": true, "by": true, "from": true, "o'clock": true,
}

// reader reads words from left to right.
type reader struct {
	words []string
	now   time.Time // in the zone

	day      time.Time            // noon of the day
	dayless  bool                 // no day was named
	today    bool                 // the day is today
	year     bool                 // no other day is meant: the day has a year, or is counted from today
	weekday  bool                 // the day is the next one of that name
	nextWeek string               // the words for next week, while its day is not known
	check    func(time.Time) bool // nil, or whether a day is the day of the week that was named, too

	hour       int // up to 24
	minute     int
	hasHour    bool
	hasMinutes bool
	sure       bool    // the hour is one of 24
	hourWord   string  // the hour as it was typed
	midnight   bool    // the hour is a word for midnight
	half       dayPart // what stands behind the hour, or empty
	halfWord   string
	part       dayPart // the part of the day, or empty
	partWord   string
}

func (r *reader) read() ([]time.Time, error) {
	if len(r.words) == 0 {
		return nil, &Error{Why: Unclear}
	}
	if list, ok, err := r.relative(); ok || err != nil {
		return list, err
	}
	r.dayless = true
	if err := r.take(r.week, r.named, r.date, r.month, r.partOfDay, r.clock); err != nil {
		return nil, err
	}
	if r.nextWeek != "" {
		return nil, &Error{Unclear, r.nextWeek} // no day of that week
	}
	list, err := r.moments()
	if err == nil && r.check != nil && !r.check(r.day) {
		return nil, &Error{NoDate, r.day.Format("02.01.2006")}
	}
	return list, err
}

// take reads the words that are left. Each reader returns how many words it took.
func (r *reader) take(readers ...func() (int, error)) error {
	for len(r.words) > 0 {
		n := 0
		for _, read := range readers {
			var err error
			if n, err = read(); err != nil {
				return err
			}
			if n > 0 {
				break
			}
		}
		if n == 0 {
			return &Error{Unclear, r.words[0]}
		}
		r.words = r.words[n:]
	}
	return nil
}

// moments puts day and hours together. Some may have passed.
func (r *reader) moments() (list []time.Time, err error) {
	hours, err := r.hours()
	if err != nil {
		return nil, err
	}
	if r.dayless {
		r.day = noon(r.now)
	}
	if !r.dayless && !r.weekday && !r.year && r.day.Before(noon(r.now)) {
		next := r.day.AddDate(1, 0, 0)
		if next.Day() != r.day.Day() { // the 29th of February
			return nil, &Error{Why: NoDate}
		}
		r.day = next
	}
	var none error
	for _, h := range hours {
		at, err := r.moment(h)
		if err != nil {
			none = err
			continue
		}
		list = append(list, at)
	}
	if len(list) == 0 {
		return nil, none
	}
	if !r.hasHour && !list[0].After(r.now) { // the usual hour has passed
		return nil, &Error{Why: NoHour}
	}
	return list, nil
}

// moment is an hour of the day. Where the next day of a kind is meant, it is the next one
// that has the hour.
func (r *reader) moment(h hourOfDay) (at time.Time, err error) {
	step, most := 0, 1
	switch {
	case r.dayless && r.hasHour, r.today && h.afterMidnight:
		step, most = 1, 3
	case r.weekday:
		step, most = 7, 3
	}
	for i := range most {
		at, err = hourOf(r.day.AddDate(0, 0, h.days+i*step), h.hour, r.minute, r.now)
		if err == nil && at.After(r.now) {
			break
		}
	}
	return at, err
}

// noon is noon of the day of a moment. No zone sets its clocks at noon.
func noon(at time.Time) time.Time {
	y, m, d := at.Date()
	return wall(y, m, d, at.Location())
}

// wall is noon of a date in a zone.
func wall(y int, m time.Month, d int, zone *time.Location) time.Time {
	return time.Date(y, m, d, 12, 0, 0, 0, zone)
}

// hourOf is an hour of a day. Of one that comes twice it is the first that is to come.
func hourOf(day time.Time, hour, minute int, now time.Time) (time.Time, error) {
	y, m, d := day.Date()
	at := time.Date(y, m, d, hour, minute, 0, 0, day.Location())
	if at.Hour() != hour || at.Minute() != minute {
		return time.Time{}, &Error{Skipped, clockText(hour, minute)}
	}
	// time.Date may return either of two such moments.
	for _, apart := range []time.Duration{-time.Hour, -30 * time.Minute, 30 * time.Minute, time.Hour} {
		other := at.Add(apart)
		if other.Hour() != hour || other.Minute() != minute {
			continue
		}
		first, second := at, other
		if apart < 0 {
			first, second = other, at
		}
		if first.After(now) {
			return first, nil
		}
		return second, nil
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
