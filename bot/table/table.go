// Package table runs matches. One table is one match in one channel. It lasts from
// the opening of its lobby until its last page is cleared away.
//
// # One goroutine owns a match
//
// Everybody else sends it an [Action] and gets a [State] back. A State never
// changes, so it is read without a lock. The goroutine waits for the store, never
// for the network:
//
//	copy -> Do -> AppendInput in one transaction -> the copy becomes the match
//	     -> answer -> notify
//
// So nothing is shown before it is saved, and nothing that was acknowledged is
// lost. When another process wrote the match, the store reports a conflict. The
// table then reads the match again and tries once more.
//
// # What came first
//
// Discord decides what came first: the id of an interaction holds the moment at
// which it was made, its stamp.
//
// A game says which moves race ([games.Racer]). While a race is on, the table holds
// each racing press for [RaceWindow] after its stamp. By then a press that was made
// earlier has arrived. Then the held presses are played in the order of their
// stamps, each dated by its stamp. Ids decide between equal stamps. So any order of
// arrival within the window gives the same log. A later action of the same person
// waits behind their own held press. When the clock stops, or something that does
// not race ends the race, nothing is held any longer. Each press is answered with
// what is true then. When a racing move ends it, presses that were made before that
// showed are still played in order.
//
// All other moves are played at once. While a race is on they are dated
// [RaceWindow] before their stamps. The match clock never goes back. A racing press
// that is still on its way must find its own moment free. For the same reason an
// automatic move is played RaceWindow later than it is dated. A deadline that the
// race outlives is dated when it was due.
//
// Where nothing races, moves are played as they arrive. Only those that wait while
// the table saves another input are put in the order of their stamps. Of two
// presses a moment apart, the one that arrives first may be played first. The other
// is then dated no earlier.
//
// A deadline is played [Grace] after it has passed. So a press made before it that
// arrives after it still counts. A press made after it waits for it. Stamps are
// brought into the host's clock ([discord.Clock]), so a host whose clock is wrong
// plays like any other. A press from the future counts as made now, and a press
// from the past gains nothing beyond Grace.
//
// Any other deadline is dated when it is played, not when it was due. The next
// player then has the whole of their time from the moment at which we can tell
// them.
//
// # Twice and too late
//
// A press is known by its id, which is saved with the input it made. A press that
// is delivered again, even after a crash, plays nothing. It is answered with the
// table as it is.
//
// Each seat has a turn number, and so has the public. A seat's number is raised
// when that seat acts or its legal moves change. The public's is raised when the
// public view changes. A button carries the number of its page. A press with an old
// number is stale and plays nothing. The numbers are saved with the position, so a
// restart changes nothing about them. There are two exceptions:
//
//   - A draft move ([games.Drafter]) does not raise the number of its seat. So
//     several presses from one picture are played.
//   - While a racing press on a public page is held, racing presses of others may
//     be played. They do not make it stale. It is stale if the legal moves of its
//     seat changed.
//
// A slash command carries no turn number. It is meant for what its writer saw, and
// nobody reads and types within [Typing] of a change. So what is made before that
// has passed is stale.
//
// # The clock
//
// The match clock runs while the process runs and the table is not paused. It is
// saved with each input, each pause and once a second, by days once a minute. A killed
// process loses at most that of it, and no deadline moves while we are away. Where many
// clocks run, they take turns: with ten thousand it loses at most twenty seconds. [Tables.Halt]
// stops all clocks while nobody can be expected to play, and takes back what was
// lost before we knew.
//
// # Words that wait
//
// On some servers words of a person wait until a moderator has read them ([games.Holder]):
// [Action.Waits] says so with the move. [Show] and [Withhold] end the wait, and so do its
// deadline and the end of the match, which withhold. With the input that withholds, in one
// transaction, other words take the place of the held ones in the log, and all positions that
// have them are deleted.
//
// # People who are away
//
// A deadline counts as missed for an awaited seat on two conditions. It ended that
// seat's turn, and the owner had done nothing since it was set. It does not count
// when an outage, a pause or a restart took a part of that time. It also does not
// count when it ended a time to read or to talk in ([games.Status]). After
// [MaxMissed] in a row the seat sleepwalks, and the game's automatic player plays
// it. Each move comes [Pace] after the seat was awaited or after the last automatic
// move. Both moments are public, so the pace tells nothing of the move nor of what
// others do in secret. Some games have no automatic player. There, when the match
// waits for sleepwalkers only, the match clock skips to the deadline after the same
// pace. Any press of the owner on their game wakes the seat, even a stale one.
//
// # Somebody who plays alone
//
// Somebody who plays with automatic players alone keeps nobody waiting, also where those go on
// with seats that people have left. So the clock stands before each of their steps, and goes on
// with their next move: a newcomer reads as long as they like. Sand that is a part of the game
// runs, and the clock stops at its end for whoever did nothing. After [Patience] the clock runs
// to the deadline, which counts as missed: a match that somebody forgot has to end. When
// another person sits down, the clock goes on, and sand that has run out is turned anew.
//
// # Tables by days
//
// A table may agree that a turn has hours or days (package pace). Then its match clock
// runs only in the hours of the day that it agreed on. A short moment is an exception: a
// deadline that comes at most [moment] after it was set, as for seeing a trick, passes at
// any hour, and so does the time in which only automatic players are awaited. Otherwise
// two people who both are awake at night could not play on. Nobody loses time by it: no
// rule gives a person so short a turn by days. Whether it is such a moment is saved with
// the position and depends on public numbers alone.
//
// Nothing that ends waiting tables counts in minutes there: a lobby waits for [DaysLobby],
// people who are all away for [DaysAlone], and a motion as long as a turn. Somebody who
// plays alone gets no [Patience], for their turn is long. People are reminded once of each
// turn, [DaysReminder] after it began, because nobody looks at such a table all day.
//
// The seat of somebody who is on holiday sleepwalks until they press something or until
// the date. The table asks the store after each input whom it awaits: so it does not
// matter which process has the table.
//
// # Automatic players
//
// The host may seat automatic players in the lobby, or have the table filled when the
// match starts. They have names of our own and numbers that nobody on Discord has.
// They are no people: they have no vote, cannot be the host, and miss no deadline. A
// person may take such a seat at any time. A match ends when no person has a seat.
// When all people are away it waits for [AloneTimeout]. In direct messages a match that
// was paused waits for [DirectTimeout].
//
// While people wait for automatic players alone, these think for half to all of the pace of
// the table. Where much happened on the public page they wait until people have looked at it,
// [MostLook] at most. Beside people who are asked themselves, in a race and against the sand
// they think for one to three times the pace, several of them at the same time. The seed, the
// public's turn number and the public page say how long, so the wait tells nothing of a secret.
// Waits are a third as long when all people who are there are out, and at a table that is
// faster ([Faster]).
//
// A time to read ends when all who are awaited in it are ready, and automatic players are
// ready at once. So a game awaits in it everybody who has something to read.
//
// When all people are out ([games.Status].Out) and want to see the end, automatic players
// move every [FastPace], and where nobody can move the match clock skips to the next deadline.
//
// Only awaited seats are played automatically. Whether another seat could act is
// often a secret.
//
// Automatic moves are inputs like others, so that the log replays. The log also
// says that they were automatic, and a seat that nobody played at the end has no
// result.
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
// the lobby has agreed on ([State.Terms]). A newcomer names whose seat they take. Whoever
// decides alone, and whoever leaves a match, names the question that they said yes to
// ([Question]). What a person may do is decided by what they are when it is done, and what cannot
// be undone is done only with the question that belongs to it then.
//
// # When something is broken
//
// A panic in a game's rules costs that input and pauses that table. People and the
// log get an incident number. The log has the place in the code, not the value of
// the panic, which may hold a secret. Stopping a match uses no code of the game. A
// match that cannot be read still has a table, which is paused, so that it can be
// stopped.
//
// # Matches that nobody looks at
//
// Thousands of matches wait for somebody for hours. Such a match is put away: its table
// has no goroutine, and what is known of it is a State in brief. It is put away when
// nobody has pressed anything of it for [KeepTime] and its next deadline or reminder is
// not soon. It is taken up when somebody wants something of it, when its moment comes, and
// when its clock has to stop or to go on. What is known of it besides what is saved
// stays in memory, so that it goes on as if it had never been put away. At the start all
// matches are put away, as after a restart.
//
// # Seats
//
// People sit in the order in which they joined. When a match follows another one,
// they sit in the order of that one, moved by one.
package table

