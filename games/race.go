package games

// A Racer has moves that race: who pressed first comes first. "Mine!" races; a
// vote does not.
//
// While Racing, the table holds a move that Races until a move that somebody made
// before it has had time to arrive. Then it plays the held moves in the order in
// which they were made, and Env.At is the moment at which each was made. All
// other moves are played at once. Their Env.At is a fraction of a second early:
// the match clock never goes back, and a racing move that is still on its way
// must find its own moment free.
//
// Both methods are given the public view. So what is held, and for how long,
// tells nothing that is secret.
//
// The rules may find another position than the one that the player saw: racing
// moves of others were played meanwhile. A move that races therefore names what
// it races for: "take 7", not "take".
type Racer[V, M any] interface {
	// Racing reports whether a race is on. It is false in most positions of most
	// games.
	Racing(public V) bool
	// Races reports whether a move takes part in the race that is on. It is asked
	// only while Racing, and for any move that Parse can return.
	Races(public V, m M) bool
}

func (g *game[S, M, V]) Races() bool {
	_, races := g.rules.(Racer[V, M])
	return races
}

// Racing reports whether a race is on; see [Racer].
func (m *match[S, M, V]) Racing() bool {
	r, ok := m.game.rules.(Racer[V, M])
	return ok && !m.Status().Over && r.Racing(m.view(Viewer{}))
}

// Races reports whether a move takes part in the race that is on. A text that is
// no move does not.
func (m *match[S, M, V]) Races(move string) bool {
	if !m.Racing() {
		return false
	}
	parsed, err := m.game.rules.Parse(move)
	return err == nil && m.game.rules.(Racer[V, M]).Races(m.view(Viewer{}), parsed)
}
