//go:build unix

// Stress runs tests many times, each time in other circumstances, to find what holds
// only by luck. A new or changed test passes it before it is committed:
//
//	go run .ci/stress.go -changed origin/main                    # each of them 200 times, or for ten minutes
//	go run .ci/stress.go -run 'TestNight.*' ./bot                # these, as often
//	go run .ci/stress.go -run TestTerm -times 50 -for 3m -race ./cmd/oneiros
//
// The test binaries are built once. From run to run these change: the order of the
// tests, GOMAXPROCS (1, 2, 4), the time zone, the seed of luck (TEST_SEED), the day
// on which virtual time begins (TEST_DAY), and a load, which is beside half of the
// runs. They follow from -seed and the number of the run. Each pair of them has come
// after 40 runs, and all combinations after 240.
//
// Each failure is printed once, with its rate and the command that repeats it. Stress
// exits with 1 when a test failed or hung, when nothing ran, and when a pattern
// or a package that it was given matches nothing.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// What changes from run to run. The lengths have no common divisor, except that of
// the days and of the load, so that all combinations come.
var (
	processors = []int{1, 2, 4}
	zones      = []string{"UTC", "Asia/Kolkata", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"}
	days       = []string{
		"", // the tests' own
		"2027-02-28T23:59:30",
		"2028-02-29T23:59:30",
		"2027-12-31T23:59:30",
		"2027-03-28T00:59:30", // Berlin's clocks go forward
		"2027-10-31T00:59:30", // and back
		"2027-03-14T06:59:30", // New York's
		"2027-11-07T05:59:30",
	}
)

// busyArgument makes this program a process of the load.
const busyArgument = "-busy"

// options are the flags and arguments.
type options struct {
	run, skip, changed  string
	times, from         int
	atMost, hang        time.Duration
	seed                uint64
	load, jobs          int
	short, race, list   bool
	packages            []string
	alternatives        []alternative
	skipped             []alternative
	goRoot, folder, cwd string
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == busyArgument {
		busy()
	}
	o := options{}
	flag.StringVar(&o.run, "run", "", "the tests, as go test's -run (default: all)")
	flag.StringVar(&o.skip, "skip", "", "tests to leave out, as go test's -skip")
	flag.StringVar(&o.changed, "changed", "", "run the tests that are new or changed since this commit")
	flag.IntVar(&o.times, "times", 200, "how often each test runs at most; 0: until the time ends")
	flag.DurationVar(&o.atMost, "for", 10*time.Minute, "how long runs are started; 0: until all have been")
	flag.DurationVar(&o.hang, "hang", 5*time.Minute, "a run that takes longer hangs")
	flag.Uint64Var(&o.seed, "seed", rand.Uint64()>>32, "what the circumstances of the runs follow from (default: another each time)")
	flag.IntVar(&o.from, "from", 1, "the number of the first run")
	flag.IntVar(&o.load, "load", runtime.NumCPU(), "busy processes beside half of the runs")
	flag.IntVar(&o.jobs, "jobs", 1, "runs at once")
	flag.BoolVar(&o.short, "short", false, "as go test's -short")
	flag.BoolVar(&o.race, "race", false, "as go test's -race")
	flag.BoolVar(&o.list, "list", false, "say only which tests would run")
	flag.Parse()
	o.packages = flag.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := stress(ctx, &o); err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
		os.Exit(1)
	}
}

// busy keeps a processor busy until the process that started it ends.
func busy() {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // a pipe that nobody writes to
		os.Exit(0)
	}()
	for turns := 0; ; turns++ {
		runtime.KeepAlive(turns)
	}
}

