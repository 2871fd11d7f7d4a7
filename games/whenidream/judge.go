package whenidream

import (
	"golang.org/x/text/unicode/norm"
	"slices"
	"strings"
	"unicode/utf8"
)

// verdict is what the program says of a clue without asking people.
type verdict struct {
	level  level
	reason string // the key of the refusal; empty when the clue is fine
}

// level is how sure it is that a clue is forbidden.
type level int

const (
	fine      level = iota // it is not forbidden
	doubtful               // it may be: people decide
	forbidden              // it is
)

// judge compares a clue with the element that it is for. A clue must not be the
// element, have its root, translate it or sound like it.
//
// Only what is certain is forbidden, since that may cost a card. That is a form
// of the element, a long word plainly made of it, or a translation. A mere
// likeness is doubtful, since a computer hears no roots. What only looks alike
// is fine.
func (g *glossary) judge(clue string, n int, t Tongue) verdict {
	list := tokens(clue)
	whole := strings.Join(list, "")
	if len(list) > 1 {
		list = append(list, whole)
	}
	e := &g.entries[n]
	worst := verdict{}
	note := func(l level, reason string) {
		if l > worst.level {
			worst = verdict{l, reason}
		}
	}
	for _, f := range e.printed[t] {
		if whole == f.whole {
			note(likeness(clue, e.word[t]), "refuse.clue-same")
		}
		for _, w := range f.words {
			for _, p := range list {
				if p == w.text {
					note(likeness(clue, e.word[t]), "refuse.clue-same")
				} else {
					compare(p, w.text, note)
				}
			}
		}
	}
	for _, f := range e.aliases[t] {
		if l := kin(f.whole, e.printed[t]); f.says(whole, list) {
			note(l, "refuse.clue-root")
		}
	}
	other := otherTongue(t)
	for _, f := range e.printed[other] {
		if whole == f.whole {
			note(forbidden, "refuse.clue-translation")
		}
		for _, w := range f.words {
			for _, p := range list {
				translation(p, w.text, t, note)
			}
		}
	}
	for _, f := range e.aliases[other] {
		if f.says(whole, list) {
			note(forbidden, "refuse.clue-translation")
		}
	}
	for _, w := range g.kindred[n] {
		if slices.ContainsFunc(list, func(p string) bool { return inflected(p, w) }) {
			note(doubtful, "refuse.clue-root")
		}
	}
	return worst
}

// likeness is the level of a clue that is the element once ё is written as е. A
// clue with ё for an element without it is doubtful: «нёбо» is not «небо».
func likeness(clue, printed string) level {
	if strings.ContainsRune(strings.ToLower(norm.NFC.String(clue)), 'ё') && !strings.ContainsRune(strings.ToLower(norm.NFC.String(printed)), 'ё') {
		return doubtful
	}
	return forbidden
}

// says reports whether a clue is another word for an element, or a form of it. The
// whole clue counts, and each of its parts. Homographs do not.
func (f phrase) says(whole string, parts []string) bool {
	if whole == f.whole {
		return true
	}
	return len(f.words) == 1 && slices.ContainsFunc(parts, func(p string) bool {
		return p == f.whole || !lists().homographs[p] && !strange(p) && inflected(p, f.whole)
	})
}

// compare notes how a word of a clue is like a word of the element, in the
// table's tongue.
func compare(clue, of string, note func(level, string)) {
	if hasCyrillic(clue) != hasCyrillic(of) {
		spelt(clue, of, note)
		return
	}
	switch {
	case strange(clue):
	case inflected(clue, of):
		l := forbidden
		if lists().homographs[clue] {
			l = doubtful
		}
		note(l, "refuse.clue-root")
		return
	case offspring(clue, of):
		note(forbidden, "refuse.clue-root")
	case derived(clue, of) || compound(clue, of):
		note(doubtful, "refuse.clue-root")
	}
	if utf8.RuneCountInString(of) >= 3 && sound(clue) == sound(of) || lists().homophones[clue] != 0 && lists().homophones[clue] == lists().homophones[of] {
		note(doubtful, "refuse.clue-sound")
	}
}

// spelt notes a clue that is a word of the element in the other alphabet, letter
// by letter. A long Russian word in Latin letters is that word. A short one may as
// well be another word.
func spelt(clue, of string, note func(level, string)) {
	if hasCyrillic(of) {
		if plainLetters(toCyrillic.Replace(clue)) == plainLetters(of) {
			if len(clue) >= 4 {
				note(forbidden, "refuse.clue-same")
			} else {
				note(doubtful, "refuse.clue-same")
			}
		}
	} else if len(of) >= 4 && toLatin.Replace(clue) == of {
		note(doubtful, "refuse.clue-sound")
	}
}

// translation notes how a word of a clue is like a word of the element, in the
// other tongue. A clue in the table's own alphabet is at most doubtful. It has a
// meaning in that tongue, and people mostly mean that one.
func translation(clue, of string, t Tongue, note func(level, string)) {
	const reason = "refuse.clue-translation"
	switch {
	case hasCyrillic(clue) == hasCyrillic(of):
		switch {
		case clue == of, !lists().homographs[clue] && !strange(clue) && inflected(clue, of):
			note(forbidden, reason)
		case !strange(clue) && derived(clue, of):
			note(doubtful, reason)
		}
	case hasCyrillic(of):
		if len(clue) >= 6 && plainLetters(toCyrillic.Replace(clue)) == plainLetters(of) {
			note(doubtful, reason)
		}
	case len(of) >= 5 && toLatin.Replace(clue) == of:
		note(doubtful, reason)
	}
}

// otherTongue is the tongue of the glossary that is not t.
func otherTongue(t Tongue) Tongue {
	if t == English {
		return Russian
	}
	return English
}

// repeats reports whether a clue says again what an earlier one said.
func repeats(clue, earlier string) bool {
	a, b := tokens(clue), tokens(earlier)
	if strings.Join(a, "") == strings.Join(b, "") {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y string) bool {
		return x == y || !strange(x) && !strange(y) && (inflected(x, y) || inflected(y, x))
	})
}
