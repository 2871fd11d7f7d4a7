package somnicum

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
	"oneiros/games/text"
	"oneiros/games/ui"
)

// crowded is the public view of a table in the middle of a round. It has everything that
// a picture can show.
func crowded(seats int) View {
	v := View{Me: games.Nobody, Phase: Spinning, Round: 2, Turn: 1, Bag: 41, Blanks: 13, Wheels: [2]int{2, 11}}
	for i := range ringSize[seats] {
		v.Ring = append(v.Ring, Dream(1+i*37%dreams))
	}
	for _, place := range []int{3, 4, 11} {
		v.Ring[place] = 0
	}
	for i := range seats {
		d := Dreaming{Sand: 4 + i, Blanks: i, Hand: i, Dreams: Score{Levels: [Levels]int{7, 10, 9}, Edges: 2, Eyes: i, Encounters: 1, Goal: 4, Total: 30 + i}}
		for slot := range 7 {
			d.Rows[0] = append(d.Rows[0], Card{Dream: Dream(1 + (i*29+slot*11)%dreams), Slot: slot})
		}
		d.Rows[0][2].Break, d.Rows[0][4].Break, d.Rows[0][5].Break = SandBreak, BlankBreak, BareBreak
		d.Rows[0][1].Added = []Token{token(3, false)}
		d.Rows[0][6].Dream, d.Rows[0][6].Bright = lastGood+1+Dream(i), true
		d.Rows[1] = []Card{{Dream: Dream(40 + i), Slot: 0}, {Dream: Dream(50 + i), Slot: 2}, {Dream: Dream(60 + i), Slot: 5, Break: SandBreak}}
		d.Rows[2] = []Card{{Dream: Dream(70 + i), Slot: 0}}
		v.Dreamers = append(v.Dreamers, d)
	}
	return v
}

// lastGood is the last dream that is no nightmare.
const lastGood = Dream(78)

// atTurn is the view of the player whose turn it is, with sand for many steps.
func atTurn() View {
	v := crowded(MaxSeats)
	v.Me, v.Goal, v.Score = v.Turn, 2, &Score{}
	for p := Particle(1); p <= 9; p++ {
		v.Sand = append(v.Sand, token(p, p%3 == 0), token(p, false))
	}
	v.Dreamers[v.Turn].Sand = len(v.Sand)
	return v
}

// ended4 is the public view of the end.
func ended4() View {
	v := crowded(MaxSeats)
	v.Phase, v.Winners = Over, []games.Seat{1, 3}
	for i := range v.Dreamers {
		v.Dreamers[i].Goal = Goal(i + 1)
	}
	v.Ended = []Ending{{Why: FewCards, Points: []int{9, 7, 8, 11}}, {Why: EmptyPath, Points: []int{16, 19, 15, 18}}, {Why: FewCards, Points: []int{26, 27, 28, 29}}}
	return v
}

// long is a dream that needs two bands, with a card that fits on every level and with
// sand.
func long() woven {
	var rows Rows
	for slot := range 16 {
		rows[0] = append(rows[0], Card{Dream: Dream(1 + slot*5), Slot: slot})
	}
	rows[0][3].Break, rows[0][10].Break = SandBreak, BlankBreak
	rows[1] = []Card{{Dream: 81, Slot: 0}, {Dream: 30, Slot: 1}, {Dream: 31, Slot: 8, Break: BlankBreak}}
	rows[2] = []Card{{Dream: 44, Slot: 0}}
	list := []ghost{{Fit{Level: 1, Slot: 16, Left: 76}, 9}, {Fit{Level: 2, Slot: 11, Left: 31, Break: true}, 9}}
	return woven{rows: rows, goal: 3, ghosts: list, sand: []Token{token(1, true), token(2, false), token(9, false), token(9, true), token(24, false)}}
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"cover": cover, "morning": morning(ended4())}
	for seats := 2; seats <= MaxSeats; seats++ {
		v := crowded(seats)
		list[fmt.Sprintf("table-%d", seats)] = tabletop(v)
		list[fmt.Sprintf("closer-%d", seats)] = closer(v, 0, 4+seats/4*2)
	}
	mine := atTurn()
	list["turn"], list["ends"], list["landing"] = turnPicture(mine), endsPicture(mine, 0, nil), endsPicture(mine, 9, headOf(mine))
	list["rack"] = rack(mine)
	own := ended4()
	own.Me = 1
	list["morning-own"] = morning(own)
	last := crowded(3)
	last.Story = []Event{{Seat: 0, Kind: DidSpin, Wheel: White, From: 9, Place: 11, Dream: 40}, {Seat: 0, Kind: DidLay, Level: 2, Dream: 40}}
	list["table-last"] = tabletop(last)
	v := crowded(2)
	list["dream"] = dreamPicture(1, woven{rows: v.Dreamers[1].Rows})
	list["dream-long"] = dreamPicture(0, long())
	v.Wheels = [2]int{3, 3}
	list["table-met"] = tabletop(v)
	v.Wheels = [2]int{4, 3}
	list["table-near"] = tabletop(v)
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.NotShort(t)
	gametest.Looks(t, Game, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, Game, pictures()) }

