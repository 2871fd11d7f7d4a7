package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
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
func (a actor) has(v kit.Vision) bool { return a.s.Beds.has(a.seat, v) }

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
	if a.has(kit.Thread) {
		reach = 1
	}
	mine := a.bed().Place
	return slices.DeleteFunc(a.others(), func(seat games.Seat) bool { return kit.Apart(mine, a.s.Beds[seat].Place) > reach })
}

// healable are the seats that can be healed.
func (a actor) healable() []games.Seat {
	list := a.others()
	if a.has(kit.Cocoa) {
		list = append(list, a.seat)
	}
	return slices.DeleteFunc(list, func(seat games.Seat) bool { return a.s.Beds[seat].Sleep >= kit.TopFloor })
}

// reachable are the places that a move leads to.
func (a actor) reachable() []kit.Place {
	reach := 1
	if a.has(kit.Boots) {
		reach = 2
	}
	mine := a.bed().Place
	return slices.DeleteFunc(slices.Clone(kit.Places), func(p kit.Place) bool { return p == mine || kit.Apart(mine, p) > reach })
}

// loot are the Visions before others, as moves.
func (a actor) loot(v kit.Verb) []kit.Move {
	var list []kit.Move
	for _, seat := range a.others() {
		for _, c := range kit.Distinct(a.s.Beds[seat].Visions) {
			if v == kit.Use {
				list = append(list, kit.Move{Verb: kit.Use, Vision: kit.Magpie, Seat: seat, Loot: c})
			} else {
				list = append(list, kit.Move{Verb: v, Seat: seat, Vision: c})
			}
		}
	}
	return list
}

// bonuses is how many bonuses of attack the actor has left.
func (a actor) bonuses() int {
	n := a.s.Beds.count(a.seat, kit.Wings)
	if a.s.Turn.Base == kit.City {
		n++
	}
	return max(n-a.s.Turn.Bonus, 0)
}

// Bonuses is how many bonuses of attack the player has left whose turn it is.
func (s *State) Bonuses() int { return s.actor().bonuses() }

// possible reports whether the action of a face is possible now, with one die.
func (a actor) possible(f kit.Face) bool {
	switch f {
	case kit.FaceInsight:
		return !a.bed().Hidden && len(a.recipients()) > 0
	case kit.FaceVision:
		return a.s.hasVisions() || a.s.Turn.Base == kit.Shop && len(a.loot(kit.Steal)) > 0
	case kit.FaceAttack:
		return len(a.targets()) > 0
	case kit.FaceHeal:
		return len(a.healable()) > 0
	default:
		return true
	}
}

// usable are the faces whose action may be made now with one die, and those of
// which two dice may be taken at once.
func (a actor) usable() (one, two []kit.Face) { return a.s.Turn.usable(a.possible) }

// actions are the moves of the actor, once the dice lie.
func (a actor) actions() []kit.Move {
	t := &a.s.Turn
	list := t.changes(a.has(kit.Button))
	one, two := a.usable()
	for _, f := range kit.Faces {
		single, double := slices.Contains(one, f), slices.Contains(two, f)
		switch {
		case f == kit.FaceInsight:
			list = append(list, drawing(kit.Look, single, double)...)
		case f == kit.FaceVision:
			if a.s.hasVisions() {
				list = append(list, drawing(kit.Draw, single, double)...)
			}
			if (single || double) && t.Base == kit.Shop {
				list = append(list, a.loot(kit.Steal)...)
			}
		case !single:
		case f == kit.FaceMove:
			for _, p := range a.reachable() {
				list = append(list, kit.Move{Verb: kit.Walk, Seat: games.Nobody, Place: p})
			}
		case f == kit.FaceAttack:
			for _, seat := range a.targets() {
				for n := a.bonuses(); n >= 0; n-- {
					list = append(list, kit.Move{Verb: kit.Attack, Seat: seat, N: n})
				}
			}
			list = append(list, kit.Bare(kit.Waive))
		case f == kit.FaceHeal:
			list = append(list, movesAt(kit.Heal, a.healable())...)
		}
	}
	list = append(list, a.oneShots()...)
	if len(one) == 0 && len(two) == 0 {
		list = append(list, kit.Bare(kit.End))
	}
	return list
}

// oneShots are the one-shot Visions that may be used now in this turn.
func (a actor) oneShots() []kit.Move {
	var list []kit.Move
	use := func(v kit.Vision, seats ...games.Seat) {
		for _, seat := range seats {
			list = append(list, kit.Move{Verb: kit.Use, Vision: v, Seat: seat})
		}
	}
	for _, v := range kit.Distinct(a.bed().Visions) {
		switch v {
		case kit.Rooster:
			use(v, a.others()...)
		case kit.Lullaby:
			use(v, slices.DeleteFunc(a.s.Beds.sleepers(a.seat), func(seat games.Seat) bool { return a.s.Beds[seat].Sleep >= kit.TopFloor })...)
		case kit.Magpie:
			list = append(list, a.loot(kit.Use)...)
		case kit.Door:
			for _, p := range kit.Places {
				if p != a.bed().Place {
					list = append(list, kit.Move{Verb: kit.Use, Vision: v, Seat: games.Nobody, Place: p})
				}
			}
		case kit.Mirror:
			for _, seat := range a.others() {
				if p := a.s.Beds[seat].Place; p != "" && p != a.bed().Place {
					use(v, seat)
				}
			}
		case kit.Hourglass:
			if a.s.Turn.thirdHelps(a.possible) {
				use(v, games.Nobody)
			}
		case kit.Diary:
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
		if !a.s.Passed[i].Knows(a.seat) {
			return i
		}
	}
	return -1
}

// passes are the ways to pass a drawn Insight on.
func (a actor) passes() []kit.Move {
	var list []kit.Move
	for i := range a.s.Drawn {
		for _, seat := range a.recipients() {
			list = append(list, kit.Move{Verb: kit.Pass, Seat: seat, N: i + 1})
		}
	}
	return list
}

// choices are what a special Vision lets its finder choose among.
func (a actor) choices() []kit.Move {
	if a.s.Special != kit.Gift {
		return movesAt(kit.Target, a.s.Beds.extreme(a.s.Special, a.seat))
	}
	var list []kit.Move
	for _, seat := range a.others() {
		for _, v := range kit.Distinct(a.bed().Visions) {
			list = append(list, kit.Move{Verb: kit.Present, Seat: seat, Vision: v})
		}
	}
	return list
}
