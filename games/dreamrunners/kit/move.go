package kit

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Inward are the cells of the frame, those of the tile first.
var Inward = func() (list []Cell) {
	for _, inside := range []bool{true, false} {
		for c := range Cell(Frame * Frame) {
			if (c.Square() >= 0) == inside {
				list = append(list, c)
			}
		}
	}
	return list
}()

// Piece is what Place places.
func (m Move) Piece(g Segment) Piece {
	return Piece{Label: m.Label, Segment: g, Cell: m.Cell, Turn: m.Turn}
}

// Verb says what a move does; it is the first word of the notation.
type Verb string

// The verbs, each with its notation.
const (
	Done  Verb = "done"  // ready; in Choosing, the answers stand; in Between, nothing more to buy or to read
	More  Verb = "more"  // not ready after all
	Place Verb = "place" // place L b2 90: put a segment there, or move it there; a draft
	Take  Verb = "take"  // take L: take it back; a draft
	Clear Verb = "clear" // take all back; a draft
	Build Verb = "build" // build "L b2 90, I a1": this is the whole draft; a draft
	Pick  Verb = "pick"  // pick 1 2: the second option of the first choice; a draft
	Buy   Verb = "buy"   // buy L: the segment of this shape that lies face up
	Calm  Verb = "calm"  // pay coins for a point of calm
)

// Move is one move. Only the fields that its verb names are set.
type Move struct {
	Verb   Verb
	Label  Label // of Place and Take; of the form of Place it is empty
	Cell   Cell  // of Place
	Turn   Turn  // of Place
	Text   string
	Ask    int // of Pick, from 1
	Option int // of Pick, from 1
	Shape  Shape
}

// MostBuild is how many characters the line of Build may have.
const MostBuild = 120

// String is the notation of m, which Parse reads.
func (m Move) String() string {
	switch m.Verb {
	case Place:
		if m.Label == "" {
			return string(Place)
		}
		return fmt.Sprintf("place %s %s %s", m.Label, m.Cell, m.Turn)
	case Take:
		return "take " + string(m.Label)
	case Build:
		return "build " + strconv.Quote(m.Text)
	case Pick:
		return fmt.Sprintf("pick %d %d", m.Ask, m.Option)
	case Buy:
		return "buy " + m.Shape.String()
	default:
		return string(m.Verb)
	}
}

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

var errNotation = errors.New("no move of Dream Runners")

// maxNumber bounds the numbers of Pick.
const maxNumber = 30

// Parse reads the notation of a move. It accepts what String writes and nothing else.
func Parse(text string) (Move, error) {
	m, err := parse(text)
	if err != nil {
		return Move{}, fmt.Errorf("%w: %w", errNotation, err)
	}
	if m.String() != text {
		return Move{}, fmt.Errorf("%w: another spelling of %q", errNotation, m.Verb)
	}
	return m, nil
}

func parse(text string) (m Move, err error) {
	verb, rest, more := strings.Cut(text, " ")
	m.Verb = Verb(verb)
	words := strings.Split(rest, " ")
	switch m.Verb {
	case Place:
		if !more {
			return m, nil
		}
		p, err := ParsePiece(rest)
		if err != nil || len(words) != 3 {
			return m, errNotation
		}
		m.Label, m.Cell, m.Turn = p.Label, p.Cell, p.Turn
	case Take:
		m.Label, err = parseLabel(rest)
	case Build:
		if m.Text, err = strconv.Unquote(rest); err == nil && !utf8.ValidString(m.Text) {
			err = errNotation
		}
	case Pick:
		if len(words) != 2 {
			return m, errNotation
		}
		m.Ask, m.Option = number(words[0]), number(words[1])
		if m.Ask == 0 || m.Option == 0 {
			err = errNotation
		}
	case Buy:
		i := strings.Index(shapeLetters, rest)
		if len(rest) != 1 || i < 0 {
			return m, errNotation
		}
		m.Shape = Shape(i)
	case Done, More, Clear, Calm:
	default:
		err = errors.New("unknown verb")
	}
	return m, err
}

// number reads a number from 1 on, or returns 0.
func number(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 || n > maxNumber {
		return 0
	}
	return n
}

// ParsePiece reads a part of the line of Build, such as "L b2 90" or "I a1".
func ParsePiece(text string) (Piece, error) {
	words := strings.Fields(text)
	if len(words) != 2 && len(words) != 3 {
		return Piece{}, errNotation
	}
	l, err := parseLabel(words[0])
	if err != nil {
		return Piece{}, err
	}
	c, err := ParseCell(words[1])
	if err != nil {
		return Piece{}, err
	}
	p := Piece{Label: l, Cell: c}
	if len(words) == 3 {
		t, ok := ParseTurn(words[2])
		if !ok {
			return Piece{}, errNotation
		}
		p.Turn = t
	}
	return p, nil
}

// Tidy brings the line that a person typed into the spelling of Build: capital letters
// for segments, small ones for cells, Latin letters for those that look alike.
func Tidy(text string) string {
	text = strings.NewReplacer(";", ",", "\n", ",", ":", " ", "°", "").Replace(text)
	var parts []string
	for _, part := range strings.Split(text, ",") {
		words := strings.Fields(alike.Replace(strings.ToLower(part)))
		if len(words) == 0 {
			continue
		}
		words[0] = strings.ToUpper(words[0])
		parts = append(parts, strings.Join(words, " "))
	}
	return strings.Join(parts, ", ")
}

// alike are Cyrillic letters, and the Latin ones that people mean by them: those that look
// alike, or stand for the same sound.
var alike = strings.NewReplacer(
	"а", "a", "б", "b", "в", "b", "с", "c", "ц", "c", "д", "d", "е", "e", "м", "m", "л", "l", "и", "i", "і", "i",
)
