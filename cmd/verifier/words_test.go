package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games/all"
	"oneiros/games/proof"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestWords: the page has the same words in both languages, with the same places for
// numbers; each check, each limit and each game has some; and all are used.
func TestWords(t *testing.T) {
	var said map[text.Lang]map[string]string
	if err := json.Unmarshal([]byte(words), &said); err != nil {
		t.Fatal(err)
	}
	keys := slices.Sorted(maps.Keys(said[text.English]))
	if !slices.Equal(keys, slices.Sorted(maps.Keys(said[text.Russian]))) {
		t.Error("the languages have different words")
	}
	hole := regexp.MustCompile(`\{\d\}`)
	for _, key := range keys {
		list := func(lang text.Lang) []string {
			found := hole.FindAllString(said[lang][key], -1)
			slices.Sort(found)
			return found
		}
		if en, ru := list(text.English), list(text.Russian); !slices.Equal(en, ru) {
			t.Errorf("%s has the numbers %v in English and %v in Russian", key, en, ru)
		}
	}
	want := []string{"language", "state." + proof.Bad, "state." + proof.Open, "encoding." + proof.UTF16, "encoding." + proof.Marked}
	for _, check := range []string{proof.Whole, proof.Commitment, proof.Presses, proof.Seed, proof.Deal, proof.Moves, proof.Views, proof.End} {
		want = append(want, "check."+check)
	}
	for _, limit := range limits(t) {
		want = append(want, "limit."+limit)
	}
	for _, g := range all.Games {
		want = append(want, "game."+g.Info().Name)
		say, err := text.Load(nil, g.Info().Locale)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range text.Langs {
			if name := say.Say(lang, ui.T("name"), nil); said[lang]["game."+g.Info().Name] != name {
				t.Errorf("%s: the page calls it %q, the game %q; write %q: %q into words.json", lang, said[lang]["game."+g.Info().Name], name, "game."+g.Info().Name, name)
			}
		}
	}
	for _, key := range want {
		if said[text.English][key] == "" {
			t.Errorf("there are no words for %s; write them into words.json, in both languages", key)
		}
	}
	for _, key := range keys {
		if !slices.Contains(want, key) && !strings.Contains(script+pageHTML, `"`+key+`"`) && !regexp.MustCompile(`\b`+regexp.QuoteMeta(key)+`:`).MatchString(script) {
			t.Errorf("nobody says %s", key)
		}
	}
}

// limits are the limits that the source of the package proof names.
func limits(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../games/proof/proof.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	ast.Inspect(file, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok || len(c.Args) < 2 {
			return true
		}
		to, ok := c.Args[0].(*ast.SelectorExpr)
		if !ok || to.Sel.Name != "Limits" {
			return true
		}
		for _, a := range c.Args[1:] {
			word, err := strconv.Unquote(a.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, word)
		}
		return true
	})
	if len(list) < 8 {
		t.Fatalf("found only %v", list)
	}
	return list
}
