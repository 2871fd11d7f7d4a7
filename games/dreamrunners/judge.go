package dreamrunners

// A judgement is what a composition does on a tile, before any player chooses.
type judgement struct {
	uncovered, outside int
	harms              []Harm // in reading order of the tile
	collects           int    // effects that collect, on the tile or not
	times              [9]int // how often each square of the tile is collected
	banished           [9]bool
	bat                bool // a bat may take a segment
}

// judge looks at a composition. Squares of the answer are those of the tile, not turned.
func judge(tile *TileCard, seat int, draft Composition) judgement {
	var j judgement
	var effects [9]Effect
	_, from := tile.Seen(seat)
	for _, c := range draft.covered() {
		if c.Effect.Collects() {
			j.collects++
		}
		if i := c.Cell.Square(); i >= 0 {
			effects[from[i]] = c.Effect
		} else {
			j.outside++
		}
	}
	for i, e := range effects {
		q := tile.Squares[i]
		if e == 0 {
			j.uncovered++
		}
		if len(q.Rewards) > 0 {
			j.times[i] = e.Times()
		}
		if !q.Kind.Nightmare() {
			continue
		}
		if j.banished[i] = e.Banishes(); j.banished[i] {
			continue
		}
		h := Harm{Square: i, Kind: q.Kind, Loss: q.Loss}
		switch q.Kind {
		case Octopus:
			h.Loss = j.collects
		case Bat:
			j.bat = true
		}
		j.harms = append(j.harms, h)
	}
	return j
}

// loss is how much calm a composition loses.
func (j *judgement) loss() int {
	n := j.uncovered + j.outside
	for _, h := range j.harms {
		n += h.Loss
	}
	return n
}

// add adds rewards, several times, and returns how many rainbow shards are among them.
func (h *Haul) add(rewards []Reward, times int) (rainbows int) {
	for _, r := range rewards {
		if c, ok := r.Shard(); ok {
			h.Shards[c] += times
			continue
		}
		switch r {
		case Rainbow:
			rainbows++
		case CalmPoint:
			h.Calm += times
		case Key:
			h.Keys += times
		case Coin:
			h.Coins += times
		}
	}
	return rainbows
}

// plus adds a haul to another one.
func (h *Haul) plus(o Haul) {
	for c := range h.Shards {
		h.Shards[c] += o.Shards[c]
	}
	h.Calm += o.Calm
	h.Keys += o.Keys
	h.Coins += o.Coins
}

// Forecast is what a composition would bring, as far as its owner can know.
type Forecast struct {
	Uncovered int
	Outside   int
	Harms     []Harm // nightmares that are not banished; the loss of an octopus is counted
	Loss      int    // calm, all in all
	Times     [9]int // by square as the owner sees it: how often it is collected
	Banished  [9]bool
	Haul      Haul  // without what is below
	Rainbows  []int // squares with a rainbow shard; how many shards is in Times
	Shared    []int // intertwined dreams
	Opens     []int // squares with a chest for which the keys suffice
	Closed    []int // and for which they do not
	Bat       bool  // a bat would take an unused segment
}

// Forecast is what the draft of the viewer would bring now.
func (v View) Forecast() Forecast {
	tile := v.Tile.Card()
	j := judge(tile, v.Turns, v.Draft)
	squares, from := tile.Seen(v.Turns)
	f := Forecast{Uncovered: j.uncovered, Outside: j.outside, Loss: j.loss(), Bat: j.bat && len(v.Draft) < len(v.Dreamers[v.Me].Segments)}
	seen := [9]int{}
	for i, k := range from {
		f.Times[i], f.Banished[i], seen[k] = j.times[k], j.banished[k], i
	}
	for _, h := range j.harms {
		h.Square = seen[h.Square]
		f.Harms = append(f.Harms, h)
	}
	var closed []int
	keys := v.Dreamers[v.Me].Keys
	for i, q := range squares {
		switch {
		case f.Times[i] == 0:
		case q.Kind == Intertwined:
			f.Shared = append(f.Shared, i)
		default:
			if f.Haul.add(q.Rewards, f.Times[i]) > 0 {
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

// Locks is how many locks the chest on a square has; 0 without a chest.
func (q Square) Locks() int {
	for _, r := range q.Rewards {
		if n := r.Locks(); n > 0 {
			return n
		}
	}
	return 0
}
