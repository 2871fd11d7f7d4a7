package kit

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"oneiros/games/box"
)

// How many components there are.
const (
	Levels      = 4
	eachLevel   = 6
	starLevel   = 2 // of them with a star
	Tiles       = Levels * eachLevel
	Sets        = 4
	EachNeutral = 6 // of each shape
	Segments    = Sets*Shapes + EachNeutral*Shapes
	MaxLocks    = 3
	eachLocks   = 6
	Chests      = MaxLocks * eachLocks
)

// components is what is in the box. Numbers begin at 1; element 0 is empty.
type components struct {
	Segments [Segments + 1]SegmentCard
	Tiles    [Tiles + 1]TileCard
	Chests   [Chests + 1]ChestCard
}

//go:embed data/box.txt
var boxTXT string

// boxed is what is in the box.
var boxed = func() *components {
	c, err := readBox(boxTXT)
	if err != nil {
		panic(err) // embedded: any test meets it
	}
	return c
}()

// boxLists are the lists, in their order.
var boxLists = []box.List{{Name: "starts", Size: Sets * Shapes}, {Name: "segments", Size: EachNeutral * Shapes}, {Name: "tiles", Size: Tiles}, {Name: "chests", Size: Chests}}

// boxReader reads data/box.txt.
type boxReader struct {
	box   components
	names box.Names   // of tiles
	shape [Shapes]int // neutral segments of each shape
	star  [Levels + 1]int
}

// readBox reads and checks what is in the box. Each mistake names its line.
func readBox(text string) (*components, error) {
	r := &boxReader{names: box.Names{}}
	err := box.Read(text, boxLists, func(list string, n int, l box.Line) (int, error) { return 1, r.card(list, n, l) })
	return &r.box, err
}

// card reads card n of a list, from 1.
func (r *boxReader) card(list string, n int, l box.Line) error {
	switch list {
	case "starts":
		return r.start(n, l)
	case "segments":
		return r.neutral(n, l)
	case "tiles":
		return r.tile(n, l)
	default:
		return r.chest(n, l)
	}
}

// effects reads what is on the cells of a segment.
func effects(l box.Line, s Shape, word string) ([]Effect, error) {
	if strings.Trim(word, ".cbxm") != "" || len(word) != s.Size() {
		return nil, l.Wrong("a segment of the shape %s has %d effects of .cbxm, and not %q", s, s.Size(), word)
	}
	return []Effect(word), nil
}

// start reads a start segment: "1 L c.b".
func (r *boxReader) start(n int, l box.Line) error {
	set, s := (n-1)/Shapes+1, Shape(Shapes-1-(n-1)%Shapes)
	if len(l.Words) != 3 || l.Words[0] != strconv.Itoa(set) || l.Words[1] != s.String() {
		return l.Wrong("want set %d, the shape %s and its effects", set, s)
	}
	list, err := effects(l, s, l.Words[2])
	if err != nil {
		return err
	}
	r.box.Segments[StartSegment(set-1, s)] = SegmentCard{Shape: s, Set: set, Effects: list}
	if n%Shapes != 0 {
		return nil
	}
	count := map[Effect]int{}
	for s := range Shape(Shapes) {
		for _, e := range r.box.Segments[StartSegment(set-1, s)].Effects {
			count[e]++
		}
	}
	if count[Banish] != 2 || count[Collect] != 3 || count[Plain] != 4 {
		return l.Wrong("set %d has not two effects that banish, three that collect and four plain cells", set)
	}
	return nil
}

// neutral reads a neutral segment: "L c.x", with coins as "c1" and points as "p2".
func (r *boxReader) neutral(n int, l box.Line) error {
	i := strings.Index(shapeLetters, l.Words[0])
	if len(l.Words) < 2 || len(l.Words[0]) != 1 || i < 0 {
		return l.Wrong("want a shape and its effects")
	}
	c := SegmentCard{Shape: Shape(i)}
	var err error
	if c.Effects, err = effects(l, c.Shape, l.Words[1]); err != nil {
		return err
	}
	for _, w := range l.Words[2:] {
		k, err := strconv.Atoi(w[1:])
		switch {
		case err != nil || k < 1 || k > 3:
			return l.Wrong("%q is neither coins, c1 to c3, nor points, p1 to p3", w)
		case w[0] == 'c' && c.Coins == 0:
			c.Coins = k
		case w[0] == 'p' && c.Points == 0:
			c.Points = k
		default:
			return l.Wrong("%q is neither coins, c1 to c3, nor points, p1 to p3", w)
		}
	}
	if r.shape[i]++; r.shape[i] > EachNeutral {
		return l.Wrong("more than %d segments of the shape %s", EachNeutral, c.Shape)
	}
	r.box.Segments[Sets*Shapes+n] = c
	return nil
}

