package main_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// What a person can keep in mind at once.
const (
	maxLines   = 80 // of a function, its first and last line included
	maxMethods = 30 // of a type
)

// tooLarge lists the functions and types of a tree that are too large. Tests are
// read from top to bottom, and may be as long as their story.
func tooLarge(tree fs.FS) ([]string, error) {
	set := token.NewFileSet()
	files, err := programFiles(tree, set)
	if err != nil {
		return nil, err
	}
	var found []string
	methods := map[string]int{} // by folder and type
	for _, name := range slices.Sorted(maps.Keys(files)) {
		for _, d := range files[name].Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1; n > maxLines {
				found = append(found, fmt.Sprintf("%s: %s has %d lines", name, f.Name.Name, n))
			}
			if t := receiver(f); t != "" {
				of := path.Dir(name) + "." + t
				if methods[of]++; methods[of] == maxMethods+1 {
					found = append(found, fmt.Sprintf("%s has more than %d methods", of, maxMethods))
				}
			}
		}
	}
	return found, nil
}

// receiver is the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	at := f.Recv.List[0].Type
	for {
		switch t := at.(type) {
		case *ast.StarExpr:
			at = t.X
		case *ast.IndexExpr:
			at = t.X
		case *ast.IndexListExpr:
			at = t.X
		case *ast.Ident:
			return t.Name
		default:
			return ""
		}
	}
}

// TestMeasure finds functions and types that are too large to keep in mind.
func TestMeasure(t *testing.T) {
	found, err := tooLarge(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		t.Error(f)
	}
}

// TestMeasurePlanted plants what is just small enough, and what is not.
func TestMeasurePlanted(t *testing.T) {
	long := func(n int) string { return "package a\nfunc f() {\n" + strings.Repeat("_ = 1\n", n-2) + "}\n" }
	many := func(n int) (s string) {
		for i := range n {
			s += fmt.Sprintf("func (*t[A]) m%d() {}\n", i)
		}
		return "package a\ntype t[A any] struct{}\n" + s
	}
	for name, c := range map[string]struct {
		source string
		want   int
	}{
		"80 lines": {long(80), 0}, "81 lines": {long(81), 1}, "30 methods": {many(30), 0}, "31 methods": {many(31), 1}, "40 methods": {many(40), 1},
	} {
		found, err := tooLarge(fstest.MapFS{"bot/a.go": {Data: []byte(c.source)}, "bot/a_test.go": {Data: []byte(long(900))}})
		if err != nil || len(found) != c.want {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}
