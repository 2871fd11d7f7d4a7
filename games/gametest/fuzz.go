package gametest

import (
	"testing"
	"time"

	"oneiros/games"
)

// Fuzz makes a fuzz target of a game. The bytes say what happens in a match: the
// seats and the options first, and then inputs. An input is a listed move, junk, a
// form with any answers, a deadline, a player who leaves or a restart. Nothing may
// panic, lose a part of the position, refuse without words or come to a halt.
func Fuzz(f *testing.F, g games.Game) {
	for _, b := range [][]byte{
		nil, {0}, []byte("listed moves only: \x00\x01\x02\x03\x04\x05\x06\x07\x08\x09"),
		[]byte("\x01\x01\x40\x41\x42\x80\x81\x82\xc0\xc1\xc2\xe0\xe1\xf0\xff"),
		[]byte("\x02\xff\x80море\x00\x80sea \x00\xc0\xc0\xc0\xc0\xc0\xc0\xc0\xc0\xc0\xc0\xc0"),
	} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 4096 {
			t.Skip("longer than a match needs")
		}
		for _, bad := range fuzz(g, b) {
			t.Error(bad)
		}
	})
}

// clock is a step of the match clock of a fuzzed match.
const clock = 100 * time.Millisecond

// reader gives the bytes one by one, and then zeros.
type reader struct{ left []byte }

func (r *reader) next() int {
	if len(r.left) == 0 {
		return 0
	}
	c := r.left[0]
	r.left = r.left[1:]
	return int(c)
}

func (r *reader) text() string {
	n := min(r.next()%32, len(r.left))
	s := string(r.left[:n])
	r.left = r.left[n:]
	return s
}

// fuzz plays what the bytes say and returns the failures.
func fuzz(g games.Game, b []byte) []*Failure {
	s := &suite{game: g, info: g.Info()}
	root := s.table(0)
	description{root}.check()
	if s.say == nil {
		return root.found
	}
	r := &reader{b}
	t := s.table(s.info.Min + r.next()%(s.info.Max-s.info.Min+1))
	guard(t, func() { t.follow(r) })
	return t.found
}

// follow plays a match as the bytes say.
func (t *table) follow(r *reader) {
	pick := map[string]string{}
	for _, o := range t.info.Options {
		if o.Texts != nil {
			continue
		}
		all := values(o)
		if n := r.next(); n > 0 {
			pick[o.Key] = all[n%len(all)]
		}
	}
	o, err := t.info.Complete(pick)
	if err != nil {
		t.fail(Describes, "options %v: %v", pick, err)
		return
	}
	m := t.deal(games.Seed{byte(r.next())}, o, 1)
	if m == nil {
		return
	}
	p := fuzzed{&play{table: t, m: m, r: t.source("fuzz", len(r.left)), gone: make([]bool, t.seats)}, r}
	for len(r.left) > 0 {
		t.n = p.m.N()
		if !p.light() {
			break
		}
		if in, ok := p.input(); ok && !p.make(in) {
			break
		}
	}
}

// A fuzzed match is played as bytes say.
type fuzzed struct {
	*play
	from *reader
}

// input reads an input from the next bytes. It is false if they say something
// else, or an input that is impossible now.
func (p fuzzed) input() (games.Input, bool) {
	in := games.Input{N: p.m.N() + 1, At: p.m.At(), Kind: games.KindPlay}
	due := p.m.Wakes()
	op := p.from.next()
	in.Seat = games.Seat(op & 15 % p.seats)
	in.At += time.Duration(p.from.next()) * clock
	if due > 0 && in.At >= due && op>>6 != 3 {
		in.At = p.m.At()
	}
	list := p.moves[in.Seat]
	switch op >> 5 {
	case 0, 1, 2:
		if len(list) == 0 {
			return in, false
		}
		in.Move = list[p.from.next()%len(list)]
		if within := p.within(p.m, in.Seat, in.Move, 256); len(within) > 0 {
			in.Move = within[p.from.next()%len(within)]
		}
	case 3:
		in.Move = p.from.text()
	case 4:
		n, ok := p.form(in.Seat.Viewer())
		if !ok {
			return in, false
		}
		in.Move = n
		if _, waits := p.m.Held(); !waits && op&16 != 0 && p.m.Holds(n) {
			in.Kind = games.KindHold
		}
	case 5:
		p.whole(p.site(p.m, in.Seat.Viewer()))
		p.reload()
		return in, false
	case 6:
		if due == 0 {
			return in, false
		}
		in.Kind, in.Seat, in.At = games.KindExpire, games.Nobody, max(due, in.At)
	case 7:
		if _, waits := p.m.Held(); waits && op&16 != 0 {
			in.Kind, in.Seat = games.KindWithhold, games.Nobody
			return in, true
		}
		if p.gone[in.Seat] || op&16 != 0 {
			return in, false
		}
		in.Kind = games.KindLeave
	}
	return in, true
}

// form fills in one of a viewer's pages, even one without a form.
func (p fuzzed) form(v games.Viewer) (string, bool) {
	site := p.site(p.m, v)
	path := site.paths[p.from.next()%len(site.paths)]
	var answers []string
	for range max(len(site.pages[path].Form), p.from.next()%3) {
		answers = append(answers, p.from.text())
	}
	n, err := p.m.Fill(v, path, answers)
	if err != nil {
		p.refused(err, "the form "+path)
		return "", false
	}
	if again, err := p.game.Parse(n); err != nil || again != n {
		p.fail(Notation, "the form %q gives %q, which is read as %q, error %v", path, n, again, err)
	}
	return n, true
}

// make makes an input and reports whether the match can go on.
func (p fuzzed) make(in games.Input) bool {
	next, err := p.m.Do(in)
	if err != nil {
		if in.Kind == games.KindExpire {
			p.fail(Deadlines, "%s: %v", shown(in), err)
		}
		p.refused(err, shown(in))
		return true
	}
	switch due := next.Wakes(); {
	case in.Kind == games.KindLeave:
		p.gone[in.Seat] = true
	case in.Kind.IsMove() && !p.allowed(in.Seat, in.Move):
		p.fail(Legality, "%s was accepted and is not listed", shown(in))
	case in.Kind == games.KindExpire && due != 0 && due <= in.At:
		p.fail(Deadlines, "%s: the next deadline is %v", shown(in), due)
		return false
	}
	p.m = next
	return true
}
