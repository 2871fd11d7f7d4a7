// Package kit has what Dream Runners is made of, and how each thing is written: tiles, segments
// and chests, the frame in which people build, compositions, the moves that people make, and
// what every player sees of a round.
//
// # Why it stands apart
//
// All rooms of the game speak of these things: the rules change a position of them, a view has
// those that one viewer knows, pages name them. Nothing here knows a position, a view or a page.
// So a page or an automatic player that needs a tile or a move does not get the position with
// it, and the import test can refuse the position to both.
//
// What a composition does on a tile follows from the two alone (judge.go). The rules ask it when
// the sand has run out, and a view asks it for its owner's forecast. So both give one answer.
//
// What is written here stands in the log, in saved positions and in the custom ids of buttons.
// So a name that was played once keeps its spelling.
package kit

// Numbers of the rulebook.
const (
	MaxSeats  = 4
	Rounds    = 8
	StartCalm = 20
	MaxCalm   = 30
	StartCoin = 2
	Price     = 4 // coins for a segment
	CalmPrice = 3 // coins for a point of calm
)

// StarTrack is what the spaces of the star track are worth. On the last one sets of
// shards count besides.
var StarTrack = [...]int{0, 4, 9, 15, 22, 30, 30}

// Top is the last space of the star track.
const Top = len(StarTrack) - 1

// SetPoints is what a set of shards is worth at the top.
const SetPoints = 10

// Phase is where a match stands.
type Phase string

// The phases of a round.
const (
	Building Phase = "building" // every player builds in secret
	Choosing Phase = "choosing" // the sand has run out; those who have to choose do so in secret
	Between  Phase = "between"  // all is revealed; one after another may buy
	Over     Phase = "over"
)
