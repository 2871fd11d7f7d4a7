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

// Migrate brings the database in a file to this version, making it when there is
// none, and tells from which version to which; 0 is an empty database. A database
// of a newer version is [ErrNewer] and untouched.
func Migrate(ctx context.Context, path string) (from, to int64, err error) {
	from, to, err = Version(ctx, path)
	if err != nil {
		return from, to, err
	}
	if from > to {
		return from, to, fmt.Errorf("database of version %d, this is version %d: %w", from, to, ErrNewer)
	}
	db, err := connect(ctx, path, 1, "_txlock=immediate")
	if err != nil {
		return from, to, err
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.DB, migrations.Files)
	if err == nil {
		_, err = steps.Up(ctx)
	}
	if err != nil {
		err = fmt.Errorf("migrate from version %d to %d: %w", from, to, known(err))
	}
	return from, to, errors.Join(err, db.Close())
}

// Version tells which version the database in a file has, 0 when it is empty or
// there is none, and which this program writes. It changes nothing.
func Version(ctx context.Context, path string) (has, wants int64, err error) {
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
	if f, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) || err == nil && f.Size() == 0 {
		return 0, wants, nil
	} else if err != nil {
		return 0, wants, fmt.Errorf("open database: %w", err)
	}
	// A connection of its own, which sets no journal mode: that would write. Where
	// no write-ahead log lies beside the file, nobody has it open, and "immutable"
	// keeps SQLite from making one.
	how := "mode=ro&_pragma=busy_timeout(5000)"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		how += "&immutable=1"
	}
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn(path, how))
	if err != nil {
		return 0, wants, fmt.Errorf("open database: %w", known(err))
	}
	has, err = version(ctx, db)
	return has, wants, errors.Join(err, db.Close())
}

func version(ctx context.Context, db *sqlx.DB) (int64, error) {
	var tables int
	if err := db.GetContext(ctx, &tables, `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`); err != nil {
		return 0, fmt.Errorf("read the database's version: %w", known(err))
	}
	if tables == 0 {
		return 0, nil
	}
	var n int64
	if err := db.GetContext(ctx, &n, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied = 1`); err != nil {
		return 0, fmt.Errorf("read the database's version: %w", known(err))
	}
	return n, nil
}
