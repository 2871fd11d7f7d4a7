package people

import (
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
)

// Kind tells what a person wants.
type Kind string

// The kinds of actions. All but Play may be sent twice without harm: a person who
// sits here and joins again keeps their seat.
const (
	Join      Kind = "join"       // take a seat in the lobby
	TakeSeat  Kind = "take-seat"  // take the free Seat of a live match, or of Nobody the first of [FreeSeats]
	Leave     Kind = "leave"      // leave the lobby, or the match once Asked; the seat is open then, and another person becomes the host
	Kick      Kind = "kick"       // put Whom out: at once for the host or a moderator who was Asked, else as a motion
	Transfer  Kind = "transfer"   // for the host or a moderator: make Whom the host
	Ready     Kind = "ready"      // be ready to start by Terms
	Unready   Kind = "unready"    // not be ready
	SetOption Kind = "set-option" // for the host: set Key to Value, or to its default when Value is empty. The others must be ready again
	AddAuto   Kind = "add-auto"   // for the host: seat an automatic player in the lobby
	Strength  Kind = "strength"   // for the host: how well the automatic players play; Value is its name
	Extend    Kind = "extend"     // keep the lobby open for another LobbyTimeout
	Start     Kind = "start"      // deal by Terms: for the host, or for anybody when all others are ready
	Play      Kind = "play"       // make Move, or the move that a Form makes
	SeeEnd    Kind = "see-end"    // for a person who is out, where all people are: automatic players play on to the end without thinking
	Faster    Kind = "faster"     // have automatic players wait shorter for the rest of the match: a motion that all have to agree to
	Slower    Kind = "slower"     // end that, for each person at the table alone
	Show      Kind = "show"       // have words that wait shown to everybody, as the public saw it at Turn; see [games.Holder]. Whoever sends it has seen to it that the person may
	Withhold  Kind = "withhold"   // likewise: have nobody see them
	Back      Kind = "back"       // for the owner of a seat that sleepwalks: play it again, as any press on their game does
	Pause     Kind = "pause"      // stop the clock: at once for the host, else as a motion
	Resume    Kind = "resume"     // let a paused match go on: at once for the host or a moderator, else as a motion
	Stop      Kind = "stop"       // end the lobby or the match without a result: as Kick; a lobby has no motions
	Agree     Kind = "agree"      // vote for Motion, if it is still open
	Object    Kind = "object"     // vote against it
	Rename    Kind = "rename"     // be called as User says: it is saved at once, where any other action saves it along with what it does
	Again     Kind = "again"      // after the end: open a lobby that follows this match, or join it; the State is the new one's

	// What no person presses: only package table sends it.
	ChannelChanged Kind = "channel-changed" // the match is in another Channel, or has a Thread now
	ChannelDeleted Kind = "channel-deleted" // its channel was deleted
	MatchDeleted   Kind = "match-deleted"   // the store has nothing of it any longer
	MemberLeft     Kind = "member-left"     // the person left the server
	SetHoliday     Kind = "set-holiday"     // the person is on holiday Until a moment, or came back
	ErasePerson    Kind = "erase-person"    // the person, who does not sit here, is erased from the match
	SatElsewhere   Kind = "sat-elsewhere"   // the person waited here for a match and took a seat at another table
	CloseEmpty     Kind = "close-empty"     // somebody wants to open a lobby here: this one closes if nobody sits in it
)

// Action is what a person wants of a table.
type Action struct {
	Kind      Kind
	User      User
	Press     discord.ID // the interaction's id, which orders, dates and identifies it; 0 for none
	Moderator bool       // the person may stop matches of others
	Seat      games.Seat // of TakeSeat: which seat; of Kick and Transfer without Whom: its owner
	Whom      discord.ID // of Kick and Transfer: a person, who may have another seat by now or none; of TakeSeat: who had it, 0 for anybody
	Turn      int        // the turn number on the button; AnyTurn for none
	Board     bool       // Turn is the public's number and not the seat's
	Typed     bool       // of Play: typed and not pressed, so bound to no turn; see package table
	Move      string     // of Play: notation
	Form      *Form      // of Play: in place of Move
	Key       string     // of SetOption
	Value     string     // of SetOption and Strength
	Asked     Question   // of Leave, Kick and Stop: what the person was asked, and said yes to
	Motion    string     // of Agree and Object: the ID of the motion that the person saw
	Terms     string     // of Ready and Start: the [Terms] that the person saw; empty for any
	Fill      int        // of Start: automatic players sit down first, until so many play
	People    int        // of Start with Fill: how many people the person saw at the table; 0 for any

	// Unfit is, of Play, why its words may not be shown: what a move in time is refused with. It
	// is nil for other words. The person is there in any case.
	Unfit error

	// Waits says, of Play, that the words of the move wait for a moderator, where its game lets
	// them: see [games.Holder].
	Waits bool

	Thread  discord.ID // of ChannelChanged
	Until   time.Time  // of SetHoliday; zero for who came back
	Channel discord.ID // of ChannelChanged, in place of a thread
}

// AnyTurn is the turn number that is never stale.
const AnyTurn = -1

// Form is a filled-in form of a game.
type Form struct {
	Path    string
	Answers []string
}
