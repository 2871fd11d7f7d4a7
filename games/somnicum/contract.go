package somnicum

import (
	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/page"
	"oneiros/games/somnicum/player"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// contract says which room answers what package games asks of the rules. It keeps nothing.
type contract struct{ view.Contract }

func (contract) Upgrade(version int, position []byte) (rules.State, error) {
	return rules.Upgrade(version, position)
}

func (contract) Replays(version int, o games.Options) bool { return rules.Replays(version, o) }

func (contract) Untold(s *rules.State) { rules.Untold(s) }

func (contract) Search(env *games.Env, how games.Strength, seat games.Seat, deal func() rules.State, legal []kit.Move) kit.Move {
	return player.Search(env, how, seat, deal, legal)
}

// presenter says which room answers what package games asks of the pages. It keeps nothing.
type presenter struct{}

func (presenter) Page(v view.View, path string) ui.Page { return page.At(v, path) }

// Fill refuses: the game has no forms.
func (presenter) Fill(view.View, string, []string) (kit.Move, error) {
	return kit.Move{}, games.Refuse("refuse.not-now")
}
