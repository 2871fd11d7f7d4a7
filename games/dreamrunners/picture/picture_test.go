package picture

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/dreamrunnerstest"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"cover": Cover, "morning": End(dreamrunnerstest.Ended()), "morning-mine": End(dreamrunnerstest.EndedFor(2))}
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		v := dreamrunnerstest.Crowded(seats, games.Nobody)
		list[fmt.Sprintf("board-%d", seats)] = Board(v)
		list[fmt.Sprintf("reveal-%d", seats)] = Reveal(v)
	}
	v := dreamrunnerstest.Crowded(2, 0)
	list["build-whole"] = buildPicture(v, &largeDesk, view.Hand{})
	list["build-taken"] = buildPicture(v, &largeDesk, view.Hand{Label: "I"})
	v.Draft = v.Draft[:2]
	list["build"] = buildPicture(v, &largeDesk, view.Hand{Label: "D", Turn: 1})
	v.Draft = nil
	for i := range kit.EachNeutral {
		v.Dreamers[0].Segments = append(v.Dreamers[0].Segments, kit.Owned{Label: kit.LabelOf(kit.Bend, 3+i), Segment: kit.Segment(kit.Sets*kit.Shapes + 19 + i)})
	}
	list["build-fresh"] = buildPicture(v, &largeDesk, view.Hand{Label: "L"})
	list["more"] = Places(v, view.Hand{Label: "L"})
	list["build-many"] = buildPicture(v, &largeDesk, view.Hand{Label: "L"})
	list["frozen"] = Built(dreamrunnerstest.Crowded(2, 1))
	list["composition"] = Composition(v, 0)
	list["shop"] = Shop(v)
	list["segments"] = Segments(v, 0)
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) { gametest.Looks(t, words, pictures()) }

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, words, pictures()) }

// mostBytes is how large a picture may be.
const mostBytes = 64_000

// TestPictureSizes draws every tile with what people might build on it: no picture has
// too many bytes.
func TestPictureSizes(t *testing.T) {
	say := gametest.InRussian(t, words)
	most := map[string]int{}
	measure := func(name string, p *ui.Picture) {
		png, err := paint.Encode(p.Draw(say))
		if err != nil {
			t.Fatal(err)
		}
		if most[name] = max(most[name], len(png)); len(png) > mostBytes {
			t.Errorf("%s: a picture of %d bytes", name, len(png))
		}
	}
	for name, p := range pictures() {
		measure(name, p)
	}
	r := rand.New(rand.NewPCG(3, 5))
	for tile := kit.Tile(1); tile <= kit.Tiles; tile++ {
		v := dreamrunnerstest.Crowded(kit.MaxSeats, 0)
		v.Tile, v.Last.Tile = tile, tile
		for i := range v.Dreamers {
			v.Last.Results[i].Draft = scattered(r, v.Dreamers[i].Segments)
		}
		v.Draft = v.Last.Results[0].Draft
		measure("boards", Board(v))
		measure("reveals", Reveal(v))
		measure("builds", buildPicture(v, &largeDesk, view.Hand{Label: "M"}))
	}
	t.Log(most)
}

// scattered places segments by chance, where there is room.
func scattered(r *rand.Rand, segments []kit.Owned) kit.Composition {
	var list kit.Composition
	for _, o := range segments {
		for range 20 {
			p := kit.Piece{Label: o.Label, Segment: o.Segment, Cell: kit.SquareCell(r.IntN(9)), Turn: kit.Turn(r.IntN(kit.Turns))}
			if p.Cells() != nil && list.Overlap(p) == nil {
				list = append(list, p)
				break
			}
		}
	}
	return list
}

