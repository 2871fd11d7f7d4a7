package rules

import (
	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// beginCheck lays the cards open, for the dreamer to read and for the spirits to tick.
func beginCheck(env *games.Env, s *State) {
	s.note(kit.News{Kind: kit.Retold, Seat: s.Dreamer}, "")
	s.enterPhase(kit.Check, env.At+s.wait(checking))
}

// beginDawn shows the roles and counts.
func (s *State) beginDawn(env *games.Env) {
	for i := range s.Cards {
		s.Cards[i].Votes = nil
	}
	s.note(kit.News{Kind: kit.Unmasked, Seat: games.Nobody}, "")
	s.enterPhase(kit.Dawn, env.At+s.wait(counting))
}

// settleDispute moves the one card of the round that a majority wants moved.
func (s *State) settleDispute(most int) {
	if s.Moved != 0 {
		return
	}
	for i := range s.Cards {
		if len(s.Wishers(i+1)) < most {
			continue
		}
		c := &s.Cards[i]
		switch c.Side {
		case kit.Yellow:
			c.Side = kit.Blue
		case kit.Bed:
			// No checklist had the card, so it may not cost the dreamer a whole dream.
			c.Told = Tally(s.Dreamer, s.Roles, s.Cards).Bonus
			c.Side = kit.Yellow
		default:
			c.Side = kit.Yellow
		}
		s.Moved = i + 1
		s.Wish = make([]int, len(s.Wish))
		s.tell(kit.News{Kind: kit.Recounted, Seat: games.Nobody, Card: i + 1}, "")
		return
	}
}

// Wishers are who wants a card moved.
func (t *telling) Wishers(card int) []games.Seat {
	var list []games.Seat
	for i, w := range t.Wish {
		if w == card {
			list = append(list, games.Seat(i))
		}
	}
	return list
}
