package chancetest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// broken is set in a process whose tests are to fail.
const broken = "TEST_BROKEN"

// run runs a test of this package in a process of its own, and returns what it prints.
func run(t *testing.T, test string, environment ...string) string {
	t.Helper()
	c := exec.Command(os.Args[0], "-test.run=^"+test+"$", "-test.count=1")
	c.Env = append(os.Environ(), append(environment, broken+"=1")...)
	out, err := c.CombinedOutput()
	if err == nil {
		t.Fatalf("%s does not fail:\n%s", test, out)
	}
	return string(out)
}

func needBroken(t *testing.T) {
	t.Helper()
	if os.Getenv(broken) == "" {
		t.Skip("another test runs it")
	}
}

func TestBroken(t *testing.T) {
	needBroken(t)
	t.Run("it's (a) sub", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			Begin(t)
			t.Chdir(t.TempDir()) // the command names the package even so
			t.Errorf("%d on %s", Seed(t), time.Now().UTC())
		})
	})
	t.Run("fine", func(t *testing.T) { Rand(t) })
	t.Run("panics", func(t *testing.T) {
		Rand(t)
		panic("at the disco")
	})
}

func TestOutside(t *testing.T) {
	needBroken(t)
	Begin(t)
}

func TestSeedless(t *testing.T) {
	needBroken(t)
	Source(t)
}

// TestRepeat reads what tests print that fail.
func TestRepeat(t *testing.T) {
	t.Setenv(seedVariable, "")
	for _, variable := range []string{dayVariable, "TEST_WHOLE", "CI", "TZ", "GOMAXPROCS"} {
		t.Setenv(variable, "")
	}
	plain := run(t, "TestBroken")
	for _, want := range []string{
		`repeat: TEST_SEED=1 go test ./bot/chance/chancetest -run '^TestBroken$/^it'\''s_\(a\)_sub$' -count=1`,
		`repeat: TEST_SEED=1 go test ./bot/chance/chancetest -run '^TestBroken$/^panics$' -count=1`,
		"on 2025-12-25 00:00:00 +0000 UTC",
	} {
		if !strings.Contains(strings.ReplaceAll(plain, "-race ", ""), want) {
			t.Errorf("%q is not in\n%s", want, plain)
		}
	}
	if strings.Count(plain, "repeat:") != 2 || strings.Contains(plain, "fine$") {
		t.Errorf("it is said of others, too, or twice:\n%s", plain)
	}
	other := run(t, "TestBroken", "TEST_SEED=18446744073709551615", "TEST_DAY=2031-03-30T00:59:59", "CI=1", "GOMAXPROCS=2")
	for _, want := range []string{"repeat: TEST_SEED=18446744073709551615 TEST_DAY=2031-03-30T00:59:59 CI=1 GOMAXPROCS=2 go test", "on 2031-03-30 00:59:59 +0000 UTC"} {
		if !strings.Contains(other, want) {
			t.Errorf("%q is not in\n%s", want, other)
		}
	}
	for _, c := range []struct{ test, environment, want string }{
		{"TestSeedless", "TEST_SEED=-1", "TEST_SEED=-1: want a number"},
		{"TestBroken", "TEST_DAY=tomorrow", "TEST_DAY: parsing time"},
		{"TestBroken", "TEST_DAY=1999-12-31T23:59:59", "before a bubble begins"},
		{"TestOutside", "TEST_DAY=", "in no bubble"},
	} {
		if out := run(t, c.test, c.environment); !strings.Contains(out, c.want) {
			t.Errorf("%q is not in\n%s", c.want, out)
		}
	}
}

// TestSource has other luck in another test and with another seed, and the same again.
func TestSource(t *testing.T) {
	first := map[uint64]string{}
	t.Setenv(seedVariable, "3")
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			x, again, luck := Seed(t, "x"), Seed(t, "x"), Rand(t).Uint64()
			if x != again || x == Seed(t, "y") || luck != Rand(t).Uint64() {
				t.Error("what is drawn does not follow from its name")
			}
			first[Seed(t)] = name
			t.Setenv(seedVariable, "4")
			first[Seed(t)] = name + " with another seed"
		})
	}
	if len(first) != 4 {
		t.Errorf("the luck is %v", first)
	}
}
