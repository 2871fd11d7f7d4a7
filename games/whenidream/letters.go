package whenidream

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
	"golang.org/x/text/unicode/norm"

	"oneiros/games"
)

// This file knows letters: what of a text is fit to be kept, and what two words
// have in common. It knows no element.

const (
	grave = '\u0300'
	acute = '\u0301'
)

// cleanClue gives a clue as it is kept and shown, or refuses what is not one
// word. A hyphenated word is one; so are a number, a name and an abbreviation.
func cleanClue(text string) (string, error) {
	s := strings.TrimFunc(norm.NFC.String(text), unicode.IsSpace)
	s = strings.TrimRight(s, ".,!?…")
	if s == "" {
		return "", games.Refuse("refuse.empty")
	}
	s = strings.Map(plainMark, s)
	list := []rune(s)
	if len(list) > MaxClue {
		return "", games.Refuse("refuse.long", len(list), MaxClue)
	}
	var script *unicode.RangeTable
	before := '-' // a word does not begin with a mark
	for _, r := range list {
		switch {
		case unicode.IsSpace(r):
			return "", games.Refuse("refuse.one-word")
		case r == '-' || r == '\'' || r == '.':
			if before == '-' || before == '\'' || before == '.' {
				return "", games.Refuse("refuse.one-word")
			}
			if r == '-' {
				script = nil
			}
		case r == grave || r == acute:
			if !unicode.IsLetter(before) {
				return "", games.Refuse("refuse.letters")
			}
		case unicode.In(r, unicode.Latin, unicode.Cyrillic) && unicode.IsLetter(r):
			is := unicode.Latin
			if unicode.Is(unicode.Cyrillic, r) {
				is = unicode.Cyrillic
			}
			if script != nil && script != is {
				return "", games.Refuse("refuse.mixed")
			}
			script = is
		case r < '0' || r > '9':
			return "", games.Refuse("refuse.letters")
		}
		before = r
	}
	if before == '-' || before == '\'' {
		return "", games.Refuse("refuse.one-word")
	}
	return s, nil
}

// plainMark writes the many hyphens and apostrophes as one each.
func plainMark(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '—', '−':
		return '-'
	case '’', '‘', 'ʼ', '`', '´':
		return '\''
	}
	return r
}

// cleanText gives a guess or a story as it is kept and shown: without what
// cannot be seen, without heaps of marks, with single spaces. It refuses what
// says nothing and what is longer than most characters.
func cleanText(text string, most int) (string, error) {
	var b strings.Builder
	gap, lines, marks, letters, n := false, 0, 0, 0, 0
	for _, r := range norm.NFC.String(text) {
		switch {
		case r == '\n':
			gap, lines = true, lines+1
			continue
		case unicode.IsSpace(r):
			gap = true
			continue
		case unicode.Is(unicode.M, r):
			if marks++; marks > 2 || b.Len() == 0 {
				continue
			}
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r):
			continue
		default:
			marks = 0
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				letters++
			}
		}
		if gap && b.Len() > 0 {
			between := " "
			if lines > 0 {
				between = strings.Repeat("\n", min(lines, 2))
			}
			b.WriteString(between)
			n += len(between)
		}
		gap, lines = false, 0
		b.WriteRune(r)
		n++
	}
	if letters == 0 {
		return "", games.Refuse("refuse.empty")
	}
	if n > most {
		return "", games.Refuse("refuse.long", n, most)
	}
	return norm.NFC.String(b.String()), nil
}

// tokens are the words of a text, folded: lower case, ё as е, without stress
// marks and the accents of Latin letters, split at everything that is neither a
// letter nor a digit. A possessive 's is dropped.
func tokens(text string) []string {
	var list []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			list = append(list, oneScript(b.String()))
			b.Reset()
		}
	}
	text = strings.ToLower(strings.Map(plainMark, text))
	latin := false
	for _, r := range norm.NFD.String(text) {
		switch {
		case unicode.Is(unicode.M, r):
			// The breve of й is part of its letter; every other mark is not.
			if r == '\u0306' && !latin {
				s := strings.TrimSuffix(b.String(), "и")
				if s != b.String() {
					b.Reset()
					b.WriteString(s + "й")
				}
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			latin = unicode.Is(unicode.Latin, r)
			b.WriteRune(r)
		case r == '\'' && b.Len() > 0:
			b.WriteRune(r)
		default:
			end()
		}
	}
	end()
	for i, t := range list {
		list[i] = strings.ReplaceAll(strings.TrimSuffix(strings.TrimRight(t, "'"), "'s"), "'", "")
	}
	return list
}

