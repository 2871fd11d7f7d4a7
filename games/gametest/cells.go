package gametest

import (
	"strconv"
	"strings"

	"oneiros/games"
)

// A cell is one place in the lists of a position, redealt for one viewer or for
// any. The leaf "hands[2][0]" belongs to three cells. They are list 2 for its
// viewer, list 2 for any viewer, and place 0 of any list.
type cell struct {
	path   string // "hands[][]"
	level  int    // which of its lists
	index  int
	viewer string // of the first list; empty for all viewers together
}

// seen counts the redeals of a cell.
type seen struct{ redealt, changed int }

// The other cells of a list change at some rate. A cell is judged when, at that
// rate, expected redeals of it would have changed it. If none did, that is not
// chance.
const (
	expected = 25
	least    = 150 // redeals of a list that fewer than eleven of twenty change
)

// places notes which places of a position a redeal changed. It leaves out what
// belongs to the viewer's seat, which is never redealt. It looks at lists with an
// element for each seat, and at lists of plain values such as a deck. In a list of
// events, a viewer may rightly know one of them for good.
func (c *coverage) places(v games.Viewer, all []leaf, changed map[string]bool) {
	own, seated := v.Seat()
	first := func(at string) (list string, index int) {
		list, rest, _ := strings.Cut(at, "[")
		digits, _, _ := strings.Cut(rest, "]")
		index, err := strconv.Atoi(digits)
		if err != nil {
			return list, -1
		}
		return list, index
	}
	length := map[string]int{}
	for _, l := range all {
		list, index := first(l.at)
		length[list] = max(length[list], index+1)
	}
	for _, l := range all {
		if l.value == `""` || l.value == "0" {
			continue // an empty place, as of a seat at which no player sits
		}
		list, _ := first(l.at)
		if !strings.HasSuffix(l.path, "[]") && length[list] != c.seats {
			continue
		}
		for level, rest := 0, l.at; level < 2; level++ {
			_, after, ok := strings.Cut(rest, "[")
			if !ok {
				break
			}
			digits, next, _ := strings.Cut(after, "]")
			rest = next
			index, err := strconv.Atoi(digits)
			if err != nil || level == 0 && seated && index == int(own) {
				break
			}
			at := cell{path: l.path, level: level, index: index}
			c.place(at, changed[l.at])
			if level == 0 {
				at.viewer = v.String()
				c.place(at, changed[l.at])
			}
		}
	}
}

// place counts one redeal of one place.
func (c *coverage) place(at cell, changed bool) {
	s := c.cells[at]
	if s == nil {
		s = &seen{}
		c.cells[at] = s
	}
	s.redealt++
	if changed {
		s.changed++
	}
}

// stopped looks for redeals that stop early: most places of a list change, and one
// of them never does. The twins are then alike in that place, so no test would find
// a leak of it.
func (c *coverage) stopped() {
	type list struct {
		path  string
		level int
	}
	sums := map[list]seen{}
	for at, s := range c.cells {
		l := list{at.path, at.level}
		sums[l] = seen{sums[l].redealt + s.redealt, sums[l].changed + s.changed}
	}
	for at, s := range c.cells {
		all := sums[list{at.path, at.level}]
		if s.changed > 0 || s.redealt < least && 20*all.changed < 11*all.redealt || s.redealt*all.changed < expected*all.redealt {
			continue
		}
		where := at.viewer
		if where == "" {
			where = "anybody"
		}
		c.fail(Exercised, "number %d of list %d of %s: none of %d redeals for %s changed it, and %d of %d changed its like",
			at.index, at.level+1, at.path, s.redealt, where, all.changed, all.redealt)
	}
}
