// Mutate measures what the tests notice. It draws changes of one line of the program,
// such as < for <= or a call that is missing. For each it looks for a test that fails.
//
//	go run .ci/mutate.go                           # a hundred changes of bot, store and games
//	go run .ci/mutate.go -n 30 -seed 7 store       # others, of one folder and all below
//	go run .ci/mutate.go -save changes.jsonl       # writes the list of changes
//	go run .ci/mutate.go -from changes.jsonl       # takes it, at another commit
//	go run .ci/mutate.go -work /tmp/m -for 5m      # does a part, and goes on when called again
//
// Building the program and running its tests for each change would take days. So a copy
// of the tree holds all changes, each behind a switch (mutant schemata: Untch, Offutt and
// Harrold, 1993). The variable MUTANT of a process says which ones are on. All tests run
// once without a change, each in a process of its own. That tells which changes a test
// reaches, and where a changed expression has another value than the original. A test
// can only notice the latter. Each change is then tested alone, with the cheapest tests
// first, until one fails. The changes that are left after a time share the other tests.
// A test that fails with several changes is run with halves of them. One that passes has
// to reach each of them with another value all the same, or it is run with that change
// alone. So the result is that of separate runs, unless one change hides the effect of
// another.
//
// A test notices a change if it fails twice with it, or if it does not end in time.
// Tests that fail without a change are left out and named. Tests that read the source of
// the program, such as those of imports, see the copy. They may be among the tests that
// fail, and they can notice no change. Programs that tests start inherit the variable.
// Where a test clears the environment, Linux tells the variable of the parent. Only
// WebAssembly that a test builds runs without any change.
//
// Not drawn are logs, panics, generated files, and what must be constant.
package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// options are the flags and arguments.
type options struct {
	n          int
	seed       uint64
	save, from string
	work       string
	atMost     time.Duration
	alone      time.Duration
	jobs       int
	skip       string
	without    string
	list       bool
	folders    []string
}

func main() {
	var o options
	flag.IntVar(&o.n, "n", 100, "how many changes are drawn")
	flag.Uint64Var(&o.seed, "seed", 1, "another seed draws other changes")
	flag.StringVar(&o.save, "save", "", "write the list of changes to this file")
	flag.StringVar(&o.from, "from", "", "take the list from this file instead of drawing one")
	flag.StringVar(&o.work, "work", "", "keep the copy and the results in this folder, and go on with what it holds")
	flag.DurationVar(&o.atMost, "for", 0, "start nothing new after this time (default: no end)")
	flag.DurationVar(&o.alone, "alone", 30*time.Second, "tests run with one change alone for this time, before the changes that are left share a run")
	flag.IntVar(&o.jobs, "jobs", 1, "how many tests run at once")
	flag.StringVar(&o.skip, "skip", "", "tests that do not run, as in go test -skip")
	flag.StringVar(&o.without, "without", `^(chromium.*|headless-shell|google-chrome.*)$`, "programs that the tests do not find; the default leaves out tests with a browser")
	flag.BoolVar(&o.list, "list", false, "only draw and print the changes")
	flag.Parse()
	o.folders = flag.Args()
	if len(o.folders) == 0 {
		o.folders = []string{"bot", "store", "games"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := mutate(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func mutate(ctx context.Context, o options) error {
	p, err := load(o.folders)
	if err != nil {
		return err
	}
	changes, err := p.choose(o)
	if err != nil {
		return err
	}
	if o.save != "" {
		if err := os.WriteFile(o.save, lines(changes), 0o644); err != nil {
			return err
		}
	}
	if o.list {
		for _, c := range changes {
			c.print(os.Stdout, "")
		}
		return nil
	}
	if o.work == "" {
		if o.work, err = os.MkdirTemp("", "mutate-"); err != nil {
			return err
		}
		defer os.RemoveAll(o.work)
	}
	h, err := p.hunt(ctx, o, changes)
	if err != nil {
		return err
	}
	defer h.close()
	done, err := h.run(ctx)
	if err != nil {
		return err
	}
	h.print(os.Stdout)
	if !done {
		fmt.Println("There is more to do. The same command with the same -work goes on.")
	}
	return nil
}

// The kinds of changes.
const (
	comparison = "comparison" // == for !=, < for <=
	condition  = "condition"  // && for ||
	constant   = "constant"   // 1 for 0, 0 for 1, 6 for 5
	loop       = "loop"       // break for continue
	call       = "call"       // a call that is missing
	negation   = "negation"   // x for !x
	noError    = "error"      // return nil for return err
	sum        = "sum"        // - for +
)

var kinds = []string{comparison, condition, constant, loop, call, negation, noError, sum}

// A change is one line of the program that is written otherwise. Its digest is that of
// the kind, the function and the line, and so outlives other changes of the file.
type change struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Kind     string `json:"kind"`
	Function string `json:"function"`
	Digest   string `json:"digest"`
	Nth      int    `json:"nth"` // of those with this digest in the function
	Was      string `json:"was"`
	Now      string `json:"now"`

	site *site // nil if the change is gone
}

func (c *change) print(w io.Writer, what string) {
	fmt.Fprintf(w, "%s:%d %s %s\n    was: %s\n    now: %s\n", c.File, c.Line, c.Kind, what, c.Was, c.Now)
}

func lines(changes []*change) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, c := range changes {
		if err := e.Encode(c); err != nil {
			panic(err) // a change is strings and numbers
		}
	}
	return b.Bytes()
}

// A program is the packages of which lines are changed.
type program struct {
	root     string // the folder of go.mod
	module   string
	set      *token.FileSet
	packages []*pkg // by path
	imports  imports
}

// A pkg is a package from its source.
type pkg struct {
	path  string
	lines int
	files []*source
	types *types.Package
	info  *types.Info
	sites []*site
}

// A source is a file of the program.
type source struct {
	name string // below the root, with slashes
	text string
	tree *ast.File
}

// imports reads what the compiler wrote of other packages. It also knows the package of
// the switches, which exists only in the copy.
type imports struct {
	types.Importer
	switches *types.Package
}

func (i imports) Import(path string) (*types.Package, error) {
	if i.switches != nil && path == i.switches.Path() {
		return i.switches, nil
	}
	return i.Importer.Import(path)
}

// load reads the packages of the folders and of all below.
func load(folders []string) (*program, error) {
	p := &program{set: token.NewFileSet()}
	b, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}\n{{.Path}}").Output()
	if err != nil {
		return nil, fmt.Errorf("find the module: %w", said(err))
	}
	var ok bool
	if p.root, p.module, ok = strings.Cut(strings.TrimSpace(string(b)), "\n"); !ok {
		return nil, errors.New("there is no go.mod, neither here nor above")
	}
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Dir,GoFiles,Export,DepOnly"}
	for _, f := range folders {
		args = append(args, "./"+path.Join(filepath.ToSlash(f), "..."))
	}
	c := exec.Command("go", append(args, switchImports...)...)
	c.Dir = p.root
	if b, err = c.Output(); err != nil {
		return nil, fmt.Errorf("list the packages: %w", said(err))
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
		DepOnly                 bool
	}
	exports := map[string]string{}
	var own []listed
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly && !slices.Contains(switchImports, l.ImportPath) {
			own = append(own, l)
		}
	}
	p.imports.Importer = importer.ForCompiler(p.set, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	slices.SortFunc(own, func(a, b listed) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	for _, l := range own {
		if err := p.add(l.ImportPath, l.Dir, l.GoFiles); err != nil {
			return nil, err
		}
	}
	return p, p.addSwitches()
}

// said is an error with what the command said.
func said(err error) error {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Errorf("%w: %s", err, e.Stderr)
	}
	return err
}

// add reads a package and finds what can be changed in it.
func (p *program) add(path, dir string, names []string) error {
	k := &pkg{path: path, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	var trees []*ast.File
	for _, name := range names {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		below, err := filepath.Rel(p.root, filepath.Join(dir, name))
		if err != nil {
			return err
		}
		f := &source{name: filepath.ToSlash(below), text: string(b)}
		if f.tree, err = parser.ParseFile(p.set, f.name, b, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
		k.files = append(k.files, f)
		trees = append(trees, f.tree)
	}
	conf := types.Config{Importer: p.imports}
	var err error
	if k.types, err = conf.Check(path, p.set, trees, k.info); err != nil {
		return fmt.Errorf("check %s: %w", path, err)
	}
	for _, f := range k.files {
		if !ast.IsGenerated(f.tree) {
			k.lines += strings.Count(f.text, "\n")
			k.sites = append(k.sites, p.find(k, f)...)
		}
	}
	p.packages = append(p.packages, k)
	return nil
}

// choose draws the changes, or finds those of a list again.
func (p *program) choose(o options) ([]*change, error) {
	if held := filepath.Join(o.work, listName); o.work != "" && exists(held) {
		return p.again(held) // drawing takes longer
	}
	if o.from != "" {
		return p.again(o.from)
	}
	var changes []*change
	for k, n := range p.shares(o.n) {
		drawn, err := p.draw(p.packages[k], n, o.seed)
		if err != nil {
			return nil, err
		}
		changes = append(changes, drawn...)
	}
	if len(changes) < o.n {
		fmt.Fprintf(os.Stderr, "there are only %d changes to draw\n", len(changes))
	}
	return changes, nil
}

// listName is the list of changes in the folder of -work.
const listName = "changes.jsonl"

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// shares divides n among the packages by their lines.
func (p *program) shares(n int) []int {
	total := 0
	for _, k := range p.packages {
		total += k.lines
	}
	shares, rest := make([]int, len(p.packages)), make([]int, len(p.packages))
	order := make([]int, len(p.packages))
	given := 0
	for i, k := range p.packages {
		shares[i], rest[i], order[i] = n*k.lines/max(total, 1), n*k.lines%max(total, 1), i
		given += shares[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return rest[b] - rest[a] })
	for _, i := range order[:min(n-given, len(order))] {
		shares[i]++
	}
	return shares
}

// draw draws n changes of a package, no two of them in one line. Each kind is as likely
// as the others, because comparisons with nil would be most of what there is.
func (p *program) draw(k *pkg, n int, seed uint64) ([]*change, error) {
	h := fnv.New64a()
	h.Write([]byte(k.path))
	luck := rand.New(rand.NewPCG(seed, h.Sum64()))
	left := map[string][]*site{}
	for _, s := range k.sites {
		left[s.change.Kind] = append(left[s.change.Kind], s)
	}
	for _, kind := range kinds {
		luck.Shuffle(len(left[kind]), func(i, j int) { left[kind][i], left[kind][j] = left[kind][j], left[kind][i] })
	}
	var drawn []*change
	taken := map[string]bool{}
	for len(drawn) < n {
		some := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return len(left[kind]) == 0 })
		if len(some) == 0 {
			break
		}
		kind := some[luck.IntN(len(some))]
		s := left[kind][0]
		left[kind] = left[kind][1:]
		at := fmt.Sprint(s.change.File, s.change.Line)
		if taken[at] || p.check(k, s.file, s.file.with(s)) != nil || p.checkSwitches(k, []*change{s.change}) != nil {
			continue
		}
		taken[at] = true
		drawn = append(drawn, s.change)
	}
	slices.SortFunc(drawn, byPlace)
	return drawn, nil
}

func byPlace(a, b *change) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
}

