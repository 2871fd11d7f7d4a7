package fortress

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/page"
	"oneiros/games/fortress/player"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// contract says which room answers what package games asks of the rules. It keeps nothing.
type contract struct{ view.Contract }

func (contract) Upgrade(version int, position []byte) (rules.State, error) {
	return rules.Upgrade(version, position)
}

func (contract) Replays(version int, o games.Options) bool { return rules.Replays(version, o) }

func (contract) Untold(s *rules.State) { rules.Untold(s) }

func (contract) Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	return player.Choose(env, how, v, legal)
}

func (contract) Advise(v view.View, m kit.Move) []ui.Text { return player.Advise(v, m) }

// presenter says which room answers what package games asks of the pages. It keeps nothing.
type presenter struct{}

func (presenter) Page(v view.View, path string) ui.Page { return page.At(v, path) }

// Fill refuses: the game has no forms.
func (presenter) Fill(view.View, string, []string) (kit.Move, error) {
	return kit.Move{}, games.Refuse("refuse.notation")
}

func (presenter) Summarize(v view.View) games.Summary { return v.Summarize() }

func (presenter) Roles(seats int) []string { return view.Roles(seats) }

func (presenter) Suspects(v view.View) []games.Suspect { return v.Suspects() }

// Aims is whom a move attacks, heals, robs or sends an Insight.
func (presenter) Aims(m kit.Move) games.Seat { return m.Seat }
