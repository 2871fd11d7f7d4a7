package dreamrunners

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// fullest is the tile with most to draw.
func fullest() kit.Tile {
	best, most := kit.Tile(1), 0
	for t := kit.Tile(1); t <= kit.Tiles; t++ {
		n := 0
		for _, q := range t.Card().Squares {
			n += len(q.Rewards)
			if q.Kind != kit.Empty {
				n++
			}
		}
		if n > most {
			best, most = t, n
		}
	}
	return best
}

// crowded is what a seat sees of a table in the fifth round. It has everything that a
// picture can show. The public has a negative seat.
func crowded(seats int, me games.Seat) View {
	v := View{Me: me, Phase: kit.Building, Round: 5, Tile: fullest(), First: 1, Shopper: games.Nobody, Stacks: [kit.Shapes]int{6, 5, 4, 3}}
	for shape := range kit.Shapes {
		v.Shop[shape] = kit.Segment(kit.Sets*kit.Shapes + kit.EachNeutral*(shape+1) - 1)
	}
	for i := range seats {
		d := Dreaming{Set: i + 1, Calm: 22 - 6*i, Stars: 2 * i, Coins: 3 + 4*i, Keys: i, Shards: [kit.Colours]int{i, 1, 0, 2}, Ready: i == 1}
		for _, s := range kit.ShownShapes {
			d.Segments = append(d.Segments, kit.Owned{Label: kit.LabelOf(s, 1), Segment: kit.StartSegment(i, s)})
		}
		d.Segments = append(d.Segments, kit.Owned{Label: "L2", Segment: kit.Segment(kit.Sets*kit.Shapes + 20)}, kit.Owned{Label: "M2", Segment: kit.Segment(kit.Sets*kit.Shapes + 1)})
		d.Score = kit.Score{Stars: kit.StarTrack[d.Stars], Calm: d.Calm, Points: i, Total: kit.StarTrack[d.Stars] + d.Calm + i}
		v.Dreamers = append(v.Dreamers, d)
	}
	if me >= 0 {
		v.Draft = composed(int(me))
	}
	v.Last = kit.Reveal{Round: 4, Tile: v.Tile, First: 1}
	for i := range seats {
		v.Last.Results = append(v.Last.Results, kit.Result{Draft: composed(i), Before: 20, Calm: 17 + 2*i, Steps: i % 2,
			Uncovered: 1, Outside: 1, Harms: []kit.Harm{{Square: 0, Kind: kit.Nightmare, Loss: 2}}, Gains: []kit.Gain{{Square: 2, Kind: kit.Treasure, Times: 1, Haul: kit.Haul{Coins: 2}}}})
	}
	return v
}

// composed is a composition of the start segments of a seat, a cell of which is outside.
func composed(seat int) []kit.Piece {
	return []kit.Piece{
		{Label: "L", Segment: kit.StartSegment(seat, kit.Bend), Cell: kit.SquareCell(0), Turn: 1}, {Label: "I", Segment: kit.StartSegment(seat, kit.Trio), Cell: kit.SquareCell(8), Turn: 0},
		{Label: "D", Segment: kit.StartSegment(seat, kit.Duo), Cell: kit.SquareCell(2), Turn: 1}, {Label: "M", Segment: kit.StartSegment(seat, kit.Mono), Cell: kit.SquareCell(4), Turn: 0},
	}
}

// ended4 is the public view of the end.
func ended4() View {
	v := crowded(kit.MaxSeats, games.Nobody)
	v.Phase, v.Winners, v.Round = kit.Over, []games.Seat{1, 3}, kit.Rounds
	v.Dreamers[2].Woke = 6
	v.Way = [][]int{{20, 18, 21, 19, 24, 22, 25, 23, 22}, {20, 19, 22, 23, 27, 25, 26, 28, 26}, {20, 16, 12, 9, 5, 3, 0}, {20, 21, 24, 22, 26, 30, 29, 33, 37}}
	return v
}

// endedFor is what a seat sees of the end.
func endedFor(seat games.Seat) View {
	v := ended4()
	v.Me = seat
	return v
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"cover": cover, "morning": morning(ended4()), "morning-mine": morning(endedFor(2))}
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		v := crowded(seats, games.Nobody)
		list[fmt.Sprintf("board-%d", seats)] = boardPicture(v)
		list[fmt.Sprintf("reveal-%d", seats)] = revealPicture(v)
	}
	v := crowded(2, 0)
	list["build-whole"] = buildPicture(v, &largeDesk, hand{})
	list["build-taken"] = buildPicture(v, &largeDesk, hand{label: "I"})
	v.Draft = v.Draft[:2]
	list["build"] = buildPicture(v, &largeDesk, hand{label: "D", turn: 1})
	v.Draft = nil
	for i := range kit.EachNeutral {
		v.Dreamers[0].Segments = append(v.Dreamers[0].Segments, kit.Owned{Label: kit.LabelOf(kit.Bend, 3+i), Segment: kit.Segment(kit.Sets*kit.Shapes + 19 + i)})
	}
	list["build-fresh"] = buildPicture(v, &largeDesk, hand{label: "L"})
	list["more"] = smallPicture(v, hand{label: "L"})
	list["build-many"] = buildPicture(v, &largeDesk, hand{label: "L"})
	list["frozen"] = stillPicture(crowded(2, 1))
	list["composition"] = compositionPicture(v, 0)
	list["shop"] = shopPicture(v)
	list["segments"] = segmentsPicture(v, 0)
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) { gametest.Looks(t, Game, pictures()) }

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, Game, pictures()) }

