//go:build !js

// Verifier makes a page that verifies matches in a browser. It is one HTML file. It
// opens from a disk, needs no network, and no server gives it out. It holds the rules of all
// games, compiled to WebAssembly: the same code that `oneiros verify` runs.
//
//	go run ./cmd/verifier -out verifier.html
//
// The same source, version and release of Go give the same bytes. So any reader can make
// the page of a release again, and does not have to trust those who gave it to them.
//
// # How it is built
//
// This package is two programs. For a browser it is the checking alone. Everywhere else
// it compiles itself for a browser and puts the result into the page: compressed by
// gzip, in base64, because a page from a disk may read no other file. The page unpacks
// it with DecompressionStream, which all browsers have had since May 2023.
//
// GOOS=wasip1 gives the same size, but a browser has no WASI. TinyGo would be smaller,
// but it lacks parts of reflect and encoding/json that the rules use.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"flag"
	"fmt"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed page.html
var pageHTML string

//go:embed page.js
var script string

//go:embed page.css
var style string

//go:embed words.json
var words string

// shell is the page. What goes into it is ours.
var shell = template.Must(template.New("verifier").Parse(pageHTML))

func main() {
	out := flag.String("out", "verifier.html", "the file to write")
	version := flag.String("version", "", "the version that the page names")
	flag.Parse()
	page, err := build(*version)
	if err == nil {
		err = os.WriteFile(*out, page, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "verifier:", err)
		os.Exit(1)
	}
	fmt.Printf("%6.1f MB  %s\n", float64(len(page))/1e6, *out)
}

// build compiles the rules for a browser and makes the page.
func build(version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "oneiros-verifier-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "rules.wasm")
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", to, "oneiros/cmd/verifier")
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=-mod=readonly", "GOWASM=", "GOEXPERIMENT=", "GOFIPS140=off", "GOWORK=off")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("compile the rules: %w", err)
	}
	rules, err := os.ReadFile(to)
	if err != nil {
		return nil, err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	// It belongs to the release of Go, and runs what that release compiles.
	start, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	return assemble(version, rules, string(start))
}

// assemble puts the page together.
func assemble(version string, rules []byte, start string) ([]byte, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(rules); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	policy := fmt.Sprintf("default-src 'none'; script-src '%s' '%s' 'wasm-unsafe-eval'; style-src '%s'; base-uri 'none'; form-action 'none'", digest(start), digest(script), digest(style))
	var page bytes.Buffer
	err = shell.Execute(&page, map[string]any{
		"Policy": policy, "Version": version, "Words": words,
		"Style": template.CSS(style), "Start": template.JS(start), "Script": template.JS(script),
		"Rules": base64.RawURLEncoding.EncodeToString(packed.Bytes()),
	})
	return page.Bytes(), err
}

// digest names a script or a style in the policy of the page.
func digest(s string) string {
	h := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}
