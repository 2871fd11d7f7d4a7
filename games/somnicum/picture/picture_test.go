package picture

import (
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/label"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/somnicumtest"
	"oneiros/games/somnicum/view"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// long is a dream that needs two bands, with a card that fits on every level and with
// sand.
func long() Woven {
	var rows kit.Rows
	for slot := range 16 {
		rows[0] = append(rows[0], kit.Card{Dream: kit.Dream(1 + slot*5), Slot: slot})
	}
	rows[0][3].Break, rows[0][10].Break = kit.SandBreak, kit.BlankBreak
	rows[1] = []kit.Card{{Dream: 81, Slot: 0}, {Dream: 30, Slot: 1}, {Dream: 31, Slot: 8, Break: kit.BlankBreak}}
	rows[2] = []kit.Card{{Dream: 44, Slot: 0}}
	list := []ghost{{kit.Fit{Level: 1, Slot: 16, Left: 76}, 9}, {kit.Fit{Level: 2, Slot: 11, Left: 31, Break: true}, 9}}
	return Woven{Rows: rows, Goal: 3, ghosts: list, sand: []kit.Token{kit.TokenOf(1, true), kit.TokenOf(2, false), kit.TokenOf(9, false), kit.TokenOf(9, true), kit.TokenOf(24, false)}}
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"cover": Cover, "morning": End(somnicumtest.Ended())}
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		v := somnicumtest.Crowded(seats)
		list[fmt.Sprintf("table-%d", seats)] = Table(v)
		list[fmt.Sprintf("closer-%d", seats)] = RingPart(v, 0, 4+seats/4*2)
	}
	mine := somnicumtest.AtTurn()
	list["turn"], list["ends"], list["landing"] = Turn(mine), endsPicture(mine, 0, nil), endsPicture(mine, 9, HeadOf(mine))
	list["rack"] = Rack(mine)
	own := somnicumtest.Ended()
	own.Me = 1
	list["morning-own"] = End(own)
	last := somnicumtest.Crowded(3)
	last.Story = []kit.Event{{Seat: 0, Kind: kit.DidSpin, Wheel: kit.White, From: 9, Place: 11, Dream: 40}, {Seat: 0, Kind: kit.DidLay, Level: 2, Dream: 40}}
	list["table-last"] = Table(last)
	v := somnicumtest.Crowded(2)
	list["dream"] = Dream(1, Woven{Rows: v.Dreamers[1].Rows})
	list["dream-long"] = Dream(0, long())
	v.Wheels = [2]int{3, 3}
	list["table-met"] = Table(v)
	v.Wheels = [2]int{4, 3}
	list["table-near"] = Table(v)
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.NotShort(t)
	gametest.Looks(t, words, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, words, pictures()) }

// mostBytes is how large a picture may be.
const mostBytes = 56_000

// TestPictureSizes plays matches by chance: no picture on the way has too many bytes.
func TestPictureSizes(t *testing.T) {
	gametest.NotShort(t)
	say := gametest.InRussian(t, words)
	for seats := 2; seats <= kit.MaxSeats; seats++ {
		n, most := 0, 0
		somnicumtest.Walk(t, uint64(seats), seats, somnicumtest.PlainOptions, func(r *rand.Rand, s *rules.State) {
			if n++; n%gametest.Times(10, 30, 60) != 1 && s.Phase != kit.Over {
				return
			}
			v := view.Of(*s, games.Viewer{})
			list := []*ui.Picture{Dream(v.Turn, Woven{Rows: v.Dreamers[v.Turn].Rows, sand: s.Dreamers[v.Turn].Sand})}
			if s.Phase == kit.Spinning {
				list = append(list, Turn(view.Of(*s, s.Turn.Viewer())))
			}
			if s.Phase == kit.Over {
				list = append(list, End(v))
			} else {
				list = append(list, Table(v), RingPart(v, 0, len(v.Ring)/RingParts))
			}
			for _, p := range list {
				png, err := paint.Encode(p.Draw(say))
				if err != nil {
					t.Fatal(err)
				}
				if most = max(most, len(png)); len(png) > mostBytes {
					t.Errorf("%d seats, position %d: a picture of %d bytes", seats, n, len(png))
				}
			}
		})
		t.Logf("%d seats: at most %d bytes", seats, most)
	}
}