// again finds the changes of a list. One whose file has another name is taken where its
// function went, in the same folder or in the only other place that there is.
func (p *program) again(from string) ([]*change, error) {
	b, err := os.ReadFile(from)
	if err != nil {
		return nil, err
	}
	type key struct {
		digest string
		nth    int
	}
	sites := map[key][]*site{}
	for _, k := range p.packages {
		for _, s := range k.sites {
			at := key{s.change.Digest, s.change.Nth}
			sites[at] = append(sites[at], s)
		}
	}
	var changes []*change
	for line := range bytes.Lines(b) {
		c := &change{}
		if err := json.Unmarshal(line, c); err != nil {
			return nil, fmt.Errorf("read %s: %w", from, err)
		}
		found := sites[key{c.Digest, c.Nth}]
		here := slices.DeleteFunc(slices.Clone(found), func(s *site) bool { return s.change.File != c.File })
		near := slices.DeleteFunc(slices.Clone(found), func(s *site) bool { return path.Dir(s.change.File) != path.Dir(c.File) })
		for _, list := range [][]*site{here, near, found} {
			if len(list) == 1 {
				c = list[0].change
				break
			}
		}
		changes = append(changes, c)
	}
	for _, k := range p.packages {
		if p.checkSwitches(k, changes) == nil {
			continue
		}
		for _, c := range changes { // types around one may be others now
			if c.site != nil && slices.Contains(k.files, c.site.file) && p.checkSwitches(k, []*change{c}) != nil {
				c.site = nil
			}
		}
	}
	return changes, nil
}

// A site is a place in a file that can be changed.
type site struct {
	change   *change
	file     *source
	from, to int                    // offsets in the file
	now      func(text) string      // the change as an author would write it
	switched func(int, text) string // the original and the change, by the number of the change
}

// A text is the source of a node.
type text func(ast.Node) string

// with is the file with the change in it.
func (f *source) with(s *site) string {
	raw := func(n ast.Node) string { return f.raw(n) }
	return f.text[:s.from] + s.now(raw) + f.text[s.to:]
}

func (f *source) offset(p token.Pos) int { return int(p - f.tree.FileStart) }

func (f *source) raw(n ast.Node) string { return f.text[f.offset(n.Pos()):f.offset(n.End())] }

// alias is the name of the package of the switches. A name of the program's own would
// be an accident, and then the copy would not compile.
const alias = "mutant__"

