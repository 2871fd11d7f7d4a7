package sample

import (
	"time"

	"oneiros/games"
)

// wait is how long a name waits for a moderator.
const wait = 3 * time.Minute

// Holds reports whether the words of a move can wait until a moderator has read them. Only
// names have words. A game without free text needs neither this nor the rest of this file.
func (Rules) Holds(m Move) bool { return m.Verb == Name }

// Hold takes a name that only its player sees, as Play would take it. Nobody moves meanwhile.
func (r Rules) Hold(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !r.may(*s, seat, m) {
		return games.Refuse("refuse.not-now")
	}
	if err := fit(m.Text); err != nil {
		return err
	}
	s.Waits, s.End = m.Text, env.At+wait
	return nil
}

// Held returns the name that waits.
func (Rules) Held(s State) (games.Held, bool) {
	return games.Held{Seat: s.Winner, Words: s.Waits}, s.Waits != ""
}

// Release shows the name, or goes on without one.
func (Rules) Release(env *games.Env, s *State, shown bool) error {
	if shown {
		s.Names = append(s.Names, s.Waits)
	}
	s.Waits = ""
	s.begin(env.At)
	return nil
}

// Unsaid returns what stands in the log in the place of a name that was not shown. Nothing
// depends on its words.
func (Rules) Unsaid(State) Move { return Move{Verb: Name, Text: "…"} }
