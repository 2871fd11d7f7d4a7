package main

import (
	"errors"
	"fmt"
	"io"

	"oneiros/games/record"
	"oneiros/store"
)

// A recordFile writes matches one after another. A match that cannot be written is
// left out, and the others follow.
type recordFile struct {
	write   func(io.Writer, *record.Record) error // record.Write
	written int
	left    []error // why matches were left out
}

// leave leaves a match out, for a reason.
func (f *recordFile) leave(match string, why error) {
	var damage *store.DamageError // it names the match already
	if errors.As(why, &damage) {
		f.left = append(f.left, damage)
		return
	}
	f.left = append(f.left, fmt.Errorf("match %s: %w", match, why))
}

// add writes a match, or leaves it out if its line is too long. After an error
// nothing more can be written.
func (f *recordFile) add(w io.Writer, match string, r *record.Record) error {
	err := f.write(w, r)
	switch {
	case errors.Is(err, record.ErrTooLong):
		f.leave(match, err)
	case err != nil:
		return fmt.Errorf("match %s: %w", match, err)
	default:
		f.written++
	}
	return nil
}

// empty returns why the file has nothing in it, if every match was left out.
func (f *recordFile) empty() error {
	if f.written > 0 {
		return nil
	}
	return errors.Join(f.left...)
}

// incomplete returns which matches are missing from a file that has others.
func (f *recordFile) incomplete() error {
	if f.written == 0 || len(f.left) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches were left out:\n%w", len(f.left), f.written+len(f.left), errors.Join(f.left...))
}
