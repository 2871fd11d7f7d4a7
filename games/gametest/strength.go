package gametest

import (
	"math"

	"oneiros/games"
)

// strengths are matches between automatic players of two strengths.
type strengths struct{ *table }

// run lets stronger automatic players play against weaker ones. The odd seats
// are stronger in half of the matches, and the even seats in the others. The
// stronger players may win a little less than their share by chance: at most three
// standard deviations. One of a thousand games with equal strengths would fail,
// and with one seed always or never.
func (t strengths) run(matches int) {
	for i, weak := range games.Strengths[:len(games.Strengths)-1] {
		strong := games.Strengths[i+1]
		var won, due, spread float64
		for k := range matches {
			t.match, t.n = k, 0
			w, share, ok := t.play(k, weak, strong)
			if !ok {
				continue
			}
			won, due = won+w, due+share
			spread += share * (1 - share)
		}
		if short := due - won; short > 3*math.Sqrt(spread) {
			t.fail(Strengths, "%s players won %.1f of %d matches against %s ones, of which %.1f were their share", strong, won, matches, weak, due)
		}
	}
}

// play plays one match. It returns the stronger players' share of the victory and
// their share of the seats.
func (t strengths) play(k int, weak, strong games.Strength) (won, share float64, ok bool) {
	o, err := t.info.Complete(nil)
	if k%4 > 1 {
		o = t.chosen(k, t.source("options", k))
	}
	if err != nil || o == nil {
		return 0, 0, false
	}
	m := t.deal(games.Seed(t.key("duel", k)), o, 1)
	if m == nil {
		return 0, 0, false
	}
	p := &play{table: t.table, m: m, r: t.source("duel", k), style: auto, gone: make([]bool, t.seats)}
	for s := range t.seats {
		p.how = append(p.how, auto)
		p.strength = append(p.strength, weak)
		if s%2 == k%2 {
			p.strength[s] = strong
			share += 1 / float64(t.seats)
		}
	}
	for !p.m.Status().Over && p.m.N() < t.o.Bound {
		p.moves = nil
		for s := range t.seats {
			p.moves = append(p.moves, p.m.Moves(games.Seat(s)))
		}
		in, can := p.next()
		if !can {
			return 0, 0, false
		}
		next, err := p.m.Do(in)
		if err != nil {
			t.fail(Playing, "%s: %v", shown(in), err)
			return 0, 0, false
		}
		p.m = next
	}
	winners := p.m.Status().Winners
	if len(winners) == 0 {
		return 0, 0, false
	}
	for _, s := range winners {
		if p.strength[s] == strong {
			won += 1 / float64(len(winners))
		}
	}
	return won, share, true
}
