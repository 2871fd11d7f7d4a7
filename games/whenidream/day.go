package whenidream

import (
	"oneiros/games"
	"slices"
)

// takeStory takes the dream in writing and ticks the cards that it mentions.
func (s *State) takeStory(env *games.Env, text string) error {
	text, err := cleanText(text, MaxStory)
	if err != nil {
		return err
	}
	s.Story = text
	list := storyWords(text)
	for i := range s.Cards {
		if c := &s.Cards[i]; c.counts() {
			c.Told = lexicon().mentions(list, c.Element, c.Guess)
		}
	}
	s.enterPhase(Check, env.At+checking)
	return nil
}

// tick changes a tick while a dream is told aloud. Afterwards it casts a vote to
// change the tick, or takes that vote back.
func (s *State) tick(seat games.Seat, m Move) {
	c := &s.Cards[m.Card-1]
	switch i := slices.Index(c.Votes, seat); {
	case s.Phase == Story:
		c.Told = m.Verb == Tick
	case i >= 0:
		c.Votes = slices.Delete(c.Votes, i, i+1)
	default:
		c.Votes = append(c.Votes, seat)
	}
}

// beginDawn shows the roles and counts.
func (s *State) beginDawn(env *games.Env) {
	for i := range s.Cards {
		s.Cards[i].Votes = nil
	}
	s.enterPhase(Dawn, env.At+counting)
}

// settleDispute moves the one card of the round that a majority wants moved.
func (s *State) settleDispute(most int) {
	if s.Moved != 0 {
		return
	}
	for i := range s.Cards {
		if len(s.wishers(i+1)) < most {
			continue
		}
		c := &s.Cards[i]
		if c.Side == Yellow {
			c.Side = Blue
		} else {
			c.Side = Yellow
		}
		s.Moved = i + 1
		s.Wish = make([]int, len(s.Wish))
		s.News = News{Kind: Recounted, Seat: games.Nobody, Card: i + 1}
		return
	}
}
