// Package view says what one viewer knows of a position of Dream Runners: a seat, or the public.
//
// # Why it stands apart
//
// Here is all of the game's secrecy. [Of] builds a [View] from a position field by field, and
// what has no line here stays unknown. [Redeal] deals again what a viewer does not know, and
// [Hidden] names it, so that tests can prove that nothing leaks. A reader who asks who may know
// what reads this package, and the fields of the position.
//
// Whatever shows the game or plays it is given a View and imports this package, never the one with
// the position. So it stands above the rules and below pages, pictures and players.
//
// What follows from a View alone is asked of it here too: what a draft would bring (forecast.go),
// what a press on a cell does (hand.go), who is awaited and who is ahead (facts.go). Pages and
// pictures then cannot come to different answers.
package view

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/rules"
)

// View is what one viewer knows. It is built field by field.
type View struct {
	Me      games.Seat    `json:"me"` // Nobody for the public
	Relaxed bool          `json:"relaxed,omitempty"`
	Turned  bool          `json:"turned,omitempty"`
	Sand    time.Duration `json:"sand"`   // how long the sand runs
	Start   time.Duration `json:"start"`  // after this time it starts by itself
	Window  time.Duration `json:"window"` // for a dream of a relaxed match

	// What every player knows.
	Round    int                     `json:"round"` // from 1
	Phase    kit.Phase               `json:"phase"`
	Until    time.Duration           `json:"until"`   // when the phase, or the turn in the shop, ends; 0 when Over
	Running  bool                    `json:"running"` // the sand runs
	First    games.Seat              `json:"first"`   // the first dreamer of this round, or no seat
	Leader   games.Seat              `json:"leader"`  // who picks and buys first
	Shopper  games.Seat              `json:"shopper"` // who may buy now, or no seat
	Tile     kit.Tile                `json:"tile"`
	Past     []kit.Tile              `json:"past"`
	Shop     [kit.Shapes]kit.Segment `json:"shop"`   // face up, by shape; 0 for an empty stack
	Stacks   [kit.Shapes]int         `json:"stacks"` // segments in each, with the one that lies face up
	Chests   [kit.MaxLocks]int       `json:"chests"` // left, by locks
	Used     []kit.Chest             `json:"used"`   // that were opened
	Gone     []kit.Segment           `json:"gone"`   // that bats took
	Last     kit.Reveal              `json:"last"`   // of the last round that was revealed
	Dreamers []Dreaming              `json:"dreamers"`
	Way      [][]int                 `json:"way"` // points by seat: at the start and after each dream; when Over

	// What only the viewer knows.
	Turns   int             `json:"turns"`   // quarter turns by which the viewer sees the tile
	Draft   kit.Composition `json:"draft"`   // in the order in which they were placed; frozen in Choosing
	Presses int             `json:"presses"` // how often the draft was changed
	Luck    uint32          `json:"luck"`
	Asks    []kit.Ask       `json:"asks"`
	Chosen  bool            `json:"chosen"` // in Choosing, nothing is left to choose
	Legal   []kit.Move      `json:"legal"`
	News    []kit.Event     `json:"news"` // since the viewer's last composition; for the public, of those since any player's

	Winners []games.Seat `json:"winners"` // when Over
}

// Dreaming is what every player knows of a player.
type Dreaming struct {
	Set      int              `json:"set"`      // of the start segments, from 1
	Segments []kit.Owned      `json:"segments"` // all of them are public
	Calm     int              `json:"calm"`
	Stars    int              `json:"stars"`
	Coins    int              `json:"coins"`
	Keys     int              `json:"keys"`
	Shards   [kit.Colours]int `json:"shards"`
	Woke     int              `json:"woke"`    // in this round; 0 while asleep
	Ready    bool             `json:"ready"`   // said Done in this phase; never in Choosing
	Shopped  bool             `json:"shopped"` // has had their turn in the shop
	Bought   bool             `json:"bought"`  // a segment in this round
	Score    kit.Score        `json:"score"`   // as if the match ended now
	Was      kit.Goods        `json:"was"`     // when the last sand ran out; without calm where that was never
}

// Of is built from nothing that v does not know.
func Of(s rules.State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, Relaxed: s.Relaxed, Turned: s.Turned, Sand: s.Sand, Start: s.Start, Window: s.Window,
		Round: s.Round, Phase: s.Phase, Until: s.Until, Running: s.Running, First: s.First, Leader: s.Leader, Shopper: s.Shopper,
		Tile: s.Tile, Past: s.Past, Shop: s.Shop, Used: s.Used, Gone: s.Gone, Last: s.Last,
	}
	for i, g := range s.Shop {
		if w.Stacks[i] = len(s.Stacks[i]); g != 0 {
			w.Stacks[i]++
		}
	}
	for i := range s.Chests {
		w.Chests[i] = len(s.Chests[i])
	}
	for i := range s.Dreamers {
		d := &s.Dreamers[i]
		w.Dreamers = append(w.Dreamers, Dreaming{
			Set: d.Set, Segments: d.Segments, Calm: d.Calm, Stars: d.Stars, Coins: d.Coins, Keys: d.Keys, Shards: d.Shards,
			Woke: d.Woke, Ready: d.Done && s.Phase != kit.Choosing, Shopped: d.Shopped, Bought: d.Bought, Score: d.Score(), Was: d.Was,
		})
		if v.Is(games.Seat(i)) {
			w.Me, w.Turns = games.Seat(i), s.Turns(i)
			w.Draft, w.Presses, w.Luck, w.Asks = d.Draft, d.Presses, d.Luck, d.Asks
			w.Chosen = s.Phase == kit.Choosing && (d.Done || len(d.Asks) == 0)
			w.Legal = slices.Collect(s.Moves(games.Seat(i)))
			w.News, _ = s.Told.Since(games.Seat(i))
		}
	}
	if w.Me == games.Nobody {
		w.News = s.Told.Events
	}
	if s.Phase == kit.Over {
		w.Winners, w.Way = s.Winners(), s.Way
	}
	return w
}
