package gametest

import (
	"bytes"
	"encoding/json"
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

// viewLines is how many lines of one view are told at one moment.
const viewLines = 12

// The length of a transcript, in lines. A reader checks the difference after each
// change of a game, so it must fit into one sitting.
const (
	momentLines = 200 // until then, each moment is told: what changed for every viewer
	mostLines   = 580 // until then, moments with pages of a new kind
)

// transcript compares the transcript in a folder with the match as it is played
// now.
func (t *table) transcript(dir string) {
	file := filepath.Join(dir, "transcript.txt")
	t.seats, t.match = t.info.Min, 0
	now := t.tell()
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
	was, is := strings.Split(string(b), "\n"), strings.Split(now, "\n")
	for i := range max(len(was), len(is)) {
		var a, c string
		if i < len(was) {
			a = was[i]
		}
		if i < len(is) {
			c = is[i]
		}
		if a != c || i >= len(was) || i >= len(is) {
			t.fail(Transcript, "%s: line %d is now %q and was %q; if that is meant, run with -update and read the difference", filepath.Base(file), i+1, c, a)
			return
		}
	}
}

// tell plays the match of the transcript and writes down what every viewer sees.
// Its seed is fixed, whatever the seed of the Check.
func (t *table) tell() string {
	o, err := t.info.Complete(nil)
	if err != nil {
		return err.Error()
	}
	seed := games.Seed{'t', 'r', 'a', 'n', 's', 'c', 'r', 'i', 'p', 't'}
	m, err := t.game.Deal(seed, games.Table{Seats: t.seats, Options: o})
	if err != nil {
		return err.Error()
	}
	how := random
	if t.game.Plays() {
		how = auto
	}
	p := &play{table: t, m: m, r: seed.Rand(1 << 20), style: how, gone: make([]bool, t.seats)}
	for range t.seats {
		p.how, p.strength = append(p.how, how), append(p.strength, games.Normal)
	}
	b := &book{play: p, views: map[games.Viewer][]entry{}, kinds: map[string]bool{}, titles: map[string]bool{}}
	b.line("%s, %d seats, options %s", t.info.Name, t.seats, options(o))
	what := "the deal"
	for {
		t.n = p.m.N()
		going := p.light()
		b.moment(what, !going)
		if !going || p.m.N() >= t.o.Bound {
			return b.end()
		}
		in, ok := p.next()
		if !ok {
			return b.end()
		}
		next, err := p.m.Do(in)
		if err != nil {
			b.line("%v", err)
			return b.end()
		}
		what, p.m = shown(in), next
	}
}

// book writes moments down, each kind of page once.
type book struct {
	*play
	lines  []string
	views  map[games.Viewer][]entry // what was last written of a view
	kinds  map[string]bool          // of pages, that were written
	titles map[string]bool          // of first pages, by moment
	left   []string                 // kinds for which there was no room
}

func (b *book) line(format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		b.lines = append(b.lines, strings.TrimRight(l, " "))
	}
}

// end is the transcript as it is then.
func (b *book) end() string {
	if len(b.left) > 0 {
		b.line("\nNot shown for want of room: %s", strings.Join(b.left, ", "))
	}
	return strings.Join(b.lines, "\n") + "\n"
}

// moment tells what happened and what changed for every viewer. It always does
// so at the beginning and at the end of a match. Between them it does so where a
// page is of a new kind.
func (b *book) moment(what string, last bool) {
	early := len(b.lines) < momentLines
	titles := ""
	for v := range games.Viewers(b.seats) {
		titles += b.m.Pages(v)("").Title.Key + "|"
	}
	if !early && b.titles[titles] && !last {
		return
	}
	b.titles[titles] = true
	var pages []string
	for v := range games.Viewers(b.seats) {
		pages = append(pages, b.newPages(v)...)
	}
	if !early && len(pages) == 0 && !last {
		return
	}
	b.line("\n%d. %s", b.m.N(), what)
	b.line("   status %s", status(b.m))
	if early || last {
		for v := range games.Viewers(b.seats) {
			b.view(v)
		}
	}
	for _, p := range pages {
		b.line("%s", p)
	}
}

// newPages are the pages of a viewer that are of a kind that was not told yet. A
// kind is whether its viewer sits, the title and the first word of the path.
func (b *book) newPages(v games.Viewer) []string {
	var list []string
	s := b.site(b.m, v)
	_, seated := v.Seat()
	for _, path := range s.paths {
		first, _, _ := strings.Cut(path, "/")
		kind := fmt.Sprintf("%v %s /%s", seated, s.pages[path].Title.Key, first)
		if b.kinds[kind] {
			continue
		}
		b.kinds[kind] = true
		page := b.page(fmt.Sprintf("%s /%s", v, path), s.pages[path])
		room := mostLines - len(b.lines) - 8
		for _, p := range list {
			room -= strings.Count(p, "\n") + 1
		}
		if strings.Count(page, "\n") >= room {
			b.left = append(b.left, s.pages[path].Title.Key+" at /"+first)
			continue
		}
		list = append(list, page)
	}
	return list
}

