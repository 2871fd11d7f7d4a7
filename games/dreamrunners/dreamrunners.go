// Package dreamrunners is Dream Runners by Joan Dufour, published by Ankama (2020) and in
// Russian by GaGa Games (2021), for two to four players. It follows the Russian rulebook.
//
// # The game
//
// In each of eight rounds a dream tile of three by three squares lies open. Every player
// builds a composition of their segments at the same time, in secret, to cover it. The
// first one who is ready becomes the first dreamer, gets a coin and starts the sand. When
// it has run out, all compositions are frozen.
//
// Each square that is not covered, and each cell outside the tile, costs a point of calm.
// So do nightmares without an effect that banishes them. An effect that collects gives
// what is below it. Four shards of different colours are a step on the star track. Who
// has no calm left wakes and is out. Then, clockwise from the first dreamer, every player may
// buy a segment, and calm for coins.
//
// # Components
//
// The rulebook does not list the components. The tiles, segments and chests are our own,
// in kit/data/box.txt.
//
// # Building
//
// Drafts are in the position, and only their owner sees them. No draft changes anything
// that another player sees, nor whom the table awaits, nor a deadline. So no player learns what
// others build, nor when. Being ready first races: the contract puts the presses into
// their order. A press of the moment at which the time ends is too late.
//
// # Rulings, where the rulebook leaves a choice
//
//   - A segment is placed in a frame of five by five cells, of which the tile is the middle.
//     It may be turned and not flipped, and need not touch another one. What would lie
//     further out could only lose more calm.
//   - The sand runs for a minute, twice as long as at a table, and starts by itself after
//     three minutes. Then no player gets a coin, and who led before leads on. In a relaxed
//     match a dream has a fixed time, and no sand.
//   - Being ready binds only the first dreamer. When all are ready the sand ends at once.
//   - The effects are dealt out in the order that is best for their owner. Who has calm left
//     in the end sleeps on, whatever was in between. What is above 30 then is lost.
//   - What is left to choose is chosen after the sand, by all at the same time and still in
//     secret: colours of rainbow shards, an order of chests if the keys do not suffice for
//     all, and what a bat takes. Of intertwined dreams every player names the order in which
//     they like the rewards. Then these are dealt in turn. Without an answer the game takes
//     the scarcest colour, reading order, the scarcest shard, and a victim by chance.
//   - The table awaits every player meanwhile. Who has to choose would tell what they built.
//   - A chest opens where the keys suffice, and under a double effect again. Each square
//     with a chest has its own token. Who has to name an order of chests does so before
//     they see what is in them.
//   - The bat and the octopus cost only what their square says. The octopus counts effects
//     outside the tile too.
//   - The first dreamer of a dream may wake. Then the next one clockwise leads. If one
//     player is left they win at once. If all wake in one round, no player wins.
//   - The last round has a shop too. Equal points and equal coins share the victory.
//   - Nothing in the box but segments and chests runs out.
//   - A player who leaves does not end the match: the automatic player goes on with the
//     seat.
//
// # Rooms
//
// A reader of one file should need few others. So the game is several packages below this one.
// Imports point from the later to the earlier:
//
//	kit       what the game is made of: tiles, segments, chests, compositions, moves, events
//	rules     the position, what is legal, and what follows
//	view      what one viewer knows of it
//	player    the automatic player
//	label     names and signs of things
//	picture   the pictures
//	page      the pages, with what happened since
//
// Only view imports rules. Whatever shows the game or plays it is given a [view.View], and the
// import test refuses it the position. Here is what the program needs of the game: [Game], and
// which room answers what package games asks (contract.go). The program imports this package
// alone. Package dreamrunnerstest is for the tests of the rooms.
package dreamrunners

import (
	"embed"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/page"
	"oneiros/games/dreamrunners/picture"
	"oneiros/games/dreamrunners/rules"
	"oneiros/games/dreamrunners/view"
)

// locale holds what the game says, in both languages.
//
//go:embed locale
var locale embed.FS

// Game is Dream Runners.
var Game = games.Define[rules.State, kit.Move, view.View](games.Info{
	Name:    "dream-runners",
	Version: 2,
	Min:     2,
	Max:     kit.MaxSeats,
	Best:    3,
	Minutes: [2]int{20, 40},
	Options: rules.Options(),
	Cover:   picture.Cover,
	Rules:   page.Rules(),
	Locale:  locale,
}, contract{}, presenter{})
