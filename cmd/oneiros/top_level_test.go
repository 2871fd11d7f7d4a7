package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// topLevel is everything that stands at the top.
var topLevel = []string{
	"cmd", "bot", "games", "store", "migrations", ".ci",
	"docs", // the README's pictures, and how to run the bot
	"config.example.toml", "go.mod", "go.sum", "Dockerfile", "compose.yaml",
	"README.md", "LICENSE", "NOTICE", "CHANGELOG.md", "PRIVACY.md", "TERMS.md", "SECURITY.md",
	".github", // what an issue about a rehearsal asks for
	".git", ".gitignore", ".dockerignore", ".gitattributes",
}

func TestTopLevel(t *testing.T) {
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == "go.mod" }) {
		t.Fatalf("this is not the top: %v", entries)
	}
	ignored := ignoredBy(t, "../../.gitignore")
	for _, e := range entries {
		name := e.Name()
		if !ignored(name) && !slices.Contains(topLevel, name) {
			t.Errorf("%s stands at the top, where only %s do", name, strings.Join(topLevel, ", "))
		}
	}
}

// TestIgnored: what commands make at the top reaches neither git nor an image, mostly
// because it holds secrets.
func TestIgnored(t *testing.T) {
	c := (&program{}).command()
	made := []string{"oneiros.db", "oneiros.db-wal", "oneiros.db.old", "oneiros.db.old.2", "oneiros.db.rescued", "config.toml", ".env", "dist"}
	for _, name := range []string{"playground", "soak"} {
		sub, _, err := c.Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, sub.Flag("data").DefValue)
	}
	for _, file := range []string{".gitignore", ".dockerignore"} {
		ignored := ignoredBy(t, filepath.Join("../..", file))
		for _, name := range made {
			if !ignored(name) {
				t.Errorf("%s lets %s through", file, name)
			}
		}
	}
}

// ignoredBy reads a file like .gitignore and tells which names at the top it ignores.
func ignoredBy(t *testing.T, file string) func(name string) bool {
	t.Helper()
	patterns, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return func(name string) bool {
		return slices.ContainsFunc(strings.Fields(string(patterns)), func(p string) bool {
			ok, err := path.Match(strings.Trim(p, "/"), name)
			return err == nil && ok
		})
	}
}
