package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

const (
	leaseStep = 3               // the migration that made the lease
	beats     = time.Second     // how often the holder of the lease says that it lives
	lapse     = 5 * time.Second // how long it may be silent before another process may take the lease
	look      = beats / 4       // how often a process that waits looks
)

// Holder is a process that holds the lease of a database.
type Holder struct {
	Host  string
	PID   int
	Since time.Time
}

// HeldError is the error of a database that another process writes.
type HeldError struct{ Holder Holder }

// Error names the process.
func (e *HeldError) Error() string {
	return fmt.Sprintf("process %d on %s has written this database since %s",
		e.Holder.PID, e.Holder.Host, e.Holder.Since.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// LeaseHolder tells which process holds the lease, and whether one does as far as is
// known: of one that ended without giving it back on another machine it is not.
func (s *Store) LeaseHolder(ctx context.Context) (h Holder, held bool, err error) {
	var was string
	var since int64
	if err := s.reads.QueryRowContext(ctx, `SELECT host, pid, process, since, holder <> '' FROM lease`).
		Scan(&h.Host, &h.PID, &was, &since, &held); err != nil {
		return Holder{}, false, fmt.Errorf("read the lease: %w", known(err))
	}
	h.Since = moment(since)
	return h, held && !ended(was, h.PID), nil
}

// lease is the row of the lease.
type lease struct {
	holder  string
	process string
	beat    int64
	who     Holder
}

// take takes the lease for an id. With waiting nil it is a HeldError when another
// process writes the database; else it waits for the end of that one, which
// waiting is told of once.
//
// A process that is known to have ended has lost the lease at once, and any other
// that has been silent for the lapse. Only silence is measured, by the clock of
// whoever waits, and no process's clock is compared with another's, so that a
// clock that jumps takes nothing from anybody.
func take(ctx context.Context, db *sql.Conn, id string, waiting func(Holder)) error {
	every := time.NewTicker(look)
	defer every.Stop()
	var seen lease
	var silent time.Time // since when
	told := false
	for {
		now, err := taken(ctx, db, id, seen, !silent.IsZero() && time.Since(silent) >= lapse)
		err = known(err)
		switch {
		case errors.Is(err, ErrBusy) && waiting != nil && ctx.Err() == nil:
			// A process that was suspended in the middle of a commit keeps its lock,
			// which nobody can break: whoever waits for it has to know for whom.
			if now, err := held(ctx, db); err == nil && now.holder != "" && !told {
				waiting(now.who)
				told = true
			}
			continue
		case err != nil:
			return fmt.Errorf("take the lease: %w", err)
		case now.holder == id:
			return nil
		case silent.IsZero() || now.holder != seen.holder || now.beat != seen.beat:
			// It lives, unless this is the first look.
			if !silent.IsZero() && waiting == nil {
				return &HeldError{now.who}
			}
			if !silent.IsZero() && !told {
				waiting(now.who)
				told = true
			}
			seen, silent = now, time.Now()
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// taken takes the lease if nobody holds it, if its holder has ended, or if it has
// lapsed since it was seen. It gives the lease as it is then.
func taken(ctx context.Context, db *sql.Conn, id string, seen lease, lapsed bool) (now lease, err error) {
	if _, err := db.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return lease{}, err
	}
	defer func() {
		// The context may have ended: what was begun is ended all the same.
		end := "COMMIT"
		if err != nil {
			end = "ROLLBACK"
		}
		if _, e := db.ExecContext(context.WithoutCancel(ctx), end); e != nil {
			err = errors.Join(err, e)
		}
	}()
	if now, err = held(ctx, db); err != nil {
		return lease{}, err
	}
	silent := lapsed && now.holder == seen.holder && now.beat == seen.beat
	if now.holder != "" && !silent && !ended(now.process, now.who.PID) {
		return now, nil
	}
	host, err := os.Hostname()
	if err != nil {
		host = "this machine" // it is there to be read by people
	}
	if _, err := db.ExecContext(ctx, `UPDATE lease SET holder = ?, host = ?, pid = ?, process = ?, since = ?, beat = beat + 1`,
		id, host, os.Getpid(), self(), milli(time.Now())); err != nil {
		return lease{}, err
	}
	return lease{holder: id}, nil
}

// held reads the lease as it stands.
func held(ctx context.Context, db *sql.Conn) (now lease, err error) {
	var since int64
	err = db.QueryRowContext(ctx, `SELECT holder, host, pid, process, since, beat FROM lease`).
		Scan(&now.holder, &now.who.Host, &now.who.PID, &now.process, &since, &now.beat)
	now.who.Since = moment(since)
	return now, err
}

// process tells a process from any other on Linux: here is the machine since it
// was started and the processes that can be seen from this one, and began is when
// the process began, empty when it has ended. Elsewhere nothing tells, and here is
// empty.
func process(pid int) (here, began string) {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", ""
	}
	space, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return "", ""
	}
	here = strings.TrimSpace(string(boot)) + " " + space
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return here, ""
	}
	// After the name, which may hold anything: the state, and 19 fields later the
	// start.
	_, rest, _ := lastCut(string(stat), ")")
	field := strings.Fields(rest)
	if len(field) < 20 || field[0] == "Z" || field[0] == "X" {
		return here, ""
	}
	return here, field[19]
}

// self is this process as the lease has it.
func self() string {
	here, began := process(os.Getpid())
	if here == "" {
		return ""
	}
	return here + " " + began
}

// ended reports whether the process of a lease is known to have ended. Of a
// process on another machine or in another container nothing is known.
func ended(was string, pid int) bool {
	here, began := process(pid)
	if there, _, ok := lastCut(was, " "); !ok || here != there {
		return false
	}
	// Where the processes of others are hidden, one that is not seen may live.
	if _, err := os.Stat("/proc/1/stat"); err != nil {
		return false
	}
	return was != here+" "+began
}

// lastCut cuts at the last sep.
func lastCut(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// newHolder is the id of a process that is to hold a lease.
func newHolder() string { return rand.Text() }
