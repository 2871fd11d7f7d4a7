package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
)

const (
	linger   = 300 * time.Microsecond // how long a group waits to reach its expected size
	groupMax = 512
)

// writer is the one goroutine that writes. It collects waiting jobs into groups and
// commits each group as one transaction.
type writer struct {
	db       *sqlx.DB
	postgres bool
	files    *openFiles // nil for PostgreSQL
	leaseID  string     // the lease has this id while it is ours; if it is shared, our row of processes
	shared   bool
	timing   leaseTiming
	luck     luck
	hints    *hints // nil unless the database is shared
	conn     *sql.Conn
	stmts    map[string]*sql.Stmt
	jobs     chan *job // unbuffered: a send succeeds only once the loop has the job
	vacuums  chan vacuum
	closing  chan struct{}
	closed   chan struct{}
	once     sync.Once
	closeErr error
	rescued  bool // the database had lost its name, and all of it is saved elsewhere
	expected int  // how many jobs the next group waits for

	leaseLost chan struct{} // closed when another process has the lease
	hasLost   bool
	trouble   chan error // the latest Unwritable error; sends never block

	owned map[int]int64 // our shards with their epochs, as the current transaction read them

	commits  int64    // of PostgreSQL: the number in the lease after our last commit
	doubt    []*job   // of PostgreSQL: the group of the commit after that, which was not answered
	patience patience // of PostgreSQL: for lost connections
}

// job is a part of a transaction. do may be called twice.
type job struct {
	do   func(tx) error
	done chan error
}

// newWriter starts the writer of a process that holds the lease.
func newWriter(ctx context.Context, db *sqlx.DB, files *openFiles, req leaseRequest) (*writer, error) {
	conn, err := db.DB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the writing connection: %w", classify(err))
	}
	w := &writer{
		db: db, postgres: onPostgres(db), files: files, leaseID: req.id, shared: req.shared, timing: req.timing, luck: req.luck, conn: conn, stmts: map[string]*sql.Stmt{}, jobs: make(chan *job), vacuums: make(chan vacuum),
		closing: make(chan struct{}), closed: make(chan struct{}), leaseLost: make(chan struct{}), trouble: make(chan error, 1),
	}
	if w.postgres {
		if err := conn.QueryRowContext(ctx, `SELECT commits FROM `+w.own()).Scan(&w.commits); err != nil {
			return nil, errors.Join(fmt.Errorf("read the lease: %w", classify(err)), conn.Close())
		}
	}
	go w.run()
	return w, nil
}

