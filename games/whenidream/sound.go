package whenidream

import (
	"slices"
	"strings"
)

// sound is a key that words of the same sound share, as far as spelling tells.
func sound(word string) string {
	if hasCyrillic(word) {
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

// plainLetters writes Cyrillic letters that share a Latin transcription as one.
var plainLetters = strings.NewReplacer("ь", "", "ъ", "", "й", "и", "ы", "и", "щ", "ш", "э", "е").Replace

// toCyrillic writes Latin letters as the Cyrillic ones that people mean by them.
var toCyrillic = strings.NewReplacer(
	"shch", "щ", "sch", "щ", "sh", "ш", "ch", "ч", "zh", "ж", "kh", "х", "ts", "ц", "ya", "я", "ja", "я", "ia", "я",
	"yu", "ю", "ju", "ю", "yo", "е", "jo", "е", "ye", "е", "je", "е",
	"a", "а", "b", "б", "c", "к", "d", "д", "e", "е", "f", "ф", "g", "г", "h", "х", "i", "и", "j", "й", "k", "к", "l", "л", "m", "м",
	"n", "н", "o", "о", "p", "п", "q", "к", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "w", "в", "x", "кс", "y", "ы", "z", "з", "0", "о",
)

// toLatin writes Cyrillic letters in Latin ones.
var toLatin = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ж", "zh", "з", "z", "и", "i", "й", "y", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "h", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "sh",
	"ъ", "", "ы", "y", "ь", "", "э", "e", "ю", "yu", "я", "ya",
)
