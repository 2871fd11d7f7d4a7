// Package table runs matches. One table is one match in one channel. It lasts from
// the opening of its lobby until its last page is cleared away.
//
// # Rooms
//
// A reader of one file should need few others. So what people do to a record, besides the moves
// of its game, is decided by package people, without a goroutine, a store or a clock. Here is
// what waits: the loop, the order in which things are saved and shown, putting away, recovery.
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
