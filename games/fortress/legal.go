package fortress

import "oneiros/games"

// moves is the one definition of what is legal. It depends only on what the
// seat knows.
func (s *State) moves(seat games.Seat) []Move {
	if !s.Beds.asleep(seat) {
		return nil
	}
	switch s.Phase {
	case Dusk:
		switch {
		case s.Beds[seat].Ready:
			return nil
		case s.Crowd:
			return []Move{{Verb: Ready, Seat: games.Nobody}}
		default:
			return puts()
		}
	case Talk:
		if !s.Beds[seat].Ready {
			return []Move{{Verb: Ready, Seat: games.Nobody, N: s.Lap}}
		}
		return nil
	}
	if s.waits() != seat {
		return nil
	}
	switch s.step() {
	case StepPlace:
		return puts()
	case StepRoll:
		return append([]Move{move(Roll)}, s.actor().oneShots()...)
	case StepAct:
		return s.actor().actions()
	case StepPass:
		return s.actor().passes()
	case StepAnswer:
		return s.Letter.answers(s.Beds[seat])
	case StepKeep:
		return each(Keep, distinct(s.Offer))
	case StepChoose:
		return s.actor().choices()
	default: // StepSpoils
		return each(Take, distinct(s.Spoils[0].List))
	}
}

// puts are the places of a pawn.
func puts() []Move {
	var list []Move
	for _, p := range places {
		list = append(list, Move{Verb: Put, Seat: games.Nobody, Place: p})
	}
	return list
}

// each is a verb with each of some Visions.
func each(v Verb, cards []Vision) []Move {
	var list []Move
	for _, c := range cards {
		list = append(list, Move{Verb: v, Seat: games.Nobody, Vision: c})
	}
	return list
}

// movesAt is a verb at each of some seats.
func movesAt(v Verb, seats []games.Seat) []Move {
	var list []Move
	for _, seat := range seats {
		list = append(list, Move{Verb: v, Seat: seat})
	}
	return list
}

// drawing are the draws of a verb: with one die, and with two at once.
func drawing(v Verb, single, double bool) []Move {
	var list []Move
	if single {
		list = append(list, Move{Verb: v, Seat: games.Nobody, N: 1})
	}
	if double {
		list = append(list, Move{Verb: v, Seat: games.Nobody, N: 2})
	}
	return list
}
