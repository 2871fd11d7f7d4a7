// Package timing knows what time it is in a match and what comes next: where its clock is, the
// next deadline, which seats are played automatically and when, who is reminded, and which
// presses come in time.
//
// # Why it stands apart
//
// A table waits, saves and shows. What is due when follows from the record, the position and the
// moment alone, and most of what is hard about time is hard without any waiting: clocks by days,
// sand for a person who plays alone, waits that tell nothing. So a [Match] is told the moment and
// keeps what it has seen. It saves nothing, sets no timer and reads no clock. The table asks it
// when something is due, does it, and says what was done.
//
// A Match is asked by topic: its [Clock], the seats that are [Absent], the person who plays
// [Alone], its [Position]. Only what happens to it as a whole stands on itself.
//
// # People who are away
//
// A deadline counts as missed for an awaited seat on two conditions. It ended that
// seat's turn, and the owner had done nothing since it was set. It does not count
// when an outage, a pause or a restart took a part of that time. It also does not
// count when it ended a time to read or to talk in ([games.Status]). After
// [people.MaxMissed] in a row the seat sleepwalks, and the game's automatic player plays
// it. Each move comes [Pace] after the seat was awaited or after the last automatic
// move. Both moments are public, so the pace tells nothing of the move nor of what
// others do in secret. Some games have no automatic player. There, when the match
// waits for sleepwalkers only, the match clock skips to the deadline after the same
// pace. Any press of the owner on their game wakes the seat, even a stale one.
//
// # A person who plays alone
//
// A person who plays with automatic players alone keeps no other waiting, also where those go on
// with seats that people have left. So the clock stands before each of their steps, and goes on
// with their next move: a newcomer reads as long as they like. Sand that is a part of the game
// runs, and the clock stops at its end for whoever did nothing. After [Patience] the clock runs
// to the deadline, which counts as missed: a match that was forgotten has to end. When
// another person sits down, the clock goes on, and sand that has run out is turned anew.
//
// # Tables by days
//
// A table may agree that a turn has hours or days (package pace). Then its match clock
// runs only in the hours of the day that it agreed on. A short moment is an exception: a
// deadline that comes at most [AnyHour] after it was set, as for seeing a trick, passes at
// any hour, and so does the time in which only automatic players are awaited. Otherwise
// two people who both are awake at night could not play on. Nobody loses time by it: no
// rule gives a person so short a turn by days. Whether it is such a moment is saved with
// the position and depends on public numbers alone.
//
// Nothing that ends waiting tables counts in minutes there: a lobby waits for [people.DaysLobby],
// people who are all away for [people.DaysAlone], and a motion as long as a turn. Somebody who
// plays alone gets no [Patience], for their turn is long. People are reminded once of each
// turn, [DaysReminder] after it began, because nobody looks at such a table all day.
//
// The seat of a person who is on holiday sleepwalks until they press something or until
// the date. The table asks the store after each input whom it awaits: so it does not
// matter which process has the table.
//
// # Automatic players
//
// The host may seat automatic players in the lobby, or have the table filled when the
// match starts. They have names of our own and numbers that nobody on Discord has.
// They are no people: they have no vote, cannot be the host, and miss no deadline. A
// person may take such a seat at any time. A match ends when no person has a seat.
// When all people are away it waits for [people.AloneTimeout]. In direct messages a match that
// was paused waits for [people.DirectTimeout].
//
// While people wait for automatic players alone, these think for half to all of the pace of
// the table. Where much happened on the public page they wait until people have looked at it,
// [MostLook] at most. Beside people who are asked themselves, in a race and against the sand
// they think for one to three times the pace, several of them at the same time. The seed, the
// public's turn number and the public page say how long, so the wait tells nothing of a secret.
// Waits are a third as long when all people who are there are out, and at a table that is
// faster ([people.Faster]).
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
package timing

