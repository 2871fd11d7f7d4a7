// Report reads the output of go test -json from its standard input. It prints what
// failed, the packages, and the slowest tests. It exits with 1 when a test failed.
// It also does so when a test named in the arguments was skipped or did not run.
// The same holds for any other skipped test that is not named after -may-skip.
//
//	go test -json ./... | go run .ci/report.go TestKill 'TestBrowser.*' -may-skip TestFullDisk
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// An event is a line of go test -json.
type event struct {
	Action, Package, Test, Output, ImportPath string
	Elapsed                                   float64
}

// A result is how a test ended.
type result struct {
	name    string
	action  string
	elapsed float64
}

func main() {
	needed, maySkip := os.Args[1:], []string(nil)
	if i := slices.Index(needed, "-may-skip"); i >= 0 {
		needed, maySkip = needed[:i], needed[i+1:]
	}
	results, failed, err := read(os.Stdin)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for _, problem := range check(results, needed, maySkip) {
		fmt.Println(problem)
		failed = true
	}
	if len(results) == 0 {
		fmt.Println("no test ran")
		failed = true
	}
	printSlowest(results)
	if failed {
		os.Exit(1)
	}
}

// read reads all events, and prints the packages and what failed.
func read(r io.Reader) (results []result, failed bool, err error) {
	output := map[string][]string{}
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return results, failed, nil
		}
		if err != nil {
			return nil, true, err
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Print(string(line)) // what the go command itself says
			continue
		}
		key := e.Package + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if e.Action == "build-output" {
				fmt.Print(e.Output)
			}
			output[key] = append(output[key], e.Output)
		case "build-fail":
			failed = true
		case "pass", "skip", "fail":
			if e.Action == "fail" {
				failed = true
				fmt.Printf("FAIL %s\n%s", key, strings.Join(output[key], ""))
			}
			if e.Action == "fail" && e.Test == "" {
				printUnended(output, e.Package)
			}
			if e.Test == "" {
				fmt.Printf("%-4s %7.1f s  %s\n", e.Action, e.Elapsed, e.Package)
			} else {
				results = append(results, result{e.Test, e.Action, e.Elapsed})
			}
			delete(output, key)
		}
	}
}

// printUnended prints what the tests of a package said that never ended. A crash is said in
// one of them.
func printUnended(output map[string][]string, pkg string) {
	for _, key := range slices.Sorted(maps.Keys(output)) {
		if strings.HasPrefix(key, pkg+" Test") || strings.HasPrefix(key, pkg+" Fuzz") {
			fmt.Printf("NOT ENDED %s\n%s", key, strings.Join(output[key], ""))
			delete(output, key)
		}
	}
}

// check lists which of the needed tests did not pass, and which tests were skipped
// that must not be. Names are regular expressions of whole names.
func check(results []result, needed, maySkip []string) (problems []string) {
	for _, name := range needed {
		is := regexp.MustCompile("^(?:" + name + ")$")
		if !slices.ContainsFunc(results, func(r result) bool { return r.action == "pass" && is.MatchString(r.name) }) {
			problems = append(problems, fmt.Sprintf("no test %s passed", name))
		}
	}
	for _, r := range results {
		if r.action != "skip" {
			continue
		}
		if !slices.ContainsFunc(maySkip, func(name string) bool { return regexp.MustCompile("^(?:" + name + ")$").MatchString(r.name) }) {
			problems = append(problems, fmt.Sprintf("%s was skipped", r.name))
		}
	}
	return problems
}

func printSlowest(results []result) {
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(b.elapsed, a.elapsed) })
	fmt.Println("the slowest tests:")
	for _, r := range results[:min(10, len(results))] {
		fmt.Printf("     %7.1f s  %s\n", r.elapsed, r.name)
	}
}
