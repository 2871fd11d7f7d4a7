package whenidream

import (
	"iter"
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
)

// A Contract answers what package games asks of the position and of the views. It keeps nothing. It
// stands here because it needs both and nothing above them: the tables of tests play by it
// alone, and the game adds its players and pages.
type Contract struct{}

// Deal makes a match. See [rules.Deal].
func (Contract) Deal(env *games.Env, t games.Table) (State, error) { return Deal(env, t) }

// Stock puts the pack of the options into a position. See [rules.Stock].
func (Contract) Stock(s *State, o games.Options) { Stock(s, o) }

// Parse reads a move. See [kit.Parse].
func (Contract) Parse(text string) (kit.Move, error) { return kit.Parse(text) }

// Moves lists what a seat may do.
func (Contract) Moves(s State, seat games.Seat) iter.Seq[kit.Move] {
	return slices.Values(s.moves(seat))
}

// Play makes a move. See [rules.Play].
func (Contract) Play(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	return Play(env, s, seat, m)
}

// Expire lets a deadline pass. See [rules.Expire].
func (Contract) Expire(env *games.Env, s *State) error { return Expire(env, s) }

// Leave takes a seat from the table. See [rules.Leave].
func (Contract) Leave(env *games.Env, s *State, seat games.Seat) error { return Leave(env, s, seat) }

// Status is who is awaited, and who has won. See [rules.Status].
func (Contract) Status(s State) games.Status { return Status(s) }

// Holds reports whether a move waits for a moderator. See [rules.Holds].
func (Contract) Holds(m kit.Move) bool { return Holds(m) }

// Hold takes a move that waits. See [rules.Hold].
func (Contract) Hold(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	return Hold(env, s, seat, m)
}

// Held is what waits. See [rules.Held].
func (Contract) Held(s State) (games.Held, bool) { return Held(s) }

// Release ends the wait. See [rules.Release].
func (Contract) Release(env *games.Env, s *State, shown bool) error { return Release(env, s, shown) }

// Unsaid is what stands in place of a dream that was withheld. See [rules.Unsaid].
func (Contract) Unsaid(s State) kit.Move { return Unsaid(s) }

// Erase takes a player's words out of a move. See [rules.Erase].
func (Contract) Erase(was, now State, seat games.Seat, m kit.Move) (kit.Move, error) {
	return Erase(was, now, seat, m)
}

// Upgrade reads a position of an older version. See [rules.Upgrade].
func (Contract) Upgrade(version int, position []byte) (State, error) {
	return Upgrade(version, position)
}

// Replays reports whether a match of an older version goes as it went then. See [rules.Replays].
func (Contract) Replays(version int, o games.Options) bool { return Replays(version, o) }

// Untold takes out what older versions did not keep. See [rules.Untold].
func (Contract) Untold(s *State) { Untold(s) }

// View is what a viewer knows. See [Of].
func (Contract) View(s State, v games.Viewer) View { return Of(s, v) }

// Redeal deals again what a viewer does not know. See [Redeal].
func (Contract) Redeal(s *State, v games.Viewer, r *rand.Rand) { Redeal(s, v, r) }

// Hidden names what a viewer does not know. See [Hidden].
func (Contract) Hidden(s State, v games.Viewer) []string { return Hidden(s, v) }
