package sample

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Every move has one text, its notation: "play 7". It stands in the log, in the
// buttons and in the tests. At most 80 bytes, and one text for one move.

// Verb is the first word of a move.
type Verb string

// The verbs.
const (
	Play Verb = "play" // play N
	Toss Verb = "toss" // a card by chance
	Name Verb = "name" // name "text"
	Hush Verb = "hush"

	Tuck   Verb = "tuck"   // tuck N: put it under the pillow
	Untuck Verb = "untuck" // untuck N: take it out again
	Yawn   Verb = "yawn"
	Trade  Verb = "trade" // trade, or trade A B: give two dreams away for two others
)

// Move is a move of any kind. It can be compared with ==, which makes legality
// simple.
type Move struct {
	Verb Verb   `json:"verb"`
	Card int    `json:"card,omitempty"`
	With int    `json:"with,omitempty"` // the second card of a trade
	Text string `json:"text,omitempty"`
}

// String is the notation, which Parse reads back. Free text stands in quotes.
func (m Move) String() string {
	switch m.Verb {
	case Play, Tuck, Untuck:
		return string(m.Verb) + " " + strconv.Itoa(m.Card)
	case Trade:
		if m == m.form() {
			return string(Trade)
		}
		return fmt.Sprintf("%s %d %d", m.Verb, m.Card, m.With)
	case Name:
		return "name " + strconv.Quote(m.Text)
	}
	return string(m.Verb)
}

var errNotation = errors.New("no move of Lullaby")

// Parse reads a notation. The text comes from outside and may be anything, so the
// last lines compare. For example, "play 07" is no second spelling of "play 7".
func (Rules) Parse(text string) (Move, error) {
	verb, rest, _ := strings.Cut(text, " ")
	m := Move{Verb: Verb(verb)}
	var err error
	switch m.Verb {
	case Play, Tuck, Untuck:
		m.Card, err = strconv.Atoi(rest)
	case Trade:
		if rest != "" {
			_, err = fmt.Sscanf(rest, "%d %d", &m.Card, &m.With)
		}
	case Name:
		if m.Text, err = strconv.Unquote(rest); err == nil && !utf8.ValidString(m.Text) {
			err = errNotation // its JSON would be another text
		}
	case Toss, Hush, Yawn:
	default:
		err = errNotation
	}
	if err != nil {
		return Move{}, fmt.Errorf("%w: %w", errNotation, err)
	}
	if m.String() != text {
		return Move{}, errNotation
	}
	return m, nil
}

// Form is a trade without its cards. There are too many pairs to list, so Moves
// lists the form and Within the pairs. The other moves have no parameters.
func (Rules) Form(m Move) Move { return m.form() }

func (m Move) form() Move {
	if m.Verb == Trade {
		return Move{Verb: Trade}
	}
	return m
}