// TestSignsDiffer: the shape alone tells every reward, nightmare and effect from the
// others, as small as they are drawn.
func TestSignsDiffer(t *testing.T) {
	seen := map[string]string{}
	see := func(name string, icon *paint.Icon) {
		c := paint.New(18, 18, paint.White)
		c.Icon(icon, image.Rect(0, 0, 18, 18), paint.Ink)
		var shape strings.Builder
		for _, p := range c.Image().Whole().Pix {
			shape.WriteByte(map[bool]byte{true: '#', false: '.'}[paint.Colour(p) == paint.Ink])
		}
		if other, ok := seen[shape.String()]; ok {
			t.Errorf("%s has the shape of %s", name, other)
		}
		seen[shape.String()] = name
	}
	for i, icon := range shardSigns {
		see(kit.Colour(i).String(), icon)
	}
	for name, icon := range map[string]*paint.Icon{"nightmare": dreadSign, "octopus": octopusSign, "bat": batSign, "spider": spiderSign,
		"calm": moonSign, "key": keySign, "coin": coinSign, "chest": chestSign, "intertwined": knotSign, "point": pointSign, "rainbow": bowSigns[0],
		"collect": collectSign, "banish": banishSign, "woke": wokeSign, "total": totalSign} {
		see(name, icon)
	}
}

// TestEndSigns: the sign above all points together is not that of who woke.
func TestEndSigns(t *testing.T) {
	img := End(dreamrunnerstest.Ended()).Draw(gametest.InRussian(t, words))
	shape := func(y, high int) string {
		x, mid := middle(endCell(totalColumn, y, high))
		var b strings.Builder
		for dy := range 34 {
			for dx := range 34 {
				b.WriteByte(map[bool]byte{true: '#', false: '.'}[grey(img.At(x-17+dx, mid-17+dy)) > 100])
			}
		}
		return b.String()
	}
	total, woke := shape(endTop, 46), shape(endTop+52+3*endRow, endRow-6)
	if total == woke || !strings.Contains(total, "#") || !strings.Contains(woke, "#") {
		t.Errorf("the signs of the total and of who woke look alike:\n%s\n%s", total, woke)
	}
}

// TestCoinsStandApart: at the end coins stand behind the sum, which they are no part of, and
// before each name its place.
func TestCoinsStandApart(t *testing.T) {
	if coinColumn != totalColumn+1 {
		t.Fatal("the coins stand before the sum")
	}
	const row = endTop + 52 + endRow
	rich := dreamrunnerstest.Ended()
	second := rich.Ranking()[1]
	rich.Dreamers[second].Coins++
	gametest.Shows(t, words, End(dreamrunnerstest.Ended()), End(rich), endCell(coinColumn, row, endRow))
	tied := dreamrunnerstest.Ended()
	tied.Dreamers[second].Score, tied.Dreamers[second].Coins = tied.Dreamers[tied.Ranking()[0]].Score, tied.Dreamers[tied.Ranking()[0]].Coins
	if tied.Place(second) != 1 || dreamrunnerstest.Ended().Place(second) != 2 {
		t.Error("equal players have different places")
	}
}

// grey is how light a colour is, from 0 to 255.
func grey(c color.Color) int { return int(color.GrayModel.Convert(c).(color.Gray).Y) }

// TestEffectsWithoutColours: the player who sees no colours sees on each segment what
// collects, what banishes and what does both. The sign of each stands out from its ground, and
// one is light where the other is dark.
func TestEffectsWithoutColours(t *testing.T) {
	for shape, band := range bands {
		grounds := map[string]int{}
		for name, m := range map[string]mark{"collect": {collect: true}, "banish": {banish: true}} {
			c := night(40, 40)
			m.badge(c, 20, 20, 36, band[0])
			img := c.Image().Whole() // the middle has the sign, a place near the edge has none
			sign, ground := grey(img.At(20, 20)), grey(img.At(20, 5))
			if sign-ground < 110 && ground-sign < 110 {
				t.Errorf("%s on a segment of shape %d: the sign is as light as %d, its ground as %d", name, shape, sign, ground)
			}
			grounds[name] = ground
		}
		if grounds["collect"]-grounds["banish"] < 60 {
			t.Errorf("shape %d: the grounds are as light as %v", shape, grounds)
		}
	}
}

