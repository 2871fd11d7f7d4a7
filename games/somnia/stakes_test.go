package somnia

import (
	"strings"
	"testing"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/text"
)

// standingAt is what a seat of three sees with these piles, when the Nightmare is Moons.
func standingAt(t *testing.T, me games.Seat, piles ...string) View {
	t.Helper()
	v := View{Me: me, Phase: Turn, Lives: []int{3, 3, 3}, Nightmare: Moon, Sizes: []int{1, 1, 1}}
	for _, p := range piles {
		set, err := parseSet(p)
		if err != nil {
			t.Fatal(err)
		}
		v.Piles, v.Points = append(v.Piles, set.Cards()), append(v.Points, points(set, Moon))
	}
	return v
}

// TestStakesAreSettled: a panel says "final" when no card that is still in play matters,
// and not before.
func TestStakesAreSettled(t *testing.T) {
	first := "7m 5m 6m 10m 6f 10f 9m"  // 78 points
	second := "8m 6c 10c 6b"           // 33 points
	third := "2m 3m 4m 2f 3f 4f 5f 7f" // 2 points
	open := "2c 3c 4c 5c 7c 8f 9f 8c 9c 2b 3b 4b 5b"
	for _, c := range []struct {
		me     games.Seat
		piles  []string
		honest bool
		want   string
	}{
		{1, []string{first, second, third}, false, "self.danger"}, // 38 points are in play
		{0, []string{first, second, third}, false, "self.safe"},
		{0, []string{first + " 7b 8b 9b 10b " + open, second, third}, false, "self.lost"}, // everything is taken
		{1, []string{first, second + " 7b 8b 9b 10b " + open, third}, false, "self.lost"},
		{2, []string{first, second + " 7b 8b 9b 10b " + open, third}, false, "self.final"},
		{1, []string{first, second + " 8f 9f 8c 9c 9b 8b 7c", third + " 2c 3c 4c 5c 2b 3b 4b 5b"}, false, "self.lost"}, // 12 in play cannot matter
		{1, []string{first, second + " 8f 9f 8c 9c 9b 8b 7c", third + " 2c 3c 4c 5c 2b 3b 4b 5b"}, true, "self.danger"},
		{1, []string{first, second + " 8f 9f 8c 9c 9b 8b 7c", ""}, false, "self.safe"}, // a trick would make the third safe
	} {
		v := standingAt(t, c.me, c.piles...)
		v.Honest = c.honest
		if got := self(v); got.Key != c.want {
			t.Errorf("seat %d with %v: %s, want %s", c.me, v.Points, got.Key, c.want)
		}
	}
}

// TestOrderIsSaid: a panel says in words who has more points than whom, unless the reason of
// the danger says it.
func TestOrderIsSaid(t *testing.T) {
	for _, c := range []struct {
		points []int
		want   string
	}{
		{[]int{30, 20, 10}, "order.most"},
		{[]int{20, 30, 10}, "order.middle"},
		{[]int{10, 30, 20}, "order.fewest"},
		{[]int{20, 20, 10}, "order.tied"},
		{[]int{10, 20}, "order.fewest"},
		{[]int{20, 30, 10, 5}, "order.between"},
	} {
		if got := order(c.points, 0); got.Key != c.want {
			t.Errorf("%v: %s, want %s", c.points, got.Key, c.want)
		}
	}
	said := catalogue(t).Say(text.English, self(standingAt(t, 1, "10f 9f", "10c", "3b 8b")), people{})
	if want := "10 points (limit 100) · 💔 would lose a life: in the middle"; !strings.Contains(said, want) {
		t.Errorf("it says %q, want %q", said, want)
	}
}

// TestReasonsAreSaid: every ending that is judged has its few words.
func TestReasonsAreSaid(t *testing.T) {
	c := catalogue(t)
	for _, e := range Endings {
		if e == Broken {
			continue // a revoke is not judged
		}
		for seats := 2; seats <= MaxSeats; seats++ {
			r := reason(View{Lives: make([]int, seats)}, e)
			for _, l := range text.Langs {
				if said := c.Say(l, r, people{}); strings.Contains(said, "⟦") || utf8.RuneCountInString(said) > 24 {
					t.Errorf("%s of %d in %s: %q", e, seats, l, said)
				}
			}
		}
	}
}

// TestFacesAreGlued: a page writes a card as the search for leaks expects it.
func TestFacesAreGlued(t *testing.T) {
	c := catalogue(t)
	for _, l := range text.Langs {
		if said := c.Say(l, face(card(Moon, 10)), people{}); said != glued(card(Moon, 10)) {
			t.Errorf("in %s: %q", l, said)
		}
	}
}
