package lexeme

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"

	dictionary "oneiros/games/words"
)

// Stem is the stem of a folded word by Snowball, in the language of its letters.
func Stem(word string) string {
	env := snowballstem.NewEnv(word)
	if HasCyrillic(word) {
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

// A Word is a folded word with its stems. Snowball sometimes takes the end of a
// Russian noun for the end of a verb: «барабан», but «бараба-нах». So the word
// without its case ending is kept too.
type Word struct{ Text, Stem, Noun string }

// NewWord is a folded word with its stems.
func NewWord(text string) Word { return Word{text, Stem(text), noun(text)} }

// Same reports whether two words are forms of one word.
func (w Word) Same(v Word) bool { return w.Stem == v.Stem || w.Noun == v.Noun }

// noun is a folded Russian word without its case ending. It is the stem of a word
// in other letters.
func noun(text string) string {
	if !HasCyrillic(text) {
		return Stem(text)
	}
	for _, c := range lists().cases {
		if t, ok := strings.CutSuffix(text, c); ok && utf8.RuneCountInString(t) >= 2 {
			return t
		}
	}
	return text
}

// sibilant reports whether a stem ends in a sibilant or in ц.
func sibilant(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("жшчщц", r)
}

// takesI reports whether и follows the last letter of a stem, never ы.
func takesI(stem string) bool {
	r, _ := utf8.DecodeLastRuneInString(stem)
	return strings.ContainsRune("гкхжшчщ", r)
}

// Forms are a folded word in all its cases and numbers: Russian nouns and
// adjectives, English plurals. The ending of the word in the first case says
// which. Some of the forms may not exist, but none is of another word.
func Forms(base string) []string {
	if HasCyrillic(base) {
		return russianForms(base)
	}
	return englishForms(base)
}

func englishForms(base string) []string {
	list := []string{base, base + "s"}
	for _, end := range []string{"s", "x", "z", "ch", "sh", "o"} {
		if strings.HasSuffix(base, end) {
			list = append(list, base+"es")
			break
		}
	}
	for _, end := range [][2]string{{"y", "ies"}, {"fe", "ves"}, {"f", "ves"}, {"man", "men"}} {
		if stem, ok := strings.CutSuffix(base, end[0]); ok {
			list = append(list, stem+end[1])
		}
	}
	// A long word in -s is a plural already, unless it ends like "glass", "cactus" or "wolves".
	if stem, ok := strings.CutSuffix(base, "s"); ok && len(stem) >= 4 && !strings.HasSuffix(base, "ss") && !strings.HasSuffix(base, "us") && !strings.HasSuffix(base, "ves") {
		list = append(list, stem)
	}
	return list
}

func russianForms(base string) []string {
	list := []string{base}
	all := []rune(base)
	if len(all) < 2 {
		return list
	}
	if len(all) >= 5 && adjectival(base) {
		stem := string(all[:len(all)-2])
		for _, e := range lists().adjectives {
			if !strings.Contains(otherGender[string(all[len(all)-2:])], " "+e+" ") {
				list = append(list, stem+e)
			}
		}
		return list
	}
	last := string(all[len(all)-1])
	if strings.Contains("уюэ", last) {
		return list // such nouns have no cases
	}
	stem := string(all[:len(all)-1])
	if _, ok := lists().declension[last]; !ok {
		last, stem = "-", base
	}
	more := irregular(base, stem, last)
	if short := fleeting(all, last); short != "" {
		more = append(more, declined(short, last)...)
	} else {
		list = append(list, declined(stem, last)...)
	}
	return append(list, slices.DeleteFunc(more, func(w string) bool { return lists().homographs[w] })...)
}

// otherGender are the endings that a noun with the ending of an adjective does not have.
// «Гостиная» is never «гостиный».
var otherGender = map[string]string{
	"ая": " ый ий ое ее ого его ому ему ем ом ",
	"яя": " ый ий ое ее ого его ому ему ем ом ",
	"ое": " ый ий ая яя ой ей ую юю ою ею ",
	"ее": " ый ий ая яя ой ей ую юю ою ею ",
}

// declined are the forms of a noun that is declined as those in a last letter.
func declined(stem, last string) []string {
	var list []string
	add := func(ends ...string) {
		for _, e := range ends {
			if e != "е" || last != "я" || !strings.HasSuffix(stem, "и") { // «мумии», never «мумие»
				list = append(list, stem+strings.Trim(e, "0"))
			}
		}
	}
	add(lists().declension[declension(stem, last)]...)
	if last == "ь" && sibilant(stem) {
		add("ам", "ами", "ах")
	}
	if last != "а" && last != "-" {
		return list
	}
	if takesI(stem) {
		add("и")
	} else {
		add("ы")
	}
	switch {
	case !sibilant(stem):
	case last == "а":
		add("ей", "ею", "ем", "ев")
	default:
		add("ем", "ей", "ев")
	}
	return list
}

// declension is the head under which the list of declensions has the endings of a noun.
func declension(stem, last string) string {
	r, _ := utf8.DecodeLastRuneInString(stem)
	switch {
	case last == "ь":
		switch {
		case dictionary.Has(stem+"я") && dictionary.Has(stem+"ем"):
			return "ь"
		case dictionary.Has(stem + "ью"):
			return "ь она"
		}
		return "ь оба"
	case last == "и" && strings.ContainsRune("гкхжшчщ", r):
		return "ки"
	case last == "е" && sibilant(stem):
		return "це"
	case last == "е" && strings.ContainsRune("иь", r):
		return string(r) + last
	}
	return last
}

// fleeting is the stem of a masculine noun whose last vowel goes in other cases: «листок»,
// «листка»; «муравей», «муравья»; «боец», «бойца». It is empty where the vowel stays, as
// the dictionary has it: there is «уроком» and «уроков», but no «листоком».
func fleeting(base []rune, last string) string {
	end := len(base) - 1 // the last consonant
	soft := last == "ь"
	if soft {
		end--
	}
	if last != "-" && last != "й" && !soft || end < 2 || !strings.ContainsRune("оея", base[end-1]) {
		return ""
	}
	has := func(stem string, ends ...string) bool {
		return slices.ContainsFunc(ends, func(e string) bool { return dictionary.Has(stem + e) })
	}
	kept, tail := string(base[:end+1]), string(base[end:end+1])
	if last == "й" {
		kept, tail = string(base[:end]), ""
	}
	many := []string{"ов", "ев"}
	if soft || sibilant(kept) {
		many = []string{"ей", "ев"}
	}
	stays := has(kept, "ом", "ем") && has(kept, many...)
	for _, between := range []string{"", "ь", "й"} {
		short := string(base[:end-1]) + between + tail
		// «Лев» is also a coin, whose vowel stays.
		if has(short, "ом", "ем") && has(short, "а", "я") && (!stays || has(short, "у", "ю") && has(short, many...)) {
			return short
		}
	}
	return ""
}

// irregular are the forms of a noun that its ending alone does not tell. Only those are
// listed that are words.
func irregular(base, stem, last string) []string {
	var list []string
	try := func(stem string, ends ...string) {
		for _, e := range ends {
			if dictionary.Has(stem + e) {
				list = append(list, stem+e)
			}
		}
	}
	letters := []rune(stem)
	switch n := len(letters); {
	case last == "-":
		if short, ok := strings.CutSuffix(stem, "нок"); ok { // «мышонок», «мышата»
			for from, to := range map[string]string{"о": "ат", "е": "ят"} {
				if young, ok := strings.CutSuffix(short, from); ok {
					try(young+to, "", "а", "ам", "ами", "ах")
				}
			}
		}
		if people, ok := strings.CutSuffix(stem, "ин"); ok && strings.HasSuffix(people, "н") { // «марсианин», «марсиане»
			try(people, "", "е", "ам", "ами", "ах")
		}
	case n >= 2 && strings.Contains("аяое", last) && consonant(letters[n-1]) && (consonant(letters[n-2]) || strings.ContainsRune("ьй", letters[n-2])):
		// «кружка», «кружек»; «кухня», «кухонь»; «чайка», «чаек»
		if letters[n-1] != 'к' && dictionary.Has(stem) {
			break // «волна», «волн»
		}
		vowel := "е"
		if strings.ContainsRune("кгх", letters[n-2]) || letters[n-1] == 'к' && !strings.ContainsRune("ьйжшчщц", letters[n-2]) {
			vowel = "о"
		}
		short := strings.TrimRight(string(letters[:n-1]), "ьй") + vowel + string(letters[n-1])
		if try(short, ""); last == "я" {
			try(short, "ь")
		}
	}
	if soft, ok := strings.CutSuffix(stem, "ь"); ok && strings.Contains("яе", last) { // «ожерелье», «ожерелий»; «свинья», «свиней»
		if try(soft, "ий"); last == "я" {
			try(soft, "ей")
		}
	}
	if last == "о" && strings.HasSuffix(stem, "к") { // «яблоко», «яблоки»
		try(stem, "и")
	}
	return list
}

// consonant reports whether a Russian letter is one.
func consonant(r rune) bool {
	return strings.ContainsRune("бвгджзклмнпрстфхцчшщ", r)
}

// adjectival reports whether a Russian word ends like an adjective in the first case, and
// has another form of one, if the dictionary has it. «Ковбой», «каное» and «печение» do
// not: there is neither «ковбого» nor «печених».
func adjectival(base string) bool {
	for _, a := range [][]string{
		{"ый", "ого"}, {"ий", "ого", "его"}, {"ой", "ого"}, {"ая", "ую"}, {"яя", "юю"}, {"ое", "ого"}, {"ее", "его"}, {"ые", "ых"}, {"ие", "их"},
	} {
		if stem, ok := strings.CutSuffix(base, a[0]); ok {
			return !dictionary.Has(base) || slices.ContainsFunc(a[1:], func(end string) bool { return dictionary.Has(stem + end) })
		}
	}
	return false
}
