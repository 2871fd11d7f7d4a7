package main

import (
	"flag"
	"os"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// farewellVariable names the environment variable that sets farewell for a test.
const farewellVariable = "TEST_FAREWELL"

// The test binary is also the program, under the name oneiros: in scripts, and
// for tests that kill it.
func TestMain(m *testing.M) {
	// Whole matches wait for their clocks and not for the processor. So more
	// matches than the processor has cores can be played at once.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	// A program built with the race detector sleeps for a second when it ends. That
	// second would count as time that Oneiros takes to end.
	if os.Getenv("GORACE") == "" {
		if err := os.Setenv("GORACE", "atexit_sleep_ms=0"); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, map[string]func(){
		"oneiros": func() {
			if s := os.Getenv(farewellVariable); s != "" {
				d, err := time.ParseDuration(s)
				if err != nil {
					panic(err)
				}
				farewell = d
			}
			os.Exit(run(os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata"})
}
