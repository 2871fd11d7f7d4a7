package store

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tempPrefix begins the name of every temporary file.
const tempPrefix = ".oneiros-copy-"

// abandonedAfter is how long a temporary file of an unknown process must be
// unchanged before it is removed. A copy that is under way changes its file.
const abandonedAfter = time.Hour

// CreateTemp creates a temporary file in a folder. Only its owner may read it. The
// caller renames it or removes it.
//
// First it removes the temporary files of processes that were killed. On the same
// Linux machine it knows at once that a process has ended. Otherwise it removes a
// file that no process has changed for an hour.
func CreateTemp(dir string) (*os.File, error) {
	removeAbandoned(dir)
	machine, started := inspectProcess(os.Getpid())
	f, err := os.CreateTemp(dir, fmt.Sprintf("%s%d-%s-%s-*", tempPrefix, os.Getpid(), started, digestOfMachine(machine)))
	if err != nil { // name the folder: the random name of the file says nothing
		return nil, &fs.PathError{Op: "create a file in", Path: dir, Err: errors.Unwrap(err)}
	}
	return f, nil
}

// removeAbandoned removes the temporary files of ended processes. It ignores its
// errors, because such a file must not hinder a new copy.
func removeAbandoned(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range list {
		if !strings.HasPrefix(entry.Name(), tempPrefix) || !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil && isAbandoned(entry.Name(), info.ModTime()) {
			_ = os.Remove(filepath.Join(dir, entry.Name()))
		}
	}
}

// isAbandoned reports whether no process writes a temporary file. Its name holds the
// process that created it.
func isAbandoned(name string, modified time.Time) bool {
	parts := strings.Split(strings.TrimPrefix(name, tempPrefix), "-")
	if len(parts) >= 4 {
		pid, err := strconv.Atoi(parts[0])
		machine, _ := inspectProcess(pid)
		if err == nil && machine != "" && digestOfMachine(machine) == parts[2] {
			return hasEnded(machine+" "+parts[1], pid)
		}
	}
	return time.Since(modified) > abandonedAfter
}

// digestOfMachine is a short name of a machine that is fit for a file name.
func digestOfMachine(machine string) string {
	sum := sha256.Sum256([]byte(machine))
	return fmt.Sprintf("%x", sum[:6])
}

// removeTemp removes a temporary file of this process and its sidecars.
func removeTemp(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, removeSidecars(path))
}
