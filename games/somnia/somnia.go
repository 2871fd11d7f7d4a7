// Package somnia is Somnia by ALLOTMENT, published by Tarte Games (2019), for
// two to four players. It follows the English rulebook.
//
// # The game
//
// Dream walkers take tricks with 36 cards: four suits from 2 to 10. Two players
// use 24 cards and a stock. The first card of a deal that does not follow the
// suit led makes its suit the Nightmare. The Nightmare is trump from this trick
// on. Its 5 and 7 become an 11 and a 12, worth 13 and 20 points, in piles taken
// before too. A Nightmare card may be played at any time, but not below one that
// lies in the trick.
//
// When the cards are played, points decide by a short list of rules who loses
// one of three lives. Mostly it is neither the most nor the fewest points. The
// match ends after the deal in which a player lost the last life. The most lives
// win.
//
// A deal is a line of tricks, and a trick a line of phases. There is a [Turn]
// for each player, and an [Arrival] after the card that called the Nightmare.
// [Taken] comes when the trick is complete. [Dawn] follows the last trick.
//
// # Time tells nothing
//
// How fast a card is laid would tell who had no choice. So every turn takes at
// least three seconds, the beat, for every player. A card that is chosen before the
// beat is kept hidden and laid at the beat. A card that is chosen after it is
// laid at once. The status names the beat, with or without a chosen card.
//
// A single legal card waits for its owner's press like any other, also the last
// card of a hand. A complete trick and the Nightmare's arrival are shown for a
// fixed time, in which no player can do anything.
//
// A chosen card cannot be taken back, like a card laid face down on a table.
// Otherwise people could play a second game of changing their minds before the
// beat.
//
// # Rulings, where the rulebook leaves a choice
//
//   - A player void in the suit led whose only cards are too low Nightmare
//     cards may play any of them. With another suit, that must be discarded:
//     the rulebook forbids to undertrump without an exception. A table may
//     choose that a void hand may undertrump, as in Molotow Jass.
//   - A player who has only the 12 of a Nightmare that is led may play any
//     card. The 12 never has to be played.
//   - Three players with equal points of four lose together, tied by a black
//     string like all others with equal points. Of 70, 30, 30 and 21 the two
//     in the middle lose as the second and the third.
//   - A player who leaves does not end the match: the automatic player goes on
//     with the seat. The first dealer is drawn by lot, since no player can prove
//     a dream.
//   - At an honest table every card that is not legal is a revoke, an
//     undertrump too, and costs a life at once. The card stays, and it calls
//     the Nightmare like any other. The last life lost by a revoke ends the
//     match at once, and the deal is not counted. A player who is late never
//     revokes.
//
// # What is known of a hand
//
// A player who does not follow tells every player what they do not have. The
// position keeps that. So a redeal and the automatic player know what attentive
// people know. No page shows it: to remember is the game.
package somnia

import (
	"embed"
	"slices"

	"oneiros/games"
	"oneiros/games/pace"
)

// locale holds what the game says, in both languages.
//
//go:embed locale
var locale embed.FS

// Game is Somnia.
var Game = games.Define[State, Move, View](games.Info{
	Name:    "somnia",
	Version: 3,
	Min:     2,
	Max:     MaxSeats,
	Best:    3,
	Minutes: [2]int{15, 40},
	Options: slices.Concat([]games.Option{
		{Key: "table", Choices: []string{"guided", "honest"}},
		{Key: "undertrump", Choices: []string{"no", "yes"}},
	}, pace.Options(nil), []games.Option{
		pace.Turn(games.Option{Key: "clock", Min: 15, Max: 300, Default: func(games.Options) string { return "45" }}, 1),
		pace.MoreTime(),
	}),
	Rules:  rulesPages(),
	Locale: locale,
	Cover:  cover,
}, rules{}, presenter{})
