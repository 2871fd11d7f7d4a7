// Package picture draws When I Dream: the roles, the bed, the word of a spirit, the bubbles of the
// dreamer, the cards of a night, the record of its clues, and the end.
//
// # Why it stands apart
//
// A picture is drawn from a view and knows nothing of the page that it stands on. What is drawn where
// is geometry and paint, and no page needs it. So a page asks for a picture by its subject, and how
// much lower than others the ledger is.
//
// # What is drawn
//
// A picture is sent again whenever it changes, and Discord's clients load it again.
// At night the board changes with every clue, so its picture shows only who sleeps.
// A spirit's picture changes with the card and with the marks of the sand. Clues are
// words beside it. The dreamer's picture shows the clues and changes with each one:
// the dreamer has nothing else to look at.
//
// The dusk has the roles and the bed, the day has the cards of the night in order, and the
// end has the morning and how the points went.
//
// The picture of a role depends on the role and the language alone. So its name
// gives no secret away.
package picture

import (
	"image"

	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/view"
)

// The size of a picture. The pictures of a panel are low: on a phone words and buttons
// stand below them. The cards of a night are higher if there are more.
const (
	Width         = 800
	pictureHeight = 400
	PanelHeight   = 280
)

// Portrait is the picture of a role; of the dreamer's, for the empty one.
func Portrait(r kit.Role) *ui.Picture {
	name := "dreamer"
	if r != "" {
		name = string(r)
	}
	alt := []ui.Text{ui.T("picture.role", label.Role(r)), ui.T("picture." + name)}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{name, PanelHeight}, func() *paint.Art { return figure(r) })
		text := image.Rect(400, 14, 776, 50)
		c.Label(paint.Regular.Size(28), say(ui.T("picture.you")), text, 20, paint.Centre, paint.Mist)
		text = image.Rect(400, 48, 776, 122)
		c.Label(paint.Slanted.Size(58), say(label.Role(r)), text, 30, paint.Centre, paint.Moon)
		goal(c, r, say)
		return c.Image()
	}, alt, "role", name)
}

// goal draws what a role wants, as cards. These are yellow ones, blue ones, or
// the same number of both. Under the mask it is the dream.
func goal(c *paint.Canvas, r kit.Role, say func(ui.Text) string) {
	box := image.Rect(400, 132, 776, 212)
	mid := (box.Min.X + box.Max.X) / 2
	card := func(x int, side kit.Side) { token(c, x-32, box.Min.Y, side) }
	switch r {
	case kit.Good:
		card(mid-72, kit.Yellow)
		card(mid, kit.Yellow)
		card(mid+72, kit.Yellow)
	case kit.Bad:
		card(mid-72, kit.Blue)
		card(mid, kit.Blue)
		card(mid+72, kit.Blue)
	case kit.Trickster:
		card(mid-58, kit.Yellow)
		c.Label(paint.Bold.Size(48), "=", image.Rect(mid-30, box.Min.Y, mid+30, box.Max.Y), 48, paint.Centre, paint.Moon)
		card(mid+58, kit.Blue)
	default:
		card(mid-72, kit.Yellow)
		c.Label(paint.Bold.Size(48), "+", image.Rect(mid-30, box.Min.Y, mid+30, box.Max.Y), 48, paint.Centre, paint.Moon)
		c.Icon(paint.IconCloud, image.Rect(mid+28, box.Min.Y, mid+108, box.Max.Y), paint.Moon)
	}
	c.Words(paint.Regular.Size(28), say(ui.T("picture.goal."+label.PartName(r))),
		image.Rect(box.Min.X, 216, box.Max.X, 276), 22, paint.Centre, paint.Mist)
}

// token draws a small card of a side, 64 by 80, with the side's sign.
func token(c *paint.Canvas, x, y int, side kit.Side) {
	ground, edge, ink, icon := livery(side)
	c.Tile(x, y, 64, 80, 12, 3, ground, edge)
	c.Icon(icon, image.Rect(x+14, y+22, x+50, y+58), ink)
}

// livery is how a side looks: its colours, and the sign that says the same.
func livery(side kit.Side) (ground, edge, ink paint.Colour, icon *paint.Icon) {
	switch side {
	case kit.Yellow:
		return paint.Cream, paint.Amber, paint.Ink, paint.IconCheck
	case kit.Blue:
		return paint.Frost, paint.Blue, navy, paint.IconCross
	case kit.Penalty:
		return paint.Rose, paint.Red, paint.Ink, paint.IconStar
	default:
		return lilac, paint.Violet, paint.Ink, paint.IconBed
	}
}

// The inks of this game beside those of all games.
const (
	navy  = paint.Own + iota // dark words, and the edge of the blue side
	lilac                    // a card that stays in the bed
)

// scenes are the game's paintings: five of one height, and the dawn in some twenty.
var scenes = paint.Scenes[scene]{Own: []uint32{navy - paint.Own: 0x1b2f73, lilac - paint.Own: 0xe2d6ff}}

type scene struct {
	name   string
	height int
}

// Bedside is the picture of a night before and after it: who sleeps, and which
// night it is.
func Bedside(v view.View) *ui.Picture {
	alt := []ui.Text{ui.T("picture.night", v.Round, v.Rounds), ui.T("picture.sleeps", ui.Name(v.Dreamer))}
	round, rounds, who := v.Round, v.Rounds, ui.T("picture.sleeps", ui.Name(v.Dreamer))
	if !label.Seated(v, v.Dreamer) {
		who = ui.Text{}
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		c := scenes.Canvas(scene{"bed", pictureHeight}, sleeper)
		c.Label(paint.Slanted.Size(52), say(ui.T("picture.night", round, rounds)),
			image.Rect(36, 28, 470, 96), 30, paint.Left, paint.Moon)
		if !who.IsZero() {
			c.Label(paint.Bold.Size(32), say(who), image.Rect(36, 96, 470, 144), 24, paint.Left, paint.Gold)
		}
		// A moon for every night: those that are over are waned to a dot.
		for i := range rounds {
			box := image.Rect(36+i*44, 156, 70+i*44, 190)
			switch {
			case i+1 < round:
				c.Fill(new(paint.Path).Circle(float64(box.Min.X)+17, 173, 6), paint.Mist)
			case i+1 == round:
				c.Icon(paint.IconMoon, box, paint.Gold)
			default:
				c.Icon(paint.IconMoon, image.Rect(box.Min.X+5, box.Min.Y+5, box.Max.X-5, box.Max.Y-5), paint.Mist)
			}
		}
		return c.Image()
	}, alt, "bed", round, rounds, who)
}
