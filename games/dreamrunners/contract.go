package dreamrunners

import (
	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/page"
	"oneiros/games/dreamrunners/player"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// contract says which room answers what package games asks of the rules. It keeps nothing.
type contract struct{ view.Contract }

func (contract) Upgrade(version int, position []byte) (rules.State, error) {
	return rules.Upgrade(version, position)
}

func (contract) Replays(version int, o games.Options) bool { return rules.Replays(version, o) }

func (contract) Untold(s *rules.State) { rules.Untold(s) }

func (contract) Erase(_, _ rules.State, _ games.Seat, m kit.Move) (kit.Move, error) {
	return rules.Erase(m)
}

func (contract) Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	return player.Choose(env, how, v, legal)
}

// Waits does not depend on the strength, nor on the moves.
func (contract) Waits(_ games.Strength, v view.View, _ []kit.Move) bool { return player.Waits(v) }

// presenter says which room answers what package games asks of the pages. It keeps nothing.
type presenter struct{}

func (presenter) Page(v view.View, path string) ui.Page { return page.At(v, path) }

func (presenter) Fill(v view.View, path string, answers []string) (kit.Move, error) {
	return page.Fill(v, path, answers)
}
