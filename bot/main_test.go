package bot

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"oneiros/bot/discord/scripted"
	"oneiros/store/storetest"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(readyVar); path != "" { // a process of BenchmarkReady
		if err := startOnce(path); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		return
	}
	if scripted.ServeApart() {
		return
	}
	if raceDetector() {
		// In a bubble of synctest two processors can run timers at once, with one state of
		// the race detector. That crashes the program (go.dev/issue/78156). On one
		// processor it cannot happen, and the detector finds the same.
		runtime.GOMAXPROCS(1)
	}
	storetest.Main(m)
}

// raceDetector reports whether the tests were built with -race.
func raceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
