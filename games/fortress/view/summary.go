package view

import (
	"slices"

	"oneiros/games"
)

// Summarize says which roles were dealt: at the end every player sees them.
func (v View) Summarize() games.Summary {
	var s games.Summary
	for i, p := range v.Pawns {
		if p.Role == "" {
			continue
		}
		r := games.RoleCount{Seat: games.Seat(i), Role: string(p.Role), Times: 1}
		if slices.Contains(v.Win, r.Seat) {
			r.Reached = 1
		}
		s.Roles = append(s.Roles, r)
	}
	return s
}
