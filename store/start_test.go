package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLastStart(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	if got, err := s.Starts().LastStart(t.Context()); err != nil || !got.At.IsZero() || len(got.Settings) != 0 {
		t.Fatalf("a new database has the start %+v: %v", got, err)
	}
	for _, level := range []string{"debug", "info"} {
		want := Start{At: time.UnixMilli(1_700_000_000_000), Version: "v0.6.0", Settings: map[string]string{"log.level": level}}
		if err := s.Starts().SaveStart(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := s.Starts().LastStart(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
}

// TestUsedChannels lists channels with an open table, however old, and those that were
// used lately. Direct messages are no channel of a server.
func TestUsedChannels(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	now := time.UnixMilli(1_700_000_000_000)
	for _, m := range []struct {
		id      string
		guild   uint64
		channel uint64
		phase   Phase
		age     time.Duration
		own     bool
	}{
		{"oldlive", 1, 10, Live, 1000 * time.Hour, false},
		{"oldover", 1, 11, Over, 1000 * time.Hour, false},
		{"newover", 1, 12, Over, time.Hour, true},
		{"newlobby", 1, 12, Lobby, time.Hour, false},
		{"direct", 0, 13, Live, time.Hour, false},
	} {
		match := Match{
			ID: m.id, Guild: m.guild, Channel: m.channel, OwnThread: m.own, Game: "game", Phase: m.phase, Created: now.Add(-m.age),
		}
		if err := s.Matches().CreateMatch(t.Context(), match); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Matches().UsedChannels(t.Context(), now.Add(-24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	want := []UsedChannel{{1, 10, 1, false}, {1, 12, 1, true}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
