package gametest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// people are the names in a transcript.
type people struct{ plain }

func (people) Name(n ui.Name) string {
	return []string{"Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"}[int(n)%10]
}

// How many moments of a transcript are shown in full, at the first number of
// seats and at the others; of later ones those that are new in kind, and the last.
const (
	fullMoments = 40
	fewMoments  = 5
)

// transcripts compares the transcripts in a folder with matches as they are
// played now.
func (t *table) transcripts(dir string) {
	for i, n := range t.o.Seats {
		t.seats, t.match = n, 0
		switch {
		case i == 0:
			t.transcript(filepath.Join(dir, "transcript.txt"), fullMoments)
		case slices.Contains(t.o.Transcripts, n):
			t.transcript(filepath.Join(dir, fmt.Sprintf("transcript-%d.txt", n)), fewMoments)
		}
	}
}

func (t *table) transcript(file string, full int) {
	now := t.tell(full)
	if t.o.Update {
		if err := write(file, now); err != nil {
			t.fail(Transcript, "%v", err)
		}
		return
	}
	b, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.fail(Transcript, "%v; write it with -update", err)
		return
	}
	if err != nil {
		t.fail(Transcript, "%v", err)
		return
	}
	if string(b) != now {
		line := 1
		for x, y := string(b), now; ; line++ {
			a, restA, okA := strings.Cut(x, "\n")
			c, restC, okC := strings.Cut(y, "\n")
			if a != c || okA != okC {
				t.fail(Transcript, "%s: line %d is now %q and was %q; if that is meant, run with -update and read the difference", filepath.Base(file), line, c, a)
				break
			}
			x, y = restA, restC
		}
	}
}

// tell plays the match of the transcript and writes down what everybody sees.
// Its seed is fixed, whatever the seed of the Check.
func (t *table) tell(full int) string {
	b := &strings.Builder{}
	o, err := t.info.Complete(nil)
	if err != nil {
		return err.Error()
	}
	seed := games.Seed{'t', 'r', 'a', 'n', 's', 'c', 'r', 'i', 'p', 't'}
	m, err := t.game.Deal(seed, games.Table{Seats: t.seats, Options: o})
	if err != nil {
		return err.Error()
	}
	fmt.Fprintf(b, "%s, %d seats, options %s\n", t.info.Name, t.seats, options(o))
	how := random
	if t.game.Plays() {
		how = auto
	}
	r := seed.Rand(1 << 20)
	p := &play{table: t, m: m, r: r, style: how, gone: make([]bool, t.seats)}
	for range t.seats {
		p.how = append(p.how, how)
	}
	book := &book{play: p, out: b, full: full, views: map[games.Viewer]map[string]string{}, told: map[string]bool{}, kinds: map[string]bool{}}
	fmt.Fprintf(b, "\n0. the deal\n")
	for {
		t.n = p.m.N()
		going := p.light()
		book.moment(!going)
		if !going || p.m.N() >= t.o.Bound {
			return b.String()
		}
		in, ok := p.next()
		if !ok {
			return b.String()
		}
		next, err := p.m.Do(in)
		if err != nil {
			fmt.Fprintf(b, "\n%v\n", err)
			return b.String()
		}
		fmt.Fprintf(b, "\n%d. %s\n", in.N, shown(in))
		p.m = next
	}
}

// book writes moments down, each thing once.
type book struct {
	*play
	out   *strings.Builder
	full  int                                // moments shown in full
	views map[games.Viewer]map[string]string // what was last written of a view
	told  map[string]bool                    // pages, by viewer and look
	kinds map[string]bool
}

func (b *book) moment(last bool) {
	kind := ""
	for v := range games.Viewers(b.seats) {
		kind += b.m.Page(v, "").Title.Key + "|"
	}
	if b.m.N() >= b.full && b.kinds[kind] && !last {
		return
	}
	b.kinds[kind] = true
	fmt.Fprintf(b.out, "   status %s\n", status(b.m))
	for v := range games.Viewers(b.seats) {
		fmt.Fprintf(b.out, "   %s\n", v)
		b.view(v)
		s := b.site(b.m, v)
		for _, path := range s.paths {
			id := v.String() + path + "\n" + s.prints[path]
			if !b.told[id] {
				b.told[id] = true
				b.page(path, s.pages[path])
			}
		}
	}
}

// view writes the parts of a view that changed; of a seat's, those that differ
// from the public's.
func (b *book) view(v games.Viewer) {
	j, err := b.m.View(v)
	if err != nil {
		fmt.Fprintf(b.out, "      %v\n", err)
		return
	}
	parts, err := leaves(j)
	if err != nil {
		fmt.Fprintf(b.out, "      %v\n", err)
		return
	}
	now := map[string]string{}
	_, seated := v.Seat()
	for _, l := range parts {
		if seated && b.views[games.Viewer{}][l.at] == l.value {
			continue
		}
		now[l.at] = l.value
		if b.views[v][l.at] != l.value {
			fmt.Fprintf(b.out, "      %s = %s\n", l.at, l.value)
		}
	}
	for _, at := range by(b.views[v]) {
		if _, ok := now[at]; !ok {
			fmt.Fprintf(b.out, "      %s is gone\n", at)
		}
	}
	b.views[v] = now
}

func (b *book) page(path string, p ui.Page) {
	say := func(x ui.Text) string { return b.say.Say(text.English, x, people{}) }
	line := func(indent, format string, args ...any) {
		s := fmt.Sprintf(format, args...)
		for _, l := range strings.Split(s, "\n") {
			fmt.Fprintln(b.out, strings.TrimRight("      "+indent+l, " "))
		}
	}
	line("", "/%s: %s", path, say(p.Title))
	for _, l := range p.Lines {
		line("   | ", "%s", say(l))
	}
	for _, picture := range p.Pictures {
		for _, a := range picture.Alt {
			line("   * ", "%s", say(a))
		}
	}
	for _, c := range p.Controls {
		switch {
		case len(c.Menu) > 0:
			line("   ", "[%s%s ▾]", icon(c.Icon), say(c.Label))
			for _, o := range c.Menu {
				line("      ", "%s%s %s -> %s", icon(o.Icon), say(o.Label), say(o.Hint), link(o.To))
			}
		case c.Off:
			line("   ", "(%s%s)", icon(c.Icon), say(c.Label))
		default:
			line("   ", "[%s%s] -> %s", icon(c.Icon), say(c.Label), link(c.To))
		}
	}
	for _, f := range p.Form {
		line("   ", "%s (%s) %d-%d: %q", say(f.Label), say(f.Hint), f.Min, f.Max, f.Value)
	}
}

func icon(s string) string {
	if s == "" {
		return ""
	}
	return s + " "
}

func link(l ui.Link) string {
	return [...]string{"open", "do", "ask"}[min(l.Kind, 2)] + " " + l.To
}
