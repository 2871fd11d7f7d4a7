package somnia

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/ui"
)

// midway is the public view of a table in the middle of a trick.
func midway(seats int, nightmare Suit) View {
	v := View{Me: games.Nobody, Phase: Turn, Deal: 2, Number: 4, Tricks: 8, Leader: 1, Turn: 3 % games.Seat(seats), Ahead: 1, Nightmare: nightmare}
	v.Trick = []Card{card(Moon, 6), card(Fish, 9)}
	for i := range seats {
		v.Lives = append(v.Lives, 3-i%3)
		v.Points = append(v.Points, 7*i)
		v.Piles = append(v.Piles, nil)
	}
	for i, c := range deck(seats).Cards() {
		if !slices.Contains(v.Trick, c) && i%3 == 0 {
			v.Piles[i%seats] = append(v.Piles[i%seats], c)
		}
	}
	v.Last = Swept{Taker: 0, Leader: 1, Cards: slices.Clone(v.Piles[0][:seats]), Points: 12}
	return v
}

// went are three deals of a match.
func went(seats int) []Result {
	var list []Result
	for i := range 3 {
		list = append(list, Result{Ending: Endings[i], Nightmare: Clover, Points: []int{61, 7, 40 * i, 12}[:seats], Losers: []games.Seat{games.Seat(i % seats)}})
	}
	return list
}

// counted is the public view of a deal that is over.
func counted(seats int) View {
	v := midway(seats, Clover)
	v.Phase, v.Turn, v.Trick, v.Ahead = Dawn, games.Nobody, nil, games.Nobody
	v.Past = []Result{{Ending: Endings[0], Nightmare: Clover, Points: v.Points, Losers: []games.Seat{1}}}
	return v
}

// holding is the view of a player with n cards.
func holding(n int, nightmare Suit) View {
	v := midway(3, nightmare)
	v.Me, v.Hand = 0, deck(3).Cards()[:n]
	return v
}

// pictures are the game's pictures by name, each as full as it gets.
func pictures() map[string]*ui.Picture {
	list := map[string]*ui.Picture{"cover": cover}
	for _, seats := range []int{2, 3, 4} {
		for name, suit := range map[string]Suit{"calm": NoSuit, "nightmare": Fish} {
			list[fmt.Sprintf("table-%d-%s", seats, name)] = tabletop(midway(seats, suit))
		}
		list[fmt.Sprintf("dawn-%d", seats)] = tabletop(counted(seats))
	}
	for _, n := range []int{3, 12} {
		list[fmt.Sprintf("hand-%d", n)] = hand(holding(n, NoSuit))
	}
	list["hand-nightmare"] = hand(holding(8, Moon))
	for _, s := range Suits {
		list["arrival-"+s.String()] = arrival(View{Nightmare: s})
	}
	list["morning"] = morning(View{Me: games.Nobody, Lives: []int{2, 0, 1}, Winners: []games.Seat{0}, Past: went(3)})
	list["way"] = way(View{Me: 3, Lives: []int{2, 0, 1, 3}, Past: slices.Repeat(went(4), 3)})
	return list
}

// TestPictureLooks compares every picture with how it looked.
func TestPictureLooks(t *testing.T) {
	gametest.Looks(t, Game, pictures())
}

// BenchmarkPicture draws and encodes each picture.
func BenchmarkPicture(b *testing.B) { gametest.BenchmarkPictures(b, Game, pictures()) }

// block is the part of the table that shows a player's pile.
func block(i int) image.Rectangle {
	x, y := 8+i%2*(blockWidth+8), stage+i/2*(blockHeight+8)
	return image.Rect(x, y, x+blockWidth, y+blockHeight)
}

// laid is the part of the table for card i of a trick of cards.
func laid(i, of int) image.Rectangle {
	step := pictureWidth / max(of, 3)
	mid := pictureWidth/2 + (2*i-of+1)*step/2
	return image.Rect(mid-step/2, 62, mid+step/2, 290)
}

