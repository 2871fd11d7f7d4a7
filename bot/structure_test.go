package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noImports imports nothing: what other packages declare is of no interest here.
type noImports struct{}

func (noImports) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

// arrows are the files of a package, and of each the files whose declarations it
// uses.
func arrows(t *testing.T, sources map[string]string) map[string]map[string]bool {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for name, source := range sources {
		f, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: noImports{}, Error: func(error) {}} // what is imported is unknown
	pkg, _ := conf.Check("bot", set, files, info)
	if pkg == nil {
		t.Fatal("the package is not checked")
	}
	use := map[string]map[string]bool{}
	for name := range sources {
		use[name] = map[string]bool{}
	}
	for at, o := range info.Uses {
		if o.Pkg() != pkg || !o.Pos().IsValid() {
			continue
		}
		from, to := set.Position(at.Pos()).Filename, set.Position(o.Pos()).Filename
		if from != to {
			use[from][to] = true
		}
	}
	return use
}

// circles are the files that use a file which uses them, directly or through
// others. For each it gives the shortest way back.
func circles(use map[string]map[string]bool) (list []string) {
	for _, start := range slices.Sorted(maps.Keys(use)) {
		came := map[string]string{}
		for next := []string{start}; len(next) > 0; next = next[1:] {
			for _, to := range slices.Sorted(maps.Keys(use[next[0]])) {
				if _, seen := came[to]; !seen {
					came[to] = next[0]
					next = append(next, to)
				}
			}
		}
		if back, ok := came[start]; ok {
			way := []string{start}
			for at := back; at != start; at = came[at] {
				way = append(way, at)
			}
			slices.Reverse(way[1:])
			list = append(list, strings.Join(append(way, start), " -> "))
		}
	}
	return list
}

// needEachOther are the files of a package that can only be read together: in the store the
// writer's, because it has to know at each moment whether it may still write.
var needEachOther = map[string][]string{
	".": nil,
	"../store": {
		"held.go", "hints.go", "lease.go", "shared.go", "tx.go", "vacuum.go", "writer.go", "writer_postgres.go",
	},
}

// TestFilesPointOneWay reads the files of packages. None of them uses a file that uses it,
// besides those that belong together. So each can be read after the ones below it, and alone.
func TestFilesPointOneWay(t *testing.T) {
	for dir, but := range needEachOther {
		ways := waysBack(t, dir)
		for _, way := range ways {
			if from, _, _ := strings.Cut(way, " -> "); !slices.Contains(but, from) {
				t.Errorf("%s: %s", dir, way)
			}
		}
		if len(ways) < len(but) {
			t.Errorf("%s: %d files need each other, and %d are named", dir, len(ways), len(but))
		}
	}
}

// waysBack are the circles of the files of a folder.
func waysBack(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(name)] = string(b)
	}
	use, n := arrows(t, sources), 0
	for _, to := range use {
		n += len(to)
	}
	if n < 100 {
		t.Errorf("only %d arrows are seen", n)
	}
	return circles(use)
}

// TestCirclesAreSeen plants circles: by a function, a method, a field, and through
// a third file.
func TestCirclesAreSeen(t *testing.T) {
	for name, c := range map[string]struct {
		sources map[string]string
		want    int
	}{
		"one way":  {map[string]string{"a.go": "package p; func a() { b() }", "b.go": "package p; func b() {}"}, 0},
		"function": {map[string]string{"a.go": "package p; func a() { b() }", "b.go": "package p; func b() { a() }"}, 2},
		"method":   {map[string]string{"a.go": "package p; type t int; func f(x t) { x.g() }", "b.go": "package p; func (t) g() {}"}, 2},
		"field":    {map[string]string{"a.go": "package p; import \"os\"; type s struct { *os.File; n n }", "b.go": "package p; type n int; func f(x s) { _ = x.n }"}, 2},
		"three":    {map[string]string{"a.go": "package p; var a = b", "b.go": "package p; var b = c()", "c.go": "package p; func c() int { _ = a; return 1 }"}, 3},
	} {
		if got := circles(arrows(t, c.sources)); len(got) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestStampsGoThroughTheClock: only the client reads the moment in an id. Every person
// else asks the clock, because the host's clock may be wrong.
func TestStampsGoThroughTheClock(t *testing.T) {
	for _, folder := range []string{".", "inbox", "page", "reply", "screen", "table", "table/people", "table/timing"} {
		names, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") && strings.Contains(string(b), ".Time()") {
				t.Errorf("%s reads a moment of Discord's without the clock", name)
			}
		}
	}
}
