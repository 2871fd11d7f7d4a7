package kit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Verb says what a move does; it is the first word of the notation.
type Verb string

// The verbs, each with its notation. N is the number of a card in its night,
// from one. T is the number of a turn at that card, R that of a round. A clue or
// a guess that comes too late names a card that is gone, and does no harm.
const (
	Ready     Verb = "ready"     // ready PHASE R: go on, as far as I am concerned
	Clue      Verb = "clue"      // clue N "word": the giver's one word
	Pass      Verb = "pass"      // pass N: the giver has no word
	Guess     Verb = "guess"     // guess N "words": the dreamer's one guess
	Next      Verb = "next"      // next N: the dreamer has no idea; by voice a spirit may press it too
	Wake      Verb = "wake"      // wake N: after the sand has run out, no last guess
	Challenge Verb = "challenge" // challenge N T: the clue of turn T is forbidden; the giver's own challenge admits it
	Uphold    Verb = "uphold"    // uphold N T: yes, it is forbidden
	Reject    Verb = "reject"    // reject N T: no, it is not
	Said      Verb = "said"      // said N T: by voice, the clue of turn T was spoken
	Right     Verb = "right"     // right N: by voice, the guess is right; of the card before, it was
	Wrong     Verb = "wrong"     // wrong N: by voice, the guess is wrong; of the card before, it was
	Tell      Verb = "story"     // story "text": the dreamer's dream, in writing
	Told      Verb = "told"      // told: the dreamer has told the dream aloud
	Tick      Verb = "tick"      // tick N: the dream mentioned card N
	Untick    Verb = "untick"    // untick N: it did not
	Shift     Verb = "move"      // move N: card N belongs on the other side
	Keep      Verb = "keep"      // keep N: it does not, after all
)

// The longest texts, in characters.
const (
	MaxClue  = 40
	MaxGuess = 60
	MaxStory = 1000
)

// MaxNumber bounds the numbers of the notation.
const MaxNumber = 999

// Move is one move. Only the fields that its verb names are set.
type Move struct {
	Verb  Verb
	Card  int    // N
	Turn  int    // T
	Phase Phase  // of Ready
	Round int    // R, of Ready
	Text  string // of Clue, Guess and Tell
}

// String is the notation of m, which Parse reads. A text is quoted as Go quotes
// a string.
func (m Move) String() string {
	switch m.Verb {
	case Ready:
		return fmt.Sprintf("%s %s %d", m.Verb, m.Phase, m.Round)
	case Clue, Guess:
		return fmt.Sprintf("%s %d %s", m.Verb, m.Card, strconv.Quote(m.Text))
	case Challenge, Uphold, Reject, Said:
		return fmt.Sprintf("%s %d %d", m.Verb, m.Card, m.Turn)
	case Tell:
		return fmt.Sprintf("%s %s", m.Verb, strconv.Quote(m.Text))
	case Told:
		return string(m.Verb)
	default:
		return fmt.Sprintf("%s %d", m.Verb, m.Card)
	}
}

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

var errNotation = errors.New("no move of When I Dream")

// Parse reads the notation of a move. It accepts what String writes and nothing
// else. The rules say whether a text is fit to be a clue.
func Parse(text string) (Move, error) {
	m, err := parse(text)
	if err != nil {
		return Move{}, err
	}
	if m.String() != text {
		return Move{}, fmt.Errorf("%w: another spelling of %q", errNotation, m.Verb)
	}
	return m, nil
}

func parse(text string) (Move, error) {
	verb, rest, _ := strings.Cut(text, " ")
	m := Move{Verb: Verb(verb)}
	var err error
	switch m.Verb {
	case Ready:
		phase, round, ok := strings.Cut(rest, " ")
		m.Phase = Phase(phase)
		if !ok || !slices.Contains([]Phase{Dusk, Check, Dawn}, m.Phase) {
			return m, fmt.Errorf("%w: ready for what", errNotation)
		}
		m.Round, err = number(round)
	case Clue, Guess:
		card, words, _ := strings.Cut(rest, " ")
		if m.Card, err = number(card); err != nil {
			return m, err
		}
		m.Text, err = unquote(words)
	case Challenge, Uphold, Reject, Said:
		card, turn, _ := strings.Cut(rest, " ")
		if m.Card, err = number(card); err != nil {
			return m, err
		}
		m.Turn, err = number(turn)
	case Tell:
		m.Text, err = unquote(rest)
	case Told:
	case Pass, Next, Wake, Right, Wrong, Tick, Untick, Shift, Keep:
		m.Card, err = number(rest)
	default:
		err = fmt.Errorf("%w: unknown verb", errNotation)
	}
	return m, err
}

func number(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxNumber {
		return 0, fmt.Errorf("%w: a number is from 1 to %d", errNotation, MaxNumber)
	}
	return n, nil
}

func unquote(s string) (string, error) {
	// Ten bytes is the longest way to write a character between quotes.
	if len(s) > 10*MaxStory+2 {
		return "", fmt.Errorf("%w: text too long", errNotation)
	}
	t, err := strconv.Unquote(s)
	if err != nil {
		return "", fmt.Errorf("%w: text is not quoted", errNotation)
	}
	if !utf8.ValidString(t) {
		return "", fmt.Errorf("%w: text is not UTF-8", errNotation)
	}
	return t, nil
}