func stress(ctx context.Context, o *options) (err error) {
	if err := o.check(); err != nil {
		return err
	}
	units, err := find(ctx, o)
	if err != nil {
		return err
	}
	n := 0
	for _, u := range units {
		n += len(u.tests)
		fmt.Printf("%s: %s\n", u.name, some(u.tests))
	}
	if o.list {
		return nil
	}
	if o.folder, err = os.MkdirTemp("", "stress"); err != nil {
		return err
	}
	s := &session{options: o, units: units, began: time.Now(), passedAt: map[string]bool{}, news: map[string]bool{}}
	defer func() {
		for _, u := range units {
			err = errors.Join(err, os.RemoveAll(u.binary))
		}
		_ = os.Remove(o.folder) // it stays while the output of a failure is in it
	}()
	for i, u := range units {
		u.binary = filepath.Join(o.folder, fmt.Sprintf("%s.%d.test", path.Base(u.path), i+1))
		if err := u.build(ctx, o); err != nil {
			return err
		}
	}
	fmt.Printf("%d tests of %d packages, -seed %d -load %d\n", n, len(units), o.seed, o.load)
	s.began = time.Now()
	return s.all(ctx)
}

// check checks the options, and fills in what follows from them.
func (o *options) check() (err error) {
	switch {
	case o.times <= 0 && o.atMost <= 0:
		return errors.New("give -times or -for, or nothing ends it")
	case o.times < 0:
		return fmt.Errorf("-times %d: want 1 or more, or 0 for no limit", o.times)
	case o.atMost < 0:
		return fmt.Errorf("-for %s: want more than 0s, or 0s for no limit", o.atMost)
	case o.jobs < 1:
		return fmt.Errorf("-jobs %d: want 1 or more", o.jobs)
	case o.load < 0:
		return fmt.Errorf("-load %d: want 0 or more", o.load)
	case o.from < 1:
		return fmt.Errorf("-from %d: want 1 or more", o.from)
	case o.hang <= 0:
		return fmt.Errorf("-hang %s: want more than 0s", o.hang)
	case o.changed == "" && o.run == "" && len(o.packages) == 0:
		return errors.New("name packages, such as ./..., or give -run tests or -changed a commit")
	case o.changed != "" && o.run != "":
		return errors.New("give -run or -changed, not both")
	}
	if len(o.packages) == 0 {
		o.packages = []string{"./..."}
	}
	if o.alternatives, err = split(o.run); err != nil {
		return fmt.Errorf("-run: %w", err)
	}
	if o.skipped, err = split(o.skip); err != nil {
		return fmt.Errorf("-skip: %w", err)
	}
	if o.cwd, err = os.Getwd(); err != nil {
		return err
	}
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	o.goRoot = strings.TrimSpace(string(out))
	for _, zone := range zones { // a program whose zone is unknown takes UTC without a word
		if !slices.ContainsFunc([]string{"/usr/share/zoneinfo", "/usr/share/lib/zoneinfo", "/usr/lib/locale/TZ", "/etc/zoneinfo"}, func(dir string) bool {
			_, err := os.Stat(filepath.Join(dir, zone))
			return err == nil
		}) {
			return fmt.Errorf("this machine does not know the time zone %s; install tzdata", zone)
		}
	}
	return nil
}

// An alternative is a part of a pattern between bars, one expression for each level of
// subtests.
type alternative struct {
	text   string
	levels []*regexp.Regexp
}

// split reads a pattern of -run or -skip as the package testing does.
func split(pattern string) (list []alternative, err error) {
	if pattern == "" {
		return nil, nil
	}
	classes, groups, begin := 0, 0, 0
	a := alternative{}
	level := func(end int) error {
		is, err := regexp.Compile(strings.ReplaceAll(pattern[begin:end], " ", "_"))
		a.levels = append(a.levels, is)
		return err
	}
	first := 0 // where the alternative begins
	for i := 0; i <= len(pattern); i++ {
		if i < len(pattern) {
			switch c := pattern[i]; {
			case c == '\\':
				i++
				continue
			case c == '[':
				classes++
				continue
			case c == ']':
				classes = max(0, classes-1)
				continue
			case c == '(' && classes == 0:
				groups++
				continue
			case c == ')' && classes == 0:
				groups--
				continue
			case c != '/' && c != '|' || classes > 0 || groups > 0:
				continue
			}
		}
		if err := level(min(i, len(pattern))); err != nil {
			return nil, err
		}
		begin = i + 1
		if i >= len(pattern) || pattern[i] == '|' {
			a.text = pattern[first:min(i, len(pattern))]
			list, a, first = append(list, a), alternative{}, i+1
		}
	}
	return list, nil
}

