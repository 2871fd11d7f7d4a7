package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// linked are the targets of a document, in markdown and in HTML.
var linked = regexp.MustCompile(`\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"`)

// verbatim is what a document shows as it is typed.
var verbatim = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// anchors are the names that GitHub gives the headings of a document: lower case, without
// punctuation, a hyphen for each space, and a number where a name is there already.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")) {
		title := strings.TrimLeft(line, "#")
		if n := len(line) - len(title); n == 0 || n > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))
		for n, first := 1, name; found[name]; n++ {
			name = first + "-" + string(rune('0'+n))
		}
		found[name] = true
	}
	return found
}

// deadLinks are the relative links of the documents of a tree that lead nowhere, and how
// many links there are.
func deadLinks(tree fs.FS) (dead []string, all int, err error) {
	texts := map[string]string{}
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".md"):
			b, err := fs.ReadFile(tree, name)
			texts[name] = string(b)
			return err
		}
		return nil
	})
	for name, text := range texts {
		for _, m := range linked.FindAllStringSubmatch(verbatim.ReplaceAllString(text, ""), -1) {
			link := m[1] + m[2]
			if strings.Contains(link, ":") {
				continue // another site, or an address for mail
			}
			all++
			file, anchor, _ := strings.Cut(link, "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := fs.Stat(tree, to); err != nil {
				dead = append(dead, name+": "+link+": there is no such file")
			} else if anchor != "" && !anchors(texts[to])[anchor] {
				dead = append(dead, name+": "+link+": there is no such heading")
			}
		}
	}
	return dead, all, err
}

// TestDocuments: no document links to a file or a heading that is not there, and the README
// can be read in ten minutes.
func TestDocuments(t *testing.T) {
	dead, all, err := deadLinks(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range dead {
		t.Error(link)
	}
	if all == 0 {
		t.Error("there is no link")
	}
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(b))); n > 2500 {
		t.Errorf("the README has %d words, more than 2500", n)
	}
}

// TestDocumentsPlanted plants links that lead somewhere, and ones that do not.
func TestDocumentsPlanted(t *testing.T) {
	tree := fstest.MapFS{
		"README.md":    {Data: []byte("# One\n## Whose it is?\n## Два слова\n## One\n```\n# no heading\n[no](link)\n```\n")},
		"docs/a.md":    {Data: []byte("# A\n")},
		"docs/p.png":   {},
		".hidden/x.md": {Data: []byte("[dead](nowhere.md)")},
	}
	for link, dead := range map[string]bool{
		"../README.md": false, "../README.md#one": false, "../README.md#one-1": false, "../README.md#whose-it-is": false, "../README.md#два-слова": false,
		"#a": false, "p.png": false, "https://example.com/#x": false,
		"../README.md#two": true, "../README.md#no-heading": true, "#b": true, "q.png": true, "README.md": true,
	} {
		for _, form := range []string{"[x](" + link + ")", `<img src="` + link + `" alt="">`} {
			tree["docs/a.md"] = &fstest.MapFile{Data: []byte("# A\n" + form + "\n`[y](nowhere.md)`\n")}
			found, _, err := deadLinks(tree)
			if err != nil || (len(found) > 0) != dead {
				t.Errorf("%s: %v, %v", form, found, err)
			}
		}
	}
}
