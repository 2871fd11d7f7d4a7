package lexeme

import (
	"slices"
	"strings"
)

// Sound is a key that words of the same sound share, as far as spelling tells.
func Sound(word string) string {
	if HasCyrillic(word) {
		return russianSound(word)
	}
	return englishSound(word)
}

// voiceless are the sounds of voiced Russian consonants at the end of a word and
// before a voiceless consonant.
var voiceless = map[rune]rune{'б': 'п', 'в': 'ф', 'г': 'к', 'д': 'т', 'ж': 'ш', 'з': 'с'}

// russianSound writes a Russian word as it sounds. Voiced consonants become
// voiceless where they are heard so, and double ones single. In words of three
// syllables and more о becomes а, since most of their vowels bear no stress.
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
		case r == 'ъ':
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

// englishSpelling writes a sound of several English letters as one.
var englishSpelling = strings.NewReplacer(
	"tch", "C", "ch", "C", "sh", "S", "ph", "f", "th", "T", "wh", "w", "ck", "k", "qu", "kw", "q", "k", "x", "ks",
	"kn", "n", "wr", "r", "ce", "ce", "ci", "ci", "cy", "cy", "c", "k",
)

// englishSound writes an English word by the sounds of its consonants. No rule
// tells which of its vowels sound alike; a word list has the homophones.
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

// PlainLetters writes Cyrillic letters that share a Latin transcription as one.
var PlainLetters = strings.NewReplacer("ь", "", "ъ", "", "й", "и", "ы", "и", "щ", "ш", "э", "е").Replace

// ToCyrillic writes Latin letters as the Cyrillic ones that people mean by them.
var ToCyrillic = strings.NewReplacer(
	"shch", "щ", "sch", "щ", "sh", "ш", "ch", "ч", "zh", "ж", "kh", "х", "ts", "ц", "ya", "я", "ja", "я", "ia", "я",
	"yu", "ю", "ju", "ю", "yo", "е", "jo", "е", "ye", "е", "je", "е",
	"a", "а", "b", "б", "c", "к", "d", "д", "e", "е", "f", "ф", "g", "г", "h", "х", "i", "и", "j", "й", "k", "к", "l", "л", "m", "м",
	"n", "н", "o", "о", "p", "п", "q", "к", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "w", "в", "x", "кс", "y", "ы", "z", "з", "0", "о",
)

// ToLatin writes Cyrillic letters in Latin ones.
var ToLatin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "й", "y", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "h", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sh",
	"ъ", "", "ы", "y", "ь", "", "э", "e", "ю", "yu", "я", "ya",
)

// EarKey is a key that a word shares with what people write who know it by ear alone. It
// says less of a word than sound does: only what is no word is compared by it.
func EarKey(word string) string {
	if HasCyrillic(word) {
		return russianHeard(word)
	}
	return englishHeard(word)
}

// russianClusters writes Russian letters as they are heard together.
var russianClusters = strings.NewReplacer(
	"стн", "сн", "здн", "сн", "стл", "сл", "рдц", "рц", "лнц", "нц", "вств", "ств",
	"ться", "ца", "тся", "ца", "тск", "цк", "дск", "цк", "тц", "ц", "дц", "ц", "тс", "ц", "дс", "ц",
	"сч", "щ", "зч", "щ", "жч", "щ", "шч", "щ", "сщ", "щ", "тч", "ч", "дч", "ч", "чн", "шн", "чт", "шт", "гк", "хк",
	"йа", "я", "йу", "ю", "йэ", "е", "йо", "е", "ьо", "е", "ье", "е", "ья", "я", "ью", "ю", "ьи", "и",
)

// russianHeard writes a Russian word as it is heard where no vowel bears the stress.
// Consonants are voiceless before others and at the end.
func russianHeard(word string) string {
	list := []rune(russianClusters.Replace(word))
	var b []rune
	before := rune(0) // the letter before this one, as it is written
	for i, r := range list {
		after := rune(0)
		if i+1 < len(list) {
			after = list[i+1]
		}
		is := r
		switch {
		case r == 'ь' || r == 'ъ':
			continue
		case strings.ContainsRune("аяо", r) && strings.ContainsRune("чщ", before), r == 'о' && strings.ContainsRune("жшц", before), strings.ContainsRune("еэияй", r):
			is = 'и'
		case r == 'ы' && strings.ContainsRune("жшц", before):
			is = 'и'
		case r == 'о':
			is = 'а'
		case r == 'ю' && strings.ContainsRune("жшчщ", before):
			is = 'у'
		}
		if v, ok := voiceless[r]; ok && (after == 0 || after == 'ь' && i == len(list)-2 || strings.ContainsRune("бвгджзпфктшсхцчщ", after)) {
			is = v
		}
		before = r
		if len(b) == 0 || b[len(b)-1] != is {
			b = append(b, is)
		}
	}
	return string(b)
}

// englishClusters writes English letters as they are heard together.
var englishClusters = strings.NewReplacer(
	"tion", "San", "sion", "San", "cian", "San", "tch", "C", "sch", "sk", "ch", "C", "sh", "S", "ph", "f", "ght", "t", "gh", "g",
	"th", "T", "wh", "w", "wr", "r", "rh", "r", "kn", "n", "gn", "n", "ck", "k", "cqu", "k", "qu", "k", "kw", "k", "q", "k", "x", "ks", "dge", "je", "dg", "j",
	"sce", "se", "sci", "si", "ce", "se", "ci", "si", "cy", "sy", "c", "k", "ge", "je", "gi", "ji", "gy", "jy", "z", "s",
)

// englishHeard writes an English word by its consonants, and each of its sounds between
// them as one vowel. An e at the end is not heard.
func englishHeard(word string) string {
	word = strings.TrimSuffix(word, "e")
	if s, ok := strings.CutSuffix(word, "mb"); ok {
		word = s + "m"
	}
	var b []rune
	for _, r := range englishClusters.Replace(word) {
		if strings.ContainsRune("aeiouy", r) {
			r = 'a'
		}
		if len(b) == 0 || b[len(b)-1] != r {
			b = append(b, r)
		}
	}
	return string(b)
}
