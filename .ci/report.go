// Report reads the output of go test -json from its standard input. It prints what
// failed, the packages, and the slowest tests. It exits with 1 when a test failed.
// It also does so when a test named in the arguments was skipped or did not run.
// The same holds for any other skipped test that is not named after -may-skip, unless
// it says that TEST_WHOLE=1 runs it, and this is not set. A name after -may-skip that
// no test has is a failure, too. Names are regular expressions of whole names. Each
// alternative in their brackets has to be there.
//
//	go build -o report .ci/report.go
//	go test -json ./... | ./report TestKill 'TestBrowser.*' -may-skip TestFullDisk
//
// When it also runs the test binaries, it knows their processor time, user and system.
// It prints the time of each package. With -processor it fails when the sum exceeds a
// number of seconds. What the tests wait for is counted, such as PostgreSQL and
// programs that they kill. The browser's own time is not; the test that started it
// logs how much of the time is the browser's.
//
//	go test -json -exec "$PWD/report -exec" ./... | ./report -processor 450
//
// With -known it checks a pattern of -run, -skip or -bench instead. Each alternative has
// to match a test, benchmark or fuzz target in one of the folders.
//
//	./report -known '^Test(Night|Keep)$' bot store
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// An event is a line of go test -json.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// A result is how a test ended.
type result struct {
	name    string
	action  string
	elapsed float64
	whole   bool // what it printed names TEST_WHOLE=1
}

// A usage is the processor time of a package in seconds.
type usage struct {
	all     float64 // of the test binary and all that it waited for
	browser float64
}

func main() {
	if len(os.Args) > 2 && os.Args[1] == "-exec" {
		os.Exit(execute(os.Args[2:]))
	}
	args, maySkip := os.Args[1:], []string(nil)
	if i := slices.Index(args, "-may-skip"); i >= 0 {
		args, maySkip = args[:i], args[i+1:]
	}
	flags := flag.NewFlagSet("report", flag.ExitOnError)
	processor := flags.Float64("processor", 0, "how many seconds of the processor all packages may take; 0: any")
	known := flags.String("known", "", "check this pattern of tests; the arguments are folders")
	_ = flags.Parse(args) // it exits
	problems := []string(nil)
	if *known != "" {
		problems = unknown(*known, flags.Args())
	} else {
		problems = report(os.Stdin, flags.Args(), maySkip, *processor)
	}
	for _, problem := range problems {
		fmt.Println(problem)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// execute runs a test binary and prints its processor time. It returns its exit code.
func execute(args []string) int {
	c := exec.Command(args[0], args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT) // a test that hangs gets SIGQUIT
	if err := c.Start(); err != nil {
		fmt.Println(err)
		return 1
	}
	go func() {
		for s := range signals {
			_ = c.Process.Signal(s) // it may have ended at this moment
		}
	}()
	err := c.Wait()
	fmt.Printf("processor: %.3f s user, %.3f s system\n", c.ProcessState.UserTime().Seconds(), c.ProcessState.SystemTime().Seconds())
	if code := c.ProcessState.ExitCode(); code >= 0 {
		return code
	}
	fmt.Println(err) // the signal
	return 1
}

// report prints what the tests did, and returns what is wrong with it.
func report(r io.Reader, needed, maySkip []string, processor float64) (problems []string) {
	results, packages, failed, err := read(r)
	if err != nil {
		return []string{err.Error()}
	}
	problems = check(results, needed, maySkip)
	if len(results) == 0 {
		problems = append(problems, "no test ran")
	}
	if failed {
		problems = append(problems, "a test failed")
	}
	for _, r := range results {
		if r.action == "fail" {
			problems = append(problems, r.name+" failed")
		}
	}
	printSlowest(results)
	return append(problems, printProcessor(packages, processor)...)
}

// printProcessor prints the processor time of all packages. It is wrong when it is too
// much, or when that of a package is not known.
func printProcessor(packages map[string]*usage, atMost float64) (problems []string) {
	sum := usage{}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		u := packages[name]
		if u.all == 0 && atMost > 0 {
			problems = append(problems, fmt.Sprintf("the processor time of %s is not known: run it with -exec", name))
		}
		sum.all += u.all
		sum.browser += u.browser
	}
	if sum.all == 0 {
		return problems
	}
	own := sum.all - sum.browser
	fmt.Printf("%7.1f s of the processor in all, without %.1f s of the browser\n", own, sum.browser)
	if atMost > 0 && own > atMost {
		problems = append(problems, fmt.Sprintf("the tests took %.1f s of the processor, and may take %.1f s", own, atMost))
	}
	return problems
}

var (
	tookAll     = regexp.MustCompile(`^processor: ([0-9.]+) s user, ([0-9.]+) s system\n$`)
	tookBrowser = regexp.MustCompile(`(?:^|: )([0-9.]+) s of the processor time are Chromium's\n$`)
)

// add adds the seconds that a line of output tells of.
func (u *usage) add(line string) {
	seconds := func(text string) float64 {
		s, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic(err) // the expressions match only numbers
		}
		return s
	}
	if m := tookAll.FindStringSubmatch(line); m != nil {
		u.all += seconds(m[1]) + seconds(m[2])
	}
	if m := tookBrowser.FindStringSubmatch(line); m != nil {
		u.browser += seconds(m[1])
	}
}

