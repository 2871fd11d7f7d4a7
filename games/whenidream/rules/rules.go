// Package rules are the rules of When I Dream: its position, the moves of each seat, and what follows
// from a move or from a deadline. The rules in words, with the rulings, are the comment of package
// whenidream.
//
// # Why it stands apart
//
// This is the one room that holds the position, and with it every secret: roles, elements, open
// challenges, a dream that waits. A reader who asks what a move does reads it alone. It has no words
// besides the keys of its refusals, and draws nothing. What a clue or a guess is, the judge says.
//
// What a viewer may know of a position is no matter of the rules: package view says it. Nothing that
// shows or plays imports this package, so nothing there can look at a secret.
//
// The rules are one thing. A clue may cost a card, the card a turn, the turn the night, and a vote may
// do so later. So a cut between night and day would only spread this chain over packages.
//
// # For tests
//
// A position is plain data, and tests arrange it. What can not be arranged by hand ends with
// State.EndMatch.
package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// How long what lasts, where no option says it.
const (
	duskText  = 60 * time.Second // to open panels before the sand runs
	duskVoice = 45 * time.Second
	grace     = 10 * time.Second // for the last guess
	Voting    = 20 * time.Second // for a challenge
	checking  = 90 * time.Second // for agreeing on the ticks
	counting  = 2 * time.Minute  // for looking at the scores, and agreeing on a disputed card
)

// fewest is how many must be at the table for a match to go on: a dreamer and
// two spirits. The role of a single spirit would be plain.
const fewest = 3

// Play makes a move of a seat, and does what it made due. It refuses a move that is not legal.
func Play(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	if !isLegal(s, seat, m) {
		return explain(s, seat, m)
	}
	if dropLateVote(s, env.At) && (m.Verb == kit.Uphold || m.Verb == kit.Reject) {
		return nil // the vote came too late: it only closes the challenge
	}
	noteTurn(s, seat, m)
	switch m.Verb {
	case kit.Ready:
		s.Chairs[seat].Ready = true
	case kit.Clue:
		if err := takeClue(env, s, seat, m.Text); err != nil {
			return err
		}
	case kit.Pass:
		s.tell(kit.News{Kind: kit.Passed, Seat: seat, Card: m.Card}, "")
		s.passTurnTo(env, s.Chairs.LeftOf(seat, s.Dreamer))
	case kit.Said:
		if m.Turn < s.Turn {
			noteLate(s, seat, m.Turn)
			break
		}
		noteSpoken(env, s)
	case kit.Guess:
		if err := takeGuess(env, s, m.Text); err != nil {
			return err
		}
	case kit.Right, kit.Wrong:
		pressGuess(env, s, seat, m)
	case kit.Next:
		s.tell(kit.News{Kind: kit.Skipped, Seat: games.Nobody, Card: m.Card}, "")
		s.closeCard(env, Played{Side: kit.Blue, Skipped: true})
	case kit.Wake:
		s.endNight(env)
	case kit.Challenge:
		challengeClue(env, s, seat, m.Turn)
	case kit.Uphold:
		s.Vote.For = append(s.Vote.For, seat)
	case kit.Reject:
		s.Vote.Against = append(s.Vote.Against, seat)
	case kit.Tell:
		if err := takeStory(env, s, m.Text); err != nil {
			return err
		}
	case kit.Told:
		s.Aloud = true
		beginCheck(env, s)
	case kit.Tick, kit.Untick:
		tick(s, seat, m)
	case kit.Shift:
		s.Wish[seat] = m.Card
	case kit.Keep:
		s.Wish[seat] = 0
	}
	s.settle(env)
	return nil
}

// settle does what the last input made due. It carries out votes that are
// decided, and ends a phase that asks no player.
func (s *State) settle(env *games.Env) {
	s.settleChallenge(env)
	most := kit.Majority(len(s.Chairs.Spirits(s.Dreamer)))
	switch s.Phase {
	case kit.Check:
		for i := range s.Cards {
			if c := &s.Cards[i]; len(c.Votes) >= most {
				c.Told, c.Votes = !c.Told, nil
				s.tell(kit.News{Kind: kit.Ticked, Seat: games.Nobody, Card: i + 1}, "")
			}
		}
	case kit.Dawn:
		s.settleDispute(most)
	}
	for i := range s.Chairs {
		if s.mustReady(games.Seat(i)) {
			return
		}
	}
	s.endPhase(env)
}

