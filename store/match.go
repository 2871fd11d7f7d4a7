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
	Chosen     map[string]string // the options that a host set
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
	Faster     bool      // automatic players wait shorter: all people wanted it
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
	Auto     bool      // an automatic player; User is a number that no user of Discord has
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

	// Unsaid is the move that takes the place of the latest held one, when the input withheld its
	// words: see [games.Holder]. Else it is empty.
	Unsaid string
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

var (
	matchesTable = Declare(Table{
		Name: "matches", Row: "row", Sum: "match", Key: []string{"id"}, Match: "id",
		Columns: []Column{
			{Name: "id", Type: Text}, {Name: "rev"}, {Name: "guild", Has: OfServer}, {Name: "channel"}, {Name: "thread"}, {Name: "own"}, {Name: "place"},
			{Name: "game", Type: Text}, {Name: "phase", Type: Text}, {Name: "lang", Type: Text}, {Name: "host", Has: OfAuthor},
			{Name: "chosen", Type: Text}, {Name: "options", Type: Text}, {Name: "seed", Type: Bytes}, {Name: "seats"}, {Name: "paused", Type: Text},
			{Name: "incident", Type: Text}, {Name: "former", Type: Text}, {Name: "seating", Type: Text, Has: Blanked}, {Name: "created"}, {Name: "started"},
			{Name: "ended"}, {Name: "expires"}, {Name: "motion", Type: Text}, {Name: "clock", apart: true}, {Name: "seen", apart: true},
			{Name: "strength", Later: true}, {Name: "people", Later: true}, {Name: "secret", Type: Text, Later: true},
			{
				Name: "presses", Type: Text, Later: true, Has: Kept,
				Why: "numbers of presses that the seed is made of; they name no person, and without them no player could check the shuffles",
			},
			{Name: "faster", Later: true},
		},
		early: true, also: clocksTable,
	})
	// clocksTable is the clock of a match. It is saved more often than the rest of its row.
	clocksTable = &Table{
		Name: "matches", Row: "clock", Sum: "clock", Key: []string{"id"}, Match: "id", summed: []string{"id", "clock", "seen"}, sum: "clock_checksum", early: true,
	}
	playersTable = Declare(Table{
		Name: "players", Row: "player", Sum: "player", Key: []string{"match", "user_id"}, Match: "match",
		Columns: []Column{
			{Name: "match", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "name", Type: Text, Has: WithPerson}, {Name: "locale", Type: Text, Has: WithPerson},
			{Name: "seat", Has: WithPerson}, {Name: "ready", Has: WithPerson}, {Name: "joined", Has: WithPerson}, {Name: "press", Has: WithPerson}, {Name: "asleep", Has: WithPerson},
			{Name: "missed", Has: WithPerson}, {Name: "barred", Has: WithPerson}, {Name: "gone", Has: WithPerson}, {Name: "had", Has: WithPerson},
			{Name: "automatic", Has: WithPerson, Later: true}, {Name: "holiday", Has: WithPerson, Later: true}, {Name: "username", Type: Text, Has: WithPerson, Later: true},
		},
		early: true,
	})
	notesTable = Declare(Table{
		Name: "notes", Row: "note", Sum: "note", Key: []string{"match", "n"}, Match: "match", Log: true,
		Columns: []Column{{Name: "match", Type: Text}, {Name: "n"}, {Name: "at"}, {Name: "what", Type: Text}, {Name: "who", Type: Text, Has: Blanked}},
		early:   true,
	})
	resultsTable = Declare(Table{
		Name: "results", Row: "result of seat", Sum: "result", Key: []string{"match", "seat"}, Match: "match",
		Columns: []Column{
			{Name: "match", Type: Text}, {Name: "seat"}, {Name: "game", Type: Text}, {Name: "guild"}, {Name: "user_id", Has: OfAuthor},
			{Name: "score"}, {Name: "won"}, {Name: "ended"}, {Name: "automatic", Later: true},
		},
		early: true,
	})
)
