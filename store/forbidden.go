package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// ForbiddenError is the error of a file or a folder that the user of this process may not
// use. It names both users, because it is the owner that usually is another one than meant.
type ForbiddenError struct {
	Path     string
	Dir      bool
	Mode     fs.FileMode
	Owner    string // as "anna (1000)"
	User     string // of this process, likewise
	ReadOnly bool   // the file system is, for every user
	may      string // what is forbidden: "read", "write"
}

// Error says whose it is, who this process runs as, and what is forbidden.
func (e *ForbiddenError) Error() string {
	what := "file"
	if e.Dir {
		what = "folder"
	}
	switch {
	case e.ReadOnly:
		return fmt.Sprintf("the %s %q is on a file system that is mounted read-only", what, e.Path)
	case e.Owner == e.User:
		return fmt.Sprintf("the %s %q has the mode %#o, so its owner %s may not %s it", what, e.Path, e.Mode, e.Owner, e.may)
	}
	return fmt.Sprintf("the %s %q belongs to the user %s; this program runs as the user %s and may not %s it (mode %#o)", what, e.Path, e.Owner, e.User, e.may, e.Mode)
}

// Unwrap is what the system says of it.
func (e *ForbiddenError) Unwrap() error { return fs.ErrPermission }

// Access is what a process does with a file.
type Access int

// The kinds of access.
const (
	Reads  Access = iota // a file that is there
	Writes               // a file, which is made where there is none
)

// Forbidden says why this process may not read or write a file: a folder on the way, the
// file, or the folder in which it would be made. It is nil when nothing forbids it, and on
// a system that does not tell. It opens nothing, so it takes no lock away.
func Forbidden(path string, access Access) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	var way []string
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		way = append(way, dir)
		if dir == filepath.Dir(dir) {
			break
		}
	}
	for _, dir := range slices.Backward(way) {
		if why := forbids(dir, "enter", mayEnter); why != nil {
			return why
		}
	}
	if why := forbids(path, "read", mayRead); why != nil || access == Reads {
		return why
	}
	if why := forbids(path, "write", mayWrite); why != nil {
		return why
	}
	if why := forbids(filepath.Dir(path), "write", mayWrite); why != nil {
		return why
	}
	return nil
}

// ForbiddenDatabase is [Forbidden] for writing the file of a database and those beside it.
func ForbiddenDatabase(path string) error {
	for _, f := range databaseFiles(path) {
		if err := Forbidden(f, Writes); err != nil {
			return err
		}
	}
	return nil
}

// forbids is the error of what is there and may not be used.
func forbids(path, may string, by func(string) error) error {
	err := by(path)
	if err == nil {
		return nil
	}
	info, stat := os.Stat(path)
	if stat != nil {
		return nil // it is not there, or a folder on the way has been named
	}
	owner, user := owners(info)
	return &ForbiddenError{
		Path: path, Dir: info.IsDir(), Mode: info.Mode().Perm(), Owner: owner, User: user, may: may,
		ReadOnly: !errors.Is(err, fs.ErrPermission),
	}
}