// write runs do in a transaction and returns once it is on the disk.
//
// If ctx ends before the writer has accepted the job, do is not run. After that,
// ctx has no effect, so that the caller always knows whether the data was saved.
func (w *writer) write(ctx context.Context, do func(tx) error) error {
	if w == nil {
		return ErrReadOnly
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{do: do, done: make(chan error, 1)}
	select {
	case w.jobs <- j:
		return <-j.done
	case <-ctx.Done():
		return ctx.Err()
	case <-w.closing:
		return ErrClosed
	}
}

func (w *writer) close() error {
	w.once.Do(func() { close(w.closing) })
	<-w.closed
	return w.closeErr
}

func (w *writer) run() {
	defer close(w.closed)
	timer := time.NewTimer(linger)
	defer timer.Stop()
	var group []*job
	for {
		var again <-chan time.Time
		if w.doubt != nil { // all callers may wait for it, even the heartbeat
			again = time.After(doubtRetry)
		}
		select {
		case <-again:
			w.resolve()
		case j := <-w.jobs:
			group = w.collect(append(group[:0], j), timer)
			w.commit(group)
			clear(group)
		case v := <-w.vacuums:
			v.done <- w.rebuild(v.ctx)
		case <-w.closing:
			w.closeErr = errors.Join(w.releaseLease(), w.rescueMoved())
			w.answerDoubt(ErrUnreachable) // the next start finds out
			if w.conn != nil {
				w.closeErr = errors.Join(w.closeErr, w.closeConn())
			}
			return
		}
	}
}

// collect adds the waiting jobs to a group. If the group is smaller than expected,
// it adds the jobs that arrive within the linger.
func (w *writer) collect(group []*job, timer *time.Timer) []*job {
	group = w.addWaiting(group)
	if len(group) < w.expected {
		timer.Reset(linger)
	waiting:
		for len(group) < w.expected {
			select {
			case j := <-w.jobs:
				group = append(group, j)
			case <-timer.C:
				break waiting
			}
		}
		timer.Stop()
		group = w.addWaiting(group)
	}
	w.expected = min(max(len(group), w.expected/2), groupMax)
	return group
}

// addWaiting adds the jobs that wait at this moment.
func (w *writer) addWaiting(group []*job) []*job {
	for len(group) < groupMax {
		select {
		case j := <-w.jobs:
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit commits a group and answers each of its jobs.
func (w *writer) commit(group []*job) {
	err := w.try(group)
	if err == nil || len(group) == 1 || errors.Is(err, ErrUnreachable) {
		answer(group, err)
		return
	}
	for i := range group {
		answer(group[i:i+1], w.try(group[i:i+1]))
	}
}

// answer answers jobs. A commit in doubt is answered later.
func answer(group []*job, err error) {
	if errors.Is(err, errDoubt) {
		return
	}
	for _, j := range group {
		j.done <- err
	}
}

// try runs a group as one transaction and passes an Unwritable error to the watch.
func (w *writer) try(group []*job) error {
	err := w.transact(group)
	if Unwritable(err) {
		select {
		case w.trouble <- err:
		default: // the watch knows already
		}
	}
	return err
}

// transact runs a group as one transaction: all of it or nothing.
func (w *writer) transact(group []*job) error {
	if w.hasLost {
		return ErrLeaseLost
	}
	if w.postgres {
		return w.transactPostgres(group)
	}
	if err := w.files.checkBefore(); err != nil {
		return err
	}
	t := tx{w}
	w.owned = nil
	if _, err := t.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if held, err := t.holdsLease(); err != nil {
		return w.rollback(t, err)
	} else if !held {
		return w.rollback(t, w.lose())
	}
	for _, j := range group {
		if err := j.do(t); err != nil {
			return w.rollback(t, err)
		}
	}
	if _, err := t.exec("COMMIT"); err != nil {
		return w.rollback(t, err)
	}
	// If the file has lost its name meanwhile, no caller may rely on what was saved.
	return w.files.checkAfter()
}

// lose notes that another process has the lease.
func (w *writer) lose() error {
	if !w.hasLost {
		w.hasLost = true
		close(w.leaseLost)
	}
	return ErrLeaseLost
}

// closeConn closes the connection and what was prepared on it.
func (w *writer) closeConn() error {
	var err error
	for _, st := range w.stmts {
		err = errors.Join(err, st.Close())
	}
	clear(w.stmts)
	return errors.Join(err, w.conn.Close())
}

// rollback ends a transaction after err. Some errors, such as a full disk, end the
// transaction by themselves. Then the rollback fails too, and both errors return.
func (w *writer) rollback(t tx, err error) error {
	if _, e := t.exec("ROLLBACK"); e != nil {
		return errors.Join(err, e)
	}
	return err
}

// releaseLease gives the lease back. If that cannot be written, the next process
// finds out by itself that this one has ended.
func (w *writer) releaseLease() error {
	err := w.transact([]*job{{do: func(t tx) error {
		if err := t.releaseShards(); err != nil {
			return err
		}
		if _, err := t.exec(`DELETE FROM processes WHERE id = ?`, w.leaseID); err != nil {
			return err
		}
		query := `UPDATE lease SET holder = ''`
		if w.shared { // the last one frees it
			query += ` WHERE NOT EXISTS (SELECT 1 FROM processes)`
		}
		_, err := t.exec(query)
		return err
	}}})
	w.hints.tell(w)
	if Unwritable(err) || errors.Is(err, ErrLeaseLost) {
		return nil
	}
	return err
}

// rescueMoved saves everything elsewhere if the database has lost its name. Then the
// error is a MovedError.
func (w *writer) rescueMoved() error {
	var moved *MovedError
	if !errors.As(w.files.check(), &moved) {
		return nil
	}
	name, err := w.files.rescue(context.Background(), w.conn)
	if err != nil {
		err = fmt.Errorf("save the database elsewhere: %w", err)
	}
	moved.Rescued, w.rescued = name, err == nil
	return errors.Join(moved, err)
}
