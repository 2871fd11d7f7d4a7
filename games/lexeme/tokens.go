package lexeme

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// PlainMark writes the many hyphens and apostrophes as one each.
func PlainMark(r rune) rune {
	switch r {
	case '‐', '‑', '‒', '–', '—', '−':
		return '-'
	case '’', '‘', 'ʼ', '`', '´':
		return '\''
	}
	return r
}

// Tokens are the words of a text, folded. They are in lower case, with ё as е,
// without stress marks and the accents of Latin letters. Letters of other shapes,
// as full-width ones, are plain, and invisible signs are dropped. Everything that is neither a letter nor a digit divides words. A possessive 's is dropped.
func Tokens(text string) []string {
	var list []string
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			list = append(list, oneScript(b.String()))
			b.Reset()
		}
	}
	text = odd.Replace(strings.ToLower(strings.Map(PlainMark, text)))
	latin := false
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Cf, r): // no reader sees it
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

// oneScript writes a word of mixed alphabets in Cyrillic letters, as it was meant.
// The rulebook's own «Зáмок» has a Latin á.
func oneScript(word string) string {
	if HasCyrillic(word) && strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) >= 0 {
		return alike.Replace(word)
	}
	return word
}

// HasCyrillic reports whether a letter of a word is Cyrillic.
func HasCyrillic(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) >= 0
}
