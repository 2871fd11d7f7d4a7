package games

// A Drafter has moves that change a draft: something that one seat builds for
// itself before it commits to it, as a composition of tiles.
//
// A draft move leaves all buttons of its seat alive. People press several of them
// from one picture, and each is played if it is still legal. Any other move of a
// seat makes its older buttons stale.
//
// A draft move may change the view and the moves of its own seat. It may not
// change the public view, the status, or the view or moves of another seat: they
// would learn that somebody drafts, and when.
type Drafter[M any] interface {
	// Drafts reports whether a move changes the draft of its seat alone. It is
	// asked for any move that Parse can return.
	Drafts(m M) bool
}

func (g *game[S, M, V]) Drafts() bool {
	_, drafts := g.rules.(Drafter[M])
	return drafts
}

// Drafts reports whether a move changes the draft of its seat alone; see
// [Drafter]. A text that is no move does not.
func (m *match[S, M, V]) Drafts(move string) bool {
	d, ok := m.game.rules.(Drafter[M])
	if !ok {
		return false
	}
	parsed, err := m.game.rules.Parse(move)
	return err == nil && d.Drafts(parsed)
}
