package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Restore puts a backup in the place of the database at path. It returns the new
// name of the database that was there, or an empty string. The backup stays as it
// is. A backup of an older version is migrated when it is opened.
//
// If there is a database, the error is [fs.ErrExist], unless replace is set. It is a
// [HeldError] while a process writes that database. Sidecars of a missing database
// are moved away too.
//
// A database of PostgreSQL is [ErrPostgres].
func Restore(ctx context.Context, backup, path string, replace bool) (old string, err error) {
	if IsPostgres(backup) || IsPostgres(path) {
		return "", fmt.Errorf("restore: %w", ErrPostgres)
	}
	return systemFiles.restore(ctx, backup, path, replace)
}

func (f fileSystem) restore(ctx context.Context, backup, path string, replace bool) (old string, err error) {
	_, err = os.Stat(path)
	exists := err == nil
	if exists && !replace {
		return "", fmt.Errorf("restore to %s: %w", path, fs.ErrExist)
	}
	temp, err := copyDatabase(ctx, backup, filepath.Dir(path))
	if err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	name, err := unusedName(path + ".old")
	if err == nil {
		err = f.replaceDatabase(ctx, temp, path, name, exists)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), removeTemp(temp))
	}
	if exists {
		old = name
	}
	return old, syncDir(filepath.Dir(path))
}

// replaceDatabase gives a copy the name of the database, and the database another
// name. After an error the database has its name again.
func (f fileSystem) replaceDatabase(ctx context.Context, temp, path, old string, exists bool) error {
	if exists {
		if err := f.setAside(ctx, path, old); err != nil {
			return fmt.Errorf("keep %s as %s: %w", path, old, err)
		}
	} else if err := moveSidecars(path, old); err != nil {
		return err
	}
	if err := f.rename(temp, path); err != nil {
		return errors.Join(err, f.putBack(old, path, exists))
	}
	return nil
}

// setAside keeps a database under another name. Where the file system has links,
// its old name still exists afterwards and may be replaced. It takes the lease of
// the old database and keeps it, so that no process can start to write it.
func (f fileSystem) setAside(ctx context.Context, path, old string) error {
	has, _, err := SchemaVersion(ctx, path)
	if err == nil && has >= leaseSchema {
		err = retire(ctx, path)
	}
	if err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrEmpty) { // a backup may replace a damaged database
		return err
	}
	if err := moveSidecars(path, old); err != nil {
		return errors.Join(err, moveSidecars(old, path))
	}
	err = f.link(path, old) // a link, so that there is a database at any moment
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = f.rename(path, old)
	}
	if err != nil {
		return errors.Join(err, moveSidecars(old, path))
	}
	protect(old)
	return nil
}

// putBack undoes setAside.
func (f fileSystem) putBack(old, path string, exists bool) error {
	var err error
	if _, missing := os.Lstat(path); exists && missing != nil {
		err = f.rename(old, path)
	} else if exists {
		err = os.Remove(old) // the other name of the same file
	}
	return errors.Join(err, moveSidecars(old, path))
}

// retire takes the lease of a database and empties its write-ahead log.
func retire(ctx context.Context, path string) error {
	db, err := connect(ctx, path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		return err
	}
	err = acquireLease(ctx, db, leaseRequest{id: newLeaseID(nil), timing: standardTiming})
	if err == nil {
		if _, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			err = fmt.Errorf("empty the write-ahead log: %w", classify(err))
		}
	}
	return errors.Join(err, db.Close())
}
