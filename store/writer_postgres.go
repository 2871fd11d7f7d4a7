package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// errDoubt: a commit was sent and not answered. Its jobs wait until the database tells
// whether it was kept.
var errDoubt = fmt.Errorf("%w: it did not answer a commit", ErrUnreachable)

// doubtRetry is how often the writer tries to find out by itself.
const doubtRetry = 100 * time.Millisecond

// serializationTries is how often a transaction is tried that met another one.
const serializationTries = 5

// transactPostgres is transact for PostgreSQL.
func (w *writer) transactPostgres(group []*job) (err error) {
	if err := w.connected(); err != nil {
		return err
	}
	if err := w.settleDoubt(); err != nil {
		return err
	}
	for range serializationTries {
		err = w.attempt(group)
		if !errors.Is(err, errSerialization) {
			break
		}
	}
	return err
}

// connected opens the connection anew if the last one was lost.
func (w *writer) connected() error {
	if !w.disconnected() {
		return nil
	}
	conn, err := w.db.DB.Conn(context.Background())
	if err != nil {
		return classify(err)
	}
	w.conn = conn
	return nil
}

func (w *writer) disconnected() bool { return w.conn == nil }

// attempt runs a group as one transaction.
func (w *writer) attempt(group []*job) error {
	w.owned = nil
	if held, err := w.begin(); err != nil {
		return w.abandon(err)
	} else if !held {
		return w.abandon(w.lose())
	}
	for _, j := range group {
		if err := j.do(tx{w}); err != nil {
			return w.abandon(err)
		}
	}
	var kept bool
	err := raw(w.conn, func(c *pgx.Conn) error {
		tag, err := c.Exec(context.Background(), "COMMIT")
		kept = tag.String() == "COMMIT"
		return err
	})
	switch {
	case err != nil:
		w.doubt = slices.Clone(group)
		return errors.Join(errDoubt, classify(w.drop(err)))
	case !kept: // a job went on after an error
		return errors.New("PostgreSQL took a transaction back")
	}
	w.commits++
	return nil
}

// begin begins a transaction and reports whether the lease is ours. It raises the
// number of commits, so the row of the lease stays locked until the transaction ends:
// nobody can take the lease meanwhile.
//
// If the number is not the one that we left, the database is an older one than we
// wrote. Then what we know of it is wrong, as if another process had written it.
func (w *writer) begin() (held bool, err error) {
	// In one message, because each one is a way to the server and back. The id is a text
	// that we made, without quotes.
	query := fmt.Sprintf("BEGIN; UPDATE %s SET commits = %d WHERE %s = '%s' AND commits = %d", w.table(), w.commits+1, w.key(), w.leaseID, w.commits)
	err = raw(w.conn, func(c *pgx.Conn) error {
		tag, err := c.Exec(context.Background(), query)
		held = tag.RowsAffected() == 1
		return err
	})
	return held, classify(err)
}

// table and key are where our number of commits stands, with our id.
func (w *writer) table() string {
	if w.shared {
		return "processes"
	}
	return "lease"
}

func (w *writer) key() string {
	if w.shared {
		return "id"
	}
	return "holder"
}

// own is SQL for the row with our number of commits. The lease has one row, whoever
// holds it.
func (w *writer) own() string {
	if w.shared {
		return "processes WHERE id = '" + w.leaseID + "'"
	}
	return "lease"
}

// abandon ends a transaction after err.
func (w *writer) abandon(err error) error {
	e := raw(w.conn, func(c *pgx.Conn) error {
		_, err := c.Exec(context.Background(), "ROLLBACK")
		return err
	})
	// A server that is read-only now was written before, so the one to write is another.
	if e != nil || errors.Is(err, ErrReadOnly) {
		return w.drop(err)
	}
	return err
}

// drop gives up the connection after err.
func (w *writer) drop(err error) error {
	conn := w.conn
	_ = raw(conn, func(c *pgx.Conn) error { return c.PgConn().Conn().Close() })
	_ = w.closeConn() // it is lost, and what it could say was said
	w.conn = nil
	return err
}

// settleDoubt finds out whether a commit was kept that was not answered, and answers
// its jobs. If it was not kept, the jobs run again.
func (w *writer) settleDoubt() error {
	if w.doubt == nil {
		return nil
	}
	var holder string
	var commits int64
	// A server may still work on that commit. Its transaction holds the row, and the
	// lock waits for its end.
	row := w.conn.QueryRowContext(context.Background(), `SELECT `+w.key()+`, commits FROM `+w.own()+` FOR UPDATE`)
	if err := row.Scan(&holder, &commits); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return w.drop(classify(err))
	}
	group := w.doubt
	w.doubt = nil
	switch {
	case holder != w.leaseID:
		answer(group, w.lose())
		return ErrLeaseLost
	case commits == w.commits+1:
		w.commits = commits
		answer(group, nil)
	default: // begin tells if it is neither of both
		w.commit(group)
	}
	if w.hasLost {
		return ErrLeaseLost
	}
	if w.doubt != nil {
		return ErrUnreachable
	}
	return w.connected()
}

// resolve settles a doubt when no other job comes. While it cannot, the watch knows.
func (w *writer) resolve() {
	if err := w.connected(); err == nil {
		_ = w.settleDoubt()
	}
}

// answerDoubt answers the jobs of a commit that remains in doubt.
func (w *writer) answerDoubt(err error) {
	group := w.doubt
	w.doubt = nil
	answer(group, err)
}
