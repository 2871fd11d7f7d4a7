// Package judge is the judge of When I Dream, in Russian and in English: what a clue, a guess and a
// slip is, and which cards a dream mentions.
//
// # Why it stands apart
//
// Language is the hardest part of the game, and the rules need five answers of it: whether a text is
// one word (CleanClue), whether a clue is forbidden for an element (Judge), whether it was said before
// (Repeats), which elements a guess names (Named), and which cards a dream mentions (Told). So who
// tunes a slip or a root reads this package alone, and nothing of phases, votes or scores. It knows
// no position, no seat and no page.
//
// All of it is asked of a Glossary. The game has its own (Lexicon), with the elements of the box, the
// families of their roots and lists of words, which stand beside the code as texts. GlossaryOf makes
// one of a server's own words, and takes roots and translations of the game's own where the words are
// the same. Where such words come from is no matter of the judge: see package pack. A Glossary never
// changes.
//
// # Files
//
// glossary.go has the elements, own.go those of a server, wordlists.go and roots.go what is read
// beside them. judge.go and disguise.go judge clues, guess.go and slip.go guesses, dream.go dreams.
// clean.go brings a text into the form in which it is kept.
package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
)

// Verdict is what the program says of a clue without asking people.
type Verdict struct {
	Level  Level
	Reason string // the key of the refusal; empty when the clue is fine
}

// Level is how sure it is that a clue is forbidden.
type Level = lexeme.Level

const (
	Fine      = lexeme.Fine      // it is not forbidden
	Doubtful  = lexeme.Doubtful  // it may be: people decide
	Forbidden = lexeme.Forbidden // it is
)

// Judge compares a clue with the element that it is for. A clue must not be the
// element, have its root, translate it or sound like it.
//
// Only what is certain is forbidden, since that may cost a card. That is a form
// of the element, a word of the families of its roots, a translation, or a word that is
// listed as sounding the same. What is no word at all is forbidden where it hides one of
// them, or was made of the element; see disguise.go. A mere likeness of two words is
// doubtful, since a computer hears no sounds. What only looks alike is fine.
func (g *Glossary) Judge(clue string, n int, t kit.Tongue) Verdict {
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
	worst := Verdict{}
	note := func(l Level, reason string) {
		if l > worst.Level {
			worst = Verdict{l, reason}
		}
	}
	for _, w := range lexeme.Disguised(clue) {
		if e.isOwn(w, t) {
			note(Forbidden, "refuse.clue-same")
		} else if l, _ := e.family[t].Level(w); l == Forbidden {
			note(l, "refuse.clue-root")
		}
	}
	for _, w := range unknown {
		_, innocent := e.family[t].Level(w)
		switch {
		case innocent:
		case e.hides(w, t):
			note(Forbidden, "refuse.clue-same")
		case e.coins(w, t):
			note(Forbidden, "refuse.clue-root")
		case e.hides(w, t.Other()):
			note(Forbidden, "refuse.clue-translation")
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
			l = min(l, Doubtful)
		}
		note(l, "refuse.clue-root")
	}
	e.names(whole, list, t, note)
	e.translates(whole, list, t, note)
	return worst
}

// names notes a clue that is another word for the element, with its root.
func (e *entry) names(whole string, list []string, t kit.Tongue, note func(Level, string)) {
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
func (e *entry) translates(whole string, list []string, t kit.Tongue, note func(Level, string)) {
	other := t.Other()
	for _, f := range e.printed[other] {
		if whole == f.whole {
			note(Forbidden, "refuse.clue-translation")
		}
		for _, w := range f.words {
			for _, p := range list {
				translation(p, w.Text, t, note)
			}
		}
	}
	for _, p := range list {
		if l, _ := e.family[other].Level(p); l == Forbidden {
			note(Doubtful, "refuse.clue-translation") // it translates a word of the root
		}
	}
	for _, f := range e.aliases[other] {
		if f.says(whole, list) {
			note(Forbidden, "refuse.clue-translation")
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
func likeness(clue, printed string) Level {
	if strings.ContainsRune(strings.ToLower(norm.NFC.String(clue)), 'ё') && !strings.ContainsRune(strings.ToLower(norm.NFC.String(printed)), 'ё') {
		return Doubtful
	}
	return Forbidden
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
func compare(clue, of string, note func(Level, string)) {
	if lexeme.HasCyrillic(clue) != lexeme.HasCyrillic(of) {
		spelt(clue, of, note)
		return
	}
	if inflected(clue, of) {
		l := Forbidden
		if lexeme.Homograph(clue) {
			l = Doubtful
		}
		note(l, "refuse.clue-root")
		return
	}
	switch {
	case lists().homophones[clue] != 0 && lists().homophones[clue] == lists().homophones[of]:
		note(Forbidden, "refuse.clue-sound")
	case lexeme.HasCyrillic(of) && utf8.RuneCountInString(of) >= 3 && lexeme.Sound(clue) == lexeme.Sound(of):
		// English spelling says too little of how vowels sound: "mousse" is no "mouse".
		note(Doubtful, "refuse.clue-sound")
	}
}

// spelt notes a clue that is a word of the element in the other alphabet, letter
// by letter. A long Russian word in Latin letters is that word. A short one may as
// well be another word.
func spelt(clue, of string, note func(Level, string)) {
	if lexeme.HasCyrillic(of) {
		if lexeme.PlainLetters(lexeme.ToCyrillic.Replace(clue)) == lexeme.PlainLetters(of) {
			if len(clue) >= 4 {
				note(Forbidden, "refuse.clue-same")
			} else {
				note(Doubtful, "refuse.clue-same")
			}
		}
	} else if len(of) >= 4 && lexeme.ToLatin.Replace(clue) == of {
		note(Doubtful, "refuse.clue-sound")
	}
}

// translation notes how a word of a clue is like a word of the element, in the
// other tongue. A clue in the table's own alphabet is at most doubtful. It has a
// meaning in that tongue, and people mostly mean that one.
func translation(clue, of string, t kit.Tongue, note func(Level, string)) {
	const reason = "refuse.clue-translation"
	switch {
	case lexeme.HasCyrillic(clue) == lexeme.HasCyrillic(of):
		if clue == of || !lexeme.Homograph(clue) && inflected(clue, of) {
			note(Forbidden, reason)
		}
	case lexeme.HasCyrillic(of):
		if len(clue) >= 6 && lexeme.PlainLetters(lexeme.ToCyrillic.Replace(clue)) == lexeme.PlainLetters(of) {
			note(Doubtful, reason)
		}
	case len(of) >= 5 && lexeme.ToLatin.Replace(clue) == of:
		note(Doubtful, reason)
	}
}

// Repeats reports whether a clue says again what an earlier one said.
func Repeats(clue, earlier string) bool {
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
func kin(alias string, printed []phrase) Level {
	switch {
	case lists().unlike[alias]:
		return Fine
	case lists().likely[alias]:
		return Doubtful
	}
	a := []rune(alias)
	for _, f := range printed {
		for _, w := range f.words {
			b := []rune(w.Text)
			p := lexeme.CommonPrefix(a, b)
			if p >= 2 && 2*p >= min(len(a), len(b)) || bones(alias) == bones(w.Text) {
				return Forbidden
			}
		}
	}
	return Fine
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