// TestEveryCardIsDrawn: each of the cards looks like no other one, on the ring, in a
// dream and large.
func TestEveryCardIsDrawn(t *testing.T) {
	say := gametest.InRussian(t, words)
	box := image.Rect(0, 0, 100, 106)
	looks := [3]map[string]kit.Dream{{}, {}, {}}
	for d := kit.Dream(1); d <= kit.Dreams; d++ {
		canvases := [3]*paint.Canvas{paint.New(ringWidth, ringWidth, paint.Night), paint.New(100, 106, paint.Night), paint.New(240, 240, paint.Night)}
		dial(canvases[0], kit.MaxSeats, 5, d, say)
		tile(canvases[1], box, kit.Card{Dream: d}, 0)
		large(canvases[2], image.Rect(0, 0, 240, 240), 5, d, say)
		for i, c := range canvases {
			look := string(c.Image().Whole().Pix)
			if other, ok := looks[i][look]; ok {
				t.Errorf("%s looks like %s", d.Card().Name, other.Card().Name)
			}
			looks[i][look] = d
		}
	}
}

// TestSignsDiffer: the shape alone tells every particle and every plot from the others,
// as small as they are on the ring.
func TestSignsDiffer(t *testing.T) {
	looks := map[string]string{}
	see := func(kind, name string, icon *paint.Icon, size int) {
		c := paint.New(size, size, paint.White)
		c.Icon(icon, image.Rect(0, 0, size, size), paint.Ink)
		var shape strings.Builder
		for _, p := range c.Image().Whole().Pix {
			shape.WriteByte(map[bool]byte{true: '#', false: '.'}[paint.Colour(p) == paint.Ink])
		}
		key := kind + shape.String()
		if other, ok := looks[key]; ok {
			t.Errorf("%s has the shape of %s", name, other)
		}
		looks[key] = name
	}
	for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
		icon := signs[p.Name()]
		if icon == nil {
			t.Fatalf("%s has no sign", p.Name())
		}
		see("particle", p.Name(), icon, 16)
	}
	for _, plot := range kit.Plots {
		see("plot", plot.String(), plates[plot], 23)
	}
	if len(signs) != kit.ParticleKinds || len(plates) != len(kit.Plots) {
		t.Errorf("%d signs and %d plates", len(signs), len(plates))
	}
}

// fieldBox is a rectangle around a place of a ring of n, with its needle.
func fieldBox(n, place int) image.Rectangle {
	var r image.Rectangle
	for _, at := range []float64{float64(place), float64(place) + 0.5, float64(place) + 1} {
		for _, radius := range []float64{innerEdge - 8, outer + 8} {
			p := polar(angle(n, at), radius)
			r = r.Union(square(int(p.X), int(p.Y), 16))
		}
	}
	return r
}

