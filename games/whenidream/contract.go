package whenidream

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/player"
	"oneiros/games/whenidream/view"
)

// contract says which room answers what package games asks of the rules. It keeps nothing.
type contract struct{ view.Contract }

func (contract) Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	return player.Choose(env, how, v, legal)
}

func (contract) Waits(how games.Strength, v view.View, legal []kit.Move) bool {
	return player.Waits(how, v, legal)
}

func (contract) Warm() { player.Warm() }

// presenter says which room answers what package games asks of the pages. It keeps nothing.
type presenter struct{}

func (presenter) Page(v view.View, path string) ui.Page { return page.At(v, path) }

func (presenter) Fill(v view.View, path string, answers []string) (kit.Move, error) {
	return page.Fill(v, path, answers)
}

func (presenter) Summarize(v view.View) games.Summary { return page.Summarize(v) }
