package gametest

import (
	"slices"
	"strings"
	"time"

	"oneiros/games"
	"oneiros/games/text"
)

// form is a notation without its quoted texts.
func form(n string) string {
	var b strings.Builder
	in, esc := false, false
	for _, c := range n {
		switch {
		case !in && c == '"':
			in = true
			b.WriteString(`"`)
		case !in:
			b.WriteRune(c)
		case esc:
			esc = false
		case c == '\\':
			esc = true
		case c == '"':
			in = false
			b.WriteString(`"`)
		}
	}
	return b.String()
}

// free reports whether a notation has quoted text.
func free(n string) bool { return strings.Contains(n, `"`) }

// junk is no move of any game.
var junk = []string{
	"", " ", "?", "\x00", "\xff\xfe", "\"", "\"\"", "-1", "0", "{}", "null", "play", "play ", "play -1", "play 99999999999999999999",
	"pass now", "🐑", "⟦x⟧", strings.Repeat("a", 5000), "\n", "//", "%s%d%n",
}

// A legality checks at one moment that what is listed is accepted, and nothing
// else.
type legality struct{ *play }

// mutations are texts that look much like a notation.
func (p legality) mutations(n string) []string {
	list := []string{n + " ", " " + n, strings.ToUpper(n), n + " x", strings.Replace(n, " ", "  ", 1), n + "\n", n + n}
	if words := strings.Fields(n); len(words) > 1 {
		list = append(list, strings.Join(words[:len(words)-1], " "), words[0], strings.Join(words, "\t"))
		swap := slices.Clone(words)
		swap[0], swap[len(swap)-1] = swap[len(swap)-1], swap[0]
		list = append(list, strings.Join(swap, " "))
	}
	quoted := false
	for i := 0; i < len(n); i++ {
		if n[i] == '"' {
			quoted = !quoted
		}
		if c := n[i]; c >= '0' && c <= '9' && !quoted {
			list = append(list,
				n[:i]+string('0'+(c-'0'+1)%10)+n[i+1:],
				n[:i]+string('0'+(c-'0'+9)%10)+n[i+1:],
				n[:i]+string(byte('0'+p.r.IntN(10)))+n[i:],
				n[:i]+"0"+n[i:], n[:i]+"+"+n[i:], n[:i]+"-"+n[i:])
		}
	}
	return list
}

// check checks that listed moves are accepted and all others refused.
func (p legality) check() {
	due := p.m.Wakes()
	later := func() time.Duration {
		at := p.m.At()
		if due > at {
			at += time.Duration(p.r.Int64N(int64(due - at)))
		}
		return at
	}
	for seat := range p.looking {
		s := int(seat)
		list := p.moves[s]
		tries := list
		if len(list) > 24 {
			tries = nil
			for range 24 {
				tries = append(tries, list[p.r.IntN(len(list))])
			}
		}
		for i, n := range tries {
			at := later()
			p.try(seat, n, at)
			if i < 8 {
				p.again(seat, n, at)
			}
			if again, err := p.game.Parse(n); err != nil || again != n {
				p.fail(Notation, "%q is listed and read as %q, error %v", n, again, err)
			}
		}
		for _, n := range p.probes(s) {
			p.try(seat, n, later())
			// A text that is read must be the one that is written.
			if again, err := p.game.Parse(n); err == nil && again != n {
				p.fail(Notation, "%q is read, and written as %q", n, again)
			}
		}
	}
	p.rare()
	for _, n := range junk {
		if again, err := p.game.Parse(n); err == nil && again != n {
			p.fail(Notation, "%q is read, and written as %q", n, again)
		}
	}
}

// probes are texts that a seat may send by mistake or on purpose: moves of others and of
// before, junk, and what differs little from a move of its own.
func (p legality) probes(s int) []string {
	var list, near []string
	for other := range p.seats {
		if l := p.moves[other]; other != s && len(l) > 0 {
			list = append(list, l[p.r.IntN(len(l))])
		}
	}
	for range min(len(p.pool), 8) {
		list = append(list, p.pool[p.r.IntN(len(p.pool))])
	}
	list = append(list, junk[p.r.IntN(len(junk))], junk[p.r.IntN(len(junk))])
	if own := p.moves[s]; len(own) > 0 {
		near = p.mutations(own[p.r.IntN(len(own))])
	} else if len(p.pool) > 0 {
		near = p.mutations(p.pool[p.r.IntN(len(p.pool))])
	}
	for range min(len(near), 12) {
		list = append(list, near[p.r.IntN(len(near))])
	}
	return list
}

// again makes a legal move twice. The result must be the same.
func (p legality) again(seat games.Seat, n string, at time.Duration) {
	in := games.Input{N: p.m.N() + 1, At: at, Kind: games.KindPlay, Seat: seat, Move: n}
	p.work += 2
	a, errA := p.m.Do(in)
	b, errB := p.m.Do(in)
	switch {
	case errA != nil || errB != nil: // reported by try
	case !same(a, b):
		p.fail(Determinism, "%s made twice: %s", shown(in), difference(a, b))
	case status(a) != status(b):
		p.fail(Determinism, "%s made twice: status %s | %s", shown(in), status(a), status(b))
	}
}

// departures lets each seat leave at this moment. Nothing may wait for it then.
func (p legality) departures() {
	if !p.leaver || p.m.Status().Over {
		return
	}
	for seat := range p.looking {
		s := int(seat)
		if p.gone[s] {
			continue
		}
		p.work++
		m, err := p.m.Do(games.Input{N: p.m.N() + 1, At: p.m.At(), Kind: games.KindLeave, Seat: seat})
		if err != nil {
			p.refused(err, "leaving")
			continue
		}
		st := m.Status()
		if slices.Contains(st.Awaits, seat) {
			p.fail(Leaving, "seat %d would leave now and still be awaited", s)
		}
		mover := st.Over || st.Due != 0
		for o := range p.seats {
			mover = mover || o != s && !p.gone[o] && len(m.Moves(games.Seat(o))) > 0
		}
		if !mover {
			p.fail(Leaving, "if seat %d left now, nobody who is left could move, and no deadline comes", s)
		}
	}
}

// try makes a move, legal or not, and reports whether it was accepted.
func (p *play) try(seat games.Seat, n string, at time.Duration) bool {
	p.work++
	list := p.moves[seat]
	_, err := p.m.Do(games.Input{N: p.m.N() + 1, At: at, Kind: games.KindPlay, Seat: seat, Move: n})
	if err == nil {
		if !p.allowed(seat, n) {
			p.fail(Legality, "seat %d may %q, which is not among %s", seat, n, strings.Join(list, ", "))
		}
		return true
	}
	if slices.Contains(list, n) {
		p.fail(Legality, "seat %d is listed %q, and it is refused: %v", seat, n, err)
	}
	p.refused(err, "the move "+n)
	return false
}

// refused checks that an error is a refusal with words.
func (t *table) refused(err error, what string) bool {
	why, ok := games.Refused(err)
	if !ok {
		t.fail(Refusals, "%s: a fault instead of a refusal: %v", what, err)
		return false
	}
	t.mark(why)
	for _, l := range text.Langs {
		s := t.say.Say(l, why, plain{})
		if strings.TrimSpace(s) == "" || strings.Contains(s, "⟦") {
			t.fail(Refusals, "%s: refused in %s with %q (key %q)", what, l, s, why.Key)
		} else if length(s) > 2000 {
			t.fail(Refusals, "%s: refused in %s with %d characters of 2000", what, l, length(s))
		}
	}
	return true
}
