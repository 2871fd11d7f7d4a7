package gametest

import (
	"slices"
	"strings"
	"unicode"

	"oneiros/games"
	"oneiros/games/ui"
)

// How many moves of one form are tried.
const (
	withinAll   = 200_000 // moves among which one that was accepted is looked for
	withinTold  = 300     // moves that are read
	withinTried = 12      // of these, moves that are made
	withinSeen  = 4       // of these, moves to which a way is looked for
	withinPages = 400     // pages on that way
)

// allowed reports whether a seat may make a move. The move is listed, differs
// from a listed one only in quoted text, or is within a listed form.
func (p *play) allowed(seat games.Seat, n string) bool {
	list := p.moves[seat]
	if slices.Contains(list, n) {
		return true
	}
	if free(n) {
		f := form(n)
		return slices.ContainsFunc(list, func(l string) bool { return free(l) && form(l) == f })
	}
	f, err := p.game.Form(n)
	if err != nil || f == n || !slices.Contains(list, f) {
		return false
	}
	return p.among(seat, f)[n]
}

// among are the moves of a form at this moment.
func (p *play) among(seat games.Seat, f string) map[string]bool {
	if p.formed.match != p.m {
		p.formed.match, p.formed.moves = p.m, map[formOf]map[string]bool{}
	}
	key := formOf{seat, f}
	moves := p.formed.moves[key]
	if moves == nil {
		moves = map[string]bool{}
		tries := 0
		for n := range p.m.Within(seat, f) {
			moves[n] = true
			if tries++; tries == withinAll {
				break
			}
		}
		p.formed.moves[key] = moves
	}
	return moves
}

// formed remembers the moves of forms, because many pages ask for them at one moment.
type formed struct {
	match games.Match
	moves map[formOf]map[string]bool
}

// formOf is a form of a seat.
type formOf struct {
	seat games.Seat
	form string
}

// anySeat reports whether some seat is allowed a move.
func (p *play) anySeat(n string) bool {
	for s := range p.seats {
		if p.allowed(games.Seat(s), n) {
			return true
		}
	}
	return false
}

// within are the first moves of a form.
func (p *play) within(m games.Match, seat games.Seat, f string, most int) []string {
	var list []string
	for n := range m.Within(seat, f) {
		if list = append(list, n); len(list) == most {
			break
		}
	}
	return list
}

// vary gives the move that a form stands for, or any of its moves.
func (p *play) vary(seat games.Seat, n string) string {
	if list := p.within(p.m, seat, n, withinTold); len(list) > 0 && p.r.IntN(3) > 0 {
		return list[p.r.IntN(len(list))]
	}
	return n
}

// parameters are the moves of the listed forms at one moment.
type parameters struct{ *play }

// check checks the moves of every listed form. They must be read as they are
// written, be of that form, and be accepted. It returns some of them by seat.
func (p parameters) check() [][]string {
	some := make([][]string, p.seats)
	for s := range p.seats {
		seat := games.Seat(s)
		for _, f := range p.moves[s] {
			if again, err := p.game.Form(f); err != nil || again != f && !free(f) {
				p.fail(Notation, "%q is listed, and its form is %q, error %v", f, again, err)
			}
			list := p.within(p.m, seat, f, withinTold)
			if len(list) == 0 {
				continue
			}
			p.parametric = true
			p.work += len(list)
			for range 4 {
				if again := p.within(p.m, seat, f, withinTold); !slices.Equal(list, again) {
					p.fail(Determinism, "the moves of the form %q are %q, and then %q", f, list, again)
					break
				}
			}
			met := map[string]bool{f: true}
			for _, n := range list {
				p.notation(seat, f, n, met[n])
				met[n] = true
			}
			tries := []string{list[0], list[len(list)-1]}
			for range min(len(list), withinTried) {
				tries = append(tries, list[p.r.IntN(len(list))])
			}
			for i, n := range tries {
				if !p.try(seat, n, p.m.At()) {
					p.fail(Legality, "seat %d is listed %q, of which %q is refused", s, f, n)
				}
				p.remember(n)
				if i < withinSeen {
					some[s] = append(some[s], n)
				}
			}
		}
	}
	return some
}

// notation checks the notation of a move of a form.
func (p parameters) notation(seat games.Seat, f, n string, met bool) {
	if met {
		p.fail(Notation, "the form %q of seat %d has %q twice, or is its own move", f, seat, n)
	}
	if again, err := p.game.Parse(n); err != nil || again != n {
		p.fail(Notation, "%q, of the form %q, is read as %q, error %v", n, f, again, err)
	}
	if own, err := p.game.Form(n); err != nil || own != f {
		p.fail(Notation, "%q is among the moves of the form %q, and its form is %q, error %v", n, f, own, err)
	}
	if len(n) > maxNotation {
		p.fail(Notation, "move %q is %d bytes long, of at most %d", n, len(n), maxNotation)
	}
}

// parts are the words and numbers of a notation or a path.
func parts(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// way reports whether a seat reaches a move with parameters from its first page.
// There may be too many pages to open all. So it first opens the pages whose path
// has the most words of the notation. The path holds what was chosen so far.
func (p parameters) way(seat games.Seat, n string) bool {
	wanted := parts(n)
	score := func(path string) int {
		sum := 0
		left := slices.Clone(wanted)
		for _, w := range parts(path) {
			if i := slices.Index(left, w); i >= 0 {
				left = slices.Delete(left, i, i+1)
				sum += 2
			} else {
				sum--
			}
		}
		return sum
	}
	v := seat.Viewer()
	met := map[string]bool{"": true}
	queue := []string{""}
	for range withinPages {
		if len(queue) == 0 {
			return false
		}
		best := 0
		for i := range queue {
			if score(queue[i]) > score(queue[best]) {
				best = i
			}
		}
		path := queue[best]
		queue = slices.Delete(queue, best, best+1)
		p.work++
		found := false
		page := p.m.Pages(v)(path)
		links(page, func(l ui.Link) {
			switch {
			case l.Kind == ui.KindDo:
				found = found || l.To == n
			case !met[l.To]:
				met[l.To] = true
				queue = append(queue, l.To)
			}
		})
		if found || len(page.Form) == 1 && p.typed(v, path, n) {
			return true
		}
	}
	return false
}

// typed reports whether a player makes the move by writing its parameters into a
// form, as the notation has them.
func (p parameters) typed(v games.Viewer, path, n string) bool {
	_, rest, _ := strings.Cut(n, " ")
	got, err := p.m.Fill(v, path, []string{rest})
	return err == nil && got == n
}
