package fortress

import (
	"slices"

	"oneiros/games"
)

// An actor is the player whose turn it is: whom they reach, and what they may
// do. Asking changes nothing.
type actor struct {
	s    *State
	seat games.Seat
}

// actor is the player whose turn it is. There is one from the first lap on.
func (s *State) actor() actor { return actor{s, s.Active} }

// bed is the actor's own.
func (a actor) bed() *Bed { return &a.s.Beds[a.seat] }

// has reports whether a Vision lies before the actor.
func (a actor) has(v Vision) bool { return a.s.Beds.has(a.seat, v) }

// others are the sleepers but the actor, from the left on.
func (a actor) others() []games.Seat {
	return slices.DeleteFunc(a.s.Beds.sleepers(a.seat+1), func(seat games.Seat) bool { return seat == a.seat })
}

// recipients are the seats to which an Insight can be passed.
func (a actor) recipients() []games.Seat {
	return slices.DeleteFunc(a.others(), func(seat games.Seat) bool { return a.s.Beds[seat].Hidden })
}

// targets are the seats that can be attacked.
func (a actor) targets() []games.Seat {
	reach := 0
	if a.has(Thread) {
		reach = 1
	}
	mine := a.bed().Place
	return slices.DeleteFunc(a.others(), func(seat games.Seat) bool { return apart(mine, a.s.Beds[seat].Place) > reach })
}

// healable are the seats that can be healed.
func (a actor) healable() []games.Seat {
	list := a.others()
	if a.has(Cocoa) {
		list = append(list, a.seat)
	}
	return slices.DeleteFunc(list, func(seat games.Seat) bool { return a.s.Beds[seat].Sleep >= top })
}

// reachable are the places that a move leads to.
func (a actor) reachable() []Place {
	reach := 1
	if a.has(Boots) {
		reach = 2
	}
	mine := a.bed().Place
	return slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return p == mine || apart(mine, p) > reach })
}

// loot are the Visions before others, as moves.
func (a actor) loot(v Verb) []Move {
	var list []Move
	for _, seat := range a.others() {
		for _, c := range distinct(a.s.Beds[seat].Visions) {
			if v == Use {
				list = append(list, Move{Verb: Use, Vision: Magpie, Seat: seat, Loot: c})
			} else {
				list = append(list, Move{Verb: v, Seat: seat, Vision: c})
			}
		}
	}
	return list
}

// bonuses is how many bonuses of attack the actor has left.
func (a actor) bonuses() int {
	n := a.s.Beds.count(a.seat, Wings)
	if a.s.Turn.Base == City {
		n++
	}
	return max(n-a.s.Turn.Bonus, 0)
}

// possible reports whether the action of a face is possible now, with one die.
func (a actor) possible(f Face) bool {
	switch f {
	case FaceInsight:
		return !a.bed().Hidden && len(a.recipients()) > 0
	case FaceVision:
		return a.s.hasVisions() || a.s.Turn.Base == Shop && len(a.loot(Steal)) > 0
	case FaceAttack:
		return len(a.targets()) > 0
	case FaceHeal:
		return len(a.healable()) > 0
	default:
		return true
	}
}

// usable are the faces whose action may be made now with one die, and those of
// which two dice may be taken at once.
func (a actor) usable() (one, two []Face) { return a.s.Turn.usable(a.possible) }

// actions are the moves of the actor, once the dice lie.
func (a actor) actions() []Move {
	t := &a.s.Turn
	list := t.changes(a.has(Button))
	one, two := a.usable()
	for _, f := range faces {
		single, double := slices.Contains(one, f), slices.Contains(two, f)
		switch {
		case f == FaceInsight:
			list = append(list, drawing(Look, single, double)...)
		case f == FaceVision:
			if a.s.hasVisions() {
				list = append(list, drawing(Draw, single, double)...)
			}
			if (single || double) && t.Base == Shop {
				list = append(list, a.loot(Steal)...)
			}
		case !single:
		case f == FaceMove:
			for _, p := range a.reachable() {
				list = append(list, Move{Verb: Walk, Seat: games.Nobody, Place: p})
			}
		case f == FaceAttack:
			for _, seat := range a.targets() {
				for n := a.bonuses(); n >= 0; n-- {
					list = append(list, Move{Verb: Attack, Seat: seat, N: n})
				}
			}
			list = append(list, move(Waive))
		case f == FaceHeal:
			list = append(list, movesAt(Heal, a.healable())...)
		}
	}
	list = append(list, a.oneShots()...)
	if len(one) == 0 && len(two) == 0 {
		list = append(list, move(End))
	}
	return list
}

// oneShots are the one-shot Visions that may be used now in this turn.
func (a actor) oneShots() []Move {
	var list []Move
	use := func(v Vision, seats ...games.Seat) {
		for _, seat := range seats {
			list = append(list, Move{Verb: Use, Vision: v, Seat: seat})
		}
	}
	for _, v := range distinct(a.bed().Visions) {
		switch v {
		case Rooster:
			use(v, a.others()...)
		case Lullaby:
			use(v, slices.DeleteFunc(a.s.Beds.sleepers(a.seat), func(seat games.Seat) bool { return a.s.Beds[seat].Sleep >= top })...)
		case Magpie:
			list = append(list, a.loot(Use)...)
		case Door:
			for _, p := range places {
				if p != a.bed().Place {
					list = append(list, Move{Verb: Use, Vision: v, Seat: games.Nobody, Place: p})
				}
			}
		case Mirror:
			for _, seat := range a.others() {
				if p := a.s.Beds[seat].Place; p != "" && p != a.bed().Place {
					use(v, seat)
				}
			}
		case Hourglass:
			if a.s.Turn.thirdHelps(a.possible) {
				use(v, games.Nobody)
			}
		case Diary:
			if a.unread() >= 0 {
				use(v, games.Nobody)
			}
		}
	}
	return list
}

// unread is the latest Insight that the actor has not read. It is -1 for none.
func (a actor) unread() int {
	for i := len(a.s.Passed) - 1; i >= 0; i-- {
		if !a.s.Passed[i].knows(a.seat) {
			return i
		}
	}
	return -1
}

// passes are the ways to pass a drawn Insight on.
func (a actor) passes() []Move {
	var list []Move
	for i := range a.s.Drawn {
		for _, seat := range a.recipients() {
			list = append(list, Move{Verb: Pass, Seat: seat, N: i + 1})
		}
	}
	return list
}

// choices are what a special Vision lets its finder choose among.
func (a actor) choices() []Move {
	if a.s.Special != Gift {
		return movesAt(Target, a.s.Beds.extreme(a.s.Special, a.seat))
	}
	var list []Move
	for _, seat := range a.others() {
		for _, v := range distinct(a.bed().Visions) {
			list = append(list, Move{Verb: Present, Seat: seat, Vision: v})
		}
	}
	return list
}
