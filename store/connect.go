package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// pragmas are part of the DSN, because a PRAGMA statement reaches only one
// connection of a pool. With a checkpoint every 4000 pages instead of 1000, pages
// that every input changes are copied a quarter as often. While a transaction reads, the
// write-ahead log cannot start anew and grows. The limit cuts it off afterwards. It
// is a little more than 4000 pages, so that a log of the usual size stays as it is.
const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)" +
	"&_pragma=wal_autocheckpoint(4000)&_pragma=journal_size_limit(16777216)"

// connect opens a pool of at most n connections to the file. It creates no file.
func connect(ctx context.Context, path string, n int, query string) (*sqlx.DB, error) {
	if !strings.Contains(query, "mode=") {
		query = "mode=rw&" + query
	}
	db, err := sqlx.ConnectContext(ctx, "sqlite", dsn(path, query))
	if err != nil {
		err = classify(err)
		if db != nil { // it was opened, and does not answer
			err = errors.Join(err, db.Close())
		}
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

func dsn(path, query string) string {
	u := url.URL{Path: filepath.ToSlash(path)}
	return "file:" + u.EscapedPath() + "?" + query
}

// toMillis converts a moment for the database. The zero time is 0.
func toMillis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMillis is the inverse of toMillis.
func fromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// decode reads JSON that the store wrote. If it cannot, the database is damaged.
func decode(text []byte, to any) error {
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}
