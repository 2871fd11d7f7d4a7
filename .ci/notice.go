// Notice prints the file NOTICE as it goes along with a program: the page of the project,
// and behind it the licenses of the lists that packages of the project embed and of all
// modules that are linked into that program. The licenses ask to be passed on with it.
//
//	go run .ci/notice.go PROGRAM
//	go run .ci/notice.go -bom v0.6.0 PROGRAM
//
// With -bom and a version it prints the software bill of materials instead: the same modules
// in the form of CycloneDX, each with its version, its checksum in the database of Go, and the
// names of its licenses in the list of SPDX.
//
// It runs at the top of the source that the program was built from, and reads the list of
// modules from the program. The same program gives the same bytes. A module without a
// license is an error.
package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licenseclassifier/v2/assets"
)

func main() {
	version := flag.String("bom", "", "print the bill of materials of a program of this version")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/notice.go [-bom VERSION] PROGRAM")
		os.Exit(2)
	}
	b, err := along(flag.Arg(0), *version)
	if err == nil {
		_, err = os.Stdout.Write(b)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notice:", err)
		os.Exit(1)
	}
}

// along is what goes along with a program: its NOTICE, or the bill of materials of a version.
func along(program, version string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, fmt.Errorf("read the modules of the program: %w", err)
	}
	if len(info.Deps) == 0 {
		return nil, fmt.Errorf("%s names no modules", program)
	}
	folders, err := folders(info.Deps)
	if err != nil {
		return nil, err
	}
	if version != "" {
		return bill(info, folders, version)
	}
	return notice(info, folders)
}

func notice(info *debug.BuildInfo, folders map[string]string) ([]byte, error) {
	page, err := os.ReadFile("NOTICE")
	if err != nil {
		return nil, err
	}
	var all bytes.Buffer
	all.Write(lines(page))
	var texts []string
	for _, pattern := range []string{"games/*/LICENSE.*", "bot/*/*/LICENSE.*"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		texts = append(texts, files...)
	}
	for _, file := range texts {
		b, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&all, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), filepath.ToSlash(file), bytes.TrimSpace(lines(b)))
	}
	for _, m := range info.Deps {
		files, err := licenses(folders[m.Path])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		for _, file := range append(files, further[m.Path]...) {
			b, err := os.ReadFile(filepath.Join(folders[m.Path], filepath.FromSlash(file)))
			if err != nil {
				return nil, err
			}
			version := m.Version
			if m.Path == goLicense && file == "LICENSE" {
				version += " and the standard library of Go"
			}
			fmt.Fprintf(&all, "\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 80), m.Path, version, file, bytes.TrimSpace(lines(b)))
		}
	}
	if folders[goLicense] == "" {
		return nil, fmt.Errorf("%s is not linked, so the license of Go is missing", goLicense)
	}
	return all.Bytes(), nil
}

// bill is the bill of materials of a program.
func bill(info *debug.BuildInfo, folders map[string]string, version string) ([]byte, error) {
	classify, err := assets.DefaultClassifier()
	if err != nil {
		return nil, err
	}
	b := cyclonedx.NewBOM()
	main := goModule(cyclonedx.ComponentTypeApplication, info.Main.Path, version)
	main.Licenses = &cyclonedx.Licenses{named("MIT")}
	b.Metadata = &cyclonedx.Metadata{Component: &main}
	std := goModule(cyclonedx.ComponentTypeLibrary, "std", strings.TrimPrefix(info.GoVersion, "go"))
	std.Licenses = &cyclonedx.Licenses{named("BSD-3-Clause")}
	list, needs := []cyclonedx.Component{std}, []string{std.BOMRef}
	for _, m := range info.Deps {
		c := goModule(cyclonedx.ComponentTypeLibrary, m.Path, m.Version)
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(sum) == 32 {
			c.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		files, err := licenses(folders[m.Path])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Path, err)
		}
		under := map[string]bool{}
		for _, file := range append(files, further[m.Path]...) {
			text, err := os.ReadFile(filepath.Join(folders[m.Path], filepath.FromSlash(file)))
			if err != nil {
				return nil, err
			}
			for _, found := range classify.Match(text).Matches {
				if found.MatchType == "License" && m.Path+"/"+file != misread {
					under[found.Name] = true
				}
			}
		}
		if len(under) == 0 {
			return nil, fmt.Errorf("%s has no license that is known", m.Path)
		}
		c.Licenses = &cyclonedx.Licenses{}
		for _, name := range slices.Sorted(maps.Keys(under)) {
			*c.Licenses = append(*c.Licenses, named(name))
		}
		list, needs = append(list, c), append(needs, c.BOMRef)
	}
	b.Components, b.Dependencies = &list, &[]cyclonedx.Dependency{{Ref: main.BOMRef, Dependencies: &needs}}
	var out bytes.Buffer
	err = cyclonedx.NewBOMEncoder(&out, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(b)
	return out.Bytes(), err
}

// misread is a file that lists the licenses of modules, too, which are not linked.
const misread = "modernc.org/sqlite/LICENSE-3RD-PARTY.md"

// goModule is a module of Go in a bill.
func goModule(kind cyclonedx.ComponentType, path, version string) cyclonedx.Component {
	at := "pkg:golang/" + path + "@" + version
	return cyclonedx.Component{BOMRef: at, Type: kind, Name: path, Version: version, PackageURL: at}
}

// named is a license by its name in the list of SPDX, which lacks those of fonts.
func named(name string) cyclonedx.LicenseChoice {
	if name == "Bitstream" {
		return cyclonedx.LicenseChoice{License: &cyclonedx.License{Name: name}}
	}
	return cyclonedx.LicenseChoice{License: &cyclonedx.License{ID: name}}
}

// further are licenses that stand deeper in a module, beside what is linked of it.
var further = map[string][]string{
	"github.com/prometheus/client_golang":  {"internal/github.com/golang/gddo/LICENSE"},
	"golang.org/x/image":                   {"font/gofont/ttfs/README"}, // the fonts of all pictures
	"github.com/hajimehoshi/bitmapfont/v3": {"README.md"},               // the fonts that its letters come from
}

// goLicense is a module whose license is that of Go, word for word. Not every installation
// of Go has the file itself.
const goLicense = "golang.org/x/text"

// folders are where the source of each module stands.
func folders(modules []*debug.Module) (map[string]string, error) {
	args := []string{"list", "-m", "-f", "{{.Path}}\t{{.Version}}\t{{.Dir}}"}
	versions := map[string]string{}
	for _, m := range modules {
		args = append(args, m.Path)
		versions[m.Path] = m.Version
	}
	list := exec.Command("go", args...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m: %w", err)
	}
	folders := map[string]string{}
	for line := range strings.Lines(string(out)) {
		part := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if len(part) != 3 || part[2] == "" {
			return nil, fmt.Errorf("the source of %s is not there; run go mod download", part[0])
		}
		if part[1] != versions[part[0]] {
			return nil, fmt.Errorf("the program has %s %s, and go.mod says %s", part[0], versions[part[0]], cmp.Or(part[1], "nothing"))
		}
		folders[part[0]] = part[2]
	}
	return folders, nil
}

// licenses are the files of a module that say how it may be used, in order.
func licenses(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []string
	licensed := false
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		is := slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING"}, func(p string) bool { return strings.HasPrefix(name, p) })
		if e.Type().IsRegular() && (is || name == "NOTICE") {
			files = append(files, e.Name())
			licensed = licensed || is
		}
	}
	if !licensed {
		return nil, errors.New("there is no license in " + folder)
	}
	return files, nil
}

// lines are a text with the same line ends on every system.
func lines(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