// mostBytes is how large a picture may be.
const mostBytes = 64_000

// TestPictureSizes draws every tile with what people might build on it: no picture has
// too many bytes.
func TestPictureSizes(t *testing.T) {
	say := gametest.InRussian(t, Game)
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
		v := crowded(kit.MaxSeats, 0)
		v.Tile, v.Last.Tile = tile, tile
		for i := range v.Dreamers {
			v.Last.Results[i].Draft = scattered(r, v.Dreamers[i].Segments)
		}
		v.Draft = v.Last.Results[0].Draft
		measure("boards", boardPicture(v))
		measure("reveals", revealPicture(v))
		measure("builds", buildPicture(v, &largeDesk, hand{label: "M"}))
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
	img := morning(ended4()).Draw(gametest.InRussian(t, Game))
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
	rich := ended4()
	second := rich.ranking()[1]
	rich.Dreamers[second].Coins++
	gametest.Shows(t, Game, morning(ended4()), morning(rich), endCell(coinColumn, row, endRow))
	tied := ended4()
	tied.Dreamers[second].Score, tied.Dreamers[second].Coins = tied.Dreamers[tied.ranking()[0]].Score, tied.Dreamers[tied.ranking()[0]].Coins
	if tied.place(second) != 1 || ended4().place(second) != 2 {
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
		change func(*View)
		areas  []image.Rectangle
	}{
		"another place": {func(v *View) { v.Draft[3].Cell = kit.SquareCell(6) }, cells("c3", "b4")},
		"turned":        {func(v *View) { v.Draft[2].Turn = 3 }, cells("d1", "d2", "d3")},
		"taken back":    {func(v *View) { v.Draft = v.Draft[:3] }, append(cells("c3"), box)},
	} {
		t.Run(name, func(t *testing.T) {
			v := crowded(2, 0)
			c.change(&v)
			gametest.Shows(t, Game, buildPicture(crowded(2, 0), &largeDesk, hand{}), buildPicture(v, &largeDesk, hand{}), c.areas...)
		})
	}
}

// TestBoardShowsNoDraft: nothing that a player builds changes the picture of the board.
func TestBoardShowsNoDraft(t *testing.T) {
	v, w := crowded(kit.MaxSeats, 0), crowded(kit.MaxSeats, 0)
	w.Draft, w.Presses, w.Luck = nil, 7, 9
	if boardPicture(v).Key != boardPicture(w).Key {
		t.Error("a draft changes the key of the board")
	}
}

// TestBoardChanges: what changes on the board is seen where it belongs.
func TestBoardChanges(t *testing.T) {
	seat := func(i int) image.Rectangle { return standingBox(standingTop, i) }
	for name, c := range map[string]struct {
		change func(*View)
		areas  []image.Rectangle
	}{
		"ready":  {func(v *View) { v.Dreamers[2].Ready = true }, []image.Rectangle{seat(2)}},
		"calm":   {func(v *View) { v.Dreamers[0].Calm-- }, []image.Rectangle{seat(0)}},
		"stars":  {func(v *View) { v.Dreamers[0].Stars++ }, []image.Rectangle{seat(0)}},
		"points": {func(v *View) { v.Dreamers[0].Score.Total++ }, []image.Rectangle{seat(0)}},
		"coins":  {func(v *View) { v.Dreamers[1].Coins++ }, []image.Rectangle{seat(1)}},
		"keys":   {func(v *View) { v.Dreamers[1].Keys++ }, []image.Rectangle{seat(1)}},
		"shards": {func(v *View) { v.Dreamers[3].Shards[kit.Orange]++ }, []image.Rectangle{seat(3)}},
		"awake":  {func(v *View) { v.Dreamers[3].Woke = 4 }, []image.Rectangle{seat(3)}},
		"first":  {func(v *View) { v.First = 3 }, []image.Rectangle{seat(1), seat(3)}},
		"shop":   {func(v *View) { v.Shop[kit.Bend]-- }, []image.Rectangle{shopBox(0)}},
		"stack":  {func(v *View) { v.Stacks[kit.Mono]-- }, []image.Rectangle{shopBox(3)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := crowded(kit.MaxSeats, games.Nobody)
			c.change(&v)
			gametest.Shows(t, Game, boardPicture(crowded(kit.MaxSeats, games.Nobody)), boardPicture(v), c.areas...)
		})
	}
}

// TestAltFits: with as many segments as any player has, the pictures in words are short
// enough in both languages.
func TestAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), Game.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range pictures() {
		for _, lang := range text.Langs {
			n := 0
			for _, x := range p.Alt {
				n += len([]rune(c.Say(lang, x, plainWords{}))) + 1
			}
			if t.Logf("%s in %s: %d characters", name, lang, n); n > 1024 {
				t.Errorf("%s in %s: %d characters of 1024", name, lang, n)
			}
		}
	}
}

// plainWords says names as short words.
type plainWords struct{}

func (plainWords) Name(n ui.Name) string { return fmt.Sprintf("Player %d", int(n)) }

func (plainWords) Until(ui.Until) string { return "soon" }

func (plainWords) Escape(s string) string { return s }
