package somnia

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
	Play  Verb = "play"  // play 7m: this card of the hand
	Ready Verb = "ready" // ready N: enough seen of how deal N ended
)

// Move is one move. Only the field that its verb names is set.
type Move struct {
	Verb Verb
	Card Card // of Play
	Deal int  // N, of Ready
}

// maxDeal bounds the numbers of deals in the notation; no match has as many.
const maxDeal = 99

// String is the notation of m, which Parse reads.
func (m Move) String() string {
	if m.Verb == Ready {
		return "ready " + strconv.Itoa(m.Deal)
	}
	return string(m.Verb) + " " + m.Card.String()
}

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

var errNotation = errors.New("no move of Somnia")

// Parse reads the notation of a move. It accepts what String writes and nothing
// else.
func Parse(text string) (Move, error) {
	verb, rest, _ := strings.Cut(text, " ")
	m := Move{Verb: Verb(verb)}
	var err error
	switch m.Verb {
	case Play:
		m.Card, err = parseCard(rest)
	case Ready:
		m.Deal, err = strconv.Atoi(rest)
		if err == nil && (m.Deal < 1 || m.Deal > maxDeal) {
			err = fmt.Errorf("%w: deal %d", errNotation, m.Deal)
		}
	default:
		err = fmt.Errorf("%w: unknown verb", errNotation)
	}
	if err != nil {
		return Move{}, err
	}
	if m.String() != text {
		return Move{}, fmt.Errorf("%w: another spelling of %q", errNotation, m.Verb)
	}
	return m, nil
}
