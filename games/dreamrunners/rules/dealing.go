package rules

import (
	"slices"

	"oneiros/games/dreamrunners/kit"
)

// bring is what the round brings to one player, while it is dealt out.
type bring struct {
	*Dreamer
	seat   int
	judged kit.Judgement
	shared [9][]kit.Reward // of intertwined dreams: what the player took
	result kit.Result
	haul   kit.Haul
	left   []kit.Ask // answers that were not used yet
}

// deal deals out what the compositions bring. It follows rulings 16 and 29: the player who ends
// with calm left sleeps on, in whatever order it went up and down.
func (s *State) deal() {
	tile := s.Tile.Card()
	s.Last = kit.Reveal{Round: s.Round, Tile: s.Tile, First: s.First, Leader: s.Leader, Results: make([]kit.Result, len(s.Dreamers))}
	all := make([]*bring, len(s.Dreamers))
	for _, i := range s.asleep() {
		d := &s.Dreamers[i]
		all[i] = &bring{Dreamer: d, seat: int(i), judged: kit.Judge(tile, s.Turns(int(i)), d.Draft), left: slices.Clone(d.Asks)}
	}
	for square := range tile.Squares {
		if tile.Squares[square].Kind == kit.Intertwined {
			s.share(all, square)
		}
	}
	tokens := s.tokens(tile)
	opened := [9]bool{}
	for i, b := range all {
		if b == nil {
			s.Last.Results[i].Absent = true
			continue
		}
		b.collect(tile, tokens, &opened)
		s.settle(b)
		s.Last.Results[i] = b.result
	}
	for i, c := range tokens {
		if opened[i] {
			s.Last.Opened = append(s.Last.Opened, kit.Opened{Square: i, Chest: c})
			s.Used = append(s.Used, c)
			k := c.Card().Locks - 1
			s.Chests[k] = slices.DeleteFunc(s.Chests[k], func(o kit.Chest) bool { return o == c })
		}
	}
}

// tokens are the chests on the squares of a tile. Two chests with as many locks have two
// tokens (ruling 19).
func (s *State) tokens(tile *kit.TileCard) [9]kit.Chest {
	var list [9]kit.Chest
	var next [kit.MaxLocks]int
	for i, q := range tile.Squares {
		n := q.Locks()
		if n == 0 || next[n-1] >= len(s.Chests[n-1]) {
			continue
		}
		list[i] = s.Chests[n-1][next[n-1]]
		next[n-1]++
	}
	return list
}

// share lets those who collect intertwined dreams take rewards in turn.
func (s *State) share(all []*bring, square int) {
	rest := slices.Clone(s.Tile.Card().Squares[square].Rewards)
	for taken := true; taken && len(rest) > 0; {
		taken = false
		for _, i := range s.order() {
			b := all[i]
			if b.judged.Times[square] == 0 || len(rest) == 0 {
				continue
			}
			want := b.wish(square, rest)
			b.shared[square] = append(b.shared[square], rest[want])
			rest = slices.Delete(rest, want, want+1)
			taken = true
		}
	}
}

// wish is which of the rewards that are left the player takes.
func (b *bring) wish(square int, rest []kit.Reward) int {
	for _, a := range b.left {
		if a.Kind != kit.AskOrder || a.Square != square {
			continue
		}
		for _, r := range a.Options[a.Answer].Rewards {
			if i := slices.Index(rest, r); i >= 0 {
				return i
			}
		}
	}
	return 0
}

// collect gives everything that the player collects.
func (b *bring) collect(tile *kit.TileCard, tokens [9]kit.Chest, opened *[9]bool) {
	var closed []int
	for i, q := range tile.Squares {
		times := b.judged.Times[i]
		if times == 0 {
			continue
		}
		if q.Locks() > 0 {
			closed = append(closed, i)
		}
		g := kit.Gain{Square: i, Kind: q.Kind, Times: times}
		if q.Kind == kit.Intertwined {
			b.receive(&g, b.shared[i], times)
		} else {
			b.receive(&g, q.Rewards, times)
		}
		if g.Haul != (kit.Haul{}) || q.Locks() == 0 {
			b.result.Gains = append(b.result.Gains, g)
		}
	}
	keys := b.Keys + b.haul.Keys
	for _, i := range b.opening(closed) {
		b.open(tile, i, tokens[i], &keys)
		last := b.result.Gains[len(b.result.Gains)-1]
		opened[i] = opened[i] || !last.Closed
	}
}