import (
	"encoding/hex"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// Phase tells how far a match is.
type Phase = store.Phase

// The phases. A match that was stopped, or whose lobby nobody used, is void.
const (
	Lobby = store.Lobby
	Live  = store.Live
	Over  = store.Over
	Void  = store.Void
)

// How long things last. Pace, Grace and Typing are what [games.Tempo] leaves to
// the table.
const (
	Grace         = time.Second         // how long after a deadline a press made before it may arrive
	Pace          = 2 * time.Second     // of the match clock: how long an automatic player takes at most for a move where little happened
	Typing        = time.Second         // how long after a change nobody can have typed an answer to it
	LobbyTimeout  = 30 * time.Minute    // how long a lobby waits while nobody acts
	AloneTimeout  = 24 * time.Hour      // how long a match with automatic players waits for a person
	DirectTimeout = 30 * 24 * time.Hour // how long a match in direct messages stays paused
	DaysLobby     = 7 * 24 * time.Hour  // LobbyTimeout of a table by days
	DaysAlone     = 60 * 24 * time.Hour // AloneTimeout of a table by days
	DaysReminder  = 15 * time.Minute    // how long a table by days waits in its hours before it reminds somebody
	ClearAfter    = 24 * time.Hour      // how long a table stays after its match has ended
	NewsTime      = time.Minute         // how long a State tells of an outage when nothing happens, and of a [Note]
	VoteTime      = 2 * time.Minute     // how long a motion is open; the match clock does not matter
	AgainTime     = time.Minute         // how long a lobby that follows a match names those who played it and have not joined
	MinReminder   = 20 * time.Second    // the shortest half of a deadline that is worth a reminder
	MaxMissed     = 2                   // deadlines in a row after which a seat sleepwalks
)

// User is somebody on Discord.
type User struct {
	ID       discord.ID
	Name     string // as it is shown in the guild; hostile
	Username string // which no other user of Discord has; empty if it is not known, and for automatic players
	Locale   string // Discord's, of the person

	// Elsewhere says that Name is what another place than the table's server calls the
	// person. It gives way to the name that they have at the table.
	Elsewhere bool
}

// Player is somebody at a table.
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
	Text ui.Text // a key "table.note.…" of this package's catalogue; its arguments are people
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

// State is a table at one moment. Neither it nor anything in it ever changes.
type State struct {
	// Brief says that the match was put away, and that this is what is known without
	// reading it: all but Match, Turns, Chosen, Options, Notes and how it is dealt. Of Status it
	// has neither scores nor winners. [Tables.Find] and [Tables.Look] read the rest.
	Brief bool

	ID          string
	Guild       discord.ID // 0 for a table in direct messages
	Channel     discord.ID // where it was opened
	Thread      discord.ID // its thread, or 0
	WantsThread bool       // it is to have a thread
	Game        games.Game
	Phase       Phase
	Host        discord.ID        // 0 while nobody sits in the lobby
	Players     []Player          // by seat, open seats too; in the lobby by the seat that they would get
	Chosen      map[string]string // the options that people set
	Options     games.Options     // all options
	Strength    games.Strength    // of the automatic players
	PeopleOnly  bool              // no automatic player may sit down
	Faster      bool              // automatic players wait shorter, since all people wanted it
	Lang        text.Lang         // of the board

	// Turn is how long a turn has at a table by days, else 0. Hours are then those in
	// which people play: outside them clocks stand and nobody is mentioned.
	Turn  time.Duration
	Hours pace.Hours

	// Match is nil in the lobby, in a lobby that became void, and when the match
	// cannot be read. Paused says so then.
	Match  games.Match
	Status games.Status // of Match
	Turns  []int        // turn numbers: the public's, then each seat's

	Clock          time.Duration // the match clock at Since; where it stands when it is not Running
	Since          time.Time
	Running        bool
	Patient        bool    // a person who plays alone decides, and no time is shown: the clock goes on with their next move that is no draft
	Paused         ui.Text // why the clock stands though the match is live; else zero
	Halted         bool    // nobody asked for the pause: the match goes on by itself
	Incident       string  // the number in the log of what led to the pause
	ChannelDeleted bool    // its channel was deleted, so it can only be moved or stopped
	VoidReason     ui.Text // why we ended the match ourselves; else zero

	SeesEnd  []games.Seat // while all people are out: who wants to see the end at once
	Motion   *Motion      // what is being voted on, or nil
	Notes    []Note       // what happened lately: newest last, at most 3, none older than [NewsTime]
	ToRemind []games.Seat // awaited seats that have used half of their time: one reminder for each turn number
	Awaited  []games.Seat // awaited seats whose players can be reminded; they may have all of their time

	Created  time.Time
	Started  time.Time
	Ended    time.Time
	Expires  time.Time // when the lobby closes, when the table is cleared, or when a live match ends that waits for a person, by Discord's clock; else zero
	Previous string    // the match that this one follows, or empty

	// Expected are the people of the match before who have not pressed yet, in a lobby
	// that follows one. After ExpectedUntil it is empty: it goes on without them.
	Expected      []User
	ExpectedUntil time.Time

	// Resumed is when the match went on after an outage, and Outage for how long its
	// clock stood. OutageWhy is the reason of the halt, such as [HaltDisk]; it is empty
	// when no process had the match. Outage is zero when there was none, after the
	// first change, and after [NewsTime].
	Resumed   time.Time
	Outage    time.Duration
	OutageWhy string

	stoodSince time.Time // see [State.Stood]
	ends       endings

	// How the match is dealt; see [games.Secret]. The hashes are in hexadecimal. A match
	// of an older version has neither Commitment nor Presses.
	Commitment string       // of the secret, from the opening of the lobby on
	Presses    []discord.ID // by seat, from the start on: the presses that went into the seed; 0 for an automatic player
	SeedHash   string       // SHA-256 of the seed, from the start on
	Secret     games.Secret // zero until a match that was dealt is over or was stopped
	Seed       string       // likewise, in hexadecimal

	Rev uint64 // raised with every change that is saved

	rate      rate                      // of the match clock
	runs      hours                     // in which the match clock runs until next
	next      time.Duration             // the next deadline, or a beat that everybody may know of
	leftSeats map[discord.ID]games.Seat // of a live match, or in direct messages: the seats that people left; Nobody for those who were kicked
}

// Seat is where a person sits, and whether they sit here at all.
func (s *State) Seat(user discord.ID) (games.Seat, bool) {
	for i, p := range s.Players {
		if p.ID == user && !p.Open {
			return games.Seat(i), true
		}
	}
	return games.Nobody, false
}

// Direct reports whether the table is in the direct messages of one person, who plays
// there alone.
func (s *State) Direct() bool { return s.Guild == 0 }

// Person is who plays at a table in direct messages, or has left it.
func (s *State) Person() discord.ID {
	for _, p := range s.Players {
		if !p.Auto && !p.Open {
			return p.ID
		}
	}
	for user := range s.leftSeats {
		return user
	}
	return 0
}

// Free lists the seats of a live match that a newcomer may take, in the order of
// the offers. Open ones come first, then those of automatic players, then those that
// sleepwalk.
func (s *State) Free() []games.Seat {
	if s.Phase != Live {
		return nil
	}
	return freeSeats(s.Players, s.Game.Plays())
}

// FreeFor lists the free seats that a person may take, in the order in which they
// are offered. It is empty for people who sit here or were kicked. A person who
// left a seat or lost it may take only that one, because they know what it knows.
func (s *State) FreeFor(user discord.ID) []games.Seat {
	free := s.Free()
	if _, seated := s.Seat(user); seated {
		return nil
	}
	if left, ok := s.leftSeats[user]; ok {
		return slices.DeleteFunc(free, func(seat games.Seat) bool { return seat != left })
	}
	return free
}

// Removed reports whether a person was put out of the match, and cannot come back.
func (s *State) Removed(user discord.ID) bool {
	left, ok := s.leftSeats[user]
	return ok && left == games.Nobody
}

// freeSeats are the seats that may be taken. An open seat may be taken where an
// automatic player has it. Where none does, its part has left the game.
func freeSeats(players []Player, plays bool) []games.Seat {
	var open, auto, asleep []games.Seat
	for i, p := range players {
		switch {
		case p.Open && plays:
			open = append(open, games.Seat(i))
		case p.Auto:
			auto = append(auto, games.Seat(i))
		case p.Asleep && !p.Off:
			asleep = append(asleep, games.Seat(i))
		}
	}
	return slices.Concat(open, auto, asleep)
}

// People lists the seats that belong to people, who may be away.
func (s *State) People() []games.Seat {
	var list []games.Seat
	for i, p := range s.Players {
		if !p.Open && !p.Auto {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// Awake lists the seats whose owners play themselves.
func (s *State) Awake() []games.Seat {
	var list []games.Seat
	for i, p := range s.Players {
		if !p.Open && !p.Auto && !p.Asleep {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// CurrentChannel is the channel that the table is in: its thread, if it has one.
func (s *State) CurrentChannel() discord.ID {
	if s.Thread != 0 {
		return s.Thread
	}
	return s.Channel
}

// Now is the match clock at a moment.
func (s *State) Now(t time.Time) time.Duration {
	if !s.Running {
		return s.Clock
	}
	return max(s.rate.after(s.Clock, s.runs.between(s.Since, t)), s.Clock)
}

// When is the moment at which the match clock reaches at, and whether it runs.
// While it stands nobody knows the moment; see [State.Left]. None is known either while a
// person who plays alone decides, although the clock may run to a beat.
func (s *State) When(at time.Duration) (time.Time, bool) {
	if !s.Running || s.Patient {
		return time.Time{}, false
	}
	if due := s.next; at > due && due >= s.Clock {
		// What comes after the next deadline is counted in the hours, even if that
		// deadline comes at any hour.
		return hours{s.Hours, s.runs.by}.after(s.runs.after(s.Since, s.rate.time(s.Clock, due)), s.rate.time(due, at)), true
	}
	return s.runs.after(s.Since, s.rate.time(s.Clock, at)), true
}

// Left is how long the match clock still has to run until at, not less than 0.
func (s *State) Left(at time.Duration, now time.Time) time.Duration {
	return max(at-s.Now(now), 0)
}

// Kind tells what a person wants.
type Kind string

// The kinds of actions. All but Play may be sent twice without harm: a person who
// sits here and joins again keeps their seat.
const (
	Join      Kind = "join"       // take a seat in the lobby
	TakeSeat  Kind = "take-seat"  // take the free Seat of a live match, or of Nobody the first of [State.Free]
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

	channelChanged Kind = "channel-changed" // the match is in another channel, or has a thread now
	channelDeleted Kind = "channel-deleted" // its channel was deleted
	matchDeleted   Kind = "match-deleted"   // the store has nothing of it any longer
	memberLeft     Kind = "member-left"     // the person left the server
	setHoliday     Kind = "set-holiday"     // the person is on holiday until a moment, or came back
	erasePerson    Kind = "erase-person"    // the person, who does not sit here, is erased from the match
	satElsewhere   Kind = "sat-elsewhere"   // the person waited here for a match and took a seat at another table
	closeEmpty     Kind = "close-empty"     // somebody wants to open a lobby here: this one closes if nobody sits in it
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
	Typed     bool       // of Play: typed and not pressed, so bound to no turn; see the package comment
	Move      string     // of Play: notation
	Form      *Form      // of Play: in place of Move
	Key       string     // of SetOption
	Value     string     // of SetOption and Strength
	Asked     Question   // of Leave, Kick and Stop: what the person was asked, and said yes to
	Motion    string     // of Agree and Object: the ID of the motion that the person saw
	Terms     string     // of Ready and Start: the [State.Terms] that the person saw; empty for any
	Fill      int        // of Start: automatic players sit down first, until so many play
	People    int        // of Start with Fill: how many people the person saw at the table; 0 for any

	// Unfit is, of Play, why its words may not be shown: what a move in time is refused with. It
	// is nil for other words. The person is there in any case.
	Unfit error

	// Waits says, of Play, that the words of the move wait for a moderator, where its game lets
	// them: see [games.Holder].
	Waits bool

	// Admit is asked, of Again, whether the person may join the lobby that follows, or may open
	// it where none does yet; nil for anybody may.
	Admit func(next *State) error

	thread  discord.ID // of channelChanged
	until   time.Time  // of setHoliday; zero for who came back
	channel discord.ID // of channelChanged, in place of a thread
}

// AnyTurn is the turn number that is never stale.
const AnyTurn = -1

// Form is a filled-in form of a game.
type Form struct {
	Path    string
	Answers []string
}

// New is a table to be opened.
type New struct {
	Guild   discord.ID // 0 in direct messages
	Channel discord.ID
	Game    string            // its name
	Options map[string]string // what is set already
	Host    User              // the person who opens it and sits down first
	Lang    text.Lang
	Thread  bool // it is to have a thread

	PeopleOnly bool       // no automatic player may sit down
	Press      discord.ID // as of an Action
}

// Stood is for how long the clock stood in the outage that [State.Outage] tells of. After a
// restart that is known only when Discord has said what time it is, because the host's clock
// may have been set meanwhile.
func (s *State) Stood() time.Duration {
	if s.Outage == 0 || s.stoodSince.IsZero() {
		return s.Outage
	}
	return max(s.runs.between(s.ends.Here(s.stoodSince), s.Resumed), 0)
}

// current makes the State of the table as it is. It calls no code of the game.
func (m *match) current() *State {
	r := &m.rec
	s := &State{
		ID: r.ID, Guild: discord.ID(r.Guild), Channel: discord.ID(r.Channel), Thread: discord.ID(r.Thread), WantsThread: r.OwnThread,
		Game: m.game, Phase: r.Phase, Host: discord.ID(r.Host), Chosen: r.Chosen, Options: r.Options, Strength: games.Strength(r.Strength), PeopleOnly: r.PeopleOnly || !m.game.Plays(), Faster: r.Faster, Lang: text.Lang(r.Lang),
		Match: m.pos.match, Status: m.pos.status, Turns: m.pos.turns,
		Clock: m.clock.at, Since: m.clock.since, Running: m.running(), Patient: calm(m), next: publicDeadline(m), rate: rateOf(m), Turn: turnTime(m), Hours: pace.HoursOf(r.Options), runs: hoursOf(m), Incident: r.Incident,
		Created: r.Created, Started: r.Started, Ended: r.Ended, Expires: r.Expires, Previous: r.Previous,
		Resumed: m.resumed, Outage: m.outage, OutageWhy: m.outageWhy, stoodSince: m.stoodSince, ends: m.ends,
	}
	s.ChannelDeleted = r.Phase == Live && r.Paused == pausedChannelDeleted
	s.Players = players(r)
	s.leftSeats, s.SeesEnd = leftSeats(r), seesEnd(m)
	s.Motion = motion(r)
	now := time.Now()
	for _, n := range r.Notes[max(len(r.Notes)-3, 0):] {
		if now.Before(n.At.Add(NewsTime)) {
			s.Notes = append(s.Notes, noteText(r, n))
		}
	}
	s.ToRemind, s.Awaited = m.toRemind(now)
	s.Expected, s.ExpectedUntil = m.expected(now)
	switch {
	case r.Phase == Void && r.Paused != "":
		s.VoidReason = ui.T(r.Paused, r.Incident)
	case r.Phase != Live:
	case len(m.halts) > 0:
		s.Paused, s.Halted = ui.T(m.halts[0].reason), true
	case m.unread != "":
		s.Paused, s.Incident = ui.T("table.unreadable", m.unread), m.unread
	case r.Paused != "":
		s.Paused = ui.T(r.Paused, r.Incident)
	}
	s.Rev = uint64(r.Rev)
	if r.Position != nil {
		s.Rev += uint64(r.Position.N)
	}
	if r.Secret != (games.Secret{}) {
		h := r.Secret.Commitment()
		s.Commitment = hex.EncodeToString(h[:])
	}
	for _, id := range r.Presses {
		s.Presses = append(s.Presses, discord.ID(id))
	}
	if r.Seed != (games.Seed{}) {
		h := r.Seed.Hash()
		s.SeedHash = hex.EncodeToString(h[:])
		if r.Phase == Over || r.Phase == Void {
			s.Secret, s.Seed = r.Secret, hex.EncodeToString(r.Seed[:])
		}
	}
	return s
}
