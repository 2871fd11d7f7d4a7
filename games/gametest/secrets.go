package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"

	"oneiros/games"
)

// part counts what happened to a part of the position.
type part struct {
	reached int // moments in which it was there
	redealt int // redeals in which it was there
	changed int // redeals that changed it
}

func (p *part) add(q *part) {
	p.reached += q.reached
	p.redealt += q.redealt
	p.changed += q.changed
}

// A coverage is which parts of the positions of a table were met, and which of
// them redeals changed.
type coverage struct {
	*table
	hider   bool // the game has secrets
	redeals int  // asked for
	changed int  // that changed the position
	parts   map[string]*part
	cells   map[cell]*seen

	position []byte // the one whose leaves are kept
	leaves   []leaf
}

// part is what happened to a part of the positions, by its path.
func (c *coverage) part(path string) *part {
	p := c.parts[path]
	if p == nil {
		p = &part{}
		c.parts[path] = p
	}
	return p
}

// add adds what was met at another number of seats.
func (c *coverage) add(d *coverage) {
	c.hider = c.hider || d.hider
	c.redeals += d.redeals
	c.changed += d.changed
	for path, p := range d.parts {
		c.part(path).add(p)
	}
}

// count notes the parts of a match's position and which of them a redeal for a
// viewer changed. Without a redeal twin is nil.
func (c *coverage) count(m, twin games.Match, v games.Viewer) {
	position := m.Snapshot().Position
	if !bytes.Equal(c.position, position) {
		var err error
		if c.leaves, err = leaves(position); err != nil {
			c.fail(Survival, "%v", err)
			return
		}
		c.position = position
	}
	a := c.leaves
	paths := map[string]bool{}
	for _, l := range a {
		paths[l.path] = true
	}
	if twin == nil {
		for path := range paths {
			c.part(path).reached++
		}
		return
	}
	b, err := leaves(twin.Snapshot().Position)
	if err != nil {
		c.fail(Survival, "%v", err)
		return
	}
	changed, places := map[string]bool{}, map[string]bool{}
	is := make(map[string]string, len(b))
	for _, l := range b {
		paths[l.path] = true
		is[l.at] = l.value
	}
	for _, l := range a {
		if now, ok := is[l.at]; !ok || now != l.value {
			changed[l.path], places[l.at] = true, true
		}
		delete(is, l.at)
	}
	for _, l := range b {
		if _, ok := is[l.at]; ok { // it was not there before
			changed[l.path] = true
		}
	}
	if !m.Status().Over { // at the end much is shown, and places of a list may rightly stay
		c.places(v, a, places)
	}
	for path := range paths {
		q := c.part(path)
		q.redealt++
		if changed[path] {
			q.changed++
		}
	}
}

// judged is one line of secrets.txt.
type judged struct {
	path   string
	secret bool
	open   bool // no moderator has judged it
	line   string
	used   bool
}

// covers reports whether the line is about a path; {} matches any key.
func (j *judged) covers(path string) bool {
	a, b := strings.Split(j.path, "."), strings.Split(path, ".")
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if rest, ok := strings.CutPrefix(a[i], "{}"); ok {
			if !strings.HasSuffix(b[i], rest) || strings.Count(b[i], "[]")*2 != len(rest) {
				return false
			}
		} else if a[i] != b[i] {
			return false
		}
	}
	return true
}

// judge compares secrets.txt with the parts that were reached.
func (c *coverage) judge(file string) {
	b, err := os.ReadFile(file)
	if err != nil && !(errors.Is(err, fs.ErrNotExist) && c.o.Update) {
		c.fail(Secrets, "%v; write it with -update", err)
		return
	}
	head, lines := readJudged(string(b))
	// Rare parts are met, and redealt, where enough is played.
	whole := c.o.Matches == 0 && len(c.o.Seats) == c.info.Max-c.info.Min+1
	for _, path := range by(c.parts) {
		p := c.parts[path]
		i := slices.IndexFunc(lines, func(j *judged) bool { return j.covers(path) })
		if i < 0 {
			j := &judged{path: path, open: true, used: true, line: path + "  ?"}
			lines = append(lines, j)
			c.fail(Secrets, "%s is not listed in secrets.txt: public or secret?", path)
			continue
		}
		j := lines[i]
		j.used = true
		switch {
		case j.open:
			c.fail(Secrets, "%s is listed and not judged: public or secret?", path)
		case !j.secret && p.changed > 0:
			c.fail(Secrets, "%s is listed as public, and %d of %d redeals changed it", path, p.changed, p.redealt)
		case j.secret && p.changed == 0 && p.redealt >= 20 && whole && j.path == path:
			c.fail(Exercised, "%s is listed as secret, and none of %d redeals changed it", path, p.redealt)
		}
	}
	if whole {
		for _, j := range lines {
			if !j.used {
				c.fail(Secrets, "%s is listed and no position has it", j.path)
			}
		}
	}
	if !c.o.Update {
		return
	}
	if !whole {
		for _, j := range lines {
			j.used = true
		}
	}
	if err := write(file, writeJudged(head, lines)); err != nil {
		c.fail(Secrets, "%v", err)
	}
}

// readJudged reads the lines of secrets.txt, and what stands above them.
func readJudged(text string) (head []string, lines []*judged) {
	for line := range strings.Lines(text) {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" || strings.HasPrefix(line, "#") {
			head = append(head, line)
			continue
		}
		words := strings.Fields(line)
		j := &judged{path: words[0], line: line}
		switch {
		case len(words) > 1 && words[1] == "secret":
			j.secret = true
		case len(words) > 1 && words[1] == "public":
		default:
			j.open = true
		}
		lines = append(lines, j)
	}
	return head, lines
}

// writeJudged is the text of secrets.txt: what stands above, and the lines that are used.
func writeJudged(head []string, lines []*judged) string {
	slices.SortFunc(lines, func(a, b *judged) int { return strings.Compare(a.path, b.path) })
	var out strings.Builder
	if len(head) == 0 {
		head = []string{"# Each part of a position, and who may know it."}
	}
	for _, h := range head {
		fmt.Fprintln(&out, h)
	}
	for _, j := range lines {
		if j.used {
			fmt.Fprintln(&out, j.line)
		}
	}
	return out.String()
}
