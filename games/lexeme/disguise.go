package lexeme

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	dictionary "oneiros/games/words"
)

// Known reports whether a folded word is a word or a name of its own. What players
// write of such a word they mean.
func Known(word string) bool {
	return dictionary.Has(word) || lists().unlisted[word] || lists().homographs[word]
}

// Masks reports whether a word, which is none, is another one in disguise: with letters
// repeated, with digits for letters, without a letter or without vowels, with two
// neighbours swapped, or as it sounds.
func Masks(word, of []rune) bool {
	switch d := len(word) - len(of); {
	case slices.Equal(squeezed(word), squeezed(of)):
		return true
	case d == 0 && (digitFor(word, of) || swapped(word, of)):
		return true
	case d == -1 && lacksOne(word, of):
		return true
	case d < 0 && len(word) >= 3 && slices.Equal(word, consonants(of)):
		return true
	case len(of) >= longWord && word[0] == of[0] && Distance(word, of, 1) == 1:
		return true
	case len(word) >= 3 && HasCyrillic(string(word)) == HasCyrillic(string(of)):
		return Sound(string(word)) == Sound(string(of)) || len(word) > 3 && HasCyrillic(string(word)) && russianHeard(string(word)) == russianHeard(string(of))
	}
	return false
}

// longWord is how many letters a word has of which one may be any other: it is still
// read as that word.
const longWord = 6

// squeezed is a word with each letter once where it is repeated.
func squeezed(word []rune) []rune { return slices.Compact(slices.Clone(word)) }

// digitFor reports whether a word has a digit where another has a letter, and is the
// other one in the rest. Of three letters one may be a digit, of six two.
func digitFor(word, of []rune) bool {
	digits := 0
	for i, r := range word {
		if unicode.IsDigit(r) {
			digits++
		} else if r != of[i] {
			return false
		}
	}
	return digits > 0 && 3*digits <= len(word)
}

// swapped reports whether a word of four letters or more is another one with two
// neighbours swapped.
func swapped(word, of []rune) bool {
	if len(word) < 4 {
		return false
	}
	i := CommonPrefix(word, of)
	return i+1 < len(of) && word[i] == of[i+1] && word[i+1] == of[i] && slices.Equal(word[i+2:], of[i+2:])
}

// lacksOne reports whether a word is another one without one letter. Of three letters
// only the vowel may be missing, or hardly anything would be left.
func lacksOne(word, of []rune) bool {
	i := CommonPrefix(word, of)
	return slices.Equal(word[i:], of[i+1:]) && (len(of) > 3 || isVowel(of[i]))
}

// consonants are a word without its vowels, after the first letter.
func consonants(word []rune) []rune {
	return append(word[:1:1], slices.DeleteFunc(slices.Clone(word[1:]), isVowel)...)
}

// isVowel reports whether a letter is a vowel.
func isVowel(r rune) bool { return strings.ContainsRune("аеиоуыэюяaeiouy", r) }

// WithoutDigits is a word without its digits.
func WithoutDigits(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, word)
}

// Unrepeated is a word in which no letter follows itself more than so many times.
func Unrepeated(word string, most int) string {
	var b strings.Builder
	var last rune
	n := 0
	for _, r := range word {
		if r != last {
			last, n = r, 0
		}
		if n++; n <= most {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// Coined reports whether a word is made of another one and something else.
func Coined(word, of string) bool {
	if slices.Contains(lists().prefixes, of) || slices.Contains(lists().prefixes, of+"е") {
		return false // «пер» is a form of «перо», and «пере» begins other words
	}
	if first, ok := strings.CutSuffix(word, of); ok && (lists().before[first] || joins(first, of, strings.CutSuffix)) {
		return true
	}
	if last, ok := strings.CutPrefix(word, of); ok && joins(last, of, strings.CutPrefix) {
		return true
	}
	return !HasCyrillic(of) && extends(word, of)
}

// joins reports whether the rest of a coined word is a word. Where all of it is short, a
// form stands in it by chance. Between Russian parts о or е may stand; beside one of three
// letters it must, since many words end in such letters.
func joins(rest, form string, cut func(s, joint string) (string, bool)) bool {
	letters := utf8.RuneCountInString(form)
	if utf8.RuneCountInString(rest)+letters < 7 {
		return false
	}
	joints := []string{"", "о", "е"}
	if HasCyrillic(form) && letters < 4 {
		joints = joints[1:]
	}
	return slices.ContainsFunc(joints, func(joint string) bool {
		part, ok := cut(rest, joint)
		return ok && utf8.RuneCountInString(part) >= 3 && dictionary.Has(part)
	})
}

// extends reports whether a word is another one with an English suffix: its last letter
// may be doubled before it, and a mute e be dropped.
func extends(word, of string) bool {
	for _, stem := range []string{of, of + of[len(of)-1:], strings.TrimSuffix(of, "e")} {
		if end, ok := strings.CutPrefix(word, stem); ok && lists().after[end] {
			return true
		}
	}
	return false
}
