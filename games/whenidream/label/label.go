// Package label names the things of When I Dream for readers: roles, sides, seats, elements, points,
// and the clues in the record of a round.
//
// # Why it stands apart
//
// Pages and pictures say the same things beside each other, and must say them alike. They need nothing
// else of each other. Only what at least two of them say stands here: names and signs in this file, who
// has how many points in score.go, the cells of the record in record.go. The sentences themselves are
// in the catalogues.
package label

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// Role is the name of what a player is in this round.
func Role(r kit.Role) ui.Text {
	if r == "" {
		return ui.T("role.dreamer")
	}
	return ui.T("role." + string(r))
}

// RoleIcons are the signs of roles; the empty one is the dreamer's.
var RoleIcons = map[kit.Role]string{"": "💤", kit.Good: "🟡", kit.Bad: "🔵", kit.Trickster: "⚖️"}

// SideSigns say the sides in a description that has no room for words.
var SideSigns = map[kit.Side]string{kit.Yellow: "✓", kit.Blue: "✗", kit.Penalty: "⛔", kit.Bed: "🛏️"}

// Words is an element in its languages.
func Words(e kit.Element) ui.Text {
	if e.Other == "" {
		return ui.Literal(e.Word)
	}
	return ui.T("element.both", e.Word, e.Other)
}

// Meaning is which meaning of the word is meant, after the word; zero for the only one.
func Meaning(e *kit.Element) ui.Text {
	if e.Note == "" {
		return ui.Text{}
	}
	return ui.T("element.meaning", e.Note)
}

// Seat is the name of a seat, or "you".
func Seat(v view.View, seat games.Seat) ui.Text {
	if seat == v.Me && seat != games.Nobody {
		return ui.T("you")
	}
	return ui.Name(seat).Text()
}

// Seated reports whether any player sits at s.
func Seated(v view.View, s games.Seat) bool { return s >= 0 && int(s) < len(v.Circle) }

// Count is how many cards lie on each side.
func Count(cards []view.Card) (yellow, blue int) {
	for _, c := range cards {
		switch c.Side {
		case kit.Yellow:
			yellow++
		case kit.Blue:
			blue++
		}
	}
	return yellow, blue
}

// mostGuess is how many characters of a guess stand beside its card.
const mostGuess = 24

// Shortened is a guess as it stands beside its card.
func Shortened(guess string) string {
	if r := []rune(guess); len(r) > mostGuess {
		return string(r[:mostGuess-1]) + "…"
	}
	return guess
}

// MostNights is how many nights have their points in the line of a player. More make two
// lines of it on a phone, and the chart has them too.
const MostNights = 6

// NightOf is what a player got in a night of the match, by its index, and whether they were
// there.
func NightOf(v view.View, night int, seat games.Seat) (kit.Line, bool) {
	for _, l := range v.Dreams[night].Score.Lines {
		if l.Seat == seat {
			return l, true
		}
	}
	return kit.Line{}, false
}

// RoleOf is what a spirit was in the round; empty where no reader knows.
func RoleOf(v view.View, seat games.Seat) kit.Role {
	if int(seat) >= len(v.Roles) {
		return ""
	}
	return v.Roles[seat]
}

// PartName is what catalogues and pictures call a role; the empty one is the dreamer's.
func PartName(r kit.Role) string {
	if r == "" {
		return "dreamer"
	}
	return string(r)
}
