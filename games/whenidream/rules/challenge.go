package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// Ballot is a challenge that is not decided. It outlives its card, which may be
// guessed meanwhile, so it names what it is about.
type Ballot struct {
	Card    int           `json:"card"`           // number of the card in its night
	Turn    int           `json:"turn"`           // of the clue
	Word    string        `json:"word,omitempty"` // the clue; empty by voice
	Giver   games.Seat    `json:"giver"`
	For     []games.Seat  `json:"for"` // the challenger first
	Against []games.Seat  `json:"against"`
	Until   time.Duration `json:"until"`
}

// challengeClue opens a vote on a clue. Its giver admits it instead.
func challengeClue(env *games.Env, s *State, seat games.Seat, turn int) {
	i := slices.IndexFunc(s.judgeable(s.Voice), func(c Clue) bool { return c.Turn == turn })
	c := s.judgeable(s.Voice)[i]
	if seat == c.Seat {
		s.penalize(env, seat) // admitted
		return
	}
	if s.Voice && turn == s.Turn {
		noteSpoken(env, s) // what is challenged has been spoken
	}
	for j := range s.Clues {
		if s.Clues[j].Turn == turn {
			s.Clues[j].Judged = true
		}
	}
	s.Vote = &Ballot{Card: s.Card(), Turn: turn, Word: c.Word, Giver: c.Seat, For: []games.Seat{seat}, Until: env.At + s.wait(Voting)}
	s.note(kit.News{Kind: kit.Objected, Seat: seat, Card: s.Card()}, c.Word)
}

// settleChallenge closes a challenge that is decided, and punishes a forbidden clue.
func (s *State) settleChallenge(env *games.Env) {
	v := s.Vote
	if v == nil {
		return
	}
	all := s.Chairs.Voters(v.Giver, s.Dreamer)
	switch need := kit.Majority(all); {
	case len(v.For) >= need && v.Card == s.Card():
		s.Vote = nil
		s.penalize(env, v.Giver)
	case len(v.For) >= need:
		s.Vote = nil
		s.penalizeGone(v.Card, v.Giver)
	case len(v.Against) > all-need:
		dropVote(s)
	}
}

// penalize takes the card in play as a penalty.
func (s *State) penalize(env *games.Env, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.tell(kit.News{Kind: kit.Replaced, Seat: seat, Card: s.Card()}, "")
	s.closeCard(env, Played{Side: kit.Penalty, Seat: seat})
}

// penalizeGone makes a penalty of a card that was guessed or skipped before its
// clue was found to be forbidden. The card in play and the circle go on. Nothing
// here depends on the side on which the card lay, or tells it.
func (s *State) penalizeGone(card int, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.Cards[card-1] = Played{Element: s.Cards[card-1].Element, Side: kit.Penalty, Seat: seat}
	s.tell(kit.News{Kind: kit.Taken, Seat: seat, Card: card}, "")
}

// Voted reports whether a seat has voted, or challenged.
func (v *Ballot) Voted(seat games.Seat) bool {
	return slices.Contains(v.For, seat) || slices.Contains(v.Against, seat)
}

// judgeable is the clue that may be challenged: the last one of the card. By
// voice it is also the word of the turn that no spirit has pressed on for yet.
func (p *inPlay) judgeable(voice bool) []Clue {
	var list []Clue
	if n := len(p.Clues); n > 0 && !p.Clues[n-1].Judged {
		list = append(list, p.Clues[n-1])
	}
	if voice && p.Giver != games.Nobody {
		list = append(list, Clue{Seat: p.Giver, Turn: p.Turn})
	}
	return list
}
