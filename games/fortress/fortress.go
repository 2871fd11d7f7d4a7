// Package fortress is Dream Fortress («Крепость сна») by Irina Rudnichenko, for
// four to nine players. It follows the rulebook of Paper Arrows.
//
// # The game
//
// Every player sleeps on floor 10 of a fortress. Each is secretly a Nightmare, a
// Good dream or one of the Dreamers. A player who sinks below floor 1 wakes,
// shows their role and is out. Nightmares win when no Good dream sleeps, Good
// dreams when no Nightmare does. Each Dreamer has a different aim and wins by
// being first.
//
// A turn is a roll of three dice and the actions of two of them. The actions
// are: pass a secret Insight on, take an open Vision, move, attack for two, heal
// for one. The place where the player stood at the beginning of the turn gives a
// bonus.
//
// # The two steps of an Insight
//
// A player who draws an Insight reads it alone and passes it on. The receiver
// reads it alone and makes exactly one step, whatever their role. The rules obey
// for the receiver, so no player can cheat. Only what a choice leaves open is the
// receiver's.
//
// The answer is sealed. It is opened [rules.Hush] after the card was passed, for
// every player alike. Until then no status, no deadline and no view but the
// receiver's tells that there is one. A later answer is opened at once. So
// neither buttons nor seconds tell a group, unless people let them.
//
// # Rulings, where the rulebook leaves a choice
//
//   - One of the five faces is on the die twice. The table's option says
//     which. The four locations lie in a ring: City, Forest, Shop, House.
//   - Dice are chosen by acting: the first action takes one, the second
//     another, and the third is set aside. An action is possible when it has a
//     target. Two actions must be made where that is possible. So a die that
//     leaves no second one is not offered while another does. Two dice of
//     Insight, or of Vision, are one action that draws two and keeps one. They
//     are never two single draws.
//   - An attack may be waived, and with it its die. Every other chosen action
//     must be made.
//   - A die may be turned when the three are equal as they lie. The House's
//     second roll comes before that. The first action, which a one-shot Vision
//     is too, makes the dice final.
//   - A location's bonus, the Forest's shelter too, is that of the beginning
//     of the turn. The shelter lasts to the beginning of the next. On the
//     beginners' first lap there are no dice and therefore no bonus.
//   - In the Shop two dice of Vision draw two and keep one, or steal one.
//   - The player whose turn it is wakes those whom an Insight or a Vision
//     finishes. Players finished by themselves or by a crowd have no waker. The
//     holder of the letter still picks. A waker who holds it picks twice.
//   - Effects on several go round from the player whose turn it is. Winning is
//     judged after each awakening. All who win at one moment share it. Only Alice
//     does not win when an opponent does: that is a part of her aim.
//   - The members of a team win with it, awake or asleep. The Janitor's
//     neighbour to the right is the seat before his, whatever became of it.
//   - No player looks at the card put aside with four and six players. The rules
//     see when a group is complete. Those awake see roles only where the table
//     wants that.
//   - A bedtime tale holds off special Visions too, so that it is worth having
//     where no crowd is punished.
//   - A night has [kit.LastLap] laps. Then the morning comes. The team with more
//     sleepers wins. At a draw the team that sleeps deeper in all wins, else
//     both. This is no rule of the box, which trusts its players to end: a table
//     that only heals would not end. The table's option does without it.
//   - An answer to an Insight is final, also while it is sealed.
//   - No player leaves a match for good: the automatic player takes their seat.
//
// # Aloud
//
// A table can talk in a voice channel. The rules are the same: all moves are pressed, and the
// bot hears nothing. Pages say then where people talk and who is silent, and nothing else.
//
// # Cards
//
// The rulebook does not print the texts of the cards. So both decks are our own
// ([kit.Insights], [kit.VisionDeck]). They treat the groups alike, harm as much as
// they heal, and are balanced by simulation. Each card is drawn by lot when it
// comes. That equals a shuffle before, and leaves no future in the position.
//
// # Rooms
//
// A reader of one file should need few others. So the game is several packages below this one.
// Imports point from the later to the earlier:
//
//	kit       what the game is made of: roles, dice, cards, places, moves, events
//	rules     the position, what is legal, and what follows
//	view      what one viewer knows of it
//	player    the automatic player
//	label     names and icons of things
//	news      what happened since, as far as a panel has room
//	picture   the pictures
//	page      the pages
//
// Only view imports rules. Whatever shows the game or plays it is given a [view.View], and the
// import test refuses it the position. Here is what the program needs of the game: [Game], and
// which room answers what package games asks (contract.go). The program imports this package
// alone. Package fortresstest is for the tests of the rooms.
package fortress

import (
	"embed"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/page"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
)

//go:embed locale
var locale embed.FS

// Game is Dream Fortress.
var Game = games.Define[rules.State, kit.Move, view.View](games.Info{
	Name:    "dream-fortress",
	Version: 6,
	Min:     4,
	Max:     9,
	Best:    5,
	Minutes: [2]int{30, 60},
	Options: rules.Options(),
	Rules:   page.Rules(),
	Locale:  locale,
	Cover:   picture.Cover,
	Endless: rules.WithoutDawn,
}, contract{}, presenter{})
