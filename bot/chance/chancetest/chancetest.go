// Package chancetest gives tests their luck and their day.
//
// The environment variable TEST_SEED is a number and decides the luck of all tests; it
// is 1 unless it is set. TEST_DAY is the moment at which tests in virtual time begin. A
// test that fails prints both, with the command that repeats it.
package chancetest

import (
	"cmp"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/chance"
)

const (
	seedVariable = "TEST_SEED"
	dayVariable  = "TEST_DAY"
	dayFormat    = "2006-01-02T15:04:05" // in UTC

	// today is a day on which Discord's ids exist: they begin in 2015, and a bubble in 2000.
	today = "2025-12-25T00:00:00"
)

// Source is the luck of a test. Each test has its own, and so has each subtest.
func Source(t testing.TB) chance.Source {
	t.Helper()
	seed, err := strconv.ParseUint(seedText(), 10, 64)
	if err != nil {
		t.Fatalf("%s=%s: want a number from 0 to 2⁶⁴-1", seedVariable, seedText())
	}
	tellHowToRepeat(t)
	return chance.Seeded(seed).Of(t.Name())
}

func seedText() string { return cmp.Or(os.Getenv(seedVariable), "1") }

// Rand is a generator of random numbers of a test, for what the name says.
func Rand(t testing.TB, name ...any) *rand.Rand {
	t.Helper()
	return Source(t).Rand(name...)
}

// Seed is a number that the luck of a test decides, for what the name says.
func Seed(t testing.TB, name ...any) uint64 {
	t.Helper()
	var b [8]byte
	Source(t).Read(b[:], name...)
	return binary.BigEndian.Uint64(b[:])
}

// Begin lets the time of a bubble pass until the day of the tests.
func Begin(t testing.TB) {
	t.Helper()
	text := cmp.Or(os.Getenv(dayVariable), today)
	day, err := time.Parse(dayFormat, text)
	if err != nil {
		t.Fatalf("%s: %v", dayVariable, err)
	}
	left := time.Until(day)
	switch now := time.Now().UTC(); {
	case now.Year() != 2000 || now.YearDay() != 1:
		t.Fatal("the test is in no bubble, or not at its begin")
	case left < 0:
		t.Fatalf("%s=%s: it is before a bubble begins", dayVariable, text)
	}
	tellHowToRepeat(t)
	time.Sleep(left)
}

// told are the names of the running tests that print how they are repeated.
var told sync.Map

// tellHowToRepeat has a test print at its end, when it has failed, how it is repeated.
func tellHowToRepeat(t testing.TB) {
	name := t.Name()
	if _, again := told.LoadOrStore(name, true); again {
		return
	}
	t.Cleanup(func() {
		told.Delete(name)
		if t.Failed() || panics() {
			t.Log("repeat: " + repeat(name))
		}
	})
}

// panics reports whether a panic ends the test: it is not marked as failed before that.
func panics() bool {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for more := true; more; {
		var f runtime.Frame
		if f, more = frames.Next(); f.Function == "runtime.gopanic" {
			return true
		}
	}
	return false
}

// folder is that of the package: some tests change to another.
var folder, folderErr = os.Getwd()

// repeat is the command that runs a test again.
func repeat(name string) string {
	words := []string{seedVariable + "=" + seedText()}
	for _, variable := range []string{dayVariable, "TEST_WHOLE", "CI", "TZ", "GOMAXPROCS"} {
		if value := os.Getenv(variable); value != "" {
			words = append(words, variable+"="+value)
		}
	}
	words = append(words, "go test")
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		words = append(words, "-race")
	}
	var parts []string
	for part := range strings.SplitSeq(name, "/") {
		parts = append(parts, "^"+regexp.QuoteMeta(part)+"$")
	}
	words = append(words, place(), "-run "+quote(strings.Join(parts, "/")), "-count=1")
	if testing.Short() {
		words = append(words, "-short")
	}
	flag.Visit(func(f *flag.Flag) { // of the package
		if !strings.HasPrefix(f.Name, "test.") {
			words = append(words, fmt.Sprintf("-%s=%s", f.Name, quote(f.Value.String())))
		}
	})
	return strings.Join(words, " ")
}

// place names the package as the command does that runs it from the top of the module.
func place() string {
	if folderErr != nil {
		return "."
	}
	for top := folder; ; top = filepath.Dir(top) {
		if _, err := os.Stat(filepath.Join(top, "go.mod")); err == nil {
			below, err := filepath.Rel(top, folder)
			if err != nil {
				return "."
			}
			return "./" + filepath.ToSlash(below)
		}
		if top == filepath.Dir(top) {
			return "."
		}
	}
}

// quote writes a word for a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