// alike are Latin letters that look like Cyrillic ones.
var alike = strings.NewReplacer("a", "а", "c", "с", "e", "е", "o", "о", "p", "р", "x", "х", "y", "у", "k", "к", "m", "м", "t", "т", "h", "н", "b", "в", "i", "і")

// oneScript writes a word of mixed letters in Cyrillic ones, as it was meant to
// look: the glossary's own «Зáмок» has a Latin á.
func oneScript(word string) string {
	if hasCyrillic(word) && strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) >= 0 {
		return alike.Replace(word)
	}
	return word
}

func hasCyrillic(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) >= 0
}

// small are words that say nothing of an element: articles, prepositions, and
// what people put before a guess.
var small = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(`a an the it its is this that my some maybe perhaps probably think i of for in on at to with from
		это наверное наверно может быть кажется думаю я в во на с со из от для по о об к ко у за под над мой моя мое мои какой то ну`) {
		m[w] = true
	}
	return m
}()

// content is what is left of words without the small ones; all of them when
// there is nothing else.
func content(list []string) []string {
	var full []string
	for _, w := range list {
		if !small[w] {
			full = append(full, w)
		}
	}
	if full == nil {
		return list
	}
	return full
}

// stem is the stem of a folded word by Snowball, in the language of its letters.
func stem(word string) string {
	env := snowballstem.NewEnv(word)
	if hasCyrillic(word) {
		russian.Stem(env)
		return env.Current()
	}
	english.Stem(env)
	s := env.Current()
	// The stemmer writes "cherries" as "cherri" and leaves short words alone.
	if t, ok := strings.CutSuffix(s, "i"); ok && len(t) > 2 {
		s = t + "y"
	}
	return s
}

// word is a folded word with its stems. Snowball takes the end of a Russian noun
// for that of a verb now and then («барабан», but «бараба-нах»), so what is left
// without the ending of a case is kept beside it.
type word struct{ text, stem, noun string }

func newWord(text string) word { return word{text, stem(text), noun(text)} }

// same reports whether two words are one, inflected.
func (w word) same(v word) bool { return w.stem == v.stem || w.noun == v.noun }

// cases are the endings of Russian nouns, longer ones first.
var cases = strings.Fields(`иями ями ами ией иям ием иях ев ов ие ье еи ии ей ой ий ям ем ам ом ах ях ию ью ия ья и й о у ы ь ю я а е`)

// noun is a folded word without the ending of a Russian case; the stem of a word
// in any other letters.
func noun(text string) string {
	if !hasCyrillic(text) {
		return stem(text)
	}
	for _, c := range cases {
		if t, ok := strings.CutSuffix(text, c); ok && utf8.RuneCountInString(t) >= 2 {
			return t
		}
	}
	return text
}

// hush reports whether the last of some letters is a sibilant or ц.
func hush(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("жшчщц", r)
}

// velar reports whether the last of some letters is followed by и, never by ы.
func velar(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("гкхжшчщ", r)
}

const adjectival = `ый ий ой ая яя ое ее ые ие ого его ому ему ым им ом ем ую юю ей ою ых их ыми ими`

