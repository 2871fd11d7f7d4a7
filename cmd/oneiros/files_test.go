//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestCheckNamesNetworkDisk: a file system that is no local disk's is a warning of what may
// be lost, and the check goes on.
func TestCheckNamesNetworkDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for kind, want := range map[string]string{
		"":    "",
		"NFS": `warning: disk: the folder "` + dir + `" is on NFS. SQLite relies on locks and on writes that such a file system may not keep: `,
	} {
		var out bytes.Buffer
		k := &checker{report: &report{out: &out}, conf: &Config{}, remote: func(string) string { return kind }}
		if err := k.disk(filepath.Join(dir, "oneiros.db")); err != nil {
			t.Error(err)
		}
		said := out.String()
		if !strings.Contains(said, want) || (kind == "") == strings.Contains(said, "SQLite relies") || !strings.Contains(said, "disk: a write is on the disk after") {
			t.Errorf("%q: it says %s", kind, said)
		}
	}
}

// TestLogWithoutColours: a log that goes to a file or a pipe has no colours, and neither has
// one of a person that wants none.
func TestLogWithoutColours(t *testing.T) {
	t.Parallel()
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	p := &program{errs: f}
	logged := p.log(0, true)
	logged.Warn().Str("a", "b").Msg("says something")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(f.Name())
	if err != nil || !strings.Contains(string(b), "WRN says something a=b") || strings.Contains(string(b), "\x1b") {
		t.Errorf("the log is %q, %v", b, err)
	}
}

// TestColoursOnTerminal: a terminal gets colours, unless its user wants none.
func TestColoursOnTerminal(t *testing.T) {
	t.Parallel()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("this machine has no terminals: ", err)
	}
	defer terminal.Close()
	for environ, want := range map[string]bool{"TERM=xterm": true, "NO_COLOR=": true, "NO_COLOR=1": false, "TERM=dumb": false} {
		if got := colours(terminal, []string{environ}); got != want {
			t.Errorf("%s: colours %v, want %v", environ, got, want)
		}
	}
	if colours(new(bytes.Buffer), nil) {
		t.Error("what is no file has colours")
	}
}

// TestForeignFiles: a file of another user is named with both users, in one line.
func TestForeignFiles(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" || os.Geteuid() != 0 {
		t.Skip("only root gives files to others, and runs a program as another user")
	}
	const other = 54321
	dir, err := os.MkdirTemp("", "oneiros-foreign-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	path := filepath.Join(dir, "oneiros.db")
	token := filepath.Join(dir, "token")
	var out bytes.Buffer
	if code := run([]string{"migrate"}, []string{"ONEIROS_STORE_PATH=" + path}, &out, &out); code != 0 {
		t.Fatal(out.String())
	}
	if err := os.WriteFile(token, []byte("a.b.c"), 0o600); err != nil {
		t.Fatal(err)
	}
	is := func(of, may, mode string) string {
		return `"` + of + `" belongs to the user root (0); this program runs as the user 54321 and may not ` + may + ` it (mode ` + mode + `)`
	}
	for _, test := range []struct {
		what, args string
		dir, file  os.FileMode
		env        string
		want       string
	}{
		{"a database", "check", 0o777, 0o600, "", `oneiros: store.path = "` + path + `": the file ` + is(path, "read", "0600")},
		{"a database to migrate", "migrate", 0o777, 0o600, "", `oneiros: store.path = "` + path + `": the file ` + is(path, "read", "0600")},
		{"a database that can be read", "migrate", 0o777, 0o644, "", ""},
		{"its folder", "check", 0o755, 0o666, "", `oneiros: store.path = "` + path + `": the folder ` + is(dir, "write", "0755")},
		{"a folder on the way", "check", 0o700, 0o666, "", `oneiros: store.path = "` + path + `": the folder ` + is(dir, "enter", "0700")},
		{"a token", "check", 0o755, 0o666, "ONEIROS_DISCORD_TOKEN_FILE=" + token, `oneiros: discord.token_file = "` + token + `": the file ` + is(token, "read", "0600")},
		{"a record", "verify " + token, 0o755, 0o666, "", `oneiros: ` + token + `: the file ` + is(token, "read", "0600")},
		{"a backup", "restore --force " + token, 0o755, 0o666, "", `oneiros: ` + token + `: the file ` + is(token, "read", "0600")},
		{"the folder of a record", "simulate --game somnia --seats 2 --out " + filepath.Join(dir, "x.jsonl"), 0o755, 0o666, "", `oneiros: --out "` + filepath.Join(dir, "x.jsonl") + `": the folder ` + is(dir, "write", "0755")},
		{"the folder of a backup", "backup " + filepath.Join(dir, "x.db"), 0o755, 0o666, "", `oneiros: ` + dir + `: the folder ` + is(dir, "write", "0755")},
		{"a configuration", "check --config " + token, 0o755, 0o666, "", `oneiros: --config ` + token + `: the file ` + is(token, "read", "0600")},
	} {
		for name, mode := range map[string]os.FileMode{dir: test.dir, path: test.file} {
			if err := os.Chmod(name, mode); err != nil {
				t.Fatal(err)
			}
		}
		c := exec.CommandContext(t.Context(), "/proc/self/exe", strings.Fields(test.args)...)
		c.Args[0] = "oneiros" // the test binary is the program under this name
		c.Dir = "/"
		c.Env = []string{"ONEIROS_STORE_PATH=" + path, test.env}
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: other, Gid: other}}
		said, err := c.CombinedOutput()
		if test.want == "" {
			if !strings.Contains(string(said), "has version") {
				t.Errorf("%s: it says %s, %v", test.what, said, err)
			}
			continue
		}
		if !strings.Contains("\n"+string(said), "\n"+test.want+"\n") || c.ProcessState.ExitCode() != 2 {
			t.Errorf("%s: it ends with %v and says %s\nwant %s", test.what, err, said, test.want)
		}
	}
}