// receive adds rewards to a gain.
func (b *bring) receive(g *kit.Gain, rewards []kit.Reward, times int) {
	var h kit.Haul
	for range h.Add(rewards, times) {
		h.Shards[b.colour(g.Square, g.Chest)] += times
	}
	g.Haul.Plus(h)
	b.haul.Plus(h)
}

// colour is the colour of the next rainbow shard of a square or its chest.
func (b *bring) colour(square int, chest kit.Chest) kit.Colour {
	for i, a := range b.left {
		if a.Kind == kit.AskColour && a.Square == square && a.Chest == chest {
			b.left = slices.Delete(b.left, i, i+1)
			return a.Options[a.Answer].Colour
		}
	}
	return scarce(b.Shards, b.haul.Shards)
}

// scarce is the colour of which there are the fewest.
func scarce(list ...[kit.Colours]int) kit.Colour {
	best, least := kit.Blue, 1<<30
	for c := range kit.Colour(kit.Colours) {
		n := 0
		for _, l := range list {
			n += l[c]
		}
		if n < least {
			best, least = c, n
		}
	}
	return best
}

// opening are the chests in the order in which the player opens them.
func (b *bring) opening(closed []int) []int {
	for _, a := range b.left {
		if a.Kind == kit.AskChests {
			return a.Options[a.Answer].Squares
		}
	}
	return closed
}

// open opens a chest as often as it is collected and the keys suffice.
func (b *bring) open(tile *kit.TileCard, square int, token kit.Chest, keys *int) {
	g := kit.Gain{Square: square, Kind: kit.Treasure, Chest: token, Closed: true}
	n := tile.Squares[square].Locks()
	for range b.judged.Times[square] {
		if token == 0 || *keys < n {
			break
		}
		g.Closed = false
		g.Times++
		g.Keys += n
		*keys -= n
		before := g.Haul.Keys
		b.receive(&g, token.Card().Rewards, 1)
		*keys += g.Haul.Keys - before
	}
	if g.Closed {
		g.Chest = 0
	}
	b.haul.Keys -= g.Keys
	b.result.Gains = append(b.result.Gains, g)
}

// settle changes what the player has.
func (s *State) settle(b *bring) {
	d, j, r := b.Dreamer, &b.judged, &b.result
	r.Turns, r.Draft = s.Turns(b.seat), d.Draft
	r.Uncovered, r.Outside, r.Harms = j.Uncovered, j.Outside, j.Harms
	for i := range r.Harms {
		if h := &r.Harms[i]; h.Kind == kit.Bat {
			s.fly(b, h)
		}
	}
	d.Coins += b.haul.Coins
	d.Keys += b.haul.Keys
	for c, n := range b.haul.Shards {
		d.Shards[c] += n
	}
	r.Steps = d.climb()
	r.Before = d.Calm
	d.Calm = min(d.Calm+b.haul.Calm-j.Loss(), kit.MaxCalm)
	if d.Calm <= 0 {
		d.Calm, d.Woke, r.Woke = 0, s.Round, true
	}
	r.Calm = d.Calm
	r.Clock = !d.Done && slices.ContainsFunc(d.Asks, func(a kit.Ask) bool { return !a.Chosen })
}

// fly lets a bat take a segment that was not used.
func (s *State) fly(b *bring, h *kit.Harm) {
	list := b.Draft.Unused(b.Segments)
	if len(list) == 0 {
		return
	}
	taken := list[0]
	for _, a := range b.left {
		if a.Kind != kit.AskVictim || a.Square != h.Square {
			continue
		}
		if i := slices.IndexFunc(list, func(o kit.Owned) bool { return o.Label == a.Options[a.Answer].Label }); i >= 0 {
			taken = list[i]
		}
	}
	h.Taken, h.Lost = taken.Label, taken.Segment
	b.Segments = slices.DeleteFunc(b.Segments, func(o kit.Owned) bool { return o == taken })
	s.Gone = append(s.Gone, taken.Segment)
}

// climb moves up the star track for every set of shards, and returns the steps. The set
// that reaches the top is kept, and so are all later ones.
func (d *Dreamer) climb() int {
	steps := 0
	for d.Stars < kit.Top && slices.Min(d.Shards[:]) > 0 {
		d.Stars++
		steps++
		if d.Stars == kit.Top {
			break
		}
		for c := range d.Shards {
			d.Shards[c]--
		}
	}
	return steps
}
