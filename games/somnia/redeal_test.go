package somnia

import (
	"slices"
	"testing"

	"oneiros/games"
)

// Any card that a viewer has not seen may be in any hidden hand, or in the
// stock.
func TestRedealReachesEveryHand(t *testing.T) {
	for seats := 2; seats <= MaxSeats; seats++ {
		tab := sit(t, seats)
		for v := range games.Viewers(seats) {
			unseen := deck(seats)
			if me, ok := v.Seat(); ok {
				unseen &^= tab.S.Round.Hands[me]
			}
			var held [MaxSeats]Set // all cards that a seat ever had
			var top Set            // all cards that ever lay on top of the stock
			for _, s := range tab.Redealt(v, 400) {
				for i := range seats {
					held[i] |= s.Round.Hands[i]
				}
				if seats == 2 {
					top = top.with(s.Round.Stock[0])
				}
			}
			for i := range seats {
				want := unseen
				if v.Is(games.Seat(i)) {
					want = tab.S.Round.Hands[i]
				}
				if held[i] != want {
					tab.Fatalf("%d seats, for %s: seat %d had %v, want %v", seats, v, i, held[i], want)
				}
			}
			if seats == 2 && top != unseen {
				tab.Fatalf("for %s: %v lay on top of the stock, want %v", v, top, unseen)
			}
		}
	}
}

// A player who did not follow is dealt none of that suit, and the suit goes to
// others.
func TestRedealRemembersWhoDidNotFollow(t *testing.T) {
	tab := arrange(t, "5f 2m 6m / 9c 9b 2b / 3f 9m 4f / 4b 10f 6f")
	tab.lay("0: play 5f", "1: play 9c", "2: play 3f", "3: play 10f")
	tab.settle()
	fish := [MaxSeats]bool{}
	for _, s := range tab.Redealt(games.Viewer{}, 300) {
		for i, h := range s.Round.Hands {
			fish[i] = fish[i] || h&lane(Fish) != 0
		}
	}
	tab.Is("who may have fish", fish, [MaxSeats]bool{true, false, true, true})
}

// Two play with a stock. A player who did not follow may since have drawn one
// card of the suit. After playing such a card they have none again.
func TestRedealRemembersWhatWasDrawn(t *testing.T) {
	tab := arrange(t, "5f 8f / 9c 10c / 10f 6f 6b 8b 9b 10b", "two")
	fish := func(seat int) int { // the most fish in a redealt hand
		most := 0
		for _, s := range tab.Redealt(games.Viewer{}, 300) {
			most = max(most, (s.Round.Hands[seat] & lane(Fish)).size())
		}
		return most
	}
	tab.Is("before", fish(1), 2)
	tab.lay("0: play 5f", "1: play 9c") // the Nightmare takes, and draws the 10 of fish
	tab.settle()
	tab.Is("one card was drawn", fish(1), 1)
	tab.lay("1: play 10f", "0: play 6f")
	tab.Is("it was played", fish(1), 0)
	tab.settle()
	tab.Is("another was drawn", fish(1), 1)
}

// A card that another player chose before the beat may be any card, or none.
func TestRedealChoosesAnyCard(t *testing.T) {
	tab := arrange(t, "5f 2m 3f / 9f 9c 4f / 3b 9m 8b")
	tab.Play("0: play 5f")
	chosen := map[games.Viewer]Set{}
	none := map[games.Viewer]bool{}
	for v := range games.Viewers(3) {
		for _, s := range tab.Redealt(v, 300) {
			if s.Pressed == NoCard {
				none[v] = true
			} else {
				chosen[v] = chosen[v].with(s.Pressed)
			}
		}
	}
	tab.Is("the owner's card", []any{chosen[games.Seat(0).Viewer()], none[games.Seat(0).Viewer()]}, []any{set(t, "5f"), false})
	tab.Is("for a player", []any{chosen[games.Seat(1).Viewer()], none[games.Seat(1).Viewer()]}, []any{set(t, "5f 2m 3f 3b 9m 8b"), true})
	tab.Is("for the board", []any{chosen[games.Viewer{}].size(), none[games.Viewer{}]}, []any{9, true})
	// After the beat nothing is chosen and unseen.
	tab.S.Pressed, tab.S.Beat = NoCard, 0
	for _, s := range tab.Redealt(games.Viewer{}, 30) {
		tab.Is("after the beat", s.Pressed, NoCard)
	}
}

// Hidden are the cards of others and the stock. In the first trick after a deal
// that lay open nothing is.
func TestHiddenCards(t *testing.T) {
	tab := arrange(t, "5f 2m / 9f 9c / 3f 6b", "two")
	tab.Is("for a player", (rules{}).Hidden(tab.S, games.Seat(0).Viewer()), []string{"🐟3", "🐟\u20603", "play 3f", "🐟9", "🐟\u20609", "play 9f", "🍀9", "🍀\u20609", "play 9c", "🎈6", "🎈\u20606", "play 6b"})
	tab.Is("for the board", len((rules{}).Hidden(tab.S, games.Viewer{})), 18)
	tab.S.Deal = 2
	tab.Is("in the first trick of a later deal", len((rules{}).Hidden(tab.S, games.Viewer{})), 0)
	tab.lay("0: play 5f", "1: play 9f")
	tab.settle()
	tab.Is("in its second trick", slices.Contains((rules{}).Hidden(tab.S, games.Seat(0).Viewer()), "🍀9"), true)
}
