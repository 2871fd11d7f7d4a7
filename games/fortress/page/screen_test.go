package page

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The measures of a phone of 360 pixels: how far down the first control may be.
const (
	phoneLine  = 18  // of text
	phoneWide  = 43  // letters of a line
	phoneImage = 299 // how wide a picture is
	phoneRest  = 104 // the author, the title and what lies between
	panelMost  = 400
	boardMost  = 520
)

// phone measures pages. It keeps what it measured, because most pages are alike.
type phone struct {
	words *text.Catalogue
	drawn map[string]int // how high a picture is, by its key
	lines map[string]int // how many lines a text takes
}

func newPhone(t *testing.T) *phone {
	return &phone{catalogue(t), map[string]int{}, map[string]int{}}
}

// firstControl is how far down the first control of a page is.
func (f *phone) firstControl(l text.Lang, p ui.Page) int {
	high := phoneRest
	for _, x := range p.Lines {
		s := f.words.Say(l, x, fortresstest.Usual{})
		n, ok := f.lines[s]
		if !ok {
			n = len(wrapped(s))
			f.lines[s] = n
		}
		high += phoneLine * n
	}
	for _, pic := range p.Pictures {
		if f.drawn[pic.Key] == 0 {
			b := pic.Draw(func(ui.Text) string { return "" }).Bounds()
			f.drawn[pic.Key] = phoneImage * b.Dy() / b.Dx()
		}
		high += 11 + f.drawn[pic.Key]
	}
	return high
}

// fits reports whether the words of a page have the room that it asks for.
func (f *phone) fits(l text.Lang, p ui.Page) bool {
	n := 0
	for _, x := range p.Lines {
		n += len(wrapped(f.words.Say(l, x, fortresstest.Usual{})))
	}
	return n < p.Room // the bot measures, and its letters are wider
}

// wrapped breaks a line as a phone does.
func wrapped(s string) []string {
	s = strings.NewReplacer("**", "", "~~", "").Replace(s)
	lines := []string{""}
	for _, w := range strings.Fields(s) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = w
		case utf8.RuneCountInString(*last+" "+w) <= phoneWide:
			*last += " " + w
		default:
			lines = append(lines, w)
		}
	}
	return lines
}

// TestFirstControl: on every page of every moment of some matches the first control
// is on the first screen of a phone.
func TestFirstControl(t *testing.T) {
	gametest.NotShort(t)
	screen := newPhone(t)
	strong := func(games.Seat, kit.Role) games.Strength { return games.Strong }
	highest := map[string]int{}
	for seats := 4; seats <= 9; seats++ {
		if !gametest.Whole() && seats != 6 && seats != 9 {
			continue
		}
		ghosts := []string{"no", "yes"}[seats%2]
		moments := 0
		fortresstest.Watch(t, seats, 0, map[string]string{"ghosts": ghosts}, fortresstest.EveryRole, strong, func(s rules.State) {
			if moments++; moments%gametest.Times(1, 3, 6) != 0 {
				return
			}
			for viewer := range games.Viewers(seats) {
				v := view.Of(s, viewer)
				most, who := panelMost, "panel"
				if v.Me == games.Nobody {
					most, who = boardMost, "board"
				}
				for path, p := range site(v) {
					for _, l := range text.Langs {
						for fewer := 1; p.Shorter != "" && !screen.fits(l, p); fewer++ {
							p = At(v, fmt.Sprint(p.Shorter, "/", fewer))
						}
						high := screen.firstControl(l, p)
						name, _, _ := strings.Cut(path, "/")
						kind := fmt.Sprintf("%s %s %s%s/%s", l, who, v.Phase, v.Step, name)
						if high > most && high > highest[kind] {
							t.Errorf("%s: the first control is %d down, of %d\n%s", kind, high, most, shown(t, v, path))
						}
						highest[kind] = max(highest[kind], high)
					}
				}
			}
		})
	}
	if len(highest) < 60 {
		t.Errorf("only %d kinds of pages were seen", len(highest))
	}
}

// site is every page that a viewer can reach, by its path.
func site(v view.View) map[string]ui.Page {
	pages := map[string]ui.Page{}
	todo := []string{""}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if _, ok := pages[path]; ok {
			continue
		}
		p := At(v, path)
		pages[path] = p
		for _, c := range p.Controls {
			if len(c.Menu) == 0 && c.To.Kind == ui.KindOpen {
				todo = append(todo, c.To.To)
			}
			for _, o := range c.Menu {
				if o.To.Kind == ui.KindOpen {
					todo = append(todo, o.To.To)
				}
			}
		}
	}
	return pages
}
