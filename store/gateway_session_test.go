package store_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store"
	"oneiros/store/storetest"
)

// TestGatewaySessions saves the sessions of shards, and reads them in the next process.
func TestGatewaySessions(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		ctx := context.Background()
		open := func() *store.Store {
			t.Helper()
			s, err := store.Open(ctx, place)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := open()
		first := store.GatewaySession{
			Shard: 3, Shards: 40, ID: "session", Seq: 1 << 40, Address: "wss://gateway-us-east1-b.discord.gg", Token: "digest", App: 1 << 62, Bot: 7,
			Guilds: 2500, Away: []uint64{1 << 62, 1<<62 + 1}, Clean: true, Saved: time.UnixMilli(1_790_000_000_123),
		}
		second := store.GatewaySession{Shard: 0, Shards: 40, ID: "other", Seq: 1, Saved: time.UnixMilli(1)}
		for _, g := range []store.GatewaySession{{Shard: 3, Shards: 16, ID: "former", Seq: 9}, first, second} {
			if err := s.Sessions().SaveGatewaySession(ctx, g); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open()
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		check := func(shard int, want store.GatewaySession) {
			t.Helper()
			got, err := s.Sessions().GatewaySession(ctx, shard)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Away) == 0 {
				got.Away = nil
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
		}
		check(3, first)
		check(0, second)
		check(1, store.GatewaySession{})
		for range 2 {
			if err := s.Sessions().DeleteGatewaySession(ctx, 3); err != nil {
				t.Fatal(err)
			}
		}
		check(3, store.GatewaySession{})
		check(0, second)
	})
}

// TestGatewaySessionDamaged: a session with a flipped bit is not resumed.
func TestGatewaySessionDamaged(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		ctx := context.Background()
		s, err := store.Open(ctx, place)
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}()
		if err := s.Sessions().SaveGatewaySession(ctx, store.GatewaySession{Shards: 1, ID: "session", Seq: 5}); err != nil {
			t.Fatal(err)
		}
		db := raw(t, place)
		_, err = db.ExecContext(ctx, `UPDATE gateway_sessions SET seq = 4`)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		if g, err := s.Sessions().GatewaySession(ctx, 0); !errors.Is(err, store.ErrChangedSession) || errors.Is(err, store.ErrDamaged) {
			t.Errorf("read %+v, %v", g, err)
		}
	})
}

// TestCopiesHaveNoSessions: a backup has no session, because it is a secret, and because
// the session went on without the copy.
func TestCopiesHaveNoSessions(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), storetest.File(t)
	backup := filepath.Join(filepath.Dir(path), "copy.db")
	s, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	err = s.Sessions().SaveGatewaySession(ctx, store.GatewaySession{Shard: 0, Shards: 1, ID: "secret-session", Seq: 9, Saved: time.UnixMilli(1)})
	if err := errors.Join(err, store.Backup(ctx, path, backup, false), s.Close()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b, []byte("secret-session")) {
		t.Error("the backup holds the session")
	}
	if _, err := store.Restore(ctx, backup, path, true); err != nil {
		t.Fatal(err)
	}
	s, err = store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := s.Sessions().GatewaySession(ctx, 0); err != nil || g.ID != "" {
		t.Errorf("%v, %v after a restore", g, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
