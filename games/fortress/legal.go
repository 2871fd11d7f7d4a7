package fortress

import (
	"oneiros/games"
	"slices"
)

// moves is the one definition of what is legal. It depends only on what the
// seat knows.
func (s *State) moves(seat games.Seat) []Move {
	if !s.asleep(seat) {
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
		return append([]Move{move(Roll)}, s.oneShots()...)
	case StepAct:
		return s.actions()
	case StepPass:
		return s.passes()
	case StepAnswer:
		return s.answers()
	case StepKeep:
		return each(Keep, distinct(s.Offer))
	case StepChoose:
		return s.choices()
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

// at is a verb at each of some seats.
func at(v Verb, seats []games.Seat) []Move {
	var list []Move
	for _, seat := range seats {
		list = append(list, Move{Verb: v, Seat: seat})
	}
	return list
}

// others are the sleepers but the player whose turn it is, from the left on.
func (s *State) others() []games.Seat {
	return slices.DeleteFunc(s.sleepers(s.Active+1), func(seat games.Seat) bool { return seat == s.Active })
}

// recipients are the seats to which an Insight can be passed.
func (s *State) recipients() []games.Seat {
	return slices.DeleteFunc(s.others(), func(seat games.Seat) bool { return s.Beds[seat].Hidden })
}

// targets are the seats that can be attacked.
func (s *State) targets() []games.Seat {
	reach := 0
	if s.has(s.Active, Thread) {
		reach = 1
	}
	mine := s.Beds[s.Active].Place
	return slices.DeleteFunc(s.others(), func(seat games.Seat) bool { return apart(mine, s.Beds[seat].Place) > reach })
}

// healable are the seats that can be healed.
func (s *State) healable() []games.Seat {
	list := s.others()
	if s.has(s.Active, Cocoa) {
		list = append(list, s.Active)
	}
	return slices.DeleteFunc(list, func(seat games.Seat) bool { return s.Beds[seat].Sleep >= top })
}

// reachable are the places that a move leads to.
func (s *State) reachable() []Place {
	reach := 1
	if s.has(s.Active, Boots) {
		reach = 2
	}
	mine := s.Beds[s.Active].Place
	return slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return p == mine || apart(mine, p) > reach })
}

// loot are the Visions before others, as moves.
func (s *State) loot(v Verb) []Move {
	var list []Move
	for _, seat := range s.others() {
		for _, c := range distinct(s.Beds[seat].Visions) {
			if v == Use {
				list = append(list, Move{Verb: Use, Vision: Magpie, Seat: seat, Loot: c})
			} else {
				list = append(list, Move{Verb: v, Seat: seat, Vision: c})
			}
		}
	}
	return list
}

// possible reports whether the action of a face is possible now, with one die.
func (s *State) possible(f Face) bool {
	switch f {
	case FaceInsight:
		return !s.Beds[s.Active].Hidden && len(s.recipients()) > 0
	case FaceVision:
		return len(s.Pile)+len(s.Trash) > 0 || s.Turn.Base == Shop && len(s.loot(Steal)) > 0
	case FaceAttack:
		return len(s.targets()) > 0
	case FaceHeal:
		return len(s.healable()) > 0
	default:
		return true
	}
}

// draws reports whether two dice of a face are one action.
func draws(f Face) bool { return f == FaceInsight || f == FaceVision }

// usableDice are the faces whose action may be made now with one die. The
// second list is the faces of which two dice may be taken at once.
func (s *State) usableDice() (one, two []Face) {
	t := &s.Turn
	need := t.Most - t.Done
	left := t.left()
	if need <= 0 || len(left) == 0 {
		return nil, nil
	}
	// A face of which one die was drawn with is spent: two of it would have been
	// one action.
	able := func(f Face) bool { return !slices.Contains(t.Drew, f) && s.possible(f) }
	for i, f := range left {
		if !able(f) {
			continue
		}
		for _, g := range left[i+1:] {
			if need < 2 || !able(g) {
				continue
			}
			if f == g && draws(f) {
				two = append(two, f)
				continue
			}
			one = append(one, f, g)
		}
	}
	if len(one) == 0 && len(two) == 0 {
		for _, f := range left {
			if able(f) {
				one = append(one, f)
			}
		}
	}
	order := func(list []Face) []Face {
		list = distinct(list)
		slices.SortFunc(list, func(a, b Face) int { return slices.Index(faces, a) - slices.Index(faces, b) })
		return list
	}
	return order(one), order(two)
}

