package rules

import (
	"slices"
	"strconv"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// Moves is the one definition of what is legal, texts apart. It depends on
// nothing but what the seat knows.
func (s *State) Moves(seat games.Seat) []kit.Move {
	if seat < 0 || int(seat) >= len(s.Chairs) || s.Chairs.Gone(seat) || s.Phase == kit.Over {
		return nil
	}
	var list []kit.Move
	add := func(m ...kit.Move) { list = append(list, m...) }
	n, asleep := s.Card(), seat == s.Dreamer
	switch s.Phase {
	case kit.Night, kit.Last:
		switch {
		case asleep && s.Phase == kit.Last && s.Voice:
			add(kit.Move{Verb: kit.Wake, Card: n})
		case asleep && s.Phase == kit.Last:
			add(kit.Move{Verb: kit.Guess, Card: n, Text: s.example()}, kit.Move{Verb: kit.Wake, Card: n})
		case asleep && s.Voice:
			add(kit.Move{Verb: kit.Next, Card: n})
		case asleep:
			add(kit.Move{Verb: kit.Guess, Card: n, Text: s.example()}, kit.Move{Verb: kit.Next, Card: n})
		default:
			add(s.awake(seat)...)
		}
	case kit.Story:
		switch {
		case s.Waits:
		case asleep && s.Voice:
			add(kit.Move{Verb: kit.Told})
		case asleep:
			add(kit.Move{Verb: kit.Tell, Text: s.example()}, kit.Move{Verb: kit.Told})
		case s.Voice:
			add(s.Cards.corrections(s.Phase)...)
			add(s.Cards.ticks(seat)...)
		}
	case kit.Check:
		if asleep {
			break
		}
		add(s.Cards.ticks(seat)...)
	case kit.Dawn:
		if asleep || s.Moved != 0 {
			break
		}
		for i, c := range s.Cards {
			switch {
			case !c.movable(s.Voice):
			case s.Wish[seat] == i+1:
				add(kit.Move{Verb: kit.Keep, Card: i + 1})
			default:
				add(kit.Move{Verb: kit.Shift, Card: i + 1})
			}
		}
	}
	if s.mustReady(seat) {
		add(kit.Move{Verb: kit.Ready, Phase: s.Phase, Round: s.Round()})
	}
	return list
}

// isLegal reports whether a move is legal but for its text.
func isLegal(s *State, seat games.Seat, m kit.Move) bool {
	m.Text = ""
	return slices.ContainsFunc(s.Moves(seat), func(l kit.Move) bool { l.Text = ""; return l == m })
}

// awake is what a player may do at night who is not the dreamer.
func (s *State) awake(seat games.Seat) []kit.Move {
	var list []kit.Move
	add := func(m ...kit.Move) { list = append(list, m...) }
	n := s.Card()
	if s.Giver == seat && !s.Voice {
		add(kit.Move{Verb: kit.Clue, Card: n, Text: s.freeClue()})
	}
	if s.Giver == seat {
		add(kit.Move{Verb: kit.Pass, Card: n})
	}
	if s.Voice {
		add(s.spoken(seat)...)
		add(s.Cards.corrections(s.Phase)...)
	}
	if v := s.Vote; v == nil {
		for _, c := range s.judgeable(s.Voice) {
			add(kit.Move{Verb: kit.Challenge, Card: n, Turn: c.Turn})
		}
	} else if seat != v.Giver && !v.Voted(seat) {
		add(kit.Move{Verb: kit.Uphold, Card: v.Card, Turn: v.Turn}, kit.Move{Verb: kit.Reject, Card: v.Card, Turn: v.Turn})
	}
	return list
}

// spoken are the moves by which a spirit says what was spoken. All of them hear it, and several
// press at about the same time: the later ones must not press for the next turn or the next
// card. So a spirit says of their own word alone that it was said, and what the dreamer guessed
// is marked once the first turn of the card is over.
func (s *State) spoken(seat games.Seat) []kit.Move {
	n := s.Card()
	if s.Phase == kit.Last {
		return []kit.Move{{Verb: kit.Right, Card: n}, {Verb: kit.Wrong, Card: n}, {Verb: kit.Wake, Card: n}}
	}
	var list []kit.Move
	if s.Giver == seat {
		list = append(list, kit.Move{Verb: kit.Said, Card: n, Turn: s.Turn})
	} else if late(s) == seat {
		list = append(list, kit.Move{Verb: kit.Said, Card: n, Turn: s.Turn - 1})
	}
	if s.Turn > 1 {
		list = append(list, kit.Move{Verb: kit.Right, Card: n}, kit.Move{Verb: kit.Wrong, Card: n}, kit.Move{Verb: kit.Next, Card: n})
	}
	return list
}

// example is a text that is always accepted and names no element.
func (t *Terms) example() string {
	if t.Words == kit.Russian {
		return "сон"
	}
	return "dream"
}

// freeClue is a clue that is always accepted. A number is one word and never an
// element. This one was not said at this card before.
func (p *inPlay) freeClue() string {
	for i := p.Turn; ; i++ {
		text := strconv.Itoa(i)
		if !slices.ContainsFunc(p.Clues, func(c Clue) bool { return judge.Repeats(text, c.Word) }) {
			return text
		}
	}
}

// corrections correct by voice what was pressed of the card before, until the next
// one is judged.
func (p Pile) corrections(phase kit.Phase) []kit.Move {
	n := len(p)
	if phase == kit.Story && n > 0 && p[n-1].Side == kit.Bed {
		n--
	}
	if n == 0 {
		return nil
	}
	switch p[n-1].Side {
	case kit.Yellow:
		return []kit.Move{{Verb: kit.Wrong, Card: n}}
	case kit.Blue:
		return []kit.Move{{Verb: kit.Right, Card: n}}
	}
	return nil
}

// ticks are the changes of ticks that a spirit may make, or take back its vote for.
func (p Pile) ticks(seat games.Seat) []kit.Move {
	var list []kit.Move
	for i, c := range p {
		if !c.Counts() {
			continue
		}
		verb := kit.Tick
		if c.Told != slices.Contains(c.Votes, seat) {
			verb = kit.Untick
		}
		list = append(list, kit.Move{Verb: verb, Card: i + 1})
	}
	return list
}

// mustReady reports whether the table waits for a seat to be ready.
func (s *State) mustReady(seat games.Seat) bool {
	if s.Chairs[seat].Ready || s.Chairs.Gone(seat) {
		return false
	}
	return s.Phase == kit.Dusk || s.Phase == kit.Dawn || s.Phase == kit.Check
}
