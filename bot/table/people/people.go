// Package people decides what people do to the record of a match, besides the moves of its
// game: who sits where, who is the host, what the lobby agreed on, who is away or on holiday,
// what is voted on, and why the match stands.
//
// # Why it stands apart
//
// A table is a goroutine that saves, shows and keeps time, and what people may do has nothing
// to do with that. So nothing here waits, saves, reads a clock or knows a table. [Do] takes
// the record as it is, what a person wants, and what is so at that moment ([Now]). It gives
// back what the record becomes, and what the table still has to do with the match itself
// ([Change]), or a refusal. A reader who asks what happens when the host leaves reads this package
// alone, and a test of it needs neither a store nor a goroutine nor a game that is dealt.
//
// What needs the position of a match is not decided here, because its rules do: a move, a
// deadline, the deal, the part that leaves a game, words that wait. [Then] says so, and the
// table does it. The rules may fail or refuse, and what then holds is the table's to say.
//
// Callbacks for saving and telling were the other way. They hide the order in which things are
// saved and shown, and that order is the one promise of package table.
//
// # The record
//
// A record is a [store.Match]. A change is made to a [Clone] of it: the table shows
// the former one until the latter is saved. After each change in a live match, [Tidy] adds
// what follows from who is there.
//
// # People who leave
//
// A person who leaves, is kicked or leaves the server gives up their seat. The
// automatic player has it until somebody takes it. Where a game has none, its rule
// for leaving is played, if it has one, and the seat stays empty. A seat that
// sleepwalks can be taken too. A person who had a seat knows what it knows, so
// they can come back to no other seat. A person who was kicked cannot come back.
//
// When the host leaves or falls asleep, the person who has been awake longest at
// the table becomes the host. When nobody is awake the match waits. When nobody has
// a seat it is void.
//
// # Votes
//
// What the host may do at once, others propose. A motion needs more than half of
// the seats whose owners are awake when it is counted. A person who falls asleep or
// leaves takes their vote along. It is decided as soon as it is certain, even after
// a kill between the last vote and its effect. It lapses after [VoteTime]. The seat
// that is to be kicked votes too, so of two nobody can kick the other.
//
// Faster is no matter of the host: all who are awake have to agree to it, since each of them
// alone can take it back.
//
// # What a press is about
//
// Between what a person sees and what the table does with their press, others press too. So
// an action names what it is about, and the table compares that where it decides: nobody else
// knows what is true then. A vote names its motion ([Motion]). Being ready and a start name what
// the lobby has agreed on ([Terms]). A newcomer names whose seat they take. Whoever
// decides alone, and whoever leaves a match, names the question that they said yes to
// ([Question]). What a person may do is decided by what they are when it is done, and what cannot
// be undone is done only with the question that belongs to it then.
//
// # Seats
//
// People sit in the order in which they joined. When a match follows another one,
// they sit in the order of that one, moved by one.
package people

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/ui"
)

// How long things last among people.
const (
	LobbyTimeout  = 30 * time.Minute    // how long a lobby waits while nobody acts
	AloneTimeout  = 24 * time.Hour      // how long a match with automatic players waits for a person
	DirectTimeout = 30 * 24 * time.Hour // how long a match in direct messages stays paused
	DaysLobby     = 7 * 24 * time.Hour  // LobbyTimeout of a table by days
	DaysAlone     = 60 * 24 * time.Hour // AloneTimeout of a table by days
	ClearAfter    = 24 * time.Hour      // how long a table stays after its match has ended
	VoteTime      = 2 * time.Minute     // how long a motion is open; the match clock does not matter
	AgainTime     = time.Minute         // how long a lobby that follows a match names those who played it and have not joined
	MaxMissed     = 2                   // deadlines in a row after which a seat sleepwalks
)

// A Moment is one moment by two clocks, because the host's may be wrong.
type Moment struct {
	Here    time.Time // by the host's: what happens is dated by it
	Discord time.Time // by Discord's: what ends is saved by it
}

// Now is what is so when a person acts, besides the record and what they want.
type Now struct {
	Moment
	Game   games.Game
	Turn   time.Duration       // at a table by days: how long a turn takes, in its hours; else 0
	Dealt  bool                // the match has a position, and it can be read
	Out    []games.Seat        // the seats that are out of the match
	Chose  discord.ID          // who last chose an option in the lobby, since it was read; 0 for none
	Erased map[discord.ID]bool // who was erased from the match and may not come back while it lasts; true if they were kicked
}

// User is a user of Discord.
type User struct {
	ID       discord.ID
	Name     string // as it is shown in the guild; hostile
	Username string // which no other user of Discord has; empty if it is not known, and for automatic players
	Locale   string // Discord's, of the person

	// Elsewhere says that Name is what another place than the table's server calls the
	// person. It gives way to the name that they have at the table.
	Elsewhere bool
}

// Player is a person or an automatic player at a table.
type Player struct {
	User
	Ready  bool // to start, in the lobby
	Joined time.Time
	Asleep bool // sleepwalks: the game's automatic player plays the seat, else its deadlines come early
	Off    bool // they are on holiday and Asleep until they come back; nobody else can take the seat
	Auto   bool // an automatic player sat down here; ID is a number that nobody on Discord has
	Open   bool // nobody has the seat: its owner left or was kicked; ID is 0, Name and Username are still the last owner's
	Missed int  // deadlines in a row that passed for the seat
}

// Note is something that happened among the people at a table.
type Note struct {
	At   time.Time
	Text ui.Text // a key "table.note.…" of the catalogue of package table; its arguments are people
}

// Motion is something that a table votes on. Need is more than half of the seats
// whose owners are awake, at this moment; of Faster it is all of them.
type Motion struct {
	ID    string     // what a vote for it names; no other motion of the match has it
	Kind  Kind       // Pause, Resume, Stop, Kick or Faster
	Seat  games.Seat // whom, of Kick; else Nobody
	By    games.Seat
	Yes   []games.Seat
	No    []games.Seat
	Need  int
	Until time.Time // by Discord's clock
}
