package player_test

import (
	"testing"

	"oneiros/games/gametest"
)

func TestMain(m *testing.M) { gametest.Main(m) }