// tile reads a tile: "1 name * n1 b - | - wc k | c - n1". The star is left out of most.
func (r *boxReader) tile(n int, l box.Line) error {
	level := (n-1)/eachLevel + 1
	words := slices.DeleteFunc(slices.Clone(l.Words), func(w string) bool { return w == "|" })
	if words[0] != strconv.Itoa(level) {
		return l.Wrong("tile %d has the level %d", n, level)
	}
	if len(words) > 2 && words[2] == "*" {
		words = slices.Delete(words, 2, 3)
		r.box.Tiles[n].Star = true
		r.star[level]++
	}
	if len(words) != 11 {
		return l.Wrong("want a level, a name and nine squares")
	}
	name := words[1]
	if err := r.names.Add(name, l); err != nil {
		return err
	}
	t := &r.box.Tiles[n]
	t.Name, t.Level = name, level
	for i, w := range words[2:] {
		var err error
		if t.Squares[i], err = ReadSquare(l, w); err != nil {
			return err
		}
	}
	if n%eachLevel == 0 && r.star[level] != starLevel {
		return l.Wrong("%d tiles of level %d have a star, want %d", r.star[level], level, starLevel)
	}
	return t.check(l)
}

// ReadSquare reads a square of a tile.
func ReadSquare(l box.Line, w string) (Square, error) {
	word, signs, _ := strings.Cut(w, ":")
	switch {
	case w == "-":
		return Square{}, nil
	case w == "octopus":
		return Square{Kind: Octopus}, nil
	case w == "bat":
		return Square{Kind: Bat}, nil
	case len(w) == 2 && w[0] == 'n' && w[1] >= '1' && w[1] <= '3':
		return Square{Kind: Nightmare, Loss: int(w[1] - '0')}, nil
	case word == "spider":
		if _, ok := Reward((signs + " ")[0]).Shard(); !ok || len(signs) != 1 {
			return Square{}, l.Wrong("%q has not the colour of one shard", w)
		}
		return Square{Kind: Spider, Loss: 1, Rewards: []Reward(signs)}, nil
	case w[0] == '~':
		if strings.Trim(w[1:], "bwogck+") != "" || len(w) < 3 || len(w) > 4 {
			return Square{}, l.Wrong("%q has not two or three of bwogck+", w)
		}
		return Square{Kind: Intertwined, Rewards: []Reward(w[1:])}, nil
	case strings.Trim(w, Rewards) == "":
		return Square{Kind: Treasure, Rewards: []Reward(w)}, nil
	default:
		return Square{}, l.Wrong("%q is no square", w)
	}
}

// levelRule is what the tiles of a level have.
type levelRule struct {
	nightmares, most int // from, to
	least, loss      int // the printed losses, from, to
	treasures        int // squares with rewards
	specials         [2]int
}

// levelRules are by level, from 1.
var levelRules = [Levels + 1]levelRule{
	{},
	{2, 2, 1, 1, 5, [2]int{0, 0}},
	{3, 3, 1, 2, 5, [2]int{1, 1}},
	{4, 4, 2, 2, 4, [2]int{1, 2}},
	{4, 5, 2, 3, 4, [2]int{1, 2}},
}

// check checks what the tiles of a level have in common.
func (t *TileCard) check(l box.Line) error {
	rule := levelRules[t.Level]
	nightmares, treasures, specials, chests := 0, 0, 0, 0
	for _, q := range t.Squares {
		if q.Kind.Nightmare() {
			nightmares++
		}
		switch q.Kind {
		case Nightmare:
			if q.Loss < rule.least || q.Loss > rule.loss {
				return l.Wrong("a nightmare of level %d costs %d to %d, and not %d", t.Level, rule.least, rule.loss, q.Loss)
			}
		case Octopus, Bat, Spider:
			specials++
		case Treasure:
			treasures++
		case Intertwined:
			treasures++
			if t.Level < 3 {
				return l.Wrong("intertwined dreams are on levels 3 and 4")
			}
		}
		for _, w := range q.Rewards {
			if w.Locks() > 0 {
				chests++
			}
		}
	}
	switch {
	case nightmares < rule.nightmares || nightmares > rule.most:
		return l.Wrong("%d nightmares, want %d to %d", nightmares, rule.nightmares, rule.most)
	case treasures != rule.treasures:
		return l.Wrong("%d squares with rewards, want %d", treasures, rule.treasures)
	case specials < rule.specials[0] || specials > rule.specials[1]:
		return l.Wrong("%d special nightmares, want %d to %d", specials, rule.specials[0], rule.specials[1])
	case chests > 1:
		return l.Wrong("%d chests, want one at most", chests)
	}
	return nil
}

// chest reads a chest: "2 r c c".
func (r *boxReader) chest(n int, l box.Line) error {
	locks := (n-1)/eachLocks + 1
	if len(l.Words) != 2 || l.Words[0] != strconv.Itoa(locks) {
		return l.Wrong("want %d locks and what is in the chest", locks)
	}
	if strings.Trim(l.Words[1], "bwogr+kc") != "" {
		return l.Wrong("%q has other signs than bwogr+kc", l.Words[1])
	}
	r.box.Chests[n] = ChestCard{locks, []Reward(l.Words[1])}
	return nil
}
