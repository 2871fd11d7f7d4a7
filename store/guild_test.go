package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestGuilds: the data of a server stays for a while after the bot was removed. It
// stays for good if the bot returns. Otherwise everything of the server is erased,
// and nothing of other servers.
func TestGuilds(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, ctx := openStore(t, place), t.Context()
		m := withPeople(startMatch(t, s, "match", 5))
		m.Position = nil
		if err := s.Matches().SaveMatch(ctx, m); err != nil {
			t.Fatal(err)
		}
		if err := s.Surfaces().SaveSurface(ctx, Surface{Owner: MatchOwner(m.ID), Kind: Board, Message: 1}); err != nil {
			t.Fatal(err)
		}
		other := startMatch(t, s, "other", 6)
		other.Guild, other.Position = m.Guild+1, nil
		if err := s.Matches().SaveMatch(ctx, other); err != nil {
			t.Fatal(err)
		}
		if err := s.SaveGuild(ctx, Guild{ID: m.Guild, Lang: "ru"}); err != nil {
			t.Fatal(err)
		}
		if ids, err := s.Guilds().Guilds(ctx); err != nil || !cmp.Equal(ids, []uint64{m.Guild, other.Guild}) {
			t.Errorf("guilds %v, %v", ids, err)
		}

		removed := time.UnixMilli(1_800_000_000_000)
		for _, at := range []time.Time{removed, removed.Add(time.Hour)} { // the first report counts
			if err := s.Guilds().GuildRemoved(ctx, m.Guild, at); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Guilds().GuildRemoved(ctx, other.Guild, removed); err != nil {
			t.Fatal(err)
		}
		checkRemoved(t, s, map[uint64]time.Time{m.Guild: removed, other.Guild: removed})
		if erased, err := s.Guilds().EraseGuild(ctx, m.Guild, removed); erased || err != nil {
			t.Errorf("erased too early: %v", err)
		}
		if err := s.Guilds().GuildReturned(ctx, m.Guild); err != nil {
			t.Fatal(err)
		}
		checkRemoved(t, s, map[uint64]time.Time{other.Guild: removed})
		if erased, err := s.Guilds().EraseGuild(ctx, m.Guild, removed.Add(time.Hour)); erased || err != nil {
			t.Errorf("erased after the return: %v", err)
		}
		if g, err := s.Settings().Guild(ctx, m.Guild); err != nil || g.Lang != "ru" {
			t.Errorf("the settings after the return: %+v, %v", g, err)
		}

		if err := s.Guilds().GuildRemoved(ctx, m.Guild, removed); err != nil {
			t.Fatal(err)
		}
		if erased, err := s.Guilds().EraseGuild(ctx, m.Guild, removed.Add(time.Millisecond)); !erased || err != nil {
			t.Errorf("not erased: %v", err)
		}
		if _, err := s.Matches().Match(ctx, m.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("the match of the erased server: %v", err)
		}
		if g, err := s.Settings().Guild(ctx, m.Guild); err != nil || g.Lang != "" {
			t.Errorf("the settings of the erased server: %+v, %v", g, err)
		}
		for _, table := range []string{"players", "inputs", "positions", "surfaces", "notes"} {
			var n int
			if err := s.reads.GetContext(ctx, &n, `SELECT count(*) FROM `+table+` WHERE match = ?`, m.ID); err != nil || n != 0 {
				t.Errorf("%d rows of %s are left, %v", n, table, err)
			}
		}
		if _, err := s.Matches().Match(ctx, other.ID); err != nil {
			t.Errorf("the match of another server: %v", err)
		}
		checkRemoved(t, s, map[uint64]time.Time{other.Guild: removed})
	})
}

func checkRemoved(t *testing.T, s *Store, want map[uint64]time.Time) {
	t.Helper()
	got, err := s.Guilds().RemovedGuilds(t.Context())
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("removed guilds, %v:\n%s", err, d)
	}
}
