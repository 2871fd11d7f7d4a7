package sample

import "oneiros/games"

// Roles are how a player may play: boldly or carefully.
func (Pages) Roles(int) []string { return []string{"bold", "careful"} }

// Suspects are those of whom the table has seen how they play: to trade is bold.
func (Pages) Suspects(v View) []games.Suspect {
	list := make([]games.Suspect, len(v.Sizes))
	for i := range list {
		if v.Traded[i] {
			list[i].Role = "bold"
		}
	}
	return list
}

// Aims is no seat: no move of Lullaby has a target.
func (Pages) Aims(Move) games.Seat { return games.Nobody }