// matches reports whether all levels match a test.
func (a alternative) matches(test string) bool {
	names := strings.Split(test, "/")
	if len(names) < len(a.levels) {
		return false
	}
	for i, is := range a.levels {
		if !is.MatchString(names[i]) {
			return false
		}
	}
	return true
}

// A unit is a package with tests to run.
type unit struct {
	path, dir string
	name      string // as it is given to the go command here
	tests     []string
	pattern   string // of -test.run
	binary    string
	runs      int // that ended
}

// A listed package is what go list says of it.
type listed struct {
	ImportPath, Dir           string
	TestGoFiles, XTestGoFiles []string
}

// list lists the packages that were asked for.
func list(ctx context.Context, patterns []string) (all []listed, err error) {
	for _, pattern := range patterns {
		list := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Dir,TestGoFiles,XTestGoFiles", pattern)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("look for the package %s: %w", pattern, err)
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("no package matches %s", pattern)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p listed
			if err := d.Decode(&p); err == io.EOF {
				break
			} else if err != nil {
				return nil, fmt.Errorf("read what go list says of %s: %w", pattern, err)
			}
			if !slices.ContainsFunc(all, func(other listed) bool { return other.Dir == p.Dir }) {
				all = append(all, p)
			}
		}
	}
	return all, nil
}

// find lists the packages that have tests to run.
func find(ctx context.Context, o *options) (units []*unit, err error) {
	all, err := list(ctx, o.packages)
	if err != nil {
		return nil, err
	}
	var changed map[string][]string // by folder
	if o.changed != "" {
		if changed, err = changedTests(ctx, o.changed); err != nil {
			return nil, err
		}
	}
	matched := make([]bool, len(o.alternatives))
	for _, p := range all {
		rel, err := filepath.Rel(o.cwd, p.Dir)
		if err != nil {
			return nil, err
		}
		u := &unit{path: p.ImportPath, dir: p.Dir, name: "./" + rel, pattern: o.run}
		if rel == "." {
			u.name = rel
		}
		tests, err := testsOf(p)
		if err != nil {
			return nil, err
		}
		for _, test := range tests {
			chosen := o.run == "" && o.changed == "" || slices.Contains(changed[rel], test) || slices.Contains(changed[rel], wholePackage)
			for i, a := range o.alternatives {
				if a.levels[0].MatchString(test) {
					chosen, matched[i] = true, true
				}
			}
			if chosen && !slices.ContainsFunc(o.skipped, func(a alternative) bool { return len(a.levels) == 1 && a.matches(test) }) {
				u.tests = append(u.tests, test)
			}
		}
		if o.changed != "" {
			u.pattern = "^(" + strings.Join(u.tests, "|") + ")$"
		}
		if len(u.tests) > 0 {
			units = append(units, u)
		}
	}
	where := strings.Join(o.packages, " ")
	for i, a := range o.alternatives {
		if !matched[i] {
			return nil, fmt.Errorf("-run %s matches no test in %s", a.text, where)
		}
	}
	switch {
	case len(units) > 0:
		return units, nil
	case o.changed != "":
		return nil, fmt.Errorf("no test in %s is new or changed since %s", where, o.changed)
	case o.skip != "":
		return nil, fmt.Errorf("-skip %s leaves out all tests in %s", o.skip, where)
	}
	return nil, fmt.Errorf("there is no test in %s", where)
}

// testsOf are the tests, fuzz targets and examples of a package.
func testsOf(p listed) (tests []string, err error) {
	for _, name := range slices.Concat(p.TestGoFiles, p.XTestGoFiles) {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && isTest(f) {
				tests = append(tests, f.Name.Name)
			}
		}
	}
	return tests, nil
}

var testName = regexp.MustCompile(`^(Test|Fuzz|Example)($|[^a-z])`)

func isTest(f *ast.FuncDecl) bool {
	return f.Recv == nil && f.Name.Name != "TestMain" && testName.MatchString(f.Name.Name)
}

// wholePackage stands for all tests of a package.
const wholePackage = "*"

