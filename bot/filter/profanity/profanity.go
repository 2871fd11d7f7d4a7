// Package profanity finds words that a server does not want in what people write, in Russian
// and in English: profanity, slurs, and words of the server's own. It is pure.
//
// # The lists
//
// The terms of terms.txt are made of the List of Dirty, Naughty, Obscene, and Otherwise Bad
// Words (LDNOOBW) by Shutterstock and its contributors, which is under CC BY 4.0: see
// LICENSE.ldnoobw. It is modified: its entries are written as roots with their forms, words
// that it lacks are added, and entries are left out that mostly are other words, or name no
// more than a part of the body or a practice. A test holds the terms against the list as it is
// published, and names what is left out.
//
// A term is for whole words. An "ass" in "glass" is none, nor a «рубля» by its end. What the
// dictionary knows is never read as anything else than it says. So a disguise, see below, is
// looked for in what is no word.
//
// # Disguises
//
// People write a word otherwise and are understood. These are read: letters that look alike,
// of another alphabet or of none, digits and signs in the place of letters, marks and invisible
// characters, repeated letters, letters or halves that stand apart, a word within a coined one,
// slips that sound the same, and Russian in Latin letters.
package profanity

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/games/lexeme"
)

// A Strictness says which lists count besides a server's own words.
type Strictness int

// What is refused: own words alone, slurs and sexual insults too, all profanity too.
const (
	Own Strictness = iota
	Mild
	Strict
)

// A Filter finds the words that are refused. It never changes.
type Filter struct {
	families [2][]*lexeme.Family   // of words in Latin letters, and in Cyrillic ones
	phrases  map[string][][]string // that are refused, by their first word
	harmless map[string][][]string // that are not, whatever is in them
	own      map[string]bool       // words in all their forms
	veiled   []veiled
	long     map[string]bool // those of the lists that are read behind anything
	allowed  map[string]bool
}

// veiled is a word that is looked for where it is written otherwise.
type veiled struct {
	text     string
	letters  []rune
	sound    string
	cyrillic bool
}

// New returns a filter of a strictness, with words of the server's own that are refused, too,
// and words that are allowed in spite of all lists. Each counts in all its forms. One with a
// hyphen is a phrase.
func New(how Strictness, own, allowed []string) *Filter {
	f := &Filter{phrases: map[string][][]string{}, harmless: map[string][][]string{}, own: map[string]bool{}, long: map[string]bool{}, allowed: map[string]bool{}}
	t := terms()
	maps.Copy(f.harmless, t.harmless)
	for level := Mild; level <= how; level++ {
		for script := range f.families {
			f.families[script] = append(f.families[script], &t.families[level][script])
		}
		for _, phrase := range t.phrases[level] {
			f.phrases[phrase[0]] = append(f.phrases[phrase[0]], phrase)
		}
	}
	for _, text := range allowed {
		list := lexeme.Tokens(text)
		if len(list) > 1 {
			f.harmless[list[0]] = append(slices.Clone(f.harmless[list[0]]), list)
		}
		for _, form := range lexeme.Forms(strings.Join(list, "")) {
			f.allowed[form] = true
		}
	}
	for _, text := range own {
		list := lexeme.Tokens(text)
		if len(list) > 1 {
			for _, form := range lexeme.Forms(list[0]) {
				f.phrases[form] = append(f.phrases[form], append([]string{form}, list[1:]...))
			}
		}
		whole := strings.Join(list, "")
		for _, form := range lexeme.Forms(whole) {
			f.own[form] = true
		}
		if utf8.RuneCountInString(whole) >= 3 {
			f.veiled = append(f.veiled, newVeiled(whole))
		}
	}
	for _, v := range t.veiled {
		if f.refuses(v.text) {
			f.veiled = append(f.veiled, v)
			if len(v.letters) >= longGlued {
				f.long[v.text] = true
			}
		}
	}
	return f
}

func newVeiled(text string) veiled {
	return veiled{text, []rune(text), lexeme.Sound(text), lexeme.HasCyrillic(text)}
}

// judge reports whether a folded word is one that is refused, and whether it only looks like
// one.
func (f *Filter) judge(word string) (refused, innocent bool) {
	if f.allowed[word] {
		return false, true
	}
	script := 0
	if lexeme.HasCyrillic(word) {
		script = 1
	}
	for _, family := range f.families[script] {
		l, is := family.Level(word)
		refused, innocent = refused || l == lexeme.Forbidden, innocent || is
	}
	return refused || f.own[word], innocent
}

// refuses reports whether a folded word is one that is refused.
func (f *Filter) refuses(word string) bool {
	refused, _ := f.judge(word)
	return refused
}

