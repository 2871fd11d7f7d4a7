package gametest

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"oneiros/games"
)

// look checks everything at one moment.
func (p *play) look() {
	before := p.m.Snapshot()
	p.viewers = p.some()
	position := bytes.Clone(before.Position)
	type seen struct{ view, moves, page string }
	looks := func() (list []seen, public string) {
		for _, v := range p.viewers {
			b, err := p.m.View(v)
			if err != nil {
				p.fail(Survival, "%v", err)
			}
			s := seen{view: string(b), page: fingerprint(p.m.Pages(v)(""))}
			if seat, ok := v.Seat(); ok {
				s.moves = strings.Join(p.m.Moves(seat), "\n")
			}
			list = append(list, s)
		}
		// The status is kept by the match, so a fresh one is asked.
		again, err := p.game.Load(before)
		if err != nil {
			p.fail(Replay, "load: %v", err)
			return list, ""
		}
		return list, status(again)
	}
	first, public := looks()
	for range 3 {
		if again, s := looks(); !slices.Equal(first, again) || s != public {
			p.fail(Determinism, "asked twice, a view, a page, the moves or the status differ: %s", odd(p.viewers, first, again, public, s))
			break
		}
	}
	if m, err := p.game.Load(before); err == nil {
		if d := p.apart(p.m, m); d != "" {
			p.fail(Replay, "after a restart %s", d)
		}
	}
	p.bounds()
	forms := parameters{p}
	some := forms.check()
	legality{p}.check()
	legality{p}.departures()
	var sites []*site
	for _, v := range p.viewers {
		s := p.site(p.m, v)
		sites = append(sites, s)
		p.whole(s)
	}
	walk := walk{p}
	for _, s := range sites {
		walk.links(s)
		p.names(s)
		scribe{p, s}.check()
		if !p.o.blind {
			p.gallery.visit(s)
		}
		twins{play: p, site: s}.check()
	}
	for s, list := range some {
		for _, n := range list {
			if !forms.way(games.Seat(s), n) {
				p.fail(Reach, "seat %d may %q and finds no way to it", s, n)
			}
		}
	}
	walk.commands()
	p.coverage.count(p.m, nil, games.Viewer{})
	if !bytes.Equal(position, p.m.Snapshot().Position) {
		p.fail(Purity, "looking changed the position: %s", differs(position, p.m.Snapshot().Position))
	}
	if again, s := looks(); !slices.Equal(first, again) || s != public {
		p.fail(Purity, "trying and looking changed what is seen: %s", odd(p.viewers, first, again, public, s))
	}
}

// odd names the first difference between two looks.
func odd[T comparable](viewers []games.Viewer, a, b []T, s, t string) string {
	for i := range a {
		if a[i] != b[i] {
			x, y := fmt.Sprint(a[i]), fmt.Sprint(b[i])
			return viewers[i].String() + ": " + firstDifference(x, y)
		}
	}
	return s + " | " + t
}

// someSeats is how many seats look at one moment where not all do.
const someSeats = 4

// some are those who look at this moment: the public and all seats. Of many seats only
// some look, unless everything is tested. They are those who may move, and others in turn.
func (p *play) some() []games.Viewer {
	list := []games.Viewer{{}}
	in := func(moves bool) {
		for k := range p.seats {
			seat := (p.m.N()*someSeats + k) % p.seats
			if (len(p.moves[seat]) > 0) == moves && (!p.o.some || len(list) <= someSeats) {
				list = append(list, games.Seat(seat).Viewer())
			}
		}
	}
	in(true)
	in(false)
	slices.SortFunc(list, func(a, b games.Viewer) int {
		s, _ := a.Seat()
		t, _ := b.Seat()
		return cmp.Compare(s, t)
	})
	return list
}

// looking are the seats that look at this moment.
func (p *play) looking(yield func(games.Seat) bool) {
	for _, v := range p.viewers {
		if s, seated := v.Seat(); seated && !yield(s) {
			return
		}
	}
}

// bounds asks for seats and pages that do not exist.
func (p *play) bounds() {
	for _, s := range []games.Seat{-1, games.Seat(p.seats), 1 << 20} {
		if l := p.m.Moves(s); len(l) > 0 {
			p.fail(Legality, "seat %d, which is not there, may %q", s, l[0])
		}
	}
	for _, v := range p.viewers {
		root := fingerprint(p.m.Pages(v)(""))
		for _, path := range []string{"no/such/page", "\x00", "🐑", "-1", strings.Repeat("x/", 400), "//", "%00"} {
			p.work++
			if f := fingerprint(p.m.Pages(v)(path)); f != root {
				p.fail(Links, "%s: the path %q is a page of its own", v, path)
			}
		}
		for _, answers := range [][]string{nil, {}, {"", "", "", "", "", ""}} {
			for _, path := range []string{"", "no/such/form"} {
				if n, err := p.m.Fill(v, path, answers); err == nil {
					p.fail(Forms, "%s: the form %q, which is none, is a move %q", v, path, n)
				} else {
					p.refused(err, "the form "+path)
				}
			}
		}
	}
}
