package when

import "strings"

// A dayPart says in which part of the day an hour is.
type dayPart string

const (
	am        dayPart = "am"
	pm        dayPart = "pm"
	morning   dayPart = "morning"
	afternoon dayPart = "afternoon"
	evening   dayPart = "evening"
	night     dayPart = "night" // as in "Friday night", which begins in the evening
	ofNight   dayPart = "ночи"  // as in «2 часа ночи», of the day that was named
	atNight   dayPart = "ночью" // as in «завтра ночью», of that day or of the next one
)

// halves stand behind an hour.
var halves = map[string]dayPart{
	"am": am, "a.m.": am, "a.m": am, "pm": pm, "p.m.": pm, "p.m": pm, "утра": morning, "дня": afternoon, "вечера": evening, "ночи": ofNight,
}

// parts stand anywhere.
var parts = map[string]dayPart{
	"утром": morning, "morning": morning, "днем": afternoon, "afternoon": afternoon,
	"вечером": evening, "вечер": evening, "вечерком": evening, "веч": evening, "evening": evening, "eve": evening, "night": night, "ночью": atNight,
}

// usual is the hour of an evening for which no other one was named.
const usual = 20

// hour is an hour of this part of the day, by a clock of 24 hours. What is written may be
// by one of 12. It reports whether there is such an hour.
func (p dayPart) hour(h int) (int, bool) {
	between := func(a, b int) bool { return a <= h && h <= b }
	switch p {
	case am:
		return h % 12, between(1, 12)
	case pm:
		if h > 12 {
			return h, h < 24
		}
		return h%12 + 12, h > 0
	case morning:
		return h, between(1, 11)
	case afternoon:
		if between(1, 6) {
			return h + 12, true
		}
		return h, between(10, 18) // «11 дня»
	case evening:
		if between(4, 11) {
			return h + 12, true
		}
		return h, between(16, 23)
	case night:
		if between(5, 11) {
			return h + 12, true
		}
		return h % 12, between(0, 4) || h == 12
	case ofNight, atNight:
		if between(9, 11) {
			return h + 12, true
		}
		return h % 12, between(0, 5) || h == 12
	}
	return h, true
}

// has reports whether an hour by a clock of 24 hours is in this part of the day.
func (p dayPart) has(h int) bool {
	switch p {
	case morning:
		return h < 12
	case afternoon:
		return 10 <= h && h <= 18
	case evening:
		return 16 <= h
	case night, atNight:
		return 17 <= h || h <= 5
	}
	return true
}

// hourOfDay is an hour of a day by a clock of 24 hours.
type hourOfDay struct {
	days          int // from the day that was named: 1 for what comes after its midnight
	hour          int
	afterMidnight bool // it is after the midnight of a night
}

// hours are the hours that may be meant.
func (r *reader) hours() ([]hourOfDay, error) {
	h, half := r.hour, r.half
	if half == "" && !(h > 12 && r.part.has(h)) {
		half = r.part
	}
	switch {
	case !r.hasHour && (r.part == evening || r.part == night):
		return []hourOfDay{{hour: usual}}, nil
	case !r.hasHour:
		return nil, &Error{Why: NoHour}
	case r.midnight && r.half != "", h == 24 && (r.half != "" || r.part != "" && r.part != evening && !r.part.has(0)):
		return nil, r.noHour()
	case h == 24, r.midnight && (r.dayless || r.part == night):
		return []hourOfDay{{days: 1}}, nil
	case r.midnight: // no person agrees whether that of Friday begins it or ends it
		return []hourOfDay{{}, {days: 1}}, nil
	}
	hour, ok := half.hour(h)
	if !ok || r.part != "" && !r.part.has(hour) {
		return nil, r.noHour()
	}
	nightly := r.part == night || r.part == atNight
	switch afterMidnight := hour <= 5 && (nightly || r.half == ofNight); {
	case afterMidnight && (r.dayless || r.today):
		return []hourOfDay{{hour: hour, afterMidnight: true}}, nil
	case afterMidnight && nightly && r.half != ofNight: // some count it to the day before
		return []hourOfDay{{hour: hour}, {days: 1, hour: hour}}, nil
	case half == "" && !r.sure && 1 <= h && h <= 11:
		return []hourOfDay{{hour: h}, {hour: h + 12}}, nil
	}
	return []hourOfDay{{hour: hour}}, nil
}

// noHour says that a part of the day does not have the hour.
func (r *reader) noHour() *Error {
	word := r.hourWord
	for _, w := range []string{r.halfWord, r.partWord} {
		if w != "" {
			word += " " + w
		}
	}
	return &Error{NoDate, word}
}

