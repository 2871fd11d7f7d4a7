package games_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// required are the interfaces of the package that rules do not choose: every game has the
// first two, and the package itself implements the others.
var required = []string{"Rules", "Presenter", "Game", "Match"}

// TestDevelopNamesInterfaces: the table of docs/develop.md, by which a game is written, has
// each optional interface and nothing else.
func TestDevelopNamesInterfaces(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var optional []string
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for n := range ast.Preorder(file) {
			if s, ok := n.(*ast.TypeSpec); ok && s.Name.IsExported() {
				if _, ok := s.Type.(*ast.InterfaceType); ok && !slices.Contains(required, s.Name.Name) {
					optional = append(optional, s.Name.Name)
				}
			}
		}
	}
	b, err := os.ReadFile("../docs/develop.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(b), "| interface | add it if |\n|---|---|\n")
	table, _, end := strings.Cut(table, "\n\n")
	if !ok || !end {
		t.Fatal("docs/develop.md has no table of the interfaces")
	}
	var told []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([A-Za-z]+)` \\| .+ \\|$").FindAllStringSubmatch(table, -1) {
		told = append(told, row[1])
	}
	for _, name := range optional {
		if !slices.Contains(told, name) {
			t.Errorf("docs/develop.md does not say when a game adds games.%s; write a row for it", name)
		}
	}
	for i, name := range told {
		if !slices.Contains(optional, name) || slices.Contains(told[:i], name) {
			t.Errorf("docs/develop.md has %s, which is no optional interface of package games, or is named twice", name)
		}
	}
}
