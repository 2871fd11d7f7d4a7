package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
)

// marks are the seconds of sand at which the table is told.
var marks = []int{60, 30, 10}

// markAt is when a mark of the sand is passed, and whether it is still to come.
func (s *State) markAt(seconds int) (time.Duration, bool) {
	d := time.Duration(seconds) * time.Second
	return s.Until - d, !s.byDays() && d < s.Sand && (s.Mark == 0 || seconds < s.Mark)
}

// cue is what may be called out: that roles are dealt, that the last mark of the sand is passed,
// and that the sand is out.
func (s *State) cue() games.Cue {
	c := games.Cue{N: s.Round(), Seat: s.Dreamer}
	switch {
	case s.Phase == kit.Dusk:
		c.Kind = "dusk"
	case s.Phase == kit.Night && s.Mark == marks[len(marks)-1]:
		c.Kind = "ten"
	case s.Phase == kit.Last, s.Phase == kit.Story:
		c.Kind = "out"
	default:
		return games.Cue{}
	}
	return c
}

// beginNight begins the night.
func (s *State) beginNight(env *games.Env) {
	s.enterPhase(kit.Night, env.At+s.Sand)
	if s.byDays() {
		s.Left = int(s.Sand / s.Haste)
	}
	s.tell(kit.News{Kind: kit.Fell, Seat: games.Nobody}, "")
	s.openCard(env, s.Chairs.LeftOf(s.Dreamer, s.Dreamer))
}

// openCard puts the next card into play; without one the night ends.
func (s *State) openCard(env *games.Env, giver games.Seat) {
	s.Clues, s.Turn = nil, 0
	if s.Element = s.Used.draw(env, s.Cards, s.Lexicon().Size(), pack.Salt(s.Pack)); s.Element == 0 {
		s.endNight(env)
		return
	}
	s.Used.Add(s.Element)
	s.passTurnTo(env, giver)
}

// passTurnTo makes it a spirit's turn to give a clue. By days it ends the sand when the
// night has had all of its turns.
func (s *State) passTurnTo(env *games.Env, seat games.Seat) {
	if s.byDays() {
		// The sand is as many turns, however soon each of them ends: a night that people
		// play at once would have the whole deck otherwise.
		if s.Left == 0 {
			s.endSand(env)
			return
		}
		s.Left--
		s.Until = env.At + time.Duration(1+s.Left)*s.Haste
	}
	s.Giver, s.TurnUntil = seat, env.At+s.Haste
	s.Turn++
}

// closeCard takes the card in play out of the bed and opens the next. It ends
// the night when the sand has run out.
func (s *State) closeCard(env *games.Env, p Played) {
	p.Element = s.Element
	giver := s.Giver
	if p.Side == kit.Penalty {
		giver = s.Chairs.LeftOf(p.Seat, s.Dreamer)
	} else {
		p.Seat = games.Nobody
	}
	if v := s.Vote; v != nil && v.Card == s.Card() && p.Side == kit.Penalty {
		s.Vote = nil // one card never becomes a penalty twice
	}
	if p.Counts() {
		p.Clues = s.heardOf()
	}
	s.Cards = append(s.Cards, p)
	if s.Phase == kit.Last {
		s.Element = 0
		s.endNight(env)
		return
	}
	s.openCard(env, giver)
}

// heardOf are the written clues of the card in play.
func (s *State) heardOf() []kit.Heard {
	var list []kit.Heard
	for _, c := range s.Clues {
		if !s.Voice {
			list = append(list, kit.Heard{Seat: c.Seat, Word: c.Word})
		}
	}
	return list
}

// endSand ends the sand: the dreamer may guess once more, when there is something
// to guess from.
func (s *State) endSand(env *games.Env) {
	s.Giver, s.TurnUntil, s.Mark = games.Nobody, 0, 0
	s.tell(kit.News{Kind: kit.Ran, Seat: games.Nobody, Card: s.Card()}, "")
	if !s.Voice && len(s.Clues) == 0 {
		s.endNight(env)
		return
	}
	s.enterPhase(kit.Last, env.At+s.wait(grace))
}

// endNight ends the night. A card in play stays in the bed.
func (s *State) endNight(env *games.Env) {
	if s.Element != 0 {
		s.Cards = append(s.Cards, Played{Element: s.Element, Side: kit.Bed, Seat: games.Nobody, Clues: s.heardOf()})
	}
	s.inPlay = nothing()
	woke := kit.News{Kind: kit.Woke, Seat: games.Nobody}
	if s.note(woke, ""); s.News.Kind != kit.Replaced {
		s.News = woke
	}
	if !s.Cards.some() {
		s.beginDawn(env) // nothing was dreamt
		return
	}
	s.enterPhase(kit.Story, env.At+s.Tale)
}
