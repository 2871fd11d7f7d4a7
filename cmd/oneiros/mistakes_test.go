package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestMistakesOfFiles calls commands on files that they cannot take. Each prints
// one line that names the file, ends with exit code 2, and changes nothing.
func TestMistakesOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	call := func(path string, args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(args, []string{"ONEIROS_STORE_PATH=" + path}, &out, &errs)
		return code, errs.String()
	}
	if code, said := call("oneiros.db", "migrate"); code != 0 {
		t.Fatal(said)
	}
	if code, said := call("oneiros.db", "backup", "copy.db"); code != 0 {
		t.Fatal(said)
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("oneiros.db")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ path, args, want string }{
		{"oneiros.db", "backup oneiros.db", "oneiros.db"},
		{"oneiros.db", "backup --force oneiros.db", "oneiros.db"},
		{"oneiros.db", "backup --force oneiros.db-shm", "oneiros.db-shm"},
		{"oneiros.db", "backup none/copy.db", "none"},
		{"oneiros.db", "backup --force none/copy.db", "none"},
		{"oneiros.db", "backup ", `""`},
		{"oneiros.db", "backup --force " + os.DevNull, os.DevNull},
		{"oneiros.db", "restore --force folder", "folder"},
		{"oneiros.db", "restore --force ", `""`},
		{"none/oneiros.db", "restore copy.db", `store.path = "none/oneiros.db"`},
		{"folder", "restore --force copy.db", `store.path = "folder"`},
		{"folder", "migrate", `store.path = "folder": open database: is a directory`},
		{"oneiros.db", "export --out oneiros.db", `--out "oneiros.db"`},
		{"oneiros.db", "export --out oneiros.db-wal", `--out "oneiros.db-wal"`},
		{"oneiros.db", "export --out copy.db", `--out "copy.db"`},
		{"oneiros.db", "export --out folder", `--out "folder"`},
		{"oneiros.db", "export --out ", `--out ""`},
		{"oneiros.db", "simulate --game somnia --out copy.db", `--out "copy.db"`},
		{"oneiros.db", "simulate --game somnia --out folder", `--out "folder"`},
		{"oneiros.db", "simulate --game somnia --out ", `--out ""`},
		{"oneiros.db", "simulate --game somnia --out " + os.DevNull, "--out "},
		{"oneiros.db", "verify folder", "folder"},
		{"oneiros.db", "verify ", `""`},
		{"oneiros.db", "replay folder", "folder"},
	} {
		code, said := call(test.path, strings.Split(test.args, " ")...)
		if code != 2 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "oneiros: "+test.want) {
			t.Errorf("%q: %d, %q, want 2 and %s", test.args, code, said, test.want)
		}
		if strings.Contains(test.args, "backup") && strings.Contains(said, "--force") {
			t.Errorf("%q: %q advises force", test.args, said)
		}
	}
	after, err := os.ReadFile("oneiros.db")
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the database changed: %v", err)
	}
	list, err := os.ReadDir(".")
	if err != nil || len(list) != 3 {
		t.Errorf("there is %v, %v", list, err)
	}
}
