package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/jmoiron/sqlx"
)

// processesTable and identifyTurnsTable are what processes that share a database tell one
// another.
var (
	processesTable = Declare(Table{
		Name: "processes", Key: []string{"id"}, Stays: stays,
		Columns: []Column{
			{Name: "id", Type: Text}, {Name: "host", Type: Text}, {Name: "pid"}, {Name: "since"}, {Name: "until"}, {Name: "commits"}, {Name: "heard"}, {Name: "leaving"},
		},
	})
	identifyTurnsTable = Declare(Table{
		Name: "identify_turns", Key: []string{"bucket"}, Stays: stays, Columns: []Column{{Name: "bucket"}, {Name: "holder", Type: Text}, {Name: "until"}},
	})
)

// sharedLease holds the lease while several processes share the database. Each of them
// has a row of processes then, which does for it what the lease does for one that is
// alone.
const sharedLease = "shared"

// The clock of the database, in milliseconds. Whether a process lives is never decided
// by the clock of another process.
const (
	sqliteClock   = `CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`
	postgresClock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`
)

// clock is SQL for the clock of the database.
func (w *writer) clock() string {
	if w.postgres {
		return postgresClock
	}
	return sqliteClock
}

// join makes this process one of those that share the database.
func join(ctx context.Context, writes *sqlx.DB, req leaseRequest) error {
	for {
		lease := req
		lease.id = sharedLease
		if err := acquireLease(ctx, writes, lease); err != nil {
			return err
		}
		joined, err := enter(ctx, writes, req)
		if err != nil {
			return fmt.Errorf("join the processes: %w", classify(err))
		}
		if joined {
			return nil
		}
		// The last of the others has left meanwhile, and another process may have come.
	}
}

// enter makes the row of this process, if the lease is still shared.
func enter(ctx context.Context, writes *sqlx.DB, req leaseRequest) (joined bool, err error) {
	t, err := writes.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	var holder string
	if err := t.QueryRowContext(ctx, `SELECT holder FROM lease FOR UPDATE`).Scan(&holder); err != nil {
		return false, errors.Join(err, t.Rollback())
	}
	if holder != sharedLease {
		return false, t.Rollback()
	}
	_, err = t.ExecContext(ctx, `INSERT INTO processes (id, host, pid, since, until, commits) VALUES (?, ?, ?, ?, `+postgresClock+` + ?, 0)`,
		req.id, hostname(), os.Getpid(), toMillis(time.Now()), req.timing.timeout.Milliseconds())
	if err != nil {
		return false, errors.Join(err, t.Rollback())
	}
	return true, t.Commit()
}

// enterAlone makes this process the only one. Others that shared the database were
// silent for too long, and write nothing any more.
func enterAlone(ctx context.Context, writes *sqlx.DB, req leaseRequest) (err error) {
	for range serializationTries {
		if _, err = writes.ExecContext(ctx, `DELETE FROM processes`); !errors.Is(classify(err), errSerialization) {
			break
		}
	}
	if err == nil {
		_, err = writes.ExecContext(ctx, `INSERT INTO processes (id, host, pid, since, until, commits) VALUES (?, ?, ?, ?, ?, 0)`,
			req.id, hostname(), os.Getpid(), toMillis(time.Now()), int64(math.MaxInt64)) // as long as it has the lease
	}
	if err != nil {
		return fmt.Errorf("open database: %w", classify(err))
	}
	return nil
}

// renew tells the others that this process lives. A shared database has no heartbeat
// in its lease: a process that is suspended with that row would stop all others. There it
// also deletes processes that do not live, if bury says so.
func (t tx) renew(bury bool) error {
	if !t.w.shared {
		_, err := t.exec(`UPDATE lease SET beat = beat + 1`)
		return err
	}
	if _, err := t.exec(`UPDATE processes SET until = `+postgresClock+` + ? WHERE id = ?`, t.w.timing.timeout.Milliseconds(), t.w.leaseID); err != nil {
		return err
	}
	if !bury {
		return nil
	}
	// One that was suspended in a transaction has its row locked. The server ends that
	// transaction soon, and no caller waits for it.
	n, err := t.exec(`DELETE FROM processes WHERE id IN (SELECT id FROM processes WHERE until < ` + postgresClock + ` FOR UPDATE SKIP LOCKED)`)
	if n > 0 {
		t.w.hints.hint()
	}
	return err
}

// isShared reports whether processes that live share the database.
func isShared(ctx context.Context, conn *sql.Conn) (bool, error) {
	var n int
	err := conn.QueryRowContext(ctx, `SELECT count(*) FROM processes WHERE until >= `+postgresClock).Scan(&n)
	return n > 0, err
}

// liveProcesses lists the processes that share the database, in a fixed order. Those that
// leave are among them, because they have their shards until they give them back.
func liveProcesses(ctx context.Context, from queryer) (ids []string, err error) {
	return processIDs(ctx, from, ``)
}

// stayingProcesses lists those among which the shards are divided.
func stayingProcesses(ctx context.Context, from queryer) (ids []string, err error) {
	return processIDs(ctx, from, `WHERE leaving = 0`)
}

func processIDs(ctx context.Context, from queryer, where string) (ids []string, err error) {
	rows, err := from.QueryContext(ctx, `SELECT id FROM processes `+where+` ORDER BY id`)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, classify(err)
		}
		ids = append(ids, id)
	}
	return ids, classify(rows.Err())
}
