package somnia

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// people are short names.
type people struct{ words }

func (people) Name(s ui.Name) string { return []string{"Ann", "Bob", "Cara", "Dan"}[s] }

// reads is a page as a seat reads it in English.
func (t *table) reads(c *text.Catalogue, seat games.Seat, path string) string {
	p := (presenter{}).Page((rules{}).View(t.S, seat.Viewer()), path)
	lines := []string{c.Say(text.English, p.Title, people{})}
	for _, l := range p.Lines {
		lines = append(lines, c.Say(text.English, l, people{}))
	}
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\u2060", "")
}

// expect checks that a page says each of some things.
func expect(t *testing.T, page string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(page, w) {
			t.Errorf("it does not read %q:\n%s", w, page)
		}
	}
}

// absent checks that a page says nothing of some things.
func absent(t *testing.T, page string, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(page, w) {
			t.Errorf("it reads %q:\n%s", w, page)
		}
	}
}

// TestLastTrickIsTold: the player who is to play reads the last trick, with its cards in their
// order, who took it and what it was worth, and what it made of the suits. It is told
// until they lay their next card.
func TestLastTrickIsTold(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "5f 2m 4m / 9f 9c 3m 4b / 3b 9m 10b 8b")
	tab.lay("0: play 5f", "1: play 9f", "2: play 3b")
	tab.settle()
	expect(t, tab.reads(c, 0, ""), "Since your last turn · Trick 1: 🐟5 you, 🐟9 Bob, **🎈3 😈 Cara 👑 +5**", "Balloons** · no pile gained")
	expect(t, tab.reads(c, 2, ""), "You lead", "Trick 1: 🐟5 Ann, 🐟9 Bob, **🎈3 😈 you 👑 +5**", "Balloons** · no pile gained")
	if p := (presenter{}).Page((rules{}).View(tab.S, games.Viewer{}), ""); !strings.Contains(spoken(c, text.Russian, p), "👑 +5") {
		t.Error("the board does not tell the last trick")
	}
	tab.lay("2: play 9m")
	absent(t, tab.reads(c, 2, ""), "Trick 1:", "Since")
	expect(t, tab.reads(c, 2, ""), "**Ann** to play", "you have played 🌙9")
	expect(t, tab.reads(c, 0, ""), "Trick 1:", "In the middle: **🌙9 Cara** 👑 · 5 points", "Press any card")
	expect(t, tab.reads(c, 1, ""), "**Ann** to play", "then you")
	tab.lay("0: play 2m")
	expect(t, tab.reads(c, 1, ""), "Press one: 🌙3, 🎈4")
}

// TestFinishedTrickAddsUp: while a complete trick is shown, its points are in the pile of
// who takes it, everywhere. Each player reads how they stand, and who leads next.
func TestFinishedTrickAddsUp(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "10f 2m / 9f 9c / 6f 9m")
	tab.lay("0: play 10f", "1: play 9f", "2: play 6f")
	tab.Is("points", (rules{}).View(tab.S, games.Viewer{}).swept().Points, []int{25, 0, 0})
	expect(t, tab.reads(c, 0, ""), "You take the trick: +25 points", "**Ann** (you): ❤️❤️❤️ · 25 points (limit 100), the most", "25 points (limit 100), the most · safe so far", "next to lead: **you**", "Bob ❤️❤️❤️\u00a00 💔 no trick · Cara ❤️❤️❤️\u00a00 💔 no trick")
	expect(t, tab.reads(c, 1, ""), "The trick goes to: Ann, +25 points", "**Bob** (you): ❤️❤️❤️ · 0 points (limit 100), tied · 💔 would lose a life: no trick", "next to lead: **Ann**", "Cara ❤️❤️❤️\u00a00 💔 no trick · Ann ❤️❤️❤️\u00a025")
	expect(t, tab.reads(c, 1, pathTable), "In danger as it stands: you, Cara")
	tab.settle()
	tab.Is("points", (rules{}).View(tab.S, games.Viewer{}).swept().Points, []int{25, 0, 0})
}

