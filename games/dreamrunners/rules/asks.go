package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// Asks is what a seat has to choose when the sand has run out. It depends only on what the
// seat built, on what is public, and on the chests that it opens.
func (s *State) Asks(env *games.Env, seat games.Seat) []kit.Ask {
	d, tile := &s.Dreamers[seat], s.Tile.Card()
	j := kit.Judge(tile, s.Turns(int(seat)), d.Draft)
	var list []kit.Ask
	var closed []int // squares with a chest
	var sure kit.Haul
	wanted := 0 // keys
	for i, q := range tile.Squares {
		switch {
		case q.Kind == kit.Bat && !j.Banished[i]:
			list = d.victim(env, list, i)
		case j.Times[i] == 0:
		case q.Kind == kit.Intertwined:
			list = d.wishes(list, i, q.Rewards)
		default:
			for range sure.Add(q.Rewards, j.Times[i]) {
				list = append(list, kit.Ask{Kind: kit.AskColour, Square: i, Times: j.Times[i], Options: kit.EveryColour()})
			}
			if n := q.Locks(); n > 0 {
				closed = append(closed, i)
				wanted += n * j.Times[i]
			}
		}
	}
	d.Asks = list
	if len(closed) > 1 && d.Keys+sure.Keys < wanted {
		a := kit.Ask{Kind: kit.AskChests}
		for p := range permutations(closed) {
			a.Options = append(a.Options, kit.Option{Squares: p})
		}
		d.Asks = append(list, a)
	} else {
		s.open(seat, closed)
	}
	s.balance(seat)
	return d.Asks
}

// open asks for the colours of rainbow shards in chests, which a seat opens in an order.
// Where chests compete for the keys their owner has named the order before, and keeps to
// it: now they see what is in a chest. A chest for which the keys only suffice if they
// come from intertwined dreams may stay closed. Its colours are asked for all the same.
func (s *State) open(seat games.Seat, order []int) {
	d, tile := &s.Dreamers[seat], s.Tile.Card()
	j, tokens := kit.Judge(tile, s.Turns(int(seat)), d.Draft), s.tokens(tile)
	var most kit.Haul
	for i, q := range tile.Squares {
		most.Add(q.Rewards, j.Times[i])
	}
	keys := d.Keys + most.Keys
	for _, i := range order {
		d.Asks = opens(d.Asks, i, tokens[i], j.Times[i], &keys)
	}
}

// opens asks for the colours of rainbow shards in a chest, for each time that it may be
// opened.
func opens(list []kit.Ask, square int, token kit.Chest, times int, keys *int) []kit.Ask {
	if token == 0 {
		return list
	}
	c := token.Card()
	for range times {
		if *keys < c.Locks {
			break
		}
		*keys -= c.Locks
		var h kit.Haul
		for range h.Add(c.Rewards, 1) {
			list = append(list, kit.Ask{Kind: kit.AskColour, Square: square, Chest: token, Times: 1, Options: kit.EveryColour()})
		}
		*keys += h.Keys
	}
	return list
}

// victim asks which segment a bat takes. Without an answer, chance decides.
func (d *Dreamer) victim(env *games.Env, list []kit.Ask, square int) []kit.Ask {
	unused := d.Draft.Unused(d.Segments)
	if len(unused) < 2 {
		return list
	}
	a := kit.Ask{Kind: kit.AskVictim, Square: square, Answer: env.Rand.IntN(len(unused))}
	for _, o := range unused {
		a.Options = append(a.Options, kit.Option{Label: o.Label})
	}
	return append(list, a)
}

// wishes asks which rewards of intertwined dreams the player takes first. Without an
// answer these are shards that the player has few of.
func (d *Dreamer) wishes(list []kit.Ask, square int, rewards []kit.Reward) []kit.Ask {
	a := kit.Ask{Kind: kit.AskOrder, Square: square}
	for p := range permutations(rewards) {
		if !slices.ContainsFunc(a.Options, func(o kit.Option) bool { return slices.Equal(o.Rewards, p) }) {
			a.Options = append(a.Options, kit.Option{Rewards: p})
		}
	}
	if len(a.Options) < 2 {
		return list
	}
	best := slices.Clone(rewards)
	slices.SortStableFunc(best, func(x, y kit.Reward) int { return d.count(x) - d.count(y) })
	a.Answer = slices.IndexFunc(a.Options, func(o kit.Option) bool { return slices.Equal(o.Rewards, best) })
	return append(list, a)
}

// count is how little a player needs a reward.
func (d *Dreamer) count(r kit.Reward) int {
	if c, ok := r.Shard(); ok {
		return d.Shards[c]
	}
	return map[kit.Reward]int{kit.Key: 2, kit.CalmPoint: 3, kit.Coin: 4}[r] + 10
}

// permutations yields every order of a list.
func permutations[T any](list []T) func(yield func([]T) bool) {
	return func(yield func([]T) bool) {
		var walk func(done, rest []T) bool
		walk = func(done, rest []T) bool {
			if len(rest) == 0 {
				return yield(slices.Clone(done))
			}
			for i := range rest {
				if !walk(append(slices.Clone(done), rest[i]), slices.Delete(slices.Clone(rest), i, i+1)) {
					return false
				}
			}
			return true
		}
		walk(nil, list)
	}
}

// balance answers for rainbow shards that the player has chosen nothing for: the colour
// of which there will be the fewest when everything is collected.
func (s *State) balance(seat games.Seat) {
	d, tile := &s.Dreamers[seat], s.Tile.Card()
	b := &bring{Dreamer: d, seat: int(seat), judged: kit.Judge(tile, s.Turns(int(seat)), d.Draft), left: slices.Clone(d.Asks)}
	for i, q := range tile.Squares {
		if q.Kind == kit.Intertwined { // perhaps their keys open a chest
			var most kit.Haul
			most.Add(q.Rewards, b.judged.Times[i])
			b.haul.Keys += most.Keys
		}
	}
	b.collect(tile, s.tokens(tile), &[9]bool{})
	will := d.Shards
	for c, n := range b.haul.Shards {
		will[c] += n
	}
	var unsure []*kit.Ask
	for i := range slices.Backward(d.Asks) {
		a := &d.Asks[i]
		if a.Kind != kit.AskColour {
			continue
		}
		// The keys may not suffice for a chest. Its last questions are left then.
		rest := slices.IndexFunc(b.left, func(l kit.Ask) bool { return l.Kind == kit.AskColour && l.Square == a.Square && l.Chest == a.Chest })
		switch {
		case rest >= 0:
			b.left = slices.Delete(b.left, rest, rest+1)
		case !a.Chosen:
			will[a.Answer] -= a.Times
			unsure = append(unsure, a)
		}
	}
	for _, a := range slices.Backward(unsure) {
		a.Answer = int(scarce(will))
		will[a.Answer] += a.Times
	}
}
