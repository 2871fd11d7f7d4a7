package dreamrunners

import (
	"time"

	"oneiros/games"
)

// Numbers of the rulebook.
const (
	MaxSeats  = 4
	Rounds    = 8
	StartCalm = 20
	MaxCalm   = 30
	startCoin = 2
	Price     = 4 // coins for a segment
	CalmPrice = 3 // coins for a point of calm
)

// StarTrack is what the spaces of the star track are worth. On the last one sets of
// shards count besides.
var StarTrack = [...]int{0, 4, 9, 15, 22, 30, 30}

// Top is the last space of the star track.
const Top = len(StarTrack) - 1

// SetPoints is what a set of shards is worth at the top.
const SetPoints = 10

// Phase is where a match stands.
type Phase string

// The phases of a round.
const (
	Building Phase = "building" // every player builds in secret
	Choosing Phase = "choosing" // the sand has run out; those who have to choose do so in secret
	Between  Phase = "between"  // all is revealed; one after another may buy
	Over     Phase = "over"
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
	Phase   Phase         `json:"phase"`
	Until   time.Duration `json:"until"`
	Shown   time.Duration `json:"shown"`   // when the last results were shown
	Running bool          `json:"running"` // the sand runs
	First   games.Seat    `json:"first"`   // the first dreamer of this round, or no seat
	Leader  games.Seat    `json:"leader"`  // who picks and buys first
	Shopper games.Seat    `json:"shopper"` // who may buy now, or no seat

	Tile   Tile              `json:"tile"`
	Deck   []Tile            `json:"deck"`   // the next one is the first
	Past   []Tile            `json:"past"`   // of the rounds before
	Shop   [shapes]Segment   `json:"shop"`   // face up, by shape; 0 for none
	Stacks [shapes][]Segment `json:"stacks"` // face down, by shape; the next one is the first
	Chests [maxLocks][]Chest `json:"chests"` // by locks; the next one is the first
	Used   []Chest           `json:"used"`   // that were opened
	Gone   []Segment         `json:"gone"`   // that bats took

	Dreamers []Dreamer `json:"dreamers"` // by seat
	Last     Reveal    `json:"last"`     // of the last round whose sand ran out

	Told games.Chronicle[Event] `json:"told"` // what every player saw since each player's last composition
	Way  [][]int                `json:"way"`  // points by seat: at the start, and after each dream until the player wakes
}

// EventKind is what happened.
type EventKind string

// The kinds of events. Each has a seat but for the first two.
const (
	EventDream EventKind = "dream" // a dream was revealed: see Last
	EventSand  EventKind = "sand"  // the sand began to run by itself
	EventFirst EventKind = "first" // became the first dreamer
	EventReady EventKind = "ready" // is ready
	EventBuy   EventKind = "buy"   // bought a segment
	EventCalm  EventKind = "calm"  // paid for a point of calm
)

// Event is something that every player saw.
type Event struct {
	Kind    EventKind  `json:"kind"`
	Seat    games.Seat `json:"seat"`
	Segment Segment    `json:"segment,omitempty"` // that was bought
}

// Goods is what of a player's things a dream can change.
type Goods struct {
	Calm   int          `json:"calm"`
	Stars  int          `json:"stars"`
	Coins  int          `json:"coins"`
	Keys   int          `json:"keys"`
	Shards [colours]int `json:"shards"`
}

// Dreamer is what a player has.
type Dreamer struct {
	Set      int          `json:"set"`      // of the start segments, from 1
	Segments []Owned      `json:"segments"` // in the order L, I, D, M, and then as they were bought
	Named    [shapes]int  `json:"named"`    // how many segments of each shape ever had a name
	Calm     int          `json:"calm"`
	Stars    int          `json:"stars"` // the space of the star track, from 0
	Coins    int          `json:"coins"`
	Keys     int          `json:"keys"`
	Shards   [colours]int `json:"shards"`
	Woke     int          `json:"woke"` // in this round; 0 while asleep
	Was      Goods        `json:"was"`  // when the last sand ran out; without calm where that was never

	Done    bool `json:"done"`    // ready: public, except in Choosing
	Shopped bool `json:"shopped"` // has had their turn in the shop
	Bought  bool `json:"bought"`  // a segment in this round

	Draft   Composition `json:"draft"`   // in the order in which they were placed
	Presses int         `json:"presses"` // how often the draft of this round was changed
	Luck    uint32      `json:"luck"`    // of this round, for the automatic player
	Asks    []Ask       `json:"asks"`    // what is to be chosen when the sand has run out
}

