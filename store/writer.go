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
	linger   = 300 * time.Microsecond // how long a group waits to be as large as the one before
	groupMax = 512
)

// writer is the one that writes. It gathers what waits into groups and commits
// each as one transaction.
type writer struct {
	id      string // that the lease has while it is ours
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt
	jobs    chan *job // unbuffered: what is in nobody's hands was not accepted
	closing chan struct{}
	closed  chan struct{}
	once    sync.Once
	err     error // of closing
	target  int   // how many the next group waits for

	lost    chan struct{} // closed when the lease is another's
	isLost  bool
	trouble chan error // what could not be written for want of a disk; never blocks
}

// job is a part of a transaction. do may be called twice.
type job struct {
	do   func(tx) error
	done chan error
}

// tx runs statements in the transaction under way.
type tx struct{ w *writer }

// prepared is a statement, prepared once for the life of the writer.
func (t tx) prepared(query string) (*sql.Stmt, error) {
	st := t.w.stmts[query]
	if st == nil {
		var err error
		if st, err = t.w.conn.PrepareContext(context.Background(), query); err != nil {
			return nil, known(err)
		}
		t.w.stmts[query] = st
	}
	return st, nil
}

// ours reports whether the lease is ours.
func (t tx) ours() (bool, error) {
	st, err := t.prepared(`SELECT count(*) FROM lease WHERE holder = ?`)
	if err != nil {
		return false, err
	}
	var n int
	if err := st.QueryRowContext(context.Background(), t.w.id).Scan(&n); err != nil {
		return false, known(err)
	}
	return n == 1, nil
}

// exec runs a statement and tells how many rows it wrote.
func (t tx) exec(query string, args ...any) (int64, error) {
	st, err := t.prepared(query)
	if err != nil {
		return 0, err
	}
	r, err := st.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, known(err)
	}
	n, err := r.RowsAffected()
	if err != nil {
		return 0, known(err)
	}
	return n, nil
}

// start lets the writer of a lease that is held begin.
func (w *writer) start(ctx context.Context, db *sqlx.DB) error {
	conn, err := db.DB.Conn(ctx)
	if err != nil {
		return fmt.Errorf("open the writing connection: %w", known(err))
	}
	w.conn = conn
	w.stmts = map[string]*sql.Stmt{}
	w.jobs = make(chan *job)
	w.closing = make(chan struct{})
	w.closed = make(chan struct{})
	w.lost = make(chan struct{})
	w.trouble = make(chan error, 1)
	go w.run()
	return nil
}

// write runs do in a transaction and returns once it is on the disk. A context
// that ends before the writer has taken do in hand stops it; one that ends later
// does not, so that nobody has to guess whether it happened.
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
	return w.err
}

func (w *writer) run() {
	defer close(w.closed)
	wait := time.NewTimer(linger)
	defer wait.Stop()
	var group []*job
	for {
		select {
		case j := <-w.jobs:
			group = w.gather(append(group[:0], j), wait)
			w.commit(group)
			clear(group)
		case <-w.closing:
			w.err = w.release()
			for _, st := range w.stmts {
				w.err = errors.Join(w.err, st.Close())
			}
			w.err = errors.Join(w.err, w.conn.Close())
			return
		}
	}
}

// gather adds to a group what waits already and, when the last groups were
// larger, what comes within the linger.
func (w *writer) gather(group []*job, wait *time.Timer) []*job {
	group = w.take(group)
	if len(group) < w.target {
		wait.Reset(linger)
	waiting:
		for len(group) < w.target {
			select {
			case j := <-w.jobs:
				group = append(group, j)
			case <-wait.C:
				break waiting
			}
		}
		wait.Stop()
		group = w.take(group)
	}
	w.target = min(max(len(group), w.target/2), groupMax)
	return group
}

// take adds what waits at this moment.
func (w *writer) take(group []*job) []*job {
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

// commit commits a group and answers everybody in it.
func (w *writer) commit(group []*job) {
	err := w.try(group)
	if err == nil || len(group) == 1 {
		for _, j := range group {
			j.done <- err
		}
		return
	}
	for i := range group {
		group[i].done <- w.try(group[i : i+1])
	}
}

// try runs a group as one transaction: all of it, or nothing.
func (w *writer) try(group []*job) error {
	err := w.attempt(group)
	if Unwritable(err) {
		select {
		case w.trouble <- err:
		default: // it is known already
		}
	}
	return err
}

func (w *writer) attempt(group []*job) error {
	if w.isLost {
		return ErrLeaseLost
	}
	t := tx{w}
	if _, err := t.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	if ours, err := t.ours(); err != nil {
		return w.undo(t, err)
	} else if !ours {
		w.isLost = true
		close(w.lost)
		return w.undo(t, ErrLeaseLost)
	}
	for _, j := range group {
		if err := j.do(t); err != nil {
			return w.undo(t, err)
		}
	}
	if _, err := t.exec("COMMIT"); err != nil {
		return w.undo(t, err)
	}
	return nil
}

// undo rolls back. Some errors, a full disk among them, have undone the
// transaction by themselves, and then there is nothing to roll back: that error
// comes along with the first and changes nothing.
func (w *writer) undo(t tx, err error) error {
	if _, e := t.exec("ROLLBACK"); e != nil {
		return errors.Join(err, e)
	}
	return err
}

// release gives the lease back. Where that cannot be written the next process
// finds out by itself that this one is gone.
func (w *writer) release() error {
	err := w.attempt([]*job{{do: func(t tx) error {
		_, err := t.exec(`UPDATE lease SET holder = ''`)
		return err
	}}})
	if Unwritable(err) || errors.Is(err, ErrLeaseLost) {
		return nil
	}
	return err
}
