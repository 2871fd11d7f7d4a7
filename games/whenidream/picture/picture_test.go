package picture_test

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/ui"
	"oneiros/games/whenidream"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// morrow is the public view of a dawn with numbers of yellow, blue and other cards.
func morrow(yellow, blue, rest int) view.View {
	v := view.View{Me: games.Nobody, Part: kit.Public, Words: kit.Russian, Phase: kit.Dawn, Round: 3, Rounds: 10}
	for side, n := range map[kit.Side]int{kit.Yellow: yellow, kit.Blue: blue, kit.Bed: rest} {
		for range n {
			v.Cards = append(v.Cards, view.Card{Side: side})
		}
	}
	slices.SortFunc(v.Cards, func(a, b view.Card) int { return len(a.Side) - len(b.Side) })
	for i := range v.Cards {
		v.Cards[i].Element = kit.Element{Number: i + 1, Word: fmt.Sprintf("Слово-%d", i+1)}
		v.Cards[i].Told = i%3 == 0
	}
	return v
}

// paraphrased is the public view of a dawn whose dream mentions cards by other words than
// their own.
func paraphrased(yellow, blue int) view.View {
	v := morrow(yellow, blue, 0)
	guesses := []string{"чай", "космический корабль", "достопримечательность и ещё три слова"}
	for i := range v.Cards {
		v.Cards[i].Told, v.Cards[i].Guess = i%4 != 3, guesses[i%3]
	}
	return v
}

// evening is the public view of a dusk.
func evening() view.View {
	return view.View{Me: games.Nobody, Part: kit.Public, Phase: kit.Dusk, Round: 3, Rounds: 10, Dreamer: 2, Circle: make([]kit.Chair, 10)}
}

// ended is the public view of a match that is over.
func ended() view.View {
	v := view.View{Me: games.Nobody, Phase: kit.Over, Totals: []kit.Total{{Seat: 1, Score: 21}, {Seat: 0, Score: 12}}, Winners: []games.Seat{1}}
	for _, n := range []int{5, 3, 4} {
		v.Dreams = append(v.Dreams, view.Dream{Score: kit.Score{Lines: []kit.Line{{Seat: 0, Points: n}, {Seat: 1, Points: 7}}}})
	}
	return v
}

// carded is a spirit's view of a night, with a word and a mark of the sand.
func carded(r kit.Role, word string, mark int) view.View {
	v := view.View{Me: 1, Part: kit.Spirit, Phase: kit.Night, Role: r, Mark: mark, Circle: []kit.Chair{{Points: 4}, {Points: 4}, {Points: 9}, {Points: 6}, {Points: 4}}, Element: &kit.Element{Number: 1, Word: word, Note: "смысл", Other: "Word"}}
	for i := range 15 {
		v.Cards = append(v.Cards, view.Card{Side: []kit.Side{kit.Yellow, kit.Blue, kit.Penalty}[i%3]})
	}
	return v
}

// asleep is the dreamer's view of a night, with a number of clues.
func asleep(clues int) view.View {
	v := view.View{Me: 0, Part: kit.Dreamer, Phase: kit.Night, Mark: 60}
	words := []string{"море", "электричество", "соль", "утро", "достопримечательность"}
	for i := range clues {
		v.Clues = append(v.Clues, view.Hint{Seat: games.Seat(i%9 + 1), Turn: i + 1, Word: words[i%5]})
	}
	return v
}

