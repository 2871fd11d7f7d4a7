package whenidream

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

// roleKinds are the roles in the order of roleCards.
var roleKinds = []Role{Good, Bad, Trickster}

// bedCards is how many cards are in the bed. A card has four elements: those
// whose numbers are equal modulo bedCards.
const bedCards = 110
