package bot

import (
	"testing"

	"oneiros/bot/discord/scripted"
	"oneiros/store/storetest"
)

func TestMain(m *testing.M) {
	if !scripted.ServeApart() {
		storetest.Main(m)
	}
}
