package kit

import "strings"

// ShownShapes is the order of the shapes in which they are shown.
var ShownShapes = [Shapes]Shape{Bend, Trio, Duo, Mono}

// Shape is the shape of a segment.
type Shape int8

// The shapes, from the smallest on.
const (
	Mono   Shape = iota // one cell
	Duo                 // two cells in a row
	Trio                // three cells in a row
	Bend                // three cells around a corner
	Shapes = 4
)

// shapeLetters name the shapes in moves: M, D, I and L.
const shapeLetters = "MDIL"

// String is the letter of a shape in moves.
func (s Shape) String() string { return shapeLetters[s : s+1] }

// Size is how many cells a segment of the shape has.
func (s Shape) Size() int { return [...]int{1, 2, 3, 3}[s] }

// Effect is what is printed on a cell of a segment.
type Effect byte

// The effects, as the data writes them.
const (
	Plain   Effect = '.'
	Collect Effect = 'c'
	Banish  Effect = 'b'
	Double  Effect = 'x' // collects twice
	Both    Effect = 'm' // collects and banishes
)

// Collects reports whether the effect collects.
func (e Effect) Collects() bool { return e == Collect || e == Double || e == Both }

// Banishes reports whether the effect banishes.
func (e Effect) Banishes() bool { return e == Banish || e == Both }

// Times is how many times the effect gives what it collects.
func (e Effect) Times() int {
	switch e {
	case Collect, Both:
		return 1
	case Double:
		return 2
	default:
		return 0
	}
}

// Colour is the colour of a star shard.
type Colour int8

// The colours.
const (
	Blue Colour = iota
	White
	Orange
	Green
	Colours = 4
)

// colourNames are the names in the catalogues.
var colourNames = [Colours]string{"blue", "white", "orange", "green"}

// String is the name of a colour in the catalogues.
func (c Colour) String() string { return colourNames[c] }

// Reward is one symbol that can be collected.
type Reward byte

// The rewards, as the data writes them. ChestN is a chest with N locks.
const (
	BlueShard   Reward = 'b'
	WhiteShard  Reward = 'w'
	OrangeShard Reward = 'o'
	GreenShard  Reward = 'g'
	Rainbow     Reward = 'r' // a shard of any colour
	CalmPoint   Reward = '+'
	Key         Reward = 'k'
	Coin        Reward = 'c'
	Chest1      Reward = '1'
	Chest2      Reward = '2'
	Chest3      Reward = '3'
)

// Rewards are all rewards, the shards first.
const Rewards = "bwogr+kc123"

// Shard is the colour of a shard, and whether r is one.
func (r Reward) Shard() (Colour, bool) {
	i := strings.IndexByte(Rewards, byte(r))
	return Colour(i), i >= 0 && i < Colours
}

// Locks is how many locks a chest has, or 0.
func (r Reward) Locks() int {
	if r >= Chest1 && r <= Chest3 {
		return int(r - '0')
	}
	return 0
}

// SquareKind is what a cell of a tile is.
type SquareKind int8

// The kinds of squares.
const (
	Empty SquareKind = iota
	Nightmare
	Octopus
	Bat
	Spider      // a nightmare with a shard
	Treasure    // one or more rewards
	Intertwined // rewards that are shared
)

// Nightmare reports whether the square can be banished.
func (k SquareKind) Nightmare() bool {
	return k == Nightmare || k == Octopus || k == Bat || k == Spider
}

// Square is a cell of a tile.
type Square struct {
	Kind    SquareKind
	Loss    int      // of a nightmare and a spider
	Rewards []Reward // of a treasure, a spider and intertwined dreams
}

// Tile is a dream tile, from 1. 0 is none.
type Tile int8

// TileCard is what is printed on a dream tile.
type TileCard struct {
	Name    string // in the data and in the catalogues
	Level   int    // from 1
	Star    bool   // left out of the first match
	Squares [9]Square
}

// Card is what is printed on a tile.
func (t Tile) Card() *TileCard { return &boxed.Tiles[t] }

// Seen is the tile as a player sees it who sits a number of quarter turns round the
// table: the squares row by row, and for each the square of the tile that it is.
func (t *TileCard) Seen(turns int) (squares [9]Square, from [9]int) {
	for i := range from {
		from[i] = turned(i, turns)
		squares[i] = t.Squares[from[i]]
	}
	return squares, from
}

// turned is the square of a tile that is seen at i after clockwise quarter turns.
func turned(i, turns int) int {
	x, y := i%3, i/3
	for range turns & 3 {
		x, y = y, 2-x
	}
	return 3*y + x
}

// Segment is a segment, from 1: four start sets of four, then the neutral ones. 0 is none.
type Segment int8

// SegmentCard is what is printed on a segment.
type SegmentCard struct {
	Shape   Shape
	Set     int // of a start segment, from 1; 0 for a neutral one
	Effects []Effect
	Coins   int // gained when it is bought
	Points  int // at the end
}

// Card is what is printed on a segment.
func (s Segment) Card() *SegmentCard { return &boxed.Segments[s] }

// StartSegment is a start segment.
func StartSegment(set int, shape Shape) Segment { return Segment(set*Shapes + int(shape) + 1) }

// Chest is a chest token, from 1. 0 is none.
type Chest int8

// ChestCard is what is in a chest.
type ChestCard struct {
	Locks   int
	Rewards []Reward
}

// Card is what is in a chest.
func (c Chest) Card() *ChestCard { return &boxed.Chests[c] }

// Locks is how many locks the chest on a square has; 0 without a chest.
func (q Square) Locks() int {
	for _, r := range q.Rewards {
		if n := r.Locks(); n > 0 {
			return n
		}
	}
	return 0
}

// TilesOf are the tiles of a level. For beginners those with a star stay in the box.
func TilesOf(level int, beginner bool) []Tile {
	var list []Tile
	for t := Tile(1); t <= Tiles; t++ {
		if c := t.Card(); c.Level == level && !(beginner && c.Star) {
			list = append(list, t)
		}
	}
	return list
}
