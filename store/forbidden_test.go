package store

import (
	"io/fs"
	"testing"
)

// TestForbiddenWords: the error names both users, what is forbidden, and the mode.
func TestForbiddenWords(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]ForbiddenError{
		`the file "/data/oneiros.db" belongs to the user root (0); this program runs as the user 65532 and may not write it (mode 0600)`: {Path: "/data/oneiros.db", Mode: 0o600, Owner: "root (0)", User: "65532", may: "write"},
		`the folder "/data" belongs to the user root (0); this program runs as the user 65532 and may not enter it (mode 0700)`:          {Path: "/data", Dir: true, Mode: 0o700, Owner: "root (0)", User: "65532", may: "enter"},
		`the file "/data/oneiros.db" has the mode 0400, so its owner anna (1000) may not write it`:                                       {Path: "/data/oneiros.db", Mode: fs.FileMode(0o400), Owner: "anna (1000)", User: "anna (1000)", may: "write"},
		`the folder "/data" is on a file system that is mounted read-only`:                                                               {Path: "/data", Dir: true, ReadOnly: true},
	} {
		if got := e.Error(); got != want {
			t.Errorf("it says %s\nwant    %s", got, want)
		}
	}
}
