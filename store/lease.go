package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
)

// leaseSchema is the version of the database that introduced the lease.
const leaseSchema = 3

// leaseTable has one row, so that its holder alone writes.
var leaseTable = Declare(Table{
	Name: "lease", Key: []string{"one"}, Stays: stays,
	Columns: []Column{
		{Name: "one"}, {Name: "holder", Type: Text}, {Name: "host", Type: Text}, {Name: "pid"}, {Name: "process", Type: Text}, {Name: "since"}, {Name: "beat"},
		{Name: "room", Type: Text}, {Name: "commits"},
	},
})

// stays is why what processes hold is not copied.
const stays = "a process holds it of this database alone"

// leaseTiming holds the times of a lease. Tests use shorter ones.
type leaseTiming struct {
	heartbeat time.Duration // how often the holder raises the number
	calm      time.Duration // how often instead, while everything can be saved; 0: as often
	timeout   time.Duration // after this time without a heartbeat another process may take the lease
	poll      time.Duration // how often a waiting process reads the lease
	late      time.Duration // after this time without an answer to a heartbeat, nothing can be saved; 0: never
}

var standardTiming = leaseTiming{heartbeat: time.Second, timeout: 5 * time.Second, poll: time.Second / 4, late: 2 * time.Second}

// beat is how often there is a heartbeat, while everything can be saved or while it cannot.
func (t leaseTiming) beat(troubled bool) time.Duration {
	if t.calm == 0 || troubled {
		return t.heartbeat
	}
	return t.calm
}

// leaseRequest says how a process asks for the lease.
type leaseRequest struct {
	id      string
	shared  bool // take no lease, but share the database with other processes
	timing  leaseTiming
	waiting func(Holder) // told once for whom we wait; nil: do not wait
	luck    luck
	tables  []*Table // of other packages
}

// An Option says how a database is opened.
type Option func(*leaseRequest)

// WithChance has ids drawn by read, which fills b with what chance gives for a name. It
// is for tests. Each process needs chance of its own: two of one id would take each other
// for the holder of the lease.
func WithChance(read func(b []byte, name ...any)) Option {
	return func(r *leaseRequest) { r.luck = read }
}

// WithRareHeartbeat is for tests in which days pass in virtual time. They would spend most
// of it on heartbeats. While everything can be saved, there is one each minute instead of
// each second. Another process would take the lease between two of them.
func WithRareHeartbeat() Option {
	return func(r *leaseRequest) { r.timing.calm = time.Minute }
}

func (r leaseRequest) with(options []Option) leaseRequest {
	for _, set := range options {
		set(&r)
	}
	return r
}

// luck fills a slice by chance, for what the name says. It is nil for the system's.
type luck func(b []byte, name ...any)

func (l luck) read(b []byte, name ...any) {
	if l == nil {
		rand.Read(b) // it never fails: it would end the program
		return
	}
	l(b, name...)
}

// newLeaseID returns an id that no other process has.
func newLeaseID(l luck) string {
	var b [16]byte
	l.read(b[:], "lease")
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:])
}

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

// lease is the row of the lease.
type lease struct {
	holder  string // empty for no process
	process string // see processIdentity
	beat    int64
	who     Holder
	lives   bool // processes share it, and they live
}

const selectLease = `SELECT holder, host, pid, process, since, beat FROM lease`

func scanLease(row *sql.Row) (l lease, err error) {
	var since int64
	err = row.Scan(&l.holder, &l.who.Host, &l.who.PID, &l.process, &since, &l.beat)
	l.who.Since = fromMillis(since)
	return l, err
}

