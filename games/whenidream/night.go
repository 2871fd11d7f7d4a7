package whenidream

import (
	"oneiros/games"
	"slices"
	"time"
)

// marks are the seconds of sand at which the table is told.
var marks = []int{60, 30, 10}

// markAt is when a mark of the sand is passed, and whether it is still to come.
func (s *State) markAt(seconds int) (time.Duration, bool) {
	d := time.Duration(seconds) * time.Second
	return s.Until - d, d < s.Sand && (s.Mark == 0 || seconds < s.Mark)
}

// bedCards is how many cards are in the bed. A card has four elements: those
// whose numbers are equal modulo bedCards.
const bedCards = 110

// beginNight begins the night.
func (s *State) beginNight(env *games.Env) {
	s.enterPhase(Night, env.At+s.Sand)
	s.News = News{Kind: Fell, Seat: games.Nobody}
	s.openCard(env, s.leftOf(s.Dreamer))
}

// openCard puts the next card into play; without one the night ends.
func (s *State) openCard(env *games.Env, giver games.Seat) {
	s.Clues, s.Turn = nil, 0
	if s.Element = s.drawElement(env); s.Element == 0 {
		s.endNight(env)
		return
	}
	s.Used.add(s.Element)
	s.passTurnTo(env, giver)
}

// drawElement takes a card from the bed that was not in play this night. It is 0
// when there is none. After its night a card goes under the others and is
// turned. So the cards that lay in play least often come first, with an element
// that has not. That stands for the shuffle, the side and the headboard.
func (s *State) drawElement(env *games.Env) int {
	var out [bedCards]bool
	var times [bedCards]int
	for _, c := range s.Cards {
		out[c.Element%bedCards] = true
	}
	for n := 1; n <= Elements; n++ {
		if s.Used.has(n) {
			times[n%bedCards]++
		}
	}
	least := Elements
	for i := range times {
		if !out[i] {
			least = min(least, times[i])
		}
	}
	if least == Elements {
		return 0
	}
	if least >= Elements/bedCards {
		// Every element has been in play: begin again, as the bed would.
		s.Used = set{}
		for _, c := range s.Cards {
			s.Used.add(c.Element)
		}
		return s.drawElement(env)
	}
	var choice []int
	for n := 1; n <= Elements; n++ {
		if i := n % bedCards; !out[i] && times[i] == least && !s.Used.has(n) {
			choice = append(choice, n)
		}
	}
	return choice[env.Rand.IntN(len(choice))]
}

// passTurnTo makes it a spirit's turn to give a clue.
func (s *State) passTurnTo(env *games.Env, seat games.Seat) {
	s.Giver, s.TurnUntil = seat, env.At+s.Haste
	s.Turn++
}

// closeCard takes the card in play out of the bed and opens the next. It ends
// the night when the sand has run out.
func (s *State) closeCard(env *games.Env, p played) {
	p.Element = s.Element
	giver := s.Giver
	if p.Side == Penalty {
		giver = s.leftOf(p.Seat)
	} else if p.Seat = games.Nobody; s.Voice && !p.Skipped && len(s.Clues) == 0 && giver != games.Nobody {
		giver = s.leftOf(giver) // somebody must have spoken, and it was this spirit's turn
	}
	if v := s.Vote; v != nil && v.Card == s.card() && p.Side == Penalty {
		s.Vote = nil // one card never becomes a penalty twice
	}
	s.Cards = append(s.Cards, p)
	if s.Phase == Last {
		s.Element = 0
		s.endNight(env)
		return
	}
	s.openCard(env, giver)
}

func (s *State) takeClue(env *games.Env, seat games.Seat, text string) error {
	word, err := cleanClue(text)
	if err != nil {
		return err
	}
	for _, c := range s.Clues {
		if repeats(word, c.Word) {
			return games.Refuse("refuse.repeat", c.Word)
		}
	}
	switch v := lexicon().judge(word, s.Element, s.Words); {
	case v.level == forbidden && s.Faithful:
		s.penalize(env, seat)
		return nil
	case v.level > fine && !s.Faithful:
		return games.Refuse(v.reason)
	}
	s.Clues = append(s.Clues, given{Seat: seat, Turn: s.Turn, Word: word})
	s.News = News{Kind: Gave, Seat: seat, Card: s.card()}
	s.passTurnTo(env, s.leftOf(seat))
	return nil
}

// noteSpoken notes by voice that the spirit whose turn it is has spoken.
func (s *State) noteSpoken(env *games.Env) {
	s.Clues = append(s.Clues, given{Seat: s.Giver, Turn: s.Turn})
	s.News = News{Kind: Gave, Seat: s.Giver, Card: s.card()}
	s.passTurnTo(env, s.leftOf(s.Giver))
}

// takeGuess takes the dreamer's written guess at the card in play.
func (s *State) takeGuess(env *games.Env, text string) error {
	text, err := cleanText(text, MaxGuess)
	if err != nil {
		return err
	}
	side := Blue
	if lexicon().names(text, s.Element) {
		side = Yellow
	}
	s.News = News{Kind: Guessed, Seat: games.Nobody, Card: s.card()}
	s.closeCard(env, played{Side: side, Guess: text})
	return nil
}

// pressGuess notes by voice whether the guess at the card in play was right. Of
// the card before it corrects what was noted.
func (s *State) pressGuess(env *games.Env, m Move) {
	side := Yellow
	if m.Verb == Wrong {
		side = Blue
	}
	if m.Card != s.card() {
		s.Cards[m.Card-1].Side = side
		s.Cards[m.Card-1].Skipped = false
		return
	}
	s.News = News{Kind: Guessed, Seat: games.Nobody, Card: m.Card}
	s.closeCard(env, played{Side: side})
}

// endSand ends the sand: the dreamer may guess once more, when there is something
// to guess from.
func (s *State) endSand(env *games.Env) {
	s.Giver, s.TurnUntil, s.Mark = games.Nobody, 0, 0
	s.News = News{Kind: Ran, Seat: games.Nobody, Card: s.card()}
	if !s.Voice && len(s.Clues) == 0 {
		s.endNight(env)
		return
	}
	s.enterPhase(Last, env.At+grace)
}

// endNight ends the night. A card in play stays in the bed.
func (s *State) endNight(env *games.Env) {
	if s.Element != 0 {
		s.Cards = append(s.Cards, played{Element: s.Element, Side: Bed, Seat: games.Nobody})
	}
	s.Element, s.Clues, s.Vote, s.Turn, s.Mark = 0, nil, nil, 0, 0
	s.Giver, s.TurnUntil = games.Nobody, 0
	if s.News.Kind != Replaced {
		s.News = News{Kind: Woke, Seat: games.Nobody}
	}
	if !slices.ContainsFunc(s.Cards, played.counts) {
		s.beginDawn(env) // nothing was dreamt
		return
	}
	s.enterPhase(Story, env.At+s.Tale)
}
