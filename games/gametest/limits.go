package gametest

import (
	"slices"
	"strings"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// maxRows is how many rows of controls a page may have. A message has five, and
// the last is the bot's.
const maxRows = 4

// limits checks that a page fits into a message, or a form into a modal, in both
// languages.
func (t *table) limits(page ui.Page, where string) {
	for _, l := range text.Langs {
		r := &ruler{t, l, where}
		if len(page.Form) > 0 {
			r.form(page)
			continue
		}
		r.must("the title", page.Title, 256)
		var lines []string
		for _, x := range page.Lines {
			lines = append(lines, r.say("a line", x, rich{}, 4096))
		}
		if n := length(strings.Join(lines, "\n")); n > 4096 {
			t.fail(Limits, "%s in %s: %d characters of 4096", where, l, n)
		}
		r.pictures(page.Pictures)
		r.controls(page.Controls)
	}
	if page.Colour > 0xffffff {
		t.fail(Limits, "%s: colour %x", where, page.Colour)
	}
	if len(page.Form) == 0 {
		t.rows(page, where)
	}
}

// A ruler measures a page in one language.
type ruler struct {
	t     *table
	lang  text.Lang
	where string
}

// say says a text. All its words must exist, and they must not be too long.
func (r *ruler) say(what string, x ui.Text, w text.Words, most int) string {
	r.t.mark(x)
	s := r.t.say.Say(r.lang, x, w)
	if strings.Contains(s, "⟦") {
		r.t.fail(Words, "%s, %s in %s: %q", r.where, what, r.lang, s)
	}
	if n := length(s); n > most {
		r.t.fail(Limits, "%s, %s in %s: %d characters of %d: %.100q", r.where, what, r.lang, n, most, s)
	}
	return s
}

// must checks a text that has to say something.
func (r *ruler) must(what string, x ui.Text, most int) {
	if strings.TrimSpace(r.say(what, x, plain{}, most)) == "" {
		r.t.fail(Words, "%s, %s in %s says nothing", r.where, what, r.lang)
	}
}

func (r *ruler) form(page ui.Page) {
	r.must("the title of the form", page.Title, 45)
	if len(page.Controls) > 0 {
		r.t.fail(Limits, "%s: a form with controls", r.where)
	}
	if len(page.Form) > 5 {
		r.t.fail(Limits, "%s: %d fields of 5", r.where, len(page.Form))
	}
	for _, f := range page.Form {
		r.must("a field's label", f.Label, 45)
		r.say("a field's hint", f.Hint, plain{}, 100)
		if f.Min < 0 || f.Max < max(f.Min, 1) || f.Max > 4000 || length(f.Value) > f.Max {
			r.t.fail(Limits, "%s: a field of %d to %d characters, with %d in it", r.where, f.Min, f.Max, length(f.Value))
		}
	}
}

func (r *ruler) pictures(list []*ui.Picture) {
	if n := len(list); n > ui.MostPictures {
		r.t.fail(Limits, "%s: %d pictures of %d", r.where, n, ui.MostPictures)
	}
	for i, pic := range list {
		if slices.ContainsFunc(list[:i], func(other *ui.Picture) bool { return other.Key == pic.Key }) {
			r.t.fail(Limits, "%s: two pictures with the key %q", r.where, pic.Key)
		}
		var alt []string
		for _, x := range pic.Alt {
			alt = append(alt, r.say("the picture's description", x, plain{}, 1024))
		}
		if s := strings.Join(alt, "\n"); length(s) > 1024 || strings.TrimSpace(s) == "" {
			r.t.fail(Limits, "%s in %s: a picture's description of %d characters, of 1 to 1024", r.where, r.lang, length(s))
		}
		if !key(pic.Key) {
			r.t.fail(Pictures, "%s: picture key %q", r.where, pic.Key)
		}
	}
}

func (r *ruler) controls(list []ui.Control) {
	for _, c := range list {
		if len(c.Menu) == 0 {
			if s := r.say("a button", c.Label, plain{}, 80); strings.TrimSpace(s+c.Icon) == "" {
				r.t.fail(Words, "%s: a button in %s without label or icon", r.where, r.lang)
			}
			continue
		}
		r.must("a menu", c.Label, 150)
		for _, o := range c.Menu {
			r.must("a choice", o.Label, 100)
			r.say("a choice's hint", o.Hint, plain{}, 100)
		}
	}
}

// rows checks that the controls find room and that no two are the same.
func (t *table) rows(page ui.Page, where string) {
	rows, in := 0, 0
	used := map[ui.Link]bool{}
	looked := map[string]bool{}
	var b strings.Builder
	for _, c := range page.Controls {
		if len(c.Menu) > 0 {
			rows, in = rows+1, 5
			if len(c.Menu) > 25 {
				t.fail(Limits, "%s: a menu of %d choices of 25", where, len(c.Menu))
			}
			chosen := map[ui.Link]bool{}
			for _, o := range c.Menu {
				if chosen[o.To] {
					t.fail(Limits, "%s: two choices of a menu lead to %q", where, o.To.To)
				}
				chosen[o.To] = true
				if n := length(o.To.To); n > 98 {
					t.fail(Limits, "%s: a choice's link is %d characters of 98: %q", where, n, o.To.To)
				}
			}
			continue
		}
		if in == 0 || in == 5 || c.Break {
			rows, in = rows+1, 0
		}
		in++
		b.Reset()
		print(&b, c.Label)
		if looks := c.Icon + b.String(); looked[looks] {
			t.fail(Limits, "%s: two buttons look like %q", where, looks)
		} else {
			looked[looks] = true
		}
		if c.Off {
			continue
		}
		if used[c.To] {
			t.fail(Limits, "%s: two buttons lead to %q", where, c.To.To)
		}
		used[c.To] = true
		// m/, ten of the match, /, four of the turn, /, the kind, /
		if n := 20 + length(c.To.To); n > 100 {
			t.fail(Limits, "%s: a custom id of %d characters of 100 for %q", where, n, c.To.To)
		}
	}
	if rows > maxRows {
		t.fail(Limits, "%s: %d rows of controls of %d", where, rows, maxRows)
	}
}

func key(s string) bool {
	return len(s) >= 1 && len(s) <= 64 &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") == ""
}
