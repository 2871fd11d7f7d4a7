package fortress

import (
	"math/bits"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Roles are those that may be dealt to so many seats.
func (presenter) Roles(seats int) []string {
	list := []string{string(kit.Nightmare), string(kit.GoodDream)}
	for _, r := range kit.DreamersFor(seats) {
		list = append(list, string(r))
	}
	return list
}

// Suspects are the roles that a viewer is shown, and which groups the Insights that they have
// read rule out.
func (p presenter) Suspects(v View) []games.Suspect {
	list, may := make([]games.Suspect, len(v.Pawns)), v.couldBe(true)
	for i, pawn := range v.Pawns {
		if pawn.Role != "" {
			list[i].Role = string(pawn.Role)
			continue
		}
		is := v.told(games.Seat(i))
		if bits.OnesCount(uint(may[i])) == 1 { // what else follows is too much to read
			is = may[i]
		}
		for _, r := range p.Roles(len(v.Pawns)) {
			if is&kit.Role(r).Group() == 0 {
				list[i].Not = append(list[i].Not, r)
			}
		}
	}
	return list
}

// Aims is whom a move attacks, heals, robs or sends an Insight.
func (presenter) Aims(m kit.Move) games.Seat { return m.Seat }
