package table

import (
	"strings"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// sit is a live match of a game; the first of the people is the host.
func (p *party) sit(game string, options map[string]string, people ...User) *State {
	p.t.Helper()
	s, err := p.tables.Create(p.t.Context(), New{Guild: 9, Channel: channel, Game: game, Options: options, Host: people[0], Lang: text.Russian, Press: p.now()})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, u := range people[1:] {
		time.Sleep(time.Millisecond) // people join one after another
		p.do(s.ID, u, Join)
	}
	return p.do(s.ID, people[0], Start)
}

// to does something that must be done, to a seat.
func (p *party) to(match string, u User, k Kind, seat games.Seat) *State {
	p.t.Helper()
	s, err := p.tables.Send(p.t.Context(), match, p.seeing(match, Action{Kind: k, User: u, Press: p.now(), Seat: seat}))
	if err != nil {
		p.t.Fatalf("%s of %s: %v", k, u.Name, err)
	}
	return s
}

// pass lets time pass.
func (p *party) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// kill ends the process as a signal does, and starts another one on what was
// saved.
func (p *party) kill() *party {
	p.t.Helper()
	left := p.store.(*memory).copy()
	p.leave()
	q := gather(p.t, left, p.more...)
	q.press = p.press
	return q
}

// notes are the notes of a match, as keys with seats and names.
func (p *party) notes(match string) []string {
	p.t.Helper()
	list, err := p.tables.Log(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	return said(list)
}
func said(list []Note) (words []string) {
	for _, n := range list {
		line := strings.TrimPrefix(n.Text.Key, "table.note.")
		for _, a := range n.Text.Args {
			switch a := a.(type) {
			case ui.Name:
				line += " " + string(rune('0'+int(a)))
			case string:
				line += " " + a
			}
		}
		words = append(words, line)
	}
	return words
}

// are checks a list.
func (p *party) are(what string, got []string, want ...string) {
	p.t.Helper()
	if d := cmp.Diff(want, got); d != "" && len(want)+len(got) > 0 {
		p.t.Errorf("%s:\n%s", what, d)
	}
}

// record is a match as it is saved.
func (p *party) record(match string) store.Match {
	p.t.Helper()
	rec, err := p.store.Match(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	return rec
}
