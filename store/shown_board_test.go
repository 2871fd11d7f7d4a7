package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// takeBoards takes what boards show.
func takeBoards(t *testing.T, s *Store) map[string]ShownBoard {
	t.Helper()
	known, err := s.Boards().TakeShownBoards(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return known
}

// TestShownBoards: what boards show is read once. It is kept from one process to the next,
// and it goes with its match.
func TestShownBoards(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, err := openWith(t.Context(), place, leaseRequest{timing: alive})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]ShownBoard{}
		var list []ShownBoard
		for i := range 2*boardsAtOnce + 3 { // as many as several statements save
			m := Match{ID: fmt.Sprintf("match%04d", i), Guild: 1, Channel: uint64(100 + i), Phase: Lobby, Created: time.UnixMilli(1)}
			if err := s.Matches().CreateMatch(t.Context(), m); err != nil {
				t.Fatal(err)
			}
			b := ShownBoard{Match: m.ID, Message: 1<<62 + uint64(i), Digest: fmt.Sprintf("digest%d", i)}
			list, want[m.ID] = append(list, b), b
		}
		if known := takeBoards(t, s); len(known) != 0 {
			t.Errorf("before anything was saved: %v", known)
		}
		if err := s.Boards().SaveShownBoards(t.Context(), list[:5]); err != nil {
			t.Fatal(err)
		}
		if err := s.Boards().SaveShownBoards(t.Context(), list); err != nil { // in place of those
			t.Fatal(err)
		}
		if err := s.Matches().EraseMatch(t.Context(), list[7].Match); err != nil {
			t.Fatal(err)
		}
		delete(want, list[7].Match)
		checkWhole(t, place)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}

		s = openStore(t, place)
		if d := cmp.Diff(want, takeBoards(t, s)); d != "" {
			t.Error(d)
		}
		if known := takeBoards(t, s); len(known) != 0 {
			t.Errorf("the second time: %v", known)
		}
		if err := s.Boards().SaveShownBoards(t.Context(), list[:3]); err != nil {
			t.Fatal(err)
		}
		if err := s.Boards().SaveShownBoards(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if known := takeBoards(t, s); len(known) != 0 {
			t.Errorf("after nothing was known: %v", known)
		}
		// All or nothing: one of them belongs to no match.
		if err := s.Boards().SaveShownBoards(t.Context(), append(list[:3:3], ShownBoard{Match: "erased"})); err == nil {
			t.Error("the board of a match that was erased is saved")
		}
		if known := takeBoards(t, s); len(known) != 0 {
			t.Errorf("after an error: %v", known)
		}
	})
}

// TestShownBoardsOfShard: each shard takes what its own boards show, however the servers
// were divided when that was saved. Who no longer has a shard saves and takes nothing.
func TestShownBoardsOfShard(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		claim(t, s, 2, 2, Held{0, 1}, Held{1, 1})
		shards := NewShards(s)
		board := func(match string) ShownBoard { return ShownBoard{Match: match, Message: 5, Digest: match} }
		for i, guild := range []uint64{0, 1 << 22, 2 << 22, 3 << 22} {
			of := shards.Store(Held{int(guild >> 22 % 2), 1})
			if err := of.Matches().CreateMatch(t.Context(), Match{ID: fmt.Sprint(i), Guild: guild, Channel: uint64(i + 1), Phase: Lobby}); err != nil {
				t.Fatal(err)
			}
		}
		even, odd := shards.Store(Held{0, 1}), shards.Store(Held{1, 1})
		if err := errors.Join(
			even.Boards().SaveShownBoards(t.Context(), []ShownBoard{board("0"), board("2")}), odd.Boards().SaveShownBoards(t.Context(), []ShownBoard{board("1"), board("3")}),
		); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(map[string]ShownBoard{"1": board("1"), "3": board("3")}, takeBoards(t, odd)); d != "" {
			t.Error(d)
		}
		if err := odd.Boards().SaveShownBoards(t.Context(), []ShownBoard{board("1")}); err != nil {
			t.Fatal(err)
		}
		if err := shards.Release(t.Context(), Held{1, 1}); err != nil {
			t.Fatal(err)
		}
		if err := odd.Boards().SaveShownBoards(t.Context(), []ShownBoard{board("3")}); !errors.Is(err, ErrShardLost) {
			t.Errorf("who gave the shard back saves: %v", err)
		}
		claim(t, s, 2, 2, Held{0, 1}, Held{1, 2})
		if known, err := odd.Boards().TakeShownBoards(t.Context()); !errors.Is(err, ErrShardLost) || known != nil {
			t.Errorf("who had the shard before takes %v, %v", known, err)
		}
		if d := cmp.Diff(map[string]ShownBoard{"1": board("1")}, takeBoards(t, shards.Store(Held{1, 2}))); d != "" {
			t.Error(d)
		}
		// Another division of the servers.
		if err := shards.Release(t.Context(), Held{0, 1}, Held{1, 2}); err != nil {
			t.Fatal(err)
		}
		claim(t, s, 1, 1, Held{0, 2})
		if d := cmp.Diff(map[string]ShownBoard{"0": board("0"), "2": board("2")}, takeBoards(t, shards.Store(Held{0, 2}))); d != "" {
			t.Error(d)
		}
	})
}

