// Package migrations holds the SQL files that create and change the database.
//
// Each file is one step for goose, with a name such as 0003_what_it_does.sql. The
// number is the version of the database after the step.
//
// # Rules
//
// The statements of a file never change after a release. The next file corrects a
// mistake. There are no steps back: restore a backup instead.
//
// A step that changes columns which a checksum covers has to compute the checksums
// again. Package store makes such a step in Go, with a number of its own: see 7, 31 and 32.
//
// Use only SQL that SQLite and PostgreSQL share. The exceptions are WITHOUT ROWID
// and BLOB: see [Postgres]. A test of package store compares what both make.
//
// # Units
//
// A moment is a number of Unix milliseconds. A duration is a number of
// nanoseconds. A flag is 0 or 1. A Discord id is an integer, and 0 means none. The
// columns that may be NULL are the seed of a match that has not started, and the match of a
// message that shows something else.
package migrations

import "embed"

// Files holds the SQL files.
//
//go:embed *.sql
var Files embed.FS
