//go:build linux || darwin

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

func mayEnter(path string) error { return allows(path, unix.X_OK) }
func mayRead(path string) error  { return allows(path, unix.R_OK) }
func mayWrite(path string) error { return allows(path, unix.W_OK) }

// allows asks the system whether the user of this process may use a file. Only a no is an
// error.
func allows(path string, mode uint32) error {
	err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.EROFS) {
		return err
	}
	return nil
}

// owners are the user to whom a file belongs, and that of this process.
func owners(info fs.FileInfo) (owner, self string) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		owner = userName(int(s.Uid))
	}
	return owner, userName(os.Geteuid())
}

// userName is a user's number, with the name where the system has one.
func userName(id int) string {
	number := strconv.Itoa(id)
	if u, err := user.LookupId(number); err == nil && u.Username != "" {
		return fmt.Sprintf("%s (%s)", u.Username, number)
	}
	return number
}
