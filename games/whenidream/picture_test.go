package whenidream

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// morrow is the public view of a dawn with numbers of yellow, blue and other cards.
func morrow(yellow, blue, rest int) View {
	v := View{Me: games.Nobody, Part: Public, Words: Russian, Phase: Dawn, Round: 3, Rounds: 10}
	for side, n := range map[Side]int{Yellow: yellow, Blue: blue, Bed: rest} {
		for range n {
			v.Cards = append(v.Cards, Card{Side: side})
		}
	}
	slices.SortFunc(v.Cards, func(a, b Card) int { return len(a.Side) - len(b.Side) })
	for i := range v.Cards {
		v.Cards[i].Element = Element{Number: i + 1, Word: fmt.Sprintf("Слово-%d", i+1)}
		v.Cards[i].Told = i%3 == 0
	}
	return v
}

// paraphrased is the public view of a dawn whose dream mentions cards by other words than
// their own.
func paraphrased(yellow, blue int) View {
	v := morrow(yellow, blue, 0)
	guesses := []string{"чай", "космический корабль", "достопримечательность и ещё три слова"}
	for i := range v.Cards {
		v.Cards[i].Told, v.Cards[i].Guess = i%4 != 3, guesses[i%3]
	}
	return v
}

// evening is the public view of a dusk.
func evening() View {
	return View{Me: games.Nobody, Part: Public, Phase: Dusk, Round: 3, Rounds: 10, Dreamer: 2, Circle: make([]Chair, 10)}
}

// ended is the public view of a match that is over.
func ended() View {
	return View{Me: games.Nobody, Phase: Over, Totals: []Total{{Seat: 1, Score: 21}, {Seat: 0, Score: 12}}, Winners: []games.Seat{1}}
}

// carded is a spirit's view of a night, with a word and a mark of the sand.
func carded(r Role, word string, mark int) View {
	v := View{Me: 1, Part: Spirit, Phase: Night, Role: r, Mark: mark, Element: &Element{Number: 1, Word: word, Note: "смысл", Other: "Word"}}
	for i := range 15 {
		v.Cards = append(v.Cards, Card{Side: []Side{Yellow, Blue, Penalty}[i%3]})
	}
	return v
}

// asleep is the dreamer's view of a night, with a number of clues.
func asleep(clues int) View {
	v := View{Me: 0, Part: Dreamer, Phase: Night, Mark: 60}
	words := []string{"море", "электричество", "соль", "утро", "достопримечательность"}
	for i := range clues {
		v.Clues = append(v.Clues, Hint{Seat: games.Seat(i%9 + 1), Turn: i + 1, Word: words[i%5]})
	}
	return v
}

// TestWordCardChanges: a spirit's picture shows the word, the piles and the sand.
func TestWordCardChanges(t *testing.T) {
	word, piles, sand := image.Rect(404, 62, 784, 248), image.Rect(404, 264, 690, 388), image.Rect(690, 264, 784, 388)
	for what, c := range map[string]struct {
		change func(*View)
		area   image.Rectangle
	}{
		"another word":    {func(v *View) { v.Element.Word = "Сова" }, word},
		"another meaning": {func(v *View) { v.Element.Note = "иное" }, word},
		"a translation":   {func(v *View) { v.Element.Other = "Owl" }, word},
		"a yellow card":   {func(v *View) { v.Cards = append(v.Cards, Card{Side: Yellow}) }, piles},
		"a blue card":     {func(v *View) { v.Cards = append(v.Cards, Card{Side: Blue}) }, piles},
		"less sand":       {func(v *View) { v.Mark = 10 }, sand},
		"no sand":         {func(v *View) { v.Phase = Last }, sand},
	} {
		t.Run(what, func(t *testing.T) {
			v := carded(Bad, "Петух", 30)
			c.change(&v)
			gametest.Shows(t, Game, whispered(carded(Bad, "Петух", 30)), whispered(v), c.area)
		})
	}
	v := carded(Bad, "Петух", 30)
	v.Clues, v.Giver, v.Until = []Hint{{Seat: 2, Word: "гребень"}}, 3, 9
	if whispered(v).Key != whispered(carded(Bad, "Петух", 30)).Key {
		t.Error("what the picture of a card does not show changes its key")
	}
}

