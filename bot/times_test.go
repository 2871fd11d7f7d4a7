package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// timed is a message with a time, by the number of its placeholder.
type timed struct {
	key string
	arg int
}

// TestTimesEndLines: Discord writes a time in the language of each reader, in a form that it
// chooses. So no message of the bot has words behind one, in any language. The suite of games
// holds the pages of games to the same.
func TestTimesEndLines(t *testing.T) {
	words, all := map[string][]string{}, []timed{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go"):
			return err
		case strings.HasSuffix(path, ".go"):
			all = append(all, timesIn(t, path)...)
		case strings.HasSuffix(path, ".toml") && filepath.Base(filepath.Dir(path)) == "locale":
			readWords(t, path, words)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, x := range all {
		for _, s := range words[x.key] {
			found++
			_, behind, _ := strings.Cut(s, "{"+strconv.Itoa(x.arg)+"}")
			if line, _, _ := strings.Cut(behind, "\n"); regexp.MustCompile(`[\pL\d]`).MatchString(line) {
				t.Errorf("%s has words behind its time: %s", x.key, s)
			}
		}
	}
	if found < 16 {
		t.Errorf("%d messages with a time", found)
	}
}

// timesIn are the messages to which a file gives a time.
func timesIn(t *testing.T, path string) (list []timed) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if name := called(call); name == "T" {
			list = append(list, timesOf(call, "Until", "Moment")...)
		} else if name == "Raw" && len(call.Args) == 3 && called(call.Args[2]) == "Moment" {
			if said, ok := call.Args[1].(*ast.CallExpr); ok {
				list = append(list, timesOf(said, "Name")...)
			}
		}
		return true
	})
	return list
}

// timesOf are the arguments of a text that are made by one of some calls.
func timesOf(said *ast.CallExpr, by ...string) (list []timed) {
	lit, ok := said.Args[0].(*ast.BasicLit)
	if !ok {
		return nil
	}
	key, err := strconv.Unquote(lit.Value)
	for i, a := range said.Args[1:] {
		if err == nil && slices.Contains(by, called(a)) {
			list = append(list, timed{key, i})
		}
	}
	return list
}

// called is the name of the function that an expression calls.
func called(e ast.Expr) string {
	if call, ok := e.(*ast.CallExpr); ok {
		if s, ok := call.Fun.(*ast.SelectorExpr); ok {
			return s.Sel.Name
		}
	}
	return ""
}

// readWords adds the messages of a catalogue, in all their forms.
func readWords(t *testing.T, path string, words map[string][]string) {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var read map[string]any
	if err := toml.Unmarshal(b, &read); err != nil {
		t.Fatal(err)
	}
	for key, v := range read {
		switch v := v.(type) {
		case string:
			words[key] = append(words[key], v)
		case map[string]any:
			for _, form := range v {
				if s, ok := form.(string); ok {
					words[key] = append(words[key], s)
				}
			}
		}
	}
}
