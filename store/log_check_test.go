package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"oneiros/store/storetest"
)

// leftLog returns the files of a database whose process was killed. The log holds
// the inputs.
func leftLog(t *testing.T, inputs int) (db, log []byte) {
	t.Helper()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	pragma(t, s, "wal_checkpoint(TRUNCATE)")
	for n := 1; n <= inputs; n++ {
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, []byte(fmt.Sprint(n)))); err != nil {
			t.Fatal(err)
		}
	}
	files := readFiles(t, filepath.Dir(path))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return files["oneiros.db"], files["oneiros.db-wal"]
}

// laidOut writes a database and its log to a new folder.
func laidOut(t *testing.T, db, log []byte) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oneiros.db")
	if err := errors.Join(os.WriteFile(path, db, 0o600), os.WriteFile(path+"-wal", log, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFlipInTheLog inverts random bits of a write-ahead log. Whenever inputs that
// were acknowledged would be lost, other than the last ones, the log is refused and
// nothing is changed.
func TestFlipInTheLog(t *testing.T) {
	t.Parallel()
	const inputs, lastOnes = 20, 2
	db, log := leftLog(t, inputs)
	if err := checkLog(laidOut(t, db, log)); err != nil {
		t.Fatalf("a whole log: %v", err)
	}
	r := rand.New(rand.NewPCG(1, 9))
	refused := 0
	for range 60 {
		hurt := flipBytes(r, log)
		path := laidOut(t, db, hurt)
		var damage *LogError
		if _, _, err := SchemaVersion(t.Context(), path); errors.As(err, &damage) {
			refused++
			if after := readFiles(t, filepath.Dir(path)); string(after["oneiros.db-wal"]) != string(hurt) {
				t.Error("the log was changed")
			}
			continue
		}
		s, err := OpenReadOnly(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Matches().Inputs(t.Context(), "match")
		if err == nil && len(list) < inputs-lastOnes {
			t.Errorf("%d of %d inputs are left, and nothing was refused", len(list), inputs)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if refused < 30 {
		t.Errorf("%d of 60 flips were refused", refused)
	}
	t.Logf("%d of 60 flips were refused", refused)
}

// TestFlipInTheHeaderOfTheLog inverts each bit before the first frame. SQLite would
// drop the whole log.
func TestFlipInTheHeaderOfTheLog(t *testing.T) {
	t.Parallel()
	db, log := leftLog(t, 5)
	path := laidOut(t, db, log)
	for bit := range 8 * logHeader {
		log[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		var damage *LogError
		if err := checkLog(path); !errors.As(err, &damage) || damage.At != 0 {
			t.Errorf("bit %d of byte %d: %v", bit%8, bit/8, err)
		}
		log[bit/8] ^= 1 << (bit % 8)
	}
}

// TestFlipInACheckSumOfTheLog inverts a bit of the checksum of each frame. The log is
// refused if two transactions would be lost.
func TestFlipInACheckSumOfTheLog(t *testing.T) {
	t.Parallel()
	db, log := leftLog(t, 5)
	path := laidOut(t, db, log)
	size := frameHeader + int(binary.BigEndian.Uint32(log[8:]))
	commits := 0
	for at := logHeader + (len(log)-logHeader)/size*size - size; at >= logHeader; at -= size {
		if binary.BigEndian.Uint32(log[at+4:]) != 0 {
			commits++
		}
		log[at+20] ^= 1
		if err := os.WriteFile(path+"-wal", log, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := checkLog(path); errors.Is(err, ErrDamaged) != (commits >= 2) {
			t.Errorf("%d frames from the end, %d transactions would be lost: %v", (len(log)-at)/size, commits, err)
		}
		log[at+20] ^= 1
	}
	if commits < 5 {
		t.Errorf("%d transactions are in the log", commits)
	}
}

// TestCutLog cuts the log at every length, as a crash does. That is no damage.
func TestCutLog(t *testing.T) {
	t.Parallel()
	db, log := leftLog(t, 3)
	for n := 0; n < len(log); n += 509 {
		path := laidOut(t, db, log[:n])
		if err := checkLog(path); err != nil {
			t.Errorf("after %d of %d bytes: %v", n, len(log), err)
		}
		torn := append(log[:n:n], make([]byte, len(log)-n)...)
		if err := os.WriteFile(path+"-wal", torn, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := checkLog(path); err != nil && n > logHeader {
			t.Errorf("zeros after %d of %d bytes: %v", n, len(log), err)
		}
	}
}

// TestRestoreOverADamagedLog replaces a database whose log is damaged, and keeps
// both files as they are.
func TestRestoreOverADamagedLog(t *testing.T) {
	t.Parallel()
	db, log := leftLog(t, 20)
	log[len(log)/2] ^= 1
	path := laidOut(t, db, log)
	s, _, _, backup := copied(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrDamaged) {
		t.Fatalf("open: %v", err)
	}
	old, err := Restore(t.Context(), backup, path, true)
	if err != nil {
		t.Fatal(err)
	}
	if kept := readFiles(t, filepath.Dir(path))[filepath.Base(old)+"-wal"]; string(kept) != string(log) {
		t.Errorf("of the log %d bytes were kept", len(kept))
	}
	checkInputs(t, path, 0)
}
