// Package kit has what When I Dream is made of, and how each thing is written: phases, parts,
// roles, sides and tongues, the moves that players make, and the events that they read of.
//
// # Why it stands apart
//
// All rooms of the game speak of these things: the rules change a position of them, a view has
// those that one viewer knows, the judge compares words of a tongue. Nothing here knows a
// position, a view or a page. So a page or an automatic player that needs a role or a move does
// not get the position with it, and the import test can refuse the position to both.
//
// What is written here stands in the log, in saved positions and in the custom ids of buttons. So
// a name that was played once keeps its spelling.
package kit

// Phase is where a round stands.
type Phase string

// The phases, in order. All but Over belong to a round.
const (
	Dusk  Phase = "dusk"  // roles are dealt; the night begins when every player is ready
	Night Phase = "night" // clues and guesses, while the sand runs
	Last  Phase = "last"  // the sand has run out; the dreamer may make one last guess
	Story Phase = "story" // the dreamer tells the dream, which may wait for a moderator; no player shows the dreamer anything yet
	Check Phase = "check" // the mask is off, cards lie open; the spirits correct the ticks
	Dawn  Phase = "dawn"  // roles lie open and points are counted; one card may still be moved
	Over  Phase = "over"  // every player has slept
)

// Part is what a viewer is in the present round.
type Part string

// The parts.
const (
	Public  Part = "public"  // the board, spectators, and those who left the table
	Dreamer Part = "dreamer" // sleeps with a mask on: knows what the board shows, and no more
	Spirit  Part = "spirit"  // sees the element and the piles
)

// Role is what a spirit wants.
type Role string

// The roles. "No role" is the empty one: the dreamer's, or a secret.
const (
	Good      Role = "good"      // right guesses
	Bad       Role = "bad"       // wrong and skipped ones
	Trickster Role = "trickster" // as many of the one as of the other
)

// Side is where a card came to lie.
type Side string

// The sides of the board, and the two ways for a card to lie on neither.
const (
	Yellow  Side = "yellow"  // guessed
	Blue    Side = "blue"    // guessed wrong, or skipped
	Penalty Side = "penalty" // before the spirit who gave a forbidden clue
	Bed     Side = "bed"     // still in the bed when the night ended
)

// Tongue is the language of a table's elements: "ru" or "en".
type Tongue string

// The tongues.
const (
	Russian Tongue = "ru"
	English Tongue = "en"
)

// Other is the tongue of the glossary that is not t.
func (t Tongue) Other() Tongue {
	if t == English {
		return Russian
	}
	return English
}

// Roles are the roles, in the order in which their cards are counted.
var Roles = []Role{Good, Bad, Trickster}

// BedCards is how many cards are in the bed. A card has four elements: those
// whose numbers are equal modulo BedCards.
const BedCards = 110
