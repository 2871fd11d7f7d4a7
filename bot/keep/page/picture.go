package page

import (
	"cmp"
	"image"
	"slices"
	"strings"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// EndPicture is a picture of a match that is over, to show around, as a PNG. Of a game
// with dreams it is the best one, with its words. Of others it is what everybody saw at
// the end: the board with the result. Above it stand the game and the day, below it who won,
// and the points of all. It is nil if there is none.
func EndPicture(m games.Match, f *screen.Frame, day string) (png []byte, alt string, err error) {
	if !m.Status().Over {
		return nil, "", nil
	}
	p := dreamPicture(m.Summary().Dream)
	if p == nil {
		pictures := m.Pages(games.Viewer{})("").Pictures
		if len(pictures) == 0 {
			return nil, "", nil
		}
		p = pictures[0]
	}
	drawn := screen.Drawn{Frame: f}
	say := func(t ui.Text) string { return f.Say.Say(f.Lang, t, drawn) }
	img := p.Draw(say)
	result := resultOf(m.Status())
	if mounted, ok := paint.Mount(img, endStrip, endStrip, func(c *paint.Canvas) {
		w, h := c.Size()
		c.Label(paint.Bold.Size(40), say(ui.T("name")), image.Rect(endEdge, 0, w*2/3, endStrip), paint.Readable, paint.Left, paint.Gold)
		c.Label(paint.Regular.Size(30), day, image.Rect(w*2/3, 0, w-endEdge, endStrip), paint.Readable, paint.Right, paint.Mist)
		c.Words(paint.Bold.Size(34), say(result), image.Rect(endEdge, h-endStrip, w-endEdge, h), 22, paint.Centre, paint.Moon)
	}); ok {
		img = mounted
	}
	png, err = paint.EncodeAlone(img)
	list := []string{kit.Plain(f, ui.T("name")), day, kit.Plain(f, result)}
	for _, t := range p.Alt {
		list = append(list, kit.Plain(f, t))
	}
	alt, _ = screen.Cut(strings.Join(list, " · "), discord.MaxAlt)
	return png, alt, err
}

// The strips of a picture to show around, in pixels.
const (
	endStrip = 72
	endEdge  = 24
)

// resultOf says who won, and in a game with points how many each player has, from the most on.
func resultOf(s games.Status) ui.Text {
	var winners, points []ui.Text
	for _, seat := range s.Winners {
		winners = append(winners, ui.Name(seat).Text())
	}
	seats := make([]games.Seat, len(s.Scores))
	for i := range seats {
		seats[i] = games.Seat(i)
	}
	slices.SortStableFunc(seats, func(a, b games.Seat) int { return cmp.Compare(s.Scores[b], s.Scores[a]) })
	for _, seat := range seats {
		points = append(points, ui.T("bot.keep.result.points", ui.Name(seat), s.Scores[seat]))
	}
	switch {
	case len(seats) > 0 && s.Scores[seats[0]] > 1: // else it is won or not
		return ui.T("bot.keep.result.all", points)
	case len(winners) > 0:
		return ui.T("bot.keep.result.won", winners)
	}
	return ui.T("bot.keep.result.none")
}

// The picture of a dream, in pixels.
const (
	dreamWide  = 800
	dreamEdge  = 32
	dreamRow   = 50
	dreamRows  = 16  // of cards, two in each; a longer dream has only its first cards
	dreamStory = 320 // how high the words of a dream are at most
)

// dreamPicture is a dream that was told: who dreamt, its words, and its cards in the
// order in which they were played. A star is a card that the dream mentions.
func dreamPicture(d *games.Dream) *ui.Picture {
	if d == nil || len(d.List) == 0 {
		return nil
	}
	list := d.List[:min(len(d.List), 2*dreamRows)]
	title, told := ui.T("bot.keep.dream.title", ui.Name(d.Seat)), ui.T("bot.keep.dream.told", d.Told, ui.T("bot.keep.dream.cards", d.Cards))
	var words []ui.Text
	for _, c := range list {
		words = append(words, ui.Literal(c.Word))
	}
	alt := []ui.Text{title, told}
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
		c.Label(paint.Bold.Size(30), say(told), image.Rect(dreamEdge, y, dreamWide-dreamEdge, y+50), paint.Readable, paint.Centre, paint.Moon)
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
	}, alt, "dream", d.Seat, d.Round)
}
