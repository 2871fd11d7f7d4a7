package games

import (
	"fmt"
	"iter"
	"slices"
)

// Parametric rules have moves with so many parameters that nobody wants a list:
// "pay three tokens of your choice", "this piece, turned so, on any cell".
//
// Of such moves, Moves lists one for each form: the form itself, which is the move
// with its parameters left out. A form is a legal move too and means the first of
// Within. So whatever knows nothing of parameters plays on: the players' default,
// a table that looks for any legal move, a test. A [Player] may choose a form or
// any move within it.
//
// Numbers of turns count forms alone: a press that chooses parameters stays good
// while its form stays listed, and Play refuses what has become impossible.
//
// Free text is no parameter: there Moves lists one move with some text, as for
// rules that are not Parametric, and Form leaves the text as it is.
type Parametric[S, M any] interface {
	// Form is m with its parameters left out. A move without parameters is its own
	// form, and so is a form.
	Form(m M) M
	// Within lists the legal moves of a form that Moves lists for the seat, without
	// the form itself; nothing for a move without parameters. It lists lazily, in
	// an order that depends on nothing but what the seat knows.
	Within(s S, seat Seat, form M) iter.Seq[M]
}

// Form reads a move and gives the notation of its form; the move's own where the
// game has no parameters.
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

// Within lists in notation the moves of a form that is listed for a seat.
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
