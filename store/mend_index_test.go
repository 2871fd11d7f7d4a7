package store

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"testing"
)

// damageIndex inverts a bit in the first page of an index: in a key, if it is given,
// else in the last byte of its last cell.
func damageIndex(t *testing.T, path, index, key string) {
	t.Helper()
	db := openRaw(t, path)
	var root, size int
	if _, err := db.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow(`SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = ?`, index).Scan(&root, &size); err != nil {
		t.Fatalf("%s: %v", index, err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	page, from := make([]byte, size), int64(root-1)*int64(size)
	if _, err := file.ReadAt(page, from); err != nil {
		t.Fatal(err)
	}
	at := size - 1
	if key != "" {
		if at = bytes.Index(page, []byte(key)); at < 0 {
			t.Fatalf("%s is not in %s", key, index)
		}
		at += len(key) - 1
	}
	page[at] ^= 1
	_, err = file.WriteAt(page[at:at+1], from+int64(at))
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestMendIndexes damages each index of matches and players. A check tells it from
// damaged rows. The next start makes the index anew, and everything is found again.
func TestMendIndexes(t *testing.T) {
	t.Parallel()
	for index, table := range map[string]string{
		"sqlite_autoindex_matches_1": "matches", "matches_place": "matches", "matches_phase": "matches", "matches_guild": "matches",
		"sqlite_autoindex_players_1": "players", "players_user": "players",
	} {
		t.Run(index, func(t *testing.T) {
			path := filled(t, 4)
			key := ""
			if index == "sqlite_autoindex_matches_1" {
				key = "match03"
			}
			damageIndex(t, path, index, key)
			if err := CheckIntegrity(t.Context(), path); !errors.Is(err, ErrIndex) || errors.Is(err, ErrDamaged) {
				t.Errorf("check: %v", err)
			}
			checkWhole(t, path)
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if got := s.MendedIndexes(); !slices.Equal(got, []string{table}) {
				t.Errorf("mended: %v", got)
			}
			m, err := s.Matches().Match(t.Context(), "match03")
			if err != nil || len(m.Players) != 2 {
				t.Errorf("after the start: %d players, %v", len(m.Players), err)
			}
			m.Phase, m.Position = Void, nil
			if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
				t.Errorf("stop: %v", err)
			}
			if err := CheckIntegrity(t.Context(), path); err != nil {
				t.Errorf("check after the start: %v", err)
			}
		})
	}
}

// TestMendIndexWhileOpen damages an index of matches while the store is open. The
// match can be saved all the same.
func TestMendIndexWhileOpen(t *testing.T) {
	t.Parallel()
	for _, index := range []string{"sqlite_autoindex_matches_1", "matches_phase"} {
		t.Run(index, func(t *testing.T) {
			path := filled(t, 4)
			s, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			m, err := s.Matches().Match(t.Context(), "match00")
			if err != nil {
				t.Fatal(err)
			}
			key := ""
			if index == "sqlite_autoindex_matches_1" {
				key = m.ID
			}
			damageIndex(t, path, index, key)
			// Another writer makes connections forget the pages that they hold.
			if _, err := openRaw(t, path).Exec(`UPDATE guilds SET lang = lang`); err != nil {
				t.Fatal(err)
			}
			m.Phase, m.Position = Void, nil
			if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
				t.Fatalf("stop: %v", err)
			}
			if got, err := s.Matches().Match(t.Context(), m.ID); err != nil || got.Phase != Void {
				t.Errorf("it is %s, %v", got.Phase, err)
			}
			if err := CheckIntegrity(t.Context(), path); err != nil {
				t.Errorf("check: %v", err)
			}
			stale := m // a conflict is still a conflict
			if err := s.Matches().SaveMatch(t.Context(), stale); !errors.Is(err, ErrConflict) {
				t.Errorf("a stale record: %v", err)
			}
		})
	}
}

// TestDamagedRowKeepsIndex: where a row is damaged, its index may be what is right.
// It stays as it is.
func TestDamagedRowKeepsIndex(t *testing.T) {
	t.Parallel()
	path := filled(t, 4)
	if _, err := openRaw(t, path).Exec(`UPDATE matches SET seats = 9 WHERE id = 'match02'`); err != nil {
		t.Fatal(err)
	}
	damageIndex(t, path, "sqlite_autoindex_matches_1", "match03")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.MendedIndexes(); len(got) > 0 {
		t.Errorf("mended: %v", got)
	}
	if m, err := s.Matches().Match(t.Context(), "match03"); !errors.Is(err, ErrDamaged) || m.ID != "match03" {
		t.Errorf("%v, %v", m.ID, err)
	}
}
