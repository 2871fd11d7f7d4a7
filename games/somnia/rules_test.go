package somnia

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/ui"
)

// table plays the rules, as "2: play 7m".
type table struct {
	*gametest.Bench[State, Move, View]
}

// sit deals to a number of players; seat 0 leads.
func sit(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	tab := &table{gametest.Sit(t, Game, rules{}, seats, options...)}
	tab.S.Dealer = games.Seat(seats - 1)
	tab.S.Round.Leader = 0
	return tab
}

// arrange deals hands, "7m 5f / 9c 2b / …", from seat 0 on, who leads. Of two
// players the stock may follow as one more.
func arrange(t *testing.T, hands string, options ...string) *table {
	t.Helper()
	list := strings.Split(hands, " / ")
	seats := len(list)
	two := slices.Contains(options, "two")
	if two {
		seats = 2
		options = slices.DeleteFunc(options, func(o string) bool { return o == "two" })
	}
	tab := sit(t, seats, options...)
	r := &tab.S.Round
	r.Hands, r.Stock = [MaxSeats]Set{}, nil
	for i, text := range list {
		if i == seats {
			for _, c := range strings.Fields(text) {
				r.Stock = append(r.Stock, cardOf(t, c))
			}
			break
		}
		r.Hands[i] = set(t, text)
	}
	return tab
}

