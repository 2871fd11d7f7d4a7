// Package fortress is Dream Fortress («Крепость сна») by Irina Rudnichenko, for
// four to nine, by the rulebook of Paper Arrows.
//
// # The game
//
// Everybody sleeps, on floor 10 of a fortress, and is secretly a Nightmare, a
// Good dream or one of the Dreamers. Whoever sinks below floor 1 wakes, shows who
// they were and is out. Nightmares win when no Good dream sleeps, Good dreams
// when no Nightmare does; each Dreamer has an aim of their own and wins by being
// first.
//
// A turn is a roll of three dice and the actions of two of them: to pass a secret
// Insight on, to take an open Vision, to move, to attack for two, to heal for
// one. Where one stood when the turn began gives a bonus.
//
// # The two steps of an Insight
//
// Whoever draws an Insight reads it alone and passes it on; whoever receives it
// reads it alone, and makes exactly one step, whoever they are. The rules obey
// for them, so nobody can cheat; only what a choice leaves open is theirs. The
// answer is sealed and opened [hush] after the card was passed, for everybody
// alike: until then neither the status, nor a deadline, nor any view but the
// receiver's tells that there is one. An answer that comes later is opened at
// once. So neither buttons nor seconds tell a group, unless people let them.
//
// # Rulings, where the rulebook leaves a choice
//
//   - One of the five faces is on the die twice; the table's option says which.
//     The four locations lie in a ring: City, Forest, Shop, House.
//   - Dice are chosen by acting: the first action takes one, the second another,
//     and the third is set aside. An action is possible when it has a target. Two
//     actions must be made where that is possible, so a die that leaves no second
//     one is not offered while another does. Two dice of Insight, or of Vision,
//     are one action that draws two and keeps one, and never two single draws.
//   - An attack may be waived, and with it its die. Every other chosen action
//     must be made.
//   - A die may be turned when the three are equal as they lie; the House's
//     second roll comes before that. The first action, which a one-shot Vision
//     is too, makes the dice final.
//   - A location's bonus, the Forest's shelter too, is that of the beginning of
//     the turn; the shelter lasts to the beginning of the next. On the
//     beginners' first lap there are no dice and therefore no bonus.
//   - In the Shop two dice of Vision draw two and keep one, or steal one.
//   - Whoever's turn it is wakes whom an Insight or a Vision finishes. Who
//     finishes themselves, or is finished by a crowd, has no waker; the holder
//     of the letter picks all the same. A waker who holds it picks twice.
//   - Effects on several go round from whoever's turn it is, and winning is
//     looked at after each awakening. All who win at one moment share it.
//   - Those of a group win with it, awake or asleep. The Janitor's neighbour to
//     the right is the seat before his, whatever became of it.
//   - The card put aside with four and six players is never looked at: the rules
//     see when a group is complete. Those awake see roles only where the table
//     wants that.
//   - A bedtime tale holds off special Visions too, so that it is worth having
//     where no crowd is punished.
//   - A night has [lastLap] laps; then it dawns. The group with more sleepers
//     wins, at a draw the one that sleeps deeper in all, else both. The rulebook
//     trusts its players to end; a table that only heals would not.
//   - Nobody leaves a match for good: the automatic player takes their seat.
//
// # Cards
//
// The texts of the cards are not printed in the rulebook, so both decks are our
// own ([insightDeck], [visionDeck]): symmetric over the groups, with as much harm
// as healing, and balanced by simulation. Cards are drawn when they come and not
// shuffled before, which is the same and leaves no future in the position.
package fortress

import (
	"embed"

	"oneiros/games"
)

//go:embed locale
var locale embed.FS

// Game is Dream Fortress.
var Game = games.Define[State, Move, View](games.Info{
	Name:    "dream-fortress",
	Version: 1,
	Min:     4,
	Max:     9,
	Minutes: [2]int{30, 60},
	Options: []games.Option{
		{Key: "novice", Choices: []string{"no", "yes"}},
		{Key: "crowd", Choices: []string{"no", "yes"}},
		{Key: "double", Choices: []string{"insight", "vision", "move", "attack", "heal"}},
		{Key: "ghosts", Choices: []string{"no", "yes"}},
		{Key: "turn", Min: 30, Max: 86400, Default: func(games.Options) string { return "90" }},
		{Key: "talk", Min: 0, Max: 86400, Default: func(games.Options) string { return "30" }},
	},
	Rules:  rulesPages(),
	Locale: locale,
}, rules{}, presenter{})
