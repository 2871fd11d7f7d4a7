package store

import (
	"errors"
	"testing"
	"time"
)

// TestGuilds: what is kept of a server outlives its removal by the grace, comes
// back with it, and is gone with all that belongs to it after that.
func TestGuilds(t *testing.T) {
	s, ctx := newStore(t), t.Context()
	m := people(startMatch(t, s, "match", 5))
	m.Position = nil
	if err := s.SaveMatch(ctx, m); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveSurface(ctx, Surface{Match: m.ID, Kind: Board, Message: 1}); err != nil {
		t.Fatal(err)
	}
	other := startMatch(t, s, "other", 6)
	other.Guild, other.Position = m.Guild+1, nil
	if err := s.SaveMatch(ctx, other); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveGuild(ctx, Guild{ID: m.Guild, Lang: "ru"}); err != nil {
		t.Fatal(err)
	}
	if ids, err := s.Guilds(ctx); err != nil || len(ids) != 2 || ids[0] != m.Guild || ids[1] != other.Guild {
		t.Errorf("guilds %v, %v", ids, err)
	}

	left := time.UnixMilli(1_800_000_000_000)
	for _, at := range []time.Time{left, left.Add(time.Hour)} { // told twice
		if err := s.GuildRemoved(ctx, m.Guild, at); err != nil {
			t.Fatal(err)
		}
	}
	if gone, err := s.RemovedGuilds(ctx); err != nil || len(gone) != 1 || !gone[m.Guild].Equal(left) {
		t.Errorf("departed: %v, %v", gone, err)
	}
	if gone, err := s.EraseGuild(ctx, m.Guild, left); gone || err != nil {
		t.Errorf("erased within the grace: %v", err)
	}
	if err := s.GuildReturned(ctx, m.Guild); err != nil {
		t.Fatal(err)
	}
	if gone, err := s.EraseGuild(ctx, m.Guild, left.Add(time.Hour)); gone || err != nil {
		t.Errorf("erased though it came back: %v", err)
	}
	if g, err := s.Guild(ctx, m.Guild); err != nil || g.Lang != "ru" {
		t.Errorf("what it chose: %+v, %v", g, err)
	}

	if err := s.GuildRemoved(ctx, m.Guild, left); err != nil {
		t.Fatal(err)
	}
	if gone, err := s.EraseGuild(ctx, m.Guild, left.Add(time.Millisecond)); !gone || err != nil {
		t.Errorf("not erased after the grace: %v", err)
	}
	if _, err := s.Match(ctx, m.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("its match: %v", err)
	}
	if g, err := s.Guild(ctx, m.Guild); err != nil || g.Lang != "" {
		t.Errorf("what it chose stays: %+v, %v", g, err)
	}
	for _, table := range []string{"players", "inputs", "positions", "surfaces", "notes"} {
		var n int
		if err := s.reads.GetContext(ctx, &n, `SELECT count(*) FROM `+table+` WHERE match = ?`, m.ID); err != nil || n != 0 {
			t.Errorf("%d rows of %s stay, %v", n, table, err)
		}
	}
	if _, err := s.Match(ctx, other.ID); err != nil {
		t.Errorf("another server's match: %v", err)
	}
}
