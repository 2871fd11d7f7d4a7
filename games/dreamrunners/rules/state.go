package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// State is the position of a match.
type State struct {
	Relaxed  bool          `json:"relaxed,omitempty"`
	Turned   bool          `json:"turned,omitempty"`   // every player sees the tile from their side
	Beginner bool          `json:"beginner,omitempty"` // no tiles with a star
	Sand     time.Duration `json:"sand"`               // how long the sand runs
	Start    time.Duration `json:"start"`              // after this time it starts by itself
	Window   time.Duration `json:"window"`             // for a dream of a relaxed match

	Round   int           `json:"round"` // from 1
	Phase   kit.Phase     `json:"phase"`
	Until   time.Duration `json:"until"`
	Shown   time.Duration `json:"shown"`   // when the last results were shown
	Running bool          `json:"running"` // the sand runs
	First   games.Seat    `json:"first"`   // the first dreamer of this round, or no seat
	Leader  games.Seat    `json:"leader"`  // who picks and buys first
	Shopper games.Seat    `json:"shopper"` // who may buy now, or no seat

	Tile   kit.Tile                  `json:"tile"`
	Deck   []kit.Tile                `json:"deck"`   // the next one is the first
	Past   []kit.Tile                `json:"past"`   // of the rounds before
	Shop   [kit.Shapes]kit.Segment   `json:"shop"`   // face up, by shape; 0 for none
	Stacks [kit.Shapes][]kit.Segment `json:"stacks"` // face down, by shape; the next one is the first
	Chests [kit.MaxLocks][]kit.Chest `json:"chests"` // by locks; the next one is the first
	Used   []kit.Chest               `json:"used"`   // that were opened
	Gone   []kit.Segment             `json:"gone"`   // that bats took

	Dreamers []Dreamer  `json:"dreamers"` // by seat
	Last     kit.Reveal `json:"last"`     // of the last round whose sand ran out

	Told games.Chronicle[kit.Event] `json:"told"` // what every player saw since each player's last composition
	Way  [][]int                    `json:"way"`  // points by seat: at the start, and after each dream until the player wakes
}

// Dreamer is what a player has.
type Dreamer struct {
	Set      int              `json:"set"`      // of the start segments, from 1
	Segments []kit.Owned      `json:"segments"` // in the order L, I, D, M, and then as they were bought
	Named    [kit.Shapes]int  `json:"named"`    // how many segments of each shape ever had a name
	Calm     int              `json:"calm"`
	Stars    int              `json:"stars"` // the space of the star track, from 0
	Coins    int              `json:"coins"`
	Keys     int              `json:"keys"`
	Shards   [kit.Colours]int `json:"shards"`
	Woke     int              `json:"woke"` // in this round; 0 while asleep
	Was      kit.Goods        `json:"was"`  // when the last sand ran out; without calm where that was never

	Done    bool `json:"done"`    // ready: public, except in Choosing
	Shopped bool `json:"shopped"` // has had their turn in the shop
	Bought  bool `json:"bought"`  // a segment in this round

	Draft   kit.Composition `json:"draft"`   // in the order in which they were placed
	Presses int             `json:"presses"` // how often the draft of this round was changed
	Luck    uint32          `json:"luck"`    // of this round, for the automatic player
	Asks    []kit.Ask       `json:"asks"`    // what is to be chosen when the sand has run out
}