// forms are a folded word in all its cases and numbers, as its ending in the
// first case tells: Russian nouns and adjectives, English plurals. A form that
// does not exist may be among them, a form of another word is not.
func forms(base string) []string {
	list := []string{base}
	add := func(stem, ends string) {
		for e := range strings.FieldsSeq(ends) {
			list = append(list, stem+strings.Trim(e, "0"))
		}
	}
	if !hasCyrillic(base) {
		list = append(list, base+"s")
		for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
			if strings.HasSuffix(base, end) {
				list = append(list, base+"es")
				break
			}
		}
		if stem, ok := strings.CutSuffix(base, "y"); ok {
			list = append(list, stem+"ies")
		}
		if stem, ok := strings.CutSuffix(base, "fe"); ok {
			list = append(list, stem+"ves")
		} else if stem, ok := strings.CutSuffix(base, "f"); ok {
			list = append(list, stem+"ves")
		}
		if stem, ok := strings.CutSuffix(base, "man"); ok {
			list = append(list, stem+"men")
		}
		if stem, ok := strings.CutSuffix(base, "s"); ok && len(stem) >= 4 && !strings.HasSuffix(base, "ss") && !strings.HasSuffix(base, "us") && !strings.HasSuffix(base, "ves") {
			list = append(list, stem)
		}
		return list
	}
	all := []rune(base)
	if len(all) < 2 {
		return list
	}
	cut := func(n int) string { return string(all[:len(all)-n]) }
	stem, end := cut(1), all[len(all)-1]
	if len(all) >= 5 {
		two := string(all[len(all)-2:])
		if slices.Contains([]string{"ый", "ий", "ой", "ая", "яя", "ое", "ее", "ые"}, two) || two == "ие" && !strings.HasSuffix(base, "ние") {
			add(cut(2), adjectival)
			return list
		}
	}
	switch end {
	case 'а':
		i := "ы"
		if velar(stem) {
			i = "и"
		}
		add(stem, i+" е у ой ою ом 0 ам ами ах ов")
		if hush(stem) {
			add(stem, "ей ею ем ев")
		}
	case 'я':
		add(stem, "и е ю ей ею ем ь й ям ями ях ев")
	case 'ь':
		add(stem, "я ю ем е и ей ью ям ями ях ьми")
	case 'о':
		add(stem, "а у ом е 0 ам ами ах")
	case 'е':
		add(stem, "я ю ем и й ий ям ями ях а у ам ами ах ев")
	case 'ы':
		add(stem, "0 ов ам ами ах ев")
	case 'и':
		add(stem, "0 ь й ов ев ей ям ями ях ам ами ах ьми")
	case 'й':
		add(stem, "я ю ем е и ев ям ями ях")
	case 'у', 'ю', 'э':
	default:
		if velar(base) {
			add(base, "и")
		} else {
			add(base, "ы")
		}
		add(base, "а у ом е ам ами ах ов")
		if hush(base) {
			add(base, "ем ей ев")
		}
	}
	return list
}

// verbs are endings that a Russian noun seldom has and a verb often.
var verbs = strings.Fields(`ться тся ить ать еть ять уть ыть ет ит ут ют ат ят ал ала али ил ила или ел ела ели ую аю сь`)

// plainSuffixes are the suffixes, with the ends of words after them, that leave no doubt
// of what a long Russian word is made of: they make it small, somebody's, or of
// something.
var plainSuffixes = func() map[string]bool {
	m := map[string]bool{}
	for s := range strings.FieldsSeq(`ик чик очк ечк ичк ушк юшк ышк ишк оньк еньк ок ек ц ьц ищ к ниц ник щик ств еств овств онок енок чонок ин инск ск еск ческ н ьн енн ов ев овск инг`) {
		m[s] = true
	}
	return m
}()

// offspring reports whether a folded word is plainly made of a long one of the
// same script: «ведьма» and «ведьмочка», "storm" and "stormy".
func offspring(word, base string) bool {
	if hasCyrillic(word) != hasCyrillic(base) {
		return false
	}
	if !hasCyrillic(word) {
		rest, ok := strings.CutPrefix(word, base)
		switch rest {
		case "y", "less", "ful", "like", "ish", "hood", "ness":
			return ok && len(base) >= 5
		}
		return false
	}
	root, tail := []rune(noun(base)), []rune(noun(word))
	for e := range strings.FieldsSeq(adjectival) {
		if s, ok := strings.CutSuffix(word, e); ok {
			tail = []rune(s)
			break
		}
	}
	if len(root) < 5 || len(tail) <= len(root) {
		return false
	}
	same := slicesPrefix(root, tail)
	return same == len(root) && plainSuffixes[strings.TrimPrefix(string(tail[same:]), "ь")]
}

