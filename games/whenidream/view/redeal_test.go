package view_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// Every other spirit may have any role, and so may the card that no player was dealt.
func TestRedealReachesEveryRole(t *testing.T) {
	tab := nightfall(t, 6)
	for v := range games.Viewers(6) {
		list := tab.Redealt(v, 300)
		others := map[kit.Role]bool{tab.S.Unseen[0]: true}
		for seat, role := range tab.S.Roles {
			if seat != 0 && !v.Is(games.Seat(seat)) {
				others[role] = true
			}
		}
		for seat := range 6 {
			want := len(others)
			if seat == 0 || v.Is(games.Seat(seat)) {
				want = 1 // the dreamer has none, and every player knows their own
			}
			tab.Is(fmt.Sprintf("roles of seat %d for %s", seat, v), gametest.Values(list, func(s rules.State) kit.Role { return s.Roles[seat] }), want)
		}
		tab.Is("unseen roles", gametest.Values(list, func(s rules.State) kit.Role { return s.Unseen[0] }), len(others))
	}
}

// For those who sleep or watch, every card of the night may be another element.
// Every guess may have been right or wrong.
func TestRedealReachesEveryCard(t *testing.T) {
	for _, way := range []string{"mode=text", "mode=voice"} {
		tab := nightfall(t, 5, way, "words=ru")
		words := []string{"кот", "ничто", "вулкан"}
		for i := range 3 {
			if tab.S.Voice {
				tab.Judge([]string{"right", "wrong", "right"}[i])
			} else {
				tab.Play(fmt.Sprintf("0: guess %d %q", i+1, words[i]))
			}
		}
		tab.Play("0: next 4")
		for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
			what := way + " for " + v.String()
			list := tab.Redealt(v, 400)
			for i := range 4 {
				if n := gametest.Values(list, func(s rules.State) int { return s.Cards[i].Element }); n < 50 {
					t.Errorf("%s: card %d was of %d elements", what, i+1, n)
				}
				sides := map[kit.Side]bool{}
				for _, s := range list {
					sides[s.Cards[i].Side] = true
				}
				want := 2
				if i == 3 || i == 1 && !tab.S.Voice && v.Is(0) {
					want = 1 // it was skipped; or the dreamer's word names no element
				}
				tab.Is(fmt.Sprintf("%s: sides of card %d", what, i+1), len(sides), want)
			}
			if n := gametest.Values(list, func(s rules.State) int { return s.Element }); n < 50 {
				t.Errorf("%s: the card in play was of %d elements", what, n)
			}
			guesses := gametest.Values(list, func(s rules.State) string { return s.Cards[0].Guess })
			if known := v.Is(0) || tab.S.Voice; known != (guesses == 1) {
				t.Errorf("%s: %d guesses", what, guesses)
			}
		}
	}
}

// A redealt night is one that could have been. No card is there twice, no
// element is of an earlier night, and only right guesses are yellow.
func TestRedealtNightIsPossible(t *testing.T) {
	tab := nightfall(t, 5, "words=ru")
	for i, word := range []string{"кот", "ничто", "вулкан"} {
		tab.Play(fmt.Sprintf("0: guess %d %q", i+1, word))
	}
	for n := 1; n <= judge.Elements; n += 2 { // half of all elements lay in play before
		tab.S.Used.Add(n)
	}
	tab.Show("Cat")
	for i, c := range []int{2, 4, 6} {
		tab.S.Cards[i].Element, tab.S.Cards[i].Side = c, kit.Blue
	}
	for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
		for _, s := range tab.Redealt(v, 200) {
			out := map[int]bool{}
			list := []int{s.Element}
			for _, c := range s.Cards {
				list = append(list, c.Element)
				if named := judge.Lexicon().Names(c.Guess, c.Element); named != (c.Side == kit.Yellow) {
					t.Errorf("for %s: %q for element %d lies on the side %s", v, c.Guess, c.Element, c.Side)
				}
			}
			for _, n := range list {
				if out[n%kit.BedCards] {
					t.Errorf("for %s: the card of element %d is there twice", v, n)
				}
				if !s.Used.Has(n) {
					t.Errorf("for %s: element %d lies in play and is not marked", v, n)
				}
				out[n%kit.BedCards] = true
			}
		}
	}
}

