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
// with a best moment it is its picture. Of others it is what every person saw at
// the end: the board with the result. Above it stand the game and the day, below it who won,
// and the points of all. Where it is a player's, a line says how they came out. It is nil if
// there is none.
func EndPicture(m games.Match, f *screen.Frame, day string, of games.Viewer) (png []byte, alt string, err error) {
	end, alt := ending(m, f, day, of)
	if end.img == nil {
		return nil, "", nil
	}
	png, err = paint.EncodeAlone(end.mounted(f, day, 0))
	return png, alt, err
}

// ending is [EndPicture] before it is mounted and encoded. It has no image if there is none.
func ending(m games.Match, f *screen.Frame, day string, of games.Viewer) (end still, alt string) {
	if !m.Status().Over {
		return still{}, ""
	}
	var p *ui.Picture
	if best := m.Summary().Moment; best != nil {
		p = best.Picture
	}
	if p == nil {
		pictures := m.Pages(games.Viewer{})("").Pictures
		if len(pictures) == 0 {
			return still{}, ""
		}
		p = pictures[0]
	}
	result := resultOf(m.Status())
	list := []string{kit.Plain(f, ui.T("name")), day, kit.Plain(f, result)}
	below := []ui.Text{result}
	if own := ownResult(m, of); !own.IsZero() {
		below = append([]ui.Text{own}, below...)
		list = append(list, kit.Plain(f, own))
	}
	for _, t := range p.Alt {
		list = append(list, kit.Plain(f, t))
	}
	alt, _ = screen.Cut(strings.Join(list, " · "), discord.MaxAlt)
	return stillOf(p, f, below...), alt
}

// still is a picture of a match, which stands between the game and the day, and some lines below.
type still struct {
	img   image.Image
	below []ui.Text
}

func stillOf(p *ui.Picture, f *screen.Frame, below ...ui.Text) still {
	return still{p.Draw(func(t ui.Text) string { return drawn(f, t) }), below}
}

// drawn says a text for a picture.
func drawn(f *screen.Frame, t ui.Text) string { return f.Say.Say(f.Lang, t, screen.Drawn{Frame: f}) }

// strip is how high the lines below are.
func (s still) strip() int { return max(len(s.below), 1) * endStrip }

// high is how high all of it is.
func (s still) high() int { return endStrip + s.img.Bounds().Dy() + s.strip() }

// mounted is all of it, at least so many pixels high. A picture that is not painted here stays as
// it is.
func (s still) mounted(f *screen.Frame, day string, high int) image.Image {
	say := func(t ui.Text) string { return drawn(f, t) }
	strip := s.strip()
	if is, ok := paint.Mount(s.img, endStrip, strip, high, func(c *paint.Canvas) {
		w, h := c.Size()
		c.Label(paint.Bold.Size(40), say(ui.T("name")), image.Rect(endEdge, 0, w*2/3, endStrip), paint.Readable, paint.Left, paint.Gold)
		c.Label(paint.Regular.Size(30), day, image.Rect(w*2/3, 0, w-endEdge, endStrip), paint.Readable, paint.Right, paint.Mist)
		for i, line := range s.below {
			at := image.Rect(endEdge, h-strip+i*endStrip, w-endEdge, h-strip+(i+1)*endStrip)
			c.Words(paint.Bold.Size(34), say(line), at, 22, paint.Centre, paint.Moon)
		}
	}); ok {
		return is
	}
	return s.img
}

// ownResult says how a player came out: their role, where the game has one for the whole
// match, and their place among the points. It is zero for the public and where there is neither.
func ownResult(m games.Match, of games.Viewer) ui.Text {
	seat, seated := of.Seat()
	s := m.Status()
	if !seated {
		return ui.Text{}
	}
	roles := slices.DeleteFunc(m.Summary().Roles, func(r games.RoleCount) bool { return r.Seat != seat })
	switch {
	case int(seat) < len(s.Scores) && slices.Max(s.Scores) > 1:
		place := 1
		for _, n := range s.Scores {
			if n > s.Scores[seat] {
				place++
			}
		}
		return ui.T("bot.keep.result.place", ui.Name(seat), place, len(s.Scores))
	case len(roles) == 1 && roles[0].Times == 1:
		won := "bot.keep.result.lost.as"
		if slices.Contains(s.Winners, seat) {
			won = "bot.keep.result.won.as"
		}
		return ui.T(won, ui.Name(seat), ui.T("role."+roles[0].Role))
	}
	return ui.Text{}
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