// changedTests are the tests that are new or changed since a commit, by the folder of
// their package. They are those whose own text is another, and all of a file in
// which something changed that is no test. Where that file has no test of its own, or
// where TestMain changed, they are all of the package. Comments do not count.
func changedTests(ctx context.Context, commit string) (map[string][]string, error) {
	git := func(args ...string) ([]byte, error) {
		c := exec.CommandContext(ctx, "git", args...)
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
		}
		return out, nil
	}
	if _, err := git("rev-parse", "--verify", "--quiet", commit+"^{commit}"); err != nil {
		return nil, fmt.Errorf("look for the commit %s: %w", commit, err)
	}
	touched, err := git("diff", "--name-only", "--no-renames", "--relative", "-z", commit, "--", "*_test.go")
	if err != nil {
		return nil, err
	}
	kept, err := git("ls-tree", "-r", "--name-only", "-z", commit, ".")
	if err != nil {
		return nil, err
	}
	untracked, err := git("ls-files", "--others", "--exclude-standard", "-z", "--", "*_test.go")
	if err != nil {
		return nil, err
	}
	files := strings.FieldsFunc(string(touched)+string(untracked), func(r rune) bool { return r == 0 })
	before := map[string]map[string]string{} // declarations by folder
	for _, name := range files {
		dir := filepath.Dir(name)
		if before[dir] == nil {
			before[dir] = map[string]string{}
		}
		if !slices.Contains(strings.Split(string(kept), "\x00"), name) {
			continue
		}
		source, err := git("show", commit+":./"+name)
		if err != nil {
			return nil, err
		}
		d, err := declarations(name, source)
		if err != nil {
			return nil, err
		}
		maps.Copy(before[dir], d)
	}
	changed := map[string][]string{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		d, err := declarations(name, source)
		if err != nil {
			return nil, err
		}
		dir := filepath.Dir(name)
		changed[dir] = append(changed[dir], changedIn(before[dir], d)...)
	}
	return changed, nil
}

// changedIn are the tests of a file that have to run, by its declarations and those that
// the folder had before.
func changedIn(before, now map[string]string) (tests []string) {
	var own []string
	helper := false
	for _, name := range slices.Sorted(maps.Keys(now)) {
		was, known := before[name]
		same := known && was == now[name]
		switch test, is := strings.CutPrefix(name, "test "); {
		case is:
			own = append(own, test)
			if !same {
				tests = append(tests, test)
			}
		case name == "TestMain" && !same:
			return []string{wholePackage}
		case !same && (known || name == "init"): // what is new is used by what is new
			helper = true
		}
	}
	switch {
	case helper && len(own) == 0:
		return []string{wholePackage}
	case helper:
		return own
	}
	return tests
}

// declarations are the texts of what a file declares, without comments, by name. The
// names of tests begin with "test ".
func declarations(name string, source []byte) (map[string]string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	add := func(name string, node any) error {
		var b strings.Builder
		if err := format.Node(&b, set, node); err != nil {
			return err
		}
		texts[name] += strings.Join(strings.Fields(b.String()), " ") + "\n"
		return nil
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			switch {
			case isTest(d):
				name = "test " + name
			case d.Recv != nil && len(d.Recv.List) == 1:
				var b strings.Builder
				if err := format.Node(&b, set, d.Recv.List[0].Type); err != nil {
					return nil, err
				}
				name = b.String() + "." + name
			}
			if err := add(name, d); err != nil {
				return nil, err
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				name := ""
				switch spec := spec.(type) {
				case *ast.ImportSpec:
					continue // a change of it is seen in what uses it
				case *ast.TypeSpec:
					name = spec.Name.Name
				case *ast.ValueSpec:
					name = spec.Names[0].Name
				}
				if err := add(name, spec); err != nil {
					return nil, err
				}
			}
		}
	}
	return texts, nil
}

// build builds the test binary.
func (u *unit) build(ctx context.Context, o *options) error {
	args := []string{"test", "-c", "-ldflags=-s -w", "-o", u.binary}
	if o.race {
		args = append(args, "-race")
	}
	c := exec.CommandContext(ctx, "go", append(args, u.path)...)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build the tests of %s: %w", u.name, err)
	}
	return nil
}

