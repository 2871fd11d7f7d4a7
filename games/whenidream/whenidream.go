// Package whenidream is When I Dream («Пока я сплю») by Chris Darsaklis, for
// four to ten players. It follows the rulebook that Igroved published in
// Russian.
//
// # The game
//
// Every player sleeps once. In the night of a round the dreamer sees nothing. The
// others are spirits, each with a secret role. They see one element after
// another and give one word each, from the dreamer's left on. The dreamer may
// make one guess at an element. Right ones go to the yellow side, wrong and
// skipped ones to the blue, in silence.
//
// In the day the dreamer retells the dream from memory. Then roles are shown.
// Good Spirits score the yellow cards, Bad Spirits the blue ones, Tricksters the
// balance. The dreamer scores the yellow cards, and two more when the dream
// mentioned all of them.
//
// A round is a line of phases: [kit.Dusk], [kit.Night], [kit.Last], [kit.Story], [kit.Check],
// [kit.Dawn]. Each ends at its time, or earlier when all have done what it is for.
//
// # What the dreamer knows
//
// Right and wrong look equal to the dreamer and to the public until Check. The
// news, the next card and the clock are the same. The board is in the dreamer's
// sight, so the public knows no more than the dreamer. No dreamer may scroll back to
// a clue or a guess. So clues live with their card. Only the spirits, who heard it all,
// read what was said of the card before, and since their own last turn. An automatic
// dreamer has no head to remember in: the position keeps what it heard and guessed, and no
// page shows that to a person. At dawn, when the roles are public, the record of the round
// shows every player who gave which clue.
//
// The status is public, and a challenge of a clue is the spirits' secret. So a
// challenge has no deadline in the status. The next input of any kind after its
// time drops it first. A vote that comes too late does that and nothing else. It
// is not refused: what is legal may not change at a moment that no deadline
// marks.
//
// A challenge outlives its card, or a quick guess would save the offender, but
// not its night. What it decides is public, as in the rulebook. The card is
// replaced, and the circle goes on from the offender's left. A card that was
// guessed meanwhile is taken out from either side, and the circle goes on as it
// was.
//
// # Rulings, where the rulebook leaves a choice
//
//   - Clues, guesses and votes name the number of a card in its night. One
//     that comes too late names a card that is gone and is refused.
//   - After a guess the circle goes on with the player whose turn it is. That
//     is the spirit after the last who gave a clue, passed or was too slow.
//     After a penalty it goes on to the left of the offender.
//   - The clue clock does not stop while a form is open, neither a clue's nor
//     the dreamer's guess. Discord gives no signal that a form was closed
//     without an answer, so any player could abuse a stop. The table chooses a
//     clock that leaves time to write.
//   - What is certain is judged at once. What merely looks forbidden is left
//     to people at a faithful table and refused at a friendly one. A spirit
//     may challenge the last clue. More than half of all spirits but its giver
//     must agree. The giver's own challenge admits it.
//   - A compound of the element's word has its root: "kingfisher" is forbidden
//     for "King". So is each part of a compound, and what has that part:
//     "fire", "man" and "snowman" for "Fireman". A word that only begins alike
//     is not: «который» is fair for «Кот». roots.txt has the families of all
//     elements. What people may dispute stands there as such.
//   - What is no word of its own is forbidden where it only hides the element, as
//     "caaat" and «яблк» do, or where it was coined of it, as "spacecat". The
//     package words says what is a word.
//   - In a dream the longest element that fits is meant: «песочные часы» are no
//     «Часы».
//   - By voice any one spirit presses what all have heard. Any one may correct
//     the card before until the next is judged. Penalties need the majority
//     there too, since they stay.
//   - Ticks in a written dream are the judge's. A dream told aloud, by voice,
//     has a checklist that the spirits keep in common, by one press each. Once
//     it is told a majority changes either: two points hang on them. After the
//     roles are shown a majority may move one card to the other side. By voice
//     that may be the card on which the night ended: it goes from the bed to the
//     yellow side, for a guess in time that was marked too late. A dream that was
//     whole without it stays whole.
//   - On some servers a dream in writing waits for a moderator before another player
//     reads it ([games.Holder]). One that is withheld counts as told, with the
//     ticks of the judge, and spirits may change them as ever. So the dreamer
//     gains nothing by it and loses nothing. When no moderator comes, that is so
//     too.
//   - Without a yellow card there is no bonus. At 0 to 0 a Trickster has two
//     points, as the rulebook says.
//   - The cards' makeup is printed nowhere. Here a card has the four elements
//     whose numbers are equal modulo 110. Each card is drawn by lot when it
//     comes. That equals a shuffle before, and leaves no future in the
//     position. A night ends when the bed is empty.
//   - A player who leaves gives no clue and sleeps no round. What they scored
//     stands, and they cannot win. When the dreamer leaves, the round counts
//     as it lies, without the bonus unless the ticks are complete. With fewer
//     than three at the table the match ends with the points of finished
//     rounds.
//
// # Rooms
//
// A reader of one file should need few others. So the game is several packages below this one.
// Imports point from the later to the earlier:
//
//	kit          what the game is made of: phases, roles, cards, moves, events
//	judge        what a clue, a guess and a slip is, and which cards a dream mentions
//	association  what people think of at an element
//	pack         a server's own words
//	rules        the position, what is legal, and what follows
//	view         what one viewer knows of it
//	player       the automatic player
//	label        names, signs and points
//	picture      the pictures
//	page         the pages
//
// Only view imports rules. Whatever shows the game or plays it is given a [view.View], and the
// import test refuses it the position. Here is what the program needs of the game: [Game], and
// which room answers what package games asks (contract.go). The program imports this package
// alone. Package whenidreamtest is for the tests of the rooms.
package whenidream

import (
	"embed"

	"oneiros/games"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/pack"
	"oneiros/games/whenidream/page"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/rules"
)

//go:embed locale
var locale embed.FS

// Game is When I Dream.
var Game = games.Define(games.Info{
	Name:    "when-i-dream",
	Version: 5,
	Min:     4,
	Max:     10,
	Best:    5,
	Minutes: [2]int{20, 80},
	Options: append(rules.Options(), pack.Option(page.Sample)),
	Commands: []games.Command{
		{Name: "clue", Path: page.FormClue, Max: kit.MaxClue},
		{Name: "guess", Path: page.FormGuess, Max: kit.MaxGuess},
	},
	Rules:  page.Rules(),
	Locale: locale,
	Cover:  picture.Cover,
}, contract{}, presenter{})
