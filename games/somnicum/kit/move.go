package kit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Verb says what a move does; it is the first word of the notation.
type Verb string

// The verbs, each with its notation.
const (
	Set   Verb = "set"   // set N: the black flywheel goes before place N
	Add   Verb = "add"   // add L T, or add L T R: token T goes on the last card of level L, and R back to the bag
	Spin  Verb = "spin"  // spin b N: this flywheel moves N cards
	Lay   Verb = "lay"   // lay L, or lay L done: the card goes to level L, and the turn ends
	Keep  Verb = "keep"  // keep E: of the encounters drawn
	Play  Verb = "play"  // play E, play E A or play E A B: an encounter, with what it asks for
	Done  Verb = "done"  // the turn ends
	Aside Verb = "aside" // aside T: it is paid first; a draft
	Clear Verb = "clear" // nothing is aside; a draft
)

// Move is one move. Only the fields that its verb names are set.
type Move struct {
	Verb      Verb
	Place     int       // of Set, from 0
	Level     int       // of Add and Lay, from 1
	Token     Token     // of Add and Aside
	Back      Token     // of Add, for another plot: the token that goes back to the bag
	Wheel     Wheel     // of Spin
	Steps     int       // of Spin
	Done      bool      // of Lay
	Encounter Encounter // of Keep and Play
	Choice    Choice    // of Play
}

// Choice is what an encounter asks for. The zero Choice is nothing.
type Choice struct {
	A, B int // see the effects
}

// The choices of Exchange. The other effects have these:
//
//   - Mend and Brighten: A is the level and B the card of the row, both from 1.
//   - Swap: A and B are the levels, A the smaller one.
//   - Drift: A is 1 for the black flywheel and 2 for the white one, and B the cards.
const (
	NextCard   = 1 // A: clockwise
	BeforeCard = 2 // A: against the clock
)

// String is the notation of m, which Parse reads.
func (m Move) String() string {
	var words []string
	say := func(n int) { words = append(words, strconv.Itoa(n)) }
	switch m.Verb {
	case Set:
		say(m.Place)
	case Add:
		say(m.Level)
		words = append(words, m.Token.String())
		if m.Back != 0 {
			words = append(words, m.Back.String())
		}
	case Spin:
		words = append(words, m.Wheel.String())
		say(m.Steps)
	case Lay:
		say(m.Level)
		if m.Done {
			words = append(words, "done")
		}
	case Keep, Play:
		say(int(m.Encounter))
		if m.Choice.A != 0 {
			say(m.Choice.A)
		}
		if m.Choice.B != 0 {
			say(m.Choice.B)
		}
	case Aside:
		words = append(words, m.Token.String())
	}
	return strings.Join(append([]string{string(m.Verb)}, words...), " ")
}

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

var errNotation = errors.New("no move of Somnicum")

// maxNumber bounds the numbers in the notation.
const maxNumber = 99

// words reads the words of a notation, one after another.
type words struct {
	left []string
	err  error
}

// next is the next word, or nothing after the last.
func (w *words) next() string {
	if len(w.left) == 0 {
		return ""
	}
	word := w.left[0]
	w.left = w.left[1:]
	return word
}

func (w *words) number() int {
	n, err := strconv.Atoi(w.next())
	if err != nil || n < 0 || n > maxNumber {
		w.err = errNotation
		return 0
	}
	return n
}

func (w *words) token() Token {
	t, err := parseToken(w.next())
	if err != nil {
		w.err = err
	}
	return t
}

// Parse reads the notation of a move. It accepts what String writes and nothing
// else.
func Parse(text string) (Move, error) {
	list := strings.Split(text, " ")
	w := &words{left: list[1:]}
	m := Move{Verb: Verb(list[0])}
	switch m.Verb {
	case Set:
		m.Place = w.number()
	case Add:
		m.Level, m.Token = w.number(), w.token()
		if len(w.left) > 0 {
			m.Back = w.token()
		}
	case Spin:
		if w.next() == "w" {
			m.Wheel = White
		}
		m.Steps = w.number()
	case Lay:
		m.Level = w.number()
		m.Done = w.next() == "done"
	case Keep, Play:
		m.Encounter = Encounter(w.number())
		if len(w.left) > 0 {
			m.Choice.A = w.number()
		}
		if len(w.left) > 0 {
			m.Choice.B = w.number()
		}
	case Aside:
		m.Token = w.token()
	case Done, Clear:
	default:
		w.err = fmt.Errorf("%w: unknown verb", errNotation)
	}
	if w.err != nil {
		return Move{}, w.err
	}
	if m.String() != text {
		return Move{}, fmt.Errorf("%w: another spelling of %q", errNotation, m.Verb)
	}
	return m, nil
}