// A token is a folded word of a text.
type token struct {
	text     string
	runes    int
	piece    int  // the number of the piece of the text in which it stands
	known    bool // it is a word, so it is read as nothing else
	harmless bool // it is a part of a phrase that is not refused
}

// Find returns the first word of a text that is refused, as it is written there, or some words
// together. It returns false where there is none.
func (f *Filter) Find(text string) (word string, found bool) {
	pieces, raw := pieces(plain(text)), pieces(text)
	if len(raw) != len(pieces) { // a sign became a space, or the other way round
		raw = pieces
	}
	for i, piece := range pieces {
		pieces[i] = native(piece)
	}
	all := f.tokens(pieces)
	for i, rest := 0, all; i < len(pieces); i++ {
		n := 0
		for n < len(rest) && rest[n].piece == i {
			n++
		}
		if f.inPiece(pieces[i], rest[:n]) {
			return raw[i], true
		}
		rest = rest[n:]
	}
	if from, to, ok := f.inPhrases(all); ok {
		return strings.Join(raw[from:to+1], " "), true
	}
	if from, to, ok := f.apart(all); ok {
		return strings.Join(raw[from:to+1], " "), true
	}
	return "", false
}

// tokens are the words of the pieces of a text.
func (f *Filter) tokens(pieces []string) []token {
	var all []token
	for i, piece := range pieces {
		for _, t := range lexeme.Tokens(piece) {
			if t != "" {
				all = append(all, token{text: t, runes: utf8.RuneCountInString(t), known: f.allowed[t] || known(t), piece: i})
			}
		}
	}
	for i, t := range all {
		for _, phrase := range f.harmless[t.text] {
			if n := len(phrase); i+n <= len(all) && matches(all[i:i+n], phrase) {
				for j := range n {
					all[i+j].harmless, all[i+j].known = true, true
				}
			}
		}
	}
	return all
}

// matches reports whether words are those of a phrase.
func matches(list []token, phrase []string) bool {
	return slices.EqualFunc(list, phrase, func(t token, word string) bool { return t.text == word })
}

// inPiece reports whether a piece of a text, which stands between spaces, is or holds a word
// that is refused.
func (f *Filter) inPiece(piece string, list []token) bool {
	strange := false
	for _, t := range list {
		refused, innocent := f.judge(t.text)
		if (refused || f.numbered(t.text)) && !t.harmless {
			return true
		}
		strange = strange || !t.known && !innocent
	}
	if len(list) > 1 {
		if apart(list) && f.looks(joined(list)) {
			return true
		}
	}
	if !strange {
		return len(list) > 0 && !list[0].harmless && hasSigns(piece) && f.signed(piece)
	}
	for _, t := range list {
		if !t.known && f.looks(t.text) {
			return true
		}
	}
	return f.signed(piece)
}

// numbered reports whether a folded word is one that is refused, but for digits around it.
func (f *Filter) numbered(word string) bool {
	bare := strings.TrimFunc(word, unicode.IsDigit)
	return len(bare) < len(word) && utf8.RuneCountInString(bare) >= 3 && f.refuses(bare)
}

// looks reports whether what is no word is understood as one that is refused.
func (f *Filter) looks(word string) bool {
	if refused, innocent := f.judge(word); refused || innocent {
		return refused && !innocent
	}
	for most := 1; most <= 2; most++ {
		if plain := lexeme.Unrepeated(word, most); plain != word && len(plain) > 1 && f.refuses(plain) {
			return true
		}
	}
	list := []rune(word)
	if len(list) < 3 {
		return false
	}
	if f.glued(word) {
		return true
	}
	sound, cyrillic := lexeme.Sound(word), lexeme.HasCyrillic(word)
	for i := range f.veiled {
		v := &f.veiled[i]
		if cyrillic != v.cyrillic {
			continue
		}
		if len(v.letters) >= 4 && sound == v.sound && len(sound) > 2 {
			return true
		}
		d := len(list) - len(v.letters)
		if len(v.letters) >= longVeiled && -1 <= d && d <= 1 && list[0] == v.letters[0] && lexeme.Masks(list, v.letters) {
			return true
		}
	}
	return false
}

// little are words that people put before a refused one, or behind it, without a space.
var little = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("я ты он мы вы мой твой свой ваш наш твоя моя ваша наша меня тебя вас нас мне тебе вам нам все это вот есть как на да не ну иди самая самый большой большая my your you youre the all big") {
		m[w] = true
	}
	return m
}()

