// Package migrations holds the steps that make a database, in order.
//
// A step is a file 0003_what_it_does.sql for goose. A file is never edited after
// a release: a mistake in one is mended by the next. A step keeps to SQL that
// SQLite and PostgreSQL share, but for WITHOUT ROWID, which PostgreSQL does
// without. There are no steps down: a back-up is the way back.
//
// Moments are unix milliseconds, lengths of time nanoseconds, flags 0 and 1,
// ids of Discord integers, and an absent id is 0, so that no column is NULL but
// the seed of a match that has none yet.
package migrations

import "embed"

// Files are the steps.
//
//go:embed *.sql
var Files embed.FS
