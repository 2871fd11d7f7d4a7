package whenidream

import (
	"oneiros/games"
	"slices"
)

func (s *State) openVote(env *games.Env, seat games.Seat, turn int) {
	i := slices.IndexFunc(s.judgeable(), func(c given) bool { return c.Turn == turn })
	c := s.judgeable()[i]
	if seat == c.Seat {
		s.penalize(env, seat) // admitted
		return
	}
	if s.Voice && turn == s.Turn {
		s.noteSpoken(env) // what is challenged has been spoken
	}
	for j := range s.Clues {
		if s.Clues[j].Turn == turn {
			s.Clues[j].Judged = true
		}
	}
	s.Vote = &ballot{Card: s.card(), Turn: turn, Word: c.Word, Giver: c.Seat, For: []games.Seat{seat}, Until: env.At + voting}
}

// dropLateVote drops a challenge whose time is over and reports whether it did.
// No deadline of the table does that (see the package comment). So every input
// does it first.
func (s *State) dropLateVote(env *games.Env) bool {
	if s.Vote == nil || env.At < s.Vote.Until {
		return false
	}
	s.Vote = nil // the majority never came
	return true
}

// settleChallenge closes a challenge that is decided, and punishes a forbidden clue.
func (s *State) settleChallenge(env *games.Env) {
	v := s.Vote
	if v == nil {
		return
	}
	all := s.voters(v.Giver)
	switch need := majority(all); {
	case len(v.For) >= need && v.Card == s.card():
		s.Vote = nil
		s.penalize(env, v.Giver)
	case len(v.For) >= need:
		s.Vote = nil
		s.penalizeGone(v.Card, v.Giver)
	case len(v.Against) > all-need:
		s.Vote = nil
	}
}

// penalize takes the card in play as a penalty.
func (s *State) penalize(env *games.Env, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.News = News{Kind: Replaced, Seat: seat, Card: s.card()}
	s.closeCard(env, played{Side: Penalty, Seat: seat})
}

// penalizeGone makes a penalty of a card that was guessed or skipped before its
// clue was found to be forbidden. The card in play and the circle go on. Nothing
// here depends on the side on which the card lay, or tells it.
func (s *State) penalizeGone(card int, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.Cards[card-1] = played{Element: s.Cards[card-1].Element, Side: Penalty, Seat: seat}
	s.News = News{Kind: Taken, Seat: seat, Card: card}
}

// voters are the spirits who may vote on a clue: all but its giver.
func (s *State) voters(giver games.Seat) int {
	n := 0
	for _, seat := range s.spirits() {
		if seat != giver {
			n++
		}
	}
	return n
}

// majority is how many of n are more than half.
func majority(n int) int { return n/2 + 1 }

func (v *ballot) voted(seat games.Seat) bool {
	return slices.Contains(v.For, seat) || slices.Contains(v.Against, seat)
}
