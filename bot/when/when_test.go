package when

import (
	"errors"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

const layout = "2006-01-02 15:04"

func TestParse(t *testing.T) {
	moscow := zone(t, "Europe/Moscow")
	now := time.Date(2026, 11, 23, 18, 30, 15, 0, moscow) // a Monday
	for text, want := range map[string]string{
		"20:00": "2026-11-23 20:00", "в 20:00": "2026-11-23 20:00", "18:00": "2026-11-24 18:00", "в 21": "2026-11-23 21:00", "20.30": "2026-11-23 20:30", "20ч": "2026-11-23 20:00",
		"сегодня в 21": "2026-11-23 21:00", "Завтра, 20:00": "2026-11-24 20:00", "послезавтра 9:05": "2026-11-25 09:05", "завтра в 8 вечера": "2026-11-24 20:00",
		"завтра в 20 часов": "2026-11-24 20:00", "20:00 завтра": "2026-11-24 20:00", "завтра в полдень": "2026-11-24 12:00", "завтра 12 ночи": "2026-11-24 00:00",
		"пт 19:30": "2026-11-27 19:30", "в субботу в 20": "2026-11-28 20:00", "пн 18:00": "2026-11-30 18:00", "пн 20:00": "2026-11-23 20:00", "в среду в 7 вечера": "2026-11-25 19:00",
		"25.12 20:00": "2026-12-25 20:00", "25.12.2026 20:00": "2026-12-25 20:00", "25.12.26 в 20.00": "2026-12-25 20:00", "25 декабря 20:00": "2026-12-25 20:00",
		"1 января 2027 года в 15:00": "2027-01-01 15:00", "03.01 12:00": "2027-01-03 12:00", "3 мая 12:00": "2027-05-03 12:00", "20:00 25.12": "2026-12-25 20:00",
		"через 2 часа": "2026-11-23 20:30", "через полчаса": "2026-11-23 19:00", "через час": "2026-11-23 19:30", "через полтора часа": "2026-11-23 20:00",
		"через 3 дня в 20:00": "2026-11-26 20:00", "через неделю в 19": "2026-11-30 19:00", "через 2 ч 15 мин": "2026-11-23 20:45", "через неделю": "2026-11-30 18:30",
		"tomorrow 8pm": "2026-11-24 20:00", "fri 19:30": "2026-11-27 19:30", "on Saturday at 8:15 pm": "2026-11-28 20:15", "Dec 25 20:00": "2026-12-25 20:00", "25th of december at noon": "2026-12-25 12:00",
		"2026-12-25 20:00": "2026-12-25 20:00", "in 3 hours": "2026-11-23 21:30", "in an hour": "2026-11-23 19:30", "in half an hour": "2026-11-23 19:00", "in 90m": "2026-11-23 20:00", "in 1h 30m": "2026-11-23 20:00",
		"tonight 9 p.m.": "2026-11-23 21:00", "12am": "2026-11-24 00:00", "12 pm": "2026-11-24 12:00", "tomorrow at 20h": "2026-11-24 20:00", "feb 1 20:00": "2027-02-01 20:00",
		"<t:1798304400:F>": "2026-12-26 20:00", "<t:1798304400>": "2026-12-26 20:00", "25.12.2026 пт 20:00": "2026-12-25 20:00", "25.12, пт, 20:00": "2026-12-25 20:00", "завтра вт 20:00": "2026-11-24 20:00",
		"пт 25.12 20:00": "2026-12-25 20:00", "Fri Dec 25 20:00": "2026-12-25 20:00", "сб 28 ноября 20:00": "2026-11-28 20:00", "пт 10.12": "2026-11-27 10:12", "пт 10.30 вечера": "2026-11-27 22:30",
		"в полночь": "2026-11-24 00:00", "at midnight": "2026-11-24 00:00", "in 1h30m": "2026-11-23 20:00", "через 1ч30м": "2026-11-23 20:00", "через два часа": "2026-11-23 20:30", "in three days at 20:00": "2026-11-26 20:00",
		"завтра в 20:00.": "2026-11-24 20:00", "25 декабря 2026 г., 20:00!": "2026-12-25 20:00",
	} {
		got, err := Parse(text, now, moscow)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if s := got.In(moscow).Format(layout); s != want || got.Second() != 0 {
			t.Errorf("%q is %s, want %s", text, s, want)
		}
	}
}

func TestRefuse(t *testing.T) {
	moscow := zone(t, "Europe/Moscow")
	now := time.Date(2026, 11, 23, 18, 30, 0, 0, moscow)
	for text, want := range map[string]Error{
		"": {Unclear, ""}, "  ": {Unclear, ""}, "когда-нибудь": {Unclear, "когда-нибудь"}, "завтра": {NoHour, ""}, "пт": {NoHour, ""}, "25.12": {NoHour, ""},
		"25:00": {NoDate, "25:00"}, "20:60": {NoDate, "20:60"}, "31.02 20:00": {NoDate, "31.02"}, "30 февраля 20:00": {NoDate, "30 февраля"}, "2026-13-01 20:00": {NoDate, "2026-13-01"},
		"сегодня 10:00": {Past, ""}, "23.11.2026 10:00": {Past, ""}, "<t:5>": {Past, ""}, "1.10.2025 20:00": {Past, ""}, "23.11 10:00": {Past, ""},
		"25.12.2028 20:00": {Far, ""}, "через 999 дней": {Far, ""}, "через 9999 недель": {Far, ""}, "<t:9999999999>": {Far, ""}, "1 ноября 20:00": {Far, ""},
		"14pm завтра пм": {Unclear, "пм"}, "завтра 13 am": {NoDate, "13 am"}, "через": {Unclear, "через"}, "через 2 часа в 20:00": {Unclear, "20:00"}, "завтра пт 20:00": {NoDate, "24.11.2026"}, "пн пт 20:00": {Unclear, "пт"}, "20:00 21:00": {Unclear, "21:00"},
		"<t:x>": {Unclear, "<t:x>"}, "<t:5:FF>": {Unclear, "<t:5:ff>"}, "12/25 20:00": {Unclear, "12/25"}, "-5": {Unclear, "-5"}, "29.02 20:00": {NoDate, "29.02"},
		"25.12.0000 20:00": {NoDate, "25.12.0000"}, "0000-12-25 20:00": {NoDate, "0000-12-25"}, "29.02.0000 20:00": {NoDate, "29.02.0000"},
		"завтра завтра завтра завтра завтра завтра завтра завтра завтра завтра": {Unclear, ""},
	} {
		got, err := Parse(text, now, moscow)
		var e *Error
		if !errors.As(err, &e) || *e != want {
			t.Errorf("%q: %v, %v; want %+v", text, got, err, want)
		}
	}
}

// TestAsPeopleType: hours, parts of the day and weeks as people type them to each other,
// on a Monday evening.
func TestAsPeopleType(t *testing.T) {
	moscow := zone(t, "Europe/Moscow")
	now := time.Date(2026, 11, 23, 18, 30, 15, 0, moscow)
	for text, want := range map[string]string{
		"20-00": "2026-11-23 20:00", "20–00": "2026-11-23 20:00", "завтра в 20-30": "2026-11-24 20:30", "20-15": "2026-11-23 20:15", "8-05": "2026-11-24 08:05", "20,00": "2026-11-23 20:00", "20 30": "2026-11-23 20:30", "завтра 20 00": "2026-11-24 20:00",
		"20ч30": "2026-11-23 20:30", "20ч30м": "2026-11-23 20:30", "20 ч 30 мин": "2026-11-23 20:30", "20ч 30": "2026-11-23 20:30", "20 часов 30 минут": "2026-11-23 20:30", "20h30": "2026-11-23 20:30", "tomorrow 20h": "2026-11-24 20:00", "20 hours 5 min": "2026-11-23 20:05",
		"в 20.30": "2026-11-23 20:30", "20.30": "2026-11-23 20:30", "завтра 10.12": "2026-11-24 10:12", "8.30pm": "2026-11-23 20:30", "20:00ч": "2026-11-23 20:00", "08:00": "2026-11-24 08:00", "завтра в 08": "2026-11-24 08:00", "завтра в 8:00": "2026-11-24 08:00",
		"tonight 8": "2026-11-23 20:00", "tonight at 8": "2026-11-23 20:00", "tonight 8:30": "2026-11-23 20:30", "tonight 20:00": "2026-11-23 20:00", "8 tonight": "2026-11-23 20:00", "tonight 8pm": "2026-11-23 20:00", "tonight": "2026-11-23 20:00",
		"tonight at 12": "2026-11-24 00:00", "tonight 1": "2026-11-24 01:00", "tonight 0:30": "2026-11-24 00:30", "tonight at midnight": "2026-11-24 00:00", "today at 9pm": "2026-11-23 21:00", "today at 8": "2026-11-23 20:00", "this evening at 8": "2026-11-23 20:00",
		"сегодня вечером в 8": "2026-11-23 20:00", "сегодня в 8 вечером": "2026-11-23 20:00", "вечером в 9": "2026-11-23 21:00", "вечером": "2026-11-23 20:00", "сегодня вечером": "2026-11-23 20:00", "завтра вечером": "2026-11-24 20:00", "завтра вечером в 20:00": "2026-11-24 20:00",
		"завтра вечером в 7:30": "2026-11-24 19:30", "завтра утром в 9": "2026-11-24 09:00", "завтра с утра в 9": "", "завтра днём в 3": "2026-11-24 15:00", "завтра днём в 12": "2026-11-24 12:00", "утром в 9": "2026-11-24 09:00", "в пятницу вечером": "2026-11-27 20:00", "пт вечером 9": "2026-11-27 21:00",
		"tomorrow evening": "2026-11-24 20:00", "tomorrow night": "2026-11-24 20:00", "friday night 8": "2026-11-27 20:00", "tomorrow at 8 in the evening": "2026-11-24 20:00", "8 in the morning": "2026-11-24 08:00", "in the evening at 8": "2026-11-23 20:00", "tomorrow afternoon at 3": "2026-11-24 15:00", "8 at night": "2026-11-23 20:00",
		"завтра в восемь вечера": "2026-11-24 20:00", "tomorrow at eight pm": "2026-11-24 20:00", "в час дня": "2026-11-24 13:00", "в два часа ночи": "2026-11-24 02:00", "в 11 ночи": "2026-11-23 23:00", "сегодня в 2 ночи": "2026-11-24 02:00", "сегодня ночью в 2": "2026-11-24 02:00", "завтра в 11 дня": "2026-11-24 11:00", "8 pm friday": "2026-11-27 20:00",
		"next friday 20:00": "2026-12-04 20:00", "в следующую пятницу в 20:00": "2026-12-04 20:00", "след. пт 20:00": "2026-12-04 20:00", "next monday 20:00": "2026-11-30 20:00", "next sunday 20:00": "2026-12-06 20:00", "friday next week 20:00": "2026-12-04 20:00", "next week friday 8pm": "2026-12-04 20:00",
		"на следующей неделе в пт 20:00": "2026-12-04 20:00", "в пт на след неделе в 20:00": "2026-12-04 20:00", "в следующую пятницу вечером": "2026-12-04 20:00", "this friday 20:00": "2026-11-27 20:00", "в эту пятницу в 20": "2026-11-27 20:00", "в ближайшую субботу 20:00": "2026-11-28 20:00", "the day after tomorrow at 8pm": "2026-11-25 20:00",
		"в 24:00": "2026-11-24 00:00", "завтра в 24:00": "2026-11-25 00:00", "пт 24.00": "2026-11-28 00:00", "сегодня в полночь": "2026-11-24 00:00", "tomorrow noon": "2026-11-24 12:00", "завтра в полдень": "2026-11-24 12:00", "пт с 20:00": "2026-11-27 20:00", "fri from 8pm": "2026-11-27 20:00",
		"tonite 8": "2026-11-23 20:00", "this eve 8": "2026-11-23 20:00", "сёдня вечером": "2026-11-23 20:00", "сегодня в 8 веч": "2026-11-23 20:00", "завтра веч.": "2026-11-24 20:00", "завтра вечерком в 9": "2026-11-24 21:00",
		"20 : 00": "2026-11-23 20:00", "20: 00": "2026-11-23 20:00", "завтра: 20:30": "2026-11-24 20:30", "２０：００": "2026-11-23 20:00", "weds 8pm": "2026-11-25 20:00", "tommorow 8 p.m": "2026-11-24 20:00", "tomorrow 8:30 p.m": "2026-11-24 20:30", "пятн 20:00": "2026-11-27 20:00",
		"через 3 дня вечером в 8": "2026-11-26 20:00", "in a week at 8 in the evening": "2026-11-30 20:00", "20 30 декабря": "2026-12-30 20:00", "tomorrow at 8 o’clock pm": "2026-11-24 20:00", "(завтра 20:00)": "2026-11-24 20:00", "завтра в 20:00?": "2026-11-24 20:00", "fri @ 20:00": "2026-11-27 20:00", "вечером пятницы в 8": "2026-11-27 20:00",
	} {
		got, err := Parse(text, now, moscow)
		if want == "" {
			if err == nil {
				t.Errorf("%q is read as %s", text, got)
			}
		} else if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if s := got.In(moscow).Format(layout); s != want || got.Second() != 0 {
			t.Errorf("%q is %s, want %s", text, s, want)
		}
	}
	for text, want := range map[string]Error{
		"завтра утром": {NoHour, ""}, "next friday": {NoHour, ""}, "в следующую пятницу": {NoHour, ""}, "завтра ночью": {NoHour, ""}, "next week 20:00": {Unclear, "next week"}, "next week": {Unclear, "next week"}, "на следующей неделе 25.12 20:00": {Unclear, "следующей неделе"},
		"18-20": {Unclear, "18-20"}, "завтра 10-12": {Unclear, "10-12"}, "20-61": {Unclear, "20-61"}, "20:00-22:00": {Unclear, "20:00-22:00"}, "20 61 мин": {NoDate, "20 61"}, "20ч61": {NoDate, "20ч61"}, "завтра 10 12": {Unclear, "12"}, "1930": {Unclear, "1930"},
		"24:30": {NoDate, "24:30"}, "24": {NoDate, "24"}, "24pm": {NoDate, "24pm"}, "завтра утром в 20:00": {NoDate, "20:00 утром"}, "tonight 9am": {NoDate, "9 am tonight"}, "12 вечера": {NoDate, "12 вечера"}, "завтра днём в 8": {NoDate, "8 днем"}, "завтра ночью в 7": {NoDate, "7 ночью"}, "midnight pm": {NoDate, "midnight pm"},
		"через день": {Unclear, "через день"}, "через день в 20:00": {Unclear, "через день"}, "next next friday 20:00": {Unclear, "next"}, "next tomorrow 20:00": {Unclear, "next"}, "до 20:00": {Unclear, "до"}, "about 20:00": {Unclear, "about"}, "утром вечером 8": {Unclear, "вечером"}, "полдевятого": {Unclear, "полдевятого"},
		"this morning at 9": {Past, ""}, "сегодня утром в 9": {Past, ""}, "сегодня в 0:00": {Past, ""},
	} {
		got, err := Parse(text, now, moscow)
		var e *Error
		if !errors.As(err, &e) || *e != want {
			t.Errorf("%q: %v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"tonight", "сегодня вечером", "вечером"} {
		late := time.Date(2026, 11, 23, 20, 0, 0, 0, moscow)
		if got, err := Parse(text, late, moscow); err == nil || err.(*Error).Why != NoHour {
			t.Errorf("%q at eight is %v, %v", text, got, err)
		}
	}
	after := time.Date(2026, 11, 24, 0, 10, 0, 0, moscow)
	for text, want := range map[string]string{"tonight 1": "2026-11-24 01:00", "tonight 0:05": "2026-11-25 00:05", "сегодня ночью в 2": "2026-11-24 02:00", "tonight 8": "2026-11-24 20:00"} {
		if got, err := Parse(text, after, moscow); err != nil || got.In(moscow).Format(layout) != want {
			t.Errorf("%q after midnight is %v, %v, want %s", text, got, err, want)
		}
	}
}

// TestEither: where people mean one of two moments, Read returns both, and Parse refuses.
func TestEither(t *testing.T) {
	moscow := zone(t, "Europe/Moscow")
	now := time.Date(2026, 11, 23, 18, 30, 0, 0, moscow)
	for text, want := range map[string][]string{
		"tomorrow at 8": {"2026-11-24 08:00", "2026-11-24 20:00"}, "завтра в 8": {"2026-11-24 08:00", "2026-11-24 20:00"}, "завтра в 8 часов": {"2026-11-24 08:00", "2026-11-24 20:00"}, "завтра в восемь": {"2026-11-24 08:00", "2026-11-24 20:00"},
		"at 8": {"2026-11-23 20:00", "2026-11-24 08:00"}, "в 7": {"2026-11-23 19:00", "2026-11-24 07:00"}, "fri 11": {"2026-11-27 11:00", "2026-11-27 23:00"}, "25 декабря в 7": {"2026-12-25 07:00", "2026-12-25 19:00"}, "через 3 дня в 8": {"2026-11-26 08:00", "2026-11-26 20:00"},
		"пт в полночь": {"2026-11-27 00:00", "2026-11-28 00:00"}, "midnight tomorrow": {"2026-11-24 00:00", "2026-11-25 00:00"}, "завтра ночью в 2": {"2026-11-24 02:00", "2026-11-25 02:00"}, "friday night at 12": {"2026-11-27 00:00", "2026-11-28 00:00"}, "next friday at 8": {"2026-12-04 08:00", "2026-12-04 20:00"},
	} {
		list, err := Read(text, now, moscow)
		var got []string
		for _, at := range list {
			got = append(got, at.In(moscow).Format(layout))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
		if at, err := Parse(text, now, moscow); err == nil || err.(*Error).Why != Either || err.(*Error).Word == "" {
			t.Errorf("%q is read as %v, %v", text, at, err)
		}
	}
	for text, want := range map[string]string{"today at 8": "2026-11-23 20:00", "tomorrow at 12": "2026-11-24 12:00", "tomorrow at 0": "2026-11-24 00:00"} {
		if list, err := Read(text, now, moscow); err != nil || len(list) != 1 || list[0].In(moscow).Format(layout) != want {
			t.Errorf("%q is %v, %v", text, list, err)
		}
	}
}

// TestClocksAreSet: of an hour that is left out the next day that has it is meant, unless
// a day was named: then it is refused. Of an hour that comes twice the first is meant that
// is to come. A day is a day, however long it is.
func TestClocksAreSet(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	at := func(y, m, d, h, min int) time.Time { return time.Date(y, time.Month(m), d, h, min, 0, 0, berlin) }
	before, early, evening := at(2027, 3, 27, 12, 0), at(2027, 3, 28, 1, 0), at(2027, 3, 28, 20, 0) // clocks are set forward in the night to the 28th, a Sunday
	autumn := at(2026, 10, 24, 12, 0)                                                               // and back in the night to the 25th, a Sunday
	first := time.Date(2026, 10, 25, 0, 45, 0, 0, time.UTC)                                         // 2:45 by the clock that is set back at three
	for _, c := range []struct {
		text string
		now  time.Time
		want string // by UTC
	}{
		{"2:30", before, "2027-03-29 00:30"}, {"2:30", early, "2027-03-29 00:30"}, {"2:30", evening, "2027-03-29 00:30"}, {"1:30", before, "2027-03-28 00:30"}, {"3:30", early, "2027-03-28 01:30"},
		{"sun 2:30", before, "2027-04-04 00:30"}, {"вс 2:30", early, "2027-04-04 00:30"}, {"sun 2:30", evening, "2027-04-04 00:30"}, {"в воскресенье в 2:30", before, "2027-04-04 00:30"},
		{"at 2 at night", before, "2027-03-29 00:00"}, {"tonight at 2", before, "2027-03-29 00:00"}, {"в 2 ночи", early, "2027-03-29 00:00"},
		{"tomorrow 3:00", before, "2027-03-28 01:00"}, {"in 2 days", before, "2027-03-29 10:00"}, {"in 24 hours", before, "2027-03-28 11:00"}, {"in 1 day", at(2027, 3, 27, 3, 30), "2027-03-28 01:30"}, {"tomorrow at 2", before, "2027-03-28 12:00"},
		{"tomorrow 2:30", autumn, "2026-10-25 00:30"}, {"вс 2:30", autumn, "2026-10-25 00:30"}, {"2:30", at(2026, 10, 25, 0, 0), "2026-10-25 00:30"}, {"2:50", first, "2026-10-25 00:50"}, {"in 1 day", at(2026, 10, 24, 2, 30), "2026-10-25 00:30"},
		{"2:30", first, "2026-10-25 01:30"}, {"сегодня 2:30", first, "2026-10-25 01:30"}, {"sun 2:30", first, "2026-10-25 01:30"}, {"2:30", first.Add(time.Hour), "2026-10-26 01:30"},
		{"sat 20:00", at(2027, 3, 27, 20, 0), "2027-04-03 18:00"},
	} {
		got, err := Parse(c.text, c.now, berlin)
		if err != nil || got.UTC().Format(layout) != c.want {
			t.Errorf("%q at %v is %v, %v; want %s", c.text, c.now, got.UTC(), err, c.want)
		}
	}
	hole := at(2027, 3, 27, 2, 30)
	for _, c := range []struct {
		text string
		now  time.Time
	}{{"tomorrow 2:30", before}, {"завтра в 2:30", before}, {"28.03 2:30", before}, {"today 2:30", early}, {"next sunday 2:30", at(2027, 3, 20, 12, 0)}, {"in 1 day", hole}, {"через сутки", hole}, {"in a week", at(2027, 3, 21, 2, 30)}, {"in 1 day at 2:30", before}} {
		got, err := Parse(c.text, c.now, berlin)
		var e *Error
		if !errors.As(err, &e) || *e != (Error{Skipped, "2:30"}) {
			t.Errorf("%q at %v is %v, %v", c.text, c.now, got, err)
		}
	}
	howe := zone(t, "Australia/Lord_Howe") // its clocks are set by half an hour, forward at two on the 4th of October
	if got, err := Parse("2:15", time.Date(2026, 10, 3, 20, 0, 0, 0, howe), howe); err != nil || got.In(howe).Format(layout) != "2026-10-05 02:15" {
		t.Errorf("a quarter past two on Lord Howe is %v, %v", got.In(howe), err)
	}
}

// FuzzParse: whatever is typed, a moment that is read is in time, and the wall shows
// whole minutes.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"завтра в 20:00", "fri 19:30", "25 декабря", "in 2 hours", "<t:1798300800:F>", "через 3 дня в 8 вечера", "29.02 20:00", "20:00 по мск+2", "20:00 utc-3:30"} {
		f.Add(text, int64(1795444000))
	}
	berlin := zone(f, "Europe/Berlin")
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		now := time.Unix(unix%(1<<33), 0)
		rest, in := Zone(text)
		if in == nil {
			in = berlin
		}
		at, err := Parse(rest, now, in)
		var e *Error
		switch {
		case err != nil && !errors.As(err, &e):
			t.Errorf("%q: %v", text, err)
		case err == nil && (!at.After(now) || at.Sub(now) > MaxAhead):
			t.Errorf("%q at %v is %v", text, now, at)
		}
	})
}

