package view

import (
	"math/bits"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Roles are the roles that may be dealt to so many seats.
func Roles(seats int) []string {
	list := []string{string(kit.Nightmare), string(kit.GoodDream)}
	for _, r := range kit.DreamersFor(seats) {
		list = append(list, string(r))
	}
	return list
}

// Suspects are the roles that a viewer is shown, and which groups the Insights that they have
// read rule out.
func (v View) Suspects() []games.Suspect {
	list, may := make([]games.Suspect, len(v.Pawns)), v.CouldBe(true)
	for i, pawn := range v.Pawns {
		if pawn.Role != "" {
			list[i].Role = string(pawn.Role)
			continue
		}
		is := v.Told(games.Seat(i))
		if bits.OnesCount(uint(may[i])) == 1 { // what else follows is too much to read
			is = may[i]
		}
		for _, r := range Roles(len(v.Pawns)) {
			if is&kit.Role(r).Group() == 0 {
				list[i].Not = append(list[i].Not, r)
			}
		}
	}
	return list
}
