package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oneiros/games/gametest"
	"oneiros/store/storetest"
)

// TestRemoveBytesBesideReader: another program reads the write-ahead log, such as a
// backup. What is due stays due and saving does not wait long for it, also at the end of the
// program. When the reader is gone, it is removed.
func TestRemoveBytesBesideReader(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s := openStore(t, path)
	if err := s.Guilds().EraseGuildNow(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	reader, err := openRaw(t, path).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM matches`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Hour)
	defer stop()
	if removed, err := s.Erasures().RemoveBytes(ctx); !removed || !errors.Is(err, ErrBusy) {
		t.Errorf("beside a reader: %v, %v", removed, err)
	}
	var patient int
	if err := s.writer.conn.QueryRowContext(t.Context(), `PRAGMA busy_timeout`).Scan(&patient); err != nil || patient != 5000 {
		t.Errorf("afterwards the writer waits %d ms for others, %v", patient, err)
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	if removed, err := s.Erasures().RemoveBytes(ctx); !removed || err != nil {
		t.Errorf("without a reader: %v, %v", removed, err)
	}
	if removed, err := s.Erasures().RemoveBytes(ctx); removed || err != nil {
		t.Errorf("it is still due: %v, %v", removed, err)
	}
}

// TestRemoveBytesEnds: removing ends with its context, and what is due stays due. The
// store goes on.
func TestRemoveBytesEnds(t *testing.T) {
	t.Parallel()
	s := openStore(t, storetest.File(t))
	if err := s.Guilds().EraseGuildNow(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	ended, stop := context.WithCancel(t.Context())
	stop()
	if err := s.writer.vacuum(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("vacuum: %v", err)
	}
	if err := s.SaveUser(t.Context(), User{ID: 1}); err != nil {
		t.Error(err)
	}
	if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || err != nil {
		t.Errorf("later: %v, %v", removed, err)
	}
}

// TestRemoveBytesOfPostgres: a session that has read the database before keeps PostgreSQL
// from removing what was erased since then. So it stays due, until the session has ended.
func TestRemoveBytesOfPostgres(t *testing.T) {
	t.Parallel()
	for name, erase := range map[string]func(*Store) error{
		"server": func(s *Store) error { return s.Guilds().EraseGuildNow(t.Context(), 7) },
		"person": func(s *Store) error {
			if err := s.Erasures().RequestErasure(t.Context(), 3, time.Now()); err != nil {
				return err
			}
			_, err := s.Erasures().FinishErasure(t.Context(), 3, time.Now())
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openStore(t, storetest.Postgres(t))
			reader, err := s.reads.BeginTxx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := reader.Exec(`SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil { // however slow the machine is
				t.Fatal(err)
			}
			var n int
			if err := reader.Get(&n, `SELECT count(*) FROM matches`); err != nil {
				t.Fatal(err)
			}
			if err := erase(s); err != nil {
				t.Fatal(err)
			}
			if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || !errors.Is(err, ErrStillRead) {
				t.Errorf("beside a reader: %v, %v", removed, err)
			}
			if err := reader.Rollback(); err != nil {
				t.Fatal(err)
			}
			if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || err != nil {
				t.Errorf("without a reader: %v, %v", removed, err)
			}
			if removed, err := s.Erasures().RemoveBytes(t.Context()); removed || err != nil {
				t.Errorf("it is still due: %v, %v", removed, err)
			}
		})
	}
}

// TestRemoveBytesOfOthers: the tables belong to another user, as after a restore. PostgreSQL
// only warns then, and removes nothing. So it stays due, and the error names a table.
func TestRemoveBytesOfOthers(t *testing.T) {
	t.Parallel()
	server := storetest.Shared(t)
	address := server.Schema(t)
	schema := address[strings.LastIndex(address, "=")+1:]
	s := openStore(t, address)
	if err := s.Guilds().EraseGuildNow(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	guest := "guest_" + schema
	server.Exec(t, fmt.Sprintf("CREATE ROLE %s LOGIN; GRANT ALL ON SCHEMA %s TO %[1]s; GRANT ALL ON ALL TABLES IN SCHEMA %[2]s TO %[1]s", guest, schema))
	s = openStore(t, strings.Replace(address, "oneiros@", guest+"@", 1))
	for range 2 {
		if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || err == nil || !strings.Contains(err.Error(), "matches") {
			t.Errorf("the tables of another user: %v, %v", removed, err)
		}
	}
}

// TestRemoveBytesOnFullDisk: the disk has no room for a new file. What is due stays due, and
// the rest of the room stays with those who save. With room it is removed.
func TestRemoveBytesOnFullDisk(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v %s", err, out)
		}
	})
	s, err := Open(t.Context(), filepath.Join(dir, "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	for n := range 60 {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n+1, 0, bytes.Repeat([]byte("dream "), 1500))); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Guilds().EraseGuildNow(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	free, _ := FreeBytes(dir)
	ballast := filepath.Join(dir, "ballast")
	const left = 160 << 10
	if err := os.WriteFile(ballast, make([]byte, free-left), 0o600); err != nil {
		t.Fatal(err)
	}
	if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "MiB") {
		t.Errorf("without room: %v, %v", removed, err)
	}
	if free, _ := FreeBytes(dir); free < left/2 {
		t.Errorf("of %d bytes %d are left", left, free)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if removed, err := s.Erasures().RemoveBytes(t.Context()); !removed || err != nil {
		t.Errorf("with room: %v, %v", removed, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