// change is something that happens to a view, and where it is seen.
type change struct {
	change func(*View)
	areas  []image.Rectangle
}

// TestTableChanges: what changes on the table changes in its picture, where it is
// drawn and nowhere else.
func TestTableChanges(t *testing.T) {
	head := image.Rect(0, 0, 340, 62)
	corner := image.Rect(340, 0, pictureWidth, 62)
	for name, c := range map[string]change{
		"a trick later":         {func(v *View) { v.Number++ }, []image.Rectangle{head}},
		"fewer tricks":          {func(v *View) { v.Tricks-- }, []image.Rectangle{head}},
		"another card":          {func(v *View) { v.Trick[0] = card(Moon, 8) }, []image.Rectangle{laid(0, 3)}},
		"another suit":          {func(v *View) { v.Trick[1] = card(Clover, 9) }, []image.Rectangle{laid(1, 3)}},
		"a card without points": {func(v *View) { v.Trick[0] = card(Moon, 4) }, []image.Rectangle{laid(0, 3)}},
		"the third card":        {func(v *View) { v.Trick = append(v.Trick, card(Fish, 2)); v.Turn = games.Nobody }, []image.Rectangle{laid(1, 3), laid(2, 3)}},
		"one card fewer":        {func(v *View) { v.Trick, v.Turn = v.Trick[:1], 2 }, []image.Rectangle{laid(0, 3), laid(1, 3), laid(2, 3)}},
		"no card":               {func(v *View) { v.Trick, v.Turn, v.Ahead = nil, 1, games.Nobody }, []image.Rectangle{laid(0, 3), laid(1, 3), laid(2, 3)}},
		"another is ahead":      {func(v *View) { v.Ahead = 2 }, []image.Rectangle{laid(0, 3), laid(1, 3)}},
		"another led":           {func(v *View) { v.Leader, v.Turn, v.Ahead = 2, 1, 2 }, []image.Rectangle{laid(0, 3), laid(1, 3), laid(2, 3)}},
		"a life fewer":          {func(v *View) { v.Lives[0] = 2 }, []image.Rectangle{block(0)}},
		"no life":               {func(v *View) { v.Lives[1] = 0 }, []image.Rectangle{block(1)}},
		"points":                {func(v *View) { v.Points[2]++ }, []image.Rectangle{block(2)}},
		"a card in a pile":      {func(v *View) { v.Piles[1] = append(v.Piles[1], card(Balloon, 10)) }, []image.Rectangle{block(1)}},
		"a pile is empty":       {func(v *View) { v.Piles[0] = nil }, []image.Rectangle{block(0)}},
		"another last trick":    {func(v *View) { v.Last.Cards = v.Last.Cards[1:] }, []image.Rectangle{block(0)}},
		"it was worth more":     {func(v *View) { v.Last.Points++ }, []image.Rectangle{block(0)}},
		"another took it":       {func(v *View) { v.Last.Taker = 1 }, []image.Rectangle{block(0), block(1)}},
		"a revoke":              {func(v *View) { v.Revokes = []games.Seat{1} }, []image.Rectangle{block(1)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := midway(3, NoSuit)
			c.change(&v)
			gametest.Shows(t, Game, tabletop(midway(3, NoSuit)), tabletop(v), c.areas...)
		})
	}
	t.Run("another Nightmare", func(t *testing.T) {
		everywhere := []image.Rectangle{corner, laid(0, 3), laid(1, 3), block(0), block(1), block(2), image.Rect(block(1).Min.X, block(2).Min.Y, pictureWidth, block(2).Max.Y)}
		gametest.Shows(t, Game, tabletop(midway(3, Moon)), tabletop(midway(3, Fish)), everywhere...)
	})
	v := midway(3, NoSuit)
	v.Until, v.Me, v.Hand, v.Stock, v.Deal, v.Pressed = 5, 1, []Card{card(Moon, 2)}, 7, 9, card(Moon, 2)
	if tabletop(v).Key != tabletop(midway(3, NoSuit)).Key {
		t.Error("what the picture of the table does not show changes its key")
	}
}

