// Package journal keeps a Discord on disk: what is true of it in an append-only file, and the
// bytes of attachments in files beside it.
//
// It knows kinds of records by name and not what they hold. Who puts a record reads it again.
package journal

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"oneiros/bot/localcord/wire"
)

// A Journal is the append-only file that keeps a server. It has a JSON line for
// each thing that was put or dropped. Reading the file puts and drops them again. A
// line is written before the answer, without fsync. It survives a crash of the
// process, but not of the machine. The methods of a nil Journal do nothing.
type Journal struct {
	file *os.File
	err  error // the first; after it nothing is written, and every call fails
}

// A Line is one line of a journal: what was put, or dropped.
type Line struct {
	Put  string          `json:"put,omitempty"`
	Drop string          `json:"drop,omitempty"`
	ID   wire.ID         `json:"id,omitempty"`
	V    json.RawMessage `json:"v,omitempty"`
}

// Put writes what came or changed.
func (j *Journal) Put(kind string, id wire.ID, v any) {
	if j == nil || j.err != nil {
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		j.err = fmt.Errorf("encode a %s: %w", kind, err)
		return
	}
	j.write(Line{Put: kind, ID: id, V: b})
}

// Drop writes that something is no more.
func (j *Journal) Drop(kind string, id wire.ID) {
	if j != nil && j.err == nil {
		j.write(Line{Drop: kind, ID: id})
	}
}

func (j *Journal) write(l Line) {
	b, err := json.Marshal(l)
	if err == nil {
		_, err = j.file.Write(append(b, '\n'))
	}
	if err != nil {
		j.err = fmt.Errorf("write the journal: %w", err)
	}
}

// Failure is the first error of writing; nil for none.
func (j *Journal) Failure() error {
	if j == nil {
		return nil
	}
	return j.err
}

// Close closes the file.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.err, j.file.Close())
}

// Lines are the lines of the journal at a path, none where there is no file. A line that a kill
// cut off is left out. The last one may have an error.
func Lines(path string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			return
		}
		if err != nil {
			yield(Line{}, fmt.Errorf("open the journal: %w", err))
			return
		}
		defer f.Close()
		r := bufio.NewReader(f)
		for n := 1; ; n++ {
			b, err := r.ReadBytes('\n')
			if err == io.EOF {
				return // a kill cut off the last line, before its call was answered
			}
			if err != nil {
				yield(Line{}, fmt.Errorf("read the journal: %w", err))
				return
			}
			var l Line
			if err := json.Unmarshal(b, &l); err != nil {
				yield(Line{}, fmt.Errorf("journal, line %d: %w", n, err))
				return
			}
			if !yield(l, nil) {
				return
			}
		}
	}
}

// Begin is a new journal beside that of a path. It takes its place with Replace.
func Begin(path string) (*Journal, error) {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write a new journal: %w", err)
	}
	return &Journal{file: f}, nil
}

// Replace puts a new journal in the place of the old one. After an error it is closed.
func (j *Journal) Replace(path string) error {
	if j.err == nil {
		j.err = os.Rename(path+".new", path)
	}
	if err := j.err; err != nil {
		return errors.Join(fmt.Errorf("write a new journal: %w", err), j.file.Close())
	}
	return nil
}
