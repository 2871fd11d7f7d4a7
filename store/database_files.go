package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// sidecars are the suffixes of the files that SQLite keeps beside a database. When
// SQLite opens a database, it reads whatever lies under such a name.
var sidecars = []string{"-wal", "-shm", "-journal"}

// IsDatabaseFile reports whether file is the database at path or one of its
// sidecars, under any name. The files need not exist.
func IsDatabaseFile(path, file string) bool {
	if sameFile(path, file) {
		return true
	}
	paths := []string{path}
	if target, err := filepath.EvalSymlinks(path); err == nil { // sidecars lie beside the target of a link
		paths = append(paths, target)
	}
	for _, path := range paths {
		for _, suffix := range sidecars {
			if sameFile(path+suffix, file) {
				return true
			}
		}
	}
	return false
}

// sameFile reports whether two names mean one file. If one of them does not exist,
// it compares their base names and folders.
func sameFile(a, b string) bool {
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

// existingFile returns the first file that exists among name and its sidecars, or
// an empty string.
func existingFile(name string) (string, error) {
	for _, suffix := range append([]string{""}, sidecars...) {
		if _, err := os.Lstat(name + suffix); err == nil {
			return name + suffix, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return "", nil
}

// unusedName returns name, or name with the first number for which neither the
// file nor a sidecar exists.
func unusedName(name string) (string, error) {
	numbered := name
	for n := 2; ; n++ {
		if existing, err := existingFile(numbered); err != nil || existing == "" {
			return numbered, err
		}
		numbered = fmt.Sprintf("%s.%d", name, n)
	}
}

// moveSidecars moves the sidecars of a database to the name of another one.
func moveSidecars(from, to string) error {
	for _, suffix := range sidecars {
		if err := os.Rename(from+suffix, to+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeSidecars removes the sidecars of a database.
func removeSidecars(path string) error {
	var errs []error
	for _, suffix := range sidecars {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// syncDir makes a new name in a folder permanent. Some systems do that by
// themselves and refuse the call.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync the folder: %w", err)
	}
	if err := d.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		return errors.Join(fmt.Errorf("sync the folder: %w", err), d.Close())
	}
	return d.Close()
}

// fileSystem holds the calls that some file systems refuse.
type fileSystem struct{ link, rename func(from, to string) error }

var systemFiles = fileSystem{os.Link, os.Rename}

// refuseExisting returns fs.ErrExist if a file or one of its sidecars exists.
func refuseExisting(name string) error {
	if existing, err := existingFile(name); err == nil && existing != "" {
		return &fs.PathError{Op: "back up to", Path: existing, Err: fs.ErrExist}
	}
	return nil
}

// publish gives a file a name that no file has. A link replaces nothing, unlike a
// rename. Where there are no links, it looks before it renames.
func (f fileSystem) publish(temp, to string) error {
	err := f.link(temp, to)
	if err == nil {
		return os.Remove(temp)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := refuseExisting(to); err != nil {
		return err
	}
	return f.rename(temp, to)
}
