package when

import (
	"strconv"
	"strings"
	"time"
)

// days are what a day is called, by how many days it is from today.
var days = map[string]int{
	"сегодня": 0, "завтра": 1, "послезавтра": 2,
	"today": 0, "tonight": 0, "tomorrow": 1, "tmrw": 1,
}

// weekdays are the days of the week and how they are shortened.
var weekdays = func() map[string]time.Weekday {
	m := map[string]time.Weekday{}
	for day, list := range []string{
		"вс воскресенье воскресение sun sunday", "пн пон понедельник mon monday", "вт вторник tue tues tuesday", "ср среда среду wed wednesday",
		"чт чет четверг thu thur thurs thursday", "пт пятница пятницу fri friday", "сб суб суббота субботу sat saturday",
	} {
		for _, w := range strings.Fields(list) {
			m[w] = time.Weekday(day)
		}
	}
	return m
}()

// months are the months and how they are shortened.
var months = func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{
		"январь января янв jan january", "февраль февраля фев feb february", "март марта мар mar march", "апрель апреля апр apr april", "май мая may",
		"июнь июня июн jun june", "июль июля июл jul july", "август августа авг aug august", "сентябрь сентября сен сент sep sept september",
		"октябрь октября окт oct october", "ноябрь ноября ноя нояб nov november", "декабрь декабря дек dec december",
	} {
		for _, w := range strings.Fields(list) {
			m[w] = i + 1
		}
	}
	return m
}()

// halves say which half of the day an hour is in.
var halves = map[string]string{
	"am": "am", "a.m.": "am", "утра": "am", "ночи": "am", "pm": "pm", "p.m.": "pm", "вечера": "pm", "дня": "pm",
}

// units are what one counts when something is so far away.
var units = func() map[string]time.Duration {
	m := map[string]time.Duration{}
	for d, list := range map[time.Duration]string{
		time.Minute:        "м мин минут минуту минуты m min mins minute minutes",
		time.Hour:          "ч час часа часов h hr hrs hour hours",
		24 * time.Hour:     "д день дня дней сутки суток d day days",
		7 * 24 * time.Hour: "неделю недели недель w week weeks",
	} {
		for _, w := range strings.Fields(list) {
			m[w] = d
		}
	}
	return m
}()

const day = 24 * time.Hour

// relative reads "in 2 hours", "через полчаса" and "через 3 дня в 20:00". It reports
// whether the words begin like that. After days, an hour may follow.
func (r *reader) relative() (at time.Time, ok bool, err error) {
	if w := r.words[0]; w != "через" && w != "in" {
		return time.Time{}, false, nil
	}
	list := apart(r.words[1:])
	var sum time.Duration
	whole := true // days and weeks, which have the same hour whatever the clocks do
	for len(list) > 0 {
		d, n := span(list)
		if n == 0 {
			break
		}
		unit := units[strings.TrimLeft(list[n-1], digits)]
		whole = whole && unit >= day
		sum, list = min(sum+d, 2*MaxAhead), list[n:]
	}
	if sum == 0 {
		return time.Time{}, true, &Error{Unclear, strings.Join(r.words, " ")}
	}
	if len(list) == 0 && whole {
		if at, err := on(midnight(r.now).AddDate(0, 0, int(sum/day)), r.now.Hour(), r.now.Minute()); err == nil {
			return at, true, nil
		}
	}
	if len(list) == 0 {
		return r.now.Add(sum).Truncate(time.Minute), true, nil
	}
	if sum%day != 0 {
		return time.Time{}, true, &Error{Unclear, list[0]}
	}
	r.setDay(midnight(r.now).AddDate(0, 0, int(sum/day)))
	r.year = true // no other day is meant
	for r.words = list; len(r.words) > 0; {
		n, err := r.clock()
		if err != nil {
			return time.Time{}, true, err
		}
		if n == 0 {
			return time.Time{}, true, &Error{Unclear, r.words[0]}
		}
		r.words = r.words[n:]
	}
	at, err = r.moment()
	return at, true, err
}