// view writes the parts of a view that changed. For a seat it writes only the
// parts that differ from the public view.
func (b *book) view(v games.Viewer) {
	j, err := b.m.View(v)
	if err != nil {
		b.line("   %s: %v", v, err)
		return
	}
	now := entries(j)
	if _, seated := v.Seat(); seated {
		public := b.views[games.Viewer{}]
		now = slices.DeleteFunc(now, func(e entry) bool { return slices.Contains(public, e) })
	}
	was := b.views[v]
	b.views[v] = now
	var changed []string
	for _, e := range now {
		if !slices.Contains(was, e) {
			changed = append(changed, e.at+" = "+e.value)
		}
	}
	for _, e := range was {
		if !slices.ContainsFunc(now, func(n entry) bool { return strings.HasPrefix(n.at, e.at) || strings.HasPrefix(e.at, n.at) }) {
			list, _, _ := strings.Cut(e.at, "[") // what is gone of a list is told once
			changed = append(changed, list+" is gone or shorter")
		}
	}
	if changed = unique(changed); len(changed) > 0 {
		list := wrap(changed, "; ", "      ")
		if len(list) > viewLines {
			list = append(list[:viewLines], fmt.Sprintf("      … and %d lines more", len(list)-viewLines))
		}
		b.line("   %s: %s", v, strings.Join(list, "\n"))
	}
}

// unique is a list without what was in it before.
func unique(list []string) []string {
	var once []string
	for _, s := range list {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}

// wrap joins parts to lines of about 150 characters; all but the first are
// indented.
func wrap(parts []string, between, indent string) []string {
	lines := []string{parts[0]}
	for _, p := range parts[1:] {
		last := &lines[len(lines)-1]
		*last += between
		if len(*last)+len(p) > 150 {
			lines = append(lines, indent+p)
		} else {
			*last += p
		}
	}
	return lines
}

// entry is a part of a view that is told as one.
type entry struct{ at, value string }

// entries divides a view into parts that are short enough to be told as one. A
// list of numbers or words is told as one, however long it is.
func entries(view []byte) []entry {
	const short = 72
	var list []entry
	var walk func(at string, part json.RawMessage)
	walk = func(at string, part json.RawMessage) {
		var fields map[string]json.RawMessage
		var items []json.RawMessage
		nested := bytes.ContainsAny(part[1:], "{[")
		switch {
		case at != "" && (len(part) <= short || part[0] != '{' && !nested):
			list = append(list, entry{at, string(part)})
		case part[0] == '{' && json.Unmarshal(part, &fields) == nil:
			for _, k := range by(fields) {
				walk(strings.TrimPrefix(at+"."+k, "."), fields[k])
			}
		case part[0] == '[' && json.Unmarshal(part, &items) == nil:
			for i, p := range items {
				walk(fmt.Sprintf("%s[%d]", at, i), p)
			}
		default:
			list = append(list, entry{at, string(part)})
		}
	}
	walk("", view)
	return list
}

// fewChoices is how many choices of a menu are told.
const fewChoices = 4

func (b *book) page(where string, p ui.Page) string {
	say := func(x ui.Text) string { return b.say.Say(text.English, x, people{}) }
	list := []string{fmt.Sprintf("   %s: %s", where, say(p.Title))}
	add := func(format string, args ...any) {
		list = append(list, "      "+strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "\n      "))
	}
	for _, l := range p.Lines {
		if !l.IsZero() {
			add("| %s", say(l))
		}
	}
	for _, thing := range p.Teach {
		add("? %s", say(ui.Lesson(thing)))
	}
	for _, pic := range p.Pictures {
		for _, a := range pic.Alt {
			add("* %s", say(a))
		}
	}
	for _, c := range p.Controls {
		switch {
		case len(c.Menu) > 0:
			add("[%s%s ▾] of %d", icon(c.Icon), say(c.Label), len(c.Menu))
			for _, o := range c.Menu[:min(len(c.Menu), fewChoices)] {
				add("   %s%s %s -> %s", icon(o.Icon), say(o.Label), say(o.Hint), link(o.To))
			}
		case c.Off:
			add("(%s%s)", icon(c.Icon), say(c.Label))
		default:
			add("[%s%s] -> %s", icon(c.Icon), say(c.Label), link(c.To))
		}
	}
	for _, f := range p.Form {
		add("%s (%s) %d-%d: %q", say(f.Label), say(f.Hint), f.Min, f.Max, f.Value)
	}
	return strings.Join(list, "\n")
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
