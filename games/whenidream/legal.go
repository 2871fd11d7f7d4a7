package whenidream

import (
	"slices"
	"strconv"

	"oneiros/games"
)

// moves is the one definition of what is legal, texts apart. It depends on
// nothing but what the seat knows.
func (s *State) moves(seat games.Seat) []Move {
	if seat < 0 || int(seat) >= len(s.Chairs) || s.Chairs.gone(seat) || s.Phase == Over {
		return nil
	}
	var list []Move
	add := func(m ...Move) { list = append(list, m...) }
	n, asleep := s.card(), seat == s.Dreamer
	switch s.Phase {
	case Night, Last:
		switch {
		case asleep && s.Phase == Last && s.Voice:
			add(Move{Verb: Wake, Card: n})
		case asleep && s.Phase == Last:
			add(Move{Verb: Guess, Card: n, Text: s.example()}, Move{Verb: Wake, Card: n})
		case asleep && s.Voice:
			add(Move{Verb: Next, Card: n})
		case asleep:
			add(Move{Verb: Guess, Card: n, Text: s.example()}, Move{Verb: Next, Card: n})
		default:
			add(s.awake(seat)...)
		}
	case Story:
		switch {
		case s.Waits:
		case asleep && s.Voice:
			add(Move{Verb: Told})
		case asleep:
			add(Move{Verb: Tell, Text: s.example()}, Move{Verb: Told})
		case s.Voice:
			add(s.Cards.corrections(s.Phase)...)
			add(s.Cards.ticks(seat)...)
		}
	case Check:
		if asleep {
			break
		}
		add(s.Cards.ticks(seat)...)
	case Dawn:
		if asleep || s.Moved != 0 {
			break
		}
		for i, c := range s.Cards {
			switch {
			case !c.movable(s.Voice):
			case s.Wish[seat] == i+1:
				add(Move{Verb: Keep, Card: i + 1})
			default:
				add(Move{Verb: Shift, Card: i + 1})
			}
		}
	}
	if s.mustReady(seat) {
		add(Move{Verb: Ready, Phase: s.Phase, Round: s.round()})
	}
	return list
}

// isLegal reports whether a move is legal but for its text.
func isLegal(s *State, seat games.Seat, m Move) bool {
	m.Text = ""
	return slices.ContainsFunc(s.moves(seat), func(l Move) bool { l.Text = ""; return l == m })
}

// awake is what a player may do at night who is not the dreamer.
func (s *State) awake(seat games.Seat) []Move {
	var list []Move
	add := func(m ...Move) { list = append(list, m...) }
	n := s.card()
	if s.Giver == seat && !s.Voice {
		add(Move{Verb: Clue, Card: n, Text: s.freeClue()})
	}
	if s.Giver == seat {
		add(Move{Verb: Pass, Card: n})
	}
	if s.Voice {
		add(s.spoken(seat)...)
		add(s.Cards.corrections(s.Phase)...)
	}
	if v := s.Vote; v == nil {
		for _, c := range s.judgeable(s.Voice) {
			add(Move{Verb: Challenge, Card: n, Turn: c.Turn})
		}
	} else if seat != v.Giver && !v.voted(seat) {
		add(Move{Verb: Uphold, Card: v.Card, Turn: v.Turn}, Move{Verb: Reject, Card: v.Card, Turn: v.Turn})
	}
	return list
}

// spoken are the moves by which a spirit says what was spoken. All of them hear it, and several
// press at about the same time: the later ones must not press for the next turn or the next
// card. So a spirit says of their own word alone that it was said, and what the dreamer guessed
// is marked once the first turn of the card is over.
func (s *State) spoken(seat games.Seat) []Move {
	n := s.card()
	if s.Phase == Last {
		return []Move{{Verb: Right, Card: n}, {Verb: Wrong, Card: n}, {Verb: Wake, Card: n}}
	}
	var list []Move
	if s.Giver == seat {
		list = append(list, Move{Verb: Said, Card: n, Turn: s.Turn})
	} else if late(s) == seat {
		list = append(list, Move{Verb: Said, Card: n, Turn: s.Turn - 1})
	}
	if s.Turn > 1 {
		list = append(list, Move{Verb: Right, Card: n}, Move{Verb: Wrong, Card: n}, Move{Verb: Next, Card: n})
	}
	return list
}

// example is a text that is always accepted and names no element.
func (t *terms) example() string {
	if t.Words == Russian {
		return "сон"
	}
	return "dream"
}

// freeClue is a clue that is always accepted. A number is one word and never an
// element. This one was not said at this card before.
func (p *inPlay) freeClue() string {
	for i := p.Turn; ; i++ {
		text := strconv.Itoa(i)
		if !slices.ContainsFunc(p.Clues, func(c given) bool { return repeats(text, c.Word) }) {
			return text
		}
	}
}

// corrections correct by voice what was pressed of the card before, until the next
// one is judged.
func (p pile) corrections(phase Phase) []Move {
	n := len(p)
	if phase == Story && n > 0 && p[n-1].Side == Bed {
		n--
	}
	if n == 0 {
		return nil
	}
	switch p[n-1].Side {
	case Yellow:
		return []Move{{Verb: Wrong, Card: n}}
	case Blue:
		return []Move{{Verb: Right, Card: n}}
	}
	return nil
}

// ticks are the changes of ticks that a spirit may make, or take back its vote for.
func (p pile) ticks(seat games.Seat) []Move {
	var list []Move
	for i, c := range p {
		if !c.counts() {
			continue
		}
		verb := Tick
		if c.Told != slices.Contains(c.Votes, seat) {
			verb = Untick
		}
		list = append(list, Move{Verb: verb, Card: i + 1})
	}
	return list
}

// mustReady reports whether the table waits for a seat to be ready.
func (s *State) mustReady(seat games.Seat) bool {
	if s.Chairs[seat].Ready || s.Chairs.gone(seat) {
		return false
	}
	return s.Phase == Dusk || s.Phase == Dawn || s.Phase == Check
}
