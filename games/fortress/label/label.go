// Package label names the things of Dream Fortress for readers: roles, places, Visions, seats and
// numbers, each with its icon where it has one.
//
// # Why it stands apart
//
// Pages, pictures and the account of what happened name the same things, and must name them alike.
// They need nothing else of each other. Only what at least two of them say stands here. The
// sentences themselves are in the catalogues.
package label

import (
	"cmp"
	"strings"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// Signs are the signs of seats. The markers in the pictures have the same colours.
var Signs = []string{"🔴", "🟠", "🟡", "🟢", "🔵", "🟣", "🟤", "⚪", "⚫"}

// Sign is the sign of a seat, for a line that names the seat.
func Sign(seat games.Seat) ui.Text { return ui.Literal(Signs[seat]) }

// FaceIcons stand for the faces of the dice.
var FaceIcons = map[kit.Face]string{kit.FaceInsight: "👁️", kit.FaceVision: "🔮", kit.FaceMove: "👣", kit.FaceAttack: "⏰", kit.FaceHeal: "💗"}

// PlaceIcons stand for the places.
var PlaceIcons = map[kit.Place]string{kit.City: "🌊", kit.Forest: "🌲", kit.Shop: "🏺", kit.House: "🏡"}

// VisionIcons stand for the Visions that lie before players, beside names and Visions' names.
var VisionIcons = map[kit.Vision]string{
	kit.Wings: "🪶", kit.Thread: "🧵", kit.Quilt: "🧩", kit.Letter: "✉️", kit.Tale: "📖", kit.Boots: "👢", kit.Button: "🔘", kit.Cocoa: "☕",
	kit.Rooster: "🐓", kit.Lullaby: "🎵", kit.Magpie: "🐦", kit.Door: "🚪", kit.Mirror: "🪞", kit.Hourglass: "⌛", kit.Diary: "📓",
}

// VisionIcon is the sign of a Vision; a special one, which lies before no player, has that of
// the deck.
func VisionIcon(v kit.Vision) string { return cmp.Or(VisionIcons[v], FaceIcons[kit.FaceVision]) }

// Place names a place.
func Place(p kit.Place) ui.Text { return ui.T("place." + string(p)) }

// Vision names a Vision.
func Vision(v kit.Vision) ui.Text { return ui.T("vision." + string(v)) }

// Role names a role.
func Role(r kit.Role) ui.Text { return ui.T("role." + string(r)) }

// Visions names Visions, one of a kind once, with how many.
func Visions(list []kit.Vision) []ui.Text {
	var out []ui.Text
	for _, v := range kit.Distinct(list) {
		if n := kit.Count(list, v); n > 1 {
			out = append(out, ui.T("visions.many", Vision(v), n))
		} else {
			out = append(out, Vision(v))
		}
	}
	return out
}

// VisionsWithIcons names Visions as [Visions] does, each behind its sign.
func VisionsWithIcons(list []kit.Vision) []ui.Text {
	out := Visions(list)
	for i, c := range kit.Distinct(list) {
		out[i] = ui.T("floors.sign", VisionIcon(c), out[i])
	}
	return out
}

// Insight is the text of an Insight.
func Insight(c kit.Insight) ui.Text {
	var about []ui.Text
	for i, g := range kit.Groups {
		if c.About()&g != 0 {
			about = append(about, ui.T("group."+string(kit.GroupLetters[i])))
		}
	}
	if len(about) == 2 {
		return ui.T("insight."+c.Effect(), ui.T("insight.either", about[0], about[1]))
	}
	return ui.T("insight."+c.Effect(), about[0])
}

// Gist is an Insight in a few words.
func Gist(c kit.Insight) ui.Text {
	var about []ui.Text
	for i, g := range kit.Groups {
		if c.About()&g != 0 {
			about = append(about, ui.T("gist.group."+string(kit.GroupLetters[i])))
		}
	}
	if len(about) == 2 {
		return ui.T("gist."+c.Effect(), ui.T("insight.either", about[0], about[1]))
	}
	return ui.T("gist."+c.Effect(), about[0])
}

// Purpose is how the viewer wins, to stand within a sentence.
func Purpose(v view.View) ui.Text {
	if v.Role == kit.Janitor {
		return ui.T("aim.janitor.beside", ui.Name(v.RightOf(v.Me)))
	}
	return ui.T("aim." + string(v.Role))
}

// Bonus is what a location gives.
func Bonus(p kit.Place) ui.Text {
	return ui.T("place.bonus", PlaceIcons[p], ui.T("place.short."+string(p)), ui.T("bonus."+string(p)))
}

// Faces are the faces of dice, which an event has in words of [kit.Face].
func Faces(dice string) (list []ui.Text) {
	for f := range strings.FieldsSeq(dice) {
		list = append(list, ui.T("face."+f))
	}
	return list
}

// Effect is what a Vision does.
func Effect(v kit.Vision) ui.Text { return ui.T("vision." + string(v) + ".does") }
