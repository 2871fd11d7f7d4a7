package whenidream

import (
	"slices"
	"time"

	"oneiros/games"
)

// tell notes what has happened, for boards and for those who move later.
func (s *State) tell(n News, word string) {
	s.News = n
	s.note(n, word)
}

// note notes what has happened, for those who move later. Boards go on showing the news
// before it.
func (s *State) note(n News, word string) {
	s.Lately.Tell(Event{n, s.round(), word})
}

// noteAmended notes that a spirit changed on which side a card lies. Spirits may do so again and
// again, and must not fill the chronicle by it: see [mostUnderMask].
func noteAmended(s *State, seat games.Seat, card int) {
	n := News{Kind: Amended, Seat: seat, Card: card}
	if !slices.Contains(s.Lately.Events, Event{n, s.round(), ""}) {
		s.note(n, "")
	}
}

// noteTurn notes that a seat has moved, so that what was before is not news to it. Votes
// and ticks are no turns: they come between a player's clues.
func noteTurn(s *State, seat games.Seat, m Move) {
	switch m.Verb {
	case Clue, Pass, Guess, Tell, Told, Ready:
	case Said:
		if seat != s.Giver {
			return // a spirit presses what another said
		}
	case Next, Wake:
		if seat != s.Dreamer {
			return
		}
	default:
		return
	}
	s.Lately.Turn(seat)
}

// addLately adds what has happened since the viewer's own last move, as far as the viewer
// noticed it.
func (w *View) addLately(s *State) {
	events, _ := s.Lately.Since(w.Me)
	for _, e := range events {
		secret := e.Kind == Objected || e.Kind == Cleared || e.Kind == Amended || s.isDark() && !w.underMask(e)
		if w.Part == Dreamer && secret {
			continue
		}
		if e.Round < s.round() && e.Kind != Counted && e.Kind != Departed {
			continue // of a finished round its result is enough
		}
		w.Lately = append(w.Lately, e)
		if e.Kind == Guessed && w.Part == Spirit && e.Round == s.round() && s.isDark() {
			w.Cards[e.Card-1].Guess = s.Cards[e.Card-1].Guess
		}
	}
	if n := len(w.Lately); w.Part == Dreamer && n > mostUnderMask {
		w.Lately = w.Lately[n-mostUnderMask:]
	}
}

// mostUnderMask is how many events a dreamer reads. A chronicle forgets when it is full.
// What spirits do in secret fills it sooner, which may not be noticed: so it is less than
// the chronicle holds beside that.
const mostUnderMask = 12

// underMask reports whether a dreamer noticed an event and may read it again. Clues are
// read only as long as their card is in play.
func (w *View) underMask(e Event) bool {
	switch e.Kind {
	case Gave, Passed, Slow:
		return e.Card == w.Card && e.Card > 0
	case Fell, Replaced, Taken, Ran, Woke, Departed:
		return true
	default:
		return false
	}
}

// dropVote closes an open challenge, whose clue is allowed.
func dropVote(s *State) {
	s.note(News{Kind: Cleared, Seat: s.Vote.Giver, Card: s.Vote.Card}, s.Vote.Word)
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
