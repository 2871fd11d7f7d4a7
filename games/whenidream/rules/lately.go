package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// tell notes what has happened, for boards and for those who move later.
func (s *State) tell(n kit.News, word string) {
	s.News = n
	s.note(n, word)
}

// note notes what has happened, for those who move later. Boards go on showing the news
// before it.
func (s *State) note(n kit.News, word string) {
	s.Lately.Tell(kit.Event{News: n, Round: s.Round(), Word: word})
}

// noteAmended notes that a spirit changed on which side a card lies. Spirits may do so again and
// again, and must not fill the chronicle by it: what a dreamer reads may not depend on it.
func noteAmended(s *State, seat games.Seat, card int) {
	n := kit.News{Kind: kit.Amended, Seat: seat, Card: card}
	if !slices.Contains(s.Lately.Events, kit.Event{News: n, Round: s.Round()}) {
		s.note(n, "")
	}
}

// noteTurn notes that a seat has moved, so that what was before is not news to it. Votes
// and ticks are no turns: they come between a player's clues.
func noteTurn(s *State, seat games.Seat, m kit.Move) {
	switch m.Verb {
	case kit.Clue, kit.Pass, kit.Guess, kit.Tell, kit.Told, kit.Ready:
	case kit.Said:
		if seat != s.Giver {
			return // a spirit presses what another said
		}
	case kit.Next, kit.Wake:
		if seat != s.Dreamer {
			return
		}
	default:
		return
	}
	s.Lately.Turn(seat)
}

// dropVote closes an open challenge, whose clue is allowed.
func dropVote(s *State) {
	s.note(kit.News{Kind: kit.Cleared, Seat: s.Vote.Giver, Card: s.Vote.Card}, s.Vote.Word)
	s.Vote = nil
}

// dropLateVote drops a challenge whose time is over and reports whether it did.
// No deadline of the table does that (see the package comment). So every input
// does it first.
func dropLateVote(s *State, at time.Duration) bool {
	if s.Vote == nil || at < s.Vote.Until {
		return false
	}
	dropVote(s) // the majority never came
	return true
}
