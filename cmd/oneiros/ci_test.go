package main_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/games/gametest"
)

// A tool is a program of CI in a folder in which it runs.
type tool struct {
	binary string
	folder string
}

// newTool builds a program of .ci. Its folder holds files.
func newTool(t *testing.T, name string, files map[string]string) *tool {
	t.Helper()
	if testing.Short() {
		t.Skip("programs are built")
	}
	if runtime.GOOS == "windows" {
		t.Skip("CI runs on a Unix")
	}
	t.Parallel()
	source, err := filepath.Abs(filepath.Join("..", "..", ".ci", name+".go"))
	if err != nil {
		t.Fatal(err)
	}
	x := &tool{filepath.Join(t.TempDir(), name), t.TempDir()}
	if out, code := x.command(t, "", "go", "build", "-ldflags=-s -w", "-o", x.binary, source); code != 0 {
		t.Fatalf("build %s: %s", name, out)
	}
	for file, text := range files {
		x.write(t, file, text)
	}
	return x
}

func (x *tool) write(t *testing.T, file, text string) {
	t.Helper()
	file = filepath.Join(x.folder, file)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

// command runs a command in the folder. It returns what it says and its exit code.
func (x *tool) command(t *testing.T, input, name string, args ...string) (string, int) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Stdin = x.folder, strings.NewReader(input)
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off") // CI asks other things of other tests
	out, err := c.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

// says runs the program. It has to end with a code, and to say some text.
func (x *tool) says(t *testing.T, code int, want string, args ...string) string {
	t.Helper()
	out, got := x.command(t, "", x.binary, args...)
	if !strings.Contains(out, want) || got != code {
		t.Errorf("%q: exit code %d, want %d and %q:\n%s", args, got, code, want, out)
	}
	return out
}

// stressed is a module with a test that fails when luck is a multiple of three. It writes
// down in which circumstances it ran.
var stressed = map[string]string{
	"go.mod":     "module stressed\n",
	"empty/a.go": "package empty\n",
	"all_test.go": `package stressed

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func TestLuck(t *testing.T) {
	t.Log("every run says this")
	seed, err := strconv.ParseUint(os.Getenv("TEST_SEED"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	said, err := os.OpenFile("runs.txt", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	fmt.Fprintf(said, "%d %s %s day:%s\n", seed, os.Getenv("GOMAXPROCS"), os.Getenv("TZ"), os.Getenv("TEST_DAY"))
	t.Run("sub", func(t *testing.T) {
		if seed%3 == 0 {
			t.Errorf("%d is unlucky", seed)
		}
	})
}

func TestHang(t *testing.T) { select {} }

func TestIdle(t *testing.T) { t.Skip("always") }
`,
}

// TestStress runs the stress command on a small module.
func TestStress(t *testing.T) {
	if !gametest.Thorough() {
		t.Skip("it runs the go command two dozen times; CI=1 lets it")
	}
	x := newTool(t, "stress", stressed)
	t.Run("luck", func(t *testing.T) { stressLuck(t, x) })
	t.Run("hang", func(t *testing.T) { stressHang(t, x) })
	t.Run("nothing", func(t *testing.T) { stressNothing(t, x) })
	t.Run("changed", func(t *testing.T) { stressChanged(t, x) })
}

// stressLuck runs a test that fails in one of three runs. The circumstances differ from
// run to run. The failure is printed once, with its rate and a command that repeats it.
func stressLuck(t *testing.T, x *tool) {
	const runs = 16
	out := x.says(t, 1, "stress: 1 failure\n", "-run", "TestLuck", "-times", strconv.Itoa(runs), "-seed", "5", "-load", "1")
	list, err := os.ReadFile(filepath.Join(x.folder, "runs.txt"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seen, unlucky := map[string]bool{}, 0
	for line := range strings.Lines(string(list)) {
		words := strings.Fields(line)
		for _, w := range words {
			seen[w] = true
		}
		if seed, err := strconv.Atoi(words[0]); err != nil {
			t.Error(err)
		} else if seed%3 == 0 {
			unlucky++
		}
		checkDay(t, strings.TrimPrefix(words[3], "day:"))
	}
	if n := strings.Count(string(list), "\n"); n != runs || unlucky == 0 || unlucky == runs {
		t.Errorf("%d runs, %d of them unlucky", n, unlucky)
	}
	if len(seen) != runs+3+5+8 || !seen["1"] || !seen["2"] || !seen["4"] || !seen["UTC"] || !seen["Asia/Kolkata"] || !seen["day:"] || !seen["day:2027-12-31T23:59:30"] {
		t.Errorf("the circumstances were %v", seen)
	}
	first := regexp.MustCompile(`first in run \d+: all_test\.go:\d+: \d+ is unlucky\n`)
	if want := fmt.Sprintf("FAIL . TestLuck/sub: %d of %d runs\n", unlucky, runs); !strings.Contains(out, want) || len(first.FindAllString(out, -1)) != 1 {
		t.Errorf("want once %q:\n%s", want, out)
	}
	x.kept(t, out, "is unlucky")
	repeat := regexp.MustCompile(`(?m)^repeat: (.*)$`).FindStringSubmatch(out)
	if repeat == nil {
		t.Fatalf("no command repeats it:\n%s", out)
	}
	if said, code := x.command(t, "", "sh", "-c", repeat[1]); code == 0 || !strings.Contains(said, " is unlucky") {
		t.Errorf("%s: %d, %s", repeat[1], code, said)
	}
}

// kept finds words in the output that stress kept of a run, and removes it.
func (x *tool) kept(t *testing.T, out, words string) {
	t.Helper()
	file := regexp.MustCompile(`(?m)^all it said: (.*)$`).FindStringSubmatch(out)
	if file == nil {
		t.Fatalf("nothing is kept:\n%s", out)
	}
	if b, err := os.ReadFile(file[1]); err != nil || !strings.Contains(string(b), words) {
		t.Errorf("kept: %s, %v", b, err)
	}
	if err := os.RemoveAll(filepath.Dir(file[1])); err != nil {
		t.Error(err)
	}
}

// checkDay checks that a day is near a night in which a date or a clock may go wrong.
func checkDay(t *testing.T, day string) {
	t.Helper()
	if day == "" {
		return
	}
	at, err := time.Parse("2006-01-02T15:04:05", day)
	if err != nil {
		t.Fatal(err)
	}
	after := at.Add(time.Minute)
	if after.Day() == 1 {
		return // of March, or of the year
	}
	for _, name := range []string{"Europe/Berlin", "America/New_York"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		_, before := at.In(zone).Zone()
		if _, later := after.In(zone).Zone(); before != later {
			return
		}
	}
	t.Errorf("nothing changes at %s", day)
}

// stressHang runs a test that hangs. It ends, and tells where it was.
func stressHang(t *testing.T, x *tool) {
	out := x.says(t, 1, "FAIL . TestHang hangs: 1 of 1 run\n", "-run", "TestHang", "-times", "1", "-hang", "100ms", "-load", "0")
	x.kept(t, out, "stressed.TestHang(")
}

// stressNothing looks for what is not there. Each time it fails, and says what it looked for.
func stressNothing(t *testing.T, x *tool) {
	for _, c := range []struct {
		want string
		args []string
	}{
		{"skipped in each run: TestIdle\nstress: nothing ran\n", []string{"-run", "TestIdle", "-times", "1", "-load", "0"}},
		{"stress: -run TestIdle/sub matches no test in .\n", []string{"-run", "TestIdle/sub", "-load", "0", "."}},
		{"stress: -run TestMisspelt matches no test in ./...\n", []string{"-run", "TestLuck|TestMisspelt"}},
		{"stress: there is no test in ./empty\n", []string{"./empty"}},
		{"stress: -skip Test leaves out all tests in .\n", []string{"-skip", "Test", "."}},
		{"stress: look for the package ./nowhere: ", []string{"./nowhere"}},
		{"stress: look for the package ./nowhere/...: ", []string{"./nowhere/..."}},
		{"stress: give -times or -for", []string{"-times", "0", "-for", "0"}},
	} {
		x.says(t, 1, c.want, c.args...)
	}
}

// stressChanged lists the tests that are new or changed since a commit, and no others.
func stressChanged(t *testing.T, x *tool) {
	const head, passes = "package tiny\n\nimport \"testing\"\n\n", "(t *testing.T) {}\n\n"
	x.write(t, "tiny/own_test.go", head+"func TestSame"+passes+"func TestChanged"+passes)
	x.write(t, "tiny/helper_test.go", head+"func help() int { return 1 }\n\nfunc TestHelped(t *testing.T) { help() }\n")
	x.write(t, "tiny/moved_test.go", head+"func TestMoved"+passes)
	git := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)
		if out, code := x.command(t, "", "git", args...); code != 0 {
			t.Fatalf("git %q: %s", args, out)
		}
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-qm", "before")
	x.says(t, 1, "stress: no test in ./... is new or changed since HEAD\n", "-changed", "HEAD")
	x.says(t, 1, "stress: look for the commit nothing: ", "-changed", "nothing")
	x.write(t, "tiny/own_test.go", head+"// TestSame has a comment now.\nfunc TestSame"+passes+"func TestChanged(t *testing.T) { t.Log() }\n\nfunc TestMoved"+passes)
	x.write(t, "tiny/helper_test.go", head+"func help() int { return 2 }\n\nfunc TestHelped(t *testing.T) { help() }\n")
	x.write(t, "tiny/new_test.go", head+"func TestNew"+passes)
	git("rm", "-q", "tiny/moved_test.go")
	x.says(t, 0, "./tiny: TestHelped, TestNew, TestChanged\n", "-changed", "HEAD", "-list")
	x.write(t, "tiny/helper_test.go", head+"func TestMain(m *testing.M) { m.Run() }\n")
	x.says(t, 0, "./tiny: TestNew, TestSame, TestChanged, TestMoved\n", "-changed", "HEAD", "-list")
}

// TestReport reads what go test -json says of two packages. One of them starts a browser.
func TestReport(t *testing.T) {
	x := newTool(t, "report", map[string]string{"a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestDeep(t *testing.T) {}\n\nfunc BenchmarkDo(b *testing.B) {}\n"})
	const events = `{"Action":"run","Package":"a","Test":"TestDeep"}
{"Action":"run","Package":"a","Test":"TestDeep/en"}
{"Action":"pass","Package":"a","Test":"TestDeep/en"}
{"Action":"output","Package":"a","Test":"TestDeep","Output":"    browse.go:1: 20.000 s of the processor time are Chromium's\n"}
{"Action":"pass","Package":"a","Test":"TestDeep"}
{"Action":"run","Package":"a","Test":"TestIdle"}
{"Action":"skip","Package":"a","Test":"TestIdle"}
{"Action":"output","Package":"a","Output":"processor: 31.000 s user, 2.500 s system\n"}
{"Action":"pass","Package":"a","Elapsed":3}
{"Action":"run","Package":"b","Test":"TestOther"}
{"Action":"pass","Package":"b","Test":"TestOther"}
`
	const known = `{"Action":"output","Package":"b","Output":"processor: 1.000 s user, 0.000 s system\n"}
`
	for _, c := range []struct {
		input, args string
		want        string // the problem; none where it passes
	}{
		{events + known, "-processor 14.6 TestDeep/en Test(Deep|Other) -may-skip TestIdle", ""},
		{events + known, "-processor 14.4 -may-skip TestIdle", "the tests took 14.5 s of the processor, and may take 14.4 s"},
		{events, "-processor 100 -may-skip TestIdle", "the processor time of b is not known"},
		{events, "-may-skip TestIdle", ""},
		{events, "TestOther", "TestIdle was skipped"},
		{events, "TestDeep/(en|ru) -may-skip TestIdle", "no test TestDeep/ru passed"},
		{events, "Test(Idle) -may-skip TestIdle", "no test TestIdle passed"},
		{events, "-may-skip Test(Idle|Gone)", "there is no test TestGone, which may be skipped"},
		{"", "", "no test ran"},
		{events + `{"Action":"fail","Package":"b","Test":"TestOther"}`, "-may-skip TestIdle", "a test failed"},
		{"", "-known ^Test(D(eep|own)$|Other) a", "^TestDown$ matches no test in a\n^TestOther matches no test in a"},
		{"", "-known BenchmarkDo/sub|^TestDeep a", ""},
		{"", "-known TestDeep b", "TestDeep matches no test in b"},
	} {
		out, code := x.command(t, c.input, x.binary, strings.Fields(c.args)...)
		if (code == 0) != (c.want == "") || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d, want %q:\n%s", c.args, code, c.want, out)
		}
	}
	reportRuns(t, x)
}

// reportRuns runs a program as the go command runs a test binary. The report knows its
// processor time and that of what it waited for.
func reportRuns(t *testing.T, x *tool) {
	out, code := x.command(t, "", x.binary, "-exec", "sh", "-c", "echo said; (i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done); exit 3")
	var user, system float64
	if _, err := fmt.Sscanf(out, "said\nprocessor: %f s user, %f s system\n", &user, &system); err != nil || code != 3 || user+system == 0 {
		t.Errorf("exit code %d, %v:\n%s", code, err, out)
	}
	if out, code := x.command(t, "", x.binary, "-exec", "sh", "-c", "kill -9 $$"); code == 0 || !strings.Contains(out, "killed") {
		t.Errorf("a program that is killed: exit code %d:\n%s", code, out)
	}
}
