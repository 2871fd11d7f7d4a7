package bot

import (
	"fmt"
	"os"
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
	storetest.Main(m)
}
