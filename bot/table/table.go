// Package table runs matches: one table is one match in one channel, from the
// opening of its lobby until its last page is cleared away.
//
// # One goroutine owns a match
//
// Everybody else sends it an [Action] and gets a [State] back. A State never
// changes, so it is read without a lock; the next change makes another one. The
// goroutine waits for the store and for nothing else, never for the network:
//
//	copy -> Do -> AppendInput in one transaction -> the copy becomes the match
//	     -> answer -> notify
//
// so nothing is shown that is not saved, and nothing acknowledged is ever lost.
// When the store reports that somebody else wrote the match, the table reads it
// again and tries once more.
//
// # Order
//
// What came first is decided by Discord: an interaction's id holds the moment at
// which it was made. What waits at a table is put in that order before it is
// played. A deadline is played a second after it has passed, so that a press made
// before it and slower than it still counts; a press made after it waits for it.
// Our clock and Discord's may differ by some hundredths of a second or, on a
// badly kept machine, by more: a press from the future counts as made now, and a
// press from the past gains nothing beyond that one second.
//
// A deadline's input is dated when it is played, not when it was due: whoever is
// next has the whole of their time from the moment that the table can tell them.
//
// # Twice and too late
//
// A press is known by its id, which is kept with the input it made: one that is
// delivered again, also after a crash, plays nothing and is answered with the
// table as it is. Each seat has a turn number, raised whenever that seat acted or
// its legal moves changed, and so has the public, raised whenever what everybody
// sees changed; they are kept with the position, so that a button is as alive or
// as stale after a restart as before. A stale press plays nothing.
//
// What is typed and not pressed, as a slash command, carries no turn number. It is
// meant for what its writer saw, and nobody reads and types within a second of a
// change: what is made before that second has passed is as stale as a button of
// the turn before.
//
// # The clock
//
// The match clock runs while the process runs and the table is not paused. It is
// kept with each input, each pause and once a second, for all tables together; a
// killed process loses at most a second of it, and nobody's deadline moves while
// we are away. [Tables.Halt] lets all clocks stand while nobody can be expected to
// play, and takes back what was lost before we knew.
//
// # People who are away
//
// A deadline counts as missed for an awaited seat when it ended that seat's turn
// and the owner had done nothing since it was set, unless a part of that time was
// lost to an outage, a pause or a restart: that is nobody's fault, and so nothing
// of it is kept. A deadline that ends a time to read or to talk in
// ([games.Status]) counts for nobody: who reads to its end is there. After two in
// a row the seat sleepwalks. The game's automatic player plays it then, each move
// [Pace] after the seat was awaited or after the last such move: both are public,
// so the moment tells nothing of the move, nor of what others do in secret.
// (Counting from the last input of any kind would.)
// Where a game has no automatic player, the deadline that only sleepwalkers are
// awaited for is played after the same pace, and the match clock passes over what
// was left of it. Any press of the owner's on their game wakes the seat, even one
// that is too late by now.
//
// Only awaited seats are played. A seat that may act though nobody waits for it
// sleeps on: whether it could is often a secret.
//
// Automatic moves are inputs like others, so that a match is replayed from its
// log; that nobody made them is kept beside it, and a result of a seat that
// nobody played at the end is nobody's.
//
// # People who leave
//
// Whoever leaves, is put out or is gone from the server leaves an open seat, which
// the automatic player has until somebody takes it. Where a game has none, its own
// rule for leaving is played, if it has one, and the seat stays empty. A seat that
// sleepwalks can be taken too. Whoever had a seat knows what it knows, and can come
// back to no other; whoever was put out cannot come back.
//
// The host's part passes to whoever of those awake joined first. When nobody is
// awake the match waits for somebody; when nobody has a seat, it is void.
//
// # Motions
//
// What the host may do at once, others propose. A motion needs more than half of
// the seats whose owners are awake, at the moment when it is counted: somebody who
// falls asleep or leaves takes their vote along. It is decided as soon as it is
// certain, also after a kill between the last vote and what came of it, and lapses
// after [VoteTime]. The seat that is to be put out counts like any other, so that of
// two nobody can put out the other.
//
// # When something is broken
//
// A panic in a game's rules costs that input and pauses that table, with an
// incident number for people and for the log; the log has the place in the code
// and not the value of the panic, which may hold a secret. Stopping a match uses
// nothing of the game. A match that cannot be read is at its table all the same,
// paused, so that it can be stopped.
//
// # Seats
//
// People sit in the order in which they joined; when a match follows another one,
// in the order of that one, moved by one, whoever comes back.
package table

