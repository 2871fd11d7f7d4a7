package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestSeats: people are found in lobbies and live matches, no matter which process has their shard. Who
// has left, automatic players and matches that have ended do not count.
func TestSeats(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		at := time.UnixMilli(1_790_000_000_000)
		startMatch(t, s, "live", 5) // 7 and 8
		for id, phase := range map[string]Phase{"lobby": Lobby, "over": Over} {
			m := Match{
				ID: id, Guild: 1 << 22, Channel: 6, Game: "test", Phase: Lobby, Created: at,
				Players: []Player{
					{User: 8, Joined: at.Add(time.Second)}, {User: 9, Seat: 1, Joined: at},
					{User: 10, Seat: -1, Joined: at}, {User: 11, Seat: 2, Joined: at, Auto: true},
				},
			}
			if phase == Over {
				m.Channel = 7
				m.Players = append(m.Players, Player{User: 13, Seat: -1, Locale: "ru", Joined: at.Add(time.Minute)}, Player{User: 12, Seat: -1, Joined: at})
			} else {
				m.Players = append(m.Players, Player{User: 13, Seat: -1, Locale: "en-US", Joined: at})
			}
			if err := s.Matches().CreateMatch(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			if m.Phase = phase; phase == Over {
				m.Ended = at
				if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
					t.Fatal(err)
				}
			}
		}
		claim(t, s, 2, 2, Held{0, 1}, Held{1, 1})
		for _, from := range []*Store{s, NewShards(s).Store(Held{0, 1})} {
			got, err := from.Matches().Seats(t.Context(), 8, 9, 10, 11, 12)
			want := []Seat{{"live", 1, 8, at}, {"lobby", 1 << 22, 8, at.Add(time.Second)}, {"lobby", 1 << 22, 9, at}}
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v:\n%s", err, d)
			}
		}
		for user, want := range map[uint64]string{12: "", 13: "ru"} { // of 13 the last match says so, which is over
			if got, err := s.Matches().LocaleOf(t.Context(), user); got != want || err != nil {
				t.Errorf("the locale of %d is %q, %v", user, got, err)
			}
		}
		if got, err := s.Matches().Seats(t.Context()); err != nil || len(got) != 0 {
			t.Errorf("of nobody: %v, %v", got, err)
		}
	})
}
