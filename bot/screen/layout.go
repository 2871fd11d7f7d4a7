package screen

import (
	"oneiros/bot/discord"
	"oneiros/games/ui"
)

// comfortable and wide are how many characters the labels of a row of buttons may
// have together. A phone shows the first without breaking the row.
const (
	comfortable = 38
	wide        = 60
)

// arrange puts controls into at most room rows. A row is a list of buttons, by
// number, or one menu. It tries four ways and takes the first that fits. First,
// rows begin where the page says so and are narrow enough for a phone. Then they
// are wider, then of any width. At last they ignore the breaks of the page. If none
// fits, rest is the controls that are left, in reading order. One row is left free
// for them.
func arrange(controls []ui.Control, width func(i int) int, room int) (rows [][]int, rest []int) {
	for _, try := range []struct {
		width  int
		breaks bool
	}{{comfortable, true}, {wide, true}, {1 << 30, true}, {1 << 30, false}} {
		rows = fill(controls, width, try.width, try.breaks)
		if len(rows) <= room {
			return rows, nil
		}
	}
	keep := max(room-1, 0)
	for _, row := range rows[keep:] {
		rest = append(rest, row...)
	}
	return rows[:keep], rest
}

func fill(controls []ui.Control, width func(i int) int, limit int, breaks bool) [][]int {
	var rows [][]int
	var row []int
	used := 0
	end := func() {
		if len(row) > 0 {
			rows = append(rows, row)
		}
		row, used = nil, 0
	}
	for i, c := range controls {
		if c.Menu != nil {
			end()
			rows = append(rows, []int{i})
			continue
		}
		w := width(i)
		if breaks && c.Break || len(row) == discord.MaxButtons || len(row) > 0 && used+w > limit {
			end()
		}
		row = append(row, i)
		used += w
	}
	end()
	return rows
}