// BenchmarkPreview is a press on a way to move a flywheel until its answer: the page is
// made, and its picture drawn and encoded.
func BenchmarkPreview(b *testing.B) {
	say := gametest.InRussian(b, Game)
	v := crowded(MaxSeats)
	v.Me, v.Goal, v.Score = v.Turn, 2, &Score{}
	v.Sand = []Token{token(1, true), token(9, false)}
	v.Dreamers[v.Turn].Sand = len(v.Sand)
	for steps := 1; steps <= v.most(); steps++ {
		v.Legal = append(v.Legal, Move{Verb: Spin, Wheel: White, Steps: steps})
	}
	for b.Loop() {
		p := presenter{}.Page(v, "spin/w/4")
		if len(p.Pictures) != 1 {
			b.Fatal("no preview")
		}
		if _, err := paint.Encode(p.Pictures[0].Draw(say)); err != nil {
			b.Fatal(err)
		}
	}
}

// mostBytes is how large a picture may be.
const mostBytes = 56_000

// TestPictureSizes plays matches by chance: no picture on the way has too many bytes.
func TestPictureSizes(t *testing.T) {
	gametest.NotShort(t)
	say := gametest.InRussian(t, Game)
	for seats := 2; seats <= MaxSeats; seats++ {
		n, most := 0, 0
		walk(t, uint64(seats), seats, plainOptions, func(r *rand.Rand, s *State) {
			if n++; n%gametest.Times(10, 30, 60) != 1 && s.Phase != Over {
				return
			}
			v := rules{}.View(*s, games.Viewer{})
			list := []*ui.Picture{dreamPicture(v.Turn, woven{rows: v.Dreamers[v.Turn].Rows, sand: s.Dreamers[v.Turn].Sand})}
			if s.Phase == Spinning {
				list = append(list, turnPicture(rules{}.View(*s, s.Turn.Viewer())))
			}
			if s.Phase == Over {
				list = append(list, morning(v))
			} else {
				list = append(list, tabletop(v), closer(v, 0, len(v.Ring)/ringParts))
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
	say := gametest.InRussian(t, Game)
	box := image.Rect(0, 0, 100, 106)
	looks := [3]map[string]Dream{{}, {}, {}}
	for d := Dream(1); d <= dreams; d++ {
		canvases := [3]*paint.Canvas{paint.New(ringWidth, ringWidth, paint.Night), paint.New(100, 106, paint.Night), paint.New(240, 240, paint.Night)}
		dial(canvases[0], MaxSeats, 5, d, say)
		tile(canvases[1], box, Card{Dream: d}, 0)
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
	for p := Particle(1); p <= particles; p++ {
		icon := signs[p.Name()]
		if icon == nil {
			t.Fatalf("%s has no sign", p.Name())
		}
		see("particle", p.Name(), icon, 16)
	}
	for _, plot := range plots {
		see("plot", plot.String(), plates[plot], 23)
	}
	if len(signs) != particles || len(plates) != len(plots) {
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
	n := ringSize[MaxSeats]
	for name, c := range map[string]struct {
		change func(*View)
		areas  []image.Rectangle
	}{
		"another card":       {func(v *View) { v.Ring[7] = 3 }, []image.Rectangle{fieldBox(n, 7)}},
		"a card was taken":   {func(v *View) { v.Ring[7] = 0 }, []image.Rectangle{fieldBox(n, 7), inside}},
		"the black flywheel": {func(v *View) { v.Wheels[Black] = 3 }, []image.Rectangle{fieldBox(n, 2), fieldBox(n, 3), inside}},
		"the white flywheel": {func(v *View) { v.Wheels[White] = 4 }, []image.Rectangle{fieldBox(n, 11), fieldBox(n, 4), inside}},
		"the bag":            {func(v *View) { v.Bag-- }, []image.Rectangle{hub}},
		"blank backs":        {func(v *View) { v.Blanks-- }, []image.Rectangle{hub}},
		"not placed yet":     {func(v *View) { v.Wheels = [2]int{-1, -1} }, []image.Rectangle{fieldBox(n, 2).Union(fieldBox(n, 1)), fieldBox(n, 11), inside}},
		"a card more":        {func(v *View) { v.Dreamers[2].Rows[0] = append(v.Dreamers[2].Rows[0], Card{Dream: 5, Slot: 7}) }, []image.Rectangle{band(2)}},
		"a break":            {func(v *View) { v.Dreamers[0].Rows[0][1].Break = SandBreak }, []image.Rectangle{band(0)}},
		"points":             {func(v *View) { v.Dreamers[3].Dreams.Total++ }, []image.Rectangle{corner(3, 1)}},
		"sand":               {func(v *View) { v.Dreamers[1].Sand++ }, []image.Rectangle{corner(1, 1)}},
		"blank backs of one": {func(v *View) { v.Dreamers[1].Blanks++ }, []image.Rectangle{corner(1, 2)}},
		"encounters":         {func(v *View) { v.Dreamers[3].Hand++ }, []image.Rectangle{corner(3, 1), corner(3, 2)}}, // each counts a point
		"the card taken last": {func(v *View) {
			v.Story = []Event{{Seat: 2, Kind: DidSpin, From: 2, Place: 4, Dream: 40}, {Seat: 2, Kind: DidLay, Level: 1, Dream: 40}}
		}, []image.Rectangle{fieldBox(n, 1), fieldBox(n, 2), fieldBox(n, 3), fieldBox(n, 4), band(2)}},
		"whose turn": {func(v *View) { v.Turn = 2 }, []image.Rectangle{band(1), corner(1, 0), band(2), corner(2, 0)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := crowded(MaxSeats)
			c.change(&v)
			gametest.Shows(t, Game, tabletop(crowded(MaxSeats)), tabletop(v), c.areas...)
		})
	}
	v := crowded(MaxSeats)
	v.Until, v.Me, v.Deck, v.Hand = 5, 2, 9, []Encounter{1}
	if tabletop(v).Key != tabletop(crowded(MaxSeats)).Key {
		t.Error("what the board does not show changes its key")
	}
}

// TestTurnChanges: the picture of the own turn tells a break from none below each card and in
// words, how many encounters its reader holds, and the sand.
func TestTurnChanges(t *testing.T) {
	before := atTurn()
	before.Hand = []Encounter{1}
	top := headOf(before).high()
	fits := image.Rect(stripLeft, top+stripCost+stripCard, dreamWidth-8, top+stripHigh)
	hand := image.Rect(0, top-2*lineTall, dreamWidth, top-lineTall)
	words := image.Rect(0, top+2*stripHigh, dreamWidth, top+2*stripHigh+endsRows(before)*levelTall)
	for name, c := range map[string]struct {
		change func(*View)
		areas  []image.Rectangle
	}{
		"no break in this turn": {func(v *View) { v.Powers.Join = 1 }, []image.Rectangle{fits, fits.Add(image.Pt(0, stripHigh)), words}},
		"one more of its kind":  {func(v *View) { v.Hand = []Encounter{1, 1} }, []image.Rectangle{hand}},
		"one of another kind":   {func(v *View) { v.Hand = []Encounter{2} }, []image.Rectangle{hand}},
		"less sand":             {func(v *View) { v.Sand = v.Sand[:17] }, []image.Rectangle{words}},
	} {
		t.Run(name, func(t *testing.T) {
			after := before
			after.Ring = slices.Clone(before.Ring)
			c.change(&after)
			gametest.Shows(t, Game, turnPicture(before), turnPicture(after), c.areas...)
		})
	}
}

// TestDreamChanges: what changes on a card of a dream is seen there.
func TestDreamChanges(t *testing.T) {
	rows := func() Rows { return crowded(2).Dreamers[0].Rows }
	at := func(level, slot int) image.Rectangle {
		w := woven{rows: rows()}
		return w.layout().box(level, slot).Inset(-20)
	}
	draw := func(r Rows, g Goal) *ui.Picture { return dreamPicture(0, woven{rows: r, goal: g}) }
	wanted := Goal(1)
	for wanted.Card().Particles&rows()[2][0].Dream.Card().Particles == 0 {
		wanted++
	}
	for name, c := range map[string]struct {
		change func(*Rows, *Goal)
		area   image.Rectangle
	}{
		"another card":    {func(r *Rows, _ *Goal) { r[0][3].Dream = 77 }, at(0, 3)},
		"a particle":      {func(r *Rows, _ *Goal) { r[1][1].Added = []Token{token(5, true)} }, at(1, 2)},
		"a break":         {func(r *Rows, _ *Goal) { r[0][1].Break = SandBreak }, at(0, 1)},
		"a blank break":   {func(r *Rows, _ *Goal) { r[0][2].Break = BlankBreak }, at(0, 2)},
		"an empty break":  {func(r *Rows, _ *Goal) { r[0][2].Break = BareBreak }, at(0, 2)},
		"eyes that shine": {func(r *Rows, _ *Goal) { r[0][6].Bright = false }, at(0, 6)},
	} {
		t.Run(name, func(t *testing.T) {
			r, g := rows(), Goal(0)
			c.change(&r, &g)
			gametest.Shows(t, Game, draw(rows(), 0), draw(r, g), c.area)
		})
	}
	if draw(rows(), 0).Key == draw(rows(), wanted).Key {
		t.Error("a goal does not change the key")
	}
	bare, sandy := woven{rows: rows()}, woven{rows: rows(), sand: []Token{token(3, true)}}
	if dreamPicture(0, bare).Key == dreamPicture(0, sandy).Key {
		t.Error("sand does not change the key")
	}
	r := rows()
	r[0][1].Added = []Token{token(3, true)}
	if draw(r, 0).Key != draw(rows(), 0).Key {
		t.Error("the back of a token on a card changes the key")
	}
}

// TestAltFits: a dream with the longest cards in words is short enough, in both languages.
func TestAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), Game.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range text.Langs {
		say := func(x ui.Text) string { return c.Say(lang, x, plainWords{}) }
		length := func(name string, alt []ui.Text) {
			n := 0
			for _, line := range alt {
				n += len([]rune(say(line))) + 1
			}
			if t.Logf("%s: %s has %d characters", lang, name, n); n > 1024 {
				t.Errorf("%s: %s has %d characters of 1024", lang, name, n)
			}
		}
		order := make([]Dream, dreams)
		for i := range order {
			order[i] = Dream(i + 1)
		}
		slices.SortFunc(order, func(a, b Dream) int {
			return len([]rune(say(ringCard(0, b)))) - len([]rune(say(ringCard(0, a))))
		})
		var rows Rows
		for i := range Rounds * (ringSize[2] - 2) / 2 { // two players take all cards but two of each ring
			card := Card{Dream: order[i], Slot: i}
			if i%3 == 0 {
				card.Added = []Token{token(16, false)}
			}
			if i%2 == 1 {
				card.Break = BlankBreak
			}
			rows[0] = append(rows[0], card)
		}
		length("the longest dream", wovenAlt(0, woven{rows: rows, goal: 1, ghosts: []ghost{{Fit{Level: 1, Slot: 21, Left: 2, Break: true}, order[0]}}}))
		var sand []Token
		for p := Particle(1); p <= 14; p++ {
			sand = append(sand, token(p, false), token(p, true))
		}
		length("the longest dream with sand", wovenAlt(0, woven{rows: rows, goal: 1, sand: sand}))
	}
}

// TestTableAltFits: the board in words is short enough with the longest names.
func TestTableAltFits(t *testing.T) {
	c, err := text.Load(text.Common(), Game.Info().Locale)
	if err != nil {
		t.Fatal(err)
	}
	most := map[text.Lang]int{}
	for seed := range uint64(gametest.Times(100, 30, 10)) {
		walk(t, seed, MaxSeats, plainOptions, func(_ *rand.Rand, s *State) {
			if s.Phase != Spinning {
				return
			}
			lines := tabletop(rules{}.View(*s, games.Viewer{})).Alt
			for _, lang := range text.Langs {
				n := 0
				for _, line := range lines {
					n += len([]rune(c.Say(lang, line, longNames{}))) + 1
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

// longNames says names that are as long as Discord lets them be.
type longNames struct{ plainWords }

func (longNames) Name(ui.Name) string { return strings.Repeat("Ш", 32) }

// plainWords says names as short words.
type plainWords struct{}

func (plainWords) Name(n ui.Name) string  { return fmt.Sprintf("Player %d", int(n)) }
func (plainWords) Until(ui.Until) string  { return "soon" }
func (plainWords) Escape(s string) string { return strings.TrimSpace(s) }