// switchedText is a file with a switch for each of its changes.
func switchedText(f *source, changes []*change, number map[*change]int, importPath string) string {
	var sites []*site
	for _, c := range changes {
		if c.site != nil && c.site.file == f {
			sites = append(sites, c.site)
		}
	}
	if len(sites) == 0 {
		return f.text
	}
	// A site that holds another one comes first.
	slices.SortFunc(sites, func(a, b *site) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var between func(from, to int, above *site) string
	between = func(from, to int, above *site) string {
		var b strings.Builder
		for _, s := range sites {
			if s == above || s.from < from || s.to > to || above != nil && s.from <= above.from && s.to >= above.to {
				continue
			}
			inner := func(n ast.Node) string { return between(f.offset(n.Pos()), f.offset(n.End()), s) }
			b.WriteString(f.text[from:s.from])
			b.WriteString(s.switched(number[s.change], inner))
			from = s.to
		}
		b.WriteString(f.text[from:to])
		return b.String()
	}
	name := f.offset(f.tree.Name.End())
	return f.text[:name] + "; import " + alias + " " + strconv.Quote(importPath) + between(name, len(f.text), nil)
}

// check tells whether a package compiles with another text of a file.
func (p *program) check(k *pkg, f *source, text string) error {
	return p.checkTexts(k, map[*source]string{f: text})
}

func (p *program) checkTexts(k *pkg, texts map[*source]string) error {
	var trees []*ast.File
	for _, f := range k.files {
		t := f.tree
		if text, ok := texts[f]; ok {
			var err error
			if t, err = parser.ParseFile(p.set, f.name, text, parser.SkipObjectResolution); err != nil {
				return err
			}
		}
		trees = append(trees, t)
	}
	conf := types.Config{Importer: p.imports}
	_, err := conf.Check(k.path, p.set, trees, nil)
	return err
}

// checkSwitches tells whether a package compiles with these changes behind switches.
func (p *program) checkSwitches(k *pkg, changes []*change) error {
	number := map[*change]int{}
	for i, c := range changes {
		number[c] = i + 1
	}
	texts := map[*source]string{}
	for _, f := range k.files {
		if text := switchedText(f, changes, number, p.switchPath()); text != f.text {
			texts[f] = text
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return p.checkTexts(k, texts)
}

// A finder finds the sites of a file.
type finder struct {
	p        *program
	k        *pkg
	f        *source
	comments map[int]int // where the comment of a line begins
	stack    []ast.Node
	sites    []*site
}

func (p *program) find(k *pkg, f *source) []*site {
	d := &finder{p: p, k: k, f: f, comments: map[int]int{}}
	for _, group := range f.tree.Comments {
		for _, c := range group.List {
			d.comments[d.line(c.Pos())] = f.offset(c.Pos())
		}
	}
	ast.Inspect(f.tree, func(n ast.Node) bool {
		if n == nil {
			d.stack = d.stack[:len(d.stack)-1]
			return true
		}
		if d.leave(n) {
			return false
		}
		d.visit(n)
		d.stack = append(d.stack, n)
		return true
	})
	slices.SortStableFunc(d.sites, func(a, b *site) int { return cmp.Compare(a.change.Line, b.change.Line) })
	nth := map[string]int{}
	for _, s := range d.sites {
		nth[s.change.Digest]++
		s.change.Nth = nth[s.change.Digest]
	}
	return d.sites
}

func (d *finder) line(p token.Pos) int { return d.p.set.Position(p).Line }

// leave reports whether nothing is changed in a node.
func (d *finder) leave(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.CONST || n.Tok == token.IMPORT
	case *ast.ArrayType:
		return n.Len != nil
	case *ast.ExprStmt:
		c, ok := n.X.(*ast.CallExpr)
		return ok && d.quiet(c)
	}
	return false
}

// logs are packages whose calls write logs.
var logs = regexp.MustCompile(`(^|/)(log|slog|zerolog|savelog)$`)

// logName are names of functions that write logs.
var logName = regexp.MustCompile(`^[lL]og([A-Z]|f?$)`)

// quiet reports whether a call logs or panics, or is a part of such a chain of calls.
func (d *finder) quiet(c *ast.CallExpr) bool {
	for {
		var name *ast.Ident
		var next ast.Expr
		switch f := ast.Unparen(c.Fun).(type) {
		case *ast.Ident:
			name = f
		case *ast.SelectorExpr:
			name, next = f.Sel, f.X
		default:
			return false
		}
		if logName.MatchString(name.Name) {
			return true
		}
		if o := d.k.info.Uses[name]; o != nil {
			if _, ok := o.(*types.Builtin); ok && name.Name == "panic" || o.Pkg() != nil && logs.MatchString(o.Pkg().Path()) {
				return true
			}
		}
		inner, ok := next.(*ast.CallExpr)
		if !ok {
			return false
		}
		c = inner
	}
}

func (d *finder) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		d.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.NOT && d.isBool(n) && d.isBool(n.X) {
			d.add(negation, n.OpPos, n, func(t text) string { return t(n.X) }, func(k int, t text) string {
				return fmt.Sprintf("(%s.On(%d) == (%s))", alias, k, t(n.X))
			})
		}
	case *ast.BasicLit:
		d.literal(n)
	case *ast.BranchStmt:
		d.branch(n)
	case *ast.ExprStmt:
		if _, ok := n.X.(*ast.CallExpr); ok {
			d.missing(n)
		}
	case *ast.DeferStmt:
		d.missing(n)
	case *ast.IncDecStmt:
		d.step(n, n.X, n.Tok)
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
			d.step(n, n.Lhs[0], n.Tok)
		}
	case *ast.ReturnStmt:
		d.returned(n)
	}
}

// add adds a site. Its line is that of a position.
func (d *finder) add(kind string, at token.Pos, n ast.Node, now func(text) string, switched func(int, text) string) {
	s := &site{file: d.f, from: d.f.offset(n.Pos()), to: d.f.offset(n.End()), now: now, switched: switched}
	line := d.line(at)
	start := strings.LastIndexByte(d.f.text[:d.f.offset(at)], '\n') + 1
	end := len(d.f.text)
	if i := strings.IndexByte(d.f.text[start:], '\n'); i >= 0 {
		end = start + i
	}
	if c, ok := d.comments[line]; ok && c > d.f.offset(at) {
		end = c
	}
	was := inOneLine(d.f.text[start:end])
	// A node of several lines is shown whole.
	changed, tail := d.f.with(s), len(d.f.text)-max(end, s.to)
	shown := inOneLine(changed[min(start, s.from) : len(changed)-tail])
	function := d.function()
	digest := sha256.Sum256([]byte(kind + "\n" + function + "\n" + was))
	s.change = &change{File: d.f.name, Line: line, Kind: kind, Function: function, Digest: fmt.Sprintf("%x", digest[:6]), Was: was, Now: cmp.Or(shown, "(nothing)"), site: s}
	d.sites = append(d.sites, s)
}

// inOneLine is the beginning of a text without breaks.
func inOneLine(s string) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	return string(r[:min(len(r), 200)])
}

// function names the declaration that is being visited.
func (d *finder) function() string {
	for _, n := range d.stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil {
				return n.Name.Name
			}
			return "(" + types.ExprString(n.Recv.List[0].Type) + ")." + n.Name.Name
		case *ast.ValueSpec:
			return "var " + n.Names[0].Name
		}
	}
	return ""
}

// inBlock reports whether the node that is being visited may be an if statement, too.
func (d *finder) inBlock(n ast.Node) bool {
	switch above := d.stack[len(d.stack)-1].(type) {
	case *ast.BlockStmt, *ast.CaseClause:
		return true
	case *ast.CommClause:
		return above.Comm != n
	}
	return false
}

func (d *finder) typeOf(e ast.Expr) types.Type { return d.k.info.Types[e].Type }

