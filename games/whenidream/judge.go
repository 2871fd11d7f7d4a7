package whenidream

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// verdict is what the program says of a clue without asking people.
type verdict struct {
	level  level
	reason string // the key of the refusal; empty when the clue is fine
}

// level is how sure it is that a clue is forbidden.
type level = lexeme.Level

const (
	fine      = lexeme.Fine      // it is not forbidden
	doubtful  = lexeme.Doubtful  // it may be: people decide
	forbidden = lexeme.Forbidden // it is
)

// judge compares a clue with the element that it is for. A clue must not be the
// element, have its root, translate it or sound like it.
//
// Only what is certain is forbidden, since that may cost a card. That is a form
// of the element, a word of the families of its roots, a translation, or a word that is
// listed as sounding the same. What is no word at all is forbidden where it hides one of
// them, or was made of the element; see disguise.go. A mere likeness of two words is
// doubtful, since a computer hears no sounds. What only looks alike is fine.
func (g *glossary) judge(clue string, n int, t kit.Tongue) verdict {
	list := lexeme.Tokens(clue)
	whole := strings.Join(list, "")
	unknown := slices.DeleteFunc(slices.Clone(list), lexeme.Known)
	if len(list) > 1 {
		list = append(list, whole)
		if len(unknown) > 0 {
			unknown = append(unknown, whole)
		}
	}
	e := &g.entries[n]
	worst := verdict{}
	note := func(l level, reason string) {
		if l > worst.level {
			worst = verdict{l, reason}
		}
	}
	for _, w := range lexeme.Disguised(clue) {
		if e.isOwn(w, t) {
			note(forbidden, "refuse.clue-same")
		} else if l, _ := e.family[t].Level(w); l == forbidden {
			note(l, "refuse.clue-root")
		}
	}
	for _, w := range unknown {
		_, innocent := e.family[t].Level(w)
		switch {
		case innocent:
		case e.hides(w, t):
			note(forbidden, "refuse.clue-same")
		case e.coins(w, t):
			note(forbidden, "refuse.clue-root")
		case e.hides(w, t.Other()):
			note(forbidden, "refuse.clue-translation")
		}
	}
	for _, p := range list {
		l, innocent := e.family[t].Level(p)
		for _, f := range e.printed[t] {
			if p == f.whole {
				note(likeness(clue, e.word[t]), "refuse.clue-same")
			}
			for _, w := range f.words {
				if p == w.Text {
					l = likeness(clue, e.word[t])
					note(l, "refuse.clue-same")
				} else if !innocent {
					compare(p, w.Text, note)
				}
			}
		}
		if lexeme.Homograph(p) {
			l = min(l, doubtful)
		}
		note(l, "refuse.clue-root")
	}
	e.names(whole, list, t, note)
	e.translates(whole, list, t, note)
	return worst
}

// names notes a clue that is another word for the element, with its root.
func (e *entry) names(whole string, list []string, t kit.Tongue, note func(level, string)) {
	innocent := func(p string) bool { // it is spelt like a form of that word
		_, is := e.family[t].Level(p)
		return is
	}
	if innocent(whole) {
		return
	}
	list = slices.DeleteFunc(slices.Clone(list), innocent)
	for _, f := range e.aliases[t] {
		if f.says(whole, list) {
			note(kin(f.whole, e.printed[t]), "refuse.clue-root")
		}
	}
}

// translates notes a clue that is a word for the element in the other tongue.
func (e *entry) translates(whole string, list []string, t kit.Tongue, note func(level, string)) {
	other := t.Other()
	for _, f := range e.printed[other] {
		if whole == f.whole {
			note(forbidden, "refuse.clue-translation")
		}
		for _, w := range f.words {
			for _, p := range list {
				translation(p, w.Text, t, note)
			}
		}
	}
	for _, p := range list {
		if l, _ := e.family[other].Level(p); l == forbidden {
			note(doubtful, "refuse.clue-translation") // it translates a word of the root
		}
	}
	for _, f := range e.aliases[other] {
		if f.says(whole, list) {
			note(forbidden, "refuse.clue-translation")
		}
	}
}

