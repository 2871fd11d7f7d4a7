package whenidream

import (
	"image"
	"math/rand/v2"
	"strconv"

	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
)

// The samples of a pack: how many are listed, and how many of them are shown as cards.
const (
	sampledWords = 6
	sampledCards = 3
)

// samplePack shows some entries of a pack; see [games.Texts].
func samplePack(pack string, r *rand.Rand) ui.Page {
	g := Glossary(pack)
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
		p.Say(ui.T("pack.sample", bothWords(shown)))
		if len(others) > 0 {
			p.Say(ui.T("pack.sample.others", others))
		}
	}
	p.Show(packCards(cards))
	return p
}

// packCards is a picture of some cards of a pack.
func packCards(list []kit.Element) *ui.Picture {
	var alt []ui.Text
	what := []any{"pack"}
	for _, e := range list {
		alt = append(alt, ui.T("picture.pack", bothWords(e)))
		what = append(what, strconv.Quote(e.Word), strconv.Quote(e.Other))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{partName(""), pictureHeight}, func() *paint.Art { return figure("") })
		for i, e := range list {
			y := 12 + i*128
			c.Tile(404, y, 380, 116, 24, 4, paint.Cream, paint.Amber)
			word := image.Rect(420, y+8, 768, y+108)
			if e.Other != "" {
				word.Max.Y = y + 74
				c.Label(paint.Regular.Size(28), e.Other, image.Rect(420, y+74, 768, y+108), 20, paint.Centre, paint.Ink)
			}
			c.Words(paint.Bold.Size(48), e.Word, word, 26, paint.Centre, paint.Ink)
		}
		return c.Image()
	}, alt, what...)
}
