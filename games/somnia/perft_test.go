package somnia

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
)

// perft counts the ways to play so many cards from here.
func perft(r Round, cards int) int {
	if r.full() {
		r.sweep()
	}
	if cards == 0 || r.done() {
		return 1
	}
	n := 0
	for _, c := range r.legal(r.Hands[r.turn()]).Cards() {
		next := r
		next.lay(c)
		n += perft(next, cards-1)
	}
	return n
}

var counts = flag.Bool("perft", false, "rewrite the counts in testdata/perft.txt")

// TestPerft compares testdata/perft.txt with how many ways there are to play so
// many cards from its hands:
//
//	deal NAME
//	seat CARDS        of seat 0, who leads; then of seat 1, and so on
//	stock CARDS       of two players
//	nightmare SUIT    when it has come already
//	ways N N …        for one card, two cards, and so on
func TestPerft(t *testing.T) {
	const file = "testdata/perft.txt"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	deals := 0
	for block := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n\n") {
		name, _, _ := strings.Cut(block, "\n")
		r := Round{Nightmare: NoSuit}
		for line := range strings.SplitSeq(block, "\n") {
			key, rest, _ := strings.Cut(line, " ")
			switch key {
			case "seat":
				r.Hands[r.Seats] = set(t, rest)
				r.Seats++
			case "stock":
				for c := range strings.FieldsSeq(rest) {
					r.Stock = append(r.Stock, cardOf(t, c))
				}
			case "nightmare":
				if err := r.Nightmare.UnmarshalText([]byte(rest)); err != nil {
					t.Fatal(err)
				}
			case "ways":
				deals++
				all := strings.Fields(rest)
				if testing.Short() {
					all = all[:min(len(all), 6)]
				}
				var now []string
				for i, want := range all {
					n := perft(r, i+1)
					now = append(now, strconv.Itoa(n))
					if strconv.Itoa(n) != want && !*counts {
						t.Errorf("%s: %d ways to play %d cards, want %s", name, n, i+1, want)
					}
					if i >= gametest.Times(6, 5, 4) {
						continue
					}
					if slow := naive(plainOf(r), i+1); slow != n {
						t.Errorf("%s: %d ways to play %d cards, and %d by the letter", name, n, i+1, slow)
					}
				}
				line = "ways " + strings.Join(now, " ")
			}
			out.WriteString(line + "\n")
		}
		out.WriteString("\n")
	}
	if deals != 5 {
		t.Errorf("%d deals", deals)
	}
	if *counts {
		if err := os.WriteFile(file, []byte(strings.TrimSpace(out.String())+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// plain is a deal in the words of the rulebook, without sets of bits. It is slow and
// simple, and the rules are checked against it.
type plain struct {
	hands      [][]Card
	stock      []Card
	trick      []Card
	leader     int
	nightmare  Suit
	undertrump bool
}

func plainOf(r Round) plain {
	p := plain{stock: r.Stock, leader: int(r.Leader), nightmare: r.Nightmare, undertrump: r.Undertrump}
	for _, h := range r.Hands[:r.Seats] {
		p.hands = append(p.hands, h.Cards())
	}
	p.trick = slices.Clone(r.Trick[:r.Laid])
	return p
}

func (p plain) turn() int { return (p.leader + len(p.trick)) % len(p.hands) }

func (p plain) power(c Card) int {
	if c.Suit() == p.nightmare {
		return map[int]int{2: 2, 3: 3, 4: 4, 6: 6, 8: 8, 9: 9, 10: 10, 5: 11, 7: 12}[c.Rank()]
	}
	return c.Rank()
}

// beats reports whether a card is stronger than another of the trick.
func (p plain) beats(a, b Card) bool {
	if a.Suit() == b.Suit() {
		return p.power(a) > p.power(b)
	}
	return a.Suit() == p.nightmare
}

// may reports whether a card may be played, by the letter of the rulebook and the
// rulings of the digest.
func (p plain) may(c Card) bool {
	if len(p.trick) == 0 {
		return true
	}
	hand, led := p.hands[p.turn()], p.trick[0].Suit()
	if c.Suit() == led {
		return true
	}
	following := func(d Card) bool {
		return d.Suit() == led && !(led == p.nightmare && p.power(d) == 12)
	}
	if c.Suit() != p.nightmare {
		return !slices.ContainsFunc(hand, following)
	}
	// A ruff: stronger than any card there, unless every card in hand is a
	// Nightmare that is too weak.
	strong := func(d Card) bool {
		return d.Suit() == p.nightmare && !slices.ContainsFunc(p.trick, func(e Card) bool { return !p.beats(d, e) })
	}
	if strong(c) || p.undertrump && !slices.ContainsFunc(hand, following) {
		return true
	}
	return !slices.ContainsFunc(hand, func(d Card) bool { return d.Suit() != p.nightmare || strong(d) })
}

func (p plain) lay(c Card) plain {
	q := plain{stock: p.stock, leader: p.leader, nightmare: p.nightmare, undertrump: p.undertrump, trick: append(slices.Clone(p.trick), c)}
	for i, h := range p.hands {
		h = slices.Clone(h)
		if i == p.turn() {
			h = slices.DeleteFunc(h, func(d Card) bool { return d == c })
		}
		q.hands = append(q.hands, h)
	}
	if q.nightmare == NoSuit && c.Suit() != q.trick[0].Suit() {
		q.nightmare = c.Suit()
	}
	if len(q.trick) < len(q.hands) {
		return q
	}
	best := 0
	for i := range q.trick {
		if q.beats(q.trick[i], q.trick[best]) {
			best = i
		}
	}
	q.leader, q.trick = (q.leader+best)%len(q.hands), nil
	for i := range q.hands {
		if len(q.stock) > 0 {
			at := (q.leader + i) % len(q.hands)
			q.hands[at] = append(q.hands[at], q.stock[0])
			slices.Sort(q.hands[at])
			q.stock = q.stock[1:]
		}
	}
	return q
}

func naive(p plain, cards int) int {
	if cards == 0 || len(p.hands[p.turn()]) == 0 {
		return 1
	}
	n := 0
	for _, c := range p.hands[p.turn()] {
		if p.may(c) {
			n += naive(p.lay(c), cards-1)
		}
	}
	return n
}

// TestByTheLetter plays deals by chance. At every card the rules allow what the
// rulebook's words allow, and the same player takes the trick.
func TestByTheLetter(t *testing.T) {
	deals := 600
	if testing.Short() {
		deals = 60
	}
	forced, chosen := 0, 0
	for n := range deals {
		seats := 2 + n%3
		r := dealt(t, seats, uint64(n)).Round
		r.Undertrump = n%2 == 1
		p := plainOf(r)
		chance := rand.New(rand.NewPCG(uint64(n), 5))
		for len(p.hands[p.turn()]) > 0 {
			if r.full() {
				r.sweep()
			}
			if int(r.turn()) != p.turn() || r.Nightmare != p.nightmare || !slices.Equal(r.Hands[r.turn()].Cards(), p.hands[p.turn()]) {
				t.Fatalf("deal %d: %+v and %+v", n, r, p)
			}
			may := r.legal(r.Hands[r.turn()])
			for _, c := range p.hands[p.turn()] {
				if p.may(c) != may.has(c) {
					t.Fatalf("deal %d: %v of %v in the trick %v, Nightmare %v: %v by the letter", n, c, r.Hands[r.turn()], p.trick, p.nightmare, p.may(c))
				}
			}
			c := may.nth(chance.IntN(may.size()))
			if r.Laid > 0 && c.Suit() == r.Nightmare && r.Trick[0].Suit() != r.Nightmare && Set(0).with(c)&r.over() == 0 {
				if may&^lane(r.Nightmare) == 0 {
					forced++
				} else {
					chosen++
				}
			}
			r.lay(c)
			p = p.lay(c)
		}
	}
	if !testing.Short() && (forced == 0 || chosen == 0) {
		t.Errorf("%d were forced to undertrump, and %d chose to", forced, chosen)
	}
}

// TestRedealIsConsistent plays deals by chance. What every player knows of a hand is
// always true of it. A redeal keeps this true, and keeps the cards that its
// viewer sees.
func TestRedealIsConsistent(t *testing.T) {
	deals := gametest.Times(240, 90, 24)
	known := 0
	for n := range deals {
		seats := 2 + n%3
		tab := sit(t, seats, "table="+[]string{"guided", "honest"}[n/3%2])
		tab.S = dealt(t, seats, uint64(n))
		tab.S.Honest = n/3%2 == 1
		tab.S.Lives = slices.Repeat([]int{99}, seats) // enough for every revoke
		chance := rand.New(rand.NewPCG(uint64(n), 6))
		type fact struct {
			seat int
			none Set
		}
		var facts []fact // of three and four, who never draw
		for tab.S.Phase != Dawn {
			for v := range games.Viewers(seats) {
				twin := tab.Copied()
				(rules{}).Redeal(&twin, v, chance)
				var all, was Set
				for i := range seats {
					h := twin.Round.Hands[i]
					if h.size() != tab.S.Round.Hands[i].size() || v.Is(games.Seat(i)) && h != tab.S.Round.Hands[i] {
						t.Fatalf("deal %d: %v becomes %v", n, tab.S.Round.Hands[i], h)
					}
					if !tab.S.mayHold(games.Seat(i), tab.S.Round.Hands[i]) {
						t.Fatalf("deal %d: of seat %d everybody knows %v, and it has %v", n, i, tab.S.Lacks[i], tab.S.Round.Hands[i])
					}
					if !twin.mayHold(games.Seat(i), h) {
						t.Fatalf("deal %d: %s has seat %d redealt %v, against %v", n, v, i, h, tab.S.Lacks[i])
					}
					for _, f := range facts {
						if f.seat == i && h&f.none != 0 {
							t.Fatalf("deal %d: seat %d is redealt %v and had none of %v", n, i, h, f.none)
						}
					}
					all, was = all|h, was|tab.S.Round.Hands[i]
				}
				for i := range twin.Round.Stock {
					all, was = all.with(twin.Round.Stock[i]), was.with(tab.S.Round.Stock[i])
				}
				if all != was {
					t.Fatalf("deal %d: redealt %v of %v", n, all, was)
				}
			}
			if tab.S.Phase != Turn {
				tab.Expire()
				continue
			}
			r := &tab.S.Round
			may := r.legal(r.Hands[r.turn()])
			c := may.nth(chance.IntN(may.size()))
			if h := r.Hands[r.turn()]; tab.S.Honest && chance.IntN(4) == 0 {
				c = h.nth(chance.IntN(h.size()))
			}
			if none := r.excluded(c); none != 0 && seats > 2 && may.has(c) {
				facts = append(facts, fact{int(r.turn()), none})
			}
			tab.S.layCard(tab.Env(), c, Laid)
			for _, l := range tab.S.Lacks {
				known += len(l)
			}
		}
	}
	if known == 0 {
		t.Error("nothing was ever known of a hand")
	}
}

// TestRedealMeetsEveryDeal: near the end every deal that the viewer cannot rule
// out comes up. All come about equally often.
func TestRedealMeetsEveryDeal(t *testing.T) {
	tab := arrange(t, "2m 3m / 4m 5f / 6f 7c / 8c 9b")
	tab.S.Lacks[1] = []Shortage{{Cards: lane(Balloon)}}
	tab.S.Lacks[2] = []Shortage{{Cards: lane(Moon)}}
	tab.S.Lacks[3] = []Shortage{{Cards: lane(Fish)}}
	cards := set(t, "4m 5f 6f 7c 8c 9b").Cards()
	want := map[string]bool{}
	for _, a := range cards {
		for _, b := range cards {
			for _, c := range cards {
				for _, d := range cards {
					one, two := Set(0).with(a).with(b), Set(0).with(c).with(d)
					three := setOf(cards) &^ one &^ two
					if one.size() == 2 && two.size() == 2 && three.size() == 2 && tab.S.mayHold(1, one) && tab.S.mayHold(2, two) && tab.S.mayHold(3, three) {
						want[fmt.Sprint(one, "/", two, "/", three)] = true
					}
				}
			}
		}
	}
	chance := rand.New(rand.NewPCG(1, 2))
	met := map[string]int{}
	const times = 20000
	for range times {
		s := tab.S
		(rules{}).Redeal(&s, games.Seat(0).Viewer(), chance)
		met[fmt.Sprint(s.Round.Hands[1], "/", s.Round.Hands[2], "/", s.Round.Hands[3])]++
	}
	if len(met) != len(want) || len(want) < 10 {
		t.Errorf("%d deals of %d", len(met), len(want))
	}
	for deal, n := range met {
		if !want[deal] || n < times/len(want)/4 {
			t.Errorf("%s came %d times of %d, one in %d expected", deal, n, times, len(want))
		}
	}
}
