package rules

import (
	"math/rand/v2"
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Hand is what belongs to one turn alone: its dice, and what they were used for.
type Hand struct {
	Base    kit.Place    `json:"base,omitempty"` // where it began; nothing where no bonus is given
	Dice    []kit.Face   `json:"dice"`           // as they lie; none before the roll
	Used    []bool       `json:"used"`           // by die
	Done    int          `json:"done,omitempty"` // dice that were used
	Most    int          `json:"most"`           // dice that may be used
	Again   bool         `json:"again,omitempty"`
	Spun    bool         `json:"spun,omitempty"`
	Acted   bool         `json:"acted,omitempty"` // the dice are final
	Drew    []kit.Face   `json:"drew"`            // Insight or Vision, once one was drawn with one die
	Bonus   int          `json:"bonus,omitempty"` // bonuses of attack that were used
	Covered []games.Seat `json:"covered"`         // whose quilts were used
	Told    int          `json:"told,omitempty"`  // [Story.told] when it began
}

// rollDie is one roll of a die that has one of the faces twice.
func rollDie(r *rand.Rand, double kit.Face) kit.Face {
	if n := r.IntN(6); n < len(kit.Faces) {
		return kit.Faces[n]
	}
	return double
}

// Lay lays dice that no player has used.
func (t *Hand) Lay(dice ...kit.Face) { t.Dice, t.Used = dice, make([]bool, len(dice)) }

// throw rolls the dice, or changes how they lie. It tells what happened.
func (t *Hand) throw(r *rand.Rand, double kit.Face, m kit.Move) kit.Kind {
	switch m.Verb {
	case kit.Reroll:
		t.Lay(rollDie(r, double), rollDie(r, double), rollDie(r, double))
		t.Again = true
		return kit.Rerolled
	case kit.Spin:
		t.Dice[slices.Index(t.Dice, m.Face)] = rollDie(r, double)
		t.Spun = true
		return kit.Spun
	case kit.Turn:
		t.Dice[0], t.Again = m.Face, true // the House's second roll comes before
		return kit.Turned
	default:
		t.Lay(rollDie(r, double), rollDie(r, double), rollDie(r, double))
		return kit.Rolled
	}
}

// String is how the dice lie, in words of [kit.Face].
func (t *Hand) String() string {
	var b strings.Builder
	for i, f := range t.Dice {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(f))
	}
	return b.String()
}

// changes are the ways to change how the dice lie. There are none once an action
// was made. button is whether the player has the button.
func (t *Hand) changes(button bool) []kit.Move {
	var list []kit.Move
	if t.Acted {
		return nil
	}
	if t.Base == kit.House && !t.Again {
		list = append(list, kit.Bare(kit.Reroll))
	}
	if button && !t.Spun {
		for _, f := range kit.Distinct(t.Dice) {
			list = append(list, kit.Move{Verb: kit.Spin, Seat: games.Nobody, Face: f})
		}
	}
	if len(t.Dice) == 3 && t.Dice[0] == t.Dice[1] && t.Dice[1] == t.Dice[2] {
		for _, f := range kit.Faces {
			if f != t.Dice[0] {
				list = append(list, kit.Move{Verb: kit.Turn, Seat: games.Nobody, Face: f})
			}
		}
	}
	return list
}

// left are the faces of the dice that are not used.
func (t *Hand) left() []kit.Face {
	var list []kit.Face
	for i, f := range t.Dice {
		if !t.Used[i] {
			list = append(list, f)
		}
	}
	return list
}

// draws reports whether two dice of a face are one action.
func draws(f kit.Face) bool { return f == kit.FaceInsight || f == kit.FaceVision }

// able reports whether a die of a face has an action, where possible tells what
// the table allows. A face of which one die was drawn with is spent: two of it
// would have been one action.
func (t *Hand) able(f kit.Face, possible func(kit.Face) bool) bool {
	return !slices.Contains(t.Drew, f) && possible(f)
}

// usable are the faces whose action may be made now with one die. The second
// list is the faces of which two dice may be taken at once.
func (t *Hand) usable(possible func(kit.Face) bool) (one, two []kit.Face) {
	need := t.Most - t.Done
	left := t.left()
	if need <= 0 || len(left) == 0 {
		return nil, nil
	}
	for i, f := range left {
		if !t.able(f, possible) {
			continue
		}
		for _, g := range left[i+1:] {
			if need < 2 || !t.able(g, possible) {
				continue
			}
			if f == g && draws(f) {
				two = append(two, f)
				continue
			}
			one = append(one, f, g)
		}
	}
	if len(one) == 0 && len(two) == 0 {
		for _, f := range left {
			if t.able(f, possible) {
				one = append(one, f)
			}
		}
	}
	order := func(list []kit.Face) []kit.Face {
		list = kit.Distinct(list)
		slices.SortFunc(list, func(a, b kit.Face) int { return slices.Index(kit.Faces, a) - slices.Index(kit.Faces, b) })
		return list
	}
	return order(one), order(two)
}

// thirdHelps reports whether a third die would be of use now.
func (t *Hand) thirdHelps(possible func(kit.Face) bool) bool {
	if len(t.Dice) != 3 || t.Most != 2 {
		return false
	}
	return t.Done < t.Most || slices.ContainsFunc(t.left(), func(f kit.Face) bool { return t.able(f, possible) })
}

// spend uses a die of a face.
func (t *Hand) spend(f kit.Face) {
	for i := range t.Dice {
		if t.Dice[i] == f && !t.Used[i] {
			t.Used[i] = true
			t.Done++
			t.Acted = true
			return
		}
	}
}

// spendDrawing uses n dice of a face that draws cards.
func (t *Hand) spendDrawing(f kit.Face, n int) {
	for range n {
		t.spend(f)
	}
	t.Drew = append(t.Drew, f)
}
