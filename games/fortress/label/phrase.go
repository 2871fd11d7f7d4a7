package label

import (
	"strconv"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// InLaps says of which laps something is: with the key of one lap, or of several.
func InLaps(key string, laps []kit.Lap) ui.Text {
	first, last := laps[0].N, laps[len(laps)-1].N
	if first == last {
		return ui.T(key+".one", first)
	}
	return ui.T(key, first, last)
}

// OfLaps follows the number of a lap: how many there are at most. It is zero where no dawn
// ends the night.
func OfLaps(v view.View) ui.Text {
	if v.Endless {
		return ui.Text{}
	}
	return ui.T("lap.of", kit.LastLap)
}

// Seat is a seat in a line about what happened: its name, or "you".
func Seat(v view.View, seat games.Seat) ui.Text {
	if seat == v.Me && seat != games.Nobody {
		return ui.T("who.you")
	}
	return ui.Name(seat).Text()
}

// Signed is a number with its sign.
func Signed(n int) ui.Text {
	if n > 0 {
		return ui.Literal("+" + strconv.Itoa(n))
	}
	return ui.Literal("−" + strconv.Itoa(-n))
}

// Bounds is a number that is known, or its bounds.
func Bounds(least, most int) ui.Text {
	if least == most {
		return ui.T("some", most)
	}
	return ui.T("some.between", least, most)
}

// Floors is a number of floors with its sign: a true minus is wider than a hyphen.
func Floors(n int) ui.Text {
	if n < 0 {
		return ui.T("floors.minus", -n)
	}
	return ui.T("some", n)
}

// Dotted is a list with dots between its members, which may be lists themselves.
func Dotted(list []ui.Text) (line ui.Text) {
	for i, t := range list {
		if i > 0 {
			line.Args = append(line.Args, ui.T("dot"))
		}
		line.Args = append(line.Args, t)
	}
	return line
}
