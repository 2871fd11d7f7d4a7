package main

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licenseclassifier/v2/assets"
)

// allowedLicenses are what a linked module may be under, by their SPDX names. Each
// of them lets any person pass the program on, if these texts go with it.
var allowedLicenses = []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC", "Zlib", "blessing", "Bitstream"}

// readLicenses are files in which the classifier cannot tell what is linked, with
// what a person has read in them.
var readLicenses = map[string]string{
	"modernc.org/sqlite/LICENSE-3RD-PARTY.md": "it also lists modules that only its tests and its translator need, one of them under MPL-2.0",
}

// TestLicenses: each module that is linked has a license, and it is allowed. That is
// checked for every system that people run.
func TestLicenses(t *testing.T) {
	if !thorough() {
		// A module of another system may have to be fetched.
		t.Skip("it reads all licenses for two seconds; CI=1 lets it")
	}
	t.Parallel()
	systems := []string{"linux", "darwin", "windows"}
	classify, err := assets.DefaultClassifier()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range linkedModules(t, systems) {
		licensed := false
		for name, text := range m.licenses {
			for _, found := range classify.Match([]byte(text)).Matches {
				if found.MatchType != "License" {
					continue
				}
				licensed = true
				if !slices.Contains(allowedLicenses, found.Name) && readLicenses[m.path+"/"+name] == "" {
					t.Errorf("%s of %s is under %s, which is not allowed", name, m.path, found.Name)
				}
			}
		}
		if !licensed {
			t.Errorf("%s has no license that is known", m.path)
		}
	}
}

// TestNotice: the file that goes along with a program is the page of the project and, word
// for word, all licenses of what is linked. The program of the test links what the true
// one does.
func TestNotice(t *testing.T) {
	t.Parallel()
	command := noticeProgram(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, said, err := notice(t, command, "../..", program)
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	page, err := os.ReadFile("../../NOTICE")
	if err != nil {
		t.Fatal(err)
	}
	if len(page) > 5000 || !strings.HasPrefix(got, unix(page)) {
		t.Errorf("the page has %d bytes, and the file begins with %.200q", len(page), got)
	}
	modules := linkedModules(t, []string{runtime.GOOS})
	for _, m := range modules {
		for name, text := range m.licenses {
			if heading := "\n" + m.path + " " + m.version; !strings.Contains(got, heading) || !strings.Contains(got, ": "+name+"\n\n"+strings.TrimSpace(text)+"\n") {
				t.Errorf("%s of %s %s is missing", name, m.path, m.version)
			}
		}
	}
	lists, err := filepath.Glob("../../games/words/LICENSE.*")
	profane, also := filepath.Glob("../../bot/filter/profanity/LICENSE.*")
	if lists = append(lists, profane...); err != nil || also != nil || len(lists) != 3 {
		t.Errorf("the licenses of the lists of words are %q, %v, %v", lists, err, also)
	}
	for _, file := range lists {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got, strings.TrimPrefix(filepath.ToSlash(file), "../../")+"\n\n"+strings.TrimSpace(unix(b))+"\n") {
			t.Errorf("%s is missing", file)
		}
	}
	for _, words := range []string{"Bigelow & Holmes Inc.", "Copyright (c) 2003 by Bitstream, Inc.", "M+ BITMAP FONTS ", "and the standard library of Go: LICENSE\n\nCopyright 2009 The Go Authors"} {
		if !strings.Contains(got, words) {
			t.Errorf("it does not say %q", words)
		}
	}
	goes, err := os.ReadFile(filepath.Join(goRoot(t), "LICENSE"))
	if err != nil {
		t.Logf("this installation has no license of Go to compare with: %v", err)
	} else if !strings.Contains(got, strings.TrimSpace(unix(goes))) {
		t.Error("the license of Go is another one")
	}
}

// goRoot is where Go stands.
func goRoot(t *testing.T) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestNoticeNeedsLicenses: a module without a license, and a program that names no modules,
// are refused.
func TestNoticeNeedsLicenses(t *testing.T) {
	t.Parallel()
	command := noticeProgram(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write("NOTICE", "The page.\n")
	write("go.mod", "module example.com/program\ngo 1.26\nrequire golang.org/x/text v0.0.0\nreplace golang.org/x/text => ./text\n")
	write("main.go", "package main\nimport _ \"golang.org/x/text\"\nfunc main() {}\n")
	write("text/go.mod", "module golang.org/x/text\ngo 1.26\n")
	write("text/text.go", "package text\n")
	program := filepath.Join(dir, "program.exe")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got, said, err := notice(t, command, dir, program); err == nil || got != "" || !strings.Contains(said, "golang.org/x/text: there is no license in ") {
		t.Errorf("a module without a license: %v, %q, %q", err, said, got)
	}
	write("text/LICENSE", "Do as you like.\r\n")
	if got, said, err := notice(t, command, dir, program); err != nil || !strings.HasPrefix(got, "The page.\n\n====") || !strings.HasSuffix(got, "\n\nDo as you like.\n") {
		t.Errorf("with a license: %v, %q, %q", err, said, got)
	}
	if got, said, err := notice(t, command, dir, filepath.Join(dir, "NOTICE")); err == nil || got != "" || !strings.Contains(said, "read the modules of the program") {
		t.Errorf("what is no program: %v, %q, %q", err, said, got)
	}
}

// TestNoticeInTheImage: the image's build runs the same command, on a source that has it.
func TestNoticeInTheImage(t *testing.T) {
	b, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"&& go run .ci/notice.go /out/oneiros >/out/NOTICE", `&& go run .ci/notice.go -bom "${VERSION:-devel}" /out/oneiros >/out/oneiros.cdx.json`, "COPY --from=build /out/NOTICE /out/oneiros.cdx.json /"} {
		if !strings.Contains(unix(b), line) {
			t.Errorf("the Dockerfile does not say %q", line)
		}
	}
	for _, name := range []string{".ci", "NOTICE", "go.mod"} {
		if ignoredBy(t, "../../.dockerignore")(name) {
			t.Errorf(".dockerignore leaves out %s, which the command needs", name)
		}
	}
}

