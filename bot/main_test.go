package bot

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"oneiros/bot/discord/scripted"
	"oneiros/games/gametest"
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
	storetest.Main(m)
}

// among are some of many examples: all of them where CI is set, and elsewhere each so many.
func among[T any](list []T, usual, short int) []T {
	every := gametest.Often(1, usual, short)
	var some []T
	for i := len(list) % every; i < len(list); i += every {
		some = append(some, list[i])
	}
	return some
}

// casesAmong are the names of some of many cases: see [among].
func casesAmong[C any](cases map[string]C, usual, short int) []string {
	return among(slices.Sorted(maps.Keys(cases)), usual, short)
}