// TestBubblesChange: the dreamer's picture shows the latest clues, who gave them, how
// many were earlier, and the sand.
func TestBubblesChange(t *testing.T) {
	right, sand := image.Rect(330, 0, 800, 400), image.Rect(12, 8, 184, 80)
	for what, c := range map[string]struct {
		change func(*View)
		area   image.Rectangle
	}{
		"one more clue":        {func(v *View) { v.Clues = append(v.Clues, Hint{Seat: 3, Word: "сон"}) }, right},
		"another word":         {func(v *View) { v.Clues[8].Word = "сон" }, right},
		"another giver":        {func(v *View) { v.Clues[7].Seat = 9 }, right},
		"a clue aloud":         {func(v *View) { v.Clues[6].Word = "" }, right},
		"less sand":            {func(v *View) { v.Mark = 10 }, sand},
		"the sand has run out": {func(v *View) { v.Phase = Last }, sand},
	} {
		t.Run(what, func(t *testing.T) {
			v := asleep(9)
			c.change(&v)
			gametest.Shows(t, Game, bubbles(asleep(9)), bubbles(v), c.area)
		})
	}
	v := asleep(9)
	v.Clues[0].Word, v.Giver, v.Until = "сон", 3, 9
	if bubbles(v).Key != bubbles(asleep(9)).Key {
		t.Error("what the picture of clues does not show changes its key")
	}
}

// pictures are the game's pictures by name.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"bed": bedside(evening()), "morning": morning(ended()), "cover": cover}
	for _, r := range []Role{Good, Bad, Trickster, ""} {
		list["role-"+string(r)] = portrait(r)
	}
	for i, r := range []Role{Good, Bad, Trickster} {
		list["word-"+string(r)] = whispered(carded(r, []string{"Петух", "Инопланетянин", "Песочные часы"}[i], []int{0, 30, 10}[i]))
	}
	for _, n := range []int{0, 1, 5, 9} {
		list[fmt.Sprintf("clues-%d", n)] = bubbles(asleep(n))
	}
	for _, n := range [][3]int{{0, 0, 0}, {5, 4, 1}, {12, 9, 0}, {24, 30, 3}} {
		list[fmt.Sprintf("sides-%02d-%02d-%d", n[0], n[1], n[2])] = sides(morrow(n[0], n[1], n[2]))
	}
	list["sides-said-few"], list["sides-said-many"] = sides(paraphrased(3, 5)), sides(paraphrased(9, 12))
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.Looks(t, Game, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, Game, pictures()) }

// TestBedChanges: the picture of a dusk shows which night it is and who sleeps.
// It changes only where these are drawn.
func TestBedChanges(t *testing.T) {
	head, name, moons := image.Rect(36, 28, 470, 96), image.Rect(36, 96, 470, 150), image.Rect(36, 156, 480, 190)
	for what, c := range map[string]struct {
		change func(*View)
		areas  []image.Rectangle
	}{
		"the next night":   {func(v *View) { v.Round++ }, []image.Rectangle{head, moons}},
		"one night fewer":  {func(v *View) { v.Rounds-- }, []image.Rectangle{head, moons}},
		"another dreamer":  {func(v *View) { v.Dreamer = 4 }, []image.Rectangle{name}},
		"the dreamer left": {func(v *View) { v.Dreamer = games.Nobody }, []image.Rectangle{name}},
	} {
		t.Run(what, func(t *testing.T) {
			v := evening()
			c.change(&v)
			gametest.Shows(t, Game, bedside(evening()), bedside(v), c.areas...)
		})
	}
	v := evening()
	v.Until, v.Me, v.Role, v.Part = 5, 3, Trickster, Spirit
	if bedside(v).Key != bedside(evening()).Key {
		t.Error("what the picture of a dusk does not show changes its key")
	}
}

