package main

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/licenseclassifier/v2/assets"
)

var rewriteNotice = flag.Bool("notice", false, "rewrite NOTICE")

// allowedLicenses are what a linked module may be under, by their SPDX names. Each
// of them lets anybody pass the program on, if these texts go with it.
var allowedLicenses = []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "Zlib", "blessing"}

// readLicenses are files in which the classifier cannot tell what is linked, with
// what a person has read in them.
var readLicenses = map[string]string{
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md": "it also lists modules that only its tests and its translator need, one of them under MPL-2.0",
}

// TestNotice checks that NOTICE holds the licenses of all modules that are linked
// into the program, and that each license is allowed. In CI it does so for every
// system that people run, and NOTICE holds nothing else.
func TestNotice(t *testing.T) {
	systems := []string{runtime.GOOS}
	whole := *rewriteNotice || os.Getenv("CI") != ""
	if whole {
		// A module of another system may have to be fetched.
		systems = []string{"linux", "darwin", "windows"}
	}
	classify, err := assets.DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	head, err := os.ReadFile("testdata/notice/head.txt")
	if err != nil {
		t.Fatal(err)
	}
	var sections []string
	for _, m := range linkedModules(t, systems) {
		licensed := false
		for _, file := range m.licenses(t) {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			base := filepath.Base(file)
			for _, found := range classify.Match(b).Matches {
				if found.MatchType != "License" {
					continue
				}
				licensed = true
				if !slices.Contains(allowedLicenses, found.Name) && readLicenses[m.path+"/"+base] == "" {
					t.Errorf("%s of %s is under %s, which is not allowed", base, m.path, found.Name)
				}
			}
			text := strings.TrimSpace(strings.ReplaceAll(string(b), "\r\n", "\n"))
			sections = append(sections, fmt.Sprintf("\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 80), m.path, m.version, base, text))
		}
		if !licensed {
			t.Errorf("%s has no license that is known", m.path)
		}
	}
	const path = "../../NOTICE"
	want := strings.ReplaceAll(string(head), "\r\n", "\n") + strings.Join(sections, "")
	if *rewriteNotice {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(string(b), "\r\n", "\n")
	const mend = "run go test ./cmd/oneiros -run TestNotice -notice"
	for _, s := range sections {
		if !strings.Contains(got, s) {
			name, _, _ := strings.Cut(strings.TrimLeft(s, "\n="), "\n")
			t.Errorf("NOTICE has no section %q as it is linked: %s", name, mend)
		}
	}
	if begins := strings.ReplaceAll(string(head), "\r\n", "\n"); !strings.HasPrefix(got, begins) {
		t.Errorf("NOTICE does not begin with testdata/notice/head.txt: %s", mend)
	}
	if whole && got != want {
		t.Errorf("NOTICE is not exactly what is linked: %s", mend)
	}
}

// isLicense reports whether a file of a module says how it may be used.
func isLicense(name string) bool {
	name = strings.ToUpper(name)
	return strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "COPYING") || name == "NOTICE"
}

// A linkedModule is a module in the program, and the folder of its source.
type linkedModule struct{ path, version, dir string }

// licenses are the files that say how a module may be used.
func (m linkedModule) licenses(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(m.dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(files, func(file string) bool { return !isLicense(filepath.Base(file)) })
}

// linkedModules are the modules that are linked on any of the systems, in order.
// golang.org/x/text stands for the standard library too, whose license is the same.
func linkedModules(t *testing.T, systems []string) []linkedModule {
	t.Helper()
	modules := map[linkedModule]bool{}
	for _, system := range systems {
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f",
			`{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`, ".")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			if part := strings.Split(strings.TrimSpace(line), "\t"); len(part) == 3 {
				modules[linkedModule{part[0], part[1], part[2]}] = true
				if part[0] == "golang.org/x/text" {
					modules[linkedModule{"Go", "standard library", part[2]}] = true
				}
			}
		}
	}
	if len(modules) == 0 {
		t.Fatal("no module is linked")
	}
	return slices.SortedFunc(maps.Keys(modules), func(a, b linkedModule) int { return strings.Compare(a.path, b.path) })
}
