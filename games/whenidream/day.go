package whenidream

import "oneiros/games"

// beginCheck lays the cards open, for the dreamer to read and for the spirits to tick.
func beginCheck(env *games.Env, s *State) {
	s.note(News{Kind: Retold, Seat: s.Dreamer}, "")
	s.enterPhase(Check, env.At+s.wait(checking))
}

// beginDawn shows the roles and counts.
func (s *State) beginDawn(env *games.Env) {
	for i := range s.Cards {
		s.Cards[i].Votes = nil
	}
	s.note(News{Kind: Unmasked, Seat: games.Nobody}, "")
	s.enterPhase(Dawn, env.At+s.wait(counting))
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
		switch c.Side {
		case Yellow:
			c.Side = Blue
		case Bed:
			// No checklist had the card, so it may not cost the dreamer a whole dream.
			c.Told = tally(s.Dreamer, s.Roles, s.Cards).Bonus
			c.Side = Yellow
		default:
			c.Side = Yellow
		}
		s.Moved = i + 1
		s.Wish = make([]int, len(s.Wish))
		s.tell(News{Kind: Recounted, Seat: games.Nobody, Card: i + 1}, "")
		return
	}
}

// wishers are who wants a card moved.
func (t *telling) wishers(card int) []games.Seat {
	var list []games.Seat
	for i, w := range t.Wish {
		if w == card {
			list = append(list, games.Seat(i))
		}
	}
	return list
}