// Owned is a segment that a player has.
type Owned struct {
	Label   Label   `json:"label"`
	Segment Segment `json:"segment"`
}

// AskKind is what is to be chosen.
type AskKind string

// The kinds of choices.
const (
	AskColour AskKind = "colour" // of a rainbow shard
	AskOrder  AskKind = "order"  // which rewards of intertwined dreams one takes first
	AskChests AskKind = "chests" // which chest is opened first
	AskVictim AskKind = "victim" // which segment the bat takes
)

// Ask is a choice that remains when the sand has run out.
type Ask struct {
	Kind    AskKind  `json:"kind"`
	Square  int      `json:"square"`          // of the tile, not turned
	Chest   Chest    `json:"chest,omitempty"` // of a rainbow in a chest
	Times   int      `json:"times,omitempty"` // of a rainbow: how many shards
	Options []Option `json:"options"`
	Answer  int      `json:"answer"` // among the options
	Chosen  bool     `json:"chosen"` // by the player
}

// Option is one answer. Only the field of its kind is set.
type Option struct {
	Colour  Colour   `json:"colour,omitempty"`
	Rewards []Reward `json:"rewards,omitempty"` // of intertwined dreams, in the order of taking
	Squares []int    `json:"squares,omitempty"` // of chests, in the order of opening
	Label   Label    `json:"label,omitempty"`   // of the victim
}

// Reveal is what every player saw of a round.
type Reveal struct {
	Round   int        `json:"round"` // 0 before the first one
	Tile    Tile       `json:"tile"`
	First   games.Seat `json:"first"` // or no seat
	Leader  games.Seat `json:"leader"`
	Opened  []Opened   `json:"opened"`  // chests that a player opened
	Results []Result   `json:"results"` // by seat
}

// Opened is a chest that a player opened.
type Opened struct {
	Square int   `json:"square"` // of the tile, not turned
	Chest  Chest `json:"chest"`
}

// Result is what a round brought to a player.
type Result struct {
	Absent    bool        `json:"absent"` // woke in an earlier round
	Turns     int         `json:"turns"`  // quarter turns by which the player sees the tile
	Draft     Composition `json:"draft"`
	Uncovered int         `json:"uncovered"` // squares without a segment
	Outside   int         `json:"outside"`   // cells of segments outside the tile
	Harms     []Harm      `json:"harms"`     // nightmares that were not banished
	Gains     []Gain      `json:"gains"`     // in reading order; chests after the others
	Before    int         `json:"before"`    // calm
	Calm      int         `json:"calm"`      // afterwards
	Steps     int         `json:"steps"`     // on the star track
	Woke      bool        `json:"woke"`
	Clock     bool        `json:"clock,omitempty"` // time was up before the player had chosen everything
}

// Harm is what a nightmare did.
type Harm struct {
	Square int        `json:"square"` // of the tile, not turned
	Kind   SquareKind `json:"kind"`
	Loss   int        `json:"loss"`  // calm
	Taken  Label      `json:"taken"` // by a bat
	Lost   Segment    `json:"lost"`  // the same
}

// Gain is what a square brought.
type Gain struct {
	Square int        `json:"square"` // of the tile, not turned
	Kind   SquareKind `json:"kind"`
	Times  int        `json:"times"`           // 2 under a double effect
	Chest  Chest      `json:"chest,omitempty"` // that was opened here
	Keys   int        `json:"keys"`            // paid for it
	Closed bool       `json:"closed"`          // a chest for which the keys did not suffice
	Haul   Haul       `json:"haul"`            // all of it, multiplied
}

// Haul is what was gained.
type Haul struct {
	Shards [colours]int `json:"shards"`
	Calm   int          `json:"calm,omitempty"`
	Keys   int          `json:"keys"`
	Coins  int          `json:"coins,omitempty"`
}
