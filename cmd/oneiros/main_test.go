package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"oneiros/bot/localcord/browse"
	"oneiros/store/storetest"
)

// The test binary is also the program, under the name oneiros: in scripts, and
// for tests that kill it.
func TestMain(m *testing.M) {
	storetest.UseMemory()
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
	// Tests and the programs that they start make much garbage and need little memory, so
	// it is collected less often.
	if os.Getenv("GOGC") == "" {
		const percent = 400
		debug.SetGCPercent(percent)
		if err := os.Setenv("GOGC", strconv.Itoa(percent)); err != nil {
			panic(err)
		}
	}
	testscript.Main(storetest.Tests{M: browse.Tests{M: m}}, map[string]func(){
		"oneiros": func() {
			if err := adapt(); err != nil {
				panic(err)
			}
			os.Exit(run(os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	files := []string{filepath.Join("testdata", "version.txtar"), filepath.Join("testdata", "mistakes.txtar")}
	if !testing.Short() || thorough() {
		var err error
		if files, err = filepath.Glob(filepath.Join("testdata", "*.txtar")); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{
		Files: files,
		Setup: func(env *testscript.Env) error {
			if strings.HasSuffix(env.WorkDir, "-postgres") && storetest.HasPostgres() {
				env.Setenv("ADDRESS", storetest.Postgres(t))
				env.Setenv("OTHER", storetest.Postgres(t))
			}
			if strings.HasSuffix(env.WorkDir, "-discord") {
				return startDiscord(env)
			}
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"deny": denyCommand, "grant": grantCommand, "table": tableCommand, "outage": outageCommand},
		Condition: func(what string) (bool, error) {
			if what != "postgres" {
				return false, fmt.Errorf("there is no condition %s", what)
			}
			return storetest.HasPostgres(), nil
		},
	})
}

// TestAgent: the User-Agent has Discord's form whatever version the build has.
func TestAgent(t *testing.T) {
	form := regexp.MustCompile(`^DiscordBot \(https://[^\s,()]+, [0-9.]+\)( [^\s,()]+)*$`)
	was := version
	defer func() { version = was }()
	for _, v := range []string{"", "(devel)", "0.5.0", "v0.0.0-20261122070000-0123456789ab+dirty"} {
		version = v
		if got := agent(); !form.MatchString(got) || strings.Contains(got, "oneiros-bot") {
			t.Errorf("version %q: the agent is %q", v, got)
		}
	}
}
