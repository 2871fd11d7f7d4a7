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

// transactPostgres is transact for PostgreSQL. What a lost connection has ended is tried
// again while there is patience. Whether a commit that was not answered was kept is read
// first, so that nothing happens twice.
func (w *writer) transactPostgres(group []*job) error {
	sent := false // a commit of the group was not answered
	for {
		err := w.connected()
		if err == nil {
			err = w.settleDoubt()
		}
		if err == nil && sent {
			var kept bool
			if kept, err = w.wasKept(); kept {
				w.patience.renew()
				return nil
			}
			sent = err != nil && !w.hasLost
		}
		if err == nil {
			err = w.attempt(group)
			sent = errors.Is(err, errDoubt)
		}
		if w.conn != nil {
			w.patience.renew()
			return err
		}
		if isTimeout(err) || !w.patience.wait(context.Background()) {
			if sent {
				w.doubt = slices.Clone(group)
				return errors.Join(errDoubt, err)
			}
			return err
		}
	}
}

// connected opens the connection anew if the last one was lost.
func (w *writer) connected() error {
	if w.conn != nil {
		return nil
	}
	conn, err := w.db.DB.Conn(context.Background())
	if err != nil {
		return classify(err)
	}
	w.conn = conn
	return nil
}

// attempt runs a group as one transaction, and again where it met another one. A commit
// that was not answered is errDoubt.
func (w *writer) attempt(group []*job) (err error) {
	for range serializationTries {
		err = w.attemptOnce(group)
		if !errors.Is(err, errSerialization) {
			break
		}
	}
	return err
}

func (w *writer) attemptOnce(group []*job) error {
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
		return errors.Join(errDoubt, classify(w.drop(err)))
	case !kept: // a job went on after an error
		return errors.New("PostgreSQL took a transaction back")
	}
	w.commits++
	return nil
}

// begin begins a transaction and reports whether the lease is ours. It raises the
// number of commits, so the row of the lease stays locked until the transaction ends:
// no process can take the lease meanwhile.
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

// own is SQL for the row with our number of commits. The lease has one row, whichever process
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

// wasKept reads whether the commit was kept that was sent last and not answered.
func (w *writer) wasKept() (bool, error) {
	var holder string
	var commits int64
	// A server may still work on that commit. Its transaction holds the row, and the
	// lock waits for its end.
	row := w.conn.QueryRowContext(context.Background(), `SELECT `+w.key()+`, commits FROM `+w.own()+` FOR UPDATE`)
	if err := row.Scan(&holder, &commits); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, w.drop(classify(err))
	}
	if holder != w.leaseID {
		return false, w.lose()
	}
	if commits != w.commits+1 {
		return false, nil // begin tells if it is neither of both
	}
	w.commits = commits
	return true, nil
}

// settleDoubt finds out whether a commit was kept that remained in doubt, and answers
// its jobs. If it was not kept, the jobs run again.
func (w *writer) settleDoubt() error {
	if w.doubt == nil {
		return nil
	}
	kept, err := w.wasKept()
	if err != nil && !w.hasLost {
		return err
	}
	group := w.doubt
	w.doubt = nil
	if err != nil || kept {
		answer(group, err)
	} else {
		w.commit(group)
	}
	switch {
	case w.hasLost:
		return ErrLeaseLost
	case w.doubt != nil:
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
