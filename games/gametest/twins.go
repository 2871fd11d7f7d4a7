package gametest

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// twins are a match and its redeals for one viewer. A redeal differs from the match
// only in what that viewer does not know.
type twins struct {
	*play
	site    *site
	view    []byte
	probes  []string          // moves that the viewer tries
	answers map[string]string // to the probes, in the match as it is
}

// check compares what a viewer can learn from the match and from its twins.
func (p twins) check() {
	var err error
	if p.view, err = p.m.View(p.site.viewer); err != nil {
		return // reported by look
	}
	p.probes, p.answers = p.choose(), map[string]string{}
	for k := range 3 {
		twin, err := p.m.Redeal(p.site.viewer, p.r)
		if err != nil {
			p.fail(Twins, "redeal for %s: %v", p.site.viewer, err)
			return
		}
		if twin == p.m {
			return // a game without secrets
		}
		if k == 0 {
			if err := twin.Survives(); err != nil {
				p.fail(Survival, "redealt: %v", err)
			}
		}
		p.compare(twin)
	}
}

// choose chooses moves to try, whose answers may tell a secret. The public tries
// none.
func (p twins) choose() []string {
	list := []string{junk[p.r.IntN(len(junk))]}
	seat, seated := p.site.viewer.Seat()
	if !seated {
		return nil
	}
	for range min(len(p.pool), 8) {
		list = append(list, p.pool[p.r.IntN(len(p.pool))])
	}
	for other := range p.seats {
		if l := p.moves[other]; len(l) > 0 {
			list = append(list, l[p.r.IntN(len(l))])
		}
	}
	for _, l := range p.moves[seat] {
		if len(list) < 24 {
			list = append(list, l)
		}
	}
	return list
}

// compare compares the match with one twin.
func (p twins) compare(twin games.Match) {
	v, c := p.site.viewer, p.coverage
	c.hider = true
	c.redeals++
	if !same(p.m, twin) {
		c.changed++
	}
	c.count(p.m, twin, v)
	if again, err := twin.View(v); err != nil || !bytes.Equal(p.view, again) {
		p.fail(Twins, "%s sees what it should not know: %s", v, differs(p.view, again))
	}
	if a, b := status(p.m), status(twin); a != b {
		p.fail(Twins, "the status tells %s what it should not know: %s | %s", v, a, b)
	}
	p.compareSuspects(twin)
	if seat, seated := v.Seat(); seated {
		p.compareMoves(twin, seat)
	}
	for _, path := range p.site.paths {
		p.work++
		page := twin.Pages(v)(path)
		if alike(page, p.site.pages[path]) {
			continue
		}
		if again := fingerprint(page); again != p.site.prints[path] {
			p.fail(Twins, "the page %q shows %s what it should not know: %s", path, v, firstDifference(p.site.prints[path], again))
		}
	}
}

// compareMoves compares what a seat may do, and what it learns by trying.
func (p twins) compareMoves(twin games.Match, seat games.Seat) {
	v := seat.Viewer()
	if a, b := p.moves[seat], twin.Moves(seat); !slices.Equal(a, b) {
		p.fail(Twins, "the moves of %s depend on what it does not know: %s | %s", v, strings.Join(a, ", "), strings.Join(b, ", "))
	}
	for _, f := range p.moves[seat] {
		if a, b := p.within(p.m, seat, f, withinTold), p.within(twin, seat, f, withinTold); !slices.Equal(a, b) {
			p.fail(Twins, "the moves of the form %q of %s depend on what it does not know: %s | %s", f, v, strings.Join(a, ", "), strings.Join(b, ", "))
		}
	}
	for _, n := range p.probes {
		a, ok := p.answers[n]
		if !ok {
			a = p.outcome(p.m, seat, n)
			p.answers[n] = a
		}
		if b := p.outcome(twin, seat, n); a != b {
			p.fail(Twins, "%q tells %s what it should not know: %s | %s", n, v, a, b)
		}
	}
}

// outcome is what a viewer learns when they try a move. It says that the move
// was made, or has the words of the refusal.
func (p twins) outcome(m games.Match, seat games.Seat, n string) string {
	p.work++
	_, err := m.Do(games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindPlay, Seat: seat, Move: n})
	if err == nil {
		return "made"
	}
	why, ok := games.Refused(err)
	if !ok {
		return "fault"
	}
	var b strings.Builder
	print(&b, why)
	return b.String()
}

