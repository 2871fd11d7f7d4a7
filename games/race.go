package games

// A Racer has moves that race: the first press wins. "Mine!" races, and a vote does
// not.
//
// During a race, the table holds the racing moves for a short time, because an
// earlier press may still arrive. Then it plays them in the order in which people
// pressed. Env.At is the moment of the press.
//
// All other moves are played at once. Their Env.At is a fraction of a second early.
// The match clock never goes back, and a late racing move must not find it too far
// ahead.
//
// Both methods get the public view. So the hold betrays no secret.
//
// Racing moves of others may be played between the press and the move. Then the
// position is not the one that the player saw. So a racing move names its target:
// "take 7", not "take".
type Racer[V, M any] interface {
	// Racing reports whether there is a race now. Mostly there is none.
	Racing(public V) bool
	// Races reports whether a move takes part in the current race. It is called only
	// during a race, with any result of Parse.
	Races(public V, m M) bool
}

func (g *game[S, M, V]) Races() bool {
	_, races := g.rules.(Racer[V, M])
	return races
}

// Racing reports whether there is a race now; see [Racer].
func (m *match[S, M, V]) Racing() bool {
	r, ok := m.game.rules.(Racer[V, M])
	return ok && !m.Status().Over && r.Racing(viewOf(m, Viewer{}))
}

// Races reports whether a move takes part in the current race. It is false for a text
// that is no move.
func (m *match[S, M, V]) Races(move string) bool {
	if !m.Racing() {
		return false
	}
	parsed, err := m.game.rules.Parse(move)
	return err == nil && m.game.rules.(Racer[V, M]).Races(viewOf(m, Viewer{}), parsed)
}
