package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
func Backup(ctx context.Context, path, to string, replace bool) error {
	if IsDatabaseFile(path, to) || IsDatabaseFile(to, path) {
		return fmt.Errorf("back up to %s: %w", to, ErrSameFile)
	}
	if !replace {
		if existing, err := existingFile(to); err == nil && existing != "" { // before the long work
			return &fs.PathError{Op: "back up to", Path: existing, Err: fs.ErrExist}
		}
	}
	temp, err := copyDatabase(ctx, path, filepath.Dir(to))
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	if replace {
		if err = removeSidecars(to); err == nil {
			err = os.Rename(temp, to)
		}
	} else if err = os.Link(temp, to); err == nil { // unlike a rename, a link replaces nothing
		err = os.Remove(temp)
	} else if !errors.Is(err, fs.ErrExist) { // a file system without links
		err = os.Rename(temp, to)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("back up: %w", err), os.Remove(temp))
	}
	return syncDir(filepath.Dir(to))
}

// copyDatabase copies a database to a new file in a folder and checks the copy.
// Nobody holds the lease of the copy.
func copyDatabase(ctx context.Context, path, dir string) (temp string, err error) {
	has, wants, err := SchemaVersion(ctx, path)
	switch {
	case err != nil:
		return "", err
	case has == 0:
		return "", ErrNotFound
	case has > wants:
		return "", &NewerError{has, wants}
	}
	f, err := os.CreateTemp(dir, ".oneiros-copy-*")
	if err != nil { // name the folder: the random name of the file says nothing
		return "", &fs.PathError{Op: "create a file in", Path: dir, Err: errors.Unwrap(err)}
	}
	temp = f.Name()
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			err = errors.Join(err, os.Remove(temp))
		}
	}()
	from, err := connect(ctx, path, 1, "_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	_, err = from.ExecContext(ctx, `VACUUM INTO ?`, temp)
	if err := errors.Join(classify(err), from.Close()); err != nil {
		return "", fmt.Errorf("copy the database: %w", err)
	}
	to, err := connect(ctx, temp, 1, "_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	if has >= leaseSchema {
		_, err = to.ExecContext(ctx, `UPDATE lease SET holder = ''`)
	}
	if err := errors.Join(classify(err), quickCheck(ctx, to), to.Close()); err != nil {
		return "", fmt.Errorf("check the copy: %w", err)
	}
	if err := f.Sync(); err != nil {
		return "", &fs.PathError{Op: "save the copy in", Path: dir, Err: errors.Unwrap(err)}
	}
	return temp, nil
}

// CheckIntegrity reads the whole database at path. If it is damaged, the error is
// [ErrDamaged]. It changes nothing.
func CheckIntegrity(ctx context.Context, path string) error {
	db, err := connect(ctx, path, 1, "_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	return errors.Join(quickCheck(ctx, db), db.Close())
}

func quickCheck(ctx context.Context, db *sqlx.DB) error {
	var result string
	if err := db.GetContext(ctx, &result, `PRAGMA quick_check(1)`); err != nil {
		return fmt.Errorf("check the database: %w", classify(err))
	}
	if result != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	return nil
}
