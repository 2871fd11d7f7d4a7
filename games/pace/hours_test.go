package pace

import (
	"math/rand/v2"
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

// inside is what the wall shows, and nothing else.
func inside(h Hours, at time.Time) bool {
	hour := at.In(h.Zone).Hour()
	switch from, to := h.From%24, h.To%24; {
	case from < to:
		return from <= hour && hour < to
	case from > to:
		return from <= hour || hour < to
	}
	return true
}

// counted is Between by looking at the wall each half of a minute. All offsets since 2000
// are whole minutes.
func counted(h Hours, a, b time.Time) (sum time.Duration) {
	const step = 30 * time.Second
	for ; a.Before(b); a = a.Add(step) {
		if inside(h, a) {
			sum += step
		}
	}
	return sum
}

func TestBetween(t *testing.T) {
	t.Parallel()
	at := func(l *time.Location, month time.Month, d, hour, minute int) time.Time {
		return time.Date(2026, month, d, hour, minute, 0, 0, l)
	}
	moscow, berlin, lordHowe := zone(t, "Europe/Moscow"), zone(t, "Europe/Berlin"), zone(t, "Australia/Lord_Howe")
	for name, c := range map[string]struct {
		h    Hours
		a, b time.Time
		want time.Duration
	}{
		"a day":                                 {Hours{10, 22, moscow}, at(moscow, 5, 4, 0, 0), at(moscow, 5, 5, 0, 0), 12 * time.Hour},
		"a night":                               {Hours{10, 22, moscow}, at(moscow, 5, 4, 22, 0), at(moscow, 5, 5, 10, 0), 0},
		"over midnight":                         {Hours{20, 2, moscow}, at(moscow, 5, 4, 19, 0), at(moscow, 5, 5, 1, 30), 5*time.Hour + 30*time.Minute},
		"day and night":                         {Hours{7, 7, moscow}, at(moscow, 5, 4, 19, 0), at(moscow, 5, 6, 19, 0), 48 * time.Hour},
		"until midnight":                        {Hours{18, 24, moscow}, at(moscow, 5, 4, 12, 0), at(moscow, 5, 5, 12, 0), 6 * time.Hour},
		"the night that loses an hour":          {Hours{0, 6, berlin}, at(berlin, 3, 29, 0, 0), at(berlin, 3, 29, 12, 0), 5 * time.Hour},
		"the night that gains an hour":          {Hours{0, 6, berlin}, at(berlin, 10, 25, 0, 0), at(berlin, 10, 25, 12, 0), 7 * time.Hour},
		"an hour that is left out":              {Hours{2, 3, berlin}, at(berlin, 3, 29, 0, 0), at(berlin, 3, 29, 12, 0), 0},
		"half an hour more on Lord Howe":        {Hours{0, 4, lordHowe}, at(lordHowe, 4, 5, 0, 0), at(lordHowe, 4, 5, 12, 0), 4*time.Hour + 30*time.Minute},
		"half an hour less on Lord Howe":        {Hours{0, 4, lordHowe}, at(lordHowe, 10, 4, 0, 0), at(lordHowe, 10, 4, 12, 0), 3*time.Hour + 30*time.Minute},
		"the other way round":                   {Hours{10, 22, moscow}, at(moscow, 5, 5, 0, 0), at(moscow, 5, 4, 0, 0), -12 * time.Hour},
		"all the time, at a table that is live": {Hours{}, at(moscow, 5, 4, 0, 0), at(moscow, 5, 5, 0, 0), 24 * time.Hour},
	} {
		if got := c.h.Between(c.a, c.b); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestHoursAreExact compares the arithmetic with a walk along the wall.
func TestHoursAreExact(t *testing.T) {
	t.Parallel()
	names := []string{"Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo", "Europe/Moscow", "Pacific/Apia", "Africa/Casablanca"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		h := Hours{r.IntN(24), r.IntN(25), zone(t, names[r.IntN(len(names))])}
		a := time.Date(2005+r.IntN(25), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), r.IntN(60), 0, 0, time.UTC)
		if r.IntN(2) == 0 { // near a day on which clocks are set
			if _, end := a.In(h.Zone).ZoneBounds(); !end.IsZero() && end.Year() < 2035 {
				a = end.Add(-time.Duration(r.IntN(4000)) * time.Minute).UTC()
			}
		}
		check(t, h, a, time.Duration(r.IntN(9*24*60))*time.Minute)
	}
}

// check checks the arithmetic from a moment on, over a span of whole minutes.
func check(t *testing.T, h Hours, a time.Time, span time.Duration) {
	t.Helper()
	b := a.Add(span)
	want := counted(h, a, b)
	if got := h.Between(a, b); got != want {
		t.Fatalf("%v from %v to %v: %v, want %v", h, a, b, got, want)
	}
	if mid := a.Add(span / 3); h.Between(a, mid)+h.Between(mid, b) != want {
		t.Fatalf("%v from %v to %v: two parts are %v and %v, want %v", h, a, b, h.Between(a, mid), h.Between(mid, b), want)
	}
	if h.Open(a) != inside(h, a) {
		t.Fatalf("%v at %v: open is %v", h, a, h.Open(a))
	}
	if want > 0 {
		u := h.After(a, want)
		if u.After(b) || h.Between(a, u) != want || h.Between(a, u.Add(-1)) != want-1 {
			t.Fatalf("%v from %v: %v is reached at %v", h, a, want, u)
		}
	}
	if n := h.Next(a); n.Before(a) || !inside(h, n) || h.Between(a, n) != 0 {
		t.Fatalf("%v: the next moment from %v on is %v", h, a, n)
	}
}

func FuzzHours(f *testing.F) {
	for _, s := range []struct {
		from, to, zone uint8
		at             int64
		minutes        uint16
	}{{10, 22, 10, 1_790_000_000, 3000}, {20, 2, 7, 1_774_745_940, 400}, {0, 0, 25, 0, 60}, {2, 3, 7, 1_774_744_200, 90}} {
		f.Add(s.from, s.to, s.zone, s.at, s.minutes)
	}
	f.Fuzz(func(t *testing.T, from, to, which uint8, at int64, minutes uint16) {
		names := append([]string{"Australia/Lord_Howe"}, Zones...)
		const early, late = 1_104_537_600, 2_000_000_000 // whole minutes between UTC and each zone
		a := time.Unix(early+int64(uint64(at)%(late-early)), 0)
		a = a.Truncate(time.Minute).UTC()
		check(t, Hours{int(from % 25), int(to % 25), zone(t, names[int(which)%len(names)])}, a, time.Duration(minutes%20_000)*time.Minute)
	})
}

// TestZones checks that every time zone that can be chosen is known, and that their order
// is from west to east.
func TestZones(t *testing.T) {
	t.Parallel()
	last := -1 << 20
	for _, name := range Zones {
		_, offset := time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC).In(zone(t, name)).Zone()
		if offset < last {
			t.Errorf("%s is west of the one before it", name)
		}
		last = offset
	}
}