func set(t testing.TB, text string) Set {
	t.Helper()
	s, err := parseSet(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func cardOf(t testing.TB, text string) Card {
	t.Helper()
	c, err := parseCard(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// lay lays cards, each a second after the beat, and waits for what is shown to
// be over.
func (t *table) lay(lines ...string) {
	t.Helper()
	for _, l := range lines {
		for t.S.Phase != Turn {
			t.Expire()
		}
		t.At += beat + time.Second
		t.S.Beat = 0
		t.Play(l)
	}
}

// settle waits until a player is to move.
func (t *table) settle() {
	t.Helper()
	for t.S.Phase == Arrival || t.S.Phase == Taken {
		t.Expire()
	}
}

// moves are the cards that a seat may press.
func (t *table) moves(seat games.Seat) string {
	var s Set
	for m := range (rules{}).Moves(t.S, seat) {
		s = s.with(m.Card)
	}
	return s.String()
}

func TestWorth(t *testing.T) {
	for _, s := range Suits {
		for _, all := range []Set{deck(3) & lane(s), deck(2) & lane(s)} {
			if a, b := points(all, NoSuit), points(all, s); a != 30 || b != 61 {
				t.Errorf("%v: %d points, %d as the Nightmare", s, a, b)
			}
		}
		for seats, cards := range map[int]int{2: 24, 3: 36, 4: 36} {
			if d := deck(seats); d.size() != cards || points(d, NoSuit) != 120 || points(d, s) != 151 {
				t.Errorf("%d cards with %d and %d points", d.size(), points(d, NoSuit), points(d, s))
			}
		}
		order := []int{2, 3, 4, 6, 8, 9, 10, 5, 7}
		for i, rank := range order[1:] {
			if strength(card(s, rank), s) <= strength(card(s, order[i]), s) {
				t.Errorf("the Nightmare's %d is not above its %d", rank, order[i])
			}
		}
	}
	for rank, want := range map[int][2]int{2: {0, 0}, 3: {0, 0}, 4: {0, 0}, 5: {0, 13}, 6: {10, 10}, 7: {2, 20}, 8: {3, 3}, 9: {5, 5}, 10: {10, 10}} {
		c := Set(0).with(card(Clover, rank))
		if got := [2]int{points(c, Moon), points(c, Clover)}; got != want {
			t.Errorf("rank %d is worth %v, want %v", rank, got, want)
		}
	}
}

// TestLegal has every ruling of what may be played. Balloons stand for the
// colour B of the digest, fish for R, clovers for G.
func TestLegal(t *testing.T) {
	for _, c := range []struct{ name, nightmare, trick, hand, want string }{
		{"lead anything", "", "", "2m 7f 9c", "2m 7f 9c"},
		{"lead the Nightmare", "balloon", "", "2m 7b", "2m 7b"},
		{"follow", "", "5f", "2f 9f 3m", "2f 9f"},
		{"void before the Nightmare: anything", "", "5f", "2m 9c 3b", "2m 9c 3b"},
		{"ruff although one could follow", "balloon", "5f", "2f 3b 8c", "2f 3b"},
		{"no undertrump while following", "balloon", "5f 8b", "2f 6b 9b 7b", "2f 9b 7b"},
		{"the 5 is above the 10", "balloon", "5f 10b", "2f 5b 6b", "2f 5b"},
		{"the 5 is below the 7", "balloon", "5f 7b", "2f 5b 6b", "2f"},
		{"void: discard or overtrump", "balloon", "5f 8b", "2m 6b 9b", "2m 9b"},
		{"ruling 2: void, no undertrump while there is a discard", "balloon", "5f 8b", "2m 3b 6b", "2m"},
		{"ruling 1: nothing but Nightmares, all too low: any of them", "balloon", "5f 8b", "3b 6b", "3b 6b"},
		{"nothing but Nightmares, one high enough: that one", "balloon", "5f 8b", "3b 6b 10b", "10b"},
		{"ruling 3 and T3: led, the only one is the 12: anything", "balloon", "9b", "7b 9f 9c", "7b 9f 9c"},
		{"T3: led, with another one: follow", "balloon", "9b", "7b 2b 2f", "2b 7b"},
		{"ruling 4: led, no need to go over", "balloon", "9b", "3b 10b 5b 2m", "3b 10b 5b"},
		{"led and the 12 lies there", "balloon", "9b 7b", "3b 2m", "3b"},
		{"led, void: anything", "balloon", "9b", "3m 2f", "3m 2f"},
		{"the 7 of another suit has to follow", "balloon", "9f", "7f 3b", "7f 3b"},
		{"a discard is nothing to go over", "balloon", "5f 10c", "2f 3b", "2f 3b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Round{Seats: 4}
			if err := r.Nightmare.UnmarshalText([]byte(c.nightmare)); err != nil {
				t.Fatal(err)
			}
			for i, text := range strings.Fields(c.trick) {
				r.Trick[i] = cardOf(t, text)
				r.Laid++
			}
			if got := r.legal(set(t, c.hand)); got != set(t, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func TestWhoTakesTheTrick(t *testing.T) {
	for _, c := range []struct {
		nightmare, trick string
		want             int
	}{
		{"", "5f 9f 2f 10f", 3},
		{"", "5f 2f 3f 4f", 0},
		{"balloon", "5f 10f 2b 9f", 2},
		{"balloon", "10f 3b 9b 4b", 2},
		{"balloon", "10f 10b 5b 9b", 2},
		{"balloon", "10f 5b 7b 10b", 2},
		{"balloon", "9b 10f 10c 10m", 0},
		{"balloon", "5f 10c 10m 6f", 3},
		{"fish", "5f 10f 7f 9f", 2},
		{"clover", "7f 5f 10f 9f", 2},
	} {
		r := Round{Seats: 4, Leader: 1}
		if err := r.Nightmare.UnmarshalText([]byte(c.nightmare)); err != nil {
			t.Fatal(err)
		}
		for i, text := range strings.Fields(c.trick) {
			r.Trick[i] = cardOf(t, text)
			r.Laid++
		}
		if got := r.ahead(); got != c.want {
			t.Errorf("%s with %q: card %d takes it, want %d", c.trick, c.nightmare, got, c.want)
		}
	}
}

// TestJudge has the test vectors T6 to T8 and the rest of every scoring rule.
func TestJudge(t *testing.T) {
	const no = -1 // no trick
	for _, c := range []struct {
		points []int
		losers string
		ending Ending
	}{
		{[]int{85, 66}, "1", Dreamless},
		{[]int{86, 65}, "0", Captive},
		{[]int{65, 86}, "1", Captive},
		{[]int{76, 75}, "1", Dreamless},
		{[]int{60, 60}, "01", String},
		{[]int{151, 0}, "0", Captive},

		{[]int{100, 51, 0}, "0", Captive},
		{[]int{100, 51, no}, "2", Sleepless}, // ruling 11
		{[]int{no, 151, no}, "02", Sleepless},
		{[]int{60, 60, 31}, "01", String},
		{[]int{31, 60, 60}, "12", String},
		{[]int{40, 40, 40}, "012", String},
		{[]int{91, 30, 30}, "12", String},
		{[]int{30, 91, 30}, "02", String},
		{[]int{70, 50, 31}, "1", Between},
		{[]int{99, 52, 0}, "1", Between},
		{[]int{31, 70, 50}, "2", Between},

		{[]int{86, 40, 20, 5}, "0", Captive},
		{[]int{151, 0, 0, no}, "123", Monopoly},
		{[]int{0, 0, 151, 0}, "013", Monopoly},
		{[]int{60, 60, 20, 11}, "2", Solitude}, // ruling 10: the third, not the two
		{[]int{85, 50, 8, 8}, "1", Solitude},
		{[]int{70, 40, 30, 11}, "12", Between},
		{[]int{70, 30, 30, 21}, "12", Between}, // ruling 9
		{[]int{50, 50, 50, 1}, "012", String},  // ruling 8
		{[]int{85, 22, 22, 22}, "123", String}, // ruling 8
		// Not to be reached, as a deal of four always has a Nightmare and 151 points.
		{[]int{30, 30, 30, 30}, "0123", String},
		{[]int{40, 20, 20, 40}, "0123", Strings},
	} {
		var p [MaxSeats]int
		var piles [MaxSeats]Set
		for i, n := range c.points {
			if p[i] = max(n, 0); n != no {
				piles[i] = lane(Moon)
			}
		}
		losers, e := judge(len(c.points), p, piles)
		var want uint8
		for _, r := range c.losers {
			want |= 1 << (r - '0')
		}
		if losers != want || e != c.ending {
			t.Errorf("%v: %04b lose, %s; want %s, %s", c.points, losers, e, c.losers, c.ending)
		}
	}
}

func TestDealing(t *testing.T) {
	for seats, want := range map[int][2]int{2: {6, 12}, 3: {12, 0}, 4: {9, 0}} {
		tab := sit(t, seats)
		var all Set
		for i := range seats {
			h := tab.S.Round.Hands[i]
			tab.Is("a hand", h.size(), want[0])
			tab.Is("cards dealt twice", all&h, Set(0))
			all |= h
		}
		for _, c := range tab.S.Round.Stock {
			all = all.with(c)
		}
		tab.Is("the stock", len(tab.S.Round.Stock), want[1])
		tab.Is("the deck", all, deck(seats))
		tab.Is("lives", tab.S.Lives, slices.Repeat([]int{3}, seats))
		tab.Is("tricks", tab.S.Round.tricks(), map[int]int{2: 12, 3: 12, 4: 9}[seats])
	}
	// The player to the left of the dealer leads. The deal goes round to the left.
	tab := sit(t, 4)
	for deal := 1; deal <= 5; deal++ {
		tab.Is("deal", tab.S.Deal, deal)
		tab.Is("leader", tab.S.Round.Leader, (tab.S.Dealer+1)%4)
		before := tab.S.Dealer
		s := tab.Copied()
		s.nextDeal(tab.Env())
		tab.S = s
		tab.Is("dealer", tab.S.Dealer, (before+1)%4)
	}
}

// TestTwoDraw: the winner draws from the top, then the other one, and the last
// tricks are played without a stock.
func TestTwoDraw(t *testing.T) {
	tab := arrange(t, "5f 6f / 9f 5c / 10m 6m 8b 9b", "two")
	tab.lay("0: play 5f", "1: play 9f")
	tab.settle()
	tab.Is("winner", tab.S.Round.Hands[1], set(t, "5c 10m"))
	tab.Is("loser", tab.S.Round.Hands[0], set(t, "6f 6m"))
	tab.Is("drawn", tab.S.Drew, [MaxSeats]Card{cardOf(t, "6m"), cardOf(t, "10m")})
	tab.Is("turn", tab.S.Round.turn(), games.Seat(1))
	// Ruling 14: the duty to follow holds while there is a stock.
	tab.lay("1: play 10m")
	tab.Refuse("0: play 6f", "refuse.follow")
	tab.lay("0: play 6m")
	tab.settle()
	tab.Is("stock", len(tab.S.Round.Stock), 0)
	tab.Is("hands", tab.S.Round.Hands[:2], []Set{set(t, "6f 9b"), set(t, "5c 8b")})
	tab.lay("1: play 8b", "0: play 9b", "0: play 6f", "1: play 5c")
	tab.settle()
	tab.Is("phase", tab.S.Phase, Dawn)
}

// TestNightmareComes: the first card that does not follow calls it, at once.
func TestNightmareComes(t *testing.T) {
	tab := arrange(t, "5f 2m / 9c 9f / 3b 9m / 4b 10c")
	tab.lay("0: play 5f", "1: play 9f")
	tab.Is("a led card calls nothing", tab.S.Round.Nightmare, NoSuit)
	tab.lay("2: play 3b")
	tab.Is("phase", tab.S.Phase, Arrival)
	tab.Is("Nightmare", tab.S.Round.Nightmare, Balloon)
	tab.Is("caller", []any{tab.S.Caller, tab.S.Called}, []any{games.Seat(2), 1})
	for seat := range games.Seat(4) {
		tab.Is("moves", tab.moves(seat), "")
	}
	st := (rules{}).Status(tab.S)
	tab.Is("shown for", []any{st.Due - tab.At, len(st.Awaits)}, []any{dread, 0})
	tab.Expire()
	// Ruling 6: the next player may ruff already, above the caller's card.
	tab.Is("moves", tab.moves(3), "10c 4b")
	tab.lay("3: play 10c")
	tab.Is("a later discard calls nothing", tab.S.Round.Nightmare, Balloon)
	tab.Is("the Nightmare takes the trick", (rules{}).View(tab.S, games.Viewer{}).Ahead, games.Seat(2))
	tab.settle()
	tab.Is("leader", tab.S.Round.turn(), games.Seat(2))
}

// TestGrownCardsTaken is T5: a 7 that was taken before the Nightmare came is
// worth 20 from then on (ruling 5).
func TestGrownCardsTaken(t *testing.T) {
	tab := arrange(t, "7c 9m 10m 2m / 5c 8m 3c 4m / 2c 6m 9b 3b")
	tab.lay("0: play 7c", "1: play 5c", "2: play 2c")
	tab.settle()
	tab.Is("before", tab.S.Round.points(), [MaxSeats]int{2})
	tab.lay("0: play 10m", "1: play 8m", "2: play 6m", "0: play 9m", "1: play 4m", "2: play 9b")
	tab.settle()
	tab.Is("not this one", tab.S.Round.points(), [MaxSeats]int{2 + 23, 0, 10})
	tab = arrange(t, "7c 9m 10m / 5c 8f 3c / 2c 6m 9b")
	tab.lay("0: play 7c", "1: play 5c", "2: play 2c", "0: play 10m", "1: play 3c")
	tab.Is("after", tab.S.Round.points(), [MaxSeats]int{20 + 13})
	view := (rules{}).View(tab.S, games.Viewer{})
	tab.Is("in view", view.Points, []int{33, 0, 0})
}

// TestForcedPlayDoesNotTell: players with one card to play and with many look
// the same. Nobody sees a card before the beat.
func TestForcedPlayDoesNotTell(t *testing.T) {
	tab := arrange(t, "5f 2m / 9f 9c / 3f 9m")
	st := (rules{}).Status(tab.S)
	tab.Is("due and beat", []time.Duration{st.Due, st.Beat}, []time.Duration{opening + 45*time.Second, beat})
	before := (rules{}).View(tab.S, games.Seat(1).Viewer())
	tab.At = 200 * time.Millisecond
	tab.Play("0: play 5f")
	tab.Is("status", (rules{}).Status(tab.S), st)
	for v := range games.Viewers(3) {
		if v.Is(0) {
			continue
		}
		w := (rules{}).View(tab.S, v)
		if v.Is(1) {
			tab.Is("view", w, before)
		}
		tab.Is("trick", len(w.Trick), 0)
	}
	tab.Is("own view", (rules{}).View(tab.S, games.Seat(0).Viewer()).Pressed, cardOf(t, "5f"))
	tab.Is("a card that is chosen stays", tab.moves(0), "")
	tab.Refuse("0: play 2m", "refuse.pressed")
	tab.Expire()
	tab.Is("laid at", []any{tab.At, tab.S.Round.Trick[0]}, []any{beat, cardOf(t, "5f")})
	// Seat 1 has only one card to play and still waits.
	tab.Is("forced", tab.moves(1), "9f")
	tab.Is("beat", (rules{}).Status(tab.S).Beat, tab.At+beat)
	tab.Wait(beat)
	tab.Is("nothing is laid by itself", tab.S.Round.Laid, 1)
	tab.Is("due", (rules{}).Status(tab.S).Due, beat+45*time.Second)
	// After the beat a card is laid at once.
	tab.At += time.Second
	tab.Play("1: play 9f")
	tab.Is("laid", tab.S.Round.Laid, 2)
	// A complete trick is shown for a fixed time.
	tab.lay("2: play 3f")
	tab.Is("phase", tab.S.Phase, Taken)
	tab.Is("shown for", (rules{}).Status(tab.S).Due-tab.At, showing)
	tab.Refuse("1: play 9c", "refuse.not-now")
}

func TestClockRunsOut(t *testing.T) {
	for _, c := range []struct{ name, nightmare, trick, hand, want string }{
		{"the cheapest of the suit led", "", "5f", "10f 6f 9f 3m", "9f"},
		{"the weakest of equals", "", "5f", "4f 3f 2f 2m", "2f"},
		{"not a ruff while it can follow", "balloon", "5f", "10f 2b", "10f"},
		{"void: the cheapest of all", "moon", "5f", "10c 8b 5m 9c", "8b"},
		{"the grown 5 is dear", "fish", "9f", "5f 10f", "10f"},
		{"the 12 never has to be played", "moon", "2m", "7m 2f 3c", "2f"},
		{"the Nightmare is followed otherwise", "moon", "2m", "7m 9m 2f", "9m"},
		{"lead: the cheapest", "", "", "10c 3m 8b", "3m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			hands := "2c / " + c.hand + " / 2c"
			if c.trick == "" {
				hands = c.hand + " / 2c / 2c"
			}
			for _, option := range []string{"table=guided", "table=honest"} { // no player revokes by being late
				tab := arrange(t, hands, option)
				if err := tab.S.Round.Nightmare.UnmarshalText([]byte(c.nightmare)); err != nil {
					t.Fatal(err)
				}
				if c.trick != "" {
					tab.S.Round.Trick[0], tab.S.Round.Laid = cardOf(t, c.trick), 1
				}
				seat := tab.S.Round.turn()
				tab.Expire()
				tab.Is("news", tab.S.News, News{Kind: Slow, Seat: seat, Card: cardOf(t, c.want)})
			}
		})
	}
	// The very first card of a match has more time.
	tab := sit(t, 3)
	tab.Is("until", tab.S.Until, 45*time.Second+opening)
}

func TestGuidedTableRefuses(t *testing.T) {
	tab := arrange(t, "5f 2m / 9f 9c / 3f 9m")
	tab.Refuse("1: play 9f", "refuse.turn")
	tab.Refuse("0: play 9c", "refuse.no-card")
	tab.Refuse("0: ready 1", "refuse.not-now")
	tab.lay("0: play 5f")
	tab.Refuse("1: play 9c", "refuse.follow")
	tab = arrange(t, "5f 2m 8f / 8b 2c 4f / 3b 9f 9m")
	tab.S.Round.Nightmare = Balloon
	tab.lay("0: play 5f", "1: play 8b")
	tab.Refuse("2: play 3b", "refuse.low")
	tab.S.Round.Undertrump = true
	tab.Refuse("2: play 3b", "refuse.low.follow")
	tab.S.Round.Undertrump = false
	tab.Refuse("2: play 9m", "refuse.follow")
}

// TestHonestTable: any card can be pressed, and a revoke costs a life at once. All
// pages name it until the trick is cleared away.
func TestHonestTable(t *testing.T) {
	tab := arrange(t, "5f 2m 8m / 9f 9c 3m / 3f 9m 4m", "table=honest")
	tab.lay("0: play 5f")
	tab.Is("moves", tab.moves(1), "3m 9f 9c")
	tab.lay("1: play 9c")
	tab.Is("a wrong card calls the Nightmare like any other", tab.S.Round.Nightmare, Clover)
	named := func(when string) {
		t.Helper()
		tab.Is(when+": lives", tab.S.Lives, []int{3, 2, 3})
		for v := range games.Viewers(3) {
			view := (rules{}).View(tab.S, v)
			p := presenter{}.Page(view, "")
			tab.Is(when+": named", slices.ContainsFunc(p.Lines, func(x ui.Text) bool { return reflect.DeepEqual(x, ui.T("revoke", whoFirst(view, 1))) }), true)
		}
	}
	tab.Is("phase", tab.S.Phase, Arrival)
	named("when the Nightmare comes")
	tab.Expire()
	named("in the turn of the next")
	tab.lay("2: play 3f")
	tab.Is("phase", tab.S.Phase, Taken)
	named("when the trick is complete")
	tab.settle()
	tab.Is("and no more", tab.S.Revokes, []games.Seat(nil))
	tab.Is("its card takes the trick", tab.S.Round.turn(), games.Seat(1))
	// Following now, although it could have before, is no revoke.
	tab.lay("1: play 9f", "2: play 9m", "0: play 2m")
	tab.Is("lives", tab.S.Lives, []int{3, 2, 3})
}

// TestHonestUndertrump: a Nightmare card below another one is a revoke, unless
// there was nothing else. Two may revoke in one trick.
func TestHonestUndertrump(t *testing.T) {
	tab := arrange(t, "5f 2m / 8b 2c / 3b 9m / 2b 4b", "table=honest")
	tab.S.Round.Nightmare, tab.S.Called = Balloon, 0
	tab.lay("0: play 5f", "1: play 8b", "2: play 3b", "3: play 2b")
	tab.Is("revokes", tab.S.Revokes, []games.Seat{2})
	tab = arrange(t, "5f 2m / 8b 2f / 3b 9f / 2f 4b", "table=honest")
	tab.lay("0: play 5f", "1: play 8b", "2: play 3b", "3: play 2f")
	tab.Is("revokes", tab.S.Revokes, []games.Seat{1, 2})
	tab.Is("lives", tab.S.Lives, []int{3, 2, 2, 3})
}

// TestUndertrumpOption: where the table chose so, a hand void in the suit led may lay
// a Nightmare card below another one. A hand that can follow suit may not.
func TestUndertrumpOption(t *testing.T) {
	for _, c := range []struct{ undertrump, table, hand, want string }{
		{"no", "guided", "3b 9m", "9m"},
		{"yes", "guided", "3b 9m", "9m 3b"},
		{"yes", "guided", "3b 9f", "9f"},
		{"yes", "guided", "9b 3b 4f", "4f 9b"},
		{"yes", "guided", "3b 6b", "3b 6b"},
		{"yes", "honest", "3b 9f", "9f 3b"},
	} {
		tab := arrange(t, "5f 2m / 8b 2c / "+c.hand+" / 2b 4b", "table="+c.table, "undertrump="+c.undertrump)
		tab.S.Round.Nightmare = Balloon
		tab.lay("0: play 5f", "1: play 8b")
		for tab.S.Phase != Turn {
			tab.Expire()
		}
		tab.Is(c.undertrump+" with "+c.hand, tab.moves(2), c.want)
	}
	lay := func(kind, hand string) *table {
		tab := arrange(t, "5f 2m / 8b 2c / "+hand+" / 2b 4b", "table="+kind, "undertrump=yes")
		tab.S.Round.Nightmare = Balloon
		tab.lay("0: play 5f", "1: play 8b", "2: play 3b")
		return tab
	}
	tab := lay("honest", "3b 9m")
	tab.Is("no revoke", tab.S.Revokes, []games.Seat(nil))
	tab.Is("it tells of the suit led, and not of others", tab.S.Lacks[2], []Shortage{{Cards: deck(4) & lane(Fish)}})
	tab.Is("a revoke", lay("honest", "3b 9f").S.Revokes, []games.Seat{2})
	tab = lay("guided", "3b 9m")
	tab.Is("told", tab.S.Lacks[2], []Shortage{{Cards: deck(4) & lane(Fish)}})
	// The choice holds for every deal.
	tab.S.nextDeal(tab.Env())
	tab.Is("in the next deal", tab.S.Round.Undertrump, true)
	if v := (rules{}).View(tab.S, games.Viewer{}); !v.Undertrump {
		t.Error("no page knows of it")
	}
}

// TestLastLifeByRevoke: a revoke that costs the last life ends the match at once. The
// deal is not counted, and hands stay secret.
func TestLastLifeByRevoke(t *testing.T) {
	for _, nightmare := range []Suit{NoSuit, Moon} { // with and without its arrival
		tab := arrange(t, "10f 2b / 9c 9f / 3f 3b", "table=honest")
		tab.S.Round.Nightmare = nightmare
		tab.S.Round.Piles[0] = set(t, "10m 10b")
		tab.S.Lives = []int{2, 1, 3}
		tab.lay("0: play 10f", "1: play 9c")
		tab.Is("phase", tab.S.Phase, Over)
		tab.Is("status", (rules{}).Status(tab.S), games.Status{Over: true, Chapter: 1, Scores: []int{2, 0, 3}, Winners: []games.Seat{2}})
		want := Result{Ending: Broken, Nightmare: tab.S.Round.Nightmare, Points: []int{20, 0, 0}, Fined: []games.Seat{1}}
		tab.Is("result", tab.S.Past, []Result{want})
		for v := range games.Viewers(3) {
			w := (rules{}).View(tab.S, v)
			if _, seated := v.Seat(); !seated && w.Hand != nil {
				t.Errorf("the board shows the hand %v", w.Hand)
			}
			for _, b := range (presenter{}).Page(w, "").Controls {
				if b.To.Kind == ui.KindDo {
					t.Errorf("%s has the button %s", v, b.To.To)
				}
			}
		}
		held := Set(0)
		for _, s := range tab.Redealt(games.Seat(0).Viewer(), 60) {
			held |= s.Round.Hands[2]
		}
		tab.Is("what a player may think of another hand", held, set(t, "9f 3f 3b"))
	}
}

// TestFinesEndWithTheDeal: a later deal does not name who revoked in an earlier
// one, and takes no life for it again.
func TestFinesEndWithTheDeal(t *testing.T) {
	tab := arrange(t, "10f 2b / 9c 9f / 3f 3b", "table=honest")
	tab.lay("0: play 10f", "1: play 9c", "2: play 3f", "1: play 9f", "2: play 3b", "0: play 2b")
	tab.settle()
	tab.Is("fined in the first deal", tab.S.Past[0].Fined, []games.Seat{1})
	tab.Play("0: ready 1", "1: ready 1", "2: ready 1")
	lives := slices.Clone(tab.S.Lives)
	tab.S.Round.Leader = 0
	tab.S.Round.Hands = [MaxSeats]Set{set(t, "10f"), set(t, "9f"), set(t, "3f")}
	tab.lay("0: play 10f", "1: play 9f", "2: play 3f")
	tab.settle()
	tab.Is("fined in the second deal", tab.S.Past[1].Fined, []games.Seat(nil))
	tab.Is("the lives of whom the points spared", tab.S.Lives[0], lives[0])
}

func TestEndOfADeal(t *testing.T) {
	tab := arrange(t, "10f / 9f / 3f")
	tab.S.Round.Piles = [MaxSeats]Set{set(t, "6m"), set(t, "9c 10c 10m"), set(t, "6b")}
	tab.lay("0: play 10f", "1: play 9f", "2: play 3f")
	tab.settle()
	tab.Is("phase", tab.S.Phase, Dawn)
	tab.Is("result", tab.S.Past[0], Result{Ending: String, Nightmare: NoSuit, Points: []int{25, 25, 10}, Losers: []games.Seat{0, 1}})
	tab.Is("lives", tab.S.Lives, []int{2, 2, 3})
	tab.Is("awaits", (rules{}).Status(tab.S).Awaits, []games.Seat{0, 1, 2})
	tab.Play("1: ready 1")
	tab.Refuse("1: ready 1", "refuse.not-now")
	tab.Refuse("0: ready 2", "refuse.not-now")
	tab.Play("0: ready 1", "2: ready 1")
	tab.Is("next", []any{tab.S.Phase, tab.S.Deal, tab.S.Round.Nightmare, tab.S.Round.points()}, []any{Turn, 2, NoSuit, [MaxSeats]int{}})
	// Without a word it goes on by itself.
	tab = arrange(t, "10f / 9f / 3f")
	tab.lay("0: play 10f", "1: play 9f", "2: play 3f")
	tab.settle()
	tab.Expire()
	tab.Is("deal", tab.S.Deal, 2)
}

// TestSharedVictory is ruling 13.
func TestSharedVictory(t *testing.T) {
	tab := arrange(t, "10f / 9f / 3f")
	tab.S.Lives = []int{2, 1, 3}
	tab.S.Round.Piles = [MaxSeats]Set{set(t, "6m"), set(t, "9c 10c 10m"), set(t, "6b")}
	tab.lay("0: play 10f", "1: play 9f", "2: play 3f")
	tab.settle()
	tab.Is("winners", (rules{}).Status(tab.S).Winners, []games.Seat{2})
	tab.Is("shared", winners([]int{2, 0, 2, 1}), []games.Seat{0, 2})
}

func TestNotation(t *testing.T) {
	for _, text := range []string{"play 2m", "play 10b", "play 7c", "ready 1", "ready 99"} {
		if m, err := Parse(text); err != nil || m.String() != text {
			t.Errorf("%q is %v, %v", text, m, err)
		}
	}
	for _, text := range []string{"", "play", "play ", "play 1m", "play 11m", "play 7x", "play 07m", "play m7", "play 7m ", " play 7m",
		"play 7M", "play +7m", "ready", "ready 0", "ready 100", "ready 01", "ready x", "lay 7m", "play 7m 8m", "play 18m", "play 23m"} {
		if m, err := Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, m)
		}
	}
	all := 0
	for _, c := range deck(4).Cards() {
		if again := cardOf(t, c.String()); again != c {
			t.Errorf("%v is read as %v", c, again)
		}
		all++
	}
	if all != 36 || set(t, deck(4).String()) != deck(4) || set(t, "") != 0 {
		t.Error("sets are not read back")
	}
}

// TestSums plays deals by chance. The points of a finished deal sum to 151, or
// to 120 when no Nightmare came.
//
// A deal of four always has a Nightmare, since nine cards of a suit make no
// tricks of four. A deal of three has none only if each hand has three cards of
// each suit.
func TestSums(t *testing.T) {
	deals := 20000
	if testing.Short() {
		deals = 2000
	}
	chance := rand.NewPCG(3, 4)
	calm := map[int]int{}
	for n := range deals {
		for seats := 2; seats <= MaxSeats; seats++ {
			s := dealt(t, seats, uint64(n))
			first := s.Round
			s.Round.playout(chance)
			sum := 0
			for _, p := range s.Round.points() {
				sum += p
			}
			want := 151
			if s.Round.Nightmare == NoSuit {
				want = 120
				calm[seats]++
				for i := 0; seats == 3 && i < 3; i++ {
					for _, suit := range Suits {
						if (first.Hands[i] & lane(suit)).size() != 3 {
							t.Fatalf("no Nightmare with the hand %v", first.Hands[i])
						}
					}
				}
			}
			if sum != want {
				t.Fatalf("%d seats, deal %d: %d points, want %d", seats, n, sum, want)
			}
			var all Set
			for _, p := range s.Round.Piles {
				all |= p
			}
			if all != deck(seats) {
				t.Fatalf("%d seats, deal %d: piles of %v", seats, n, all)
			}
		}
	}
	if calm[4] > 0 {
		t.Errorf("%d deals of four without a Nightmare", calm[4])
	}
	if calm[2] == 0 {
		t.Errorf("of %d deals of two each had a Nightmare", deals)
	}
}