// A variant is the circumstances of a run.
type variant struct {
	n             int // number of the run, from 1
	seed, shuffle uint32
	procs, load   int
	zone, day     string
}

// variant are the circumstances of the run with a number.
func (o *options) variant(n int) variant {
	luck := rand.New(rand.NewPCG(o.seed, 0))
	at := luck.IntN(240) + n
	zones, days, processors := slices.Clone(zones), slices.Clone(days), slices.Clone(processors)
	luck.Shuffle(len(zones), func(i, j int) { zones[i], zones[j] = zones[j], zones[i] })
	luck.Shuffle(len(days), func(i, j int) { days[i], days[j] = days[j], days[i] })
	luck.Shuffle(len(processors), func(i, j int) { processors[i], processors[j] = processors[j], processors[i] })
	own := rand.New(rand.NewPCG(o.seed, uint64(n)))
	v := variant{
		n: n, seed: own.Uint32(), shuffle: own.Uint32(),
		procs: processors[at%len(processors)], zone: zones[at%len(zones)], day: days[at%len(days)],
	}
	if at/len(days)%2 == 1 {
		v.load = o.load
	}
	return v
}

// variables are those of the environment.
func (v variant) variables() []string {
	list := []string{fmt.Sprintf("TEST_SEED=%d", v.seed), fmt.Sprintf("GOMAXPROCS=%d", v.procs), "TZ=" + v.zone}
	if v.day != "" {
		list = append(list, "TEST_DAY="+v.day)
	}
	return list
}

// commands repeat a run: its test binary alone, and the whole of its circumstances.
func (o *options) commands(u *unit, v variant) (alone, whole string) {
	var flags []string
	if u.pattern != "" {
		flags = append(flags, "-run", quote(u.pattern))
	}
	if o.skip != "" {
		flags = append(flags, "-skip", quote(o.skip))
	}
	if o.short {
		flags = append(flags, "-short")
	}
	if o.race {
		flags = append(flags, "-race")
	}
	words := slices.Concat(v.variables(), []string{"go test -count=1", fmt.Sprintf("-shuffle=%d -timeout=%s", v.shuffle, o.hang)}, flags, []string{u.name})
	alone = strings.Join(words, " ")
	words = slices.Concat([]string{fmt.Sprintf("go run .ci/stress.go -seed %d -from %d -times 1 -load %d -hang %s", o.seed, v.n, o.load, o.hang)}, flags, []string{u.name})
	return alone, strings.Join(words, " ")
}

var plain = regexp.MustCompile(`^[\w./:=^-]+$`)

