package store

import (
	"time"

	"oneiros/games"
)

// Phase is the phase of a match.
type Phase string

// The phases. A match is void when it was stopped, or when its lobby expired.
const (
	Lobby Phase = "lobby"
	Live  Phase = "live"
	Over  Phase = "over"
	Void  Phase = "void"
)

// Match is a saved match, with everything that a restart needs.
type Match struct {
	ID         string
	Guild      uint64
	Channel    uint64
	Thread     uint64 // the match's own thread, once it exists
	OwnThread  bool   // whether the match gets its own thread
	Game       string
	Phase      Phase
	Lang       string
	Host       uint64
	Chosen     map[string]string // the options that somebody set
	Options    games.Options     // all options
	Secret     games.Secret      // drawn when the lobby opens; zero in matches of older versions
	Presses    []uint64          // set at the start: of each seat, the press that went into the seed; 0 for an automatic player
	Seed       games.Seed        // set at the start
	Seats      int               // set at the start
	Clock      time.Duration     // the match clock when it was last saved
	ClockSaved time.Time         // when the clock was last saved, by Discord's clock
	Paused     string            // key of the reason for the pause
	Incident   string            // number of the incident that caused the pause
	Previous   string            // the match that this one follows
	SeatOrder  []uint64          // the order in which people will sit, where it is settled
	Created    time.Time
	Started    time.Time
	Ended      time.Time // by Discord's clock
	Expires    time.Time // when the lobby closes, or when the table is cleared, by Discord's clock
	Strength   int       // of the automatic players, as games.Strength
	PeopleOnly bool      // no automatic player may sit down
	Rev        int64     // the revision that was read; writing methods refuse any other
	Motion     *Motion   // the current vote, or nil

	Players  []Player  // by seat, then those who left
	Notes    []Note    // reading gives the latest three, oldest first; saving adds new ones
	Position *Position // the latest; nil before the start
}

// Player is a person at a match.
type Player struct {
	User     uint64
	Name     string
	Locale   string
	Seat     int // -1 if they left
	Ready    bool
	Joined   time.Time
	Press    uint64    // their latest press that changed the table
	Asleep   bool      // the seat is played without them
	Missed   int       // how many deadlines in a row the seat missed
	Auto     bool      // an automatic player; User is a number that nobody on Discord has
	Barred   bool      // they were put out and cannot sit down again
	LeftAt   time.Time // when they left a live match, or zero
	LeftSeat int       // the seat that they left then
	Holiday  time.Time // until when they are on holiday and Asleep at a table by days, or zero
	Username string    // Discord's, which no other user has; empty if it is not known
}

// Motion is what a table votes on. The database holds it as JSON.
type Motion struct {
	Kind  string    `json:"kind"`
	Seat  int       `json:"seat"` // the seat that it concerns, or -1
	By    int       `json:"by"`
	Yes   []int     `json:"yes"`
	No    []int     `json:"no,omitempty"`
	Until time.Time `json:"until"`
	Rev   int64     `json:"rev,omitempty"` // of the match, with which it was opened; 0 if an older version did
}

// Note records what happened among the people at a table.
type Note struct {
	N    int // from 1
	At   time.Time
	What string   // key of the words
	Who  []uint64 // the users that the words name, in order
}

// Position is a match after input N. N is 0 for the deal.
type Position struct {
	N       int
	Version int           // of the rules that wrote Data
	At      time.Duration // match clock of the input
	Clock   time.Duration // match clock when it was saved; at least At
	Turns   []int         // turn numbers: the public one, then one for each seat
	Data    []byte
	Due     time.Duration // match clock of the deadline; 0 for none
	Awaits  int64         // what the table waits for, as bits that it knows; 0 of an older program
}

// AwaitsOptions is the bit of Awaits with which a match is read in brief with its options.
const AwaitsOptions = 1 << 57

// Step is an input with its effects.
type Step struct {
	Match    string
	Rev      int64 // the revision of the match that the caller knows
	Input    games.Input
	Press    uint64 // the press that made the input, or 0
	Auto     bool   // whether no person made it
	Position Position
	Record   *Match // the changed match, if more than the position changed; its Position is ignored
	End      *End   // set if the input ended the match
}

// End is the end of a match.
type End struct {
	At      time.Time
	Expires time.Time
	Results []Result
}

// Result is the result of one seat.
type Result struct {
	Match string
	Seat  int
	Game  string
	Guild uint64
	User  uint64 // 0 if no person had the seat at the end
	Score int
	Won   bool
	Auto  bool // an automatic player had the seat at the end
	At    time.Time
}

// Clock is the match clock of a running match.
type Clock struct {
	Match string
	Clock time.Duration
}