// TestWordCardChanges: a spirit's picture shows the word, the piles and the sand.
func TestWordCardChanges(t *testing.T) {
	word, piles, sand := image.Rect(404, 70, 784, 196), image.Rect(404, 206, 692, 274), image.Rect(692, 206, 784, 274)
	for what, c := range map[string]struct {
		change func(*view.View)
		area   image.Rectangle
	}{
		"another word":    {func(v *view.View) { v.Element.Word = "Сова" }, word},
		"another meaning": {func(v *view.View) { v.Element.Note = "иное" }, word},
		"a translation":   {func(v *view.View) { v.Element.Other = "Owl" }, word},
		"a yellow card":   {func(v *view.View) { v.Cards = append(v.Cards, view.Card{Side: kit.Yellow}) }, piles},
		"a blue card":     {func(v *view.View) { v.Cards = append(v.Cards, view.Card{Side: kit.Blue}) }, piles},
		"less sand":       {func(v *view.View) { v.Mark = 10 }, sand},
		"no sand":         {func(v *view.View) { v.Phase = kit.Last }, sand},
	} {
		t.Run(what, func(t *testing.T) {
			v, areas := carded(kit.Bad, "Петух", 30), []image.Rectangle{c.area}
			if c.change(&v); label.Tonight(v) != label.Tonight(carded(kit.Bad, "Петух", 30)) {
				areas = append(areas, image.Rect(8, 38, 264, 74))
			}
			gametest.Shows(t, whenidream.Game, picture.Spirit(carded(kit.Bad, "Петух", 30)), picture.Spirit(v), areas...)
		})
	}
	v := carded(kit.Bad, "Петух", 30)
	v.Clues, v.Giver, v.Until = []view.Hint{{Seat: 2, Word: "гребень"}}, 3, 9
	if picture.Spirit(v).Key != picture.Spirit(carded(kit.Bad, "Петух", 30)).Key {
		t.Error("what the picture of a card does not show changes its key")
	}
}

// TestBubblesChange: the dreamer's picture shows the latest clues, who gave them, how
// many were earlier, and the sand.
func TestBubblesChange(t *testing.T) {
	right, sand := image.Rect(330, 0, 800, 280), image.Rect(12, 8, 184, 80)
	for what, c := range map[string]struct {
		change func(*view.View)
		area   image.Rectangle
	}{
		"one more clue":        {func(v *view.View) { v.Clues = append(v.Clues, view.Hint{Seat: 3, Word: "сон"}) }, right},
		"another word":         {func(v *view.View) { v.Clues[8].Word = "сон" }, right},
		"another giver":        {func(v *view.View) { v.Clues[7].Seat = 9 }, right},
		"a clue aloud":         {func(v *view.View) { v.Clues[6].Word = "" }, right},
		"less sand":            {func(v *view.View) { v.Mark = 10 }, sand},
		"the sand has run out": {func(v *view.View) { v.Phase = kit.Last }, sand},
	} {
		t.Run(what, func(t *testing.T) {
			v := asleep(9)
			c.change(&v)
			gametest.Shows(t, whenidream.Game, picture.Dreamer(asleep(9)), picture.Dreamer(v), c.area)
		})
	}
	v := asleep(9)
	v.Clues[0].Word, v.Giver, v.Until = "сон", 3, 9
	if picture.Dreamer(v).Key != picture.Dreamer(asleep(9)).Key {
		t.Error("what the picture of clues does not show changes its key")
	}
}

// clued is the record of a round with so many spirits.
func clued(spirits int) *ui.Picture {
	v := morrow(2, 1, 1)
	v.Dreamer, v.Circle = 0, make([]kit.Chair, spirits+1)
	v.Roles = []kit.Role{"", kit.Good, kit.Bad, kit.Trickster, kit.Good, kit.Bad, kit.Good, kit.Bad, kit.Good, kit.Bad}[:spirits+1]
	words := []string{"переправа", "хвост", "достопримечательность", "мяу", "волна"}
	for i := range v.Cards {
		if v.Cards[i].Side == kit.Bed {
			v.Cards[i].Side, v.Cards[i].Seat = kit.Penalty, 2
			continue
		}
		for n := range spirits*(i+1) - 1 {
			v.Cards[i].Clues = append(v.Cards[i].Clues, kit.Heard{Seat: games.Seat(1 + n%spirits), Word: words[(n+i)%len(words)]})
		}
	}
	p := page.At(v, "record/1")
	return p.Pictures[0]
}

