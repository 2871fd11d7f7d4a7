package whenidream

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	dictionary "oneiros/games/words"
)

// known reports whether a folded word is a word or a name of its own. What players
// write of such a word they mean.
func known(word string) bool {
	return dictionary.Has(word) || lists().unlisted[word] || lists().homographs[word]
}

// hides reports whether a folded word only hides a word of the element: it is no word,
// and it is a form of the element or a word of its family, written otherwise.
func (e *entry) hides(word string, t Tongue) bool {
	list := []rune(word)
	if len(list) < 2 || known(word) {
		return false
	}
	plain := withoutDigits(word)
	if plain != word && (e.isOwn(plain, t) || e.isOf(plain, t)) {
		return true
	}
	if once := unrepeated(plain, 1); known(once) && e.isOf(once, t) {
		return true
	}
	if twice := unrepeated(plain, 2); known(twice) && e.isOf(twice, t) {
		return true
	}
	return slices.ContainsFunc(ownForms(e.printed[t]), func(of string) bool { return masks(list, []rune(of)) })
}

// isOf reports whether a folded word is certainly of the family of an element.
func (e *entry) isOf(word string, t Tongue) bool {
	l, _ := e.family[t].level(word)
	return l == forbidden
}

// ownForms are the words of an element of three letters and more, in all forms that
// there are, and the whole of it. A disguise is a disguise of one of them.
func ownForms(printed []phrase) []string {
	var list []string
	add := func(word string) {
		for i, form := range forms(word) {
			if utf8.RuneCountInString(form) >= 3 && (i == 0 || dictionary.Has(form)) {
				list = append(list, form)
			}
		}
	}
	for _, f := range printed {
		add(f.whole)
		for _, w := range f.words {
			add(w.text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// masks reports whether a word, which is none, is another one in disguise: with letters
// repeated, with digits for letters, without a letter or without vowels, with two
// neighbours swapped, or as it sounds.
func masks(word, of []rune) bool {
	switch d := len(word) - len(of); {
	case slices.Equal(squeezed(word), squeezed(of)):
		return true
	case d == 0 && (digitFor(word, of) || swapped(word, of)):
		return true
	case d == -1 && lacksOne(word, of):
		return true
	case d < 0 && len(word) >= 3 && slices.Equal(word, consonants(of)):
		return true
	case len(of) >= longWord && word[0] == of[0] && distance(word, of, 1) == 1:
		return true
	case len(word) >= 3 && hasCyrillic(string(word)) == hasCyrillic(string(of)):
		return sound(string(word)) == sound(string(of)) || len(word) > 3 && hasCyrillic(string(word)) && russianHeard(string(word)) == russianHeard(string(of))
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
	i := commonPrefix(word, of)
	return i+1 < len(of) && word[i] == of[i+1] && word[i+1] == of[i] && slices.Equal(word[i+2:], of[i+2:])
}

// lacksOne reports whether a word is another one without one letter. Of three letters
// only the vowel may be missing, or hardly anything would be left.
func lacksOne(word, of []rune) bool {
	i := commonPrefix(word, of)
	return slices.Equal(word[i:], of[i+1:]) && (len(of) > 3 || isVowel(of[i]))
}

// consonants are a word without its vowels, after the first letter.
func consonants(word []rune) []rune {
	return append(word[:1:1], slices.DeleteFunc(slices.Clone(word[1:]), isVowel)...)
}

// isVowel reports whether a letter is a vowel.
func isVowel(r rune) bool { return strings.ContainsRune("аеиоуыэюяaeiouy", r) }

// withoutDigits is a word without its digits.
func withoutDigits(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, word)
}

// unrepeated is a word in which no letter follows itself more than so many times.
func unrepeated(word string, most int) string {
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

// coins reports whether a folded word is made of a word of the element and something
// else, and is no word of its own: "spacecat" and "catwards" for "Cat". Whoever coins a
// word means its parts. Of the words that there are, the families say it.
func (e *entry) coins(word string, t Tongue) bool {
	if hasCyrillic(word) != (t == Russian) || known(word) {
		return false
	}
	return slices.ContainsFunc(ownForms(e.printed[t]), func(form string) bool { return coined(word, form) })
}

// coined reports whether a word is made of another one and something else.
func coined(word, of string) bool {
	if slices.Contains(lists().prefixes, of) || slices.Contains(lists().prefixes, of+"е") {
		return false // «пер» is a form of «перо», and «пере» begins other words
	}
	if first, ok := strings.CutSuffix(word, of); ok && (lists().before[first] || joins(first, of, strings.CutSuffix)) {
		return true
	}
	if last, ok := strings.CutPrefix(word, of); ok && joins(last, of, strings.CutPrefix) {
		return true
	}
	return !hasCyrillic(of) && extends(word, of)
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
	if hasCyrillic(form) && letters < 4 {
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
