package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Moves is the one definition of what is legal. It depends only on what the
// seat knows.
func (s *State) Moves(seat games.Seat) []kit.Move {
	if !s.Beds.Asleep(seat) {
		return nil
	}
	switch s.Phase {
	case kit.Dusk:
		switch {
		case s.Beds[seat].Ready:
			return nil
		case s.Crowd:
			return []kit.Move{{Verb: kit.Ready, Seat: games.Nobody}}
		default:
			return Puts()
		}
	case kit.Talk:
		if !s.Beds[seat].Ready {
			return []kit.Move{{Verb: kit.Ready, Seat: games.Nobody, N: s.Lap}}
		}
		return nil
	}
	if s.Waits() != seat {
		return nil
	}
	switch s.Step() {
	case kit.StepPlace:
		return Puts()
	case kit.StepRoll:
		return append([]kit.Move{kit.Bare(kit.Roll)}, s.actor().oneShots()...)
	case kit.StepAct:
		return s.actor().actions()
	case kit.StepPass:
		return s.actor().passes()
	case kit.StepAnswer:
		return s.Letter.Answers(s.Beds[seat])
	case kit.StepKeep:
		return each(kit.Keep, kit.Distinct(s.Offer))
	case kit.StepChoose:
		return s.actor().choices()
	default: // StepSpoils
		return each(kit.Take, kit.Distinct(s.Spoils[0].List))
	}
}

// Puts are the places of a pawn.
func Puts() []kit.Move {
	var list []kit.Move
	for _, p := range kit.Places {
		list = append(list, kit.Move{Verb: kit.Put, Seat: games.Nobody, Place: p})
	}
	return list
}

// each is a verb with each of some Visions.
func each(v kit.Verb, cards []kit.Vision) []kit.Move {
	var list []kit.Move
	for _, c := range cards {
		list = append(list, kit.Move{Verb: v, Seat: games.Nobody, Vision: c})
	}
	return list
}

// movesAt is a verb at each of some seats.
func movesAt(v kit.Verb, seats []games.Seat) []kit.Move {
	var list []kit.Move
	for _, seat := range seats {
		list = append(list, kit.Move{Verb: v, Seat: seat})
	}
	return list
}

// drawing are the draws of a verb: with one die, and with two at once.
func drawing(v kit.Verb, single, double bool) []kit.Move {
	var list []kit.Move
	if single {
		list = append(list, kit.Move{Verb: v, Seat: games.Nobody, N: 1})
	}
	if double {
		list = append(list, kit.Move{Verb: v, Seat: games.Nobody, N: 2})
	}
	return list
}
