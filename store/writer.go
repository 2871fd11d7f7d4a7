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
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt
	jobs    chan *job // unbuffered: what is in nobody's hands was not accepted
	closing chan struct{}
	closed  chan struct{}
	once    sync.Once
	err     error // of closing
	target  int   // how many the next group waits for
}

// job is a part of a transaction. do may be called twice.
type job struct {
	do   func(tx) error
	done chan error
}

// tx runs statements in the transaction under way.
type tx struct{ w *writer }

// exec runs a statement, prepared once for the life of the writer, and tells how
// many rows it wrote.
func (t tx) exec(query string, args ...any) (int64, error) {
	st := t.w.stmts[query]
	if st == nil {
		var err error
		if st, err = t.w.conn.PrepareContext(context.Background(), query); err != nil {
			return 0, known(err)
		}
		t.w.stmts[query] = st
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

func newWriter(ctx context.Context, db *sqlx.DB) (*writer, error) {
	conn, err := db.DB.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("open the writing connection: %w", known(err))
	}
	w := &writer{
		conn:    conn,
		stmts:   map[string]*sql.Stmt{},
		jobs:    make(chan *job),
		closing: make(chan struct{}),
		closed:  make(chan struct{}),
	}
	go w.run()
	return w, nil
}

// write runs do in a transaction and returns once it is on the disk. A context
// that ends before the writer has taken do in hand stops it; one that ends later
// does not, so that nobody has to guess whether it happened.
func (w *writer) write(ctx context.Context, do func(tx) error) error {
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
	t := tx{w}
	if _, err := t.exec("BEGIN IMMEDIATE"); err != nil {
		return err
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
