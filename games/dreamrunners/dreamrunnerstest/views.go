package dreamrunnerstest

import (
	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/dreamrunners/view"
)

// fullest is the tile with most to draw.
func fullest() kit.Tile {
	best, most := kit.Tile(1), 0
	for t := kit.Tile(1); t <= kit.Tiles; t++ {
		n := 0
		for _, q := range t.Card().Squares {
			n += len(q.Rewards)
			if q.Kind != kit.Empty {
				n++
			}
		}
		if n > most {
			best, most = t, n
		}
	}
	return best
}

// Crowded is what a seat sees of a table in the fifth round. It has everything that a
// picture can show. The public has a negative seat.
func Crowded(seats int, me games.Seat) view.View {
	v := view.View{Me: me, Phase: kit.Building, Round: 5, Tile: fullest(), First: 1, Shopper: games.Nobody, Stacks: [kit.Shapes]int{6, 5, 4, 3}}
	for shape := range kit.Shapes {
		v.Shop[shape] = kit.Segment(kit.Sets*kit.Shapes + kit.EachNeutral*(shape+1) - 1)
	}
	for i := range seats {
		d := view.Dreaming{Set: i + 1, Calm: 22 - 6*i, Stars: 2 * i, Coins: 3 + 4*i, Keys: i, Shards: [kit.Colours]int{i, 1, 0, 2}, Ready: i == 1}
		for _, s := range kit.ShownShapes {
			d.Segments = append(d.Segments, kit.Owned{Label: kit.LabelOf(s, 1), Segment: kit.StartSegment(i, s)})
		}
		d.Segments = append(d.Segments, kit.Owned{Label: "L2", Segment: kit.Segment(kit.Sets*kit.Shapes + 20)}, kit.Owned{Label: "M2", Segment: kit.Segment(kit.Sets*kit.Shapes + 1)})
		d.Score = kit.Score{Stars: kit.StarTrack[d.Stars], Calm: d.Calm, Points: i, Total: kit.StarTrack[d.Stars] + d.Calm + i}
		v.Dreamers = append(v.Dreamers, d)
	}
	if me >= 0 {
		v.Draft = composed(int(me))
	}
	v.Last = kit.Reveal{Round: 4, Tile: v.Tile, First: 1}
	for i := range seats {
		v.Last.Results = append(v.Last.Results, kit.Result{Draft: composed(i), Before: 20, Calm: 17 + 2*i, Steps: i % 2,
			Uncovered: 1, Outside: 1, Harms: []kit.Harm{{Square: 0, Kind: kit.Nightmare, Loss: 2}}, Gains: []kit.Gain{{Square: 2, Kind: kit.Treasure, Times: 1, Haul: kit.Haul{Coins: 2}}}})
	}
	return v
}

// composed is a composition of the start segments of a seat, a cell of which is outside.
func composed(seat int) []kit.Piece {
	return []kit.Piece{
		{Label: "L", Segment: kit.StartSegment(seat, kit.Bend), Cell: kit.SquareCell(0), Turn: 1}, {Label: "I", Segment: kit.StartSegment(seat, kit.Trio), Cell: kit.SquareCell(8), Turn: 0},
		{Label: "D", Segment: kit.StartSegment(seat, kit.Duo), Cell: kit.SquareCell(2), Turn: 1}, {Label: "M", Segment: kit.StartSegment(seat, kit.Mono), Cell: kit.SquareCell(4), Turn: 0},
	}
}

// Ended is the public view of the end.
func Ended() view.View {
	v := Crowded(kit.MaxSeats, games.Nobody)
	v.Phase, v.Winners, v.Round = kit.Over, []games.Seat{1, 3}, kit.Rounds
	v.Dreamers[2].Woke = 6
	v.Way = [][]int{{20, 18, 21, 19, 24, 22, 25, 23, 22}, {20, 19, 22, 23, 27, 25, 26, 28, 26}, {20, 16, 12, 9, 5, 3, 0}, {20, 21, 24, 22, 26, 30, 29, 33, 37}}
	return v
}

// EndedFor is what a seat sees of the end.
func EndedFor(seat games.Seat) view.View {
	v := Ended()
	v.Me = seat
	return v
}
