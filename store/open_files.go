package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/jmoiron/sqlx"
)

// MovedError is the error of a database whose file, or a sidecar of it, was removed
// or replaced while it was open.
type MovedError struct {
	Path    string // the name that no longer leads to the open file
	Rescued string // where Close saved everything, or empty
}

// Error names the file, and where everything is saved.
func (e *MovedError) Error() string {
	text := fmt.Sprintf("%s was removed or replaced while the database was open", e.Path)
	if e.Rescued != "" {
		text += "; everything that was saved is in " + e.Rescued
	}
	return text
}

// Unwrap returns [ErrMoved].
func (e *MovedError) Unwrap() error { return ErrMoved }

// openFiles are the files that a store has open; nil for PostgreSQL. SQLite goes on to write an open
// file that has lost its name, and that file is gone with the process. So the store
// compares before and after each transaction.
type openFiles struct {
	path   string
	driver driver.Driver
	names  []string
	files  []fs.FileInfo
	moved  atomic.Bool // the latest check found something
}

// openedFiles remembers the files of an open database. before is its file from the
// time before it was opened.
func openedFiles(path string, before fs.FileInfo, d driver.Driver) (*openFiles, error) {
	o := &openFiles{path: path, driver: d}
	for _, name := range databaseFiles(path) {
		info, err := os.Stat(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open database: %w", err)
		}
		o.names, o.files = append(o.names, name), append(o.files, info)
	}
	if len(o.files) == 0 || !os.SameFile(before, o.files[0]) {
		return nil, &MovedError{Path: path}
	}
	return o, nil
}

// check returns a MovedError if a name no longer leads to the open file.
func (o *openFiles) check() error {
	if o == nil {
		return nil
	}
	return o.checkFirst(len(o.names))
}

// checkBefore checks before a transaction. Each look at a file costs a microsecond,
// so it looks only at the database, unless something was wrong the last time.
func (o *openFiles) checkBefore() error {
	if o == nil || o.moved.Load() {
		return o.check()
	}
	return o.checkFirst(1)
}

// checkAfter checks the files that hold what was saved: the database and its log.
func (o *openFiles) checkAfter() error {
	if o == nil {
		return nil
	}
	return o.checkFirst(2)
}

// checkFirst checks the first n files: the database, its log, its index.
func (o *openFiles) checkFirst(n int) error {
	for i, name := range o.names[:min(n, len(o.names))] {
		if info, err := os.Stat(name); err != nil || !os.SameFile(info, o.files[i]) {
			o.moved.Store(true)
			return &MovedError{Path: name}
		}
	}
	if n >= len(o.names) {
		o.moved.Store(false)
	}
	return nil
}

// connect opens a pool of at most n connections. A later connection of the pool
// could open the file that has the name then, so each one is checked.
func (o *openFiles) connect(ctx context.Context, n int, query string) (*sqlx.DB, error) {
	db := sqlx.NewDb(sql.OpenDB(checkedConnector{o.driver, dsn(o.path, "mode=rw&"+query), o.check}), "sqlite")
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", classify(err)), db.Close())
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// checkedConnector opens connections to the files that a store has open.
type checkedConnector struct {
	driver driver.Driver
	dsn    string
	check  func() error
}

// Connect opens a connection, unless the files have lost their names.
func (c checkedConnector) Connect(context.Context) (driver.Conn, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	conn, err := c.driver.Open(c.dsn)
	if err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// Driver returns the driver of SQLite.
func (c checkedConnector) Driver() driver.Driver { return c.driver }

// rescue saves an open database whose file has lost its name to a new file beside
// that name. It returns the new name.
func (o *openFiles) rescue(ctx context.Context, conn *sql.Conn) (name string, err error) {
	f, err := CreateTemp(filepath.Dir(o.names[0]))
	if err != nil {
		return "", err
	}
	temp := f.Name()
	defer func() { err = errors.Join(err, f.Close(), removeTemp(temp)) }()
	if _, err := conn.ExecContext(ctx, `VACUUM INTO ?`, temp); err != nil {
		return "", classify(err)
	}
	if err := f.Sync(); err != nil {
		return "", err
	}
	if name, err = unusedName(o.path + ".rescued"); err != nil {
		return "", err
	}
	if err := systemFiles.publish(temp, name); err != nil {
		return "", err
	}
	return name, syncDir(filepath.Dir(name))
}

// leaveReplacement removes the sidecars of a closed database from beside another
// file that has its name now. SQLite would take them for that file's, and mix what
// they hold into it. Without such a file they stay: a write-ahead log that is alone
// keeps a start from making a new database.
func (o *openFiles) leaveReplacement() error {
	if info, err := os.Stat(o.names[0]); err != nil || os.SameFile(info, o.files[0]) {
		return nil // nothing is in its place
	}
	var errs []error
	for i, name := range o.names[1:] {
		if info, err := os.Stat(name); err == nil && os.SameFile(info, o.files[i+1]) {
			errs = append(errs, os.Remove(name))
		}
	}
	return errors.Join(errs...)
}
