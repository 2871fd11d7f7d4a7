package recur

import (
	"testing"
	"time"
	_ "time/tzdata"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	l, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestNext: nights keep their hour over the change of clocks, on each chosen day, every week or
// every two.
func TestNext(t *testing.T) {
	t.Parallel()
	const form = "Mon 2006-01-02 15:04 -07"
	for name, c := range map[string]struct {
		zone, first string
		days        Days
		weeks       int
		minute      int
		want        []string // after the midnight with which the first day begins
	}{
		"every week, over both changes": {"Europe/Berlin", "2026-03-21", Of(time.Saturday), 1, 20 * 60, []string{
			"Sat 2026-03-21 20:00 +01", "Sat 2026-03-28 20:00 +01", "Sat 2026-04-04 20:00 +02", "Sat 2026-04-11 20:00 +02",
		}},
		"every two weeks": {"Europe/Berlin", "2026-10-14", Of(time.Wednesday), 2, 19*60 + 30, []string{
			"Wed 2026-10-14 19:30 +02", "Wed 2026-10-28 19:30 +01", "Wed 2026-11-11 19:30 +01",
		}},
		"several days of every second week": {"Europe/Moscow", "2026-11-27", Of(time.Monday, time.Friday, time.Sunday), 2, 0, []string{
			"Fri 2026-11-27 00:00 +03", "Sun 2026-11-29 00:00 +03", "Mon 2026-12-07 00:00 +03", "Fri 2026-12-11 00:00 +03", "Sun 2026-12-13 00:00 +03", "Mon 2026-12-21 00:00 +03",
		}},
		"an hour that does not exist": {"Europe/Berlin", "2026-03-28", AllDays, 1, 2*60 + 30, []string{
			"Sat 2026-03-28 02:30 +01", "Sun 2026-03-29 03:00 +02", "Mon 2026-03-30 02:30 +02",
		}},
		"an hour that comes twice": {"Europe/Berlin", "2026-10-24", AllDays, 1, 2*60 + 30, []string{
			"Sat 2026-10-24 02:30 +02", "Sun 2026-10-25 02:30 +02", "Mon 2026-10-26 02:30 +01",
		}},
		"half an hour less": {"Australia/Lord_Howe", "2026-10-03", AllDays, 1, 2*60 + 10, []string{
			"Sat 2026-10-03 02:10 +1030", "Sun 2026-10-04 02:30 +11", "Mon 2026-10-05 02:10 +11",
		}},
		"half hours of a zone":   {"Asia/Kolkata", "2026-01-01", Of(time.Thursday), 1, 21 * 60, []string{"Thu 2026-01-01 21:00 +0530", "Thu 2026-01-08 21:00 +0530"}},
		"a day that was skipped": {"Pacific/Apia", "2011-12-29", AllDays, 1, 12 * 60, []string{"Thu 2011-12-29 12:00 -10", "Sat 2011-12-31 00:00 +14", "Sat 2011-12-31 12:00 +14"}},
		"no day":                 {"Etc/UTC", "2026-01-01", 0, 2, 0, []string{""}},
	} {
		first, err := time.Parse(time.DateOnly, c.first)
		if err != nil {
			t.Fatal(err)
		}
		r := Rule{c.days, c.weeks, c.minute, zone(t, c.zone), first}
		at := Rule{Zone: r.Zone}.On(first).Add(-time.Nanosecond)
		for _, want := range c.want {
			at = r.Next(at)
			got := ""
			if !at.IsZero() {
				form := form
				if _, offset := at.In(r.Zone).Zone(); offset%3600 != 0 {
					form += "00"
				}
				got = at.In(r.Zone).Format(form)
			}
			if got != want {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
}

// TestDays: a night whose clocks are moved over a midnight has its days moved.
func TestDays(t *testing.T) {
	t.Parallel()
	d := Of(time.Sunday, time.Wednesday)
	if got := d.Later(-1); got != Of(time.Saturday, time.Tuesday) {
		t.Errorf("a day earlier: %07b", got)
	}
	if got := d.Later(15); got != Of(time.Monday, time.Thursday) {
		t.Errorf("fifteen days later: %07b", got)
	}
}

// FuzzNext: whatever the rule, the next time is later, and shows the hour where it exists.
func FuzzNext(f *testing.F) {
	names := []string{"Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca"}
	f.Add(uint8(3), uint8(1), uint16(150), uint8(0), int64(1_774_744_200))
	f.Fuzz(func(t *testing.T, days, weeks uint8, minute uint16, name uint8, at int64) {
		r := Rule{Days(days) & AllDays, 1 + int(weeks%2), int(minute % 1440), time.UTC, time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)}
		zone, err := time.LoadLocation(names[int(name)%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		r.Zone = zone
		after := time.Unix(1_104_537_600+int64(uint64(at)%1_000_000_000), 0)
		next := r.Next(after)
		if r.Days == 0 {
			if !next.IsZero() {
				t.Fatalf("%+v: %v without a day", r, next)
			}
			return
		}
		if !next.After(after) || next.Sub(after) > 16*24*time.Hour {
			t.Fatalf("%+v after %v: %v", r, after, next)
		}
		if local := next.In(zone); Minute(local) != r.Minute {
			if start, _ := local.ZoneBounds(); !start.Equal(next) {
				t.Fatalf("%+v after %v: %v shows another hour, and no clock was set then", r, after, local)
			}
		}
	})
}
