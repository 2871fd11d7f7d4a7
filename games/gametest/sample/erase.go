package sample

import "oneiros/games"

// Erase returns a name that says nothing of its player. Whether a name may be given does
// not depend on its words, so any name leads to the same match. A game without free text
// needs no Erase.
func (Rules) Erase(_, _ State, _ games.Seat, m Move) (Move, error) {
	if m.Verb == Name {
		m.Text = "…"
	}
	return m, nil
}
