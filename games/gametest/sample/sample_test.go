package sample_test

import (
	"testing"

	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
)

func TestGame(t *testing.T) { gametest.Run(t, sample.Game()) }

func FuzzGame(f *testing.F) { gametest.Fuzz(f, sample.Game()) }