// acquireLease takes the lease on a connection of the pool. If PostgreSQL goes away
// while it waits, it begins to wait anew: the holder could not send a heartbeat.
func acquireLease(ctx context.Context, db *sqlx.DB, req leaseRequest) error {
	if waiting := req.waiting; waiting != nil {
		var told sync.Once
		req.waiting = func(h Holder) { told.Do(func() { waiting(h) }) }
	}
	for {
		conn, err := db.DB.Conn(ctx)
		if err == nil {
			err = takeLease(ctx, conn, req)
			if e := conn.Close(); err == nil {
				err = e
			}
		}
		err = classify(err)
		if !errors.Is(err, ErrUnreachable) || req.waiting == nil {
			return err
		}
		select {
		case <-time.After(req.timing.poll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// takeLease takes the lease, or waits for it if the request allows that. Without
// waiting it returns a HeldError when another process writes the database.
//
// A process that has certainly ended loses the lease at once. Any other process
// loses it after the timeout. Only the clock of the waiting process measures that
// time, so a clock that jumps on another machine changes nothing.
func takeLease(ctx context.Context, conn *sql.Conn, req leaseRequest) error {
	ticker := time.NewTicker(req.timing.poll)
	defer ticker.Stop()
	var seen lease
	var silentSince time.Time // zero before the first look
	told := false
	tell := func(h Holder) {
		if !told {
			told = true
			req.waiting(h)
		}
	}
	for {
		silent := !silentSince.IsZero() && time.Since(silentSince) >= req.timing.timeout
		now, err := tryLease(ctx, conn, req.id, seen, silent)
		err = classify(err)
		switch {
		case errors.Is(err, ErrBusy) && req.waiting != nil && ctx.Err() == nil:
			// A process that was suspended during a commit keeps its lock, and
			// no process can break it. The operator has to know which process it is.
			if now, err := scanLease(conn.QueryRowContext(ctx, selectLease)); err == nil && now.holder != "" {
				tell(now.who)
			}
			continue // the try has already waited for the lock
		case err != nil:
			return fmt.Errorf("take the lease: %w", err)
		case now.holder == req.id:
			return nil
		case silentSince.IsZero() && !now.lives:
			seen, silentSince = now, time.Now()
		case now.lives || now.holder != seen.holder || now.beat != seen.beat: // the holder lives
			if req.waiting == nil {
				return &HeldError{now.who}
			}
			tell(now.who)
			seen, silentSince = now, time.Now()
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryLease takes the lease if no process holds it or if its holder has ended. It also
// takes it if the holder is silent and the lease is still as it was seen. It
// returns the lease as it stands afterwards.
func tryLease(ctx context.Context, conn *sql.Conn, id string, seen lease, silent bool) (now lease, err error) {
	if err := ctx.Err(); err != nil { // PostgreSQL would lose its connection
		return lease{}, err
	}
	begin, selectLocked := "BEGIN IMMEDIATE", selectLease
	if isPostgres(conn) {
		begin, selectLocked = "BEGIN", selectLease+" FOR UPDATE"
	}
	if _, err := conn.ExecContext(ctx, begin); err != nil {
		return lease{}, err
	}
	defer func() {
		// The transaction has to end even if the context has ended.
		end := "COMMIT"
		if err != nil {
			end = "ROLLBACK"
		}
		if _, e := conn.ExecContext(context.WithoutCancel(ctx), end); e != nil {
			err = errors.Join(err, e)
		}
	}()
	if now, err = scanLease(conn.QueryRowContext(ctx, selectLocked)); err != nil {
		return lease{}, err
	}
	if now.holder == sharedLease && id != sharedLease {
		if now.lives, err = isShared(ctx, conn); err != nil || now.lives {
			return now, err
		}
		silent, seen = true, now
	}
	if now.holder == id { // it is shared, and another process shares it already
		return lease{holder: id}, nil
	}
	silent = silent && now.holder == seen.holder && now.beat == seen.beat
	if now.holder != "" && !silent && !hasEnded(now.process, now.who.PID) {
		return now, nil
	}
	identity := processIdentity()
	if id == sharedLease {
		identity = "" // the lease does not end with this process
	}
	if _, err := conn.ExecContext(ctx, `UPDATE lease SET holder = ?, host = ?, pid = ?, process = ?, since = ?, beat = beat + 1`,
		id, hostname(), os.Getpid(), identity, toMillis(time.Now())); err != nil {
		return lease{}, err
	}
	return lease{holder: id}, nil
}

// hostname is for people.
func hostname() string {
	host, err := os.Hostname()
	if err != nil {
		return "this machine"
	}
	return host
}
