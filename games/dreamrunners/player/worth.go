package player

import (
	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// Values of things, in points of calm.
const (
	shardWorth   = 1.3
	rainbowWorth = 1.6
	keyWorth     = 1.0
	coinWorth    = 1.0 / kit.CalmPrice
	shareWorth   = 0.6 // of intertwined dreams, of which others take a part
	batWorth     = 0.5
)

// chestWorth is about what a chest holds, by locks.
var chestWorth = [kit.MaxLocks + 1]float32{0, 2, 3, 5}

// effects in the order of the columns of weights.
const effectList = ".cbxm"

// columnOf is the column of each effect.
var columnOf = func() (list [128]int8) {
	for i := range effectList {
		list[effectList[i]] = int8(i)
	}
	return list
}()

// weights is what the segments of a player bring on a tile.
type weights struct {
	effect  [9][len(effectList)]float32 // what an effect brings on a square
	octopus int                         // its square, or -1
	own     []kit.Owned
	best    [2][]filled // by slot, without and with banishing the octopus
}

// filled is the best segment for a slot.
type filled struct {
	own   int // index; -1 where none has the shape
	worth float32
}

// weigh finds what the segments of a player bring in every slot of a tile.
func (p *player) weigh(tile *kit.TileCard, seen int, own []kit.Owned) *weights {
	w := &weights{octopus: -1, own: own}
	squares, _ := tile.Seen(seen)
	calm := p.calm()
	for i, q := range squares {
		once, twice, saved := p.rewards(q, 1), p.rewards(q, 2), float32(0)
		switch q.Kind {
		case kit.Nightmare, kit.Spider:
			saved = float32(q.Loss) * calm
		case kit.Bat:
			saved = batWorth
		case kit.Octopus:
			w.octopus = i
		}
		w.effect[i] = [...]float32{0, once, saved, twice, once + saved}
	}
	for mode := range w.best {
		if mode == 1 && w.octopus < 0 {
			break
		}
		w.best[mode] = make([]filled, len(kit.Slots))
		for i := range kit.Slots {
			w.best[mode][i] = w.pick(&kit.Slots[i], mode == 1, calm)
		}
	}
	return w
}

// pick finds the best segment for a slot. Where an octopus is not banished, every effect
// that collects costs a point of calm.
func (w *weights) pick(k *kit.Slot, banish bool, calm float32) filled {
	best := filled{-1, -2 * float32(k.Shape.Size())}
	for j, o := range w.own {
		c := o.Segment.Card()
		if c.Shape != k.Shape {
			continue
		}
		sum := float32(0)
		for n, i := range k.On {
			e := c.Effects[n]
			sum += w.effect[i][columnOf[e]]
			switch {
			case w.octopus < 0:
			case !banish && e.Collects():
				sum -= calm
			case banish && i == w.octopus && !e.Banishes():
				sum -= 100
			}
		}
		if best.own < 0 || sum > best.worth {
			best = filled{j, sum}
		}
	}
	return best
}

// most is the best of some layouts, and what it is worth.
func (w *weights) most(list []kit.Layout) (best *kit.Layout, banish int, most float32) {
	for mode, fill := range w.best {
		for i := range list {
			if fill == nil {
				break
			}
			sum := float32(0)
			for _, k := range list[i] {
				sum += fill[k].worth
			}
			if best == nil || sum > most {
				best, banish, most = &list[i], mode, sum
			}
		}
	}
	return best, banish, most
}

// pieces is a layout with the best segments.
func (w *weights) pieces(l *kit.Layout, banish int) kit.Composition {
	var list kit.Composition
	for _, k := range l {
		if f := w.best[banish][k]; f.own >= 0 {
			list = append(list, kit.Slots[k].Piece(w.own[f.own]))
		}
	}
	return list
}

// calm is what a point of calm is worth. A player who may wake holds it dear.
func (p *player) calm() float32 {
	if p.how == games.Easy {
		return 1
	}
	return 1 + max(0, float32(10-p.me.Calm))/4
}

// rewards is what collecting a square is worth.
func (p *player) rewards(q kit.Square, times int) float32 {
	sum := float32(0)
	for _, r := range q.Rewards {
		if c, ok := r.Shard(); ok {
			for k := range times {
				sum += p.shard(c, k)
			}
			continue
		}
		switch n := r.Locks(); {
		case n > 0:
			sum += chestWorth[n] * float32(min(times, p.me.Keys/n))
		case r == kit.Rainbow:
			sum += rainbowWorth * float32(times)
		case r == kit.CalmPoint:
			sum += p.calm() * float32(times)
		case r == kit.Key:
			sum += keyWorth * float32(times)
		case r == kit.Coin:
			sum += coinWorth * float32(times)
		}
	}
	if q.Kind == kit.Intertwined {
		sum *= shareWorth
	}
	return sum
}

// shard is what one more shard of a colour is worth, after some more of it.
func (p *player) shard(c kit.Colour, more int) float32 {
	if !p.skill.counts {
		return shardWorth
	}
	have := p.me.Shards[c] + more
	step := min(p.me.Stars+have+1, kit.Top)
	worth := float32(kit.StarTrack[step]-kit.StarTrack[step-1]) / kit.Colours
	if step == kit.Top {
		worth = float32(kit.SetPoints) / kit.Colours
	}
	fewest := have
	for _, n := range p.me.Shards {
		fewest = min(fewest, n)
	}
	if have-fewest > (kit.Rounds-p.v.Round)/2+1 {
		return worth / 4
	}
	return worth
}