// TestDawnChanges: how a deal ended is seen on the table.
func TestDawnChanges(t *testing.T) {
	plaque := image.Rect(120, 50, 680, 240)
	for name, c := range map[string]change{
		"another deal":   {func(v *View) { v.Deal++ }, []image.Rectangle{plaque}},
		"another ending": {func(v *View) { v.Past[0].Ending = Endings[1] }, []image.Rectangle{plaque}},
		"another loser":  {func(v *View) { v.Past[0].Losers = []games.Seat{2} }, []image.Rectangle{plaque, block(1), block(2)}},
		"a life":         {func(v *View) { v.Lives[2]-- }, []image.Rectangle{block(2)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := counted(3)
			c.change(&v)
			gametest.Shows(t, Game, tabletop(counted(3)), tabletop(v), c.areas...)
		})
	}
}

// TestHandChanges: a hand shows every card, and which are the Nightmare's.
func TestHandChanges(t *testing.T) {
	place := func(i, of int) image.Rectangle {
		x := (pictureWidth-of*(handWide+handGap)+handGap)/2 + i*(handWide+handGap)
		return image.Rect(x, 10, x+handWide, 10+handHeight)
	}
	for name, c := range map[string]change{
		"the first card": {func(v *View) { v.Hand[0] = card(Fish, 3) }, []image.Rectangle{place(0, 5)}},
		"the last card":  {func(v *View) { v.Hand[4] = card(Balloon, 10) }, []image.Rectangle{place(4, 5)}},
	} {
		t.Run(name, func(t *testing.T) {
			v := holding(5, NoSuit)
			v.Hand = slices.Clone(v.Hand)
			c.change(&v)
			gametest.Shows(t, Game, hand(holding(5, NoSuit)), hand(v), c.areas...)
		})
	}
	t.Run("the Nightmare", func(t *testing.T) {
		v := holding(5, Fish)
		v.Hand = []Card{card(Moon, 5), card(Moon, 8), card(Clover, 5), card(Clover, 7), card(Balloon, 2)}
		w := v
		w.Nightmare = Moon
		gametest.Shows(t, Game, hand(v), hand(w), place(0, 5), place(1, 5))
		v.Nightmare = Clover
		gametest.Shows(t, Game, hand(v), hand(w), place(0, 5), place(1, 5), place(2, 5), place(3, 5))
	})
	v, w := holding(5, NoSuit), holding(5, NoSuit)
	w.Turn, w.Until, w.Trick, w.Lives = 2, 5, nil, nil
	if hand(v).Key != hand(w).Key {
		t.Error("what the picture of a hand does not show changes its key")
	}
}

// TestMorningChanges: the last picture shows who has won, and with how many lives.
func TestMorningChanges(t *testing.T) {
	v := View{Me: games.Nobody, Lives: []int{2, 0, 2}, Winners: []games.Seat{0}, Past: went(3)}
	panel, table := image.Rect(120, 16, 680, 206), image.Rect(0, 212, pictureWidth, 212+wayHeight(3))
	for name, c := range map[string]change{
		"another winner": {func(v *View) { v.Winners = []games.Seat{2} }, []image.Rectangle{panel}},
		"two winners":    {func(v *View) { v.Winners = []games.Seat{0, 2} }, []image.Rectangle{panel}},
		"fewer lives":    {func(v *View) { v.Lives = []int{1, 0, 0} }, []image.Rectangle{panel, table}},
		"points":         {func(v *View) { v.Past = went(3); v.Past[0].Points[0] = 62 }, []image.Rectangle{table}},
	} {
		t.Run(name, func(t *testing.T) {
			w := v
			c.change(&w)
			gametest.Shows(t, Game, morning(v), morning(w), c.areas...)
		})
	}
}