// TestCallRaisesPiles: the player who has not laid a card since the Nightmare was called reads what
// that made of the piles, their own first.
func TestCallRaisesPiles(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "7f 3b 2m 3m / 5f 4b 9c 3c / 2f 5c 10c 4c")
	tab.lay("0: play 7f", "1: play 5f", "2: play 2f")
	tab.settle()
	tab.lay("0: play 3b", "1: play 4b", "2: play 5c")
	expect(t, tab.reads(c, 0, ""), "**Cara** 🍀5: not the suit led.", "taken tricks gain nothing")
	tab.settle()
	expect(t, tab.reads(c, 0, ""), "Clovers** · no pile gained", "🍀5 😈 Cara")

	tab = arrange(t, "7f 3b 2m / 6f 4b 9c / 8m 10c 2c")
	tab.S.Round.Piles[0], tab.S.Round.Piles[1] = set(t, "5m"), set(t, "7m 6m")
	tab.lay("0: play 7f", "1: play 6f", "2: play 8m")
	expect(t, tab.reads(c, 0, ""), "taken tricks: you +13, Bob +18")
	expect(t, tab.reads(c, 2, ""), "taken tricks: you +0, Ann +13, Bob +18")
	tab.settle()
	expect(t, tab.reads(c, 2, ""), "Moons** · piles: you +0, Ann +13, Bob +18")
	tab.lay("2: play 10c")
	absent(t, tab.reads(c, 2, ""), "piles:")
}

// TestLastTrickOfADeal: the first turn of a deal still tells the last trick of the deal
// before, how that deal ended, and who deals now.
func TestLastTrickOfADeal(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "10f / 9f / 6f")
	tab.lay("0: play 10f", "1: play 9f", "2: play 6f")
	expect(t, tab.reads(c, 0, ""), "The count in a moment")
	tab.settle()
	told := "Trick 1: **🐟10 "
	expect(t, tab.reads(c, 0, ""), told, "**Ann, you lose nothing.**", "Waiting for: **you, Bob, Cara**")
	expect(t, tab.reads(c, 1, ""), told, "**Bob, you lose a life.** A player without a trick has not slept at all")
	tab.Play("1: ready 1")
	expect(t, tab.reads(c, 1, ""), "You are ready. Waiting for: **Ann, Cara**")
	tab.Play("0: ready 1", "2: ready 1")
	lead := tab.S.Round.turn()
	expect(t, tab.reads(c, lead, ""), told, "🌅 Deal 1, Sleepless Child · 💔")
	expect(t, tab.reads(c, 0, pathSince), "Deal 1: Sleepless Child · 💔 Bob (0), Cara (0)")
}

// TestAbsentPlayersReadAll: what the clock lays for a player is no turn of theirs. They
// read the newest lines, and all others on a page of its own.
func TestAbsentPlayersReadAll(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "10f 9f 8f 7f 2m / 6f 5f 4f 3f 2c / 2f 10m 9m 8m 7m")
	for range 4 {
		for range 3 {
			for tab.S.Phase != Turn {
				tab.Expire()
			}
			turn := tab.S.Round.turn()
			if turn == 1 {
				tab.Expire() // past the beat, and then late
				continue
			}
			for m := range (rules{}).Moves(tab.S, turn) {
				tab.lay(string('0'+rune(turn)) + ": " + m.String())
				break
			}
		}
	}
	tab.settle()
	expect(t, tab.reads(c, 1, ""), "Trick 4:")
	absent(t, tab.reads(c, 1, ""), "Trick 3:")
	expect(t, tab.reads(c, 1, pathSince), "Trick 1:", "Trick 2:", "Trick 3:", "Trick 4:", "⏳ **You**: time ran out")
	absent(t, tab.reads(c, 0, ""), "Trick 3:", "time is up, 🐟6")
}

// TestEndSaysWhy: at the end each player reads how they ended, which deals cost them
// lives and why the match is over. The picture says how every player ended.
func TestEndSaysWhy(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "10f / 9f / 6f")
	tab.S.Lives = []int{3, 2, 1}
	tab.S.Deal = 2
	tab.S.Past = []Result{{Ending: Between, Points: []int{100, 31, 20}, Losers: []games.Seat{1}}}
	tab.lay("0: play 10f", "1: play 9f", "2: play 6f")
	tab.settle()
	tab.Is("phase", tab.S.Phase, Over)
	expect(t, tab.reads(c, 0, ""), "**You win**: ❤️❤️❤️", "You did not lose a single life")
	expect(t, tab.reads(c, 1, ""), "Your place: 2 of 3.", "most lives: **Ann**", "deal 1 (31, in the middle), deal 2 (0, no trick)",
		"Deal 2 (Sleepless Child) ended the match. No life left: **Cara**.")
	expect(t, tab.reads(c, 2, ""), "No life left: **you**.")
	tab.S.Lives = []int{2, 2, 0}
	tab.S.Past[0].Losers, tab.S.Past[0].Fined = nil, []games.Seat{0}
	expect(t, tab.reads(c, 0, ""), "**You share the victory**, ❤️❤️🖤 each: you, Bob", "deal 1 (broke suit)")
	p := (presenter{}).Page((rules{}).View(tab.S, games.Viewer{}), "")
	expect(t, spoken(c, text.English, p), "No life left")
	var alt []string
	for _, x := range p.Pictures[0].Alt {
		alt = append(alt, c.Say(text.English, x, people{}))
	}
	expect(t, strings.Join(alt, "\n"), "Ann: lives 2. Points by deal: 1: 100 💔, 2: 25.", "Cara: lives 0. Points by deal: 1: 20, 2: 0 💔.")
}

