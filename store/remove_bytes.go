package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jmoiron/sqlx"
)

// RemoveBytes removes from the database what erased rows left in it, if there is
// anything. It reports whether there was, also with an error. On SQLite nothing else is
// saved meanwhile. When ctx ends, it stops, and all of it stays due.
func (s ErasureStore) RemoveBytes(ctx context.Context) (bool, error) {
	var due []uint64
	err := s.db.reads.SelectContext(ctx, &due, `SELECT id FROM erasures WHERE kind = ?`, eraseBytes)
	if err != nil || len(due) == 0 {
		return false, classify(err)
	}
	if s.db.address != "" {
		err = vacuumPostgres(ctx, s.db.address, lasting(s.db.tables))
	} else {
		err = s.db.writer.vacuum(ctx)
	}
	if err == nil {
		// They are removed, however long that took.
		err = s.db.write(context.WithoutCancel(ctx), func(t tx) error {
			for _, id := range due {
				if _, err := t.exec(`DELETE FROM erasures WHERE kind = ? AND id = ?`, eraseBytes, id); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return true, fmt.Errorf("remove the bytes of erased rows: %w", err)
	}
	return true, nil
}

// vacuumPostgres lets PostgreSQL use the room of erased rows anew. Only then new rows can
// take the place of their bytes. PostgreSQL leaves what another session may still read, and
// tells no client. It only warns of a table that is another user's.
func vacuumPostgres(ctx context.Context, address string, tables []*Table) (err error) {
	var warned []string
	db, err := connectPostgres(ctx, address, postgresPool{conns: 1, patient: true, notice: func(n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			warned = append(warned, n.Message)
		}
	}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// What stood here until now is gone later than all that was erased. So when VACUUM
	// removes it, it has removed the rest.
	if _, err := db.ExecContext(ctx, `UPDATE erasures SET asked = asked WHERE kind = ?`, eraseBytes); err != nil {
		return classify(err)
	}
	for _, table := range tables {
		if err := vacuumTable(ctx, db, table.Name); err != nil {
			return err
		}
		if len(warned) > 0 {
			return fmt.Errorf("VACUUM %s: %s", table.Name, warned[0])
		}
	}
	return awaitReaders(ctx, db)
}

func vacuumTable(ctx context.Context, db *sqlx.DB, table string) error {
	_, err := db.ExecContext(ctx, `VACUUM `+table)
	return classify(err)
}

// How often, and how long after one another, awaitReaders looks.
const (
	readersLooks = 10
	readersPause = 100 * time.Millisecond
)

// awaitReaders waits for sessions that may still read what was erased. Those of this
// program end soon. It is [ErrStillRead] when one does not.
func awaitReaders(ctx context.Context, db *sqlx.DB) error {
	for range readersLooks {
		var left int64
		if err := db.GetContext(ctx, &left, `SELECT pg_stat_get_dead_tuples('erasures'::regclass)`); err != nil || left == 0 {
			return classify(err)
		}
		select {
		case <-time.After(readersPause):
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := vacuumTable(ctx, db, "erasures"); err != nil {
			return err
		}
	}
	return ErrStillRead
}