// derived reports whether two folded words of one script look like one root
// with different suffixes: «лампа» and «лампочка», "bake" and "baker". Of a short
// root that takes more than that they begin alike.
func derived(a, b string) bool {
	cyrillic := hasCyrillic(a)
	if cyrillic != hasCyrillic(b) {
		return false
	}
	x, y := []rune(stem(a)), []rune(stem(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	least := 4
	if cyrillic {
		least = 3
	}
	verb := cyrillic && slices.ContainsFunc(verbs, func(e string) bool { return strings.HasSuffix(a, e) })
	if len(x) >= least && !(verb && len(x) < 4) {
		same := slicesPrefix(x, y)
		if same == len(x) || same == len(x)-1 && soft(x[same], y[same]) {
			end := strings.TrimPrefix(string(y[len(x):]), "ь")
			if suffixes[end] && (end != "" || len(x) >= 4 || same < len(x)) {
				return true
			}
		}
	}
	if cut, ok := strings.CutSuffix(b, "e"); ok && len(b) >= 4 && slices.Contains([]string{"y", "ing", "ed", "er", "ish"}, strings.TrimPrefix(a, cut)) {
		return true
	}
	p, q := []rune(a), []rune(b)
	if len(p) > len(q) {
		p, q = q, p
	}
	if !cyrillic && len(p) < 6 {
		return false
	}
	same := slicesPrefix(p, q)
	return same >= 5 && same*10 >= len(q)*6
}

func slicesPrefix(a, b []rune) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// soft reports whether two Russian consonants stand for each other before a
// suffix: снег, снежок.
func soft(a, b rune) bool {
	switch a {
	case 'г', 'д', 'з':
		return b == 'ж'
	case 'к', 'т', 'ц':
		return b == 'ч'
	case 'х', 'с':
		return b == 'ш'
	}
	return false
}

// suffixes make one word of another, as they stand at the end of stems.
var suffixes = func() map[string]bool {
	m := map[string]bool{"": true}
	for s := range strings.FieldsSeq(`к ок ек ик ник чик щик еник ушк юшк ышк ишк очк ечк оньк еньк инк онк енк ниц иц ец н ан ян ин ов ев ск ист ак як арь ар тел ач онок енок ат ят ищ иш н очн ичн овск ийск ств
		r er or ing ist y ly ful less ness man men like ish ess ette let ling ed en`) {
		m[s] = true
	}
	return m
}()

// seconds are what English compounds often end in.
var seconds = strings.Fields(`hill eater house man men woman boat board brush box pot tail land lace fish bird line light room road way side work works
	ball yard stick storm time ware wash worm keeper hive bow shell bag shelf case cake fall drop flake cloth top front shore bed boy skin mark craft
	book burger berry fruit paste plug ache ring wig cut dresser style shoe back girl man dust spoon cup mill burn lit down rise shine suit proof coat stool
	fire stone wood smith holder maker paper hanger stand head band stop pool dog corn bread crumb plant shine beam walk chair ship lift port field crash`)

// compounds are the English elements of two roots, by the word, with the roots:
// no rule tells that "room" is in "bedroom" and not in "mushroom".
var compounds = func() map[string][]string {
	m := map[string][]string{}
	for w := range strings.FieldsSeq(`air-plane air-port arm-chair baby-sitter bath-tub bed-room butter-fly cock-roach comfort-er cow-boy dragon-fly
		fire-man fisher-man fish-hook grape-fruit grass-hopper ground-hog hedge-hog horse-man hour-glass jelly-fish key-board light-bulb
		lolly-pop lumber-jack motor-cycle neck-lace news-paper note-book pick-axe pine-apple police-man post-man row-boat screw-driver sea-horse
		sea-shell skate-board snow-flake straw-berry suit-case sun-flower sun-set table-cloth tooth-paste water-melon wind-mill tele-phone tele-vision`) {
		a, b, _ := strings.Cut(w, "-")
		for _, p := range []string{a, b} {
			if p != "er" && p != "man" && p != "tele" {
				m[a+b] = append(m[a+b], p)
			}
		}
	}
	return m
}()

// compound reports whether a clue is a part of an English compound or begins
// one, or a Russian one of two roots: "butter" of "butterfly", "starfish" of
// "star", «волкодав» of «волк».
func compound(clue, word string) bool {
	if hasCyrillic(clue) != hasCyrillic(word) {
		return false
	}
	if hasCyrillic(clue) {
		root := noun(word)
		rest, ok := strings.CutPrefix(clue, root)
		n := utf8.RuneCountInString(root)
		return ok && n >= 4 && utf8.RuneCountInString(rest) >= 4 && (strings.HasPrefix(rest, "о") || strings.HasPrefix(rest, "е"))
	}
	if parts, ok := compounds[word]; ok && slices.ContainsFunc(parts, func(p string) bool { return inflected(clue, p) }) {
		return true
	}
	rest, ok := strings.CutPrefix(clue, word)
	if !ok || len(word) < 3 {
		return false
	}
	return len(word) >= 5 && len(rest) >= 3 || slices.Contains(seconds, rest) || slices.Contains(seconds, strings.TrimSuffix(rest, "s"))
}

// sound is a key that words of the same sound share, as far as spelling tells.
func sound(word string) string {
	if hasCyrillic(word) {
		return russianSound(word)
	}
	return englishSound(word)
}

// voiceless are the Russian consonants that are heard at the end of a word and
// before a voiceless one.
var voiceless = map[rune]rune{'б': 'п', 'в': 'ф', 'г': 'к', 'д': 'т', 'ж': 'ш', 'з': 'с'}

// russianSound hears Russian: a voiced consonant is voiceless where it is heard
// so, a double one is single, and о is а in words of three syllables and more,
// most of whose vowels bear no stress.
func russianSound(word string) string {
	list := []rune(word)
	vowels := 0
	for _, r := range list {
		if strings.ContainsRune("аеиоуыэюя", r) {
			vowels++
		}
	}
	var b []rune
	var next rune // the sound after this one
	for i := len(list) - 1; i >= 0; i-- {
		r := list[i]
		if v, ok := voiceless[r]; ok && (next == 0 || next == 'ь' && i == len(list)-2 || strings.ContainsRune("пфктшсхцчщ", next)) {
			r = v
		}
		switch {
		case r == 'о' && vowels > 2:
			r = 'а'
		case r == 'э':
			r = 'е'
		case r == 'ы' && i > 0 && strings.ContainsRune("жшц", list[i-1]):
			r = 'и'
		case r == 'ь' && i > 0 && strings.ContainsRune("жшчщ", list[i-1]):
			continue
		}
		if r != next {
			b = append(b, r)
		}
		next = r
	}
	slices.Reverse(b)
	return string(b)
}

var englishSpelling = strings.NewReplacer(
	"tch", "C", "ch", "C", "sh", "S", "ph", "f", "th", "T", "wh", "w", "ck", "k", "qu", "kw", "q", "k", "x", "ks",
	"kn", "n", "wr", "r", "ce", "ce", "ci", "ci", "cy", "cy", "c", "k",
)

// englishSound hears English consonants as they are written: which of its vowels
// sound alike no rule tells, so the words that do are listed apart.
func englishSound(word string) string {
	word = englishSpelling.Replace(word)
	var b strings.Builder
	var last rune
	for _, r := range word {
		if r != last || strings.ContainsRune("aeiou", r) {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// plainLetters writes Cyrillic letters that Latin ones do not tell apart as one.
var plainLetters = strings.NewReplacer("ь", "", "ъ", "", "й", "и", "ы", "и", "щ", "ш", "э", "е").Replace

var toCyrillic = strings.NewReplacer(
	"shch", "щ", "sch", "щ", "sh", "ш", "ch", "ч", "zh", "ж", "kh", "х", "ts", "ц", "ya", "я", "ja", "я", "ia", "я",
	"yu", "ю", "ju", "ю", "yo", "е", "jo", "е", "ye", "е", "je", "е",
	"a", "а", "b", "б", "c", "к", "d", "д", "e", "е", "f", "ф", "g", "г", "h", "х", "i", "и", "j", "й", "k", "к", "l", "л", "m", "м",
	"n", "н", "o", "о", "p", "п", "q", "к", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "w", "в", "x", "кс", "y", "ы", "z", "з", "0", "о",
)

var toLatin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "й", "y", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "h", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sh",
	"ъ", "", "ы", "y", "ь", "", "э", "e", "ю", "yu", "я", "ya",
)
