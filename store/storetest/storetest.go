// Package storetest is for tests that keep databases.
package storetest

import (
	"os"
	"path/filepath"
	"runtime/debug"
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
//
// Tests make much garbage and need little memory, so it is collected less often.
func Main(m interface{ Run() int }) {
	UseMemory()
	if !benchmarks() && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(Tests{m}.Run())
}

// Tests are the tests of a package. They stop the server of [Postgres] at their end.
type Tests struct{ M interface{ Run() int } }

// Run runs the tests.
func (t Tests) Run() int {
	code := t.M.Run()
	stopShared()
	return code
}

// UseMemory is what Main does before the tests run. It parses no flags, because the
// tests of the program are also the program.
func UseMemory() {
	if benchmarks() || os.Getenv("TMPDIR") != "" || free(memory) < room {
		return
	}
	if err := os.Setenv("TMPDIR", memory); err != nil {
		panic(err)
	}
}

func benchmarks() bool {
	return slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
}

// OnBoth runs a test on SQLite and on PostgreSQL. place is where store.Open makes a
// new database.
func OnBoth(t *testing.T, test func(t *testing.T, place string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, filepath.Join(t.TempDir(), "oneiros.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, Postgres(t))
	})
}