// cells are the boxes of cells of the picture on which one builds.
func cells(names ...string) []image.Rectangle {
	g := &largeDesk.place
	var list []image.Rectangle
	for _, n := range names {
		c, err := kit.ParseCell(n)
		if err != nil {
			panic(err) // a mistake in the test
		}
		list = append(list, g.box(cellPoint(c)).Inset(-7))
	}
	return list
}

// TestBuildingChanges: what changes in a draft is seen where it lies, and in the tray.
func TestBuildingChanges(t *testing.T) {
	box := largeDesk.tray
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"another place": {func(v *view.View) { v.Draft[3].Cell = kit.SquareCell(6) }, cells("c3", "b4")},
		"turned":        {func(v *view.View) { v.Draft[2].Turn = 3 }, cells("d1", "d2", "d3")},
		"taken back":    {func(v *view.View) { v.Draft = v.Draft[:3] }, append(cells("c3"), box)},
	} {
		t.Run(name, func(t *testing.T) {
			v := dreamrunnerstest.Crowded(2, 0)
			c.change(&v)
			gametest.Shows(t, words, buildPicture(dreamrunnerstest.Crowded(2, 0), &largeDesk, view.Hand{}), buildPicture(v, &largeDesk, view.Hand{}), c.areas...)
		})
	}
}

// TestBoardShowsNoDraft: nothing that a player builds changes the picture of the board.
func TestBoardShowsNoDraft(t *testing.T) {
	v, w := dreamrunnerstest.Crowded(kit.MaxSeats, 0), dreamrunnerstest.Crowded(kit.MaxSeats, 0)
	w.Draft, w.Presses, w.Luck = nil, 7, 9
	if Board(v).Key != Board(w).Key {
		t.Error("a draft changes the key of the board")
	}
}

// TestBoardChanges: what changes on the board is seen where it belongs.
func TestBoardChanges(t *testing.T) {
	seat := func(i int) image.Rectangle { return standingBox(standingTop, i) }
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"ready":  {func(v *view.View) { v.Dreamers[2].Ready = true }, []image.Rectangle{seat(2)}},
		"calm":   {func(v *view.View) { v.Dreamers[0].Calm-- }, []image.Rectangle{seat(0)}},
		"stars":  {func(v *view.View) { v.Dreamers[0].Stars++ }, []image.Rectangle{seat(0)}},
		"points": {func(v *view.View) { v.Dreamers[0].Score.Total++ }, []image.Rectangle{seat(0)}},
		"coins":  {func(v *view.View) { v.Dreamers[1].Coins++ }, []image.Rectangle{seat(1)}},
		"keys":   {func(v *view.View) { v.Dreamers[1].Keys++ }, []image.Rectangle{seat(1)}},
		"shards": {func(v *view.View) { v.Dreamers[3].Shards[kit.Orange]++ }, []image.Rectangle{seat(3)}},
		"awake":  {func(v *view.View) { v.Dreamers[3].Woke = 4 }, []image.Rectangle{seat(3)}},
		"first":  {func(v *view.View) { v.First = 3 }, []image.Rectangle{seat(1), seat(3)}},
		"shop":   {func(v *view.View) { v.Shop[kit.Bend]-- }, []image.Rectangle{shopBox(0)}},
		"stack":  {func(v *view.View) { v.Stacks[kit.Mono]-- }, []image.Rectangle{shopBox(3)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := dreamrunnerstest.Crowded(kit.MaxSeats, games.Nobody)
			c.change(&v)
			gametest.Shows(t, words, Board(dreamrunnerstest.Crowded(kit.MaxSeats, games.Nobody)), Board(v), c.areas...)
		})
	}
}

// TestAltFits: with as many segments as any player has, the pictures in words are short
// enough in both languages.
func TestAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range pictures() {
		for _, lang := range text.Langs {
			n := 0
			for _, x := range p.Alt {
				n += len([]rune(c.Say(lang, x, dreamrunnerstest.PlainWords{}))) + 1
			}
			if t.Logf("%s in %s: %d characters", name, lang, n); n > 1024 {
				t.Errorf("%s in %s: %d characters of 1024", name, lang, n)
			}
		}
	}
}
