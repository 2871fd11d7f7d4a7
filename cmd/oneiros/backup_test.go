package main

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestRepeat: backups count from the latest one that is there, also after a restart.
func TestRepeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		var at []time.Duration
		note := func() error { at = append(at, time.Since(begun)); return nil }
		ctx, stop := context.WithTimeout(t.Context(), 60*time.Hour)
		defer stop()
		// The latest backup is four hours old.
		if err := repeat(ctx, begun.Add(-4*time.Hour), 24*time.Hour, note); err != nil {
			t.Fatal(err)
		}
		if want := []time.Duration{20 * time.Hour, 44 * time.Hour}; !slices.Equal(at, want) {
			t.Errorf("backups after %v, want %v", at, want)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		failed := errors.New("no room")
		// There is none yet, so the first comes at once. A failure ends all.
		if err := repeat(t.Context(), time.Time{}, time.Hour, func() error { return failed }); !errors.Is(err, failed) || time.Since(begun) != 0 {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
		// A latest backup in the future, by a clock that was wrong, delays it for no more
		// than the time between two.
		stopped := errors.New("stop")
		if err := repeat(t.Context(), begun.Add(1000*time.Hour), time.Hour, func() error { return stopped }); !errors.Is(err, stopped) || time.Since(begun) != time.Hour {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	})
}
