package gametest

import (
	"oneiros/games"
	"oneiros/games/ui"
)

// An extreme is the moment at which something was largest.
type extreme struct {
	size, match int
	at          games.Snapshot
}

// extreme notes the fullest moments under each title of the board. They have
// the longest position or the most moves of one seat. Or they have the fullest
// board or the fullest first page of a seat. A page is longest at one of them,
// and chance might miss them.
func (p *play) extreme(board ui.Page) {
	moves := 0
	for _, list := range p.moves {
		moves = max(moves, len(list))
	}
	panel := 0
	some := 1 // of many seats one after each input: looking at all of them is slow
	if p.seats <= 4 {
		some = p.seats
	}
	for k := range some {
		seat := games.Seat((p.m.N()*some + k) % p.seats)
		panel = max(panel, fullness(p.m.Pages(seat.Viewer())("")))
	}
	s := p.m.Snapshot()
	for what, size := range map[string]int{
		"position": len(s.Position), "moves": moves, "board": fullness(board),
		"panel": panel,
	} {
		key := what + " under " + board.Title.Key
		if e, ok := p.extremes[key]; !ok || size > e.size {
			p.extremes[key] = extreme{size, p.match, s}
		}
	}
}

// fullness measures roughly how much a page shows.
func fullness(page ui.Page) int {
	n := 0
	var add func(x ui.Text)
	add = func(x ui.Text) {
		n += 20
		for _, a := range x.Args {
			switch a := a.(type) {
			case string:
				n += len(a)
			case ui.Text:
				add(a)
			case []ui.Text:
				for _, b := range a {
					add(b)
				}
			}
		}
	}
	for _, l := range page.Lines {
		add(l)
	}
	for _, c := range page.Controls {
		add(c.Label)
		n += 20 * len(c.Menu)
	}
	return n
}

// limitsAtExtremes checks every page of every viewer at those moments.
func (t *table) limitsAtExtremes() {
	met := map[string]bool{}
	for _, key := range by(t.extremes) {
		e := t.extremes[key]
		if met[string(e.at.Position)] {
			continue
		}
		met[string(e.at.Position)] = true
		t.match, t.n = e.match, e.at.N
		m, err := t.game.Load(e.at)
		if err != nil {
			t.fail(Replay, "load: %v", err)
			continue
		}
		p := &play{table: t, m: m}
		for v := range games.Viewers(t.seats) {
			p.whole(p.site(m, v))
		}
	}
}