// TestSidesChange: the picture of a dawn shows every card on its side, and whether
// the dream mentions it.
func TestSidesChange(t *testing.T) {
	left, right := image.Rect(18, 16, 390, 1000), image.Rect(410, 16, 782, 1000)
	place := func(side, i int) image.Rectangle {
		x, y := 18+side*(pictureWidth-36-sideWidth), sideTop+i*(cardHeight+cardGap)
		return image.Rect(x, y, x+sideWidth, y+cardHeight)
	}
	narrow := func(side, i int) image.Rectangle {
		w := (sideWidth - cardGap) / 2
		x, y := 18+side*(pictureWidth-36-sideWidth)+i/6*(w+cardGap), sideTop+i%6*(cardHeight+cardGap)
		return image.Rect(x, y, x+w, y+cardHeight)
	}
	of := func(v View, side Side, n int) *Card {
		for i := range v.Cards {
			if v.Cards[i].Side == side {
				if n--; n < 0 {
					return &v.Cards[i]
				}
			}
		}
		return nil
	}
	bottom := image.Rect(24, 96+5*60, 776, 1000)
	for what, c := range map[string]struct {
		cards  [3]int
		change func(View)
		areas  []image.Rectangle
	}{
		"a word on the left":       {[3]int{5, 4, 1}, func(v View) { of(v, Yellow, 2).Element.Word = "Петух" }, []image.Rectangle{place(0, 2)}},
		"a word on the right":      {[3]int{5, 4, 1}, func(v View) { of(v, Blue, 3).Element.Word = "Петух" }, []image.Rectangle{place(1, 3)}},
		"a tick":                   {[3]int{5, 4, 1}, func(v View) { c := of(v, Yellow, 1); c.Told = !c.Told }, []image.Rectangle{place(0, 1)}},
		"what was told":            {[3]int{5, 4, 1}, func(v View) { of(v, Yellow, 1).Guess = "сон" }, []image.Rectangle{place(0, 1)}},
		"what was told, of many":   {[3]int{12, 30, 0}, func(v View) { of(v, Blue, 6).Guess = "сон" }, []image.Rectangle{narrow(1, 6)}},
		"a tick among many":        {[3]int{12, 30, 0}, func(v View) { c := of(v, Blue, 9); c.Told = !c.Told }, []image.Rectangle{narrow(1, 9)}},
		"a word among many":        {[3]int{12, 30, 0}, func(v View) { of(v, Yellow, 11).Element.Word = "Петух" }, []image.Rectangle{narrow(0, 11)}},
		"a card to the other side": {[3]int{5, 4, 1}, func(v View) { of(v, Yellow, 4).Side = Blue }, []image.Rectangle{left, right}},
		"a card that counts not":   {[3]int{5, 4, 1}, func(v View) { of(v, Bed, 0).Element.Word = "Петух" }, []image.Rectangle{bottom}},
		"one more than places":     {[3]int{12, 30, 0}, func(v View) { of(v, Blue, 0).Side = Yellow }, []image.Rectangle{left, right}},
	} {
		t.Run(what, func(t *testing.T) {
			v, w := morrow(c.cards[0], c.cards[1], c.cards[2]), morrow(c.cards[0], c.cards[1], c.cards[2])
			c.change(w)
			gametest.Shows(t, Game, sides(v), sides(w), c.areas...)
		})
	}
	v, w := morrow(5, 30, 1), morrow(5, 30, 1)
	of(w, Blue, 27).Element.Word, w.Until, w.Score = "Петух", 5, &Score{Yellow: 3}
	of(w, Yellow, 1).Guess, of(w, Yellow, 2).Guess = "сон", "слово 34" // the dream has not the one, and the other is the word
	if sides(v).Key != sides(w).Key {
		t.Error("what the picture of a dawn does not show changes its key")
	}
}

// TestMorningChanges: the last picture shows who has won, and with how many points.
func TestMorningChanges(t *testing.T) {
	panel := image.Rect(120, 16, 680, 206)
	for what, change := range map[string]func(*View){
		"another winner": func(v *View) { v.Totals[0].Seat, v.Winners = 2, []games.Seat{2} },
		"two winners":    func(v *View) { v.Winners = []games.Seat{1, 0} },
		"a point more":   func(v *View) { v.Totals[0].Score++ },
	} {
		t.Run(what, func(t *testing.T) {
			v := ended()
			change(&v)
			gametest.Shows(t, Game, morning(ended()), morning(v), panel)
		})
	}
	if morning(View{}) != nil {
		t.Error("there is a winner's picture without a winner")
	}
}

// TestOwnInks: words in the game's own inks can be read.
func TestOwnInks(t *testing.T) {
	for _, pair := range [][2]paint.Tint{
		{paint.Hex(scenes.Own[navy-paint.Own]), paint.Frost.Tint()}, {paint.Frost.Tint(), paint.Hex(scenes.Own[navy-paint.Own])}, {paint.Ink.Tint(), paint.Hex(scenes.Own[lilac-paint.Own])},
	} {
		if c := paint.Contrast(pair[0], pair[1]); c < 4.5 {
			t.Errorf("%v on %v contrasts %.2f to 1", pair[0], pair[1], c)
		}
	}
}
