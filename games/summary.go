package games

// Summary is what is worth keeping of a match that is over, besides its result. It
// holds only what every player saw at the end, and nothing that a person wrote is saved
// with it.
type Summary struct {
	Roles []RoleCount `json:"roles,omitempty"` // empty for a game without roles
	Dream *Dream      `json:"dream,omitempty"` // the best dream that was told, or nil
}

// RoleCount is how often a seat had a role, and how often it reached the aim of the role.
// The catalogue of the game has the role as "role.ROLE".
type RoleCount struct {
	Seat    Seat   `json:"seat"`
	Role    string `json:"role"`
	Times   int    `json:"times"`
	Reached int    `json:"reached,omitempty"`
}

// Dream is a dream that a player told. A dream that mentions more cards is better, and
// of two with as many the one that left fewer out.
type Dream struct {
	Seat  Seat   `json:"seat"`
	Told  int    `json:"told"`            // cards that the dream mentions
	Cards int    `json:"cards"`           // cards that it could mention
	Story string `json:"-"`               // in the words of the player; empty if it was told aloud
	Round int    `json:"round,omitempty"` // from 1

	List []DreamCard `json:"-"` // in the order in which they were played
}

// DreamCard is a card that a dream could mention.
type DreamCard struct {
	Word string
	Told bool // the dream mentions it
}

// Better reports whether d is a better dream than e, which may be nil.
func (d *Dream) Better(e *Dream) bool {
	return e == nil || d.Told > e.Told || d.Told == e.Told && d.Cards < e.Cards
}

// A Summarizer is a presenter that says what is worth keeping of a match. It gets the
// view of the public at the end.
type Summarizer[V any] interface {
	Summarize(v V) Summary
}

func (m *match[S, M, V]) Summary() Summary {
	s, ok := m.game.presenter.(Summarizer[V])
	if !ok || !m.Status().Over {
		return Summary{}
	}
	return s.Summarize(viewOf(m, Viewer{}))
}
