package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// alive is for stores that live through a test. Heartbeats are fast, and a slow
// machine does not reach the timeout.
var alive = leaseTiming{heartbeat: 5 * time.Millisecond, timeout: time.Hour, poll: 2 * time.Millisecond}

// impatient is for processes that wait for a holder that is gone.
var impatient = leaseTiming{heartbeat: 5 * time.Millisecond, timeout: 50 * time.Millisecond, poll: 2 * time.Millisecond}

// openFast opens a store whose heartbeat is fast, so that tests need not wait.
func openFast(t *testing.T, path string) *Store {
	t.Helper()
	s, err := openWith(t.Context(), path, leaseRequest{timing: alive})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestLeaseTiming checks the times that the documentation promises. A holder has to
// miss several heartbeats before it loses the lease.
func TestLeaseTiming(t *testing.T) {
	t.Parallel()
	if s := standardTiming; s.heartbeat != time.Second || s.timeout != 5*time.Second || s.poll <= 0 || s.poll > s.heartbeat/2 {
		t.Errorf("the timing is %+v", s)
	}
}

// TestOneProcess opens a database twice. The second writer is refused and learns
// who holds the lease. A reader is allowed.
func TestOneProcess(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		first := openFast(t, place)
		m := startMatch(t, first, "match", 5)
		var held *HeldError
		if _, err := Open(t.Context(), place); !errors.As(err, &held) || held.Holder.PID != os.Getpid() || time.Since(held.Holder.Since) > time.Hour {
			t.Fatalf("second Open: %v", err)
		}
		if _, _, err := Migrate(t.Context(), place); err != nil {
			t.Errorf("Migrate without work needs no lease, and failed: %v", err)
		}

		reader, err := OpenReadOnly(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))); err != nil {
			t.Errorf("write beside a reader: %v", err)
		}
		if log, err := reader.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != 1 {
			t.Errorf("the reader sees %v, %v", log, err)
		}
		if h, ok, err := reader.LeaseHolder(t.Context()); !ok || h.PID != os.Getpid() || h.Since.IsZero() || err != nil {
			t.Errorf("the reader sees the holder %+v, %v, %v", h, ok, err)
		}
		if err := reader.Matches().AppendInput(t.Context(), newStep(m, 2, 0, nil)); !errors.Is(err, ErrReadOnly) {
			t.Errorf("write by a reader: %v", err)
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
		if err := first.Close(); err != nil {
			t.Error(err)
		}
		if reader, err = OpenReadOnly(t.Context(), place); err != nil {
			t.Fatal(err)
		}
		if _, ok, err := reader.LeaseHolder(t.Context()); ok || err != nil {
			t.Errorf("after Close somebody holds the lease: %v, %v", ok, err)
		}
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestWaiting: a second process waits for the first. It learns once for whom it
// waits, the first can still write, and the second gets the database after it.
func TestWaiting(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		first := openFast(t, place)
		m := startMatch(t, first, "match", 5)
		told := make(chan Holder, 1000)
		opened := make(chan error, 1)
		go func() {
			second, err := openWith(t.Context(), place, leaseRequest{timing: alive, waiting: func(h Holder) { told <- h }})
			if err == nil {
				err = errors.Join(second.SaveUser(t.Context(), User{ID: 1, Lang: "ru"}), second.Close())
			}
			opened <- err
		}()
		if h := <-told; h.PID != os.Getpid() {
			t.Errorf("it waits for %+v", h)
		}
		var was, now int64
		for n := 1; now < was+8; n++ { // the second sees many heartbeats
			if err := first.Matches().AppendInput(t.Context(), newStep(m, n, 0, []byte("{}"))); err != nil {
				t.Fatalf("write while another process waits: %v", err)
			}
			if err := first.reads.Get(&now, `SELECT beat FROM lease`); err != nil {
				t.Fatal(err)
			}
			if n == 1 {
				was = now
			}
		}
		if err := first.Close(); err != nil {
			t.Error(err)
		}
		if err := <-opened; err != nil {
			t.Errorf("the waiting process failed: %v", err)
		}
		if len(told) > 0 {
			t.Error("it was told more than once")
		}
	})
}