import (
	"cmp"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// How long things last. Pace, Grace and Typing are what [games.Tempo] leaves to
// the table.
const (
	Grace        = time.Second      // how long after a deadline a press made before it may arrive
	Pace         = 2 * time.Second  // of the match clock: how long an automatic player takes at most for a move where little happened
	Typing       = time.Second      // how long after a change nobody can have typed an answer to it
	DaysReminder = 15 * time.Minute // how long a table by days waits in its hours before it reminds somebody
	MinReminder  = 20 * time.Second // the shortest half of a deadline that is worth a reminder
)

// Match is a match in time. Its methods save nothing and show nothing.
type Match struct {
	Game  games.Game
	Tempo games.Tempo // with the table's own where the game has none
	Dates Dates
	Safe  incident.Guard

	// PlaysItself reports whether a program presses for a person; nil for none.
	PlaysItself func(discord.ID) bool

	Rec store.Match // as it is saved; of the position only the numbers
	Pos Position

	Unread string // incident, when the match cannot be read
	Halted bool   // no person can be expected to play

	clock    matchClock
	away     attendance
	patience patience
}

// New makes a match of a game, of which nothing is known yet. Its clock runs so many times as
// fast as the time of day while no person is asked; 0 is for 1.
func New(g games.Game, times float64) Match {
	tempo := g.Info().Tempo
	tempo.Pace, tempo.Grace, tempo.Typing = cmp.Or(tempo.Pace, Pace), cmp.Or(tempo.Grace, Grace), cmp.Or(tempo.Typing, Typing)
	return Match{Game: g, Tempo: tempo, clock: matchClock{speed: speed(times)}, Pos: Position{Turns: []int{0}}, away: newAttendance(0)}
}

// Try runs code that may call a game's, and turns a panic into an error.
func (m *Match) Try(do func() error) error { return m.Safe.Do(m.Rec.ID, do) }

// Incident is the number of the next incident of the match.
func (m *Match) Incident() string { return m.Safe.Number(m.Rec.ID) }

// Now is what is so at a moment among people, besides the record.
func (m *Match) Now(at time.Time) people.Now {
	return people.Now{
		Moment: m.Dates.Moment(at), Game: m.Game, Turn: m.clock.speed.time(m.TurnTime()),
		Dealt: m.Pos.Match != nil, Out: m.Pos.Status.Out,
	}
}

// Forget makes the match what its record says, before its position is read: its clock stands
// where it was saved last, and what is under way does not count against people. From here on
// the record has only the numbers of the position.
func (m *Match) Forget(rec store.Match, now time.Time) {
	m.Rec, m.Unread = rec, ""
	m.Pos = Position{}
	m.away, m.patience = newAttendance(0), patience{}
	m.away.loaded = true
	m.Pos.setTurns([]int{0}, now)
	m.clock.at, m.clock.since, m.clock.floor = rec.Clock, now, 0
	if rec.Position == nil {
		return
	}
	p := *rec.Position
	p.Data = nil
	m.Pos.setTurns(p.Turns, now)
	m.clock.at = max(m.clock.at, p.Clock)
	m.clock.floor = m.clock.at
	m.Rec.Position = &p
}

// Read takes the match that was read from the position.
func (m *Match) Read(at games.Match) {
	is := See(at)
	at.SameToPublic(at) // a match whose view panics cannot be read
	m.Pos.Match, m.Pos.Seen = at, is
	m.away.set = at.At()
}

// Brief is what is known at a start of a match that is not read, by its record.
func (m *Match) Brief(rec store.Match, now time.Time) {
	m.Rec = rec
	m.clock.at, m.clock.since = rec.Clock, now
	if pos := rec.Position; pos != nil {
		m.clock.at = max(m.clock.at, pos.Clock)
		m.Pos.Status, m.Pos.Wakes, m.away.set = awaited(pos.Awaits, pos.Due), pos.Due, pos.At
	}
	m.clock.floor = m.clock.at
}

// Begin takes a match that was dealt. Everybody has the whole of the first deadline.
func (m *Match) Begin(at games.Match, is Seen, turns []int, now time.Time) {
	m.Pos = Position{Match: at, Seen: is}
	m.Pos.setTurns(turns, now)
	m.clock.floor = 0
	m.away = newAttendance(0)
	m.away.excused = false
}

// Take takes a changed record that was saved, with the clock at now.
func (m *Match) Take(next store.Match, now time.Time) {
	if next.Paused != m.Rec.Paused {
		m.clock.floor, m.away.excused = next.Clock, true // a part of the time under way was a pause
	}
	m.Rec, m.clock.at, m.clock.since = next, next.Clock, now
	m.clock.quick = quickSeats(m)
}

// TakeUnsaved takes a record that could not be saved. The clock stands by it.
func (m *Match) TakeUnsaved(next store.Match, now time.Time) {
	next.Clock = m.Clock().At(now)
	m.Rec, m.clock.at, m.clock.since = next, next.Clock, now
}

// Kept is what is known of a match besides what is saved, while it is put away.
type Kept struct {
	loaded   bool // the match was in memory since the start: what follows the clock is known
	clock    matchClock
	raised   []time.Time
	away     attendance
	patience patience
}

// Keep is what is known of the match; of one that was not read yet since the start, its clock
// alone.
func (m *Match) Keep(read bool) Kept {
	if !read {
		return Kept{clock: m.clock}
	}
	return Kept{loaded: true, clock: m.clock, raised: m.Pos.raised, away: m.away, patience: m.patience}
}

// Restore takes what was kept of the match, which is as it was.
func (m *Match) Restore(k Kept) {
	m.clock = k.clock
	if k.loaded {
		m.away, m.patience, m.Pos.raised = k.away, k.patience, k.raised
		return
	}
	for i := range m.Pos.raised {
		m.Pos.raised[i] = k.clock.since // the start: no page shows a change since
	}
}

// GoBack puts the clock of a match that cannot be read back to where it was kept, and reports
// whether it had run on.
func (m *Match) GoBack(k Kept) bool {
	if m.clock.at <= k.clock.at {
		return false
	}
	m.clock.at, m.clock.floor = k.clock.at, k.clock.floor
	return true
}
