package all

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// listsElsewhere are files that list games, and why. A new game need not stand in any of
// them: its own tests and the walks over [Games] hold it to all that every game must do.
var listsElsewhere = map[string]string{
	"bot/alone_test.go":            "the games whose sand runs while a player decides: no Info says so",
	"bot/owners_test.go":           "sentences that must be among the signs; that each game has some is asked of all",
	"cmd/oneiros/moments_test.go":  "how moments are taken by hand for readers, not a test",
	"cmd/oneiros/pictures_test.go": "the pictures of the README",
}

// TestNoOtherList: no list of games stands outside this package and the folders of the
// games. A list is a literal with the names or the variables of two games or more. What
// is to be so for every game walks over [Games], and what is so for one stands in its own
// tests.
func TestNoOtherList(t *testing.T) {
	root := os.DirFS("../..")
	names, folders := map[string]bool{}, map[string]bool{}
	all, err := parser.ParseFile(token.NewFileSet(), "all.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range all.Imports {
		if path, err := strconv.Unquote(i.Path.Value); err == nil && strings.Count(path, "/") == 2 {
			folders[filepath.Base(path)] = true
		}
	}
	for _, g := range Games {
		names[g.Info().Name] = true
	}
	if len(folders) != len(names) {
		t.Fatalf("the folders are %v, the games %v", folders, names)
	}
	found := map[string]bool{}
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && path != "." || path == "games/all" || strings.HasPrefix(path, "games/") && folders[d.Name()]):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		b, err := fs.ReadFile(root, path)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, b, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for n := range ast.Preorder(file) {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				continue
			}
			if listed := gamesIn(literal, names, folders); len(listed) > 1 {
				found[path] = true
				if listsElsewhere[path] == "" {
					t.Errorf("%s lists the games %v; walk over all.Games, or move what is so for one game to its own tests", set.Position(literal.Pos()), slices.Sorted(maps.Keys(listed)))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path := range listsElsewhere {
		if !found[path] {
			t.Errorf("%s lists no games; take it off the list of exceptions", path)
		}
	}
}

// gamesIn are the games that a literal names as values or keys, without what its functions do.
func gamesIn(literal *ast.CompositeLit, names, folders map[string]bool) map[string]bool {
	listed := map[string]bool{}
	ast.Inspect(literal, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BasicLit:
			if s, err := strconv.Unquote(n.Value); err == nil && names[s] {
				listed[s] = true
			}
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && folders[x.Name] && n.Sel.Name == "Game" {
				listed[x.Name] = true
			}
		}
		return true
	})
	return listed
}
