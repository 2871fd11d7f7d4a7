// Package somnicum is Somnicum by Konstantin Domashev, published by GaGa Games (2018),
// for two to four players. It follows the Russian rulebook.
//
// # The game
//
// Helpers of the lost Sandman build dreams out of cards. The cards lie in a ring, and two
// flywheels stand between them. In a turn a player moves a flywheel clockwise and takes
// the card on which it stops. Three steps have no price, and every further step costs a
// token of sand. One step brings two tokens, and two steps bring one.
//
// The card goes to the right end of one of three rows. Without a particle in common with
// its neighbour there is a break. A lower row hangs under pairs without a break and counts
// two or three times, but a card between breaks counts once. Before the move, a token of
// sand may add its particle to the last card of a row. Cards with a symbol draw
// encounters, which are played at any moment of a turn.
//
// A round ends when as many cards are left as there are players. It also ends when nothing
// is left between the flywheels and a token that the move drew has a blank back. The match
// ends after three rounds.
//
// # Components
//
// The rulebook does not list what is on the cards. All names, cards and effects are our
// own, in kit/data/box.txt.
//
// # Rulings, where the rulebook leaves a choice
//
//   - The ring is the cycle of the cards that are left. A flywheel may pass the other one,
//     and both may stand in one gap. A move is at most one lap.
//   - Nothing is between the flywheels where either of the two ways round is empty. This
//     is decided when the tokens of the move are drawn. Of more tokens, by an encounter,
//     only as many count as the rulebook draws.
//   - A match or a break is decided when a card is attached. A card that skips a broken
//     pair is compared with the last card of its row all the same, across the gap. With
//     the option gap_is_break such a gap is a break. Nothing hangs under a gap.
//   - A card alone in its row has no sides, and counts as its level.
//   - Of two equal tokens for a particle of another plot, the player says which goes back.
//     A particle that a card has cannot be added.
//   - When the bag is empty, a break has no token and nothing is drawn. When the deck of
//     encounters has too few cards, the discards are shuffled under it.
//   - A nightmare has two particles of each plot and no stars. It counts for a goal.
//   - A player with encounters in hand ends the turn by a move, since no other player knows
//     whether they could be played. A player without any has nothing left to do.
//   - Cards that are left in the ring are out of the match.
//   - A player who leaves does not end the match: the automatic player goes on with the
//     seat. The first player is drawn by lot.
//
// # What is secret
//
// The faces of tokens, the goal and the encounters in hand are known to their owner. The
// backs lie up, so how many blank ones a player has is public. The token of a break is
// known to no player. So the position keeps all such tokens in one list, and nothing says
// which break has which.
//
// # Rooms
//
// A reader of one file should need few others. So the game is several packages below this one.
// Imports point from the later to the earlier:
//
//	kit       what the game is made of: cards, tokens, rows, the ring, moves, events, scores
//	rules     the position, what is legal, and what follows
//	view      what one viewer knows of it
//	player    the automatic player
//	label     names and signs of things
//	news      what happened, in words
//	picture   the pictures
//	page      the pages
//
// Only view and player import rules. Whatever shows the game is given a [view.View], and the
// import test refuses it the position. The automatic player looks ahead in positions, which are
// dealt again from what its seat knows. Here is what the program needs of the game: [Game], and
// which room answers what package games asks (contract.go). The program imports this package
// alone. Package somnicumtest is for the tests of the rooms.
package somnicum

import (
	"embed"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/page"
	"oneiros/games/somnicum/picture"
	"oneiros/games/somnicum/rules"
	"oneiros/games/somnicum/view"
)

// locale holds what the game says, in both languages.
//
//go:embed locale
var locale embed.FS

// Game is Somnicum.
var Game = games.Define[rules.State, kit.Move, view.View](games.Info{
	Name:    "somnicum",
	Version: 3,
	Min:     2,
	Max:     kit.MaxSeats,
	Best:    3,
	Minutes: [2]int{30, 60},
	Options: rules.Options(),
	Cover:   picture.Cover,
	Rules:   page.Rules(),
	Locale:  locale,
}, contract{}, presenter{})