// pictures are the game's pictures by name.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"bed": picture.Bedside(evening()), "morning": picture.Morning(ended()), "cover": picture.Cover}
	for _, r := range []kit.Role{kit.Good, kit.Bad, kit.Trickster, ""} {
		list["role-"+string(r)] = picture.Portrait(r)
	}
	for i, r := range []kit.Role{kit.Good, kit.Bad, kit.Trickster} {
		list["word-"+string(r)] = picture.Spirit(carded(r, []string{"Петух", "Инопланетянин", "Песочные часы"}[i], []int{0, 30, 10}[i]))
	}
	for _, n := range []int{0, 1, 5, 9} {
		list[fmt.Sprintf("clues-%d", n)] = picture.Dreamer(asleep(n))
	}
	for _, n := range [][3]int{{0, 0, 0}, {2, 2, 1}, {5, 4, 1}, {12, 11, 1}, {24, 30, 3}} {
		list[fmt.Sprintf("ledger-%02d-%02d-%d", n[0], n[1], n[2])] = picture.Ledger(morrow(n[0], n[1], n[2]))
	}
	list["ledger-said-few"], list["ledger-said-many"] = picture.Ledger(paraphrased(2, 3)), picture.Ledger(paraphrased(5, 5))
	for _, spirits := range []int{3, 9} {
		list["record-"+strconv.Itoa(spirits)] = clued(spirits)
	}
	own := ended()
	own.Me = 0
	list["morning-own"] = picture.Morning(own)
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.Looks(t, whenidream.Game, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, whenidream.Game, pictures()) }

// TestBedChanges: the picture of a dusk shows which night it is and who sleeps.
// It changes only where these are drawn.
func TestBedChanges(t *testing.T) {
	head, name, moons := image.Rect(36, 28, 470, 96), image.Rect(36, 96, 470, 150), image.Rect(36, 156, 480, 190)
	for what, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"the next night":   {func(v *view.View) { v.Round++ }, []image.Rectangle{head, moons}},
		"one night fewer":  {func(v *view.View) { v.Rounds-- }, []image.Rectangle{head, moons}},
		"another dreamer":  {func(v *view.View) { v.Dreamer = 4 }, []image.Rectangle{name}},
		"the dreamer left": {func(v *view.View) { v.Dreamer = games.Nobody }, []image.Rectangle{name}},
	} {
		t.Run(what, func(t *testing.T) {
			v := evening()
			c.change(&v)
			gametest.Shows(t, whenidream.Game, picture.Bedside(evening()), picture.Bedside(v), c.areas...)
		})
	}
	v := evening()
	v.Until, v.Me, v.Role, v.Part = 5, 3, kit.Trickster, kit.Spirit
	if picture.Bedside(v).Key != picture.Bedside(evening()).Key {
		t.Error("what the picture of a dusk does not show changes its key")
	}
}

