package page

import (
	"os"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/gametest"
)

// words is a game that has the words of Dream Runners and nothing else.
var words = games.Define[struct{}, kit.Move, view.View](games.Info{Locale: os.DirFS("..")}, nil, nil)

func TestMain(m *testing.M) { gametest.Main(m) }
