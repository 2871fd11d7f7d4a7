package games

import (
	"slices"

	"oneiros/games/ui"
)

// An Advisor is an automatic player that can say why it makes a move.
type Advisor[V, M any] interface {
	// Advise is why a strong player makes a move, in sentences for whom the view is for. It
	// says nothing but what the view tells. It is empty where there is nothing to say.
	Advise(v V, m M) []ui.Text
}

func (g *game[S, M, V]) Why(m Match, seat Seat, move string) []ui.Text {
	a, ok := g.rules.(Advisor[V, M])
	in, own := m.(*match[S, M, V])
	if !ok || !own {
		return nil
	}
	legal := movesOf(in, seat)
	i := slices.IndexFunc(legal, func(l M) bool { return l.String() == move })
	if i < 0 {
		return nil
	}
	return a.Advise(viewOf(in, seat.Viewer()), legal[i])
}
