package picture

import (
	"os"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
)

// words is a game that has the words of Somnicum and nothing else.
var words = games.Define[struct{}, kit.Move, view.View](games.Info{Locale: os.DirFS("..")}, nil, nil)

func TestMain(m *testing.M) { gametest.Main(m) }
