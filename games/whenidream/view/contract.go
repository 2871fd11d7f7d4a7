package view

import (
	"iter"
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// A Contract answers what package games asks of the position and of the views. It keeps nothing. It
// stands here because it needs both and nothing above them: the tables of tests play by it
// alone, and the game adds its players and pages.
type Contract struct{}

// Deal makes a match. See [rules.Deal].
func (Contract) Deal(env *games.Env, t games.Table) (rules.State, error) { return rules.Deal(env, t) }

// Stock puts the pack of the options into a position. See [rules.Stock].
func (Contract) Stock(s *rules.State, o games.Options) { rules.Stock(s, o) }

// Parse reads a move. See [kit.Parse].
func (Contract) Parse(text string) (kit.Move, error) { return kit.Parse(text) }

// Moves lists what a seat may do.
func (Contract) Moves(s rules.State, seat games.Seat) iter.Seq[kit.Move] {
	return slices.Values(s.Moves(seat))
}

// Play makes a move. See [rules.Play].
func (Contract) Play(env *games.Env, s *rules.State, seat games.Seat, m kit.Move) error {
	return rules.Play(env, s, seat, m)
}

// Expire lets a deadline pass. See [rules.Expire].
func (Contract) Expire(env *games.Env, s *rules.State) error { return rules.Expire(env, s) }

// Leave takes a seat from the table. See [rules.Leave].
func (Contract) Leave(env *games.Env, s *rules.State, seat games.Seat) error {
	return rules.Leave(env, s, seat)
}

// Status is who is awaited, and who has won. See [rules.Status].
func (Contract) Status(s rules.State) games.Status { return rules.Status(s) }

// Holds reports whether a move waits for a moderator. See [rules.Holds].
func (Contract) Holds(m kit.Move) bool { return rules.Holds(m) }

// Hold takes a move that waits. See [rules.Hold].
func (Contract) Hold(env *games.Env, s *rules.State, seat games.Seat, m kit.Move) error {
	return rules.Hold(env, s, seat, m)
}

// Held is what waits. See [rules.Held].
func (Contract) Held(s rules.State) (games.Held, bool) { return rules.Held(s) }

// Release ends the wait. See [rules.Release].
func (Contract) Release(env *games.Env, s *rules.State, shown bool) error {
	return rules.Release(env, s, shown)
}

// Unsaid is what stands in place of a dream that was withheld. See [rules.Unsaid].
func (Contract) Unsaid(s rules.State) kit.Move { return rules.Unsaid(s) }

// Erase takes a player's words out of a move. See [rules.Erase].
func (Contract) Erase(was, now rules.State, seat games.Seat, m kit.Move) (kit.Move, error) {
	return rules.Erase(was, now, seat, m)
}

// Upgrade reads a position of an older version. See [rules.Upgrade].
func (Contract) Upgrade(version int, position []byte) (rules.State, error) {
	return rules.Upgrade(version, position)
}

// Replays reports whether a match of an older version goes as it went then. See [rules.Replays].
func (Contract) Replays(version int, o games.Options) bool { return rules.Replays(version, o) }

// Untold takes out what older versions did not keep. See [rules.Untold].
func (Contract) Untold(s *rules.State) { rules.Untold(s) }

// View is what a viewer knows. See [Of].
func (Contract) View(s rules.State, v games.Viewer) View { return Of(s, v) }

// Redeal deals again what a viewer does not know. See [Redeal].
func (Contract) Redeal(s *rules.State, v games.Viewer, r *rand.Rand) { Redeal(s, v, r) }

// Hidden names what a viewer does not know. See [Hidden].
func (Contract) Hidden(s rules.State, v games.Viewer) []string { return Hidden(s, v) }
