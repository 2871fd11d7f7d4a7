// Package table runs matches. One table is one match in one channel. It lasts from
// the opening of its lobby until its last page is cleared away.
//
// # Rooms
//
// A reader of one file should need few others. What people do to a record, besides the moves of
// its game, is decided by package people. What time it is in a match, what comes next and which
// presses come in time is known by package timing. Both are told the moment and the record, and
// answer with values. They have no goroutine and no store, so their tests need none. Here is what
// waits: the loop, the order in which things are saved and shown, putting away, recovery.
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
package table