// TestDaysKeepTheHour: what is days or weeks away has the same hour, also when clocks are
// set meanwhile. What is hours away does not.
func TestDaysKeepTheHour(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	now := time.Date(2026, 10, 24, 18, 0, 0, 0, berlin)
	for text, want := range map[string]string{
		"in a week": "2026-10-31 18:00", "через неделю": "2026-10-31 18:00", "in 1 day": "2026-10-25 18:00", "через 2 дня": "2026-10-26 18:00", "in 24 hours": "2026-10-25 17:00", "in 1 day 2 hours": "2026-10-25 19:00",
	} {
		if got, err := Parse(text, now, berlin); err != nil || got.In(berlin).Format(layout) != want {
			t.Errorf("%q is %v, %v, want %s", text, got.In(berlin), err, want)
		}
	}
	if got, err := Parse("пт 24.12 20:00", now, berlin); err == nil {
		t.Errorf("a Thursday is read as a Friday: %v", got)
	}
}

// TestZone: what people write about the clock that they mean.
func TestZone(t *testing.T) {
	london := zone(t, "Europe/London")
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, london)
	for text, want := range map[string]struct{ name, at string }{
		"20:00":                  {"", "2026-11-23 20:00"},
		"20:00 мск":              {"Europe/Moscow", "2026-11-23 17:00"},
		"завтра в 20:00 по МСК.": {"Europe/Moscow", "2026-11-24 17:00"},
		"завтра в 20 по Москве":  {"Europe/Moscow", "2026-11-24 17:00"},
		"20:00 по московскому времени": {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 мск+2":            {"UTC+05", "2026-11-23 15:00"},
		"fri 19:30 MSK":          {"Europe/Moscow", "2026-11-27 16:30"},
		"fri 19:30 utc":          {"UTC", "2026-11-27 19:30"},
		"fri 19:30 GMT+5:30":     {"UTC+05:30", "2026-11-27 14:00"},
		"fri 19:30 UTC -3":       {"UTC-03", "2026-11-27 22:30"},
		"in 2 hours utc+3":       {"UTC+03", "2026-11-23 14:00"},
		"00:30 utc+3":            {"UTC+03", "2026-11-23 21:30"},
		"20:00 (мск)":            {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 [мск]":            {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 / мск":            {"Europe/Moscow", "2026-11-23 17:00"},
		"(20:00 по мск)":         {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 (МСК+2)":          {"UTC+05", "2026-11-23 15:00"},
		"20:00мск":               {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 мск завтра":       {"Europe/Moscow", "2026-11-24 17:00"},
		"завтра по мск 20:00":    {"Europe/Moscow", "2026-11-24 17:00"},
		"20:00 мск, пт":          {"Europe/Moscow", "2026-11-27 17:00"},
		"fri 8pm Moscow time":    {"Europe/Moscow", "2026-11-27 17:00"},
		"20:00 московское время": {"Europe/Moscow", "2026-11-23 17:00"},
		"20:00 (UTC+3)":          {"UTC+03", "2026-11-23 17:00"},
		"20:00 utc−3 fri":        {"UTC-03", "2026-11-27 23:00"},
		"fri 19:30 gmt+530":      {"UTC+05:30", "2026-11-27 14:00"},
		"вечером в 8 по мск":     {"Europe/Moscow", "2026-11-23 17:00"},
	} {
		rest, in := Zone(text)
		name := ""
		if in != nil {
			name = in.String()
		} else {
			in = london
		}
		at, err := Parse(rest, now, in)
		if err != nil || name != want.name || at.In(london).Format(layout) != want.at {
			t.Errorf("%q is %v in %q, %v; want %+v", text, at.In(london), name, err, want)
		}
	}
	for _, text := range []string{"20:00 utc+15", "20:00 utc-13", "20:00 est", "мск", "20:00 мск+99", "20:00 utc+3 мск", "20:00 москва", "20:00 омск", "20:00 utcx", "20:00 utc+3:99", "20:00 по киеву", "20:00 CET"} {
		rest, in := Zone(text)
		if in == nil {
			in = london
		}
		var e *Error
		if at, err := Parse(rest, now, in); !errors.As(err, &e) || e.Why != Unclear {
			t.Errorf("%q is %v, %v", text, at, err)
		}
	}
}
