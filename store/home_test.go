package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestPresets: a preset takes the place of its namesake, forgets its author with the
// author, and goes with its server.
func TestPresets(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		quick := Preset{Guild: 1, Name: "Быстрая", Game: "somnia", Options: map[string]string{"clock": "30"}, Author: 7}
		long := Preset{Guild: 1, Name: "*@everyone*", Game: "somnia", Options: map[string]string{}, Author: 8}
		for _, p := range []Preset{quick, long, {Guild: 2, Name: "Быстрая", Game: "x"}} {
			if err := s.Presets().SavePreset(ctx, p, false); err != nil {
				t.Fatal(err)
			}
		}
		list := func(want ...Preset) {
			t.Helper()
			got, err := s.Presets().Presets(ctx, 1)
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v:\n%s", err, d)
			}
		}
		list(long, quick)
		quick.Game, quick.Author = "when-i-dream", 9
		if err := s.Presets().SavePreset(ctx, quick, false); !errors.Is(err, ErrPresetTaken) {
			t.Errorf("in the place of another person's: %v", err)
		}
		if err := s.Presets().SavePreset(ctx, quick, true); err != nil {
			t.Fatal(err)
		}
		list(long, quick)
		never := func(uint64) time.Time { return at }
		if p, err := s.Erasures().Person(ctx, 9, never); err != nil || len(p.Rows("presets")) != 1 || string(p.Rows("presets")[0]) != `{"server":"1","name":"Быстрая","game":"when-i-dream"}` {
			t.Errorf("what is kept of the author: %+v, %v", p.Rows("presets"), err)
		}
		if err := s.Erasures().RequestErasure(ctx, 9, at); err != nil {
			t.Fatal(err)
		}
		quick.Author = 0
		list(long, quick)
		theirs := long
		theirs.Author = 10
		if err := s.Presets().DeletePreset(ctx, theirs); err != nil {
			t.Fatal(err)
		}
		list(long, quick)
		if err := s.Presets().DeletePreset(ctx, long); err != nil {
			t.Fatal(err)
		}
		list(quick)
		for i := range MaxPresetsOf + 1 {
			p := Preset{Guild: 3, Name: fmt.Sprint(i), Game: "somnia", Author: 11}
			err := s.Presets().SavePreset(ctx, p, false)
			if full := i == MaxPresetsOf; errors.Is(err, ErrPresetsOf) != full || err != nil && !full {
				t.Errorf("preset %d of one person: %v", i, err)
			}
			if err := s.Presets().SavePreset(ctx, p, true); err != nil {
				t.Errorf("preset %d of a manager: %v", i, err)
			}
		}
		for i := range MaxPresets {
			err := s.Presets().SavePreset(ctx, Preset{Guild: 1, Name: fmt.Sprint(i), Game: "somnia"}, true)
			if full := i == MaxPresets-1; errors.Is(err, ErrPresets) != full || err != nil && !full {
				t.Errorf("preset %d: %v", i, err)
			}
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Presets().Presets(ctx, 1); err != nil || len(got) != 0 {
			t.Errorf("of an erased server: %v, %v", got, err)
		}
	})
}

// TestQuiet: quiet hours go over midnight, in their own zone.
func TestQuiet(t *testing.T) {
	t.Parallel()
	night := Home{Quiet: &Quiet{From: 22, To: 8, Zone: 180}}
	for hour := range 24 {
		there := (hour + 3) % 24
		if got, want := night.IsQuiet(time.Date(2026, 11, 23, hour, 59, 0, 0, time.UTC)), there >= 22 || there < 8; got != want {
			t.Errorf("%d o'clock there: %v", there, got)
		}
	}
	for month, first := range map[time.Month]int{time.January: 21, time.July: 20} { // by UTC, when it is 22 in Berlin
		berlin := Home{Quiet: &Quiet{From: 22, To: 8, City: "Europe/Berlin", Zone: 180}}
		for minute, want := range map[int]bool{first*60 - 1: false, first * 60: true} {
			if got := berlin.IsQuiet(time.Date(2026, month, 5, 0, minute, 0, 0, time.UTC)); got != want {
				t.Errorf("in %v, %d minutes after midnight of UTC: %v", month, minute, got)
			}
		}
	}
	if (Home{}).IsQuiet(time.Now()) {
		t.Error("it is quiet where nobody chose anything")
	}
}