// TestTableChanges: what changes on the ring is seen where it belongs, and what changes
// for a player is seen in that player's corner.
func TestTableChanges(t *testing.T) {
	inside := square(centre, ringTop+middle, 2*innerEdge)
	hub := square(centre, ringTop+middle, hubSize)
	n := kit.RingSize[kit.MaxSeats]
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"another card":       {func(v *view.View) { v.Ring[7] = 3 }, []image.Rectangle{fieldBox(n, 7)}},
		"a card was taken":   {func(v *view.View) { v.Ring[7] = 0 }, []image.Rectangle{fieldBox(n, 7), inside}},
		"the black flywheel": {func(v *view.View) { v.Wheels[kit.Black] = 3 }, []image.Rectangle{fieldBox(n, 2), fieldBox(n, 3), inside}},
		"the white flywheel": {func(v *view.View) { v.Wheels[kit.White] = 4 }, []image.Rectangle{fieldBox(n, 11), fieldBox(n, 4), inside}},
		"the bag":            {func(v *view.View) { v.Bag-- }, []image.Rectangle{hub}},
		"blank backs":        {func(v *view.View) { v.Blanks-- }, []image.Rectangle{hub}},
		"not placed yet":     {func(v *view.View) { v.Wheels = [2]int{-1, -1} }, []image.Rectangle{fieldBox(n, 2).Union(fieldBox(n, 1)), fieldBox(n, 11), inside}},
		"a card more":        {func(v *view.View) { v.Dreamers[2].Rows[0] = append(v.Dreamers[2].Rows[0], kit.Card{Dream: 5, Slot: 7}) }, []image.Rectangle{band(2)}},
		"a break":            {func(v *view.View) { v.Dreamers[0].Rows[0][1].Break = kit.SandBreak }, []image.Rectangle{band(0)}},
		"points":             {func(v *view.View) { v.Dreamers[3].Dreams.Total++ }, []image.Rectangle{corner(3, 1)}},
		"sand":               {func(v *view.View) { v.Dreamers[1].Sand++ }, []image.Rectangle{corner(1, 1)}},
		"blank backs of one": {func(v *view.View) { v.Dreamers[1].Blanks++ }, []image.Rectangle{corner(1, 2)}},
		"encounters":         {func(v *view.View) { v.Dreamers[3].Hand++ }, []image.Rectangle{corner(3, 1), corner(3, 2)}}, // each counts a point
		"the card taken last": {func(v *view.View) {
			v.Story = []kit.Event{{Seat: 2, Kind: kit.DidSpin, From: 2, Place: 4, Dream: 40}, {Seat: 2, Kind: kit.DidLay, Level: 1, Dream: 40}}
		}, []image.Rectangle{fieldBox(n, 1), fieldBox(n, 2), fieldBox(n, 3), fieldBox(n, 4), band(2)}},
		"whose turn": {func(v *view.View) { v.Turn = 2 }, []image.Rectangle{band(1), corner(1, 0), band(2), corner(2, 0)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := somnicumtest.Crowded(kit.MaxSeats)
			c.change(&v)
			gametest.Shows(t, words, Table(somnicumtest.Crowded(kit.MaxSeats)), Table(v), c.areas...)
		})
	}
	v := somnicumtest.Crowded(kit.MaxSeats)
	v.Until, v.Me, v.Deck, v.Hand = 5, 2, 9, []kit.Encounter{1}
	if Table(v).Key != Table(somnicumtest.Crowded(kit.MaxSeats)).Key {
		t.Error("what the board does not show changes its key")
	}
}

// TestTurnChanges: the picture of the own turn tells a break from none below each card and in
// words, how many encounters its reader holds, and the sand.
func TestTurnChanges(t *testing.T) {
	before := somnicumtest.AtTurn()
	before.Hand = []kit.Encounter{1}
	top := HeadOf(before).high()
	fits := image.Rect(stripLeft, top+stripCost+stripCard, dreamWidth-8, top+stripHigh)
	hand := image.Rect(0, top-2*lineTall, dreamWidth, top-lineTall)
	ends := image.Rect(0, top+2*stripHigh, dreamWidth, top+2*stripHigh+EndsRows(before)*levelTall)
	for name, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"no break in this turn": {func(v *view.View) { v.Powers.Join = 1 }, []image.Rectangle{fits, fits.Add(image.Pt(0, stripHigh)), ends}},
		"one more of its kind":  {func(v *view.View) { v.Hand = []kit.Encounter{1, 1} }, []image.Rectangle{hand}},
		"one of another kind":   {func(v *view.View) { v.Hand = []kit.Encounter{2} }, []image.Rectangle{hand}},
		"less sand":             {func(v *view.View) { v.Sand = v.Sand[:17] }, []image.Rectangle{ends}},
	} {
		t.Run(name, func(t *testing.T) {
			after := before
			after.Ring = slices.Clone(before.Ring)
			c.change(&after)
			gametest.Shows(t, words, Turn(before), Turn(after), c.areas...)
		})
	}
}

