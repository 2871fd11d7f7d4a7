package gametest

import (
	"slices"
	"strings"
	"unicode"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// What a page may have. Characters are counted as Discord counts them, see length.
const (
	maxTitle  = 256
	maxBody   = 4096 // all lines together
	maxAlt    = 1024 // all lines of a picture's description together
	maxKey    = 64   // of a picture
	maxButton = 80   // a button's label
	maxRow    = 5    // buttons in a row
	maxRows   = 4    // a message has five, and the last is the bot's

	maxMenu      = 25 // choices
	maxMenuLabel = 150
	maxChoice    = 100 // a choice's label, and its hint

	maxFields     = 5 // of a form
	maxFormTitle  = 45
	maxFieldLabel = 45
	maxFieldHint  = 100
	maxInput      = 4000 // what a person may write into a field

	maxNotation = 80  // bytes of a move; free text in it does not count
	maxLink     = 98  // of a choice: the bot adds its kind
	maxCustomID = 100 // of a button
	addressRoom = 20  // m/, ten of the match, /, four of the turn, /, the kind, /

	maxName       = 100  // of a game, and of a choice of an option
	maxAbout      = 1000 // what is said of a game, or of an option
	maxOptionLine = 40   // the name of an option and its value, in a line of a phone
	maxCoverAlt   = 500  // a line of a cover's description
	maxOption     = 45   // the name of an option: a form asks for its number
	maxCommand    = 32   // the name of a command, and of its argument
	maxDoes       = 100  // what is said of them
)

// limits checks that a page fits into a message, or a form into a modal, in both
// languages.
func (t *table) limits(page ui.Page, where string) {
	for _, l := range text.Langs {
		r := &ruler{t, l, where}
		if len(page.Form) > 0 {
			r.form(page)
			continue
		}
		r.must("the title", page.Title, maxTitle)
		var lines []string
		for _, x := range page.Lines {
			lines = append(lines, r.say("a line", x, rich{}, maxBody))
			r.endsWithTime(lines[len(lines)-1])
			r.inFile(x, lines[len(lines)-1])
		}
		if n := length(strings.Join(lines, "\n")); n > maxBody {
			t.fail(Limits, "%s in %s: %d characters of %d", where, l, n, maxBody)
		}
		r.pictures(page.Pictures)
		r.controls(page.Controls)
		r.lessons(page.Teach)
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

// endsWithTime checks that a moment ends its line. Discord writes it in the language of each
// reader, and in the case that it chooses, so it stands within no sentence.
func (r *ruler) endsWithTime(line string) {
	_, behind, timed := strings.Cut(line, discordTime)
	if timed && strings.ContainsFunc(behind, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		r.t.fail(Words, "%s, in %s: words behind the time in %.200q", r.where, r.lang, line)
	}
}

// PanelNames are what the bot calls the page that only one player sees, as its own catalogue does.
var PanelNames = map[text.Lang]string{text.English: "My panel", text.Russian: "Моя панель"}

// inFile checks that a line which sends its reader to their panel has other words for the
// file of a match, where there is none.
func (r *ruler) inFile(x ui.Text, line string) {
	if strings.Contains(line, PanelNames[r.lang]) && !r.t.say.Has(x.Key+ui.InFile) {
		r.t.fail(Words, "%s, in %s: %.100q names the panel, and no %q stands for it in the file of a match", r.where, r.lang, line, x.Key+ui.InFile)
	}
}

// unmarked checks that a text has no marks for bold words. Discord reads no markdown in a picture's
// description, so a screen reader would read the marks out.
func (r *ruler) unmarked(what, s string) {
	if strings.Contains(s, "**") {
		r.t.fail(Words, "%s, %s in %s has markdown: %.200q", r.where, what, r.lang, s)
	}
}

// must checks a text that has to say something.
func (r *ruler) must(what string, x ui.Text, most int) {
	if strings.TrimSpace(r.say(what, x, plain{}, most)) == "" {
		r.t.fail(Words, "%s, %s in %s says nothing", r.where, what, r.lang)
	}
}

func (r *ruler) form(page ui.Page) {
	r.must("the title of the form", page.Title, maxFormTitle)
	if len(page.Controls) > 0 {
		r.t.fail(Limits, "%s: a form with controls", r.where)
	}
	if len(page.Form) > maxFields {
		r.t.fail(Limits, "%s: %d fields of %d", r.where, len(page.Form), maxFields)
	}
	for _, f := range page.Form {
		r.must("a field's label", f.Label, maxFieldLabel)
		r.say("a field's hint", f.Hint, plain{}, maxFieldHint)
		if f.Min < 0 || f.Max < max(f.Min, 1) || f.Max > maxInput || length(f.Value) > f.Max {
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
			alt = append(alt, r.say("the picture's description", x, plain{}, maxAlt))
			r.unmarked("the picture's description", alt[len(alt)-1])
		}
		if s := strings.Join(alt, "\n"); length(s) > maxAlt || strings.TrimSpace(s) == "" {
			r.t.fail(Limits, "%s in %s: a picture's description of %d characters, of 1 to %d", r.where, r.lang, length(s), maxAlt)
		}
		if !key(pic.Key) {
			r.t.fail(Pictures, "%s: picture key %q", r.where, pic.Key)
		}
	}
}

// lessons checks that every lesson is one short line.
func (r *ruler) lessons(things []string) {
	for i, thing := range things {
		if slices.Contains(things[:i], thing) {
			r.t.fail(Teaching, "%s: %q is taught twice", r.where, thing)
		}
		key := ui.Lesson(thing).Key
		r.t.said[key] = true
		if !r.t.say.Has(key) {
			r.t.fail(Teaching, "%s: no words for %q", r.where, key)
			continue
		}
		s := r.t.say.Say(r.lang, ui.Lesson(thing), plain{})
		if n := length(s); n == 0 || n > ui.MostLesson || strings.ContainsAny(s, "\n⟦") {
			r.t.fail(Teaching, "%s: %q in %s is no line of 1 to %d characters: %q", r.where, key, r.lang, ui.MostLesson, s)
		}
	}
}

func (r *ruler) controls(list []ui.Control) {
	for _, c := range list {
		if len(c.Menu) == 0 {
			if s := r.say("a button", c.Label, plain{}, maxButton); strings.TrimSpace(s+c.Icon) == "" {
				r.t.fail(Words, "%s: a button in %s without label or icon", r.where, r.lang)
			}
			continue
		}
		r.must("a menu", c.Label, maxMenuLabel)
		for _, o := range c.Menu {
			r.must("a choice", o.Label, maxChoice)
			r.say("a choice's hint", o.Hint, plain{}, maxChoice)
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
			rows, in = rows+1, maxRow
			if len(c.Menu) > maxMenu {
				t.fail(Limits, "%s: a menu of %d choices of %d", where, len(c.Menu), maxMenu)
			}
			chosen := map[ui.Link]bool{}
			for _, o := range c.Menu {
				if chosen[o.To] {
					t.fail(Limits, "%s: two choices of a menu lead to %q", where, o.To.To)
				}
				chosen[o.To] = true
				if n := length(o.To.To); n > maxLink {
					t.fail(Limits, "%s: a choice's link is %d characters of %d: %q", where, n, maxLink, o.To.To)
				}
			}
			continue
		}
		if in == 0 || in == maxRow || c.Break {
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
		if n := addressRoom + length(c.To.To); n > maxCustomID {
			t.fail(Limits, "%s: a custom id of %d characters of %d for %q", where, n, maxCustomID, c.To.To)
		}
	}
	if rows > maxRows {
		t.fail(Limits, "%s: %d rows of controls of %d", where, rows, maxRows)
	}
}

func key(s string) bool {
	return len(s) >= 1 && len(s) <= maxKey &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_") == ""
}
