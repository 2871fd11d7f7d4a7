package main

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"oneiros/store"
)

// output writes a whole file or none. A full disk or a fault may leave a file
// unfinished, and that file never gets the name.
func (p *program) output(name string, write func(io.Writer) error) error {
	return p.outputOf("--out", name, write)
}

// outputOf is output for a flag with another name.
func (p *program) outputOf(flag, name string, write func(io.Writer) error) error {
	if name == "-" {
		w := bufio.NewWriter(p.out)
		return errors.Join(write(w), w.Flush()) // what was written is whole lines
	}
	if err := replaceable(name); err != nil {
		return bad("%s %q: %w", flag, name, err)
	}
	f, err := store.CreateTemp(filepath.Dir(name))
	if err != nil {
		return bad("%s %q: %w", flag, name, reason(err))
	}
	w := bufio.NewWriter(f)
	err = write(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	closed := f.Close()
	if err == nil && closed == nil {
		err = os.Rename(f.Name(), name)
	}
	if err == nil && closed == nil {
		return nil
	}
	return errors.Join(outputError(flag, name, f.Name(), err), outputError(flag, name, f.Name(), closed), os.Remove(f.Name()))
}

// outputError puts the name that a person gave in the place of the temporary file's,
// which they do not know. Any other error stays as it is.
func outputError(flag, name, temp string, err error) error {
	var link *os.LinkError
	var path *fs.PathError
	switch {
	case errors.As(err, &link) && link.Old == temp:
		return bad("%s %q: %w", flag, name, link.Err)
	case errors.As(err, &path) && path.Path == temp:
		return bad("%s %q: %w", flag, name, reason(path))
	}
	return err
}

// reason is what the system says of a file, without the path that it says it of. Where
// that may not be used, it says to which user it belongs.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) && errors.Is(err, fs.ErrPermission) {
		if why := store.Forbidden(path.Path, store.Writes); why != nil { // reading comes first
			return why
		}
	}
	return cmp.Or(errors.Unwrap(err), err)
}

// fileReason is reason for a file that a setting names and that is read.
func fileReason(err error) error {
	var path *fs.PathError
	if !errors.As(err, &path) {
		return reason(err)
	}
	if info, stat := os.Stat(path.Path); stat == nil && info.IsDir() {
		return errors.New("that is a folder; want a file")
	}
	return reason(err)
}

// header is how every database begins.
const header = "SQLite format 3\x00"

// replaceable says why matches must not replace what has a name.
func replaceable(name string) error {
	if name == "" {
		return errors.New("want the name of a file, or - for the standard output")
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil // a problem of the folder shows when a file is made in it
	case info.IsDir():
		return errors.New("that is a folder; want the name of a file")
	case !info.Mode().IsRegular():
		return errors.New("that is not a regular file; - is the standard output")
	}
	f, err := os.Open(name)
	if err != nil {
		return reason(err)
	}
	start := make([]byte, len(header))
	n, err := io.ReadFull(f, start)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // a shorter file is no database
	}
	if err := cmp.Or(err, f.Close()); err != nil {
		return reason(err)
	}
	if string(start[:n]) == header {
		return errors.New("that is a database, which is not replaced")
	}
	return nil
}

// input opens a file to read; "-" is the standard input.
func input(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, bad("%s: %w", cmp.Or(name, `""`), reason(err))
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.Join(bad("%s: that is a folder; want a file", name), f.Close())
	}
	return f, nil
}