func TestWaitingIsCanceled(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openFast(t, place)
		ctx, stop := context.WithCancel(t.Context())
		if _, err := OpenWhenFree(ctx, place, func(Holder) { stop() }); !errors.Is(err, context.Canceled) {
			t.Errorf("after the cancel: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestSuspendedInACommit: a process that was suspended during a commit keeps the
// lock of the database, whatever the lease says. A waiting process is told once
// for whom it waits. It gets the database when the lock is free and the lease has
// timed out.
func TestSuspendedInACommit(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	abandonedLease(t, path, "other-boot pid:[1] 5")
	unlock := locked(t, path)
	conn := leaseConn(t, path)
	told := 0
	err := takeLease(t.Context(), conn, leaseRequest{id: "heir", timing: impatient, waiting: func(h Holder) {
		if told++; h.Host != "elsewhere" || h.PID != 1<<30 {
			t.Errorf("it waits for %+v", h)
		}
		unlock()
	}})
	if err != nil || told != 1 {
		t.Errorf("told %d times for whom it waits: %v", told, err)
	}
}

// TestLocked: a database is locked and no person waits, or no person holds the lease.
func TestLocked(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	abandonedLease(t, path, "other-boot pid:[1] 5")
	unlock := locked(t, path)
	if err := takeLease(t.Context(), leaseConn(t, path), leaseRequest{id: "heir", timing: impatient}); !errors.Is(err, ErrBusy) {
		t.Errorf("without waiting: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	err := takeLease(ctx, leaseConn(t, path), leaseRequest{id: "heir", timing: impatient, waiting: func(Holder) { stop() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled while the database is locked: %v", err)
	}
	unlock()

	// Nobody holds the lease: a backup, say, locks the database for a moment.
	setLease(t, path, "", "", 0)
	unlock = locked(t, path)
	var asked atomic.Int32 // database/sql asks from other goroutines too
	err = takeLease(errHook{t.Context(), func() {
		if asked.Add(1) == 10 {
			unlock()
		}
	}}, leaseConn(t, path), leaseRequest{id: "heir", timing: impatient, waiting: func(h Holder) {
		t.Errorf("it waits for %+v, and nobody holds the lease", h)
	}})
	if err != nil || asked.Load() < 10 {
		t.Errorf("asked %d times: %v", asked.Load(), err)
	}
}

// errHook is a context that calls a function when it is asked for its error. The
// lease and the database ask at each try.
type errHook struct {
	context.Context
	asked func()
}

func (h errHook) Err() error {
	h.asked()
	return h.Context.Err()
}

// leaseConn is a connection that reports a lock almost at once.
func leaseConn(t *testing.T, at string) *sql.Conn {
	t.Helper()
	db, err := connectRaw(t, at)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	limit := "PRAGMA busy_timeout = 1"
	if IsPostgres(at) {
		limit = "SET lock_timeout = 1"
	}
	if _, err := conn.ExecContext(t.Context(), limit); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(conn.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	return conn
}

// setLease writes a lease as another process would.
func setLease(t *testing.T, at, id, process string, pid int) {
	t.Helper()
	db, err := connectRaw(t, at)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`UPDATE lease SET holder = ?, host = 'elsewhere', pid = ?, process = ?, since = 1, beat = beat + 1`, id, pid, process)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// abandonedLease creates a database whose holder does not exist.
func abandonedLease(t *testing.T, at, process string) {
	t.Helper()
	s, err := Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	setLease(t, at, "ghost", process, 1<<30)
}

// TestAbandonedLease opens a database whose holder sends no heartbeat. The lease is
// free at once if the system reports that the holder has ended. Otherwise it is
// free after the timeout, and only if no heartbeat comes.
func TestAbandonedLease(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		machine, started := inspectProcess(os.Getpid())
		for name, c := range map[string]struct {
			process string
			atOnce  bool
		}{
			"the process has ended":        {machine + " " + started, machine != ""},
			"it was on another machine":    {"other-boot pid:[1] 5", false},
			"nothing identifies a process": {"", false},
		} {
			t.Run(name, func(t *testing.T) {
				abandonedLease(t, place, c.process)
				r, err := OpenReadOnly(t.Context(), place)
				if err != nil {
					t.Fatal(err)
				}
				h, held, err := r.LeaseHolder(t.Context())
				if d := cmp.Diff(Holder{"elsewhere", 1 << 30, time.UnixMilli(1)}, h); held == c.atOnce || d != "" || err != nil {
					t.Errorf("held: %v, %v\n%s", held, err, d)
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
				began := time.Now()
				s, err := openWith(t.Context(), place, leaseRequest{timing: impatient})
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began); !c.atOnce && took < impatient.timeout {
					t.Errorf("the lease was taken after %v of silence", took)
				}
				if err := s.SaveUser(t.Context(), User{ID: 1}); err != nil {
					t.Error(err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		if machine == "" {
			return
		}
		// A timeout of an hour shows that the end of the process frees the lease.
		abandonedLease(t, place, machine+" "+started)
		if err := openFast(t, place).Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestTryLease: a silent holder keeps the lease if the row has changed since it was
// last seen. It may have a new heartbeat or a new holder.
func TestTryLease(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		abandonedLease(t, place, "")
		conn := leaseConn(t, place)
		now, err := tryLease(t.Context(), conn, "heir", lease{}, false)
		if err != nil || now.holder != "ghost" || now.who.PID != 1<<30 || now.who.Host != "elsewhere" || now.who.Since.UnixMilli() != 1 {
			t.Fatalf("the lease is %+v, %v", now, err)
		}
		for name, c := range map[string]struct {
			seen   lease
			silent bool
			want   string
		}{
			"not silent":     {now, false, "ghost"},
			"another beat":   {lease{holder: "ghost", beat: now.beat - 1}, true, "ghost"},
			"another holder": {lease{holder: "elder", beat: now.beat}, true, "ghost"},
		} {
			if got, err := tryLease(t.Context(), conn, "heir", c.seen, c.silent); err != nil || got.holder != c.want {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if got, err := tryLease(t.Context(), conn, "heir", now, true); err != nil || got.holder != "heir" {
			t.Errorf("silent: %+v, %v", got, err)
		}
		got, err := scanLease(conn.QueryRowContext(t.Context(), selectLease))
		if host, _ := os.Hostname(); err != nil || got.holder != "heir" || got.beat <= now.beat || got.who.Host != host ||
			got.who.PID != os.Getpid() || got.process != processIdentity() || time.Since(got.who.Since) > time.Hour {
			t.Errorf("the lease is %+v, %v", got, err)
		}
		// A canceled context leaves no open transaction.
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, err := tryLease(ctx, conn, "late", now, true); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled: %v", err)
		}
		if _, err := conn.ExecContext(t.Context(), "BEGIN"); err != nil {
			t.Errorf("begin after the cancel: %v", err)
		}
		if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
			t.Error(err)
		}
	})
}

func TestHasEnded(t *testing.T) {
	t.Parallel()
	machine, started := inspectProcess(os.Getpid())
	if machine == "" {
		if processIdentity() != "" || hasEnded("", 1<<30) {
			t.Error("nothing identifies a process here, and yet one has ended")
		}
		return
	}
	if got := processIdentity(); got != machine+" "+started || strings.Count(got, " ") != 2 || started == "" {
		t.Errorf("this process is %q", got)
	}
	for name, c := range map[string]struct {
		identity string
		pid      int
		want     bool
	}{
		"no such process":                    {machine + " " + started, 1 << 30, true},
		"another process has the pid":        {machine + " 1", os.Getpid(), true},
		"another machine":                    {"other-boot pid:[1] 5", 1 << 30, false},
		"the same boot in another container": {strings.Split(machine, " ")[0] + " pid:[1] 5", 1 << 30, false},
		"unknown":                            {"", 1 << 30, false},
		"no start time":                      {machine, 1 << 30, false},
		"it runs":                            {machine + " " + started, os.Getpid(), false},
	} {
		if got := hasEnded(c.identity, c.pid); got != c.want {
			t.Errorf("%s: ended %v", name, got)
		}
	}
}

func TestStartTime(t *testing.T) {
	t.Parallel()
	const rest = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 start 20 21"
	for stat, want := range map[string]string{
		"42 (oneiros) S" + rest:           "start",
		"42 (a) b (c) R" + rest:           "start",
		"42 () S" + rest:                  "start",
		"42 (ended, not waited) Z" + rest: "",
		"42 (dead) X" + rest:              "",
		"42 (cut) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18":         "",
		"42 (short) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 start": "start",
		"": "",
	} {
		if got := startTime(stat); got != want {
			t.Errorf("%q: %q, want %q", stat, got, want)
		}
	}
}

// TestFenced takes the database away from a process that was suspended. Nothing
// that it tries to write afterwards is saved.
func TestFenced(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s, err := Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		m := startMatch(t, s, "match", 5)
		select {
		case <-s.LeaseLost():
			t.Fatal("the lease is lost too early")
		default:
		}
		setLease(t, place, "another", "", 1)
		for name, write := range map[string]func() error{
			"input": func() error { return s.Matches().AppendInput(t.Context(), newStep(m, 1, 0, []byte("{}"))) },
			"match": func() error { return s.Matches().SaveMatch(t.Context(), m) },
			"clock": func() error { return s.Matches().SaveClocks(t.Context(), m.Created, []Clock{{"match", time.Hour}}) },
			"guild": func() error { return s.SaveGuild(t.Context(), Guild{ID: 9, Lang: "ru"}) },
			"surface": func() error {
				return s.Surfaces().SaveSurface(t.Context(), Surface{Owner: MatchOwner("match"), Kind: Board})
			},
			"create": func() error { return s.Matches().CreateMatch(t.Context(), Match{ID: "new", Channel: 77, Phase: Lobby}) },
		} {
			if err := write(); !errors.Is(err, ErrLeaseLost) {
				t.Errorf("%s: %v", name, err)
			}
		}
		<-s.LeaseLost()
		if err := s.Close(); err != nil {
			t.Errorf("Close after the loss: %v", err)
		}
		r, err := OpenReadOnly(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		var holder string
		var clock int64
		if err := errors.Join(r.reads.Get(&holder, `SELECT holder FROM lease`), r.reads.Get(&clock, `SELECT max(clock) FROM matches`)); err != nil {
			t.Error(err)
		}
		if holder != "another" || clock != 0 {
			t.Errorf("the holder is %q and the clock is %d", holder, clock)
		}
		if log, err := r.Matches().Inputs(t.Context(), "match"); err != nil || len(log) != 0 {
			t.Errorf("the log is %v, %v", log, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestHeartbeatFindsLoss: a process that writes nothing learns from its heartbeat
// that the lease is lost.
func TestHeartbeatFindsLoss(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openFast(t, place)
		setLease(t, place, "another", "", 1)
		<-s.LeaseLost()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
