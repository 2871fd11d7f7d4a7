// Release makes the archives of a release in the folder dist: one for each system and
// processor, with a static program, the licenses, the bill of materials and the documents. Beside them is the
// page that verifies matches in a browser. SHA256SUMS holds the checksum of each.
//
//	go run .ci/release.go            # all systems; git names the version
//	go run .ci/release.go -version v0.6.0 -only linux/arm64
//
// The same source, version, commit and release of Go give the same bytes, in any folder and
// on any system. So the linker sets version and commit: a source archive and the build of
// the container have no repository that the go command could read them from.
package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// systems are those that people run the bot on.
var systems = []string{
	"darwin/amd64", "darwin/arm64", "linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64",
}

// documents stand beside the program in each archive.
var documents = []string{
	"LICENSE", "README.md", "CHANGELOG.md", "PRIVACY.md", "TERMS.md", "SECURITY.md", "config.example.toml",
	"docs/*.md", "docs/*.png", "docs/*.txt", "docs/deploy/*.service", "docs/deploy/*.timer",
}

// moment is the time of each file in an archive. It is the earliest that zip can hold.
var moment = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func main() {
	version := flag.String("version", "", "the version (default: as git describes it)")
	commit := flag.String("commit", "", "the commit (default: git's, and none without a repository)")
	only := flag.String("only", "", "one system, such as linux/arm64 (default: all)")
	out := flag.String("out", "dist", "the folder for the archives; it must be empty or absent")
	flag.Parse()
	if err := release(*version, *commit, *only, *out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func release(version, commit, only, out string) error {
	list := systems
	if only != "" {
		if !slices.Contains(systems, only) {
			return fmt.Errorf("-only %s: want one of %s", only, strings.Join(systems, ", "))
		}
		list = []string{only}
	}
	version, commit = cmp.Or(version, git("describe", "--tags", "--always", "--dirty")), cmp.Or(commit, git("rev-parse", "HEAD"))
	if version == "" || strings.ContainsFunc(version, func(r rune) bool { return r <= ' ' || strings.ContainsRune(`/\'"`, r) }) {
		return fmt.Errorf("-version %q: want a version such as v0.6.0", version)
	}
	if strings.ContainsFunc(commit, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		return fmt.Errorf("-commit %q: want hexadecimal digits", commit)
	}
	// What an earlier release left would be beside the new checksums.
	if old, err := os.ReadDir(out); err == nil && len(old) > 0 {
		return fmt.Errorf("the folder %s is not empty; remove it", out)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	fmt.Printf("oneiros %s with %s\n", version, runtime.Version())
	var sums strings.Builder
	for _, system := range list {
		name, b, err := archive(version, commit, system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		if err := os.WriteFile(filepath.Join(out, name), b, 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(b), name)
		fmt.Printf("%6.1f MB  %s\n", float64(len(b))/1e6, name)
	}
	page, err := verifier(version, out)
	if err != nil {
		return fmt.Errorf("%s: %w", verifierName, err)
	}
	fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(page), verifierName)
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// verifierName is the page that verifies matches in a browser. It is the same for all
// systems, so it stands beside the archives.
const verifierName = "verifier.html"

// verifier makes that page.
func verifier(version, out string) ([]byte, error) {
	to := filepath.Join(out, verifierName)
	c := exec.Command("go", "run", "./cmd/verifier", "-version", version, "-out", to)
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return nil, err
	}
	return os.ReadFile(to)
}

// git is what git says in one line, or nothing without a repository.
func git(args ...string) string {
	b, err := exec.Command("git", args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// A file is one file of an archive.
type file struct {
	name    string
	content []byte
	mode    fs.FileMode
}

// archive is the archive of one system and its name.
func archive(version, commit, system string) (string, []byte, error) {
	goos, goarch, _ := strings.Cut(system, "/")
	program, along, err := build(version, commit, goos, goarch)
	if err != nil {
		return "", nil, err
	}
	folder := fmt.Sprintf("oneiros-%s-%s-%s", version, goos, goarch)
	name := "oneiros"
	if goos == "windows" {
		name += ".exe"
	}
	files := []file{{path.Join(folder, name), program, 0o755}, {path.Join(folder, "NOTICE"), along.notice, 0o644}, {path.Join(folder, "oneiros.cdx.json"), along.bill, 0o644}}
	for _, pattern := range documents {
		names, err := filepath.Glob(filepath.FromSlash(pattern)) // in order
		if err != nil || len(names) == 0 {
			return "", nil, fmt.Errorf("there is no %s: %w", pattern, cmp.Or(err, fs.ErrNotExist))
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				return "", nil, err
			}
			// A checkout on Windows may end its lines otherwise.
			files = append(files, file{path.Join(folder, filepath.ToSlash(name)), bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), 0o644})
		}
	}
	if goos == "windows" {
		b, err := zipped(files)
		return folder + ".zip", b, err
	}
	b, err := tarred(files)
	return folder + ".tar.gz", b, err
}

// pages go along with a program: the licenses of all modules that are linked, and its bill
// of materials.
type pages struct{ notice, bill []byte }

// build makes the static program of one system, and what goes along with it.
func build(version, commit, goos, goarch string) (program []byte, along pages, err error) {
	dir, err := os.MkdirTemp("", "oneiros-release-*")
	if err != nil {
		return nil, along, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "oneiros")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.version="+version+" -X main.commit="+commit, "-o", to, "./cmd/oneiros")
	// What else could change the bytes is set to its default.
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch,
		"GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=-mod=readonly", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return nil, along, err
	}
	for _, page := range []struct {
		to   *[]byte
		args []string
	}{{&along.notice, []string{to}}, {&along.bill, []string{"-bom", version, to}}} {
		n := exec.Command("go", append([]string{"run", ".ci/notice.go"}, page.args...)...)
		n.Stderr = os.Stderr
		if *page.to, err = n.Output(); err != nil {
			return nil, along, err
		}
	}
	program, err = os.ReadFile(to)
	return program, along, err
}

func tarred(files []file) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: moment, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := errors.Join(t.Close(), z.Close())
	return b.Bytes(), err
}

func zipped(files []file) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: moment}
		h.SetMode(f.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
