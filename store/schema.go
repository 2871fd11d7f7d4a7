package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"oneiros/migrations"
)

func migrate(ctx context.Context, db *sqlx.DB, from, to int64) error {
	steps, err := newMigrations(db)
	if err == nil {
		_, err = steps.Up(ctx)
	}
	if err == nil {
		return nil
	}
	// Another process may create the same database at the same moment. Each step
	// succeeds once, so one of the processes goes on while the others fail.
	for wait := 0; ; wait++ {
		now, e := appliedVersions(ctx, db)
		if e == nil && slices.Contains(now, to) {
			return nil
		}
		if !onPostgres(db) || e != nil || wait == 50 {
			return fmt.Errorf("migrate from version %d to %d: %w", from, to, classify(err))
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// migratePostgres is migrate for PostgreSQL. Its steps may take long. Meanwhile it sends
// the heartbeats, so that no waiting process takes this one for dead.
func migratePostgres(ctx context.Context, address string, writes *sqlx.DB, req leaseRequest, has, wants int64) (err error) {
	db, err := connectPostgres(ctx, address, postgresPool{conns: 2, patient: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	done := make(chan struct{})
	var wait sync.WaitGroup
	if has >= leaseSchema {
		wait.Go(func() {
			ticker := time.NewTicker(req.timing.heartbeat)
			defer ticker.Stop()
			for {
				select {
				case <-ticker.C:
					// A step may have the table locked. Then no other transaction gets it, either.
					_, _ = writes.ExecContext(ctx, `UPDATE lease SET beat = beat + 1 WHERE holder = ?`, req.id)
				case <-done:
					return
				}
			}
		})
	}
	err = migrate(ctx, db, has, wants)
	close(done)
	wait.Wait()
	return err
}

// newMigrations returns the steps for a database.
func newMigrations(db *sqlx.DB) (*goose.Provider, error) {
	dialect, files := goose.DialectSQLite3, fs.FS(migrations.Files)
	if onPostgres(db) {
		dialect, files = goose.DialectPostgres, migrations.Postgres
	}
	// A migration that is missing was refused before, unless it came late.
	return goose.NewProvider(dialect, db.DB, files, goose.WithGoMigrations(goSteps...), goose.WithAllowOutofOrder(true))
}

// IncompleteError is the error of a database in which a migration is not recorded,
// although a later one is, or although what it makes is there. The database was not
// touched.
type IncompleteError struct {
	Has     int64   // the version of the database
	Missing []int64 // the migrations, in order
}

// Error names the migrations.
func (e *IncompleteError) Error() string {
	if len(e.Missing) == 1 && e.Missing[0] > e.Has {
		return fmt.Sprintf("the database says that it has version %d, but it has what migration %d makes", e.Has, e.Missing[0])
	}
	return fmt.Sprintf("the database has version %d, and migration %s is missing in it", e.Has, strings.Trim(fmt.Sprint(e.Missing), "[]"))
}

// Unwrap returns [ErrIncomplete].
func (e *IncompleteError) Unwrap() error { return ErrIncomplete }

// SchemaVersion returns the version of a database and the version that this program
// writes. A file that is missing has version 0, and so has an empty database of
// PostgreSQL. It changes nothing.
//
// An empty file is [ErrEmpty]. A write-ahead log without its database is
// [ErrMissing]. A database that lacks an earlier migration is an [IncompleteError].
func SchemaVersion(ctx context.Context, at string) (has, wants int64, err error) {
	known, err := knownVersions()
	if err != nil {
		return 0, 0, err
	}
	wants = slices.Max(known)
	var db *sqlx.DB
	if IsPostgres(at) {
		db, err = connectPostgres(ctx, at, postgresPool{conns: 1, readOnly: true})
	} else {
		db, err = connectUntouched(ctx, at)
	}
	if err != nil || db == nil {
		return 0, wants, err
	}
	has, err = schemaVersion(ctx, db, known)
	return has, wants, errors.Join(err, db.Close())
}

// connectUntouched opens a file so that nothing of it changes. Without a file the
// connection is nil.
func connectUntouched(ctx context.Context, path string) (*sqlx.DB, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
			return nil, fmt.Errorf("open database: %w", ErrMissing)
		}
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("open database: %w", err)
	case info.IsDir():
		return nil, fmt.Errorf("open database: %w", syscall.EISDIR)
	case info.Mode().IsRegular() && info.Size() == 0:
		return nil, fmt.Errorf("open database: %w", ErrEmpty)
	}
	if err := checkLog(path); err != nil { // before SQLite drops what is behind the damage
		return nil, fmt.Errorf("open database: %w", err)
	}
	// A separate connection, because setting the journal mode would write. Without a
	// write-ahead log beside the file no process has it open. Then "immutable" keeps
	// SQLite from creating one.
	query := "mode=ro&_pragma=busy_timeout(5000)"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		query += "&immutable=1"
	}
	return connect(ctx, path, 1, query)
}

// schemaVersion reads the version of an open database.
func schemaVersion(ctx context.Context, db *sqlx.DB, known []int64) (has int64, err error) {
	wants := slices.Max(known)
	applied, err := appliedVersions(ctx, db)
	if err != nil {
		return 0, err
	}
	has = slices.Max(append(applied, 0))
	missing := slices.DeleteFunc(slices.Clone(known), func(n int64) bool { return n > has || slices.Contains(applied, n) || cameLate(n, has) })
	if has <= wants && len(missing) > 0 {
		slices.Sort(missing)
		return has, &IncompleteError{has, missing}
	}
	if has < wants && len(applied) > 0 {
		columns, err := tableColumns(ctx, db)
		if err != nil {
			return has, err
		}
		// Another process may migrate meanwhile. Then these are the columns of a later version.
		if now, err := appliedVersions(ctx, db); err != nil {
			return has, err
		} else if len(now) != len(applied) {
			return schemaVersion(ctx, db, known)
		}
		n, err := unrecorded(ctx, columns, has)
		if err != nil {
			return has, fmt.Errorf("read the version of the database: %w", err)
		}
		if n > 0 {
			return has, &IncompleteError{has, []int64{n}}
		}
	}
	return has, nil
}

// cameLate reports whether a database of a version may lack an earlier migration: four of them
// came to the program after the two that have the next numbers.
func cameLate(n, has int64) bool {
	return n >= 35 && n <= 38 && (has == 39 || has == 40)
}

// tableColumns lists the columns of all tables.
func tableColumns(ctx context.Context, db *sqlx.DB) (list []string, err error) {
	query := `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name <> 'goose_db_version'`
	if onPostgres(db) {
		query = `SELECT table_name || '.' || column_name FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name <> 'goose_db_version'`
	}
	if err := db.SelectContext(ctx, &list, query); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	return list, nil
}

// unrecorded returns the first migration after a version that has made one of the columns,
// or has taken one away, or 0. It makes the migrations in memory to find out.
func unrecorded(ctx context.Context, columns []string, has int64) (n int64, err error) {
	db, err := sqlx.ConnectContext(ctx, "sqlite", ":memory:")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	steps, err := newMigrations(db)
	if err != nil {
		return 0, err
	}
	var before, then []string // before each step, and at the version
	for _, step := range steps.ListSources() {
		if _, err := steps.UpByOne(ctx); err != nil {
			return 0, err
		}
		now, err := tableColumns(ctx, db)
		if err != nil {
			return 0, err
		}
		made := func(c string) bool { return !slices.Contains(before, c) && slices.Contains(columns, c) }
		taken := func(c string) bool { return !slices.Contains(now, c) && !slices.Contains(columns, c) }
		if step.Version <= has {
			then = now
		}
		if step.Version > has && (slices.ContainsFunc(now, made) || slices.ContainsFunc(then, taken)) {
			return step.Version, nil
		}
		before = now
	}
	return 0, nil
}
