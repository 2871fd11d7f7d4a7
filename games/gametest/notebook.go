package gametest

import (
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
)

// lines are what owners of notebooks write.
var lines = []string{"", "x", "**lies** <@1> `a`", strings.Repeat("Ж", games.MaxNotebookLine), "two\nlines"}

// A scribe writes a notebook for the viewer of a site.
type scribe struct {
	*play
	site *site
}

// notebook is a notebook about the other seats of a table, by lot.
func (p scribe) notebook(owner games.Seat) games.Notebook {
	n := games.Notebook{}
	roles := p.game.Roles(p.seats)
	for seat := range games.Seat(p.seats) {
		if seat == owner || p.r.IntN(4) == 0 {
			continue
		}
		e := games.Entry{Mark: games.Marks[p.r.IntN(len(games.Marks))], Line: lines[p.r.IntN(len(lines))]}
		for _, r := range roles {
			if p.r.IntN(2) == 0 {
				e.Struck = append(e.Struck, r)
			}
		}
		n[seat] = e
	}
	return n
}

// check checks that a notebook adds words for its owner, and changes nothing else: no
// picture, no move and no page of others.
func (p scribe) check() {
	s := p.site
	roles := p.game.Roles(p.seats)
	if roles == nil {
		return
	}
	for _, r := range roles {
		if key := "role." + r; !p.say.Has(key) {
			p.fail(Words, "no words for %q", key)
		} else {
			p.said[key] = true
		}
	}
	certain := false
	for seat, suspect := range p.m.Suspects(s.viewer) {
		certain = certain || len(suspect.Not) > 0
		if bad := slices.DeleteFunc(append(suspect.Not, suspect.Role), func(r string) bool { return r == "" || slices.Contains(roles, r) }); len(bad) > 0 {
			p.fail(Notebooks, "%s knows that seat %d is or is not %q, which is no role", s.viewer, seat, bad[0])
		}
	}
	owner, seated := s.viewer.Seat()
	if !seated {
		owner = games.Nobody
	}
	n := p.notebook(owner)
	for _, path := range s.paths {
		page := s.pages[path]
		if len(page.Form) > 0 {
			continue
		}
		p.work++
		noted := p.m.Annotate(s.viewer, page, n)
		if again := fingerprint(page); again != s.prints[path] {
			p.fail(Notebooks, "a notebook of %s changes the page %q itself: %s", s.viewer, path, firstDifference(s.prints[path], again))
		}
		if blank := p.m.Annotate(s.viewer, page, nil); !certain && fingerprint(blank) != s.prints[path] {
			p.fail(Notebooks, "the page %q of %s changes without a notebook, and nothing is certain", path, s.viewer)
		} else if a, b := bones(page), bones(blank); a != b {
			p.fail(Notebooks, "what is certain changes more than words of the page %q of %s: %s", path, s.viewer, firstDifference(a, b))
		}
		if !seated && fingerprint(noted) != s.prints[path] {
			p.fail(Notebooks, "the public page %q has a notebook", path)
		}
		if a, b := bones(page), bones(noted); a != b {
			p.fail(Notebooks, "a notebook of %s changes more than words of the page %q: %s", s.viewer, path, firstDifference(a, b))
		}
		p.limits(noted, "the page "+quote(path)+" with a notebook")
	}
}

// bones are what a notebook leaves as it is: the pictures, the controls without their words, and
// what is taught.
func bones(p ui.Page) string {
	p.Lines = nil
	p.Controls = slices.Clone(p.Controls)
	for i := range p.Controls {
		c := &p.Controls[i]
		if len(c.Menu) == 0 {
			c.Label = ui.Text{}
		}
		c.Menu = slices.Clone(c.Menu)
		for k := range c.Menu {
			c.Menu[k].Label, c.Menu[k].Hint = ui.Text{}, ui.Text{}
		}
	}
	return fingerprint(p)
}

// compareSuspects compares what a viewer knows for certain in the match and in a twin.
func (p twins) compareSuspects(twin games.Match) {
	equal := func(a, b games.Suspect) bool { return a.Role == b.Role && slices.Equal(a.Not, b.Not) }
	if a, b := p.m.Suspects(p.site.viewer), twin.Suspects(p.site.viewer); !slices.EqualFunc(a, b, equal) {
		p.fail(Twins, "what %s knows for certain of others depends on what it does not know: %v | %v", p.site.viewer, a, b)
	}
}
