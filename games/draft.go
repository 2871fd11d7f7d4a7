package games

// A Drafter has moves that change a draft. A draft is something that one seat builds
// before it commits to it, such as a composition of tiles.
//
// After a draft move, all buttons of the seat stay valid. People can press several
// of them from one picture, and the bot plays each one that is still legal. After
// any other move, the older buttons of the seat are stale.
//
// A draft move may change only the view and the moves of its seat. It may not change
// the public view, the status, or the view or moves of another seat. Otherwise they
// would learn that a player drafts, and when.
type Drafter[M any] interface {
	// Drafts reports whether a move changes only the draft of its seat. It is called
	// with any result of Parse.
	Drafts(m M) bool
}

func (g *game[S, M, V]) Drafts() bool {
	_, drafts := g.rules.(Drafter[M])
	return drafts
}

// Drafts reports whether a move changes only the draft of its seat; see [Drafter]. It
// is false for a text that is no move.
func (m *match[S, M, V]) Drafts(move string) bool {
	d, ok := m.game.rules.(Drafter[M])
	if !ok {
		return false
	}
	parsed, err := m.game.rules.Parse(move)
	return err == nil && d.Drafts(parsed)
}
