package games

// A Chapterer is the presenter of a game whose matches have chapters: nights, laps, deals,
// rounds. The catalogue has the name of a chapter as "chapter", with its number. Readers of
// a match that is over find their way by it.
type Chapterer[V any] interface {
	// Chapter is the number of the chapter that a view of the public shows, from 1; 0 before
	// the first. It never falls.
	Chapter(v V) int
}

func (m *match[S, M, V]) Chapter() int {
	c, ok := m.game.presenter.(Chapterer[V])
	if !ok {
		return 0
	}
	return c.Chapter(viewOf(m, Viewer{}))
}
