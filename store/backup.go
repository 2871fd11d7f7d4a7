package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/jmoiron/sqlx"
)

// Backup copies the database at path to another file. The copy shows the database
// at one moment, even while a process writes it.
//
// The copy appears whole or not at all, and it is on the disk when Backup returns.
// Only its owner may read it, because it holds the secrets of live matches.
//
// If the file or one of its sidecars exists, the error is [fs.ErrExist], unless
// replace is set. The files of the database itself are never replaced: that is
// [ErrSameFile].
//
// A database of PostgreSQL is [ErrPostgres].
func Backup(ctx context.Context, path, to string, replace bool) error {
	if IsPostgres(path) || IsPostgres(to) {
		return fmt.Errorf("back up: %w", ErrPostgres)
	}
	return systemFiles.backup(ctx, path, to, replace)
}

func (f fileSystem) backup(ctx context.Context, path, to string, replace bool) error {
	if IsDatabaseFile(path, to) || IsDatabaseFile(to, path) {
		return fmt.Errorf("back up to %s: %w", to, ErrSameFile)
	}
	if !replace {
		if err := refuseExisting(to); err != nil { // before the long work
			return err
		}
	}
	temp, err := copyDatabase(ctx, path, filepath.Dir(to))
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	if replace {
		if err = removeSidecars(to); err == nil {
			err = f.rename(temp, to)
		}
	} else {
		err = f.publish(temp, to)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("back up: %w", err), removeTemp(temp))
	}
	return syncDir(filepath.Dir(to))
}

// SourceError is the error of a copy when its source is the reason. The source of
// [Backup] is the database, and the source of [Restore] is the backup. Any other
// error concerns the place of the copy.
type SourceError struct{ Err error }

// Error is the text of the reason.
func (e *SourceError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *SourceError) Unwrap() error { return e.Err }

// copyDatabase copies a database to a new file in a folder and checks the copy.
// No process holds the lease of the copy. After an error there is no file.
func copyDatabase(ctx context.Context, path, dir string) (temp string, err error) {
	has, wants, err := SchemaVersion(ctx, path)
	switch {
	case err != nil:
		return "", &SourceError{err}
	case has == 0:
		return "", &SourceError{ErrNotFound}
	case has > wants:
		return "", &SourceError{&NewerError{has, wants}}
	}
	f, err := CreateTemp(dir)
	if err != nil {
		return "", err
	}
	name := f.Name() // the result is empty when the deferred function runs after an error
	defer func() {
		if err = errors.Join(err, f.Close()); err == nil {
			return
		}
		if ctx.Err() != nil { // the driver has its own error for it
			err = fmt.Errorf("copy the database: %w", context.Cause(ctx))
		}
		temp, err = "", errors.Join(err, removeTemp(name))
	}()
	from, err := connect(ctx, path, 1, "_pragma=busy_timeout(5000)")
	if err != nil {
		return "", &SourceError{err}
	}
	_, err = from.ExecContext(ctx, `VACUUM INTO ?`, name)
	if err := errors.Join(classify(err), from.Close()); err != nil {
		err = fmt.Errorf("copy the database: %w", err)
		if errors.Is(err, ErrDamaged) || errors.Is(err, ErrBusy) {
			return "", &SourceError{err}
		}
		return "", err
	}
	to, err := connect(ctx, name, 1, "_pragma=busy_timeout(5000)&_pragma=secure_delete(1)")
	if err != nil {
		return "", err
	}
	if has >= leaseSchema {
		_, err = to.ExecContext(ctx, `UPDATE lease SET holder = ''`)
	}
	for _, table := range declared {
		if table.backup > 0 && has >= table.backup && err == nil {
			_, err = to.ExecContext(ctx, `DELETE FROM `+table.Name)
		}
	}
	if err := errors.Join(classify(err), quickCheck(ctx, to), to.Close()); err != nil {
		return "", fmt.Errorf("check the copy: %w", err)
	}
	if err := f.Sync(); err != nil {
		return "", &fs.PathError{Op: "save the copy in", Path: dir, Err: errors.Unwrap(err)}
	}
	return name, nil
}

// CheckIntegrity reads a whole database and compares tables with their
// indexes. If its structure is damaged, the error is [ErrDamaged] and says where.
// [FindDamage] checks the content. If only indexes do not fit their rows, the error
// is [ErrIndex].
//
// It changes no row. If no other process has the database open, SQLite moves the rows of
// the write-ahead log into the database file, and removes the log.
//
// PostgreSQL checks its structure with a tool of its own, pg_amcheck. CheckIntegrity
// does nothing there.
func CheckIntegrity(ctx context.Context, at string) error {
	if IsPostgres(at) {
		return nil
	}
	db, err := connectReadOnly(ctx, at, 1)
	if err != nil {
		return err
	}
	return errors.Join(pragmaCheck(ctx, db, "integrity_check"), db.Close())
}

// quickCheck is CheckIntegrity without the indexes.
func quickCheck(ctx context.Context, db *sqlx.DB) error { return pragmaCheck(ctx, db, "quick_check") }

func pragmaCheck(ctx context.Context, db *sqlx.DB, name string) error {
	problems, err := integrity(ctx, db, name)
	if err != nil {
		return fmt.Errorf("check the database: %w", err)
	}
	if len(problems) == 0 {
		return nil
	}
	kind := ErrDamaged
	if onlyIndexes(problems) {
		kind = ErrIndex
	}
	return fmt.Errorf("%w: %s", kind, strings.Join(problems[:min(len(problems), 3)], "; "))
}