// glued reports whether what is no word is a refused one of three letters or more, and a little
// one beside it. Before a longer one that people veil there may be anything.
func (f *Filter) glued(word string) bool {
	for i := range word {
		a, b := word[:i], word[i:]
		if f.long[b] && a != "" {
			return true
		}
		if little[a] && utf8.RuneCountInString(b) >= 3 && f.looked(b) || little[b] && utf8.RuneCountInString(a) >= 3 && f.looked(a) {
			return true
		}
	}
	return false
}

// longGlued is how many letters a refused word has that is read behind anything.
const longGlued = 5

// looked reports whether a part of a word is one that is refused, and no other one.
func (f *Filter) looked(part string) bool {
	refused, innocent := f.judge(part)
	return refused && !innocent
}

// longVeiled is how many letters a word has that is understood with a slip. A shorter one is
// like too many names.
const longVeiled = 6

// signed reports whether a piece is a word that is refused in letters that look alike, or with
// signs or digits in the place of some letters.
func (f *Filter) signed(piece string) bool {
	piece = trimmed(piece)
	if !strings.ContainsFunc(piece, func(r rune) bool { return !unicode.IsDigit(r) }) {
		return false // a number
	}
	readers := []*strings.Replacer{nil, latinSigns, cyrillicSigns}
	if mixed(piece) {
		readers = append(readers, lexeme.ToLatin, lexeme.ToCyrillic)
	}
	for _, of := range readers {
		read := piece
		if of != nil {
			if read = of.Replace(strings.ToLower(piece)); read == piece {
				continue
			}
			for _, t := range lexeme.Tokens(read) {
				if f.looks(t) {
					return true
				}
			}
		}
		for _, w := range lexeme.Disguised(read) {
			if f.refuses(w) || !known(w) && f.looks(w) {
				return true
			}
		}
	}
	return f.masked(piece)
}

// masked reports whether a piece is a word that is refused, with signs in the place of some of
// its letters. Two letters at least are left, and the first is one of them.
func (f *Filter) masked(piece string) bool {
	pattern := mask(piece)
	if pattern == nil {
		return false
	}
	for i := range f.veiled {
		if v := &f.veiled[i]; len(v.letters) == len(pattern) && fits(pattern, v.letters) {
			return true
		}
	}
	return false
}

func fits(pattern, word []rune) bool {
	for i, r := range pattern {
		if r != anyLetter && r != word[i] {
			return false
		}
	}
	return true
}

// inPhrases finds words that are refused together, in their order.
func (f *Filter) inPhrases(all []token) (from, to int, found bool) {
	for i, t := range all {
		for _, phrase := range f.phrases[t.text] {
			last := i + len(phrase) - 1
			if last < len(all) && matches(all[i:last], phrase[:len(phrase)-1]) && slices.Contains(lexeme.Forms(phrase[len(phrase)-1]), all[last].text) {
				return t.piece, all[last].piece, true
			}
		}
	}
	return 0, 0, false
}

// What is read as one word though it stands apart.
const (
	mostApart  = 14 // letters
	shortApart = 3  // letters of each part, where there are more than two
)

// apart finds a word that is refused and whose letters or halves stand apart.
func (f *Filter) apart(all []token) (from, to int, found bool) {
	for i := range all {
		whole, runes := all[i].text, all[i].runes
		for j := i + 1; j < len(all); j++ {
			whole += all[j].text
			if runes += all[j].runes; runes > mostApart {
				break
			}
			part := all[i : j+1]
			if len(part) > 2 && (all[i].runes > shortApart || all[j].runes > shortApart) {
				break
			}
			if runes >= 3 && apart(part) && f.refusesApart(whole, part) {
				return all[i].piece, all[j].piece, true
			}
		}
	}
	return 0, 0, false
}

// refusesApart reports whether parts are a word that is refused. Parts that are no letters make
// exactly one of the words that people veil: what goes on behind its beginning is another word.
func (f *Filter) refusesApart(whole string, parts []token) bool {
	if letters(parts) {
		return f.refuses(whole) || f.refuses(lexeme.Unrepeated(whole, 1))
	}
	return slices.ContainsFunc(f.veiled, func(v veiled) bool { return v.text == whole })
}

// apart reports whether words that stand beside each other may be one: some part is no word, or
// all are single letters.
func apart(list []token) bool {
	if letters(list) {
		return true
	}
	for _, t := range list {
		if !t.known {
			return true
		}
	}
	return false
}

func letters(list []token) bool {
	for _, t := range list {
		if t.runes > 1 {
			return false
		}
	}
	return true
}

func joined(list []token) string {
	var b strings.Builder
	for _, t := range list {
		b.WriteString(t.text)
	}
	return b.String()
}