// isBool reports whether a value of the type bool fits where an expression stands.
func (d *finder) isBool(e ast.Expr) bool {
	tv := d.k.info.Types[e]
	b, ok := types.Unalias(tv.Type).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0 && tv.Value == nil
}

// isOf reports whether a basic type with some property is below the type of an expression.
func (d *finder) isOf(e ast.Expr, info types.BasicInfo) bool {
	t := d.typeOf(e)
	if t == nil {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// comparisons are what stands for each comparison, and the switch that knows both.
var comparisons = map[token.Token]struct {
	now  token.Token
	name string
}{
	token.EQL: {token.NEQ, ""}, token.NEQ: {token.EQL, ""},
	token.LSS: {token.LEQ, "Less"}, token.LEQ: {token.LSS, "LessOrEqual"},
	token.GTR: {token.GEQ, "Greater"}, token.GEQ: {token.GTR, "GreaterOrEqual"},
}

func (d *finder) binary(n *ast.BinaryExpr) {
	if d.k.info.Types[n].Value != nil {
		return
	}
	written := func(op token.Token) func(text) string {
		gap1 := d.f.text[d.f.offset(n.X.End()):d.f.offset(n.OpPos)]
		gap2 := d.f.text[d.f.offset(n.OpPos)+len(n.Op.String()) : d.f.offset(n.Y.Pos())]
		return func(t text) string { return t(n.X) + gap1 + op.String() + gap2 + t(n.Y) }
	}
	both := func(name string) func(int, text) string {
		return func(k int, t text) string {
			return fmt.Sprintf("%s.%s(%d, %s, %s)", alias, name, k, t(n.X), t(n.Y))
		}
	}
	if c, ok := comparisons[n.Op]; ok && d.isBool(n) {
		switch {
		case c.name == "":
			d.add(comparison, n.OpPos, n, written(c.now), func(k int, t text) string {
				return fmt.Sprintf("(%s.On(%d) != (%s %s %s))", alias, k, t(n.X), n.Op, t(n.Y))
			})
		case d.isOf(n.X, types.IsOrdered) && d.isOf(n.Y, types.IsOrdered):
			d.add(comparison, n.OpPos, n, written(c.now), both(c.name))
		}
		return
	}
	numeric := d.isOf(n, types.IsInteger|types.IsFloat)
	switch {
	case n.Op == token.LAND && d.isBool(n):
		d.add(condition, n.OpPos, n, written(token.LOR), d.either(n, ""))
	case n.Op == token.LOR && d.isBool(n):
		d.add(condition, n.OpPos, n, written(token.LAND), d.either(n, "!"))
	case n.Op == token.ADD && numeric:
		d.add(sum, n.OpPos, n, written(token.SUB), both("Plus"))
	case n.Op == token.SUB && numeric:
		d.add(sum, n.OpPos, n, written(token.ADD), both("Minus"))
	}
}

// either is both forms of a condition. Its second operand must not run in vain, so it
// stands twice in the text and runs once.
func (d *finder) either(n *ast.BinaryExpr, not string) func(int, text) string {
	other := "!"
	if not == "!" {
		other = ""
	}
	return func(k int, t text) string {
		is := func(e ast.Expr, when bool) string { return fmt.Sprintf("%s.Is(%d, %s, %t)", alias, k, t(e), when) }
		at := fmt.Sprintf("%s.At(%d)", alias, k)
		return fmt.Sprintf("(%s%s && (%s || %s) || %s%s && %s && %s)", not, at, is(n.X, true), is(n.Y, true), other, at, is(n.X, false), is(n.Y, false))
	}
}

// literal finds small numbers. In a shift the type of a constant is that of what stands
// around it, and a switch has a type of its own.
func (d *finder) literal(n *ast.BasicLit) {
	if n.Kind != token.INT {
		return
	}
	was, err := strconv.ParseInt(n.Value, 0, 64)
	if err != nil || was > 100 || !d.isOf(n, types.IsInteger|types.IsFloat) || d.isOf(n, types.IsUntyped) {
		return
	}
	for _, above := range d.stack {
		if b, ok := above.(*ast.BinaryExpr); ok && (b.Op == token.SHL || b.Op == token.SHR) {
			return
		}
		if a, ok := above.(*ast.AssignStmt); ok && (a.Tok == token.SHL_ASSIGN || a.Tok == token.SHR_ASSIGN) {
			return
		}
	}
	named, ok := d.typeName(d.typeOf(n), n.Pos())
	if !ok {
		return
	}
	now := strconv.FormatInt(was+1, 10)
	if was == 1 {
		now = "0"
	}
	d.add(constant, n.Pos(), n, func(text) string { return now }, func(k int, _ text) string {
		return fmt.Sprintf("%s.Value[%s](%d, %s, %s)", alias, named, k, n.Value, now)
	})
}

// typeName is how a type is written at a position, if it can be written there.
func (d *finder) typeName(t types.Type, at token.Pos) (string, bool) {
	scope := d.k.types.Scope().Innermost(at)
	if scope == nil {
		scope = d.k.types.Scope()
	}
	means := func(name string, o types.Object) bool {
		_, found := scope.LookupParent(name, at)
		return found == o
	}
	switch t := t.(type) {
	case *types.Basic:
		return t.Name(), means(t.Name(), types.Universe.Lookup(t.Name()))
	case *types.Named:
		o := t.Obj()
		if t.TypeArgs().Len() > 0 || o.Pkg() == nil {
			return "", false
		}
		if o.Pkg() == d.k.types {
			return o.Name(), means(o.Name(), o)
		}
		for _, i := range d.f.tree.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil || p != o.Pkg().Path() {
				continue
			}
			name := o.Pkg().Name()
			if i.Name != nil {
				name = i.Name.Name
			}
			_, found := scope.LookupParent(name, at)
			_, ok := found.(*types.PkgName)
			return name + "." + o.Name(), ok && o.Exported()
		}
	}
	return "", false
}

// branch finds a continue, and a break that leaves a loop.
func (d *finder) branch(n *ast.BranchStmt) {
	now := token.BREAK
	switch {
	case n.Tok == token.CONTINUE:
	case n.Tok == token.BREAK && d.leavesLoop(n):
		now = token.CONTINUE
	default:
		return
	}
	if !d.inBlock(n) {
		return
	}
	label := ""
	if n.Label != nil {
		label = " " + n.Label.Name
	}
	d.add(loop, n.Pos(), n, func(text) string { return now.String() + label }, func(k int, t text) string {
		return fmt.Sprintf("if %s.On(%d) { %s%s } else { %s }", alias, k, now, label, t(n))
	})
}

func (d *finder) leavesLoop(n *ast.BranchStmt) bool {
	for i := len(d.stack) - 1; i >= 0; i-- {
		var left bool
		switch d.stack[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			left = true
		case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
		default:
			continue
		}
		if n.Label == nil {
			return left
		}
		if l, ok := d.stack[i-1].(*ast.LabeledStmt); ok && l.Label.Name == n.Label.Name {
			return left
		}
	}
	return false
}

// missing finds a call that may be missing.
func (d *finder) missing(n ast.Stmt) {
	if d.inBlock(n) {
		d.add(call, n.Pos(), n, func(text) string { return "" }, func(k int, t text) string {
			return fmt.Sprintf("if !%s.On(%d) { %s }", alias, k, t(n))
		})
	}
}

// step finds x++ and x += y.
func (d *finder) step(n ast.Stmt, x ast.Expr, op token.Token) {
	if !d.inBlock(n) || !d.isOf(x, types.IsInteger|types.IsFloat) {
		return
	}
	other := map[token.Token]token.Token{token.INC: token.DEC, token.DEC: token.INC, token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN}[op]
	rest := func(text) string { return "" }
	if a, ok := n.(*ast.AssignStmt); ok {
		rest = func(t text) string { return " " + t(a.Rhs[0]) }
	}
	written := func(op token.Token, t text) string {
		if op == token.INC || op == token.DEC {
			return t(x) + op.String()
		}
		return t(x) + " " + op.String() + rest(t)
	}
	d.add(sum, n.Pos(), n, func(t text) string { return written(other, t) }, func(k int, t text) string {
		return fmt.Sprintf("if %s.On(%d) { %s } else { %s }", alias, k, written(other, t), written(op, t))
	})
}

// returned finds an error that is returned last.
func (d *finder) returned(n *ast.ReturnStmt) {
	var results *ast.FieldList
	for i := len(d.stack) - 1; i >= 0 && results == nil; i-- {
		switch f := d.stack[i].(type) {
		case *ast.FuncLit:
			results = f.Type.Results
		case *ast.FuncDecl:
			results = f.Type.Results
		}
		if _, ok := d.stack[i].(*ast.FuncLit); ok {
			break
		}
	}
	if results == nil || results.NumFields() != len(n.Results) {
		return
	}
	last := n.Results[len(n.Results)-1]
	if d.typeOf(results.List[len(results.List)-1].Type) != types.Universe.Lookup("error").Type() || d.k.info.Types[last].IsNil() {
		return
	}
	d.add(noError, last.Pos(), last, func(text) string { return "nil" }, func(k int, t text) string {
		return fmt.Sprintf("%s.Err(%d, %s)", alias, k, t(last))
	})
}

// switchImports are what the package of the switches needs.
var switchImports = []string{"cmp", "os", "strconv", "strings", "sync/atomic"}

func (p *program) switchPath() string { return p.module + "/mutant" }

// addSwitches lets packages be checked with switches in them.
func (p *program) addSwitches() error {
	f, err := parser.ParseFile(p.set, "mutant.go", switches(1), parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	conf := types.Config{Importer: p.imports.Importer}
	p.imports.switches, err = conf.Check(p.switchPath(), p.set, []*ast.File{f}, nil)
	return err
}

// switches is the source of the package of the switches for n changes.
func switches(n int) string {
	return strings.ReplaceAll(`// Package mutant switches changes of the program on.
package mutant

import (
	"cmp"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

var (
	on   [NUMBER + 1]bool
	seen [NUMBER + 1]atomic.Uint32 // 1: reached, 2: the other form had another value
	file *os.File                  // two bytes for each change
)

func init() {
	list, name := variables()
	for s := range strings.SplitSeq(list, ",") {
		if k, err := strconv.Atoi(s); err == nil && k > 0 && k <= NUMBER {
			on[k] = true
		}
	}
	if name != "" {
		file, _ = os.OpenFile(name, os.O_WRONLY, 0)
	}
}

// variables reads the environment of this process, or of the process that started it.
func variables() (list, name string) {
	if list, ok := os.LookupEnv("MUTANT"); ok {
		return list, os.Getenv("MUTANT_REACHED")
	}
	for pid := os.Getppid(); pid > 1; {
		dir := "/proc/" + strconv.Itoa(pid)
		b, err := os.ReadFile(dir + "/environ")
		if err != nil {
			return "", ""
		}
		found := false
		for v := range strings.SplitSeq(string(b), "\x00") {
			if s, ok := strings.CutPrefix(v, "MUTANT="); ok {
				list, found = s, true
			}
			if s, ok := strings.CutPrefix(v, "MUTANT_REACHED="); ok {
				name = s
			}
		}
		if found {
			return list, name
		}
		b, err = os.ReadFile(dir + "/stat")
		if err != nil {
			return "", ""
		}
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if pid, err = strconv.Atoi(fields[1]); err != nil {
			return "", ""
		}
	}
	return "", ""
}

func note(k int, bit uint32) {
	if seen[k].Load()&bit == 0 && seen[k].Or(bit)&bit == 0 && file != nil {
		file.WriteAt([]byte{1}, int64(2*k)+int64(bit-1))
	}
}

// At reports whether a change is on.
func At(k int) bool {
	note(k, 1)
	return on[k]
}

// On is At for what differs in any case.
func On(k int) bool {
	note(k, 1)
	note(k, 2)
	return on[k]
}

// Is returns x, which makes a difference when it is so.
func Is(k int, x, when bool) bool {
	if x == when {
		note(k, 2)
	}
	return x
}

func Value[T any](k int, was, now T) T {
	if On(k) {
		return now
	}
	return was
}

func Err(k int, err error) error {
	if err != nil {
		note(k, 2)
	}
	if At(k) {
		return nil
	}
	return err
}

func either[T comparable](k int, was, now T) T {
	if was != now {
		note(k, 2)
	}
	if At(k) {
		return now
	}
	return was
}

func Less[T cmp.Ordered](k int, a, b T) bool           { return either(k, a < b, a <= b) }
func LessOrEqual[T cmp.Ordered](k int, a, b T) bool    { return either(k, a <= b, a < b) }
func Greater[T cmp.Ordered](k int, a, b T) bool        { return either(k, a > b, a >= b) }
func GreaterOrEqual[T cmp.Ordered](k int, a, b T) bool { return either(k, a >= b, a > b) }

type number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

func Plus[T number](k int, a, b T) T  { return either(k, a+b, a-b) }
func Minus[T number](k int, a, b T) T { return either(k, a-b, a+b) }
`, "NUMBER", strconv.Itoa(n))
}

// A hunt looks for tests that notice changes.
type hunt struct {
	p       *program
	o       options
	changes []*change // the number of one is its place and one more
	tree    string    // the folder of the copy
	path    string    // the PATH of tests
	temp    string    // for the temporary folders of tests
	end     time.Time
	note    *os.File // results, a line each

	complete bool // all tests have run without a change

	mu      sync.Mutex
	tests   map[string]*test // by package and name
	passed  map[int]map[string]bool
	noticed map[int]result
	once    map[int]string // a test that failed with a change, and then did not
	told    time.Time
}

// A test is one of the tests, and what it does without any change.
type test struct {
	Name    string  `json:"test"` // its package and name
	State   string  `json:"state"`
	Took    float64 `json:"took"` // seconds
	Reached []int   `json:"reached"`
	Differs []int   `json:"differs"`
	Output  string  `json:"output,omitempty"` // how it ended, if it did not pass
	differs map[int]bool
}

// The states of a test.
const (
	passes   = "passes"
	fails    = "fails"
	unsteady = "unsteady" // it failed and then passed
)

// A result is what tests did with a change.
type result struct {
	Change int      `json:"change"`
	Passed []string `json:"passed,omitempty"`
	By     string   `json:"by,omitempty"` // the test that noticed it
	How    string   `json:"how,omitempty"`
	Once   string   `json:"once,omitempty"`
}

// hunt makes the copy, or takes the one that an earlier call made of the same changes.
func (p *program) hunt(ctx context.Context, o options, changes []*change) (*hunt, error) {
	work, err := filepath.Abs(o.work)
	if err != nil {
		return nil, err
	}
	h := &hunt{p: p, o: o, changes: changes, tree: filepath.Join(work, "tree"), path: filepath.Join(work, "path"),
		tests: map[string]*test{}, passed: map[int]map[string]bool{}, noticed: map[int]result{}, once: map[int]string{}}
	if o.atMost > 0 {
		h.end = time.Now().Add(o.atMost)
	}
	for k := range changes {
		h.passed[k+1] = map[string]bool{}
	}
	made := filepath.Join(work, listName)
	if b, err := os.ReadFile(made); errors.Is(err, fs.ErrNotExist) {
		if err := h.copy(work); err != nil {
			return nil, err
		}
		if err := os.WriteFile(made, lines(changes), 0o644); err != nil {
			return nil, err
		}
	} else if err != nil {
		return nil, err
	} else if !bytes.Equal(b, lines(changes)) {
		return nil, fmt.Errorf("the folder %s holds other changes; remove it", work)
	}
	name := filepath.Join(work, "results.jsonl")
	if err := h.read(name); err != nil {
		return nil, err
	}
	if h.note, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, err
	}
	// The tests that keep databases do so in memory, and what a killed one leaves would
	// stay there. PostgreSQL runs as another user, and its sockets have short names.
	memory := ""
	if _, err := os.Stat("/dev/shm"); err == nil && os.Getenv("TMPDIR") == "" {
		memory = "/dev/shm"
	}
	if h.temp, err = os.MkdirTemp(memory, "m"); err != nil {
		return nil, err
	}
	return h, os.Chmod(h.temp, 0o755)
}

func (h *hunt) close() {
	h.note.Close()
	os.RemoveAll(h.temp)
}

// copy copies the tree, puts the changes into it behind switches, and links the programs
// that tests may find.
func (h *hunt) copy(work string) error {
	err := filepath.WalkDir(h.p.root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(h.p.root, name)
		if err != nil {
			return err
		}
		to := filepath.Join(h.tree, below)
		switch {
		case name == work || below == ".git":
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil // a worktree has a file there
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(name)
			if err != nil {
				return err
			}
			return os.Symlink(target, to)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, info.Mode().Perm())
	})
	if err != nil {
		return err
	}
	number := map[*change]int{}
	for k, c := range h.changes {
		number[c] = k + 1
	}
	for _, k := range h.p.packages {
		for _, f := range k.files {
			if text := switchedText(f, h.changes, number, h.p.switchPath()); text != f.text {
				if err := os.WriteFile(filepath.Join(h.tree, filepath.FromSlash(f.name)), []byte(text), 0o644); err != nil {
					return err
				}
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(h.tree, "mutant"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(h.tree, "mutant", "mutant.go"), []byte(switches(len(h.changes))), 0o644); err != nil {
		return err
	}
	return h.programs()
}

func (h *hunt) programs() error {
	without, err := regexp.Compile(h.o.without)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(h.path, 0o755); err != nil {
		return err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		list, err := os.ReadDir(dir)
		if err != nil {
			continue // a PATH may name what is not there
		}
		for _, e := range list {
			if without.MatchString(e.Name()) {
				continue
			}
			if err := os.Symlink(filepath.Join(dir, e.Name()), filepath.Join(h.path, e.Name())); err != nil && !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
	}
	return nil
}

// read reads the results of earlier calls.
func (h *hunt) read(name string) error {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for line := range bytes.Lines(b) {
		var t test
		var r result
		if json.Unmarshal(line, &t) != nil || json.Unmarshal(line, &r) != nil {
			continue // the earlier call was killed here
		}
		if t.Name != "" {
			h.learn(&t)
		} else {
			h.take(r)
		}
	}
	return nil
}

func (h *hunt) learn(t *test) {
	t.differs = map[int]bool{}
	for _, k := range t.Differs {
		t.differs[k] = true
	}
	h.tests[t.Name] = t
}

func (h *hunt) take(r result) {
	for _, name := range r.Passed {
		h.passed[r.Change][name] = true
	}
	if r.By != "" {
		h.noticed[r.Change] = r
	}
	if r.Once != "" {
		h.once[r.Change] = r.Once
		h.passed[r.Change][r.Once] = true
	}
}

// write writes a result down.
func (h *hunt) write(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = h.note.Write(append(b, '\n'))
	return err
}

func (h *hunt) over(ctx context.Context) bool {
	return ctx.Err() != nil || !h.end.IsZero() && time.Now().After(h.end)
}

// tell says how far the hunt is, now and then.
func (h *hunt) tell(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if time.Since(h.told) > 10*time.Second {
		h.told = time.Now()
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}

// each does something with each of a list, some at once, until the time is over.
func each[T any](ctx context.Context, h *hunt, list []T, do func(i int, x T) error) error {
	var group sync.WaitGroup
	next := make(chan int)
	failed := make(chan error, 1)
	for range max(h.o.jobs, 1) {
		group.Go(func() {
			for i := range next {
				if err := do(i, list[i]); err != nil {
					select {
					case failed <- err:
					default: // another one came first
					}
				}
			}
		})
	}
	for i := range list {
		if h.over(ctx) || len(failed) > 0 {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	select {
	case err := <-failed:
		return err
	default:
		return ctx.Err()
	}
}

// run hunts until all is known or the time is over. It reports whether all is known.
func (h *hunt) run(ctx context.Context) (done bool, err error) {
	unknown, err := h.build(ctx)
	if err != nil || h.over(ctx) {
		return false, err
	}
	err = each(ctx, h, unknown, func(i int, t *test) error {
		h.tell("test %d of %d: %s", i+1, len(unknown), t.Name)
		return h.reach(ctx, t)
	})
	if err != nil || h.over(ctx) {
		return false, err
	}
	h.complete = true
	open := h.open()
	err = each(ctx, h, open, func(i, k int) error {
		h.tell("change %d of %d", i+1, len(open))
		return h.alone(ctx, k)
	})
	if err != nil || h.over(ctx) {
		return false, err
	}
	tests := h.sorted(slices.Collect(maps.Values(h.tests)), "")
	err = each(ctx, h, tests, func(i int, t *test) error {
		h.tell("test %d of %d with the changes that are left: %s", i+1, len(tests), t.Name)
		return h.together(ctx, t)
	})
	return len(h.open()) == 0, err
}

// open are the changes that a test might still notice.
func (h *hunt) open() (list []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for k := range h.changes {
		if h.noticed[k+1].By == "" && slices.ContainsFunc(slices.Collect(maps.Values(h.tests)), func(t *test) bool { return h.mightNotice(t, k+1) }) {
			list = append(list, k+1)
		}
	}
	return list
}

// mightNotice reports whether a test has to run with a change.
func (h *hunt) mightNotice(t *test, k int) bool {
	return t.State != fails && t.differs[k] && !h.passed[k][t.Name]
}

// build builds the tests of each package and lists the ones that never ran.
func (h *hunt) build(ctx context.Context) ([]*test, error) {
	c := exec.CommandContext(ctx, "go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", "./...")
	c.Dir = h.tree
	b, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("list the tests: %w", said(err))
	}
	var unknown []*test
	for _, p := range strings.Fields(string(b)) {
		binary := h.binary(p)
		if _, err := os.Stat(binary); errors.Is(err, fs.ErrNotExist) {
			if h.over(ctx) {
				break
			}
			h.tell("build the tests of %s", p)
			c := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary, p)
			c.Dir = h.tree
			if out, err := c.CombinedOutput(); err != nil {
				return nil, fmt.Errorf("build the tests of %s: %w\n%s", p, err, out)
			}
		}
		c := exec.CommandContext(ctx, binary, "-test.list", "^(Test|Fuzz|Example)")
		c.Dir = h.dir(p)
		b, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("list the tests of %s: %w", p, said(err))
		}
		for _, name := range strings.Fields(string(b)) {
			if full := p + " " + name; h.tests[full] == nil {
				unknown = append(unknown, &test{Name: full})
			}
		}
	}
	return unknown, nil
}

func (h *hunt) binary(p string) string {
	return filepath.Join(filepath.Dir(h.tree), "bin", strings.ReplaceAll(strings.TrimPrefix(p, h.p.module+"/"), "/", "-")+".test")
}

func (h *hunt) dir(p string) string {
	return filepath.Join(h.tree, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(p, h.p.module), "/")))
}

// An outcome is how tests of a package ended.
type outcome struct {
	failed           string // the first test that failed
	how              string
	reached, differs []int
	took             time.Duration
	output           string
}

// reach runs a test without a change. One that fails gets a second chance.
func (h *hunt) reach(ctx context.Context, t *test) error {
	p, name, _ := strings.Cut(t.Name, " ")
	t.State = passes
	r, err := h.process(ctx, p, []string{name}, nil, 20*time.Minute)
	if err == nil && r.failed != "" {
		t.State, t.Output = unsteady, r.output
		if r, err = h.process(ctx, p, []string{name}, nil, 20*time.Minute); err == nil && r.failed != "" {
			t.State = fails
		}
	}
	if err != nil {
		return err
	}
	t.Took, t.Reached, t.Differs = r.took.Seconds(), r.reached, r.differs
	h.mu.Lock()
	defer h.mu.Unlock()
	h.learn(t)
	return h.write(t)
}

// The first batch of tests that run with a change alone lasts as long as it takes to
// start some processes. Most changes are noticed by then.
const (
	firstBatch = time.Second
	maxBatch   = 20 * time.Second
)

// alone runs a change with the cheapest tests.
func (h *hunt) alone(ctx context.Context, k int) error {
	own := path.Join(h.p.module, path.Dir(h.changes[k-1].File))
	batch, spent := firstBatch.Seconds(), 0.0
	h.mu.Lock()
	for name := range h.passed[k] { // in an earlier call
		spent += h.tests[name].Took
	}
	h.mu.Unlock()
	for spent < h.o.alone.Seconds() && !h.over(ctx) {
		h.mu.Lock()
		tests := slices.DeleteFunc(slices.Collect(maps.Values(h.tests)), func(t *test) bool { return !h.mightNotice(t, k) })
		done := h.noticed[k].By != ""
		h.mu.Unlock()
		if done || len(tests) == 0 {
			return nil
		}
		tests = h.sorted(tests, own)
		p, _, _ := strings.Cut(tests[0].Name, " ")
		var names []string
		cost := 0.0
		for _, t := range tests {
			of, name, _ := strings.Cut(t.Name, " ")
			if of != p {
				continue
			}
			if len(names) > 0 && cost+t.Took > batch {
				break
			}
			names, cost = append(names, name), cost+t.Took
		}
		if cost > h.o.alone.Seconds() {
			return nil // it is shared
		}
		if err := h.try(ctx, k, p, names, cost); err != nil {
			return err
		}
		spent += cost
		batch = min(2*batch, maxBatch.Seconds())
	}
	return nil
}

// sorted sorts tests, those of a package first, and otherwise by what they cost.
func (h *hunt) sorted(tests []*test, own string) []*test {
	other := func(t *test) int {
		if strings.HasPrefix(t.Name, own+" ") {
			return 0
		}
		return 1
	}
	slices.SortFunc(tests, func(a, b *test) int {
		return cmp.Or(cmp.Compare(other(a), other(b)), cmp.Compare(a.Took, b.Took), cmp.Compare(a.Name, b.Name))
	})
	return tests
}

// limit is the time after which tests of some cost hang.
func limit(cost float64) time.Duration {
	return 30*time.Second + time.Duration(5*cost*float64(time.Second))
}

// try runs tests of a package with a change until one fails. What fails only once is
// no sign.
func (h *hunt) try(ctx context.Context, k int, p string, names []string, cost float64) error {
	for len(names) > 0 {
		r, err := h.process(ctx, p, names, []int{k}, limit(cost))
		if err != nil {
			return err
		}
		if r.failed == "" {
			passed := make([]string, len(names))
			for i, name := range names {
				passed[i] = p + " " + name
			}
			return h.found(result{Change: k, Passed: passed})
		}
		sure, err := h.sure(ctx, k, p, r, cost)
		if err != nil {
			return err
		}
		if sure {
			return h.found(result{Change: k, By: p + " " + r.failed, How: r.how})
		}
		if err := h.found(result{Change: k, Once: p + " " + r.failed}); err != nil {
			return err
		}
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == r.failed })
	}
	return nil
}

