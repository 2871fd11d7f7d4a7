package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"oneiros/games/gametest"
)

// tiny is a module with one place to change in each function.
var tiny = map[string]string{
	"go.mod": "module tiny\n\ngo 1.26\n",
	"tiny.go": `package tiny

func Same(a, b int) bool { return a == b }

// Larger is as right with >=.
func Larger(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// Smaller is as right with <=.
func Smaller(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func Both(a, b bool) bool { return a && b }

const five = 5

func Child(a int) int { return a + five }
`,
	"tiny_test.go": `package tiny

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 1 {
		fmt.Print(Child(7))
		return
	}
	m.Run()
}

func TestSame(t *testing.T) {
	if !Same(1, 1) || Larger(3, 3) != 3 || Smaller(3, 3) != 3 {
		t.Error("wrong")
	}
}

func TestChild(t *testing.T) {
	c := exec.Command(os.Args[0])
	c.Env = []string{"NOTHING=1"}
	if out, err := c.Output(); err != nil || string(out) != "12" {
		t.Errorf("%s %v", out, err)
	}
}

func TestBroken(t *testing.T) {
	Both(true, false)
	t.Error("fails in any case")
}
`,
}

// TestMutate changes a small module. Then its functions move, and one has other lines.
// The changes are found again. First each is tested alone, and then they share a run.
func TestMutate(t *testing.T) {
	if !gametest.Thorough() || testing.Short() {
		t.Skip("it builds a module twice; CI=1 lets it")
	}
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a program without an environment has no change")
	}
	t.Parallel()
	folder := t.TempDir()
	dir, tool, list := filepath.Join(folder, "tiny"), filepath.Join(folder, "mutate"), filepath.Join(folder, "changes.jsonl")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", tool, "../../.ci/mutate.go").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range tiny {
		write(name, text)
	}
	check := func(args []string, want ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), tool, append(args, ".")...)
		c.Dir = dir
		var said strings.Builder
		c.Stderr = &said
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v\n%s%s", err, out, said.String())
		}
		for _, w := range want {
			if !regexp.MustCompile(`(?m)^ *` + w + `$`).Match(out) {
				t.Errorf("%v: no line is %s:\n%s", args, w, out)
			}
		}
	}
	check([]string{"-n", "20", "-save", list},
		`1 +noticed +tiny\.go:3 comparison: tiny TestSame fails`,
		`2 +survived +tiny\.go:7 comparison: reached by 1 tests, another value in 1`,
		`was: if a > b \{`,
		`now: if a >= b \{`,
		`3 +survived +tiny\.go:15 comparison: .*`,
		`4 +not reached +tiny\.go:21 condition: .*`,
		`5 +noticed +tiny\.go:25 sum: tiny TestChild fails`,
		`left out, because it fails without a change: tiny TestBroken`,
		`in all +2 +2 +1 +0 +0`,
	)
	moved := strings.ReplaceAll(tiny["tiny.go"], "func ", "\nfunc ")
	write("tiny.go", strings.Replace(moved, "a > b", "b < a", 1))
	check([]string{"-from", list, "-alone", "0"},
		`1 +noticed +tiny\.go:4 comparison: tiny TestSame fails`,
		`2 +gone +tiny\.go:7 comparison: Larger has no such line`,
		`was: if a > b \{`,
		`3 +survived +tiny\.go:18 comparison: .*`,
		`4 +not reached +tiny\.go:25 condition: .*`,
		`5 +noticed +tiny\.go:30 sum: tiny TestChild fails`,
		`in all +2 +1 +1 +1 +0`,
	)
}
