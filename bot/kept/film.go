package kept

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/ui"
)

// film is a match as a viewer saw it. Lines, pages and pictures are numbered.
type film struct {
	lines    *book[string] // in markdown
	alts     *book[string]
	pages    []page
	known    *book[string] // digests of the pages
	steps    []step
	pictures []*ui.Picture
	pictured *book[string] // their keys
	altOf    []int         // by picture
}

// page is a page in numbers of lines and pictures.
type page struct {
	Title    int   `json:"t"`
	Lines    []int `json:"l"`
	Pictures []int `json:"p"`
}

// step is a moment at which something changed for the viewer.
type step struct {
	at      time.Duration
	board   int
	own     int // none for the public
	chapter int
}

// none is the number of no page.
const none = -1

// shoot looks at the pages of a viewer after each input.
func shoot(m Match, after iter.Seq2[games.Match, error]) (*film, error) {
	f := &film{lines: newBook[string](), alts: newBook[string](), known: newBook[string](), pictured: newBook[string]()}
	public := m.Viewer == games.Viewer{}
	for match, err := range after {
		if err != nil {
			return nil, err
		}
		if m.Deal != nil && m.Deal.Deal == "" {
			if err := m.Deal.See(match); err != nil {
				return nil, err
			}
		}
		s := step{at: match.At(), board: f.page(m.Frame, match.Pages(games.Viewer{})("")), own: none, chapter: match.Status().Chapter}
		if !public {
			s.own = f.page(m.Frame, match.Pages(m.Viewer)(""))
		}
		if n := len(f.steps); n > 0 && match.Status().Over {
			s.chapter = f.steps[n-1].chapter
		}
		if n := len(f.steps); n == 0 || f.steps[n-1].board != s.board || f.steps[n-1].own != s.own {
			f.steps = append(f.steps, s)
		}
	}
	if len(f.steps) == 0 {
		return nil, fmt.Errorf("a match without a deal")
	}
	return f, nil
}

// page numbers a page, its lines and its pictures.
func (f *film) page(frame *screen.Frame, p ui.Page) int {
	say := func(t ui.Text) int {
		if kept := t.Key + ui.InFile; frame.Say.Has(kept) {
			t.Key = kept
		}
		n, _ := f.lines.add(frame.Say.Say(frame.Lang, t, words{screen.Rich{Frame: frame}}))
		return n
	}
	now := page{Title: say(p.Title), Lines: []int{}, Pictures: []int{}}
	for _, line := range p.Lines {
		now.Lines = append(now.Lines, say(line))
	}
	for _, picture := range p.Pictures {
		n, fresh := f.pictured.add(picture.Key)
		if fresh {
			var alt []string
			for _, t := range picture.Alt {
				alt = append(alt, frame.Say.Say(frame.Lang, t, screen.Plain{Frame: frame}))
			}
			said, _ := f.alts.add(strings.Join(alt, " "))
			f.pictures, f.altOf = append(f.pictures, picture), append(f.altOf, said)
		}
		now.Pictures = append(now.Pictures, n)
	}
	n, fresh := f.known.add(fmt.Sprint(now))
	if fresh {
		f.pages = append(f.pages, now)
	}
	return n
}

// thinned is the film without every step that is not one of each so many. The first
// and the last one stay.
func (f *film) thinned(each int) []step {
	var kept []step
	for i, s := range f.steps {
		if i%each == 0 || i == len(f.steps)-1 {
			kept = append(kept, s)
		}
	}
	return kept
}

// words writes words for a file: as for Discord, but moments are those of the match
// clock. A moment of the day or what is left of a time would change with inputs that
// the viewer did not notice.
type words struct{ screen.Rich }

// Until is the moment on the match clock.
func (w words) Until(at ui.Until) string {
	return w.Say.Say(w.Lang, ui.T("bot.keep.at", ui.Literal(clock(time.Duration(at)))), w.Rich)
}

// clock is a match clock in hours, minutes and seconds.
func clock(d time.Duration) string {
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
