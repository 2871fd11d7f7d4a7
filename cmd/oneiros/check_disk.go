package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"oneiros/store"
)

// little is how many bytes the database needs to grow. An evening's match takes some
// hundred kilobytes.
const little = 16 << 20

// A disk below these makes a warning.
const (
	scarce = 256 << 20              // bytes that are free
	slow   = 100 * time.Millisecond // to bring a small write to the disk, which each move waits for
	long   = 64 << 20               // bytes of a write-ahead log, which usually has four million
)

// disk checks the folder of a database file, and the file.
func (k *checker) disk(path string) error {
	if err := writable(path); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if kind := k.remote(dir); kind != "" {
		k.warn("disk", "disk: the folder %q is on %s. SQLite relies on locks and on writes that such a file system may not keep: a crash, or a second process, may cost moves or the whole database. Use a local disk, or PostgreSQL (%s)", dir, kind, urlKey)
	}
	if free, known := store.FreeBytes(dir); known {
		say := k.ok
		if free < scarce {
			say = k.warn
		}
		say("disk", "disk: %s are free in the folder %q", size(free), dir)
	}
	took, err := syncTime(dir)
	if err != nil {
		return err
	}
	say, hint := k.ok, ""
	if took >= slow {
		say, hint = k.warn, ". Each move waits for that; is it a network share, or is the disk busy?"
	}
	say("disk", "disk: a write is on the disk after %.1f ms%s", float64(took)/float64(time.Millisecond), hint)
	for _, f := range []struct {
		path, what string
		most       int64
	}{{path, "the database", 1 << 62}, {path + "-wal", "its write-ahead log", long}} {
		info, err := os.Stat(f.path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return reason(err)
		}
		if info.Size() > f.most {
			k.warn("database", "database %s: %s has %s. Something keeps it from being taken in: a long backup, or a program that has the database open", path, f.what, size(uint64(info.Size())))
			continue
		}
		k.ok("database", "database %s: %s has %s", path, f.what, size(uint64(info.Size())))
	}
	return nil
}

// size is a number of bytes for a person.
func size(n uint64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d KiB", (n+1023)>>10)
}

// syncTime is how long the disk takes to keep four kilobytes: the middle of nine times.
func syncTime(dir string) (took time.Duration, err error) {
	f, err := os.CreateTemp(dir, ".oneiros-check-*")
	if err != nil {
		return 0, reason(err)
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	var times []time.Duration
	block := make([]byte, 4096)
	for range 9 {
		begun := time.Now()
		if _, err := f.Write(block); err != nil {
			return 0, reason(err)
		}
		if err := f.Sync(); err != nil {
			return 0, reason(err)
		}
		times = append(times, time.Since(begun))
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

// writable says why a database cannot be written at a path. Its folder has to take
// new files, because SQLite keeps two beside the database. If the file itself
// exists, it has to be writable. Whether there is room is tried by writing,
// because no number of a file system shows its quotas and reserves.
func writable(path string) error {
	dir := filepath.Dir(path)
	probe, err := os.CreateTemp(dir, ".oneiros-check-*")
	if err != nil {
		return fmt.Errorf("no file can be made in the folder %q: %w", dir, reason(err))
	}
	// Where an open file can be removed, nothing is left even by a check that is killed.
	removed := os.Remove(probe.Name())
	_, full := probe.Write(make([]byte, little))
	if full == nil {
		full = probe.Sync()
	}
	err = probe.Close()
	if removed != nil {
		err = errors.Join(err, os.Remove(probe.Name()))
	}
	if full != nil {
		full = fmt.Errorf("there is little room: not even %d MiB can be written in the folder %q: %w", little>>20, dir, reason(full))
	}
	if err != nil {
		err = fmt.Errorf("folder %q: %w", dir, err)
	}
	if err := errors.Join(full, err); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return reason(err)
	}
	return f.Close()
}
