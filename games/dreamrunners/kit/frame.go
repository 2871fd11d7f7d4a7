package kit

import (
	"errors"
	"slices"
)

// People build in a frame of five by five cells, named a1 to e5. The tile is its middle,
// b2 to d4.
const Frame = 5

// Cell is a cell of the frame, row by row.
type Cell int8

// cellAt is the cell in a column and a row, from 0. It is false outside the frame.
func cellAt(x, y int) (Cell, bool) {
	return Cell(Frame*y + x), x >= 0 && x < Frame && y >= 0 && y < Frame
}

// X is the column of c, from 0.
func (c Cell) X() int { return int(c) % Frame }

// Y is the row of c, from 0.
func (c Cell) Y() int { return int(c) / Frame }

// String is the name of c, as "b2".
func (c Cell) String() string { return string([]byte{byte('a' + c.X()), byte('1' + c.Y())}) }

// Square is the square of the tile that c is, row by row. It is -1 outside the tile.
func (c Cell) Square() int {
	x, y := c.X()-1, c.Y()-1
	if x < 0 || x > 2 || y < 0 || y > 2 {
		return -1
	}
	return 3*y + x
}

// SquareCell is the cell of a square of the tile.
func SquareCell(square int) Cell { return Cell(Frame*(square/3+1) + square%3 + 1) }

var errCell = errors.New("no cell of the frame")

// ParseCell reads the name of a cell.
func ParseCell(text string) (Cell, error) {
	if len(text) == 2 {
		if c, ok := cellAt(int(text[0])-'a', int(text[1])-'1'); ok {
			return c, nil
		}
	}
	return 0, errCell
}

// Turn is how often a segment is turned clockwise by a quarter.
type Turn int8

// Turns is how many there are.
const Turns = 4

// turnNames are the turns in degrees.
var turnNames = [Turns]string{"0", "90", "180", "270"}

// String is t in degrees.
func (t Turn) String() string { return turnNames[t&3] }

// ParseTurn reads a turn in degrees. It is false for any other word.
func ParseTurn(word string) (Turn, bool) {
	i := slices.Index(turnNames[:], word)
	return Turn(max(i, 0)), i >= 0
}

// form is where the cells of a shape are, seen from its anchor and not turned. The anchor
// is the first cell of two, the middle one of three in a row, and the corner of a bend.
var form = [Shapes][][2]int{
	Mono: {{0, 0}},
	Duo:  {{0, 0}, {1, 0}},
	Trio: {{-1, 0}, {0, 0}, {1, 0}},
	Bend: {{0, -1}, {0, 0}, {1, 0}},
}

// spots are the cells of every shape, turn and anchor, in the order of the effects. None
// where it does not fit into the frame.
var spots = func() (all [Shapes][Turns][Frame * Frame][]Cell) {
	for s := range all {
		for t := range all[s] {
			for at := range all[s][t] {
				all[s][t][at] = spread(Shape(s), Turn(t), Cell(at))
			}
		}
	}
	return all
}()

func spread(s Shape, t Turn, at Cell) []Cell {
	var list []Cell
	for _, p := range form[s] {
		x, y := p[0], p[1]
		for range t {
			x, y = -y, x
		}
		c, ok := cellAt(at.X()+x, at.Y()+y)
		if !ok {
			return nil
		}
		list = append(list, c)
	}
	return list
}

// Piece is a segment that was placed.
type Piece struct {
	Label   Label   `json:"label"`
	Segment Segment `json:"segment"`
	Cell    Cell    `json:"cell"` // of its anchor
	Turn    Turn    `json:"turn"`
}

// Cells are the cells that p covers, in the order of the effects of its segment.
func (p Piece) Cells() []Cell { return spots[p.Segment.Card().Shape][p.Turn][p.Cell] }

// Outside is how many cells of p lie outside the tile.
func (p Piece) Outside() int {
	n := 0
	for _, c := range p.Cells() {
		if c.Square() < 0 {
			n++
		}
	}
	return n
}

// Mask has a bit for each cell that p covers.
func (p Piece) Mask() uint32 {
	var m uint32
	for _, c := range p.Cells() {
		m |= 1 << c
	}
	return m
}

// Label is what the owner calls a segment. The start segments are L, I, D and M. Segments
// that were bought have a number, as L2, and keep it.
type Label string

// LabelOf is the name of the n-th segment of a shape.
func LabelOf(s Shape, n int) Label {
	if n == 1 {
		return Label(s.String())
	}
	return Label(s.String() + string(rune('0'+n)))
}

var errLabel = errors.New("no name of a segment")

// parseLabel reads the name of a segment.
func parseLabel(text string) (Label, error) {
	for s := range Shape(Shapes) {
		for n := 1; n <= 1+EachNeutral; n++ {
			if l := LabelOf(s, n); string(l) == text {
				return l, nil
			}
		}
	}
	return "", errLabel
}