// TestWayChanges: the table of the deals shows every number in it, and whose row it is.
func TestWayChanges(t *testing.T) {
	base := func() View {
		return View{Me: 1, Phase: Dawn, Lives: []int{3, 2, 3}, Nightmare: NoSuit, Past: []Result{
			{Ending: Between, Points: []int{100, 31, 20}, Losers: []games.Seat{1}}, {Ending: Between, Points: []int{10, 61, 80}},
		}}
	}
	for name, change := range map[string]func(*View){
		"points":       func(v *View) { v.Past[0].Points[2] = 21 },
		"a life lost":  func(v *View) { v.Past[1].Losers = []games.Seat{2} },
		"a fine":       func(v *View) { v.Past[1].Fined = []games.Seat{2} },
		"fewer lives":  func(v *View) { v.Lives[2] = 2 },
		"another deal": func(v *View) { v.Past = append(v.Past, v.Past[0]) },
		"another row":  func(v *View) { v.Me = 2 },
		"no row":       func(v *View) { v.Me = games.Nobody },
	} {
		v := base()
		change(&v)
		t.Run(name, func(t *testing.T) {
			gametest.Shows(t, Game, way(base()), way(v), way(v).Draw(func(ui.Text) string { return "" }).Bounds())
		})
	}
}

// TestHandSaysWorth: the description of a hand has what each card is worth now.
func TestHandSaysWorth(t *testing.T) {
	c := catalogue(t)
	v := View{Nightmare: Moon, Hand: []Card{card(Moon, five), card(Moon, 8), card(Fish, 2), card(Fish, five), card(Clover, 10)}}
	expect(t, c.Say(text.English, hand(v).Alt[0], people{}), "🌙5 → 11 (13 points), 🌙8 (3 points), 🐟2, 🐟5, 🍀10 (10 points)")
}

// TestChronicleBegins: a match that was saved before it had a chronicle has one from its
// next deal on.
func TestChronicleBegins(t *testing.T) {
	c := catalogue(t)
	tab := arrange(t, "10f / 9f / 6f")
	tab.S.Lately = games.Chronicle[Event]{}
	tab.lay("0: play 10f", "1: play 9f", "2: play 6f")
	tab.settle()
	tab.Expire()
	lead := tab.S.Round.turn()
	absent(t, tab.reads(c, lead, ""), "Since")
	for m := range (rules{}).Moves(tab.S, lead) {
		tab.lay(string('0'+rune(lead)) + ": " + m.String())
		break
	}
	for tab.S.Round.taken() == 0 {
		tab.Expire()
	}
	for tab.S.Phase != Turn {
		tab.Expire()
	}
	expect(t, tab.reads(c, lead, ""), "Since your last turn", "Trick 1:")
}

// TestDrawnIsTold: of two players, each reads what they drew since their own last card. Once
// the stock is gone, no trick brings a card, and none is told.
func TestDrawnIsTold(t *testing.T) {
	c := catalogue(t)
	tab := sit(t, 2)
	tab.settle()
	told := map[bool]int{}
	for deal := tab.S.Deal; tab.S.Deal == deal && tab.S.Phase == Turn; {
		seat := tab.S.Round.turn()
		v := (rules{}).View(tab.S, seat.Viewer())
		drawn := 12-len(tab.S.Round.Stock) > 0 && len(v.Hand) == 6
		if has := strings.Contains(tab.reads(c, seat, ""), "You drew "); has != drawn {
			t.Errorf("trick %d with %d cards in the stock: told %v, want %v", tab.S.trickNumber(), len(tab.S.Round.Stock), has, drawn)
		}
		told[drawn]++
		tab.lay(fmt.Sprintf("%d: %s", seat, v.Legal[0]))
		tab.settle()
	}
	if told[true] != 12 || told[false] != 12 {
		t.Errorf("drawn and not drawn: %v, in phase %s", told, tab.S.Phase)
	}
}
