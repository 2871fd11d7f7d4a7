package alike

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"oneiros/games/paint"
)

// Letters are short signs for some names, a capital letter each: of the name itself wherever
// that is possible, the first one if it can be. No two look the same, also across alphabets, and
// a player with a letter that begins another name has it only where nothing else is left. A name
// without letters that can be drawn gets one of A to Z.
//
// A name that cannot have its first letter has its next consonant, and a vowel only after all of
// them. Readers know a name by its consonants: B, R and S are Boris, and O may be whoever. An O also
// reads as a zero, and is in the Latin alphabet as in the Cyrillic one. So beside «Вера», whose
// letter looks like a B, Boris is R.
func Letters(names []string) []string {
	own := make([][]string, len(names))
	begins := map[string]int{}
	for i, name := range names {
		own[i] = telling(capitals(name))
		if len(own[i]) > 0 {
			begins[Key(own[i][0])]++
		}
	}
	list, taken := make([]string, len(names)), map[string]bool{}
	take := func(i int, letters []string, free func(key string) bool) {
		for _, l := range letters {
			if k := Key(l); list[i] == "" && !taken[k] && free(k) {
				list[i], taken[k] = l, true
			}
		}
	}
	each := func(string) bool { return true }
	unclaimed := func(k string) bool { return begins[k] == 0 }
	for i := range names { // of those that begin alike the first keeps its letter
		take(i, own[i][:min(len(own[i]), 1)], each)
	}
	for _, free := range []func(string) bool{unclaimed, each} {
		for i := range names {
			take(i, own[i], free)
		}
	}
	for i := range names {
		take(i, alphabet, each)
	}
	return list
}

// vowels are the letters that tell little of a name. The last ones are no letters that are spoken.
const vowels = "AEIOUYАЕЁИОУЫЭЮЯІЇЄΑΕΗΙΟΥΩЪЬ"

// telling orders the letters of a name: the first one, the consonants and the vowels.
func telling(letters []string) (list []string) {
	var last []string
	for i, l := range letters {
		bare, _ := utf8.DecodeRuneInString(norm.NFD.String(l)) // without accents
		if i > 0 && (strings.ContainsRune(vowels, bare) || strings.Contains(vowels, l)) {
			last = append(last, l)
		} else {
			list = append(list, l)
		}
	}
	return append(list, last...)
}

// alphabet has as many letters as a table has seats, and more.
var alphabet = capitals("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

// capitals are the letters of a name that can be drawn, as capitals.
func capitals(name string) []string {
	var list []string
	for _, c := range paint.Plain(name) {
		if l := string(unicode.ToUpper(c)); unicode.IsLetter(c) && paint.Legible(l) {
			list = append(list, l)
		}
	}
	return list
}