// apart takes words such as "1h30m" apart: "1h" and "30m".
func apart(list []string) (out []string) {
	for _, w := range list {
		for {
			unit := strings.TrimLeft(w, digits)
			cut := strings.TrimLeft(unit, letters)
			if unit == w || cut == unit || cut == "" || !strings.ContainsRune(digits, rune(cut[0])) {
				break
			}
			out, w = append(out, w[:len(w)-len(cut)]), cut
		}
		out = append(out, w)
	}
	return out
}

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюя"
)

// numbers are numbers that people write as words.
var numbers = func() map[string]int {
	m := map[string]int{}
	for i, list := range []string{"один одну одни one", "два две two", "три three", "четыре four", "пять five", "шесть six", "семь seven", "восемь eight", "девять nine", "десять ten"} {
		for _, w := range strings.Fields(list) {
			m[w] = i + 1
		}
	}
	return m
}()

// span reads how far away something is, from the front of a list, and returns how many
// words that is.
func span(list []string) (time.Duration, int) {
	w := list[0]
	switch w {
	case "полчаса":
		return 30 * time.Minute, 1
	case "полтора":
		if len(list) > 1 && units[list[1]] == time.Hour {
			return 90 * time.Minute, 2
		}
	case "a", "an":
		if len(list) > 1 && units[list[1]] != 0 {
			return units[list[1]], 2
		}
	case "half":
		if len(list) > 2 && list[1] == "an" && list[2] == "hour" {
			return 30 * time.Minute, 3
		}
	}
	if d := units[w]; d != 0 { // "через час"
		return d, 1
	}
	front := strings.TrimRight(w, letters)
	n, ok := number(front, 4)
	if spoken := numbers[w]; spoken != 0 {
		front, n, ok = w, spoken, true
	}
	switch {
	case !ok || n == 0:
		return 0, 0
	case front != w:
		d := units[w[len(front):]]
		if d == 0 {
			return 0, 0
		}
		return time.Duration(n) * d, 1
	case len(list) > 1 && units[list[1]] != 0:
		return time.Duration(n) * units[list[1]], 2
	}
	return 0, 0
}

