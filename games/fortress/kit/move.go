package kit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
)

// Verb says what a move does; it is the first word of the notation.
type Verb string

// The verbs, each with its notation. SEAT is a seat from zero, FACE, PLACE and
// VISION are names as [Face], [Place] and [Vision] have them.
const (
	Put     Verb = "place"   // place PLACE: the player's pawn, before the game or on the first turn
	Ready   Verb = "ready"   // ready LAP: go on, as far as I am concerned; LAP is the one that ended
	Roll    Verb = "roll"    // roll: the three dice
	Reroll  Verb = "reroll"  // reroll: all of them once more, in the House
	Spin    Verb = "spin"    // spin FACE: one die of that face once more, with the button
	Turn    Verb = "turn"    // turn FACE: one of three equal dice to that face
	Look    Verb = "insight" // insight N: draw one Insight with one die, or two with two
	Draw    Verb = "vision"  // vision N: draw one Vision with one die, or two with two
	Steal   Verb = "steal"   // steal SEAT VISION: in the Shop, instead of drawing
	Walk    Verb = "move"    // move PLACE
	Attack  Verb = "attack"  // attack SEAT +N: with N of the bonuses
	Waive   Verb = "waive"   // waive: an attack die without an attack
	Heal    Verb = "heal"    // heal SEAT
	Use     Verb = "use"     // use VISION …: a one-shot Vision; on whom, what or where
	End     Verb = "end"     // end: no more one-shot Visions this turn
	Pass    Verb = "pass"    // pass SEAT N: the Nth drawn Insight to a player
	Obey    Verb = "obey"    // obey: do what the Insight says; a choice is made for losing sleep
	Give    Verb = "give"    // give VISION: the choice of a toll
	Keep    Verb = "keep"    // keep VISION: of two drawn
	Present Verb = "present" // present SEAT VISION: what a gift asks for
	Target  Verb = "target"  // target SEAT: which of those who sleep equally deep
	Take    Verb = "take"    // take VISION: from a player who woke
)

// Move is one move. Only the fields that its verb names are set. Others are
// zero, except Seat, which is [games.Nobody] then.
type Move struct {
	Verb   Verb
	Seat   games.Seat
	Place  Place
	Face   Face
	Vision Vision
	Loot   Vision // what a magpie steals
	N      int
}

// form is what follows a verb, a letter for each word. The letter s is a seat,
// p a place and f a face. The letter v is a Vision, n a number, and + a number
// with a sign.
var form = map[Verb]string{
	Put: "p", Ready: "n", Roll: "", Reroll: "", Spin: "f", Turn: "f", Look: "n", Draw: "n", Steal: "sv", Walk: "p",
	Attack: "s+", Waive: "", Heal: "s", End: "", Pass: "sn", Obey: "", Give: "v", Keep: "v", Present: "sv", Target: "s", Take: "v",
}

// Aim is what stands after the Vision that is used.
var Aim = map[Vision]string{
	Rooster: "s", Lullaby: "s", Magpie: "sl", Door: "p", Mirror: "s", Hourglass: "", Diary: "",
}

// words are the letters of form and aim for m.
func (m Move) words() string {
	if m.Verb == Use {
		return "v" + Aim[m.Vision]
	}
	return form[m.Verb]
}

// String is the notation of m, which Parse reads.
func (m Move) String() string {
	text := string(m.Verb)
	for _, w := range m.words() {
		switch w {
		case 's':
			text += " " + strconv.Itoa(int(m.Seat))
		case 'p':
			text += " " + string(m.Place)
		case 'f':
			text += " " + string(m.Face)
		case 'v':
			text += " " + string(m.Vision)
		case 'l':
			text += " " + string(m.Loot)
		case 'n':
			text += " " + strconv.Itoa(m.N)
		case '+':
			text += " +" + strconv.Itoa(m.N)
		}
	}
	return text
}

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Bare is a move without arguments.
func Bare(v Verb) Move { return Move{Verb: v, Seat: games.Nobody} }

// mostNumber is the highest number of a move. A night without a dawn may have many laps.
const mostNumber = 999_999

var errNotation = errors.New("no move of Dream Fortress")

// Parse reads the notation of a move. It accepts what String writes and nothing
// else.
func Parse(text string) (Move, error) {
	if len(text) > 80 {
		return Move{}, fmt.Errorf("%w: too long", errNotation)
	}
	list := strings.Split(text, " ")
	m := Bare(Verb(list[0]))
	list = list[1:]
	if m.Verb == Use && len(list) > 0 {
		m.Vision = Vision(list[0])
		if _, ok := Aim[m.Vision]; !ok {
			return Move{}, fmt.Errorf("%w: no one-shot Vision", errNotation)
		}
	} else if _, ok := form[m.Verb]; !ok {
		return Move{}, fmt.Errorf("%w: unknown verb", errNotation)
	}
	words := m.words()
	if len(words) != len(list) {
		return Move{}, fmt.Errorf("%w: %d words after %q", errNotation, len(list), m.Verb)
	}
	for i, w := range words {
		ok := true
		switch w {
		case 's':
			n, err := strconv.Atoi(list[i])
			m.Seat, ok = games.Seat(n), err == nil && n >= 0 && n < 9
		case 'p':
			m.Place = Place(list[i])
			ok = slices.Contains(Places, m.Place)
		case 'f':
			m.Face = Face(list[i])
			ok = slices.Contains(Faces, m.Face)
		case 'v':
			m.Vision = Vision(list[i])
			ok = m.Vision.Lasts() != ""
		case 'l':
			m.Loot = Vision(list[i])
			ok = m.Loot.Lasts() != ""
		case 'n', '+':
			n, err := strconv.Atoi(list[i])
			m.N, ok = n, err == nil && n >= 0 && n <= mostNumber
		}
		if !ok {
			return Move{}, fmt.Errorf("%w: word %d", errNotation, i+2)
		}
	}
	if m.String() != text {
		return Move{}, fmt.Errorf("%w: another spelling of %q", errNotation, m.Verb)
	}
	return m, nil
}
