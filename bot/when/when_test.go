package when

import (
	"errors"
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
		"": {Unclear, ""}, "  ": {Unclear, ""}, "когда-нибудь": {Unclear, "когда-нибудь"}, "завтра вечером": {Unclear, "вечером"}, "завтра": {NoHour, ""}, "пт": {NoHour, ""}, "25.12": {NoHour, ""},
		"25:00": {NoDate, "25:00"}, "20:60": {NoDate, "20:60"}, "31.02 20:00": {NoDate, "31.02"}, "30 февраля 20:00": {NoDate, "30 февраля"}, "2026-13-01 20:00": {NoDate, "2026-13-01"},
		"сегодня 10:00": {Past, ""}, "23.11.2026 10:00": {Past, ""}, "<t:5>": {Past, ""}, "1.10.2025 20:00": {Past, ""}, "23.11 10:00": {Past, ""},
		"25.12.2028 20:00": {Far, ""}, "через 999 дней": {Far, ""}, "через 9999 недель": {Far, ""}, "<t:9999999999>": {Far, ""}, "1 ноября 20:00": {Far, ""},
		"14pm завтра пм": {Unclear, "пм"}, "завтра 13 am": {NoDate, "13 am"}, "через": {Unclear, "через"}, "через 2 часа в 20:00": {Unclear, "20:00"}, "завтра пт 20:00": {NoDate, "24.11.2026"}, "пн пт 20:00": {Unclear, "пт"}, "20:00 21:00": {Unclear, "21:00"},
		"<t:x>": {Unclear, "<t:x>"}, "<t:5:FF>": {Unclear, "<t:5:ff>"}, "next friday 20:00": {Unclear, "next"}, "12/25 20:00": {Unclear, "12/25"}, "-5": {Unclear, "-5"}, "29.02 20:00": {NoDate, "29.02"},
		"пт в полночь": {Unclear, "полночь"}, "midnight tomorrow": {Unclear, "midnight"}, "25.12.0000 20:00": {NoDate, "25.12.0000"}, "0000-12-25 20:00": {NoDate, "0000-12-25"}, "29.02.0000 20:00": {NoDate, "29.02.0000"},
		"завтра завтра завтра завтра завтра завтра завтра завтра завтра завтра": {Unclear, ""},
	} {
		got, err := Parse(text, now, moscow)
		var e *Error
		if !errors.As(err, &e) || *e != want {
			t.Errorf("%q: %v, %v; want %+v", text, got, err, want)
		}
	}
}

// TestClocksAreSet: an hour that is left out is refused, and of one that comes twice the
// first is meant. A day is a day, however long it is.
func TestClocksAreSet(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	spring, autumn := time.Date(2027, 3, 27, 12, 0, 0, 0, berlin), time.Date(2026, 10, 24, 12, 0, 0, 0, berlin)
	if _, err := Parse("tomorrow 2:30", spring, berlin); err == nil || err.(*Error).Why != Skipped {
		t.Errorf("an hour that is left out: %v", err)
	}
	twice, err := Parse("tomorrow 2:30", autumn, berlin)
	if err != nil || twice.UTC().Format(layout) != "2026-10-25 00:30" {
		t.Errorf("an hour that comes twice is %v, %v", twice.UTC(), err)
	}
	week, err := Parse("sat 20:00", time.Date(2027, 3, 27, 20, 0, 0, 0, berlin), berlin)
	if err != nil || week.Format(layout) != "2027-04-03 20:00" || week.Sub(time.Date(2027, 3, 27, 20, 0, 0, 0, berlin)) != 7*24*time.Hour-time.Hour {
		t.Errorf("the same hour a week later is %v, %v", week, err)
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
		"20:00 мск+2":        {"UTC+05", "2026-11-23 15:00"},
		"fri 19:30 MSK":      {"Europe/Moscow", "2026-11-27 16:30"},
		"fri 19:30 utc":      {"UTC", "2026-11-27 19:30"},
		"fri 19:30 GMT+5:30": {"UTC+05:30", "2026-11-27 14:00"},
		"fri 19:30 UTC -3":   {"UTC-03", "2026-11-27 22:30"},
		"in 2 hours utc+3":   {"UTC+03", "2026-11-23 14:00"},
		"00:30 utc+3":        {"UTC+03", "2026-11-23 21:30"},
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
	for _, text := range []string{"20:00 utc+15", "20:00 utc-13", "20:00 est", "мск", "20:00 мск+99", "20:00 utc+3 мск", "20:00 москва"} {
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
