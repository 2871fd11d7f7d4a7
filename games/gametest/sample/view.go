package sample

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"oneiros/games"
)

// View is what one viewer knows. It is built field by field, and never copied
// from the position with parts removed. So a part that is forgotten here is only
// missing on a page. It is not a secret that every viewer sees.
type View struct {
	Me     games.Seat    `json:"me"`
	Phase  Phase         `json:"phase"`
	Round  int           `json:"round"`
	Rounds int           `json:"rounds"`
	Due    time.Duration `json:"due"`
	Marked bool          `json:"marked"`
	Hand   []int         `json:"hand,omitempty"`
	Pick   int           `json:"pick,omitempty"`
	Tucked []int         `json:"tucked,omitempty"`
	Gave   []int         `json:"gave,omitempty"`
	Traded []bool        `json:"traded"`
	Picked []bool        `json:"picked"`
	Sizes  []int         `json:"sizes"`
	Shown  []int         `json:"shown"`
	Winner games.Seat    `json:"winner"`
	Yawned games.Seat    `json:"yawned"`
	Names  []string      `json:"names,omitempty"`
	Waits  bool          `json:"waits,omitempty"` // the winner has named the dream, and a moderator has not read it yet
	Name   string        `json:"name,omitempty"`  // that name, for the winner
	Points []int         `json:"points"`
	Gone   []bool        `json:"gone"`
	Legal  []Move        `json:"legal,omitempty"`
}

// View is what v knows. The zero Viewer is the public: the board and spectators.
func (r Rules) View(s State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, Phase: s.Phase, Round: s.Round, Rounds: s.Rounds, Due: r.Status(s).Due, Marked: s.Marked,
		Shown: s.Shown, Winner: s.Winner, Yawned: s.Yawned, Names: s.Names, Waits: s.Waits != "", Points: s.Points, Gone: s.Gone,
	}
	for i := range s.Hands {
		w.Picked = append(w.Picked, s.Picks[i] != 0)
		w.Traded = append(w.Traded, len(s.Gave[i]) > 0)
		w.Sizes = append(w.Sizes, len(s.Hands[i]))
		if seat := games.Seat(i); v.Is(seat) {
			w.Me, w.Hand, w.Pick, w.Tucked, w.Gave = seat, s.Hands[i], s.Picks[i], s.Tucked[i], s.Gave[i]
			w.Legal = Legal(s, seat)
			if seat == s.Winner {
				w.Name = s.Waits
			}
		}
	}
	return w
}

// unknown is the cards that v does not know, in the deck, in hands and given away.
// It also returns whose hands they are in.
func unknown(s *State, v games.Viewer) (cards []int, hands []int) {
	cards = slices.Clone(s.Deck)
	for i, h := range s.Hands {
		if !v.Is(games.Seat(i)) {
			cards, hands = append(append(cards, h...), s.Gave[i]...), append(hands, i)
		}
	}
	return cards, hands
}

// Redeal deals again what v does not know, so that v could not tell the
// difference. The tests of secrecy compare what v is shown before and after. An
// automatic player that looks ahead gets only such positions.
func (Rules) Redeal(s *State, v games.Viewer, r *rand.Rand) {
	cards, hands := unknown(s, v)
	games.Shuffle(r, cards)
	for _, i := range hands {
		n := len(s.Hands[i])
		s.Hands[i], cards = slices.Sorted(slices.Values(cards[:n])), cards[n:]
		n = len(s.Gave[i])
		s.Gave[i], cards = slices.Sorted(slices.Values(cards[:n])), cards[n:]
		if s.Picks[i] != 0 {
			s.Picks[i] = s.Hands[i][r.IntN(len(s.Hands[i]))]
		}
		s.Tucked[i] = nil
		for _, c := range s.Hands[i][1:] {
			if r.IntN(2) == 0 {
				s.Tucked[i] = append(s.Tucked[i], c)
			}
		}
	}
	s.Deck = cards
	if s.Waits != "" && !v.Is(s.Winner) {
		s.Waits = strconv.Itoa(r.IntN(100))
	}
}

// Hidden are the words that may occur in nothing that v is shown.
func (Rules) Hidden(s State, v games.Viewer) []string {
	cards, _ := unknown(&s, v)
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = Dreams[c-1]
	}
	return words
}
