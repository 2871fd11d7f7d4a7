package kit

// A Judgement is what a composition does on a tile, before any player chooses.
type Judgement struct {
	Uncovered, Outside int
	Harms              []Harm // in reading order of the tile
	collects           int    // effects that collect, on the tile or not
	Times              [9]int // how often each square of the tile is collected
	Banished           [9]bool
	Bat                bool // a bat may take a segment
}

// Judge looks at a composition. Squares of the answer are those of the tile, not turned.
func Judge(tile *TileCard, seat int, draft Composition) Judgement {
	var j Judgement
	var effects [9]Effect
	_, from := tile.Seen(seat)
	for _, c := range draft.Covered() {
		if c.Effect.Collects() {
			j.collects++
		}
		if i := c.Cell.Square(); i >= 0 {
			effects[from[i]] = c.Effect
		} else {
			j.Outside++
		}
	}
	for i, e := range effects {
		q := tile.Squares[i]
		if e == 0 {
			j.Uncovered++
		}
		if len(q.Rewards) > 0 {
			j.Times[i] = e.Times()
		}
		if !q.Kind.Nightmare() {
			continue
		}
		if j.Banished[i] = e.Banishes(); j.Banished[i] {
			continue
		}
		h := Harm{Square: i, Kind: q.Kind, Loss: q.Loss}
		switch q.Kind {
		case Octopus:
			h.Loss = j.collects
		case Bat:
			j.Bat = true
		}
		j.Harms = append(j.Harms, h)
	}
	return j
}

// Loss is how much calm a composition loses.
func (j *Judgement) Loss() int {
	n := j.Uncovered + j.Outside
	for _, h := range j.Harms {
		n += h.Loss
	}
	return n
}
