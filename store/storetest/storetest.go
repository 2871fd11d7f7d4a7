// Package storetest is for tests that keep databases.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
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
	removeServers()
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

// prepare is what [Prepare] was given.
var prepare func(ctx context.Context, place string) error

// Prepare says how an empty database becomes one of this version, for a TestMain. It is
// done once for each kind of database, and all that tests get are copies: a migration
// costs ten copies. Without it they get empty ones.
func Prepare(do func(ctx context.Context, place string) error) { prepare = do }

// OnBoth runs a test on SQLite and on PostgreSQL. place is where store.Open opens a
// database in which nothing was saved.
func OnBoth(t *testing.T, test func(t *testing.T, place string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, File(t))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		if prepare == nil {
			test(t, Postgres(t))
		} else {
			test(t, Shared(t).Database(t))
		}
	})
}

// File returns the path of a database of SQLite in which nothing was saved. It is alone
// in its folder.
func File(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oneiros.db")
	if prepare == nil {
		return path
	}
	file, err := prepared()
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// prepared is the content of a file as [Prepare] prepares it.
var prepared = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "prepared")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "oneiros.db")
	if err := prepare(context.Background(), path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