// TestBill: the bill of materials names what is linked, with licenses that are allowed, and
// the same program gives the same bytes.
func TestBill(t *testing.T) {
	if !thorough() {
		t.Skip("it reads all licenses for two seconds; CI=1 lets it")
	}
	t.Parallel()
	command := noticeProgram(t)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got, said, err := notice(t, command, "../..", "-bom", "v1.2.3", program)
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	if again, _, err := notice(t, command, "../..", "-bom", "v1.2.3", program); err != nil || again != got {
		t.Errorf("the second one differs: %v", err)
	}
	var b cyclonedx.BOM
	if err := cyclonedx.NewBOMDecoder(strings.NewReader(got), cyclonedx.BOMFileFormatJSON).Decode(&b); err != nil {
		t.Fatal(err)
	}
	if m := b.Metadata.Component; m.Name == "" || m.Version != "v1.2.3" {
		t.Errorf("it is the bill of %+v", m)
	}
	listed := map[string]string{}
	for _, c := range *b.Components {
		listed[c.Name] = c.Version
		if c.Licenses == nil || len(*c.Licenses) == 0 {
			t.Errorf("%s has no license", c.Name)
			continue
		}
		for _, l := range *c.Licenses {
			if name := cmp.Or(l.License.ID, l.License.Name); !slices.Contains(allowedLicenses, name) {
				t.Errorf("%s is under %s", c.Name, name)
			}
		}
		if c.Name != "std" && (c.Hashes == nil || len((*c.Hashes)[0].Value) != 64) {
			t.Errorf("%s has no checksum", c.Name)
		}
	}
	for _, m := range linkedModules(t, []string{runtime.GOOS}) {
		if listed[m.path] != m.version {
			t.Errorf("of %s it has version %q and not %q", m.path, listed[m.path], m.version)
		}
	}
	if want := strings.TrimPrefix(runtime.Version(), "go"); listed["std"] != want {
		t.Errorf("of the standard library it has %q and not %q", listed["std"], want)
	}
}

// noticeProgram builds the command.
func noticeProgram(t *testing.T) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "notice.exe")
	c := exec.CommandContext(t.Context(), "go", "build", "-o", to, ".ci/notice.go")
	c.Dir = "../.."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return to
}

// notice runs the command that prints the file, at the top of a source.
func notice(t *testing.T, command, dir string, args ...string) (got, said string, err error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), command, args...)
	var out, errs strings.Builder
	c.Dir, c.Stdout, c.Stderr = dir, &out, &errs
	err = c.Run()
	return unix([]byte(out.String())), errs.String(), err
}

// unix is a text with the line ends of Unix.
func unix(b []byte) string { return strings.ReplaceAll(string(b), "\r\n", "\n") }

// isLicense reports whether a file of a module says how it may be used.
func isLicense(name string) bool {
	name = strings.ToUpper(name)
	return strings.HasPrefix(name, "LICENSE") || strings.HasPrefix(name, "LICENCE") || strings.HasPrefix(name, "COPYING") || name == "NOTICE"
}

// A linkedModule is a module in the program, with its licenses by their paths in it: those
// at its top, and those beside or above a package that is linked.
type linkedModule struct {
	path, version string
	licenses      map[string]string
}

// linkedModules are the modules that are linked on any of the systems, in order.
func linkedModules(t *testing.T, systems []string) []linkedModule {
	t.Helper()
	modules := map[string]linkedModule{}
	for _, system := range systems {
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f",
			`{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}`, ".")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			part := strings.Split(strings.TrimSpace(line), "\t")
			if len(part) != 4 {
				continue
			}
			m, ok := modules[part[0]]
			if !ok {
				m = linkedModule{part[0], part[1], map[string]string{}}
				modules[part[0]] = m
			}
			for top, dir := part[2], part[3]; strings.HasPrefix(dir, top); dir = filepath.Dir(dir) {
				m.read(t, top, dir)
			}
		}
	}
	if len(modules) == 0 {
		t.Fatal("no module is linked")
	}
	return slices.SortedFunc(maps.Values(modules), func(a, b linkedModule) int { return strings.Compare(a.path, b.path) })
}

// read reads the licenses in a folder of a module.
func (m linkedModule) read(t *testing.T, top, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !isLicense(e.Name()) || e.Type()&fs.ModeType != 0 {
			continue
		}
		file := filepath.Join(dir, e.Name())
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(top, file)
		if err != nil {
			t.Fatal(err)
		}
		m.licenses[filepath.ToSlash(name)] = unix(b)
	}
}
