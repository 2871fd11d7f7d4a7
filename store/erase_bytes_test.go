package store

import (
	"context"
	"errors"
	"testing"
	"time"

	"oneiros/store/storetest"
)

// TestRemoveBytesBesideReader: another program reads the write-ahead log, such as a
// backup. What is due stays due and saving does not wait long for it, also at the end of the
// program. When the reader is gone, it is removed.
func TestRemoveBytesBesideReader(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s := openStore(t, path)
	if err := s.EraseGuildNow(t.Context(), 7); err != nil {
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
	if removed, err := s.RemoveBytes(ctx); !removed || !errors.Is(err, ErrBusy) {
		t.Errorf("beside a reader: %v, %v", removed, err)
	}
	var patient int
	if err := s.writer.conn.QueryRowContext(t.Context(), `PRAGMA busy_timeout`).Scan(&patient); err != nil || patient != 5000 {
		t.Errorf("afterwards the writer waits %d ms for others, %v", patient, err)
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	if removed, err := s.RemoveBytes(ctx); !removed || err != nil {
		t.Errorf("without a reader: %v, %v", removed, err)
	}
	if removed, err := s.RemoveBytes(ctx); removed || err != nil {
		t.Errorf("it is still due: %v, %v", removed, err)
	}
}

// TestRemoveBytesEnds: removing ends with its context, and what is due stays due. The
// store goes on.
func TestRemoveBytesEnds(t *testing.T) {
	t.Parallel()
	s := openStore(t, storetest.File(t))
	if err := s.EraseGuildNow(t.Context(), 7); err != nil {
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
	if removed, err := s.RemoveBytes(t.Context()); !removed || err != nil {
		t.Errorf("later: %v, %v", removed, err)
	}
}
