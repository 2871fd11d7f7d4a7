package picture

import (
	"strconv"

	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/label"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// rewardNames are the names of rewards in the catalogues.
var rewardNames = map[kit.Reward]string{
	kit.BlueShard: "blue", kit.WhiteShard: "white", kit.OrangeShard: "orange", kit.GreenShard: "green", kit.Rainbow: "rainbow",
	kit.CalmPoint: "calm", kit.Key: "key", kit.Coin: "coin", kit.Chest1: "chest1", kit.Chest2: "chest2", kit.Chest3: "chest3",
}

// rewardWords are rewards in words, each once, with how many there are.
func rewardWords(list []kit.Reward) []ui.Text {
	var words []ui.Text
	for _, r := range []byte(kit.Rewards) {
		n := 0
		for _, have := range list {
			if have == kit.Reward(r) {
				n++
			}
		}
		word := ui.T("reward." + rewardNames[kit.Reward(r)])
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
func squareWords(s kit.Square) ui.Text {
	switch s.Kind {
	case kit.Nightmare:
		return ui.T("square.nightmare", s.Loss)
	case kit.Octopus:
		return ui.T("square.octopus")
	case kit.Bat:
		return ui.T("square.bat")
	case kit.Spider:
		return ui.T("square.spider", s.Loss, rewardWords(s.Rewards))
	case kit.Treasure:
		return ui.Text{Args: []any{rewardWords(s.Rewards)}}
	case kit.Intertwined:
		return ui.T("square.intertwined", rewardWords(s.Rewards))
	default:
		return ui.T("square.empty")
	}
}

// tileAlt is a tile in words, as a player sees it.
func tileAlt(t kit.Tile, turns int) ui.Text {
	squares, _ := t.Card().Seen(turns)
	var list []ui.Text
	for i, s := range squares {
		list = append(list, ui.T("tile.alt.square", ui.Literal(kit.SquareCell(i).String()), squareWords(s)))
	}
	return ui.T("tile.alt", label.Tile(t), list)
}

// pieceWords is a placed segment in words: each of its cells with its effect.
func pieceWords(p kit.Piece) ui.Text {
	var list []ui.Text
	effects := p.Segment.Card().Effects
	for i, c := range p.Cells() {
		list = append(list, ui.T("piece.cell", ui.Literal(c.String()), label.Effect(effects[i])))
	}
	return ui.T("piece", ui.Literal(string(p.Label)), list)
}

// haulAlt is what was gained, in signs, or that it was nothing.
func haulAlt(h kit.Haul) ui.Text {
	if h == (kit.Haul{}) {
		return ui.T("haul.nothing")
	}
	return label.HaulText(h)
}

// shardLetters are the letters on shards.
func shardLetters(say func(ui.Text) string) (letters [kit.Colours]string) {
	for c := range letters {
		letters[c] = say(ui.T("letter." + kit.Colour(c).String()))
	}
	return letters
}

// tokens are the signs of rewards.
func tokens(list []kit.Reward) []token {
	var out []token
	for _, r := range list {
		c, shard := r.Shard()
		switch {
		case shard:
			out = append(out, tokenBlue+token(c))
		case r == kit.Rainbow:
			out = append(out, tokenRainbow)
		case r == kit.CalmPoint:
			out = append(out, tokenCalm)
		case r == kit.Key:
			out = append(out, tokenKey)
		case r == kit.Coin:
			out = append(out, tokenCoin)
		default:
			out = append(out, tokenChest1+token(r.Locks()-1))
		}
	}
	return out
}

// dreadSigns are the signs of nightmares.
var dreadSigns = map[kit.SquareKind]*paint.Icon{kit.Nightmare: dreadSign, kit.Octopus: octopusSign, kit.Bat: batSign, kit.Spider: spiderSign}

// lookOf is how a square is drawn.
func lookOf(s kit.Square) look {
	l := look{dread: dreadSigns[s.Kind], knot: s.Kind == kit.Intertwined, tokens: tokens(s.Rewards)}
	switch s.Kind {
	case kit.Octopus:
		l.loss, l.per = "−1", collectSign
	case kit.Bat:
		l.loss, l.per = "−", cardSign
	case kit.Nightmare, kit.Spider:
		l.loss = "−" + strconv.Itoa(s.Loss)
	}
	return l
}

// looksOf is how a tile is drawn for a player who sees it turned.
func looksOf(t kit.Tile, turns int) *[9]look {
	var list [9]look
	squares, _ := t.Card().Seen(turns)
	for i, s := range squares {
		list[i] = lookOf(s)
	}
	return &list
}

// bands are the inks of segments by shape: of the outline, and of the ground.
var bands = [kit.Shapes][2]paint.Colour{kit.Mono: {bandOne, deepOne}, kit.Duo: {bandTwo, deepTwo}, kit.Trio: {bandThree, deepThree}, kit.Bend: {bandCorner, deepCorner}}

// anchors are which cell of a shape is its anchor.
var anchors = [kit.Shapes]int{kit.Trio: 1, kit.Bend: 1}

// markOf is the badge of an effect.
func markOf(e kit.Effect) mark {
	return mark{collect: e.Collects(), banish: e.Banishes(), double: e == kit.Double}
}

// bodyOf is how a placed segment is drawn.
func bodyOf(p kit.Piece) body {
	card := p.Segment.Card()
	b := body{band: bands[card.Shape][0], deep: bands[card.Shape][1], letter: string(p.Label), anchor: anchors[card.Shape]}
	for i, c := range p.Cells() {
		b.cells = append(b.cells, laid{cellPoint(c), markOf(card.Effects[i])})
	}
	return b
}

// loose is how a segment is drawn that lies nowhere.
func loose(name string, s kit.Segment, t kit.Turn) body {
	b := bodyOf(kit.Piece{Label: kit.Label(name), Segment: s, Cell: kit.SquareCell(4), Turn: t})
	b.coins, b.points = s.Card().Coins, s.Card().Points
	return b
}