// read reads all events, and prints the packages and what failed. It returns the
// packages that have tests.
func read(r io.Reader) (results []result, packages map[string]*usage, failed bool, err error) {
	output := map[string][]string{}
	packages = map[string]*usage{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, nil, true, err
		}
		if len(line) == 0 {
			return results, packages, failed, nil
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Print(string(line)) // what the go command itself says
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "run":
			if packages[e.Package] == nil {
				packages[e.Package] = &usage{}
			}
		case "output", "build-output":
			if e.Action == "build-output" {
				fmt.Print(e.Output)
			}
			output[key] = append(output[key], e.Output)
			if u := packages[e.Package]; u != nil {
				u.add(e.Output)
			}
		case "build-fail":
			failed = true
		case "pass", "skip", "fail":
			if e.Action == "fail" {
				failed = true
				fmt.Printf("FAIL %s\n%s", key, strings.Join(output[key], ""))
			}
			if e.Action == "fail" && e.Test == "" {
				printUnended(output, e.Package)
			}
			if e.Test == "" {
				printPackage(e, packages)
			} else {
				printed := strings.Join(output[key], "")
				results = append(results, result{e.Test, e.Action, e.Elapsed, strings.Contains(printed, "TEST_WHOLE=1")})
			}
			delete(output, key)
		}
	}
}

// printUnended prints what the tests of a package said that never ended. A crash is said in
// one of them.
func printUnended(output map[string][]string, pkg string) {
	for _, key := range slices.Sorted(maps.Keys(output)) {
		if strings.HasPrefix(key, pkg+" Test") || strings.HasPrefix(key, pkg+" Fuzz") {
			fmt.Printf("NOT ENDED %s\n%s", key, strings.Join(output[key], ""))
			delete(output, key)
		}
	}
}

// printPackage prints how a package ended.
func printPackage(e event, packages map[string]*usage) {
	line := fmt.Sprintf("%-4s %7.1f s", e.Action, e.Elapsed)
	if u := packages[e.Package]; u != nil && u.all > 0 {
		line += fmt.Sprintf(" %7.1f s of the processor", u.all-u.browser)
		if u.browser > 0 {
			line += fmt.Sprintf(", without %.1f s of the browser", u.browser)
		}
	}
	fmt.Println(line + "  " + e.Package)
}

// whole compiles the pattern of a whole name.
func whole(name string) *regexp.Regexp { return regexp.MustCompile("^(?:" + name + ")$") }

// check lists which of the needed tests did not pass, and which tests were skipped
// that must not be. It also lists which names no test has.
func check(results []result, needed, maySkip []string) (problems []string) {
	for _, pattern := range needed {
		for _, name := range alternatives(pattern) {
			is := whole(name)
			if !slices.ContainsFunc(results, func(r result) bool { return r.action == "pass" && is.MatchString(r.name) }) {
				problems = append(problems, fmt.Sprintf("no test %s passed", name))
			}
		}
	}
	may := map[string]bool{}
	for _, pattern := range maySkip {
		for _, name := range alternatives(pattern) {
			is, found := whole(name), false
			for _, r := range results {
				if is.MatchString(r.name) {
					found, may[r.name] = true, true
				}
			}
			if !found {
				problems = append(problems, fmt.Sprintf("there is no test %s, which may be skipped", name))
			}
		}
	}
	for _, r := range results {
		if r.action == "skip" && !may[r.name] && !(r.whole && os.Getenv("TEST_WHOLE") != "1") {
			problems = append(problems, fmt.Sprintf("%s was skipped", r.name))
		}
	}
	return problems
}

// alternatives writes a pattern once for each choice of its groups: A(b|c) is Ab and Ac.
// A group that is repeated stays as it is.
func alternatives(pattern string) []string {
	if list, rest := choices(pattern); rest == "" {
		return list
	}
	return []string{pattern} // it has a bracket too many, and does not compile
}

// choices reads a pattern until the end of a group.
func choices(p string) (list []string, rest string) {
	now := []string{""}
	add := func(ends ...string) {
		var longer []string
		for _, begin := range now {
			for _, end := range ends {
				longer = append(longer, begin+end)
			}
		}
		now = longer
	}
	for p != "" && p[0] != ')' {
		n := 1
		switch p[0] {
		case '|':
			list, now = append(list, now...), []string{""}
			p = p[1:]
			continue
		case '(':
			inner, rest := choices(strings.TrimPrefix(p[1:], "?:"))
			rest = strings.TrimPrefix(rest, ")")
			if rest == "" || !strings.ContainsRune("*+?{", rune(rest[0])) {
				add(inner...)
				p = rest
				continue
			}
			n = len(p) - len(rest)
		case '[':
			n = max(1, strings.IndexByte(p, ']')+1)
		case '\\':
			n = min(2, len(p))
		}
		add(p[:n])
		p = p[n:]
	}
	return append(list, now...), p
}

var testName = regexp.MustCompile(`^(Test|Benchmark|Fuzz)($|[^a-z])`)

// unknown lists the alternatives of a pattern that match no test, benchmark or fuzz
// target in the folders. Of subtests only the first part of the name is compared.
func unknown(pattern string, folders []string) (problems []string) {
	var tests []string
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			return []string{err.Error()}
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				return []string{err.Error()}
			}
			for _, d := range file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name != "TestMain" && testName.MatchString(f.Name.Name) {
					tests = append(tests, f.Name.Name)
				}
			}
		}
	}
	for _, name := range alternatives(pattern) {
		first, _, _ := strings.Cut(name, "/")
		if is := regexp.MustCompile(first); !slices.ContainsFunc(tests, is.MatchString) {
			problems = append(problems, fmt.Sprintf("%s matches no test in %s", name, strings.Join(folders, " ")))
		}
	}
	return problems
}

func printSlowest(results []result) {
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(b.elapsed, a.elapsed) })
	fmt.Println("the slowest tests:")
	for _, r := range results[:min(10, len(results))] {
		fmt.Printf("     %7.1f s  %s\n", r.elapsed, r.name)
	}
}