import (
	"encoding/hex"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
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

// How long things last.
const (
	Grace        = time.Second      // how long after a deadline a press made before it may arrive
	LobbyTimeout = 30 * time.Minute // how long a lobby waits without anyone acting
	ClearAfter   = 24 * time.Hour   // how long a table stays after its match has ended
	NewsTime     = time.Minute      // how long a State tells of an outage when nothing happens, and of a [Note]
	Typing       = time.Second      // how long after a turn began nobody can have typed what is meant for it
	Pace         = 2 * time.Second  // of the match clock: how long a sleepwalker takes for a move, whatever it is
	VoteTime     = 2 * time.Minute  // how long a motion is open, of everybody's clock
	MinReminder  = 20 * time.Second // the least half of a deadline that is worth a mention
	MaxMissed    = 2                // deadlines in a row after which a seat sleepwalks
)

// User is somebody on Discord.
type User struct {
	ID     discord.ID
	Name   string // as it is shown in the guild; hostile
	Locale string // Discord's, of the person
}

// Player is somebody at a table.
type Player struct {
	User
	Ready  bool // to start, in the lobby
	Joined time.Time
	Asleep bool // sleepwalks: the game's automatic player plays the seat, else the safe default comes at once
	Open   bool // nobody's: its owner left or was put out; ID is 0, Name stays the former owner's
	Missed int  // deadlines in a row that passed for the seat
}

// Note is something that happened among the people at a table.
type Note struct {
	At   time.Time
	Text ui.Text // a key "table.note.…" of this package's catalogue; its arguments are people
}

// Motion is something that a table votes on. Need is more than half of the seats
// whose owners are awake, at this moment.
type Motion struct {
	Kind  Kind       // Pause, Resume, Stop or Kick
	Seat  games.Seat // whom, of Kick; else Nobody
	By    games.Seat
	Yes   []games.Seat
	No    []games.Seat
	Need  int
	Until time.Time
}

// State is a table at one moment. It never changes, nor does anything in it.
type State struct {
	ID          string
	Guild       discord.ID
	Channel     discord.ID // where it was opened
	Thread      discord.ID // its own thread, or 0
	WantsThread bool       // whether it is to have a thread of its own
	Game        games.Game
	Phase       Phase
	Host        discord.ID        // 0 while nobody sits in the lobby
	Players     []Player          // by seat, open ones too; in the lobby by the seat that they would get
	Chosen      map[string]string // the options that somebody set
	Options     games.Options     // all of them
	Lang        text.Lang         // of the board

	// Match is nil in the lobby, in a lobby that became void, and when the match
	// cannot be read, which Paused then says.
	Match  games.Match
	Status games.Status // of Match
	Turns  []int        // turn numbers: the public's, then each seat's

	Clock          time.Duration // the match clock at Since; where it stands when it is not Running
	Since          time.Time
	Running        bool
	Paused         ui.Text // why the clock stands though the match is live; else zero
	Halted         bool    // Paused is no wish of people's: the match goes on by itself
	Incident       string  // the number in the log of what led to the pause
	ChannelDeleted bool    // its channel was deleted, so it can only be moved or stopped
	VoidReason     ui.Text // why we ended the match ourselves; else zero

	Motion   *Motion      // what is being voted on, or nil
	Notes    []Note       // what happened among the people lately: newest last, at most 3, not older than [NewsTime]
	ToRemind []games.Seat // seats still awaited when half of their time is gone: they deserve one mention for their turn number

	Created  time.Time
	Started  time.Time
	Ended    time.Time
	Expires  time.Time // when the lobby closes, or when the table is cleared; zero in a live match
	Previous string    // the match that this one follows, or empty

	// Resumed is when this process took the match up, and Outage for how long
	// nobody had it: zero when it began here, and once it is no news any more,
	// that is after the first change or after [NewsTime].
	Resumed time.Time
	Outage  time.Duration

	SeedHash string // SHA-256 of the seed in hexadecimal, from the start on
	Seed     string // the seed in hexadecimal, once the match is over or was stopped

	Rev uint64 // raised with every change that is saved

	had map[discord.ID]games.Seat // the seats of those who left them, of a live match; Nobody for those who were put out
}

// Seat is where somebody sits, and whether they sit here at all.
func (s *State) Seat(user discord.ID) (games.Seat, bool) {
	for i, p := range s.Players {
		if p.ID == user && !p.Open {
			return games.Seat(i), true
		}
	}
	return games.Nobody, false
}

// Vacant lists the seats of a live match that a newcomer may take, in the order
// in which they are offered: open ones, then those that sleepwalk.
func (s *State) Vacant() []games.Seat {
	if s.Phase != Live {
		return nil
	}
	return vacant(s.Players, s.Game.Plays())
}

// Free lists the vacant seats that somebody may take, in the order in which they
// are offered: none for those who sit here or were put out, and for those who left
// a seat or lost it only that one, because they know what it knows.
func (s *State) Free(user discord.ID) []games.Seat {
	vacant := s.Vacant()
	if _, seated := s.Seat(user); seated {
		return nil
	}
	if had, ok := s.had[user]; ok {
		return slices.DeleteFunc(vacant, func(seat games.Seat) bool { return seat != had })
	}
	return vacant
}

// vacant are the seats that may be taken. An open one may where an automatic
// player has it; else its part has left the game.
func vacant(players []Player, plays bool) []games.Seat {
	var open, asleep []games.Seat
	for i, p := range players {
		switch {
		case p.Open && plays:
			open = append(open, games.Seat(i))
		case p.Asleep:
			asleep = append(asleep, games.Seat(i))
		}
	}
	return append(open, asleep...)
}

// Awake lists the seats whose owners are there.
func (s *State) Awake() []games.Seat {
	var list []games.Seat
	for i, p := range s.Players {
		if !p.Open && !p.Asleep {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// CurrentChannel is the channel that the table is in: its own thread, if it has one.
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
	return max(s.Clock+t.Sub(s.Since), s.Clock)
}

// When is the moment at which the match clock reaches at, and whether it runs.
// While it stands nobody knows the moment; [State.Left] is what is left.
func (s *State) When(at time.Duration) (time.Time, bool) {
	if !s.Running {
		return time.Time{}, false
	}
	return s.Since.Add(at - s.Clock), true
}

// Left is how long the match clock has yet to run until at, not less than 0.
func (s *State) Left(at time.Duration, now time.Time) time.Duration {
	return max(at-s.Now(now), 0)
}

// Kind tells what somebody wants.
type Kind string

// The kinds of actions. All but Play may be sent again without harm: who sits
// and joins goes on sitting.
const (
	Join      Kind = "join"       // take a seat in the lobby; in a live match the vacant Seat, or of Nobody the first one of [State.Vacant]
	Leave     Kind = "leave"      // leave the lobby or the match, whose seat is open from then on; the host's part passes on
	Kick      Kind = "kick"       // put out Whom: at once of the host or a moderator, else as a motion
	Transfer  Kind = "transfer"   // of the host or a moderator: make Whom the host
	Ready     Kind = "ready"      // be ready
	Unready   Kind = "unready"    // not to be ready any more
	SetOption Kind = "set-option" // of the host: set Key to Value, or to its default when Value is empty; nobody else is ready any more
	Extend    Kind = "extend"     // keep the lobby open for another while
	Start     Kind = "start"      // deal: of the host, or of anyone when everybody else is ready
	Play      Kind = "play"       // make Move, or the move that a Form makes
	Back      Kind = "back"       // of the owner of a seat that sleepwalks: play it again, as with any press on their game
	Pause     Kind = "pause"      // let the clock stand: at once of the host, else as a motion
	Resume    Kind = "resume"     // let a paused match go on: at once of the host or a moderator, else as a motion
	Stop      Kind = "stop"       // end the lobby or the match, without a result: as Resume; a lobby has no motions
	Agree     Kind = "agree"      // vote for the motion that is open
	Object    Kind = "object"     // vote against it
	Again     Kind = "again"      // after the end: open a lobby that follows this match, or join it; the State is the new one's

	moved     Kind = "moved"     // the match is in another channel or has a thread of its own now
	evicted   Kind = "evicted"   // its channel is no more
	erased    Kind = "erased"    // it is not in the store any more
	gone      Kind = "gone"      // somebody is not among those any more who can come back
	elsewhere Kind = "elsewhere" // whoever waited for another match has sat down somewhere else
	vacate    Kind = "vacate"    // somebody wants to open another lobby here: this one closes if nobody sits in it
)

// Action is what somebody wants of a table.
type Action struct {
	Kind      Kind
	User      User
	Press     discord.ID // the interaction's id, which orders, dates and identifies it; 0 for none
	Moderator bool       // whether the user may stop matches of others
	Seat      games.Seat // of Join in a live match: which one; of Kick and Transfer without Whom: of whoever has it
	Whom      discord.ID // of Kick and Transfer: a person, who may have another seat by now or none
	Turn      int        // the turn number on the button; Any for none
	Board     bool       // Turn is the public's number and not the seat's
	Typed     bool       // of Play: typed and not pressed, so bound to no turn; see the package comment
	Move      string     // of Play: notation
	Form      *Form      // of Play: in place of Move
	Key       string     // of SetOption
	Value     string     // of SetOption

	thread  discord.ID // of moved
	channel discord.ID // of moved, in place of a thread
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
	Guild   discord.ID
	Channel discord.ID
	Game    string            // its name
	Options map[string]string // what is set already
	Host    User              // who opens it, and sits down first
	Lang    text.Lang
	Thread  bool       // whether it is to have a thread of its own
	Press   discord.ID // as of an Action
}

// current makes the State of the table as it is. It uses nothing of the game's
// code.
func (t *table) current() *State {
	r := &t.rec
	s := &State{
		ID: r.ID, Guild: discord.ID(r.Guild), Channel: discord.ID(r.Channel), Thread: discord.ID(r.Thread), WantsThread: r.OwnThread,
		Game: t.game, Phase: r.Phase, Host: discord.ID(r.Host), Chosen: r.Chosen, Options: r.Options, Lang: text.Lang(r.Lang),
		Match: t.match, Status: t.sight.status, Turns: t.turns,
		Clock: t.clock, Since: t.since, Running: t.running(), Incident: r.Incident,
		Created: r.Created, Started: r.Started, Ended: r.Ended, Expires: r.Expires, Previous: r.Previous,
		Resumed: t.resumed, Outage: t.outage,
	}
	s.ChannelDeleted = r.Phase == Live && r.Paused == deserted
	s.Players = seats(r)
	s.had = had(r)
	s.Motion = motion(r)
	now := time.Now()
	for _, o := range r.Notes[max(len(r.Notes)-3, 0):] {
		if now.Before(o.At.Add(NewsTime)) {
			s.Notes = append(s.Notes, told(r, o))
		}
	}
	s.ToRemind = t.late(now)
	switch {
	case r.Phase == Void && r.Paused != "":
		s.VoidReason = ui.T(r.Paused, r.Incident)
	case r.Phase != Live:
	case len(t.halts) > 0:
		s.Paused, s.Halted = ui.T(t.halts[0].reason), true
	case t.unread != "":
		s.Paused, s.Incident = ui.T("table.unreadable", t.unread), t.unread
	case r.Paused != "":
		s.Paused = ui.T(r.Paused, r.Incident)
	}
	s.Rev = uint64(r.Rev)
	if r.Position != nil {
		s.Rev += uint64(r.Position.N)
	}
	if r.Seed != (games.Seed{}) {
		h := r.Seed.Hash()
		s.SeedHash = hex.EncodeToString(h[:])
		if r.Phase == Over || r.Phase == Void {
			s.Seed = hex.EncodeToString(r.Seed[:])
		}
	}
	return s
}
