package kept_test

import (
	"testing"

	"oneiros/bot/localcord/browse"
	"oneiros/games/gametest"
)

func TestMain(m *testing.M) { gametest.Main(browse.Tests{M: m}) }
