package page

import (
	"slices"

	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// SuggestPath is the path of a panel on which a move is suggested. Like a [SeatsPath]
// it begins with "@". Nothing is kept of a suggestion: it is made anew whenever the
// page is drawn, so it is never stale.
const SuggestPath = "@?"

// mostPages is how many pages of a seat are looked through for the control of a move.
const mostPages = 400

// Suggests reports whether a suggestion may be made to a person. They are the only
// person at the table, and it is their turn, with something to choose. In a game in which a
// player also acts out of turn, they may act.
func Suggests(s *table.State, seat games.Seat) bool {
	if s.Phase != table.Live || s.Match == nil || !s.Running && !s.Patient || !s.Game.Plays() || seat < 0 || int(seat) >= len(s.Players) {
		return false
	}
	for i, p := range s.Players {
		person := !p.Auto && !p.Open
		if person != (games.Seat(i) == seat) || p.Asleep {
			return false
		}
	}
	if s.Game.Waits() {
		return len(s.Match.Moves(seat)) > 0
	}
	return slices.Contains(s.Status.Awaits, seat) && len(s.Match.Moves(seat)) > 1
}

// suggestion is a move as its reader can make it.
type suggestion struct {
	path   string // of the page with the control
	to     ui.Link
	labels []ui.Text // of the controls that lead to the move
	named  []ui.Text // the same for readers who do not see them: with icons, and with the names of menus
	words  []string  // that are typed into a form
	wait   bool      // there is no move: the strong player would let the others go on
	why    []ui.Text // the move
}

// suggest finds what the strong player would do on a seat, by what the seat knows.
func suggest(s *table.State, seat games.Seat) (suggestion, bool) {
	if !Suggests(s, seat) {
		return suggestion{}, false
	}
	if s.Match.Waits(seat, games.Strong) {
		return suggestion{wait: true}, true
	}
	move, ok := s.Match.Choose(seat, games.Strong)
	if !ok {
		return suggestion{}, false
	}
	to, ok := wayTo(s.Match, seat, move)
	to.why = s.Game.Why(s.Match, seat, move)
	return to, ok
}

// wayTo finds the controls that lead a seat to a move.
func wayTo(m games.Match, seat games.Seat, move string) (suggestion, bool) {
	words := games.Quoted(move)
	queue, seen := []suggestion{{}}, map[string]bool{"": true}
	for len(queue) > 0 && len(seen) <= mostPages {
		at := queue[0]
		queue = queue[1:]
		for _, c := range m.Pages(seat.Viewer())(at.path).Controls {
			for _, l := range linksOf(c) {
				next := suggestion{path: at.path, to: l.To, labels: append(slices.Clone(at.labels), label(l)), named: append(slices.Clone(at.named), named(c, l))}
				switch l.To.Kind {
				case ui.KindDo:
					if l.To.To == move {
						return next, true
					}
				case ui.KindAsk:
					if made, err := m.Fill(seat.Viewer(), l.To.To, words); err == nil && made == move {
						next.words = words
						return next, true
					}
				case ui.KindOpen:
					if !seen[l.To.To] {
						seen[l.To.To] = true
						next.path = l.To.To
						queue = append(queue, next)
					}
				}
			}
		}
	}
	return suggestion{}, false
}

// MoveLabel is how a seat makes a legal move: the controls that lead to it, and what is typed. It
// is zero if no control does.
func MoveLabel(m games.Match, seat games.Seat, move string) ui.Text {
	to, ok := wayTo(m, seat, move)
	if !ok {
		return ui.Text{}
	}
	to.labels = to.named
	return to.label()
}

// named is a control with its icon, and a choice with the name of its menu.
func named(c ui.Control, l ui.Choice) ui.Text {
	switch {
	case c.Menu != nil:
		return ui.T("bot.suggest.then", c.Label, label(l))
	case l.Icon != "" && !l.Label.IsZero():
		return ui.T("bot.suggest.icon", l.Icon, l.Label)
	}
	return label(l)
}

// label is a suggestion in a line.
func (g suggestion) label() ui.Text {
	way := g.labels[0]
	for _, l := range g.labels[1:] {
		way = ui.T("bot.suggest.then", way, l)
	}
	for _, w := range g.words {
		way = ui.T("bot.suggest.words", way, begun(w))
	}
	return way
}

// linksOf are what can be pressed of a control.
func linksOf(c ui.Control) []ui.Choice {
	switch {
	case c.Off:
		return nil
	case c.Menu != nil:
		return c.Menu
	}
	return []ui.Choice{{Label: c.Label, Icon: c.Icon, To: c.To}}
}

// label names a control, by its icon where it has no words.
func label(l ui.Choice) ui.Text {
	if l.Label.IsZero() {
		return ui.Literal(l.Icon)
	}
	return l.Label
}

// mostWords is how many characters of what is typed a suggestion shows.
const mostWords = 160

// begun is how a long text begins.
func begun(s string) string {
	words := []rune(s)
	if len(words) <= mostWords {
		return s
	}
	at := mostWords
	for i := at; i > at/2; i-- {
		if words[i] == ' ' {
			at = i
			break
		}
	}
	return string(words[:at]) + "…"
}

// suggestIcon marks what is suggested.
const suggestIcon = "💡"

// show puts a suggestion over a page and marks its control.
func (g suggestion) show(p ui.Page, f *screen.Frame) ui.Page {
	if g.wait {
		f.Head = append(f.Head, Rich(f, ui.T("bot.suggest.wait")))
		return p
	}
	f.Head = append(f.Head, Rich(f, ui.T("bot.suggest.line", g.label())))
	for _, why := range g.why {
		f.Head = append(f.Head, Rich(f, why))
	}
	p.Controls = slices.Clone(p.Controls)
	for i, c := range p.Controls {
		if c.Menu == nil && !c.Off && c.To == g.to {
			p.Controls[i].Icon, p.Controls[i].Style = suggestIcon, ui.Good
			return p
		}
		if j := slices.IndexFunc(c.Menu, func(l ui.Choice) bool { return l.To == g.to }); j >= 0 {
			p.Controls[i].Menu = slices.Clone(c.Menu)
			p.Controls[i].Menu[j].Icon = suggestIcon
			return p
		}
	}
	return p
}
