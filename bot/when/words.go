package when

import (
	"strconv"
	"strings"
	"time"
)

// days are what a day is called, by how many days it is from today.
var days = map[string]int{
	"сегодня": 0, "седня": 0, "завтра": 1, "послезавтра": 2,
	"today": 0, "tonight": 0, "tonite": 0, "2nite": 0, "tomorrow": 1, "tomorow": 1, "tommorow": 1, "tommorrow": 1, "2morrow": 1, "tmrw": 1, "tmr": 1,
}

// next and this say which day of the week of a name is meant, or which week.
var (
	next = set("next след следующий следующая следующее следующую следующей")
	this = set("this coming этот эта это эту этим ближайший ближайшая ближайшее ближайшую")
	week = set("week неделя неделю неделе недели")
)

func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// weekdays are the days of the week and how they are shortened.
var weekdays = func() map[string]time.Weekday {
	m := map[string]time.Weekday{}
	for day, list := range []string{
		"вс воскр воскресенье воскресенья воскресение sun sunday", "пн пон понедельник понедельника mon monday", "вт вторник вторника tue tues tuesday", "ср среда среду среды wed weds wednesday",
		"чт чет четверг четверга thu thur thurs thursday", "пт пятн пятница пятницу пятницы fri friday", "сб суб суббота субботу субботы sat saturday",
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
func (r *reader) relative() (at []time.Time, ok bool, err error) {
	if w := r.words[0]; w != "через" && w != "in" {
		return nil, false, nil
	}
	list := apart(r.words[1:])
	if len(list) > 0 && list[0] == "день" { // tomorrow to some, the day after to others
		return nil, true, &Error{Unclear, strings.Join(r.words[:2], " ")}
	}
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
		return nil, true, &Error{Unclear, strings.Join(r.words, " ")}
	}
	if len(list) == 0 && whole {
		at, err := hourOf(noon(r.now).AddDate(0, 0, int(sum/day)), r.now.Hour(), r.now.Minute(), r.now)
		return []time.Time{at}, true, err
	}
	if len(list) == 0 {
		return []time.Time{r.now.Add(sum).Truncate(time.Minute)}, true, nil
	}
	if sum%day != 0 {
		return nil, true, &Error{Unclear, list[0]}
	}
	r.setDay(noon(r.now).AddDate(0, 0, int(sum/day)))
	r.year = true
	r.words = list
	if err := r.take(r.partOfDay, r.clock); err != nil {
		return nil, true, err
	}
	at, err = r.moments()
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
	for i, list := range []string{"один одну одни one", "два две two", "три three", "четыре four", "пять five", "шесть six", "семь seven", "восемь eight", "девять nine", "десять ten", "одиннадцать eleven", "двенадцать twelve"} {
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

// week reads "next week" and «на следующей неделе», of which some day is meant. Like the
// others it returns how many words it took.
func (r *reader) week() (int, error) {
	if len(r.words) < 2 || !next[r.words[0]] || !week[r.words[1]] || r.nextWeek != "" || !r.dayless && !r.weekday {
		return 0, nil
	}
	r.nextWeek = r.words[0] + " " + r.words[1]
	if r.weekday {
		r.ofNextWeek(r.day.Weekday())
	}
	return 2, nil
}

// ofNextWeek sets the day to one of the next week, which begins on Monday.
func (r *reader) ofNextWeek(d time.Weekday) {
	sinceMonday := func(d time.Weekday) int { return (int(d) + 6) % 7 }
	r.setDay(noon(r.now).AddDate(0, 0, 7+sinceMonday(d)-sinceMonday(r.now.Weekday())))
	r.weekday, r.year, r.nextWeek = false, true, ""
}

// named reads a day that has a name.
func (r *reader) named() (int, error) {
	w, after := r.words[0], ""
	if len(r.words) > 1 {
		after = r.words[1]
	}
	d, ofWeek := weekdays[w]
	if !r.dayless {
		if ofWeek && r.check == nil && !r.weekday { // "25.12, пт"
			r.check = func(at time.Time) bool { return at.Weekday() == d }
			return 1, nil
		}
		return 0, nil
	}
	then, thenOfWeek := weekdays[after]
	n, counted := days[w]
	taken := 1
	switch {
	case w == "day" && after == "after" && len(r.words) > 2 && r.words[2] == "tomorrow":
		n, counted, taken = 2, true, 3
	case this[w] && parts[after] != "": // "this evening"
		counted = true
	case next[w] && thenOfWeek:
		r.ofNextWeek(then)
		return 2, nil
	case this[w] && thenOfWeek:
		d, ofWeek, taken = then, true, 2
	}
	switch {
	case counted:
		r.setDay(noon(r.now).AddDate(0, 0, n))
		r.year, r.today = true, n == 0
		if strings.HasSuffix(w, "night") || strings.HasSuffix(w, "nite") {
			r.part, r.partWord = night, w
		}
	case ofWeek && r.nextWeek != "":
		r.ofNextWeek(d)
	case ofWeek:
		r.setDay(noon(r.now).AddDate(0, 0, (int(d)-int(r.now.Weekday())+7)%7))
		r.weekday = true
	default:
		return 0, nil
	}
	return taken, nil
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
	if r.weekday && len(p) == 2 && (r.hasHour || len(r.words) < 2 || halves[r.words[1]] != "" || parts[r.words[1]] != "") {
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
