package view

import (
	"iter"
	"math/rand/v2"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
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
func (Contract) Moves(s rules.State, seat games.Seat) iter.Seq[kit.Move] { return s.Moves(seat) }

// Play makes a move. See [rules.Play].
func (Contract) Play(env *games.Env, s *rules.State, seat games.Seat, m kit.Move) error {
	return rules.Play(env, s, seat, m)
}

// Expire lets a deadline pass. See [rules.Expire].
func (Contract) Expire(env *games.Env, s *rules.State) error { return rules.Expire(env, s) }

// Status is who is awaited, and who has won. See [rules.Status].
func (Contract) Status(s rules.State) games.Status { return rules.Status(s) }

// Form is the form of a move. See [rules.Form].
func (Contract) Form(m kit.Move) kit.Move { return rules.Form(m) }

// Within lists the moves of a form. See [rules.Within].
func (Contract) Within(s rules.State, seat games.Seat, form kit.Move) iter.Seq[kit.Move] {
	return rules.Within(s, seat, form)
}

// Drafts reports whether a move concerns only who makes it. See [rules.Drafts].
func (Contract) Drafts(m kit.Move) bool { return rules.Drafts(m) }

// Racing reports that every player may still become the first dreamer.
func (Contract) Racing(public View) bool {
	return public.Phase == kit.Building && public.First == games.Nobody && !public.Running
}

// Races reports that being ready first races.
func (Contract) Races(_ View, m kit.Move) bool { return m.Verb == kit.Done }

// View is what a viewer knows. See [Of].
func (Contract) View(s rules.State, v games.Viewer) View { return Of(s, v) }

// Redeal deals again what a viewer does not know. See [Redeal].
func (Contract) Redeal(s *rules.State, v games.Viewer, r *rand.Rand) { Redeal(s, v, r) }

// Hidden names what a viewer does not know. See [Hidden].
func (Contract) Hidden(s rules.State, v games.Viewer) []string { return Hidden(s, v) }
