package gateway

import (
	"os"
	"testing"

	"oneiros/bot/discord/scripted"
)

func TestMain(m *testing.M) { os.Exit(scripted.Waiting{M: m}.Run()) }
