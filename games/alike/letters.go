package alike

import (
	"unicode"

	"oneiros/games/paint"
)

// Letters are short signs for some names, a capital letter each: of the name itself wherever
// that is possible, the first one if it can be. No two look the same, also across alphabets, and
// a player with a letter that begins another name has it only where nothing else is left. A name
// without letters that can be drawn gets one of A to Z.
func Letters(names []string) []string {
	own := make([][]string, len(names))
	begins := map[string]int{}
	for i, name := range names {
		own[i] = capitals(name)
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
