package store

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestSeries: a series is made, changed, announces each night once, and ends with its host or its
// server.
func TestSeries(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		one := Series{
			Guild: 1, ID: "a", Channel: 5, Game: "somnia", Options: map[string]string{"clock": "30"}, Thread: true, Lang: "ru", Host: 7, HostName: "Вера", HostUsername: "vera",
			Days: 65, Weeks: 2, Minute: 1230, Zone: "Europe/Berlin", Begins: "2026-09-21", State: SeriesRunning, Announced: at,
		}
		other := Series{Guild: 2, ID: "a", Channel: 6, Game: "x", Host: 8, Days: 1, Weeks: 1, Zone: "Etc/UTC", Begins: "2026-09-21", State: SeriesPaused, Announced: at}
		if err := errors.Join(s.Series().SaveSeries(ctx, one), s.Series().SaveSeries(ctx, other)); err != nil {
			t.Fatal(err)
		}
		is := func(want Series, there bool) {
			t.Helper()
			got, ok, err := s.Series().OneSeries(ctx, want.Guild, want.ID)
			if d := cmp.Diff(want, got); err != nil || ok != there || there && d != "" {
				t.Errorf("%v, %v:\n%s", ok, err, d)
			}
		}
		is(one, true)
		if list, err := s.Series().RunningSeries(ctx); err != nil || len(list) != 1 || list[0].Guild != 1 {
			t.Errorf("running: %+v, %v", list, err)
		}
		night := Night{Guild: 1, ID: "a-1", Channel: 5, Game: "somnia", Host: 7, At: at.Add(time.Hour), State: NightPlanned}
		message := Surface{Owner: NightOwner(1, "a-1"), Kind: NightMessage, Channel: 5}
		announce := func(was Series, n Night, want bool) {
			t.Helper()
			if saved, err := s.Series().AnnounceOf(ctx, was, n, message); err != nil || saved != want {
				t.Errorf("announced: %v, %v, want %v", saved, err, want)
			}
		}
		announce(one, night, true)
		announce(one, night, false) // by another process, or again
		if list, err := s.Nights().NightsOn(ctx, 1); err != nil || len(list) != 1 || list[0].ID != "a-1" {
			t.Errorf("nights: %+v, %v", list, err)
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx); err != nil || len(list) != 1 {
			t.Errorf("messages: %+v, %v", list, err)
		}
		one.Announced = night.At
		is(one, true)
		was := one
		one.Skips, one.Role, one.Days, one.Channel = "2026-10-05", 9, 2, 55
		if err := s.Series().ChangeSeries(ctx, one); err != nil {
			t.Fatal(err)
		}
		is(one, true)
		later := night
		later.ID, later.At = "a-2", at.Add(2*time.Hour)
		announce(was, later, false) // it was changed since
		announce(one, later, true)
		one.Announced = later.At
		again := one
		again.Announced = at
		if err := s.Series().ChangeSeries(ctx, again); err != nil { // as one that was ended and made again
			t.Fatal(err)
		}
		announce(again, later, false)
		is(one, true)
		one.State = SeriesPaused
		if err := s.Series().ChangeSeries(ctx, one); err != nil {
			t.Fatal(err)
		}
		later.ID, later.At = "a-3", at.Add(3*time.Hour)
		announce(one, later, false)
		p, err := s.Erasures().Person(ctx, 7, func(uint64) time.Time { return at })
		if got, e := json.Marshal(p.Rows("night_series")); string(got) != `[{"server":"1","game":"somnia","name":"Вера","username":"vera","days":2,"weeks":2,"minute":1230,"zone":"Europe/Berlin","state":"paused"}]` || err != nil || e != nil {
			t.Errorf("what is kept: %s, %v", got, errors.Join(err, e))
		}
		if err := s.Erasures().RequestErasure(ctx, 7, at); err != nil {
			t.Fatal(err)
		}
		is(one, false)
		if err := s.Series().ChangeSeries(ctx, one); err != nil { // what was read before brings nothing back
			t.Fatal(err)
		}
		is(one, false)
		is(other, true)
		if err := s.Guilds().EraseGuildNow(ctx, 2); err != nil {
			t.Fatal(err)
		}
		is(other, false)
		other.Guild = 3
		if err := errors.Join(s.Series().SaveSeries(ctx, other), s.Series().EndSeries(ctx, 3, "a")); err != nil {
			t.Fatal(err)
		}
		is(other, false)
	})
}
