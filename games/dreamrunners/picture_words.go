package dreamrunners

import (
	"strconv"
	"strings"

	"oneiros/games/paint"
	"oneiros/games/ui"
)

// tileName is the name of a tile.
func tileName(t Tile) ui.Text { return ui.T("tile." + t.Card().Name) }

// rewardNames are the names of rewards in the catalogues.
var rewardNames = map[Reward]string{
	BlueShard: "blue", WhiteShard: "white", OrangeShard: "orange", GreenShard: "green", Rainbow: "rainbow",
	CalmPoint: "calm", Key: "key", Coin: "coin", Chest1: "chest1", Chest2: "chest2", Chest3: "chest3",
}

// rewardWords are rewards in words, each once, with how many there are.
func rewardWords(list []Reward) []ui.Text {
	var words []ui.Text
	for _, r := range []byte(rewards) {
		n := 0
		for _, have := range list {
			if have == Reward(r) {
				n++
			}
		}
		word := ui.T("reward." + rewardNames[Reward(r)])
		switch {
		case n == 1:
			words = append(words, word)
		case n > 1:
			words = append(words, ui.T("reward.many", word, n))
		}
	}
	return words
}

// squareWords is what lies on a square, in words.
func squareWords(s Square) ui.Text {
	switch s.Kind {
	case Nightmare:
		return ui.T("square.nightmare", s.Loss)
	case Octopus:
		return ui.T("square.octopus")
	case Bat:
		return ui.T("square.bat")
	case Spider:
		return ui.T("square.spider", s.Loss, rewardWords(s.Rewards))
	case Treasure:
		return ui.Text{Args: []any{rewardWords(s.Rewards)}}
	case Intertwined:
		return ui.T("square.intertwined", rewardWords(s.Rewards))
	default:
		return ui.T("square.empty")
	}
}

// tileAlt is a tile in words, as a player sees it.
func tileAlt(t Tile, turns int) ui.Text {
	squares, _ := t.Card().Seen(turns)
	var list []ui.Text
	for i, s := range squares {
		list = append(list, ui.T("tile.alt.square", ui.Literal(squareCell(i).String()), squareWords(s)))
	}
	return ui.T("tile.alt", tileName(t), list)
}

// effectNames are the names of effects in the catalogues.
var effectNames = map[Effect]string{Plain: "plain", Collect: "collect", Banish: "banish", Double: "double", Both: "both"}

// effectWord is an effect in words.
func effectWord(e Effect) ui.Text { return ui.T("effect." + effectNames[e]) }

// effectSign is the sign of an effect in words.
func effectSign(e Effect) ui.Text { return ui.T("sign." + effectNames[e]) }

