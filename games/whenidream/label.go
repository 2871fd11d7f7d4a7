package whenidream

import (
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// role is the name of what a player is in this round.
func role(r kit.Role) ui.Text {
	if r == "" {
		return ui.T("role.dreamer")
	}
	return ui.T("role." + string(r))
}

// roleIcons are the signs of roles; the empty one is the dreamer's.
var roleIcons = map[kit.Role]string{"": "💤", kit.Good: "🟡", kit.Bad: "🔵", kit.Trickster: "⚖️"}

// sideSigns say the sides in a description that has no room for words.
var sideSigns = map[kit.Side]string{kit.Yellow: "✓", kit.Blue: "✗", kit.Penalty: "⛔", kit.Bed: "🛏️"}

// bothWords is an element in its languages.
func bothWords(e kit.Element) ui.Text {
	if e.Other == "" {
		return ui.Literal(e.Word)
	}
	return ui.T("element.both", e.Word, e.Other)
}

// meaning is which meaning of the word is meant, after the word; zero for the only one.
func meaning(e *kit.Element) ui.Text {
	if e.Note == "" {
		return ui.Text{}
	}
	return ui.T("element.meaning", e.Note)
}

// named is the name of a seat, or "you".
func named(v view.View, seat games.Seat) ui.Text {
	if seat == v.Me && seat != games.Nobody {
		return ui.T("you")
	}
	return ui.Name(seat).Text()
}

// seated reports whether any player sits at s.
func seated(v view.View, s games.Seat) bool { return s >= 0 && int(s) < len(v.Circle) }

// count is how many cards lie on each side.
func count(cards []view.Card) (yellow, blue int) {
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

// shortened is a guess as it stands beside its card.
func shortened(guess string) string {
	if r := []rune(guess); len(r) > mostGuess {
		return string(r[:mostGuess-1]) + "…"
	}
	return guess
}

// mostNights is how many nights have their points in the line of a player. More make two
// lines of it on a phone, and the chart has them too.
const mostNights = 6

// nightOf is what a player got in a night of the match, by its index, and whether they were
// there.
func nightOf(v view.View, night int, seat games.Seat) (kit.Line, bool) {
	for _, l := range v.Dreams[night].Score.Lines {
		if l.Seat == seat {
			return l, true
		}
	}
	return kit.Line{}, false
}

// roleOf is what a spirit was in the round; empty where no reader knows.
func roleOf(v view.View, seat games.Seat) kit.Role {
	if int(seat) >= len(v.Roles) {
		return ""
	}
	return v.Roles[seat]
}

func partName(r kit.Role) string {
	if r == "" {
		return "dreamer"
	}
	return string(r)
}
