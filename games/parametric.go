package games

import (
	"fmt"
	"iter"
	"slices"
)

// Parametric rules have moves with too many parameters for a list. Examples are
// "pay three tokens of your choice" and "this piece, turned, on any cell".
//
// For such moves, Moves lists only forms. A form is the move without its parameters.
// A form is a legal move too, and it means the first move of Within. So code that
// knows nothing of parameters still works. A [Player] may choose a form or any move
// within it.
//
// Turn numbers count only forms. A press that chooses parameters stays valid while
// its form is listed. Play refuses it if it has become illegal.
//
// Free text is not a parameter. Moves lists one move with some text, as for other
// rules, and Form does not change the text.
type Parametric[S, M any] interface {
	// Form returns m without its parameters. A form, and a move without parameters,
	// stays as it is.
	Form(m M) M
	// Within lists the legal moves of a form that Moves lists for the seat. It leaves
	// out the form itself, and lists nothing for a move without parameters. It lists
	// lazily. The order depends only on what the seat knows.
	Within(s S, seat Seat, form M) iter.Seq[M]
}

// Form returns the notation of a move's form. It returns the move itself if the game
// has no parameters.
func (g *game[S, M, V]) Form(text string) (string, error) {
	m, err := g.rules.Parse(text)
	if err != nil {
		return "", fmt.Errorf("parse move: %w", err)
	}
	if p, ok := g.rules.(Parametric[S, M]); ok {
		m = p.Form(m)
	}
	return m.String(), nil
}

// Within lists the moves of a listed form, in notation.
func (m *match[S, M, V]) Within(seat Seat, form string) iter.Seq[string] {
	return func(yield func(string) bool) {
		p, ok := m.game.rules.(Parametric[S, M])
		if !ok || !slices.Contains(m.Moves(seat), form) {
			return
		}
		listed, err := m.game.rules.Parse(form)
		if err != nil {
			return
		}
		for move := range p.Within(m.position(), seat, listed) {
			if !yield(move.String()) {
				return
			}
		}
	}
}
