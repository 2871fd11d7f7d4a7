package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// createIfMissing creates a database if there is no file.
func createIfMissing(ctx context.Context, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return nil // connecting says what is wrong with it
	}
	return createDatabase(ctx, path)
}

// createDatabase creates a database without tables. It appears under its name with
// a whole header, so an empty file is never one that a killed process began. It is
// no error if another process creates the database at the same moment.
func createDatabase(ctx context.Context, path string) (err error) {
	if target, err := os.Readlink(path); err == nil { // a link to a file that does not exist yet
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	f, err := CreateTemp(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	temp := f.Name()
	defer func() { err = errors.Join(err, removeTemp(temp)) }()
	if err := f.Close(); err != nil {
		return fmt.Errorf("create the database: %w", err)
	}
	db, err := connect(ctx, temp, 1, pragmas)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return fmt.Errorf("create the database: %w", classify(err))
	}
	if err := systemFiles.publish(temp, path); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create the database: %w", err)
	}
	return syncDir(filepath.Dir(path))
}