// actions are the moves of the player whose turn it is, once the dice lie.
func (s *State) actions() []Move {
	t := &s.Turn
	var list []Move
	if !t.Acted {
		if t.Base == House && !t.Again {
			list = append(list, move(Reroll))
		}
		if s.has(s.Active, Button) && !t.Spun {
			for _, f := range distinct(t.Dice) {
				list = append(list, Move{Verb: Spin, Seat: games.Nobody, Face: f})
			}
		}
		if len(t.Dice) == 3 && t.Dice[0] == t.Dice[1] && t.Dice[1] == t.Dice[2] {
			for _, f := range faces {
				if f != t.Dice[0] {
					list = append(list, Move{Verb: Turn, Seat: games.Nobody, Face: f})
				}
			}
		}
	}
	one, two := s.usableDice()
	for _, f := range faces {
		single, double := slices.Contains(one, f), slices.Contains(two, f)
		switch {
		case f == FaceInsight || f == FaceVision:
			verb := Look
			if f == FaceVision {
				verb = Draw
			}
			if verb == Look || len(s.Pile)+len(s.Trash) > 0 {
				if single {
					list = append(list, Move{Verb: verb, Seat: games.Nobody, N: 1})
				}
				if double {
					list = append(list, Move{Verb: verb, Seat: games.Nobody, N: 2})
				}
			}
			if verb == Draw && (single || double) && t.Base == Shop {
				list = append(list, s.loot(Steal)...)
			}
		case !single:
		case f == FaceMove:
			for _, p := range s.reachable() {
				list = append(list, Move{Verb: Walk, Seat: games.Nobody, Place: p})
			}
		case f == FaceAttack:
			for _, seat := range s.targets() {
				for n := s.bonuses(); n >= 0; n-- {
					list = append(list, Move{Verb: Attack, Seat: seat, N: n})
				}
			}
			list = append(list, move(Waive))
		case f == FaceHeal:
			list = append(list, at(Heal, s.healable())...)
		}
	}
	list = append(list, s.oneShots()...)
	if len(one) == 0 && len(two) == 0 {
		list = append(list, move(End))
	}
	return list
}

// oneShots are the one-shot Visions that may be used now in this turn.
func (s *State) oneShots() []Move {
	var list []Move
	use := func(v Vision, seats ...games.Seat) {
		for _, seat := range seats {
			list = append(list, Move{Verb: Use, Vision: v, Seat: seat})
		}
	}
	for _, v := range distinct(s.Beds[s.Active].Visions) {
		switch v {
		case Rooster:
			use(v, s.others()...)
		case Lullaby:
			use(v, slices.DeleteFunc(s.sleepers(s.Active), func(seat games.Seat) bool { return s.Beds[seat].Sleep >= top })...)
		case Magpie:
			list = append(list, s.loot(Use)...)
		case Door:
			for _, p := range places {
				if p != s.Beds[s.Active].Place {
					list = append(list, Move{Verb: Use, Vision: v, Seat: games.Nobody, Place: p})
				}
			}
		case Mirror:
			for _, seat := range s.others() {
				if p := s.Beds[seat].Place; p != "" && p != s.Beds[s.Active].Place {
					use(v, seat)
				}
			}
		case Hourglass:
			if t := &s.Turn; len(t.Dice) == 3 && t.Most == 2 && s.thirdDieHelps() {
				use(v, games.Nobody)
			}
		case Diary:
			if s.latestUnread() >= 0 {
				use(v, games.Nobody)
			}
		}
	}
	return list
}

// thirdDieHelps reports whether a third die would be of use now.
func (s *State) thirdDieHelps() bool {
	t := &s.Turn
	if t.Done < t.Most {
		return true
	}
	return slices.ContainsFunc(t.left(), func(f Face) bool { return !slices.Contains(t.Drew, f) && s.possible(f) })
}

// latestUnread is the latest Insight that the player whose turn it is has not
// read. It is -1 for none.
func (s *State) latestUnread() int {
	for i := len(s.Passed) - 1; i >= 0; i-- {
		if !s.Passed[i].knows(s.Active) {
			return i
		}
	}
	return -1
}

// knows reports whether a seat has read the card.
func (p *Passed) knows(seat games.Seat) bool {
	return p.By == seat || p.To == seat || slices.Contains(p.Read, seat)
}

// passes are the ways to pass an Insight on.
func (s *State) passes() []Move {
	var list []Move
	for i := range s.Drawn {
		for _, seat := range s.recipients() {
			list = append(list, Move{Verb: Pass, Seat: seat, N: i + 1})
		}
	}
	return list
}

// about reports whether the Insight on its way is about its receiver.
func (s *State) about() bool {
	return s.Letter.Card.About()&s.Beds[s.Letter.To].Role.Group() != 0
}

// answers are the ways to answer an Insight: one, or a choice.
func (s *State) answers() []Move {
	list := []Move{move(Obey)}
	if s.about() && s.Letter.Card.Effect() == Toll {
		list = append(list, each(Give, distinct(s.Beds[s.Letter.To].Visions))...)
	}
	return list
}

// choices are what a special Vision lets its finder choose among.
func (s *State) choices() []Move {
	if s.Special != Gift {
		return at(Target, s.extreme(s.Special))
	}
	var list []Move
	for _, seat := range s.others() {
		for _, v := range distinct(s.Beds[s.Active].Visions) {
			list = append(list, Move{Verb: Present, Seat: seat, Vision: v})
		}
	}
	return list
}

// extreme are the deepest sleepers, of a draught, or the lightest, of a bear.
func (s *State) extreme(v Vision) []games.Seat {
	var list []games.Seat
	for _, seat := range s.sleepers(s.Active) {
		if len(list) > 0 {
			best, this := s.Beds[list[0]].Sleep, s.Beds[seat].Sleep
			if v == Bear {
				best, this = -best, -this
			}
			if this < best {
				continue
			}
			if this > best {
				list = nil
			}
		}
		list = append(list, seat)
	}
	return list
}
