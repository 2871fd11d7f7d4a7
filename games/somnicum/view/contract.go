package view

import (
	"iter"
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/rules"
)

// A Contract answers what package games asks of the position and of the views. It keeps nothing. It
// stands here because it needs both and nothing above them: the tables of tests play by it
// alone, and the game adds its players and pages.
type Contract struct{}

// Deal makes a match. See [rules.Deal].
func (Contract) Deal(env *games.Env, t games.Table) (rules.State, error) { return rules.Deal(env, t) }

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

// Status is who is awaited, and who has won. See [rules.Status].
func (Contract) Status(s rules.State) games.Status { return rules.Status(s) }

// Drafts reports whether a move concerns only who makes it. See [rules.Drafts].
func (Contract) Drafts(m kit.Move) bool { return rules.Drafts(m) }

// View is what a viewer knows. See [Of].
func (Contract) View(s rules.State, v games.Viewer) View { return Of(s, v) }

// Redeal deals again what a viewer does not know. See [Redeal].
func (Contract) Redeal(s *rules.State, v games.Viewer, r *rand.Rand) { Redeal(s, v, r) }

// Hidden names what a viewer does not know. See [Hidden].
func (Contract) Hidden(s rules.State, v games.Viewer) []string { return Hidden(s, v) }
