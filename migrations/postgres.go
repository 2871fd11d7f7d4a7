package migrations

import (
	"io"
	"io/fs"
	"strings"
)

// Postgres holds the same SQL files for PostgreSQL. They differ in two words: it has
// no tables without row ids, and its word for bytes is BYTEA.
var Postgres fs.FS = postgresFiles{}

var postgresWords = strings.NewReplacer(") WITHOUT ROWID;", ");", " BLOB", " BYTEA")

type postgresFiles struct{}

// Open opens a file and replaces the words.
func (postgresFiles) Open(name string) (fs.File, error) {
	f, err := Files.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return f, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	return postgresFile{f, strings.NewReader(postgresWords.Replace(string(text)))}, nil
}

// ReadDir lists the files of a folder.
func (postgresFiles) ReadDir(name string) ([]fs.DirEntry, error) { return Files.ReadDir(name) }

type postgresFile struct {
	fs.File
	text *strings.Reader
}

// Read reads the replaced text.
func (f postgresFile) Read(b []byte) (int, error) { return f.text.Read(b) }