// segmentWords is a segment in words: its effects from the first cell to the last, and
// what is printed besides.
func segmentWords(s Segment) ui.Text {
	card := s.Card()
	var list []ui.Text
	for _, e := range card.Effects {
		list = append(list, effectWord(e))
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

// pieceWords is a placed segment in words: each of its cells with its effect.
func pieceWords(p Piece) ui.Text {
	var list []ui.Text
	effects := p.Segment.Card().Effects
	for i, c := range p.Cells() {
		list = append(list, ui.T("piece.cell", ui.Literal(c.String()), effectWord(effects[i])))
	}
	return ui.T("piece", ui.Literal(string(p.Label)), list)
}

// shardDots are the shards in a line, by colour.
var shardDots = [colours]string{"🔵", "⚪", "🟠", "🟢"}

// haulWords is what was gained, in signs.
func haulWords(h Haul) string {
	var list []string
	add := func(n int, sign string) {
		if n != 0 {
			list = append(list, "+"+strconv.Itoa(n)+sign)
		}
	}
	for c, n := range h.Shards {
		add(n, shardDots[c])
	}
	add(h.Calm, "🌙")
	add(h.Keys, "🗝️")
	add(h.Coins, "🪙")
	return strings.Join(list, " ")
}

// haulText is what was gained, in signs, for a line.
func haulText(h Haul) ui.Text { return ui.Literal(haulWords(h)) }

// haulAlt is what was gained, in signs, or that it was nothing.
func haulAlt(h Haul) ui.Text {
	if h == (Haul{}) {
		return ui.T("haul.nothing")
	}
	return haulText(h)
}

// rewardSigns are rewards in signs.
var rewardSigns = map[Reward]string{
	BlueShard: "🔵", WhiteShard: "⚪", OrangeShard: "🟠", GreenShard: "🟢", Rainbow: "🌈",
	CalmPoint: "🌙", Key: "🗝️", Coin: "🪙", Chest1: "🧰1", Chest2: "🧰2", Chest3: "🧰3",
}

// signsOf are rewards in signs, one after the other.
func signsOf(list []Reward) ui.Text {
	var b strings.Builder
	for _, r := range list {
		b.WriteString(rewardSigns[r])
	}
	return ui.Literal(b.String())
}

// shardLetters are the letters on shards.
func shardLetters(say func(ui.Text) string) (letters [colours]string) {
	for c := range letters {
		letters[c] = say(ui.T("letter." + Colour(c).String()))
	}
	return letters
}

// tokens are the signs of rewards.
func tokens(list []Reward) []token {
	var out []token
	for _, r := range list {
		c, shard := r.Shard()
		switch {
		case shard:
			out = append(out, tokenBlue+token(c))
		case r == Rainbow:
			out = append(out, tokenRainbow)
		case r == CalmPoint:
			out = append(out, tokenCalm)
		case r == Key:
			out = append(out, tokenKey)
		case r == Coin:
			out = append(out, tokenCoin)
		default:
			out = append(out, tokenChest1+token(r.Locks()-1))
		}
	}
	return out
}

// dreadSigns are the signs of nightmares.
var dreadSigns = map[SquareKind]*paint.Icon{Nightmare: dreadSign, Octopus: octopusSign, Bat: batSign, Spider: spiderSign}

// lookOf is how a square is drawn.
func lookOf(s Square) look {
	l := look{dread: dreadSigns[s.Kind], knot: s.Kind == Intertwined, tokens: tokens(s.Rewards)}
	switch s.Kind {
	case Octopus:
		l.loss, l.per = "−1", collectSign
	case Bat:
		l.loss, l.per = "−", cardSign
	case Nightmare, Spider:
		l.loss = "−" + strconv.Itoa(s.Loss)
	}
	return l
}

// looksOf is how a tile is drawn for a player who sees it turned.
func looksOf(t Tile, turns int) *[9]look {
	var list [9]look
	squares, _ := t.Card().Seen(turns)
	for i, s := range squares {
		list[i] = lookOf(s)
	}
	return &list
}

// bands are the inks of segments by shape: of the outline, and of the ground.
var bands = [shapes][2]paint.Colour{Mono: {bandOne, deepOne}, Duo: {bandTwo, deepTwo}, Trio: {bandThree, deepThree}, Bend: {bandCorner, deepCorner}}

// anchors are which cell of a shape is its anchor.
var anchors = [shapes]int{Trio: 1, Bend: 1}

// markOf is the badge of an effect.
func markOf(e Effect) mark {
	return mark{collect: e.Collects(), banish: e.Banishes(), double: e == Double}
}

// bodyOf is how a placed segment is drawn.
func bodyOf(p Piece) body {
	card := p.Segment.Card()
	b := body{band: bands[card.Shape][0], deep: bands[card.Shape][1], letter: string(p.Label), anchor: anchors[card.Shape]}
	for i, c := range p.Cells() {
		b.cells = append(b.cells, laid{cellPoint(c), markOf(card.Effects[i])})
	}
	return b
}

// loose is how a segment is drawn that lies nowhere.
func loose(name string, s Segment, t Turn) body {
	b := bodyOf(Piece{Label: Label(name), Segment: s, Cell: squareCell(4), Turn: t})
	b.coins, b.points = s.Card().Coins, s.Card().Points
	return b
}