// partOfDay reads a part of the day.
func (r *reader) partOfDay() (int, error) {
	w := r.words[0]
	if parts[w] == "" || r.part != "" {
		return 0, nil
	}
	r.part, r.partWord = parts[w], w
	return 1, nil
}

// hourUnits and minuteUnits may stand behind a number.
var (
	hourUnits   = set("ч час часа часов h hr hrs hour hours")
	minuteUnits = set("м мин минут минуты минута m min mins minutes")
)

// clock reads an hour: 20:00, 20.30, 20-00, 20ч30, 8pm, 20ч, 20, eight, полдень, полночь.
func (r *reader) clock() (int, error) {
	w := r.words[0]
	if r.hasHour {
		return r.afterHour(w)
	}
	after := ""
	if len(r.words) > 1 {
		after = r.words[1]
	}
	switch {
	case w == "noon" || w == "полдень":
		r.hour, r.half, r.sure, r.hasMinutes = 12, pm, true, true
	case w == "midnight" || w == "полночь":
		r.midnight, r.sure, r.hasMinutes = true, true, true
	case w == "час" && halves[after] != "": // «в час дня»
		r.hour = 1
	case numbers[w] != 0:
		r.hour = numbers[w]
	default:
		ok, err := r.digital(w)
		if !ok || err != nil {
			return 0, err
		}
	}
	r.hasHour = true
	if r.hourWord == "" {
		r.hourWord = w
	}
	return 1, nil
}

// afterHour reads what belongs to an hour: "pm", «часов», and the minutes of «20 ч 30 мин».
func (r *reader) afterHour(w string) (int, error) {
	if half := halves[w]; half != "" && r.half == "" {
		r.half, r.halfWord = half, w
		return 1, nil
	}
	if hourUnits[w] || r.hasMinutes && minuteUnits[w] {
		return 1, nil
	}
	text := strings.TrimRight(w, letters)
	m, ok := number(text, 2)
	named := minuteUnits[w[len(text):]] || len(r.words) > 1 && minuteUnits[r.words[1]] // it says that it is minutes
	dated := len(r.words) > 1 && months[r.words[1]] != 0
	switch {
	case !ok || r.hasMinutes || r.half != "" || dated || text != w && !named, !named && !isMinutes(r.hour, r.hourWord, text):
		return 0, nil
	case m > 59 || r.hour == 24 && m > 0:
		return 0, &Error{NoDate, r.hourWord + " " + w}
	}
	r.minute, r.hasMinutes, r.sure = m, true, true
	r.hourWord += " " + w
	return 1, nil
}

// isMinutes reports whether two numbers without a colon are an hour and minutes. They may
// be two hours: "18-20" lasts from one to the other.
func isMinutes(h int, hour, minutes string) bool {
	m, ok := number(minutes, 2)
	_, digital := number(strings.TrimRight(hour, letters), 2)
	return ok && digital && len(minutes) == 2 && m%5 == 0 && (minutes[0] == '0' || m > 24 || m <= h)
}

// digital reads an hour in digits, in one word.
func (r *reader) digital(w string) (bool, error) {
	text, half := w, ""
	for _, end := range []string{"am", "pm"} {
		if cut, ok := strings.CutSuffix(text, end); ok && cut != "" {
			text, half = cut, end
		}
	}
	behind := strings.TrimLeft(text, digits)
	hour, minute := text[:len(text)-len(behind)], ""
	h, ok := number(hour, 2)
	if !ok {
		return false, nil
	}
	switch {
	case behind == "":
	case strings.ContainsRune(":.-", rune(behind[0])): // 20:00, 20.00ч
		minute = strings.TrimRight(behind[1:], letters)
		if unit := behind[1+len(minute):]; unit != "" && !hourUnits[unit] || len(minute) != 2 || behind[0] == '-' && !isMinutes(h, hour, minute) {
			return false, nil
		}
	default: // 20ч, 20h30, 20ч30м
		minute = strings.TrimLeft(behind, letters)
		unit := behind[:len(behind)-len(minute)]
		after := strings.TrimLeft(minute, digits)
		minute = minute[:len(minute)-len(after)]
		if !hourUnits[unit] || after != "" && !minuteUnits[after] || minute != "" && len(minute) != 2 {
			return false, nil
		}
	}
	m := 0
	if minute != "" {
		if m, ok = number(minute, 2); !ok {
			return false, nil
		}
	}
	if h > 24 || m > 59 || h == 24 && (m > 0 || behind == "" || half != "") {
		return false, &Error{NoDate, w}
	}
	r.hour, r.minute, r.hasMinutes = h, m, minute != ""
	r.sure = r.hasMinutes || hour[0] == '0'
	r.half, r.halfWord, r.hourWord = halves[half], half, text
	return true, nil
}
