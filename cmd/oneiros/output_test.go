package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputError: a person reads the name that they gave, and every other reason.
func TestOutputError(t *testing.T) {
	rules := errors.New("the rules refused an input")
	for want, err := range map[string]error{
		`--out "a.jsonl": no room`:            &fs.PathError{Op: "write", Path: "/x/.tmp", Err: errors.New("no room")},
		`--out "a.jsonl": other disk`:         &os.LinkError{Op: "rename", Old: "/x/.tmp", New: "a.jsonl", Err: errors.New("other disk")},
		`open /words: not there`:              &fs.PathError{Op: "open", Path: "/words", Err: errors.New("not there")},
		`link /b /c: no such folder`:          &os.LinkError{Op: "link", Old: "/b", New: "/c", Err: errors.New("no such folder")},
		`match 3: the rules refused an input`: fmt.Errorf("match 3: %w", rules),
	} {
		if got := outputError("--out", "a.jsonl", "/x/.tmp", err); got == nil || got.Error() != want {
			t.Errorf("%v: %v, want %s", err, got, want)
		}
	}
	if err := outputError("--out", "a.jsonl", "/x/.tmp", nil); err != nil {
		t.Errorf("no error is %v", err)
	}
}

// TestOutputFails: what a command says survives the cleaning up, and no file is left.
func TestOutputFails(t *testing.T) {
	dir := t.TempDir()
	p := &program{}
	err := p.output(filepath.Join(dir, "a.jsonl"), func(w io.Writer) error {
		if _, err := io.WriteString(w, "half a match"); err != nil {
			return err
		}
		return errors.New("match 3: the rules refused an input")
	})
	if err == nil || err.Error() != "match 3: the rules refused an input" {
		t.Errorf("error %v", err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("files %v, error %v", list, err)
	}
}

// TestOutputToTerminal: the matches before an error are written.
func TestOutputToTerminal(t *testing.T) {
	var out strings.Builder
	p := &program{out: &out}
	err := p.output("-", func(w io.Writer) error {
		if _, err := io.WriteString(w, "match 1\n"); err != nil {
			return err
		}
		return errors.New("match 2 is too long")
	})
	if err == nil || out.String() != "match 1\n" {
		t.Errorf("%q and the error %v", out.String(), err)
	}
}

// TestUnreadableIsNotReplaced: a file that cannot be read may be a database.
func TestUnreadableIsNotReplaced(t *testing.T) {
	const name = "/proc/self/mem" // a regular file with nothing at its start
	if _, err := os.Stat(name); err != nil {
		t.Skip("only Linux has such a file")
	}
	if err := replaceable(name); err == nil || !strings.Contains(err.Error(), "input/output error") {
		t.Errorf("error %v", err)
	}
}

// TestReason: no error loses its reason, whether it names a path or not.
func TestReason(t *testing.T) {
	for err, want := range map[error]string{
		io.ErrShortWrite: "short write",
		&fs.PathError{Op: "open", Path: "a", Err: fs.ErrPermission}: "permission denied",
	} {
		if got := reason(err); got == nil || got.Error() != want {
			t.Errorf("%v: %v, want %s", err, got, want)
		}
	}
}
