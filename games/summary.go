package games

import "oneiros/games/ui"

// Summary is what is worth keeping of a match that is over, besides its result. It
// holds only what every player saw at the end, and nothing that a person wrote is saved
// with it.
type Summary struct {
	Roles  []RoleCount `json:"roles,omitempty"`  // empty for a game without roles
	Moment *Moment     `json:"moment,omitempty"` // the best of the match, or nil
}

// RoleCount is how often a seat had a role, and how often it reached the aim of the role.
// The catalogue of the game has the role as "role.ROLE".
type RoleCount struct {
	Seat    Seat   `json:"seat"`
	Role    string `json:"role"`
	Times   int    `json:"times"`
	Reached int    `json:"reached,omitempty"`
}

// Moment is the finest moment of a match, and the seat that it was of. The catalogue of the
// game says it as "moment", which is given the numbers, calls a page of it "moment.title",
// and says "moment.wordless" where it has no words.
type Moment struct {
	Seat    Seat        `json:"seat"`
	Numbers []int       `json:"numbers"`
	Words   string      `json:"-"` // of the player; empty if there are none
	Picture *ui.Picture `json:"-"` // to show around; nil if there is none
}

// Better reports whether m is a better moment than one of the same game, which may be nil:
// its first number is larger, or as large while the second one is smaller, and so on.
func (m *Moment) Better(than *Moment) bool {
	if than == nil {
		return true
	}
	for i, n := range m.Numbers[:min(len(m.Numbers), len(than.Numbers))] {
		if n != than.Numbers[i] {
			return (n > than.Numbers[i]) == (i%2 == 0)
		}
	}
	return false
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