// endPhase ends a phase that asks no player.
func (s *State) endPhase(env *games.Env) {
	switch s.Phase {
	case kit.Dusk:
		s.beginNight(env)
	case kit.Check:
		s.beginDawn(env)
	case kit.Dawn:
		s.endRound(env, true)
	}
}

// Expire does what the clock makes due. Everything it begins is timed from now,
// so a clock that comes late skips one spirit and not several.
func Expire(env *games.Env, s *State) error {
	dropLateVote(s, env.At)
	if s.Phase != kit.Night {
		switch s.Phase {
		case kit.Last:
			s.endNight(env)
		case kit.Story:
			if s.Waits {
				return Release(env, s, false) // no moderator came
			}
			s.Aloud = s.Voice
			beginCheck(env, s)
		default:
			s.endPhase(env)
		}
		return nil
	}
	if env.At >= s.Until {
		s.endSand(env)
		return nil
	}
	for _, m := range marks {
		if at, ok := s.markAt(m); ok && env.At >= at {
			s.Mark = m
		}
	}
	if env.At >= s.TurnUntil {
		s.tell(kit.News{Kind: kit.Slow, Seat: s.Giver, Card: s.Card()}, "")
		s.passTurnTo(env, s.Chairs.LeftOf(s.Giver, s.Dreamer))
	}
	return nil
}

// Leave takes a seat from the table for good. What they scored stands.
func Leave(env *games.Env, s *State, seat games.Seat) error {
	if s.Chairs.Gone(seat) || s.Phase == kit.Over {
		return games.Refuse("refuse.not-now")
	}
	dropLateVote(s, env.At)
	c := &s.Chairs[seat]
	c.Gone, c.Ready = true, false
	s.tell(kit.News{Kind: kit.Departed, Seat: seat}, "")
	s.Wish[seat] = 0
	for i := range s.Cards {
		s.Cards[i].Votes = slices.DeleteFunc(s.Cards[i].Votes, func(v games.Seat) bool { return v == seat })
	}
	if v := s.Vote; v != nil {
		is := func(v games.Seat) bool { return v == seat }
		v.For, v.Against = slices.DeleteFunc(v.For, is), slices.DeleteFunc(v.Against, is)
		if v.Giver == seat || len(v.For) == 0 {
			s.Vote = nil
		}
	}
	if s.Chairs.Present() < fewest {
		s.EndMatch()
		return nil
	}
	if seat == s.Dreamer {
		if s.Phase == kit.Dawn {
			s.settle(env)
			return nil
		}
		if !s.Cards.some() {
			s.endRound(env, false)
			return nil
		}
		if s.Element != 0 {
			s.Cards = append(s.Cards, Played{Element: s.Element, Side: kit.Bed, Seat: games.Nobody})
		}
		if s.Waits {
			withhold(s)
		}
		s.inPlay = nothing()
		s.beginDawn(env)
		return nil
	}
	if s.Giver == seat {
		s.passTurnTo(env, s.Chairs.LeftOf(seat, s.Dreamer))
	}
	s.settle(env)
	return nil
}

// Status is who is awaited, until when, and who has won. It depends on nothing that is secret.
func Status(s State) games.Status {
	st := games.Status{Due: s.Until, Chapter: s.Round(), Cue: s.cue()}
	if s.Phase == kit.Over {
		st.Over, st.Winners = true, s.Win
		st.Scores = make([]int, len(s.Chairs))
		for i, c := range s.Chairs {
			st.Scores[i] = c.Points - c.Penalties
		}
		return st
	}
	switch s.Phase {
	case kit.Night:
		st.Awaits, st.Sand = []games.Seat{s.Giver}, true
		ends := min(st.Due, s.TurnUntil)
		st.Due = ends
		for _, m := range marks {
			if at, ok := s.markAt(m); ok {
				st.Due = min(st.Due, at)
			}
		}
		if st.Due < ends { // a mark of the sand ends no turn
			st.Ends = ends
		}
	case kit.Last, kit.Story:
		if st.Break = s.Waits; !s.Waits { // a moderator need not sit here
			st.Awaits = []games.Seat{s.Dreamer}
		}
	default:
		st.Break = true
		for i := range s.Chairs {
			if s.mustReady(games.Seat(i)) {
				st.Awaits = append(st.Awaits, games.Seat(i))
			}
		}
	}
	return st
}