// TestDreamChanges: what changes on a card of a dream is seen there.
func TestDreamChanges(t *testing.T) {
	rows := func() kit.Rows { return somnicumtest.Crowded(2).Dreamers[0].Rows }
	at := func(level, slot int) image.Rectangle {
		w := Woven{Rows: rows()}
		return w.layout().box(level, slot).Inset(-20)
	}
	draw := func(r kit.Rows, g kit.Goal) *ui.Picture { return Dream(0, Woven{Rows: r, Goal: g}) }
	wanted := kit.Goal(1)
	for wanted.Card().Particles&rows()[2][0].Dream.Card().Particles == 0 {
		wanted++
	}
	for name, c := range map[string]struct {
		change func(*kit.Rows, *kit.Goal)
		area   image.Rectangle
	}{
		"another card":    {func(r *kit.Rows, _ *kit.Goal) { r[0][3].Dream = 77 }, at(0, 3)},
		"a particle":      {func(r *kit.Rows, _ *kit.Goal) { r[1][1].Added = []kit.Token{kit.TokenOf(5, true)} }, at(1, 2)},
		"a break":         {func(r *kit.Rows, _ *kit.Goal) { r[0][1].Break = kit.SandBreak }, at(0, 1)},
		"a blank break":   {func(r *kit.Rows, _ *kit.Goal) { r[0][2].Break = kit.BlankBreak }, at(0, 2)},
		"an empty break":  {func(r *kit.Rows, _ *kit.Goal) { r[0][2].Break = kit.BareBreak }, at(0, 2)},
		"eyes that shine": {func(r *kit.Rows, _ *kit.Goal) { r[0][6].Bright = false }, at(0, 6)},
	} {
		t.Run(name, func(t *testing.T) {
			r, g := rows(), kit.Goal(0)
			c.change(&r, &g)
			gametest.Shows(t, words, draw(rows(), 0), draw(r, g), c.area)
		})
	}
	if draw(rows(), 0).Key == draw(rows(), wanted).Key {
		t.Error("a goal does not change the key")
	}
	bare, sandy := Woven{Rows: rows()}, Woven{Rows: rows(), sand: []kit.Token{kit.TokenOf(3, true)}}
	if Dream(0, bare).Key == Dream(0, sandy).Key {
		t.Error("sand does not change the key")
	}
	r := rows()
	r[0][1].Added = []kit.Token{kit.TokenOf(3, true)}
	if draw(r, 0).Key != draw(rows(), 0).Key {
		t.Error("the back of a token on a card changes the key")
	}
}

// TestAltFits: a dream with the longest cards in words is short enough, in both languages.
func TestAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Langs {
		say := func(x ui.Text) string { return c.Say(lang, x, somnicumtest.PlainWords{}) }
		length := func(name string, alt []ui.Text) {
			n := 0
			for _, line := range alt {
				n += len([]rune(say(line))) + 1
			}
			if t.Logf("%s: %s has %d characters", lang, name, n); n > 1024 {
				t.Errorf("%s: %s has %d characters of 1024", lang, name, n)
			}
		}
		order := make([]kit.Dream, kit.Dreams)
		for i := range order {
			order[i] = kit.Dream(i + 1)
		}
		slices.SortFunc(order, func(a, b kit.Dream) int {
			return len([]rune(say(label.RingCard(0, b)))) - len([]rune(say(label.RingCard(0, a))))
		})
		var rows kit.Rows
		for i := range kit.Rounds * (kit.RingSize[2] - 2) / 2 { // two players take all cards but two of each ring
			card := kit.Card{Dream: order[i], Slot: i}
			if i%3 == 0 {
				card.Added = []kit.Token{kit.TokenOf(16, false)}
			}
			if i%2 == 1 {
				card.Break = kit.BlankBreak
			}
			rows[0] = append(rows[0], card)
		}
		length("the longest dream", wovenAlt(0, Woven{Rows: rows, Goal: 1, ghosts: []ghost{{kit.Fit{Level: 1, Slot: 21, Left: 2, Break: true}, order[0]}}}))
		var sand []kit.Token
		for p := kit.Particle(1); p <= 14; p++ {
			sand = append(sand, kit.TokenOf(p, false), kit.TokenOf(p, true))
		}
		length("the longest dream with sand", wovenAlt(0, Woven{Rows: rows, Goal: 1, sand: sand}))
	}
}

// TestTableAltFits: the board in words is short enough with the longest names.
func TestTableAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), words.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	most := map[text.Lang]int{}
	for seed := range uint64(gametest.Times(100, 30, 10)) {
		somnicumtest.Walk(t, seed, kit.MaxSeats, somnicumtest.PlainOptions, func(_ *rand.Rand, s *rules.State) {
			if s.Phase != kit.Spinning {
				return
			}
			lines := Table(view.Of(*s, games.Viewer{})).Alt
			for _, lang := range text.Langs {
				n := 0
				for _, line := range lines {
					n += len([]rune(c.Say(lang, line, somnicumtest.LongNames{}))) + 1
				}
				most[lang] = max(most[lang], n)
			}
		})
	}
	for lang, n := range most {
		if t.Logf("%s: at most %d characters", lang, n); n > 1024 {
			t.Errorf("%s: the board has %d characters of 1024", lang, n)
		}
	}
}
