package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"oneiros/store/storetest"
)

// TestConflictInAGroup writes many good and many bad inputs at once. A group with a
// bad one is rolled back, and yet every good one is saved.
func TestConflictInAGroup(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		const tables, inputs = 8, 12
		var wait sync.WaitGroup
		for i := range tables {
			m := startMatch(t, s, fmt.Sprint("match", i), uint64(100+i))
			wait.Go(func() {
				for n := 1; n <= inputs; n++ {
					if err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(n), []byte("good"))); err != nil {
						t.Errorf("match %d, input %d: %v", i, n, err)
					}
				}
			})
			wait.Go(func() {
				bad := m
				bad.Rev += 100
				for n := 1; n <= inputs; n++ {
					if err := s.Matches().AppendInput(t.Context(), newStep(bad, n, 0, []byte("bad"))); !errors.Is(err, ErrConflict) {
						t.Errorf("match %d, bad input %d: %v", i, n, err)
					}
				}
			})
		}
		wait.Wait()
		for i := range tables {
			log, err := s.Matches().Inputs(t.Context(), fmt.Sprint("match", i))
			if err != nil || len(log) != inputs {
				t.Errorf("match %d has %d inputs, %v", i, len(log), err)
			}
		}
	})
}

func TestGroups(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		// While the writer is busy with a first job, the others collect in one group.
		hold, held := make(chan struct{}), make(chan struct{})
		var wait sync.WaitGroup
		wait.Go(func() {
			if err := s.writer.write(t.Context(), func(tx) error { close(held); <-hold; return nil }); err != nil {
				t.Error(err)
			}
		})
		<-held
		var mu sync.Mutex
		together, ran := 0, 0
		for range 20 {
			wait.Go(func() {
				err := s.writer.write(t.Context(), func(w tx) error {
					mu.Lock()
					defer mu.Unlock()
					if ran++; ran == 1 {
						_, err := w.exec(`CREATE TEMP TABLE tally (n INTEGER)`)
						if err != nil {
							return err
						}
					}
					_, err := w.exec(`INSERT INTO tally VALUES (1)`)
					together = max(together, ran)
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		close(hold)
		wait.Wait()
		if together != 20 {
			t.Errorf("%d of 20 jobs ran", together)
		}
		var n int
		if err := s.writer.conn.QueryRowContext(t.Context(), `SELECT count(*) FROM tally`).Scan(&n); err != nil || n != 20 {
			t.Errorf("%d of 20 jobs are committed, %v", n, err)
		}
		if s.writer.expected == 0 {
			t.Error("the writer does not expect a group")
		}
	})
}

// TestKilled kills a process during its work, again and again. Everything that it
// reported as saved is there, in order and whole.
func TestKilled(t *testing.T) {
	if path := os.Getenv("ONEIROS_TEST_KILLED"); path != "" {
		work(t, path)
		return
	}
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		acked := map[string]int{}
		for round := range 3 {
			c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
			c.Env = append(os.Environ(), "ONEIROS_TEST_KILLED="+place)
			out, err := c.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			killed := false
			for n := 0; lines.Scan(); {
				match, input, ok := strings.Cut(lines.Text(), " saved ")
				if !ok {
					continue
				}
				if acked[match], err = strconv.Atoi(input); err != nil {
					t.Fatal(err)
				}
				if n++; !killed && n >= 20+17*round && len(acked) == 4 { // however slow the machine is
					killed = true
					if err := c.Process.Kill(); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := c.Wait(); err == nil {
				t.Fatal("the process ended before it was killed")
			}
			s, err := Open(t.Context(), place)
			if err != nil {
				t.Fatal(err)
			}
			for match, n := range acked {
				log, err := s.Matches().Inputs(t.Context(), match)
				if err != nil || len(log) < n {
					t.Errorf("round %d, %s: %d of %d inputs are left, %v", round, match, len(log), n, err)
				}
				for i, in := range log {
					if in.N != i+1 {
						t.Errorf("round %d, %s: input %d is missing", round, match, i+1)
					}
				}
				m, err := s.Matches().Match(t.Context(), match)
				if err != nil || m.Position == nil || m.Position.N != len(log) || string(m.Position.Data) != strconv.Itoa(len(log)) {
					t.Errorf("round %d, %s: the position is not the one of the last input: %+v, %v", round, match, m.Position, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// work writes to four matches until it is killed, and prints what is saved.
func work(t *testing.T, path string) {
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var say sync.Mutex
	var wait sync.WaitGroup
	for i := range 4 {
		id := fmt.Sprint("match", i)
		m, err := s.Matches().Match(t.Context(), id)
		if errors.Is(err, ErrNotFound) {
			m = startMatch(t, s, id, uint64(100+i))
		} else if err != nil {
			t.Fatal(err)
		}
		wait.Go(func() {
			for n := m.Position.N + 1; ; n++ {
				st := newStep(m, n, uint64(n), []byte(strconv.Itoa(n)))
				if err := s.Matches().AppendInput(t.Context(), st); err != nil {
					t.Error(err)
					return
				}
				say.Lock()
				_, err := fmt.Printf("%s saved %d\n", id, n)
				say.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// TestLogShrinks lets a reader keep the write-ahead log from starting anew. When the
// reader is gone, the log becomes small again.
func TestLogShrinks(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := startMatch(t, s, "match", 5)
	size := func() int64 {
		t.Helper()
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	reader, err := s.reads.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM matches`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	n = 0
	const limit = 16 << 20
	data := make([]byte, 1<<20)
	for size() <= 2*limit {
		n++
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := reader.Rollback(); err != nil {
		t.Fatal(err)
	}
	for range 3 { // one copies the log into the database, and the next one starts it anew
		n++
		if err := s.Matches().AppendInput(t.Context(), newStep(m, n, 0, []byte("small"))); err != nil {
			t.Fatal(err)
		}
	}
	if got := size(); got > limit {
		t.Errorf("the log has %d bytes after the reader is gone", got)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
