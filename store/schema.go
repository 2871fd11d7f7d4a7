package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

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

// goSteps are the migrations that SQL alone cannot make.
var goSteps = []*goose.Migration{
	goose.NewGoMigration(checksumSchema, &goose.GoFunc{RunTx: func(ctx context.Context, t *sql.Tx) error {
		return fillChecksums(ctx, t)
	}}, nil),
}

func migrate(ctx context.Context, db *sqlx.DB, from, to int64) error {
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.DB, migrations.Files, goose.WithGoMigrations(goSteps...))
	if err == nil {
		_, err = steps.Up(ctx)
	}
	if err != nil {
		// Another process may have created the same database at the same moment.
		if now, e := appliedVersions(ctx, db); e == nil && slices.Contains(now, to) {
			return nil
		}
		return fmt.Errorf("migrate from version %d to %d: %w", from, to, classify(err))
	}
	return nil
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

// SchemaVersion returns the version of the database file and the version that this
// program writes. A missing database has version 0. It changes nothing.
//
// An empty file is [ErrEmpty]. A write-ahead log without its database is
// [ErrMissing]. A database that lacks an earlier migration is an [IncompleteError].
func SchemaVersion(ctx context.Context, path string) (has, wants int64, err error) {
	known, err := knownVersions()
	if err != nil {
		return 0, 0, err
	}
	wants = slices.Max(known)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
			return 0, wants, fmt.Errorf("open database: %w", ErrMissing)
		}
		return 0, wants, nil
	case err != nil:
		return 0, wants, fmt.Errorf("open database: %w", err)
	case info.IsDir():
		return 0, wants, fmt.Errorf("open database: %w", syscall.EISDIR)
	case info.Mode().IsRegular() && info.Size() == 0:
		return 0, wants, fmt.Errorf("open database: %w", ErrEmpty)
	}
	if err := checkLog(path); err != nil { // before SQLite drops what is behind the damage
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
	// Another process may migrate meanwhile, so the columns are read before the version.
	columns, err := tableColumns(ctx, db)
	if err != nil {
		return 0, wants, errors.Join(err, db.Close())
	}
	applied, err := appliedVersions(ctx, db)
	if err := errors.Join(err, db.Close()); err != nil {
		return 0, wants, err
	}
	has = slices.Max(append(applied, 0))
	missing := slices.DeleteFunc(known, func(n int64) bool { return n > has || slices.Contains(applied, n) })
	if has <= wants && len(missing) > 0 {
		slices.Sort(missing)
		return has, wants, &IncompleteError{has, missing}
	}
	if has < wants && len(applied) > 0 {
		n, err := unrecorded(ctx, columns, has)
		if err != nil {
			return has, wants, fmt.Errorf("read the version of the database: %w", err)
		}
		if n > 0 {
			return has, wants, &IncompleteError{has, []int64{n}}
		}
	}
	return has, wants, nil
}

// tableColumns lists the columns of all tables.
func tableColumns(ctx context.Context, db *sqlx.DB) (list []string, err error) {
	if err := db.SelectContext(ctx, &list, `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name <> 'goose_db_version'`); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	return list, nil
}

// unrecorded returns the first migration after a version that has made one of the
// columns, or 0. It makes the migrations in memory to find out.
func unrecorded(ctx context.Context, columns []string, has int64) (n int64, err error) {
	db, err := sqlx.ConnectContext(ctx, "sqlite", ":memory:")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.DB, migrations.Files, goose.WithGoMigrations(goSteps...))
	if err != nil {
		return 0, err
	}
	var before []string
	for _, step := range steps.ListSources() {
		if _, err := steps.UpByOne(ctx); err != nil {
			return 0, err
		}
		now, err := tableColumns(ctx, db)
		if err != nil {
			return 0, err
		}
		for _, c := range now {
			if step.Version > has && !slices.Contains(before, c) && slices.Contains(columns, c) {
				return step.Version, nil
			}
		}
		before = now
	}
	return 0, nil
}

// knownVersions lists the migrations of this program.
func knownVersions() ([]int64, error) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list the migrations: %w", err)
	}
	var list []int64
	for _, f := range files {
		n, err := goose.NumericComponent(f)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", f, err)
		}
		list = append(list, n)
	}
	for _, step := range goSteps {
		list = append(list, step.Version)
	}
	return list, nil
}

// appliedVersions lists the migrations that a database has.
func appliedVersions(ctx context.Context, db *sqlx.DB) ([]int64, error) {
	var tables int
	if err := db.GetContext(ctx, &tables, `SELECT count(*) FROM sqlite_master WHERE name = 'goose_db_version'`); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	if tables == 0 {
		var others int
		if err := db.GetContext(ctx, &others, `SELECT count(*) FROM sqlite_master`); err != nil {
			return nil, fmt.Errorf("read the version of the database: %w", classify(err))
		}
		if others > 0 {
			return nil, fmt.Errorf("%w: it has tables of another program", ErrDamaged)
		}
		return nil, nil
	}
	var list []int64
	if err := db.SelectContext(ctx, &list, `SELECT version_id FROM goose_db_version WHERE is_applied = 1`); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	return list, nil
}
