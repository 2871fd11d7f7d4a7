package picture

import (
	"image"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// The layout of the board: the tile and the shop side by side, and below what each player
// has.
const (
	boardWide   = 800
	boardCell   = 120
	boardTop    = 8
	boardTile   = 8
	boardShop   = 382
	standingTop = boardTop + 3*boardCell + 12
	standingGap = 4
)

// scenes are the game's grounds, by their size.
var scenes = paint.Scenes[image.Point]{Own: looks}

// night is a canvas with the night sky.
func night(wide, high int) *paint.Canvas {
	return scenes.Canvas(image.Pt(wide, high), func() *paint.Art {
		a := paint.NewArt(wide, high)
		a.Sky(24, 41, paint.Hex(0x17184f), paint.Hex(0x0c0d33))
		return a
	})
}

// standingBox is where a player's panel is, below a line.
func standingBox(top, seat int) image.Rectangle {
	y := top + seat*(standingHigh+standingGap)
	return image.Rect(8, y, boardWide-8, y+standingHigh)
}

// shopBox is where a segment of the shop lies.
func shopBox(i int) image.Rectangle {
	wide, high := (boardWide-8-boardShop)/2, (3*boardCell-56)/2
	x, y := boardShop+i%2*wide, boardTop+56+i/2*high
	return image.Rect(x+4, y+2, x+wide-2, y+high-4)
}

// Board is the picture of the table: the tile, the shop, and what every player has. It
// shows nothing of what any player builds.
func Board(v view.View) *ui.Picture {
	squares, _ := v.Tile.Card().Seen(v.Turns)
	what := []any{"board", squares, shopLook(v)}
	alt := []ui.Text{tileAlt(v.Tile, v.Turns), shopAlt(v)}
	for i := range v.Dreamers {
		d := &v.Dreamers[i]
		what = append(what, d.Coins, d.Keys, d.Shards, d.Woke > 0, changes(d), v.Ready(i), v.First == games.Seat(i), v.Shops(i))
		if d.Woke == 0 {
			what = append(what, d.Calm, d.Stars, d.Score.Total)
		}
		alt = append(alt, standingAlt(v, i))
	}
	return ui.Draw(func(say func(ui.Text) string) image.Image {
		letters := shardLetters(say)
		c := night(boardWide, standingTop+len(v.Dreamers)*(standingHigh+standingGap)+4)
		g := &grid{x: boardTile, y: boardTop, cell: boardCell}
		g.tile(c, looksOf(v.Tile, v.Turns), letters)
		shop(c, v, letters)
		for i := range v.Dreamers {
			s := standingOf(v, i, say)
			standingRow(c, standingBox(standingTop, i), &s, letters)
		}
		return c.Image()
	}, alt, what...)
}

// shopLook is what is seen of the shop, for the key of a picture.
func shopLook(v view.View) []any {
	var list []any
	for _, shape := range kit.ShownShapes {
		if s := v.Shop[shape]; s != 0 {
			b := loose(shape.String(), s, 0)
			list = append(list, b.look(), v.Stacks[shape])
		} else {
			list = append(list, 0)
		}
	}
	return list
}

// standingOf is how a player's panel is drawn.
func standingOf(v view.View, i int, say func(ui.Text) string) standing {
	d := &v.Dreamers[i]
	return standing{
		name: say(ui.Name(i).Text()), calm: d.Calm, step: d.Stars, total: d.Score.Total, coins: d.Coins, keys: d.Keys, shards: d.Shards,
		ready: v.Ready(i), first: v.First == games.Seat(i), out: d.Woke > 0,
		turn: v.Shops(i), was: d.Before(),
	}
}

// changes are what changed since the last sand ran out, in signs.
func changes(d *view.Dreaming) string {
	now, was := d.Goods(), d.Before()
	var list []string
	add := func(sign string, n int) {
		if n != 0 {
			list = append(list, sign+label.Signed(n))
		}
	}
	add("🌙", now.Calm-was.Calm)
	add("⭐", now.Stars-was.Stars)
	add("🪙", now.Coins-was.Coins)
	add("🗝️", now.Keys-was.Keys)
	for i, n := range now.Shards {
		add(label.ShardDots[i], n-was.Shards[i])
	}
	return strings.Join(list, " ")
}

// shop draws the segments that can be bought.
func shop(c *paint.Canvas, v view.View, letters [kit.Colours]string) {
	x, y := boardShop+12, boardTop+4
	for _, s := range []struct {
		n    int
		k    token
		word string
	}{{kit.Price, tokenCoin, "L I D M"}, {kit.CalmPrice, tokenCoin, ""}} {
		s.k.draw(c, image.Rect(x, y, x+40, y+40), letters)
		c.Label(paint.Bold.Size(30), times(s.n), image.Rect(x+46, y, x+100, y+40), 22, paint.Left, paint.Moon)
		c.Icon(paint.IconNext, image.Rect(x+98, y+8, x+122, y+32), paint.Mist)
		if s.word != "" {
			b := loose("", kit.StartSegment(0, kit.Duo), 0)
			for i := range b.cells {
				b.cells[i].mark = mark{}
			}
			b.draw(c, image.Rect(x+126, y, x+180, y+40), 26)
		} else {
			tokenCalm.draw(c, image.Rect(x+128, y+2, x+164, y+38), letters)
		}
		x += 190
	}
	for i, shape := range kit.ShownShapes {
		shelf(c, shopBox(i), v, shape, 52)
	}
}

// shopAlt is the shop in words.
func shopAlt(v view.View) ui.Text {
	var list []ui.Text
	for _, shape := range kit.ShownShapes {
		if s := v.Shop[shape]; s != 0 {
			list = append(list, ui.T("shop.alt.segment", ui.Literal(shape.String()), label.Segment(s), v.Stacks[shape]))
		}
	}
	if len(list) == 0 {
		return ui.T("shop.alt.empty")
	}
	return ui.T("shop.alt", list)
}

// standingAlt is what a player has, in words.
func standingAlt(v view.View, i int) ui.Text {
	d := &v.Dreamers[i]
	if d.Woke > 0 {
		return ui.T("standing.alt.woke", ui.Name(i), d.Coins, d.Keys, shardsAlt(d))
	}
	var notes []ui.Text
	if v.First == games.Seat(i) {
		notes = append(notes, ui.T("standing.alt.first"))
	}
	if v.Ready(i) {
		notes = append(notes, ui.T("standing.alt.ready"))
	}
	if v.Shops(i) {
		notes = append(notes, ui.T("standing.alt.shops"))
	}
	if s := changes(d); s != "" {
		notes = append(notes, ui.T("standing.alt.changes", ui.Literal(s)))
	}
	more := ui.Text{}
	if len(notes) > 0 {
		more = ui.T("standing.alt.notes", notes)
	}
	return ui.T("standing.alt", ui.Name(i), d.Score.Total, d.Calm, starSpace(d.Stars), d.Coins, d.Keys, shardsAlt(d), more)
}

// shardsAlt are the shards that a player has, in signs, or a dash.
func shardsAlt(d *view.Dreaming) ui.Text {
	if s := label.Haul(kit.Haul{Shards: d.Shards}); s != "" {
		return ui.Literal(strings.ReplaceAll(s, "+", ""))
	}
	return ui.Literal("–")
}

// starSpace is a space of the star track.
func starSpace(n int) ui.Text {
	if n == kit.Top {
		return ui.T("stars.top")
	}
	return ui.Literal(strconv.Itoa(kit.StarTrack[n]))
}
