// Package storetest is for tests that keep databases.
package storetest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// memory is where Linux keeps files in memory.
const memory = "/dev/shm"

// room is how much of it has to be free.
const room = 2 << 30

// Main runs the tests of a package, for its TestMain. Their temporary folders are in
// memory where the machine has room for them there, because a database waits for the
// disk after each transaction. The store's tests need a third less of the processor so.
// Nothing of a test has to outlive a loss of power, and what a killed process wrote is
// there all the same. Benchmarks measure the disk, so they keep it.
func Main(m *testing.M) {
	UseMemory()
	os.Exit(m.Run())
}

// UseMemory is what Main does before the tests run. It parses no flags, because the
// tests of the program are also the program.
func UseMemory() {
	bench := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
	if bench || os.Getenv("TMPDIR") != "" || free(memory) < room {
		return
	}
	if err := os.Setenv("TMPDIR", memory); err != nil {
		panic(err)
	}
}
