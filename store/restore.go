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
func Restore(ctx context.Context, backup, path string, replace bool) (old string, err error) {
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
	switch {
	case err != nil:
	case exists:
		old = name
		if err = setAside(ctx, path, old); err != nil {
			err = fmt.Errorf("keep %s as %s: %w", path, old, err)
		}
	default:
		err = moveSidecars(path, name)
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), os.Remove(temp))
	}
	return old, syncDir(filepath.Dir(path))
}

// setAside keeps a database under another name. Its old name still exists
// afterwards and may be replaced. It takes the lease of the old database and keeps
// it, so that no process can start to write it.
func setAside(ctx context.Context, path, old string) error {
	has, _, err := SchemaVersion(ctx, path)
	if err == nil && has >= leaseSchema {
		if err := retire(ctx, path); err != nil {
			return err
		}
	} else if err != nil && !errors.Is(err, ErrDamaged) { // a backup may replace a damaged database
		return err
	}
	if err := moveSidecars(path, old); err != nil {
		return err
	}
	err = os.Link(path, old) // a link, so that there is a database at any moment
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(path, old)
	}
	return err
}

// retire takes the lease of a database and empties its write-ahead log.
func retire(ctx context.Context, path string) error {
	db, err := connect(ctx, path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		return err
	}
	err = acquireLease(ctx, db, leaseRequest{id: newLeaseID(), timing: standardTiming})
	if err == nil {
		if _, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			err = fmt.Errorf("empty the write-ahead log: %w", classify(err))
		}
	}
	return errors.Join(err, db.Close())
}