// quote writes a word for a shell.
func quote(word string) string {
	if plain.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// A session is all runs.
type session struct {
	*options
	units []*unit
	began time.Time

	mu       sync.Mutex
	next     int // of the runs, over all units
	ended    int
	tests    map[string]*tally // by package and test
	passedAt map[string]bool   // by package, test and place: what passing tests print
	failures []failure
	news     map[string]bool // failures that were said
	said     time.Time
	wrong    error // what ends the session
}

// A tally counts the runs of a test.
type tally struct{ ran, skipped int }

// A failure is one failure of a test in one run.
type failure struct {
	unit    *unit
	test    string // or what was running when the process ended
	hung    bool
	said    []string // its messages
	output  string
	kept    string // file with the output of the whole run
	variant variant
}

// all makes all runs, and prints what failed.
func (s *session) all(ctx context.Context) error {
	s.tests = map[string]*tally{}
	s.said = time.Now()
	var workers sync.WaitGroup
	for range s.jobs {
		workers.Go(func() {
			for {
				u, n, ok := s.take(ctx)
				if !ok {
					return
				}
				if err := s.once(ctx, u, s.variant(n)); err != nil {
					s.mu.Lock()
					s.wrong = cmp.Or(s.wrong, err)
					s.mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return s.conclude(ctx)
}

// take is the next run, if there is one.
func (s *session) take(ctx context.Context) (u *unit, n int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	round := s.next / len(s.units)
	late := s.atMost > 0 && time.Since(s.began) > s.atMost && round > 0 // each package runs once
	if ctx.Err() != nil || s.wrong != nil || s.times > 0 && round >= s.times || late {
		return nil, 0, false
	}
	u = s.units[s.next%len(s.units)]
	s.next++
	return u, s.from + round, true
}

// once runs the tests of a package once.
func (s *session) once(ctx context.Context, u *unit, v variant) error {
	said, err := os.Create(fmt.Sprintf("%s.%d.txt", strings.TrimSuffix(u.binary, ".test"), v.n))
	if err != nil {
		return err
	}
	defer said.Close()
	stop, err := startLoad(v.load)
	if err != nil {
		return err
	}
	defer stop()
	args := []string{"-test.paniconexit0", "-test.v=test2json", fmt.Sprintf("-test.shuffle=%d", v.shuffle), fmt.Sprintf("-test.timeout=%s", s.hang)}
	if u.pattern != "" {
		args = append(args, "-test.run="+u.pattern)
	}
	if s.skip != "" {
		args = append(args, "-test.skip="+s.skip)
	}
	if s.short {
		args = append(args, "-test.short")
	}
	c := exec.Command(u.binary, args...)
	c.Dir, c.Stdout, c.Stderr = u.dir, said, said
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "TEST_DAY=") })
	c.Env = append(c.Env, "PWD="+u.dir, "PATH="+filepath.Join(s.goRoot, "bin")+":"+os.Getenv("PATH")) // as go test does
	c.Env = append(c.Env, v.variables()...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.Start(); err != nil {
		return err
	}
	ended, hung := wait(ctx, c, s.hang)
	if ctx.Err() != nil {
		return os.Remove(said.Name())
	}
	if _, err := said.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r, err := read(said)
	if err != nil {
		return err
	}
	if s.record(u, v, r, ended, hung, said.Name()) {
		return nil
	}
	return os.Remove(said.Name())
}

// patience is how long a hanging run may take to tell where it hangs.
const patience = 5 * time.Second

// wait waits for a process. The timeout of its tests ends it when it hangs. What hangs
// before or after its tests is asked for its goroutines, and killed.
func wait(ctx context.Context, c *exec.Cmd, hang time.Duration) (err error, hung bool) {
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	late := time.After(hang + patience)
	for {
		select {
		case err := <-done:
			return err, hung
		case <-late:
			if !hung {
				hung, late = true, time.After(patience)
				_ = c.Process.Signal(syscall.SIGQUIT) // it may have ended at this moment
				continue
			}
		case <-ctx.Done():
		}
		_ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // likewise
		return <-done, hung
	}
}

// startLoad starts busy processes. The returned function ends them.
func startLoad(n int) (stop func(), err error) {
	var ends []func()
	stop = func() {
		for _, end := range ends {
			end()
		}
	}
	self, err := os.Executable()
	for i := 0; i < n && err == nil; i++ {
		c := exec.Command(self, busyArgument)
		c.Env = append(os.Environ(), "GOMAXPROCS=1")
		if _, err = c.StdinPipe(); err != nil { // it ends with this process
			break
		}
		if err = c.Start(); err == nil {
			ends = append(ends, func() {
				_ = c.Process.Kill()
				_ = c.Wait() // it was killed
			})
		}
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("start the load: %w", err)
	}
	return stop, nil
}

// What became of a test.
const (
	running = iota
	paused
	passed
	failed
	skippedTest
)

// An account is what a test binary said.
type account struct {
	tests  []string // in the order in which they began
	became map[string]int
	lines  map[string][]string // by test, "" for none
	whole  bool                // it came to its end
}

// marker begins what the package testing itself says.
const marker = "\x16"

var (
	begins = regexp.MustCompile(`^=== (RUN|PAUSE|CONT|NAME) +(\S*)`)
	ends   = regexp.MustCompile(`^--- (PASS|FAIL|SKIP): (\S+)`)
)

// read reads the output of a test binary.
func read(r io.Reader) (*account, error) {
	a := &account{became: map[string]int{}, lines: map[string][]string{}}
	at := ""
	for lines := bufio.NewReader(r); ; {
		line, err := lines.ReadString('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if line == "" {
			return a, nil
		}
		before, mark, marked := strings.Cut(strings.TrimSuffix(line, "\n"), marker)
		if before != "" || !marked {
			a.lines[at] = append(a.lines[at], before)
		}
		if m := begins.FindStringSubmatch(mark); m != nil {
			at = m[2]
			switch m[1] {
			case "RUN":
				a.tests = append(a.tests, at)
				a.became[at] = running
			case "PAUSE":
				a.became[at] = paused
			case "CONT":
				a.became[at] = running
			}
		} else if m := ends.FindStringSubmatch(mark); m != nil {
			at = m[2]
			a.became[at] = map[string]int{"PASS": passed, "FAIL": failed, "SKIP": skippedTest}[m[1]]
		} else if mark == "PASS" || mark == "FAIL" {
			at, a.whole = "", true
		}
	}
}

// leaves are the tests that became something, without those above them that became it, too.
func (a *account) leaves(what int) (list []string) {
	for _, test := range a.tests {
		if a.became[test] == what && !slices.ContainsFunc(a.tests, func(other string) bool {
			return a.became[other] == what && strings.HasPrefix(other, test+"/")
		}) {
			list = append(list, test)
		}
	}
	return list
}

var message = regexp.MustCompile(`^\s*(?:[\w.-]+\.go:\d+: |panic: |fatal error: |WARNING: DATA RACE|SIGQUIT: )`)

// messages are the lines that tell where they come from.
func messages(lines []string) (list []string) {
	for _, line := range lines {
		if message.MatchString(line) && len(list) < 50 {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// record counts what a run brought, and reports whether its output is kept.
func (s *session) record(u *unit, v variant, a *account, ended error, hung bool, file string) (keep bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u.runs++
	s.ended++
	for _, test := range a.tests {
		t := s.tests[u.name+" "+test]
		if t == nil {
			t = &tally{}
			s.tests[u.name+" "+test] = t
		}
		t.ran++
		switch a.became[test] {
		case skippedTest:
			t.skipped++
		case passed:
			for _, m := range messages(a.lines[test]) {
				s.passedAt[u.name+" "+test+" "+place(m)] = true
			}
		}
	}
	var new []failure
	crashed := ended != nil && !a.whole
	for _, test := range a.leaves(failed) {
		said := messages(a.lines[test])
		new = append(new, failure{unit: u, test: test, said: said, output: strings.Join(a.lines[test], "\n")})
		crashed = crashed && !slices.ContainsFunc(said, func(m string) bool { return strings.HasPrefix(m, "panic: ") })
	}
	if crashed || ended != nil && len(new) == 0 || hung {
		// Several tests can be under way. Each of them can be the cause.
		f := failure{unit: u, test: strings.Join(a.leaves(running), " or "), hung: hung}
		for _, test := range append(a.leaves(running), "") {
			for _, line := range a.lines[test] {
				f.output += line + "\n"
			}
			f.said = append(f.said, messages(a.lines[test])...)
		}
		f.hung = f.hung || slices.ContainsFunc(f.said, func(m string) bool { return strings.HasPrefix(m, "panic: test timed out after") })
		if len(f.said) == 0 {
			f.said = []string{ended.Error()}
		}
		new = append(new, f)
	}
	for _, f := range new {
		f.variant = v
		if key := s.key(f); !s.news[key] {
			s.news[key], keep, f.kept = true, true, file
			fmt.Printf("run %d of %s: %s: %s\n", v.n, u.name, f.name(), s.first(f))
		}
		s.failures = append(s.failures, f)
	}
	if time.Since(s.said) > 20*time.Second {
		s.said = time.Now()
		fmt.Printf("%s: %s\n", s.progress(), counted(len(s.failures), "failure"))
	}
	if len(s.failures) == 0 && !slices.ContainsFunc(s.units, func(u *unit) bool { return u.runs == 0 }) {
		s.wrong = cmp.Or(s.wrong, s.unmatched())
	}
	return keep
}

// unmatched is an error when nothing that ran has the name that a part of the pattern
// gives to subtests.
func (s *session) unmatched() error {
	for _, a := range s.alternatives {
		is := false
		for key := range s.tests {
			_, test, _ := strings.Cut(key, " ")
			is = is || a.matches(test)
		}
		if !is {
			return fmt.Errorf("-run %s matches no test in %s", a.text, strings.Join(s.packages, " "))
		}
	}
	return nil
}

// name is what failed, for people.
func (f failure) name() string {
	if f.hung {
		return cmp.Or(f.test, "the test binary") + " hangs"
	}
	return cmp.Or(f.test, "the test binary")
}

// place is the file and line at the beginning of a message.
func place(message string) string {
	if i := strings.Index(message, ".go:"); i >= 0 {
		if j := strings.Index(message[i+4:], ":"); j >= 0 {
			return message[:i+4+j]
		}
	}
	return message
}

// first is the first message that tells of the failure: a passing test prints none from
// the same place.
func (s *session) first(f failure) string {
	for _, m := range f.said {
		if !s.passedAt[f.unit.name+" "+f.test+" "+place(m)] {
			return m
		}
	}
	if len(f.said) > 0 {
		return f.said[0]
	}
	return "it says nothing"
}

var number = regexp.MustCompile(`0x[0-9a-f]+|\d+`)

// key is the same for failures that are one: of the same test, with the same first
// message. Numbers in it may differ.
func (s *session) key(f failure) string {
	if f.hung {
		return f.unit.name + " " + f.name()
	}
	m := s.first(f)
	at := place(m)
	return f.unit.name + " " + f.test + " " + at + number.ReplaceAllString(m[len(at):], "0")
}

// progress is how far the runs came.
func (s *session) progress() string {
	of := ""
	if s.times > 0 {
		of = fmt.Sprintf(" of %d", s.times*len(s.units))
	}
	return fmt.Sprintf("%d%s runs in %s", s.ended, of, time.Since(s.began).Round(time.Second))
}

// conclude prints each failure once. It returns an error unless everything passed.
func (s *session) conclude(ctx context.Context) error {
	groups := map[string][]failure{}
	var order []string
	for _, f := range s.failures { // now it is known what passing tests print
		key := s.key(f)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], f)
	}
	for _, key := range order {
		s.print(groups[key])
	}
	tests, idle := 0, []string(nil)
	for _, key := range slices.Sorted(maps.Keys(s.tests)) {
		t := s.tests[key]
		_, test, _ := strings.Cut(key, " ")
		if t.skipped == t.ran {
			idle = append(idle, test)
		} else {
			tests++
		}
	}
	fmt.Printf("\n%s, %s with subtests\n", s.progress(), counted(tests, "test"))
	if len(idle) > 0 {
		fmt.Printf("skipped in each run: %s\n", some(idle))
	}
	switch {
	case s.wrong != nil:
		return s.wrong
	case len(order) > 0:
		return errors.New(counted(len(order), "failure"))
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case tests == 0:
		return errors.New("nothing ran")
	}
	return s.unmatched()
}

// print prints a failure that came at least once.
func (s *session) print(group []failure) {
	f := group[0]
	runs := f.unit.runs
	if t := s.tests[f.unit.name+" "+f.test]; t != nil {
		runs = t.ran
	}
	alone, whole := s.commands(f.unit, f.variant)
	fmt.Printf("\nFAIL %s %s: %d of %s\n", f.unit.name, f.name(), len(group), counted(runs, "run"))
	fmt.Printf("first in run %d: %s\n", f.variant.n, s.first(f))
	lines := strings.Split(strings.TrimRight(f.output, "\n"), "\n")
	if n := len(lines); n > 60 {
		lines = slices.Concat(lines[:40], []string{fmt.Sprintf("… %d lines", n-60)}, lines[n-20:])
	}
	for _, line := range lines {
		fmt.Println("    " + line)
	}
	if f.kept != "" {
		fmt.Println("all it said:", f.kept)
	}
	fmt.Printf("repeat: %s\n", alone)
	if f.variant.load > 0 {
		fmt.Printf("beside a load of %d: %s\n", f.variant.load, whole)
	}
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// some names the first of many.
func some(names []string) string {
	if n := len(names); n > 8 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:8], ", "), n-8)
	}
	return strings.Join(names, ", ")
}
