// Package player is the automatic player of When I Dream, in three strengths.
//
// # Why it stands apart
//
// It is given what any player is given: a view.View and the legal moves. It does not import the
// position, so it can not cheat, and whoever tunes it changes neither rules nor pages.
//
// # How it plays
//
// The automatic player knows the associations, and thinks in them. As a spirit it
// looks for the word that serves its role. As a dreamer it weighs what every clue
// may mean, and who may be lying. Its strengths differ in what they know, in what
// they remember, and in how well they choose.
//
// By voice it hears nothing and says nothing. It passes, and leaves to people what
// people have heard.
package player

import (
	"math/rand/v2"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/view"
)

// Choose plays a move of the automatic player.
func Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	p := &player{View: v, how: how, legal: legal, rand: env.Rand, at: env.At}
	m, _ := p.decide()
	return m
}

// Warm makes the glossary, the forms of its words and the lore, which take most of a
// second together.
func Warm() {
	judge.Warm()
	knowledge()
}

// Waits reports whether the automatic player would rather let the others go on. It
// depends on nothing but the view.
func Waits(how games.Strength, v view.View, legal []kit.Move) bool {
	p := &player{View: v, how: how, legal: legal, rand: rand.New(rand.NewPCG(1, 1))}
	_, acts := p.decide()
	return !acts
}

// player is an automatic player that is about to move.
type player struct {
	view.View
	how   games.Strength
	legal []kit.Move
	rand  *rand.Rand
	at    time.Duration // of the match; 0 where the player only says whether it waits
}

// lexicon is the words that the table plays with.
func (p *player) lexicon() *judge.Glossary { return pack.Glossary(p.Pack) }

// find is the first legal move with a verb, and whether there is one.
func (p *player) find(verb kit.Verb) (kit.Move, bool) {
	i := slices.IndexFunc(p.legal, func(m kit.Move) bool { return m.Verb == verb })
	if i < 0 {
		return kit.Move{}, false
	}
	return p.legal[i], true
}

// decide is a move, and whether the player wants to make it now. Where it rather
// waits, it is the move that it makes when a player insists.
func (p *player) decide() (m kit.Move, acts bool) {
	if p.Part == kit.Dreamer && (p.Phase == kit.Night || p.Phase == kit.Last) {
		return p.dream()
	}
	if m, ok := p.find(kit.Told); ok {
		if tell, writes := p.find(kit.Tell); writes {
			tell.Text = p.story()
			return tell, true
		}
		return m, true
	}
	if m, ok := p.fair(); ok {
		return m, true
	}
	if _, ok := p.find(kit.Pass); ok {
		return p.speak(), true
	}
	if m, ok := p.find(kit.Ready); ok {
		return m, true
	}
	return p.legal[0], false
}

// isOther reports whether a seat is another player's.
func (p *player) isOther(seat games.Seat) bool { return seat != p.Me }
