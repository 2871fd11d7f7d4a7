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

// beside are the ends of the names of the files that SQLite keeps beside a
// database. It takes what is in them for a part of whatever stands under its name.
var beside = []string{"-wal", "-shm", "-journal"}

// IsDatabaseFile reports whether a file, there or not, is the database at a path or one of
// those that SQLite keeps beside it, by whatever name.
func IsDatabaseFile(path, file string) bool {
	if same(path, file) {
		return true
	}
	paths := []string{path}
	if real, err := filepath.EvalSymlinks(path); err == nil { // beside what a link leads to
		paths = append(paths, real)
	}
	for _, path := range paths {
		for _, end := range beside {
			if same(path+end, file) {
				return true
			}
		}
	}
	return false
}

// same tells files by what they are where they are there, and otherwise by their
// name and folder.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return os.SameFile(x, y)
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	x, errX = os.Stat(filepath.Dir(a))
	y, errY = os.Stat(filepath.Dir(b))
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// Backup copies the database in a file, as it is at one moment, to another file,
// also while a process writes it. The copy appears as a whole or not at all, is
// on the disk when Backup returns, and only its owner may read it: it holds what
// the database holds. A file that is there already, or one beside it that SQLite
// would take for a part of the copy, is [fs.ErrExist], unless it is to be
// replaced. The database's own files are [ErrSameFile] and never replaced.
func Backup(ctx context.Context, path, to string, replace bool) error {
	if IsDatabaseFile(path, to) || IsDatabaseFile(to, path) {
		return fmt.Errorf("back up to %s: %w", to, ErrSameFile)
	}
	for _, end := range append([]string{""}, beside...) {
		if _, err := os.Lstat(to + end); err == nil && !replace { // before the work
			return &fs.PathError{Op: "back up to", Path: to + end, Err: fs.ErrExist}
		}
	}
	temp, err := snapshot(ctx, path, filepath.Dir(to))
	if err != nil {
		return fmt.Errorf("back up: %w", err)
	}
	if replace {
		for _, end := range beside {
			if e := os.Remove(to + end); e != nil && !errors.Is(e, fs.ErrNotExist) {
				err = errors.Join(err, e)
			}
		}
		if err == nil {
			err = os.Rename(temp, to)
		}
	} else if err = os.Link(temp, to); err == nil { // unlike a renaming, a link replaces nothing
		err = os.Remove(temp)
	} else if !errors.Is(err, fs.ErrExist) { // a file system without links
		err = os.Rename(temp, to)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("back up: %w", err), os.Remove(temp))
	}
	return syncDir(filepath.Dir(to))
}

// Restore puts a back-up in the place of the database in a file, and tells where
// the database is that was there, if there was one. That is [fs.ErrExist] unless
// it is to be replaced, and a [HeldError] while a process writes it. The back-up
// stays as it is; one of an older version is brought up when it is opened. Where
// the database is missing, what it left beside is put aside as well.
func Restore(ctx context.Context, backup, path string, replace bool) (old string, err error) {
	_, err = os.Stat(path)
	there := err == nil
	if there && !replace {
		return "", fmt.Errorf("restore to %s: %w", path, fs.ErrExist)
	}
	temp, err := snapshot(ctx, backup, filepath.Dir(path))
	if err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	former, err := free(path + ".old")
	if err == nil && there {
		old = former
		if err = aside(ctx, path, old); err != nil {
			err = fmt.Errorf("keep %s as %s: %w", path, old, err)
		}
	} else if err == nil {
		err = leave(path, former)
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return "", errors.Join(fmt.Errorf("restore: %w", err), os.Remove(temp))
	}
	return old, syncDir(filepath.Dir(path))
}

// aside keeps a database under another name, from where it may be replaced. What
// takes the lease of it here keeps it: nobody who opens it now gets it.
func aside(ctx context.Context, path, old string) error {
	has, _, err := SchemaVersion(ctx, path)
	if err == nil && has >= leaseStep {
		if err := retire(ctx, path); err != nil {
			return err
		}
	} else if err != nil && !errors.Is(err, ErrDamaged) { // a damaged one is what back-ups are for
		return err
	}
	if err := leave(path, old); err != nil {
		return err
	}
	err = os.Link(path, old) // so that there is a database at any moment
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(path, old)
	}
	return err
}

// leave moves what lies beside a database to another one's name.
func leave(path, old string) error {
	for _, end := range beside {
		if err := os.Rename(path+end, old+end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// free is a name that neither a file has nor one that could lie beside it: the
// given one, or that with the first number that makes it so.
func free(name string) (string, error) {
next:
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			numbered = fmt.Sprintf("%s.%d", name, n)
		}
		for _, end := range append([]string{""}, beside...) {
			_, err := os.Lstat(numbered + end)
			if err == nil {
				continue next
			}
			if !errors.Is(err, fs.ErrNotExist) {
				return "", err
			}
		}
		return numbered, nil
	}
}

// retire takes the lease of a database and leaves nothing of it in the write-ahead
// log.
func retire(ctx context.Context, path string) error {
	db, err := connect(ctx, path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		return err
	}
	err = hold(ctx, db, newHolder(), nil)
	if err == nil {
		if _, err = db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			err = fmt.Errorf("end the write-ahead log: %w", known(err))
		}
	}
	return errors.Join(err, db.Close())
}

// snapshot copies a database to a new file in a folder, looks whether the copy is
// whole, and gives its lease to nobody.
func snapshot(ctx context.Context, path, dir string) (temp string, err error) {
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
	if err != nil { // the name of the folder says more than that of the copy
		return "", &fs.PathError{Op: "make a file in", Path: dir, Err: errors.Unwrap(err)}
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
	if err := errors.Join(known(err), from.Close()); err != nil {
		return "", fmt.Errorf("copy the database: %w", err)
	}
	to, err := connect(ctx, temp, 1, "_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	if has >= leaseStep {
		_, err = to.ExecContext(ctx, `UPDATE lease SET holder = ''`)
	}
	if err := errors.Join(known(err), sound(ctx, to), to.Close()); err != nil {
		return "", fmt.Errorf("look at the copy: %w", err)
	}
	if err := f.Sync(); err != nil {
		return "", &fs.PathError{Op: "save the copy in", Path: dir, Err: errors.Unwrap(err)}
	}
	return temp, nil
}

// CheckIntegrity reads the whole of the database in a file and looks whether it is sound;
// one that is damaged is [ErrDamaged]. It changes nothing.
func CheckIntegrity(ctx context.Context, path string) error {
	db, err := connect(ctx, path, 1, "_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	return errors.Join(sound(ctx, db), db.Close())
}

func sound(ctx context.Context, db *sqlx.DB) error {
	var said string
	if err := db.GetContext(ctx, &said, `PRAGMA quick_check(1)`); err != nil {
		return fmt.Errorf("look through the database: %w", known(err))
	}
	if said != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, said)
	}
	return nil
}

// syncDir makes a new name in a folder last. Some systems cannot, and do it by
// themselves.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("save the folder: %w", err)
	}
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		return errors.Join(fmt.Errorf("save the folder: %w", err), d.Close())
	}
	return d.Close()
}
