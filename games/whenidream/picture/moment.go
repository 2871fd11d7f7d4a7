package picture

import (
	"image"

	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/view"
)

// The picture of a dream, in pixels.
const (
	dreamWide  = 800
	dreamEdge  = 32
	dreamRow   = 50
	dreamRows  = 16  // of cards, two in each; a longer dream has only its first cards
	dreamStory = 320 // how high the words of a dream are at most
)

// Dream is a dream that was told: who dreamt, its words, and its cards in the
// order in which they were played. A star is a card that the dream mentions.
func Dream(d view.Dream, cards []view.Card, told, round int) *ui.Picture {
	list := cards[:min(len(cards), 2*dreamRows)]
	title, count := ui.T("moment.picture.title", ui.Name(d.Dreamer)), ui.T("moment.picture.told", told, ui.T("moment.picture.cards", len(cards)))
	var words []ui.Text
	for _, c := range list {
		words = append(words, ui.Literal(c.Element.Word))
	}
	alt := []ui.Text{title, count}
	if d.Story != "" {
		alt = append(alt, ui.Literal(d.Story))
	}
	alt = append(alt, words...)
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		text := paint.Slanted.Size(34)
		inner := dreamWide - 2*dreamEdge
		story := 0
		if d.Story != "" {
			story = min(len(text.Wrap(d.Story, inner-2*dreamEdge))*text.Line()+2*dreamEdge, dreamStory)
		}
		rows := (len(list) + 1) / 2
		c := paint.New(dreamWide, dreamEdge+60+50+16+story+16+rows*dreamRow+dreamEdge, paint.Night)
		y := dreamEdge
		c.Label(paint.Bold.Size(44), say(title), image.Rect(dreamEdge, y, dreamWide-dreamEdge, y+60), paint.Readable, paint.Centre, paint.Gold)
		y += 60
		c.Label(paint.Bold.Size(30), say(count), image.Rect(dreamEdge, y, dreamWide-dreamEdge, y+50), paint.Readable, paint.Centre, paint.Moon)
		y += 66
		if story > 0 {
			c.Panel(image.Rect(dreamEdge, y, dreamWide-dreamEdge, y+story), paint.Violet)
			c.Words(text, d.Story, image.Rect(2*dreamEdge, y+dreamEdge/2, dreamWide-2*dreamEdge, y+story-dreamEdge/2), paint.Readable, paint.Left, paint.Moon)
			y += story + 16
		}
		for i, w := range words {
			left, top := dreamEdge+(i%2)*(inner/2+8), y+(i/2)*dreamRow
			ink := paint.Moon
			if list[i].Told {
				c.Icon(paint.IconStar, image.Rect(left, top+6, left+36, top+42), paint.Gold)
				ink = paint.Gold
			}
			c.Label(paint.Bold.Size(32), say(w), image.Rect(left+46, top, left+inner/2-8, top+dreamRow), paint.Readable, paint.Left, ink)
		}
		return c.Image()
	}, alt, "dream", d.Dreamer, round)
}
