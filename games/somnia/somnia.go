// Package somnia is Somnia by ALLOTMENT, published by Tarte Games (2019), for two
// to four, by its English rulebook.
//
// # The game
//
// Dream walkers take tricks with 36 cards, four suits from 2 to 10; two play with
// 24 and a stock. The first card of a deal that does not follow the suit led
// makes its suit the Nightmare, which is trump from this trick on and whose 5 and
// 7 become an 11 and a 12, worth 13 and 20 points, also in piles taken before. A
// Nightmare card may be played at any time, but not below one that lies in the
// trick. When the cards are played, points decide by a short list of rules who
// loses one of three lives: mostly neither the most nor the fewest. The match ends
// after the deal in which somebody lost the last one; the most lives win.
//
// A deal is a line of tricks, and a trick a line of phases: a [Turn] for each
// player, an [Arrival] after the card that called the Nightmare, [Taken] when the
// trick is complete. [Dawn] is after the last trick.
//
// # Nothing tells by its time
//
// How fast a card is laid would tell who had no choice. So every turn takes at
// least three seconds, the beat, for everybody: a card that is chosen before is
// kept, seen by nobody, and laid at the beat; one that is chosen after it is laid
// at once. The deadline in the status is the beat whether a card waits or not. A
// single legal card waits for its owner's press like any other, also the last of
// a hand. A complete trick, and the Nightmare's arrival, are shown for a time
// that is the same for all, in which nobody can do anything.
//
// A chosen card cannot be taken back: one laid face down on a table could not
// either, and to change one's mind would be a game of its own against the beat.
//
// # Rulings, where the rulebook leaves a choice
//
//   - Who is void in the suit led and has nothing but Nightmare cards that are too
//     low may play any of them. Who has another suit too must discard that: the
//     rulebook forbids to undertrump without an exception.
//   - Who has only the 12 of a Nightmare that is led may play any card, since the
//     12 never has to be played.
//   - Three with equal points of four lose together, tied by a black string like
//     all others with equal points. Of 70, 30, 30 and 21 the two in the middle
//     lose as the second and the third.
//   - Whoever left does not end the match: the automatic player goes on with the
//     seat. The first dealer is drawn by lot, as nobody can prove a dream.
//   - At an honest table every card that the one definition of legal does not
//     allow is a revoke, one that undertrumps too. It is found when the trick is
//     over, as people would find it, and costs a life then; the card stays and
//     calls the Nightmare like any other. A deal is always played to its end, and
//     nobody has less than no life. Who is late never revokes.
//
// # What is known of a hand
//
// Whoever does not follow tells everybody what they do not have. The position
// keeps that, so that a redeal, and with it the automatic player, knows what
// people know who pay attention. No page shows it: to remember is the game.
package somnia

import (
	"embed"

	"oneiros/games"
)

// locale holds what the game says, in both languages.
//
//go:embed locale
var locale embed.FS

// Game is Somnia.
var Game = games.Define[State, Move, View](games.Info{
	Name:    "somnia",
	Version: 1,
	Min:     2,
	Max:     MaxSeats,
	Minutes: [2]int{15, 40},
	Options: []games.Option{
		{Key: "table", Choices: []string{"guided", "honest"}},
		{Key: "clock", Min: 15, Max: 300, Default: func(games.Options) string { return "45" }},
	},
	Rules:  rulesPages(),
	Locale: locale,
}, rules{}, presenter{})
