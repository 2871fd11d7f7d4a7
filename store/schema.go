package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"

	"oneiros/migrations"
)

// NewerError is the error of a database that a newer version of the program wrote.
// The database was not touched.
type NewerError struct {
	Has   int64 // the version of the database
	Wants int64 // the newest version that this program knows
}

// Error names both versions.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database has version %d, and this program knows versions up to %d", e.Has, e.Wants)
}

// Unwrap returns [ErrNewer].
func (e *NewerError) Unwrap() error { return ErrNewer }

// Migrate brings the database file to this version. It creates the file if there is
// none. It returns the versions before and after; 0 is an empty database. Its
// errors are those of [Open].
func Migrate(ctx context.Context, path string) (from, to int64, err error) {
	from, to, err = SchemaVersion(ctx, path)
	if err != nil || from == to {
		return from, to, err
	}
	s, err := Open(ctx, path)
	if err != nil {
		return from, to, err
	}
	return from, to, s.Close()
}

func migrate(ctx context.Context, db *sqlx.DB, from, to int64) error {
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.DB, migrations.Files)
	if err == nil {
		_, err = steps.Up(ctx)
	}
	if err != nil {
		// Another process may have created the same database at the same moment.
		if now, e := version(ctx, db); e == nil && now == to {
			return nil
		}
		return fmt.Errorf("migrate from version %d to %d: %w", from, to, classify(err))
	}
	return nil
}

// SchemaVersion returns the version of the database file and the version that this
// program writes. An empty or missing database has version 0. It changes nothing.
func SchemaVersion(ctx context.Context, path string) (has, wants int64, err error) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return 0, 0, fmt.Errorf("list the migrations: %w", err)
	}
	for _, f := range files {
		n, err := goose.NumericComponent(f)
		if err != nil {
			return 0, 0, fmt.Errorf("migration %s: %w", f, err)
		}
		wants = max(wants, n)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return 0, wants, nil
	} else if err != nil {
		return 0, wants, fmt.Errorf("open database: %w", err)
	}
	// A separate connection, because setting the journal mode would write. Without a
	// write-ahead log beside the file nobody has it open. Then "immutable" keeps
	// SQLite from creating one.
	query := "mode=ro&_pragma=busy_timeout(5000)"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		query += "&immutable=1"
	}
	db, err := connect(ctx, path, 1, query)
	if err != nil {
		return 0, wants, err
	}
	has, err = version(ctx, db)
	return has, wants, errors.Join(err, db.Close())
}

func version(ctx context.Context, db *sqlx.DB) (int64, error) {
	var tables int
	if err := db.GetContext(ctx, &tables, `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`); err != nil {
		return 0, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	if tables == 0 {
		return 0, nil
	}
	var n int64
	if err := db.GetContext(ctx, &n, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied = 1`); err != nil {
		return 0, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	return n, nil
}