// A hunt looks for hidden words in what one viewer is shown.
type hunt struct {
	*play
	viewer games.Viewer
	hidden []string
	lower  []string // likewise, in lower case
}

// names looks for hidden words in all that a viewer is shown.
func (p *play) names(s *site) {
	h := &hunt{play: p, viewer: s.viewer, hidden: p.m.Hidden(s.viewer)}
	if len(h.hidden) == 0 {
		return
	}
	for _, w := range h.hidden {
		h.lower = append(h.lower, strings.ToLower(w))
	}
	view, err := p.m.View(s.viewer)
	if err != nil {
		return
	}
	parts, err := leaves(view)
	if err != nil {
		p.fail(Survival, "the view of %s: %v", s.viewer, err)
		return
	}
	for _, l := range parts {
		if w, err := strconv.Unquote(l.value); err == nil {
			h.raw("the view's "+l.at, w)
		}
	}
	for _, path := range s.paths {
		h.page(path, s.pages[path])
	}
	if seat, ok := s.viewer.Seat(); ok {
		h.refusals(seat)
	}
}

// raw looks in a text that is shown as it is, or that a program can read.
func (h *hunt) raw(where, shown string) {
	for _, w := range h.hidden {
		if hasWord(shown, w) {
			h.fail(Names, "%s is shown the hidden %q in %s: %.200q", h.viewer, w, where, shown)
		}
	}
}

// text looks in a text, but not in the catalogue's own sentence.
func (h *hunt) text(where string, x ui.Text) {
	keys(x, func(k string) {
		if slices.Contains(h.hidden, k) {
			h.fail(Names, "%s is shown the hidden %q in %s", h.viewer, k, where)
		}
	})
	for _, l := range text.Langs {
		said, own := strings.ToLower(h.say.Say(l, x, plain{})), ""
		for i, w := range h.lower {
			if !hasWord(said, w) {
				continue
			}
			if own == "" {
				own = strings.ToLower(h.say.Say(l, blank(x), plain{}))
			}
			if !hasWord(own, w) {
				h.fail(Names, "%s is told the hidden %q in %s: %.200q", h.viewer, h.hidden[i], where, said)
			}
		}
	}
}

func (h *hunt) page(path string, page ui.Page) {
	at := "the page " + quote(path)
	h.raw("a path", path)
	h.text(at, page.Title)
	for _, x := range page.Lines {
		h.text(at, x)
	}
	for _, thing := range page.Teach {
		h.raw("what "+at+" teaches", thing)
		h.text("a lesson of "+at, ui.Lesson(thing))
	}
	for _, pic := range page.Pictures {
		h.raw("a picture's key", pic.Key)
		for _, x := range pic.Alt {
			h.text("a picture's description on "+at, x)
		}
	}
	for _, c := range page.Controls {
		h.text("a control of "+at, c.Label)
		h.raw("a link of "+at, c.To.To)
		for _, o := range c.Menu {
			h.text("a choice of "+at, o.Label)
			h.text("a choice's hint of "+at, o.Hint)
			h.raw("a choice's link of "+at, o.To.To)
		}
	}
	for _, f := range page.Form {
		h.text("a field of "+at, f.Label)
		h.text("a field of "+at, f.Hint)
		h.raw("a field of "+at, f.Value)
	}
}

// refusals looks in the answers to moves that are tried.
func (h *hunt) refusals(seat games.Seat) {
	for range 8 {
		n := junk[h.r.IntN(len(junk))]
		if len(h.pool) > 0 {
			n = h.pool[h.r.IntN(len(h.pool))]
		}
		_, err := h.m.Do(games.Input{N: h.m.N() + 1, At: h.m.At(), Kind: games.KindPlay, Seat: seat, Move: n})
		if why, ok := games.Refused(err); ok {
			h.text("the refusal of "+quote(n), why)
		}
	}
}

// hasWord reports whether whole words occur in a text.
func hasWord(s, word string) bool {
	if word == "" {
		return false
	}
	for from := 0; ; {
		i := strings.Index(s[from:], word)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(word):])
		if !letter(before) && !letter(after) {
			return true
		}
		from = i + len(word)
	}
}

func letter(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

func quote(path string) string {
	if path == "" {
		return "the first page"
	}
	return strconv.Quote(path)
}
