package view

import (
	"cmp"
	"slices"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
)

// Ready reports whether a player is shown as ready.
func (v View) Ready(i int) bool {
	d := &v.Dreamers[i]
	return d.Woke == 0 && d.Ready && v.Phase != kit.Over
}

// Shops reports whether it is the turn of a player to buy.
func (v View) Shops(i int) bool { return v.Phase == kit.Between && v.Shopper == games.Seat(i) }

// Goods is what a player has that a dream can change.
func (d *Dreaming) Goods() kit.Goods {
	return kit.Goods{Calm: d.Calm, Stars: d.Stars, Coins: d.Coins, Keys: d.Keys, Shards: d.Shards}
}

// Before is what a player had when the last sand ran out. Before any sand did it is what
// they have now.
func (d *Dreaming) Before() kit.Goods {
	if d.Was.Calm == 0 || d.Woke > 0 {
		return d.Goods()
	}
	return d.Was
}

// Won reports whether a player is among the winners.
func (v View) Won(i int) bool { return slices.Contains(v.Winners, games.Seat(i)) }

// Own is what the viewer has.
func (v View) Own() *Dreaming { return &v.Dreamers[v.Me] }

// May reports whether the viewer has a move with a verb.
func (v View) May(verb kit.Verb) bool {
	return slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return m.Verb == verb })
}

// Asleep reports whether the viewer plays and has not woken.
func (v View) Asleep() bool { return v.Me != games.Nobody && v.Own().Woke == 0 }

// Queue are those who may still buy in this round, in their order. The first one may buy
// now.
func (v View) Queue() []games.Seat {
	if v.Shopper == games.Nobody {
		return nil
	}
	list := []games.Seat{v.Shopper}
	for i := 1; i < len(v.Dreamers); i++ {
		seat := games.Seat((int(v.Shopper) + i) % len(v.Dreamers))
		if d := &v.Dreamers[seat]; d.Woke == 0 && !d.Shopped && d.Coins >= kit.CalmPrice {
			list = append(list, seat)
		}
	}
	return list
}

// Awaited are the seats that are not ready, the viewer first.
func (v View) Awaited() (list []games.Seat) {
	for i := range v.Dreamers {
		seat := games.Seat((max(int(v.Me), 0) + i) % len(v.Dreamers))
		if v.Dreamers[seat].Woke == 0 && !v.Ready(int(seat)) {
			list = append(list, seat)
		}
	}
	return list
}

// Ranking are the seats in the order in which they did: those with the most points first,
// those who woke last, and of them first who slept the longest.
func (v View) Ranking() []int {
	list := make([]int, len(v.Dreamers))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, v.better)
	return list
}

// better is negative where seat i is before seat j, and 0 where they are equal.
func (v View) better(i, j int) int {
	a, b := &v.Dreamers[i], &v.Dreamers[j]
	if a.Woke == 0 && b.Woke == 0 {
		return cmp.Or(cmp.Compare(b.Score.Total, a.Score.Total), cmp.Compare(b.Coins, a.Coins))
	}
	if a.Woke == 0 || b.Woke == 0 {
		return cmp.Compare(a.Woke, b.Woke)
	}
	return cmp.Compare(b.Woke, a.Woke)
}

// Place is the place of a seat, from 1. Equal players share it.
func (v View) Place(seat int) int {
	n := 1
	for i := range v.Dreamers {
		if v.better(i, seat) < 0 {
			n++
		}
	}
	return n
}