// number reads a number of at most so many digits.
func number(text string, most int) (int, bool) {
	if text == "" || len(text) > most || strings.Trim(text, digits) != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

func (r *reader) setDay(day time.Time) { r.day, r.dayless = day, false }

// named reads a day that has a name. Like the others it returns how many words it took.
func (r *reader) named() (int, error) {
	w := r.words[0]
	if !r.dayless {
		if d, is := weekdays[w]; is && r.check == nil && !r.weekday { // "25.12, пт"
			r.check = func(at time.Time) bool { return at.Weekday() == d }
			return 1, nil
		}
		return 0, nil
	}
	if n, ok := days[w]; ok {
		r.setDay(midnight(r.now).AddDate(0, 0, n))
		r.year = true // no other day is meant
		return 1, nil
	}
	if d, ok := weekdays[w]; ok {
		r.setDay(midnight(r.now).AddDate(0, 0, (int(d)-int(r.now.Weekday())+7)%7))
		r.weekday = true
		return 1, nil
	}
	return 0, nil
}

// date reads a date in digits: 25.12, 25.12.2026 or 2026-12-25. What has a point and is no
// date may be an hour.
func (r *reader) date() (int, error) {
	w := r.words[0]
	if p := strings.Split(w, "-"); len(p) == 3 {
		y, okY := number(p[0], 4)
		m, okM := number(p[1], 2)
		d, okD := number(p[2], 2)
		if !okY || !okM || !okD || len(p[0]) != 4 || !r.dayless && !r.weekday {
			return 0, nil
		}
		return 1, r.setDate(w, orNone(y), m, d)
	}
	p := strings.Split(strings.TrimSuffix(w, "."), ".")
	if len(p) != 2 && len(p) != 3 || !r.dayless && !r.weekday {
		return 0, nil
	}
	if r.weekday && len(p) == 2 && (r.hasHour || len(r.words) < 2 || halves[r.words[1]] != "") {
		return 0, nil // "fri 10.12" has an hour, and "fri 10.12 20:00" a date
	}
	d, okD := number(p[0], 2)
	m, okM := number(p[1], 2)
	switch {
	case !okD || !okM:
		return 0, nil
	case len(p) == 3:
		y, ok := number(p[2], 4)
		if !ok || len(p[2])%2 != 0 {
			return 0, nil
		}
		if len(p[2]) == 2 {
			y += 2000
		}
		return 1, r.setDate(w, orNone(y), m, d)
	case m < 1 || m > 12 || d < 1 || d > 31:
		return 0, nil // 20.30 is an hour
	}
	return 1, r.setDate(w, 0, m, d)
}

// month reads a date with the name of a month: 25 декабря, dec 25, 25 december 2026.
func (r *reader) month() (int, error) {
	if !r.dayless && !r.weekday || len(r.words) < 2 {
		return 0, nil
	}
	strip := func(w string) string {
		for _, end := range []string{"st", "nd", "rd", "th", "-го", "го", "."} {
			if cut, ok := strings.CutSuffix(w, end); ok {
				return cut
			}
		}
		return w
	}
	a, b := r.words[0], r.words[1]
	d, ok := number(strip(a), 2)
	m := months[strings.TrimSuffix(b, ".")]
	if m == 0 {
		d, ok = number(strip(b), 2)
		m = months[strings.TrimSuffix(a, ".")]
	}
	if m == 0 || !ok {
		return 0, nil
	}
	y, taken := 0, 2
	if len(r.words) > 2 && len(r.words[2]) == 4 {
		if n, ok := number(r.words[2], 4); ok {
			y, taken = orNone(n), 3
			if len(r.words) > 3 && (r.words[3] == "года" || r.words[3] == "г") {
				taken++
			}
		}
	}
	return taken, r.setDate(a+" "+b, y, m, d)
}

// noYear is a year that was named and that no calendar has.
const noYear = -1

// orNone is a year that was named.
func orNone(y int) int {
	if y == 0 {
		return noYear
	}
	return y
}

// setDate sets the day. Without a year, which is 0, it is that of now. A day of the week that was named
// before has to be that of the date.
func (r *reader) setDate(word string, y, m, d int) error {
	if r.weekday {
		named := r.day.Weekday()
		r.weekday, r.check = false, func(at time.Time) bool { return at.Weekday() == named }
	}
	if r.year = y != 0; !r.year {
		y = r.now.Year()
	}
	at := wall(y, time.Month(m), d, r.now.Location())
	if m < 1 || m > 12 || at.Day() != d || d < 1 || y == noYear {
		if !r.year && m == 2 && d == 29 { // the next leap year is further away than a moment may be, or it is the next one
			if next := wall(y+1, 2, 29, r.now.Location()); next.Day() == 29 {
				r.setDay(next)
				return nil
			}
		}
		return &Error{NoDate, word}
	}
	r.setDay(at)
	return nil
}

// clock reads an hour: 20:00, 20.30, 8pm, 20ч, 20, полдень, and without a day полночь.
func (r *reader) clock() (int, error) {
	w := r.words[0]
	if half, ok := halves[w]; ok && r.hasHour && r.half == "" {
		r.half = half
		return 1, nil
	}
	if r.hasHour {
		if w == "час" || w == "часа" || w == "часов" || w == "ч" {
			return 1, nil
		}
		return 0, nil
	}
	switch w {
	case "noon", "полдень":
		r.hour, r.hasHour = 12, true
		return 1, nil
	case "midnight", "полночь":
		r.hour, r.hasHour, r.midnight = 0, true, w
		return 1, nil
	}
	text := w
	for _, end := range []string{"am", "pm"} {
		if cut, ok := strings.CutSuffix(text, end); ok && cut != "" {
			text, r.half = cut, end
		}
	}
	for _, end := range []string{"ч", "h"} {
		text = strings.TrimSuffix(text, end)
	}
	hour, minute, two := strings.Cut(strings.Replace(text, ".", ":", 1), ":")
	h, ok := number(hour, 2)
	m, okM := 0, true
	if two {
		m, okM = number(minute, 2)
		okM = okM && len(minute) == 2
	}
	if !ok || !okM {
		return 0, nil
	}
	if h > 23 || m > 59 {
		return 0, &Error{NoDate, w}
	}
	r.hour, r.minute, r.hasHour = h, m, true
	return 1, nil
}
