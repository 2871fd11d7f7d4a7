package games

import (
	"slices"

	"oneiros/games/ui"
)

// A Deducer is the presenter of a game of deduction, in which people may keep a notebook: what
// they think of each other seat. A notebook is no part of a match. Neither the rules nor an
// automatic player read it, and it is in no log. It changes pages of its owner alone: see
// [Match.Annotate].
type Deducer[V, M any] interface {
	// Roles are those that are played with so many seats. The catalogue has each as "role.ROLE".
	Roles(seats int) []string
	// Suspects are what the viewer knows for certain, by seat.
	Suspects(v V) []Suspect
	// Aims is the seat that a move is aimed at, or [Nobody].
	Aims(m M) Seat
}

// Suspect is a seat as a viewer knows it for certain.
type Suspect struct {
	Role string   // empty for a secret
	Not  []string // roles that the seat does not have, where Role is empty
}

// A Mark is what the owner of a notebook thinks of a seat.
type Mark string

// The marks.
const (
	Unmarked  Mark = ""
	Trusted   Mark = "trusted"
	Suspected Mark = "suspected"
)

// Marks lists all marks.
var Marks = []Mark{Unmarked, Trusted, Suspected}

// Sign is an emoji for a mark; empty for none.
func (m Mark) Sign() string {
	switch m {
	case Trusted:
		return "💚"
	case Suspected:
		return "❗"
	default:
		return ""
	}
}

// MaxNotebookLine is how many characters the line of an entry may have.
const MaxNotebookLine = 80

// Entry is what the owner of a notebook thinks of one seat.
type Entry struct {
	Mark   Mark
	Struck []string // roles that the seat does not have, as the owner thinks
	Line   string   // in the owner's words, at most [MaxNotebookLine] characters
}

// Blank reports whether nothing is written.
func (e Entry) Blank() bool { return e.Mark == Unmarked && len(e.Struck) == 0 && e.Line == "" }

// Notebook is what the owner of a seat wrote, by the seats that it is about.
type Notebook map[Seat]Entry

func (g *game[S, M, V]) Roles(seats int) []string {
	d, ok := g.presenter.(Deducer[V, M])
	if !ok {
		return nil
	}
	return d.Roles(seats)
}

func (m *match[S, M, V]) Suspects(v Viewer) []Suspect {
	d, ok := m.game.presenter.(Deducer[V, M])
	if !ok {
		return nil
	}
	return d.Suspects(viewOf(m, v))
}

func (m *match[S, M, V]) Annotate(v Viewer, p ui.Page, n Notebook) ui.Page {
	d, ok := m.game.presenter.(Deducer[V, M])
	if _, seated := v.Seat(); !ok || !seated {
		return p
	}
	a := annotation{notebook: n, known: d.Suspects(viewOf(m, v)), roles: d.Roles(m.Seats()), aims: func(l ui.Link) Seat {
		if l.Kind != ui.KindDo {
			return Nobody
		}
		read, err := m.game.rules.Parse(l.To)
		if err != nil {
			return Nobody
		}
		return d.Aims(read)
	}}
	return a.page(p)
}

// An annotation puts a notebook beside the targets of a page.
type annotation struct {
	notebook Notebook
	known    []Suspect
	roles    []string
	aims     func(ui.Link) Seat
}

// page is a page with what is written about its targets: below the choices of menus, and of
// buttons in lines of their own, because a button has no room for them.
func (a annotation) page(p ui.Page) ui.Page {
	p.Controls = slices.Clone(p.Controls)
	var told []Seat
	for i := range p.Controls {
		c := &p.Controls[i]
		if len(c.Menu) > 0 {
			c.Menu = slices.Clone(c.Menu)
			for k := range c.Menu {
				a.choice(&c.Menu[k])
			}
			continue
		}
		seat := a.aims(c.To)
		if seat == Nobody {
			continue
		}
		e := a.notebook[seat]
		if !e.Blank() {
			c.Label = signed(c.Label, e)
		}
		if (a.struckAlone(e, seat) || e.Line != "") && !slices.Contains(told, seat) {
			told = append(told, seat)
		}
	}
	if len(told) > 0 {
		p.Lines = slices.Clone(p.Lines)
	}
	slices.Sort(told)
	for _, seat := range told {
		p.Say(ui.T("beside.target", ui.Name(seat), a.words(seat)))
	}
	return p
}

// struckAlone reports whether an entry strikes out a role that its owner does not know of for
// certain. What is certain the page itself says, so it needs no line beside buttons.
func (a annotation) struckAlone(e Entry, seat Seat) bool {
	return slices.ContainsFunc(e.Struck, func(r string) bool {
		return int(seat) >= len(a.known) || !slices.Contains(a.known[seat].Not, r)
	})
}

// choice puts what is written and certain about the target of a choice below it. Where
// something stands there, the mark alone is behind its label.
func (a annotation) choice(c *ui.Choice) {
	seat := a.aims(c.To)
	if seat == Nobody {
		return
	}
	e := a.notebook[seat]
	if c.Hint.IsZero() {
		c.Hint = a.words(seat)
	} else if !e.Blank() {
		c.Label = signed(c.Label, e)
	}
}

// signed is a label with the mark of its target, or the sign of a note.
func signed(label ui.Text, e Entry) ui.Text {
	sign := e.Mark.Sign()
	if sign == "" {
		sign = "✏️"
	}
	return ui.T("beside.label", label, ui.Literal(sign))
}

// How much of a notebook stands beside a target.
const (
	mostStruck = 2  // roles by their names
	mostBeside = 40 // characters of the line
)

// words are what is written about a seat and certain of it, in short. They may be none.
func (a annotation) words(seat Seat) ui.Text {
	e := a.notebook[seat]
	var all ui.Text
	add := func(t ui.Text) {
		if all.IsZero() {
			all = t
		} else {
			all = ui.T("beside.more", all, t)
		}
	}
	if sign := e.Mark.Sign(); sign != "" {
		add(ui.Literal(sign))
	}
	if struck := struckNow(e, a.known, seat); len(struck) == len(a.roles)-1 {
		left := slices.DeleteFunc(slices.Clone(a.roles), func(r string) bool { return slices.Contains(struck, r) })
		add(ui.T("beside.is", ui.T("role."+left[0])))
	} else if len(struck) > 0 {
		var roles []ui.Text
		for _, r := range struck[:min(len(struck), mostStruck)] {
			roles = append(roles, ui.T("role."+r))
		}
		key := "beside.not"
		if len(struck) > mostStruck {
			key += ".more"
		}
		add(ui.T(key, roles))
	}
	if line := []rune(e.Line); len(line) > mostBeside {
		add(ui.Literal(string(line[:mostBeside-1]) + "…"))
	} else if len(line) > 0 {
		add(ui.Literal(e.Line))
	}
	return all
}

// struckNow are the roles that an entry strikes out, and those that the view does, in its order.
func struckNow(e Entry, known []Suspect, seat Seat) []string {
	out := slices.Clone(e.Struck)
	if seat >= 0 && int(seat) < len(known) && known[seat].Role == "" {
		for _, r := range known[seat].Not {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}