// TestShownBoardDamaged: what a damaged row says is not known, and the row goes.
func TestShownBoardDamaged(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		startMatch(t, s, "a", 5)
		startMatch(t, s, "b", 6)
		whole := ShownBoard{Match: "a", Message: 50, Digest: "a"}
		if err := s.Boards().SaveShownBoards(t.Context(), []ShownBoard{whole, {Match: "b", Message: 60, Digest: "b"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := openRaw(t, place).Exec(`UPDATE shown_boards SET digest = 'c' WHERE match = 'b'`); err != nil {
			t.Fatal(err)
		}
		if list, err := FindDamage(t.Context(), place); err != nil || len(list) != 1 || list[0].Match != "b" {
			t.Errorf("damage: %v, %v", list, err)
		}
		if d := cmp.Diff(map[string]ShownBoard{"a": whole}, takeBoards(t, s)); d != "" {
			t.Error(d)
		}
		checkWhole(t, place)
	})
}

// TestCopiesKnowNoBoards: boards change after a copy was made, so neither a backup nor a
// copy to another database says what they show.
func TestCopiesKnowNoBoards(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	dir := filepath.Dir(path)
	backup, copied := filepath.Join(dir, "backup.db"), filepath.Join(dir, "copy.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	startMatch(t, s, "match", 5)
	err = s.Boards().SaveShownBoards(t.Context(), []ShownBoard{{Match: "match", Message: 50, Digest: "digest"}})
	if err := errors.Join(err, s.Close(), Backup(t.Context(), path, backup, false)); err != nil {
		t.Fatal(err)
	}
	if _, err := Copy(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{backup, copied} {
		if known := takeBoards(t, openStore(t, place)); len(known) != 0 {
			t.Errorf("%s knows %v", filepath.Base(place), known)
		}
	}
	if known := takeBoards(t, openStore(t, path)); len(known) != 1 {
		t.Errorf("the database knows %v", known)
	}
}

// BenchmarkShownBoards saves what 10,000 boards show, and takes it.
func BenchmarkShownBoards(b *testing.B) {
	for name, place := range map[string]func() string{
		"sqlite":   func() string { return filepath.Join(b.TempDir(), "oneiros.db") },
		"postgres": func() string { return storetest.Postgres(b) },
	} {
		at := place()
		b.Run(name, func(b *testing.B) {
			s, err := Open(b.Context(), at)
			if err != nil {
				b.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					b.Error(err)
				}
			}()
			var list []ShownBoard
			for i := range 10_000 {
				list = append(list, ShownBoard{Match: fmt.Sprintf("match%05d", i), Message: 1<<60 + uint64(i), Digest: "0123456789abcdef0123456789abcdef"})
			}
			var makers sync.WaitGroup
			for k := range 64 {
				makers.Go(func() {
					for i := k; i < len(list); i += 64 {
						m := Match{ID: list[i].Match, Guild: 1, Channel: uint64(100 + i), Phase: Lobby, Created: time.UnixMilli(1)}
						if err := s.Matches().CreateMatch(context.Background(), m); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			makers.Wait()
			var save, take time.Duration
			for b.Loop() {
				began := time.Now()
				if err := s.Boards().SaveShownBoards(context.Background(), list); err != nil {
					b.Fatal(err)
				}
				save += time.Since(began)
				began = time.Now()
				if known, err := s.Boards().TakeShownBoards(context.Background()); err != nil || len(known) != len(list) {
					b.Fatal(len(known), err)
				}
				take += time.Since(began)
			}
			b.ReportMetric(save.Seconds()*1000/float64(b.N), "ms-save")
			b.ReportMetric(take.Seconds()*1000/float64(b.N), "ms-take")
		})
	}
}
