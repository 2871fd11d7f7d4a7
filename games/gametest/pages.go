package gametest

import (
	"fmt"
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// site is all pages that a viewer can reach from the first one.
type site struct {
	viewer games.Viewer
	paths  []string // in the order in which they are found; "" first
	pages  map[string]ui.Page
	prints map[string]string
}

// links yields the links of a page and its menus. It leaves out disabled controls.
func links(p ui.Page, yield func(ui.Link)) {
	for _, c := range p.Controls {
		if c.Off {
			continue
		}
		if len(c.Menu) == 0 {
			yield(c.To)
		}
		for _, o := range c.Menu {
			yield(o.To)
		}
	}
}

// mostPages is how many pages a viewer may have at one moment. If moves have
// parameters, only somePages of them are opened.
const (
	mostPages = 3000
	somePages = 600
)

func (p *play) site(m games.Match, v games.Viewer) *site {
	s := &site{viewer: v, pages: map[string]ui.Page{}, prints: map[string]string{}}
	queue := []string{""}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if _, ok := s.pages[path]; ok {
			continue
		}
		if p.parametric && len(s.paths) == somePages {
			return s // the others are found where a move with parameters is looked for
		}
		if len(s.paths) == mostPages {
			p.fail(Links, "%s has more than %d pages", v, mostPages)
			return s
		}
		p.work++
		page := m.Pages(v)(path)
		s.paths = append(s.paths, path)
		s.pages[path] = page
		s.prints[path] = fingerprint(page)
		links(page, func(l ui.Link) {
			if l.Kind != ui.KindDo {
				queue = append(queue, l.To)
			}
		})
		if page.Shorter != "" && path == "" {
			for _, fewer := range []int{1, 4, page.Shortest, 99} {
				queue = append(queue, fmt.Sprintf("%s/%d", page.Shorter, fewer))
			}
		}
	}
	return s
}

// whole checks that each page fits into a message and that every text has words.
func (p *play) whole(s *site) {
	_, seated := s.viewer.Seat()
	for _, path := range s.paths {
		if teach := s.pages[path].Teach; !seated && len(teach) > 0 {
			p.fail(Teaching, "the public is taught %q at %s", teach, quote(path))
		}
		print := s.prints[path]
		if p.pages[print] {
			continue
		}
		p.pages[print] = true
		where := s.viewer.String() + " at " + quote(path)
		p.limits(s.pages[path], where)
		p.listener.hear(s.pages[path], where)
	}
}

// A walk follows the controls of the pages of one moment.
type walk struct{ *play }

// links checks that every control leads somewhere, and that controls lead to every
// legal move.
func (p walk) links(s *site) {
	seat, seated := s.viewer.Seat()
	var list []string
	if seated {
		list = p.moves[seat]
	}
	reached := map[string]bool{}
	for _, path := range s.paths {
		page := s.pages[path]
		links(page, func(l ui.Link) {
			where := s.viewer.String() + " at " + quote(path)
			switch l.Kind {
			case ui.KindOpen:
				if l.To != "" && s.prints[l.To] == s.prints[""] {
					p.fail(Links, "%s: %q leads to the first page", where, l.To)
				}
				if len(s.pages[l.To].Form) > 0 {
					p.fail(Links, "%s: %q is a form and is opened as a page", where, l.To)
				}
			case ui.KindDo:
				reached[l.To] = true
				if seated {
					if !slices.Contains(list, l.To) && (!p.try(seat, l.To, p.m.At()) || !p.allowed(seat, l.To)) {
						p.fail(Links, "%s: a control plays %q, of %s", where, l.To, strings.Join(list, ", "))
					}
				} else if !p.anySeat(l.To) {
					p.fail(Links, "%s: a control plays %q, which nobody may", where, l.To)
				}
			case ui.KindAsk:
				asked, filled := false, false
				for who := range games.Viewers(p.seats) {
					if seated && who != s.viewer {
						continue
					}
					form := p.m.Pages(who)(l.To).Form // any player who presses is asked
					asked = asked || len(form) > 0
					if len(form) > 0 && !filled {
						if n := p.fill(who, l.To, form); n != "" {
							filled = true
							reached[n] = true
						}
					}
				}
				if !asked {
					p.fail(Links, "%s: the form %q asks nothing", where, l.To)
				} else if !filled {
					p.fail(Forms, "%s: nothing that was written into the form %q was a legal move", where, l.To)
				}
			default:
				p.fail(Links, "%s: a link of kind %d", where, l.Kind)
			}
		})
	}
	for _, n := range list {
		if !reached[n] && !(free(n) && reached[form(n)]) {
			p.fail(Reach, "%s may %q and finds no way to it", s.viewer, n)
		}
	}
}

// fill writes answers into a form until one is a legal move. It returns the form of
// that move, and nothing if no answer is legal.
func (p walk) fill(v games.Viewer, path string, fields []ui.Field) string {
	seat, _ := v.Seat()
	var tries [][]string
	if p.o.Answers != nil {
		tries = p.o.Answers(p.m, v, path)
	}
	for _, n := range p.moves[seat] {
		if q := games.Quoted(n); len(q) > 0 && len(q) == len(fields) {
			tries = append(tries, q)
		}
	}
	words := []string{"море", "sea", "1", "2", "луна", "moon", "10", "a", "дом мечты"}
	for _, n := range p.moves[seat] {
		words = append(words, games.Quoted(n)...)
	}
	for _, w := range words {
		answers := make([]string, len(fields))
		for i, f := range fields {
			answers[i] = fit(w, f)
		}
		tries = append(tries, answers)
	}
	last := make([]string, len(fields))
	for i, f := range fields {
		last[i] = fit(f.Value, f)
	}
	tries = append(tries, last)
	// What no player means to write must not break anything.
	for _, w := range hostile[p.r.IntN(len(hostile)):] {
		answers := make([]string, len(fields))
		for i, f := range fields {
			answers[i] = fit(w, f)
		}
		if n, err := p.m.Fill(v, path, answers); err != nil {
			p.refused(err, "the form "+path)
		} else if again, err := p.game.Parse(n); err != nil || again != n {
			p.fail(Notation, "the form %q gives %q, which is read as %q, error %v", path, n, again, err)
		}
	}
	for _, answers := range tries {
		if len(answers) != len(fields) {
			continue
		}
		n, err := p.m.Fill(v, path, answers)
		if err != nil {
			p.refused(err, "the form "+path)
			continue
		}
		if again, err := p.game.Parse(n); err != nil || again != n {
			p.fail(Notation, "the form %q gives %q, which is read as %q, error %v", path, n, again, err)
		}
		if p.try(seat, n, p.m.At()) {
			return form(n)
		}
	}
	return ""
}

// commands checks that a slash command is a form's answer or a refusal.
func (p walk) commands() {
	for _, c := range p.info.Commands {
		for s := range p.seats {
			for _, w := range []string{"море", "sea", "", long("я", c.Max)} {
				n, err := p.m.Fill(games.Seat(s).Viewer(), c.Path, []string{w})
				if err != nil {
					p.refused(err, "the command "+c.Name)
					continue
				}
				if p.try(games.Seat(s), n, p.m.At()) {
					p.said["/"+c.Name] = true
				}
			}
		}
	}
}
