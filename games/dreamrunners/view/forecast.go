package view

import "oneiros/games/dreamrunners/kit"

// Forecast is what a composition would bring, as far as its owner can know.
type Forecast struct {
	Uncovered int
	Outside   int
	Harms     []kit.Harm // nightmares that are not banished; the loss of an octopus is counted
	Loss      int        // calm, all in all
	Times     [9]int     // by square as the owner sees it: how often it is collected
	Banished  [9]bool
	Haul      kit.Haul // without what is below
	Rainbows  []int    // squares with a rainbow shard; how many shards is in Times
	Shared    []int    // intertwined dreams
	Opens     []int    // squares with a chest for which the keys suffice
	Closed    []int    // and for which they do not
	Bat       bool     // a bat would take an unused segment
}

// Forecast is what the draft of the viewer would bring now.
func (v View) Forecast() Forecast {
	tile := v.Tile.Card()
	j := kit.Judge(tile, v.Turns, v.Draft)
	squares, from := tile.Seen(v.Turns)
	f := Forecast{Uncovered: j.Uncovered, Outside: j.Outside, Loss: j.Loss(), Bat: j.Bat && len(v.Draft) < len(v.Dreamers[v.Me].Segments)}
	seen := [9]int{}
	for i, k := range from {
		f.Times[i], f.Banished[i], seen[k] = j.Times[k], j.Banished[k], i
	}
	for _, h := range j.Harms {
		h.Square = seen[h.Square]
		f.Harms = append(f.Harms, h)
	}
	var closed []int
	keys := v.Dreamers[v.Me].Keys
	for i, q := range squares {
		switch {
		case f.Times[i] == 0:
		case q.Kind == kit.Intertwined:
			f.Shared = append(f.Shared, i)
		default:
			if f.Haul.Add(q.Rewards, f.Times[i]) > 0 {
				f.Rainbows = append(f.Rainbows, i)
			}
			if q.Locks() > 0 {
				closed = append(closed, i)
			}
		}
	}
	keys += f.Haul.Keys
	for _, i := range closed {
		if n := squares[i].Locks(); keys >= n {
			f.Opens = append(f.Opens, i)
			keys -= n
		} else {
			f.Closed = append(f.Closed, i)
		}
	}
	return f
}