// sure runs a test that failed with a change again, twice if it does not fail.
func (h *hunt) sure(ctx context.Context, k int, p string, r outcome, cost float64) (bool, error) {
	if r.how == timeOut {
		return true, nil
	}
	for range 2 {
		again, err := h.process(ctx, p, []string{r.failed}, []int{k}, limit(cost))
		if err != nil || again.failed != "" {
			return err == nil, err
		}
	}
	return false, nil
}

func (h *hunt) found(r result) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.take(r)
	return h.write(r)
}

// together runs a test with all changes that it might notice.
func (h *hunt) together(ctx context.Context, t *test) error {
	h.mu.Lock()
	var list []int
	for k := range h.changes {
		if h.noticed[k+1].By == "" && h.mightNotice(t, k+1) {
			list = append(list, k+1)
		}
	}
	h.mu.Unlock()
	if len(list) == 0 {
		return nil
	}
	return h.halves(ctx, t, list)
}

func (h *hunt) halves(ctx context.Context, t *test, list []int) error {
	if h.over(ctx) {
		return nil
	}
	p, name, _ := strings.Cut(t.Name, " ")
	if len(list) == 1 {
		return h.try(ctx, list[0], p, []string{name}, t.Took)
	}
	r, err := h.process(ctx, p, []string{name}, list, limit(t.Took))
	if err != nil {
		return err
	}
	if r.failed != "" {
		if err := h.halves(ctx, t, list[:len(list)/2]); err != nil {
			return err
		}
		return h.halves(ctx, t, list[len(list)/2:])
	}
	for _, k := range list {
		if !slices.Contains(r.differs, k) {
			err = h.try(ctx, k, p, []string{name}, t.Took) // another change keeps the test away from it
		} else {
			err = h.found(result{Change: k, Passed: []string{t.Name}})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	failure = "fails"
	timeOut = "time-out"
)

// process runs tests of a package with changes.
func (h *hunt) process(ctx context.Context, p string, names []string, on []int, atMost time.Duration) (outcome, error) {
	temp, err := os.MkdirTemp(h.temp, "")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(temp)
	if err := os.Chmod(temp, 0o755); err != nil {
		return outcome{}, err
	}
	reached := filepath.Join(h.temp, filepath.Base(temp)+".reached")
	if err := os.WriteFile(reached, make([]byte, 2*len(h.changes)+2), 0o644); err != nil {
		return outcome{}, err
	}
	defer os.Remove(reached)
	list := make([]string, len(on))
	for i, k := range on {
		list[i] = strconv.Itoa(k)
	}
	limited, cancel := context.WithTimeout(ctx, atMost+20*time.Second)
	defer cancel()
	args := []string{"-c", `ulimit -v 12582912; exec "$0" "$@"`, h.binary(p), "-test.v=test2json", "-test.failfast", "-test.paniconexit0",
		"-test.run=^(" + strings.Join(names, "|") + ")$", "-test.timeout=" + atMost.String()}
	if h.o.skip != "" {
		args = append(args, "-test.skip="+h.o.skip)
	}
	// A change may use up the memory of the machine.
	c := exec.CommandContext(limited, "sh", args...)
	c.Dir = h.dir(p)
	c.Env = append(os.Environ(), "PATH="+h.path, "TMPDIR="+temp, "MUTANT="+strings.Join(list, ","), "MUTANT_REACHED="+reached)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	var out output
	c.Stdout, c.Stderr = &out, &out
	began := time.Now()
	err = c.Run()
	r := outcome{took: time.Since(began), output: out.last()}
	if c.Process == nil || ctx.Err() != nil {
		return r, cmp.Or(ctx.Err(), err)
	}
	syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // what the tests left behind
	if err != nil && !(errors.Is(err, exec.ErrWaitDelay) && c.ProcessState.Success()) {
		r.failed, r.how = cmp.Or(out.failed, out.running, names[0]), failure
		if out.timedOut || limited.Err() != nil {
			r.how = timeOut
		}
	}
	b, err := os.ReadFile(reached)
	if err != nil {
		return r, err
	}
	for k := 1; k <= len(h.changes); k++ {
		if b[2*k] == 1 {
			r.reached = append(r.reached, k)
		}
		if b[2*k+1] == 1 {
			r.differs = append(r.differs, k)
		}
	}
	return r, nil
}

// output reads what tests say.
type output struct {
	line     []byte
	lines    []string
	failed   string // the first test that failed
	running  string // the last test that said something
	timedOut bool
	list     bool // the tests that hang are listed
}

func (o *output) Write(b []byte) (int, error) {
	n := len(b)
	for {
		before, after, found := bytes.Cut(b, []byte("\n"))
		o.line = append(o.line, before...)
		if !found {
			return n, nil
		}
		o.read(string(o.line))
		o.line, b = o.line[:0], after
	}
}

// mark begins what the package testing says, in a line that a test may have begun.
const mark = "\x16"

func (o *output) read(line string) {
	o.lines = append(o.lines, strings.ReplaceAll(line, mark, ""))
	if len(o.lines) > 400 {
		o.lines = slices.Delete(o.lines, 200, 300)
	}
	if o.list && o.failed == "" && strings.HasPrefix(line, "\tTest") {
		o.failed = top(strings.TrimSpace(line))
	}
	if strings.HasPrefix(line, "panic: test timed out") {
		o.timedOut, o.list = true, true
	}
	_, line, ok := strings.Cut(line, mark)
	if !ok {
		return
	}
	if s, ok := strings.CutPrefix(line, "--- FAIL: "); ok && o.failed == "" {
		o.failed = top(s)
	}
	for _, word := range []string{"RUN", "CONT", "NAME"} {
		if s, ok := strings.CutPrefix(line, fmt.Sprintf("=== %-6s", word)); ok && strings.TrimSpace(s) != "" {
			o.running = top(strings.TrimSpace(s))
		}
	}
}

// top is the name of a test without its subtest and its time.
func top(s string) string {
	s, _, _ = strings.Cut(s, " ")
	s, _, _ = strings.Cut(s, "/")
	return s
}

// last is the end of what was said.
func (o *output) last() string {
	return strings.Join(o.lines[max(0, len(o.lines)-20):], "\n")
}

// print prints what is known of each change, and the sums.
func (h *hunt) print(w io.Writer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	sums := map[string]map[string]int{}
	count := func(of, what string) {
		if sums[of] == nil {
			sums[of] = map[string]int{}
		}
		sums[of][what]++
	}
	for k, c := range h.changes {
		what, note := h.state(k + 1)
		fmt.Fprintf(w, "%3d  %-11s  %s:%d %s: %s\n", k+1, what, c.File, c.Line, c.Kind, note)
		if what != noticed {
			fmt.Fprintf(w, "       was: %s\n       now: %s\n", c.Was, c.Now)
		}
		count(path.Dir(c.File), what)
		count("in all", what)
	}
	for _, t := range h.sorted(slices.Collect(maps.Values(h.tests)), "") {
		switch t.State {
		case fails:
			fmt.Fprintf(w, "left out, because it fails without a change: %s\n", t.Name)
		case unsteady:
			fmt.Fprintf(w, "failed once without a change: %s\n", t.Name)
		}
	}
	fmt.Fprintf(w, "%-24s", "")
	for _, what := range states {
		fmt.Fprintf(w, "%13s", what)
	}
	fmt.Fprintln(w)
	for _, of := range append(slices.DeleteFunc(slices.Sorted(maps.Keys(sums)), func(s string) bool { return s == "in all" }), "in all") {
		fmt.Fprintf(w, "%-24s", of)
		for _, what := range states {
			fmt.Fprintf(w, "%13d", sums[of][what])
		}
		fmt.Fprintln(w)
	}
}

// What becomes of a change.
const (
	noticed    = "noticed"
	survived   = "survived"
	notReached = "not reached"
	gone       = "gone"
	undecided  = "undecided"
)

var states = []string{noticed, survived, notReached, gone, undecided}

// state is what became of a change, and how it is known.
func (h *hunt) state(k int) (what, note string) {
	if h.changes[k-1].site == nil {
		return gone, fmt.Sprintf("%s has no such line", h.changes[k-1].Function)
	}
	if r := h.noticed[k]; r.By != "" {
		return noticed, fmt.Sprintf("%s %s", strings.TrimPrefix(r.By, h.p.module+"/"), r.How)
	}
	reached, differs, left := 0, 0, 0
	for _, t := range h.tests {
		if t.State == fails {
			continue
		}
		if slices.Contains(t.Reached, k) {
			reached++
		}
		if t.differs[k] {
			differs++
		}
		if h.mightNotice(t, k) {
			left++
		}
	}
	note = fmt.Sprintf("reached by %d tests, another value in %d", reached, differs)
	if h.once[k] != "" {
		note += ", failed once: " + strings.TrimPrefix(h.once[k], h.p.module+"/")
	}
	switch {
	case left > 0 || !h.complete:
		return undecided, note
	case reached > 0:
		return survived, note
	}
	return notReached, note
}
