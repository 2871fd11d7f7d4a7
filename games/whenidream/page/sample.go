package page

import (
	"math/rand/v2"

	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/picture"
)

// The samples of a pack: how many are listed, and how many of them are shown as cards.
const (
	sampledWords = 6
	sampledCards = 3
)

// Sample shows some entries of a pack; see [games.Texts].
func Sample(text string, r *rand.Rand) ui.Page {
	g := pack.Glossary(text)
	t := g.Tongue(kit.Russian)
	var p ui.Page
	var cards []kit.Element
	for _, i := range r.Perm(g.Size())[:min(sampledWords, g.Size())] {
		shown := g.Element(i+1, t)
		if len(cards) < sampledCards {
			cards = append(cards, shown)
		}
		var others []ui.Text
		for _, t := range []kit.Tongue{kit.Russian, kit.English} {
			for _, a := range g.Others(i+1, t) {
				others = append(others, ui.Literal(a))
			}
		}
		p.Say(ui.T("pack.sample", label.Words(shown)))
		if len(others) > 0 {
			p.Say(ui.T("pack.sample.others", others))
		}
	}
	p.Show(picture.Pack(cards))
	return p
}