// Nobody but the spirits knows whether a clue is challenged. A spirit knows the
// counts, and not who voted.
func TestRedealReachesEveryVote(t *testing.T) {
	tab := nightfall(t, 7)
	tab.Show("Sea")
	tab.Play(`1: clue 1 "вода"`)
	open := func(s rules.State) bool { return s.Vote != nil }
	for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
		tab.Is("open before, for "+v.String(), gametest.Values(tab.Redealt(v, 60), open), 2)
	}
	by := map[games.Seat]bool{}
	for _, s := range tab.Redealt(games.Viewer{}, 300) {
		if s.Vote != nil {
			by[s.Vote.For[0]] = true
			tab.Is("the clue", []any{s.Vote.Giver, s.Vote.Turn, s.Vote.Word, s.Clues[0].Judged}, []any{games.Seat(1), 1, "вода", true})
		}
	}
	tab.Is("who may have challenged", len(by), 5) // all spirits but the giver

	tab.Play("2: challenge 1 1", "3: uphold 1 1", "4: reject 1 1", "5: reject 1 1")
	for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
		for _, s := range tab.Redealt(v, 30) {
			tab.Is("open after", open(s), false)
		}
	}
	for seat := games.Seat(1); seat < 7; seat++ {
		list := tab.Redealt(seat.Viewer(), 300)
		for _, s := range list {
			all := append(slices.Clone(s.Vote.For), s.Vote.Against...)
			slices.Sort(all)
			tab.Is("votes", []int{len(s.Vote.For), len(s.Vote.Against), len(slices.Compact(all))}, []int{2, 2, 4})
			tab.Is("the challenger", s.Vote.For[0], games.Seat(2))
			tab.Is("the giver does not vote", slices.Contains(all, 1), false)
			tab.Is("its own vote", []bool{slices.Contains(s.Vote.For, seat), slices.Contains(s.Vote.Against, seat)},
				[]bool{slices.Contains(tab.S.Vote.For, seat), slices.Contains(tab.S.Vote.Against, seat)})
		}
		who := map[games.Seat]bool{}
		for _, s := range list {
			who[s.Vote.For[1]] = true
		}
		want := map[games.Seat]int{1: 4, 2: 4, 3: 1, 4: 3, 5: 3, 6: 3}[seat] // all who may have upheld it, as far as seat knows
		tab.Is(fmt.Sprintf("who may have upheld it, for seat %d", seat), len(who), want)
	}
}

// By voice the checklist of a dream that is being told is hidden from the board.
func TestRedealReachesEveryTick(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Judge("right", "wrong")
	tab.Wait(tab.S.Sand)
	tab.Wait(tab.S.Until - tab.At)
	tab.Is("phase", tab.S.Phase, kit.Story)
	list := tab.Redealt(games.Viewer{}, 60)
	for i := range 2 {
		tab.Is(fmt.Sprintf("ticks of card %d", i+1), gametest.Values(list, func(s rules.State) bool { return s.Cards[i].Told }), 2)
	}
	tab.Is("a card that stayed in the bed", gametest.Values(list, func(s rules.State) bool { return s.Cards[2].Told }), 1)
}

// Once the roles lie open a redeal changes nothing.
func TestRedealByDay(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.Play("0: told")
	tab.Ready()
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	for _, s := range tab.Redealt(games.Viewer{}, 20) {
		tab.Is("the position", s, tab.Copied())
	}
}

// Hidden are the elements of the night, for those who sleep or watch. A word that
// stands in public already is no secret.
func TestHiddenElements(t *testing.T) {
	tab := nightfall(t, 5, "words=ru")
	tab.Show("Volcano")
	tab.Play(`0: guess 1 "ничто"`)
	tab.Show("Crocodile")
	for _, v := range []games.Viewer{{}, games.Seat(0).Viewer()} {
		tab.Is("for "+v.String(), view.Hidden(tab.S, v), []string{"Крокодил", "Crocodile", "Вулкан", "Volcano"})
	}
	tab.Is("for a spirit", len(view.Hidden(tab.S, games.Seat(1).Viewer())), 0)
	tab.S.Clues = []rules.Clue{{Seat: 1, Turn: 1, Word: "вулканолог"}}
	tab.Is("said in a clue", strings.Join(view.Hidden(tab.S, games.Viewer{}), " "), "Крокодил Crocodile Volcano")
	tab.S.Dreams = []rules.Past{{Story: "a volcano", Elements: []int{judge.Twin("Crocodile", kit.English)}, Sides: "y"}}
	tab.Is("told in an earlier night", len(view.Hidden(tab.S, games.Viewer{})), 0)
	tab.S.Clues, tab.S.Dreams = nil, nil
	tab.Show("Table")
	tab.Show("Tiger")
	tab.Is("a word of five letters, not of four", strings.Join(view.Hidden(tab.S, games.Viewer{}), " "), "Tiger Вулкан Volcano")
	tab.Show("Table")
	tab.Is("words that pages say anyway, and short ones", strings.Join(view.Hidden(tab.S, games.Viewer{}), " "), "Вулкан Volcano")
	tab.S.Phase = kit.Check
	tab.Is("by day", len(view.Hidden(tab.S, games.Viewer{})), 0)
}