// isOwn reports whether a folded word is a word of the element, in any form.
func (e *entry) isOwn(text string, t kit.Tongue) bool {
	for _, f := range e.printed[t] {
		if text == f.whole || slices.ContainsFunc(f.words, func(w lexeme.Word) bool { return inflected(text, w.Text) }) {
			return true
		}
	}
	return false
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
		return p == f.whole || !lexeme.Homograph(p) && inflected(p, f.whole)
	})
}

// compare notes how a word of a clue is like a word of the element, in the
// table's tongue.
func compare(clue, of string, note func(level, string)) {
	if lexeme.HasCyrillic(clue) != lexeme.HasCyrillic(of) {
		spelt(clue, of, note)
		return
	}
	if inflected(clue, of) {
		l := forbidden
		if lexeme.Homograph(clue) {
			l = doubtful
		}
		note(l, "refuse.clue-root")
		return
	}
	switch {
	case lists().homophones[clue] != 0 && lists().homophones[clue] == lists().homophones[of]:
		note(forbidden, "refuse.clue-sound")
	case lexeme.HasCyrillic(of) && utf8.RuneCountInString(of) >= 3 && lexeme.Sound(clue) == lexeme.Sound(of):
		// English spelling says too little of how vowels sound: "mousse" is no "mouse".
		note(doubtful, "refuse.clue-sound")
	}
}

// spelt notes a clue that is a word of the element in the other alphabet, letter
// by letter. A long Russian word in Latin letters is that word. A short one may as
// well be another word.
func spelt(clue, of string, note func(level, string)) {
	if lexeme.HasCyrillic(of) {
		if lexeme.PlainLetters(lexeme.ToCyrillic.Replace(clue)) == lexeme.PlainLetters(of) {
			if len(clue) >= 4 {
				note(forbidden, "refuse.clue-same")
			} else {
				note(doubtful, "refuse.clue-same")
			}
		}
	} else if len(of) >= 4 && lexeme.ToLatin.Replace(clue) == of {
		note(doubtful, "refuse.clue-sound")
	}
}

// translation notes how a word of a clue is like a word of the element, in the
// other tongue. A clue in the table's own alphabet is at most doubtful. It has a
// meaning in that tongue, and people mostly mean that one.
func translation(clue, of string, t kit.Tongue, note func(level, string)) {
	const reason = "refuse.clue-translation"
	switch {
	case lexeme.HasCyrillic(clue) == lexeme.HasCyrillic(of):
		if clue == of || !lexeme.Homograph(clue) && inflected(clue, of) {
			note(forbidden, reason)
		}
	case lexeme.HasCyrillic(of):
		if len(clue) >= 6 && lexeme.PlainLetters(lexeme.ToCyrillic.Replace(clue)) == lexeme.PlainLetters(of) {
			note(doubtful, reason)
		}
	case len(of) >= 5 && lexeme.ToLatin.Replace(clue) == of:
		note(doubtful, reason)
	}
}

// repeats reports whether a clue says again what an earlier one said.
func repeats(clue, earlier string) bool {
	a, b := lexeme.Tokens(clue), lexeme.Tokens(earlier)
	if strings.Join(a, "") == strings.Join(b, "") {
		return true
	}
	return slices.EqualFunc(a, b, func(x, y string) bool {
		return x == y || inflected(x, y) || inflected(y, x)
	})
}

// kin says whether another word for an element has its root. The list of aliases
// holds irregular forms and true synonyms side by side.
func kin(alias string, printed []phrase) level {
	switch {
	case lists().unlike[alias]:
		return fine
	case lists().likely[alias]:
		return doubtful
	}
	a := []rune(alias)
	for _, f := range printed {
		for _, w := range f.words {
			b := []rune(w.Text)
			p := lexeme.CommonPrefix(a, b)
			if p >= 2 && 2*p >= min(len(a), len(b)) || bones(alias) == bones(w.Text) {
				return forbidden
			}
		}
	}
	return fine
}

// bones are the consonants of a word. They stay where its vowels change: лев and
// льва, ухо and уши, mouse and mice.
func bones(word string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'х':
			return 'ш'
		case 'c':
			return 's'
		}
		if strings.ContainsRune("аеиоуыэюяйьъaeiouy", r) {
			return -1
		}
		return r
	}, word)
}