// TestLedgerChanges: the picture of a night by day shows every card in order, with its
// guess, its side, and whether the dream mentions it. It marks the card that changed last.
func TestLedgerChanges(t *testing.T) {
	head := image.Rect(18, 6, 530, 48)
	row := func(i int) image.Rectangle {
		return image.Rect(18, picture.LedgerTop+i*56, 782, picture.LedgerTop+i*56+52)
	}
	narrow := func(i int) image.Rectangle { // in two columns of five
		x, y := 18+i/5*384, picture.LedgerTop+i%5*58
		return image.Rect(x, y, x+380, y+54)
	}
	small := func(i int) image.Rectangle { // in three columns of seven
		x, y := 18+i/7*256, picture.LedgerTop+i%7*36
		return image.Rect(x, y, x+252, y+32)
	}
	few := func() view.View { return morrow(2, 2, 1) }
	some := func() view.View { return morrow(5, 4, 1) }
	many := func() view.View { return morrow(12, 30, 0) }
	for what, c := range map[string]struct {
		from   func() view.View
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"a word":                 {few, func(v *view.View) { v.Cards[2].Element.Word = "Петух" }, []image.Rectangle{row(2)}},
		"a guess":                {few, func(v *view.View) { v.Cards[1].Guess = "сон" }, []image.Rectangle{row(1)}},
		"a tick":                 {few, func(v *view.View) { v.Cards[4].Told = !v.Cards[4].Told }, []image.Rectangle{row(4)}},
		"a skip":                 {few, func(v *view.View) { v.Cards[1].Skipped = true }, []image.Rectangle{row(1)}},
		"a card that was moved":  {few, func(v *view.View) { v.News = kit.News{Kind: kit.Recounted, Card: 2} }, []image.Rectangle{row(1)}},
		"a tick that was voted":  {few, func(v *view.View) { v.News = kit.News{Kind: kit.Ticked, Card: 5} }, []image.Rectangle{row(4)}},
		"who has a penalty":      {func() view.View { v := few(); v.Cards[0].Side = kit.Penalty; return v }, func(v *view.View) { v.Cards[0].Seat = 3 }, []image.Rectangle{row(0)}},
		"a word among many":      {many, func(v *view.View) { v.Cards[9].Element.Word = "Петух" }, []image.Rectangle{small(9)}},
		"one more than places":   {many, func(v *view.View) { v.Cards = append(v.Cards, view.Card{Side: kit.Bed}) }, []image.Rectangle{small(20)}},
		"a card for the other":   {few, func(v *view.View) { v.Cards[1].Side = kit.Penalty }, []image.Rectangle{head, row(1)}},
		"a guess that was wrong": {some, func(v *view.View) { v.Cards[5].Guess = "сон" }, []image.Rectangle{narrow(5)}},
	} {
		t.Run(what, func(t *testing.T) {
			v, w := c.from(), c.from()
			c.change(&w)
			gametest.Shows(t, whenidream.Game, picture.Ledger(v), picture.Ledger(w), c.areas...)
		})
	}
	v, w := many(), many()
	w.Cards[3].Guess = "сон" // the pages behind a button have it
	w.Cards[27].Element.Word, w.Until, w.Score, w.Me = "Петух", 5, &kit.Score{Yellow: 3}, 3
	if picture.Ledger(v).Key != picture.Ledger(w).Key {
		t.Error("what the picture of a dawn does not show changes its key")
	}
}

// TestMorningChanges: the last picture shows how the points went, and on the board who has
// won.
func TestMorningChanges(t *testing.T) {
	panel, chart := image.Rect(24, 12, 776, 80), image.Rect(24, picture.ChartTop, 776, 800)
	for what, c := range map[string]struct {
		change func(*view.View)
		areas  []image.Rectangle
	}{
		"two winners":  {func(v *view.View) { v.Winners = []games.Seat{1, 0} }, []image.Rectangle{panel}},
		"a point more": {func(v *view.View) { v.Totals[0].Score++ }, []image.Rectangle{panel}},
		"points of a night": {func(v *view.View) {
			v.Dreams[1] = view.Dream{Score: kit.Score{Lines: []kit.Line{{Seat: 0, Points: 9}, {Seat: 1, Points: 1}}}}
		}, []image.Rectangle{chart}},
	} {
		t.Run(what, func(t *testing.T) {
			v := ended()
			c.change(&v)
			gametest.Shows(t, whenidream.Game, picture.Morning(ended()), picture.Morning(v), c.areas...)
		})
	}
	v, w := ended(), ended()
	v.Me, w.Me = 0, 1
	if picture.Morning(v).Key == picture.Morning(w).Key {
		t.Error("the own line is not marked")
	}
	if picture.Morning(view.View{}) != nil {
		t.Error("there is a winner's picture without a winner")
	}
}

// TestOwnInks: words in the game's own inks can be read.
func TestOwnInks(t *testing.T) {
	for _, pair := range [][2]paint.Tint{
		{paint.Hex(picture.Scenes.Own[picture.Navy-paint.Own]), paint.Frost.Tint()}, {paint.Frost.Tint(), paint.Hex(picture.Scenes.Own[picture.Navy-paint.Own])}, {paint.Ink.Tint(), paint.Hex(picture.Scenes.Own[picture.Lilac-paint.Own])},
	} {
		if c := paint.Contrast(pair[0], pair[1]); c < 4.5 {
			t.Errorf("%v on %v contrasts %.2f to 1", pair[0], pair[1], c)
		}
	}
}
