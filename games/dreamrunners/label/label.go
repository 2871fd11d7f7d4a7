// Package label names the things of Dream Runners for readers: tiles, segments, rewards, seats and
// numbers, each with its sign where it has one.
//
// # Why it stands apart
//
// Pages and pictures name the same things, and must name them alike: a picture is described in
// words. They need nothing else of each other. Only what both of them say stands here, and the
// signs of rewards. The sentences themselves are in the catalogues.
package label

import (
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
	"oneiros/games/ui"
)

// Presses are the turns that a press gives to what is held, by cell, with what the part
// outside of the tile costs.
func Presses(list []view.Press) []ui.Text {
	var words []ui.Text
	for _, p := range list {
		if !p.OK {
			continue
		}
		s := p.Cell.String() + " " + p.Turn.String() + "°"
		if p.Outside > 0 {
			s += " " + Outside(p.Outside) + "🌙"
		}
		words = append(words, ui.Literal(s))
	}
	return words
}

// Outside is the calm that cells outside of the tile cost.
func Outside(outside int) string { return "−" + strconv.Itoa(outside) }

// Winners are the names of those who won.
func Winners(v view.View) []ui.Text {
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	return names
}

// Joined is texts with dots between them. It is empty for none.
func Joined(list ...ui.Text) ui.Text {
	var all ui.Text
	for _, x := range list {
		switch {
		case x.IsZero():
		case all.IsZero():
			all = x
		default:
			all = ui.T("joined", all, x)
		}
	}
	return all
}

// Called is what the viewer reads for a seat.
func Called(v view.View, seat games.Seat) ui.Text {
	if seat == v.Me {
		return ui.T("you")
	}
	return ui.Name(seat).Text()
}

// Signed is a difference with its sign.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}

// Tile is the name of a tile.
func Tile(t kit.Tile) ui.Text { return ui.T("tile." + t.Card().Name) }

// effectNames are the names of effects in the catalogues.
var effectNames = map[kit.Effect]string{kit.Plain: "plain", kit.Collect: "collect", kit.Banish: "banish", kit.Double: "double", kit.Both: "both"}

// Effect is an effect in words.
func Effect(e kit.Effect) ui.Text { return ui.T("effect." + effectNames[e]) }

// EffectSign is the sign of an effect in words.
func EffectSign(e kit.Effect) ui.Text { return ui.T("sign." + effectNames[e]) }

// Segment is a segment in words: its effects from the first cell to the last, and
// what is printed besides.
func Segment(s kit.Segment) ui.Text {
	card := s.Card()
	var list []ui.Text
	for _, e := range card.Effects {
		list = append(list, Effect(e))
	}
	var coins, points ui.Text
	if card.Coins > 0 {
		coins = ui.T("segment.coins", card.Coins)
	}
	if card.Points > 0 {
		points = ui.T("segment.points", card.Points)
	}
	return ui.T("segment.words", list, coins, points)
}

// ShardDots are the shards in a line, by colour.
var ShardDots = [kit.Colours]string{"🔵", "⚪", "🟠", "🟢"}

// Haul is what was gained, in signs.
func Haul(h kit.Haul) string {
	var list []string
	add := func(n int, sign string) {
		if n != 0 {
			list = append(list, "+"+strconv.Itoa(n)+sign)
		}
	}
	for c, n := range h.Shards {
		add(n, ShardDots[c])
	}
	add(h.Calm, "🌙")
	add(h.Keys, "🗝️")
	add(h.Coins, "🪙")
	return strings.Join(list, " ")
}

// HaulText is what was gained, in signs, for a line.
func HaulText(h kit.Haul) ui.Text { return ui.Literal(Haul(h)) }

// RewardSigns are rewards in signs.
var RewardSigns = map[kit.Reward]string{
	kit.BlueShard: "🔵", kit.WhiteShard: "⚪", kit.OrangeShard: "🟠", kit.GreenShard: "🟢", kit.Rainbow: "🌈",
	kit.CalmPoint: "🌙", kit.Key: "🗝️", kit.Coin: "🪙", kit.Chest1: "🧰1", kit.Chest2: "🧰2", kit.Chest3: "🧰3",
}

// Rewards are rewards in signs, one after the other.
func Rewards(list []kit.Reward) ui.Text {
	var b strings.Builder
	for _, r := range list {
		b.WriteString(RewardSigns[r])
	}
	return ui.Literal(b.String())
}
