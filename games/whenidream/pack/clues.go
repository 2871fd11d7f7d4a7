package pack

import (
	"strconv"
	"unicode"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/association"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// Clues are what automatic players know of a pack: the clues for each entry, and the way back.
// They never change.
type Clues struct {
	list         []map[kit.Tongue][]string       // by number; the first is empty
	exact, stems map[kit.Tongue]map[string][]int // entries by a clue, folded, and by its stems
	letters      map[kit.Tongue]map[string][]int // entries by their number of letters
}

// newClues reads the clues of a pack. Where an entry has none and the glossary has exactly one
// element of its word, the associations of that element are its clues.
func newClues(entries [][]cell) *Clues {
	k := &Clues{
		list:  make([]map[kit.Tongue][]string, len(entries)+1),
		exact: map[kit.Tongue]map[string][]int{}, stems: map[kit.Tongue]map[string][]int{}, letters: map[kit.Tongue]map[string][]int{},
	}
	for _, t := range []kit.Tongue{kit.Russian, kit.English} {
		k.exact[t], k.stems[t], k.letters[t] = map[string][]int{}, map[string][]int{}, map[string][]int{}
	}
	for i, cells := range entries {
		k.list[i+1] = map[kit.Tongue][]string{}
		for _, c := range cells {
			k.learn(i+1, c)
		}
	}
	return k
}

// learn adds the clues for entry n in one language.
func (k *Clues) learn(n int, c cell) {
	t, list := c.tongue, c.clues
	if len(list) == 0 {
		if twin := judge.Twin(c.word, t); twin != 0 {
			list = association.Load().Of(twin, t)
		}
	}
	k.list[n][t] = list
	many := Letters(c.word)
	k.letters[t][many] = append(k.letters[t][many], n)
	for _, clue := range list {
		for _, part := range lexeme.Tokens(clue) {
			k.exact[t][part] = kit.Insert(k.exact[t][part], n)
			k.stems[t][lexeme.Stem(part)] = kit.Insert(k.stems[t][lexeme.Stem(part)], n)
		}
	}
}

// Of are the clues for an entry in a tongue.
func (k *Clues) Of(n int, t kit.Tongue) []string { return k.list[n][t] }

// Exact are the entries to which a folded word leads.
func (k *Clues) Exact(word string, t kit.Tongue) []int { return k.exact[t][word] }

// Stem are the entries to which a word of a stem leads.
func (k *Clues) Stem(stem string, t kit.Tongue) []int { return k.stems[t][stem] }

// OfLetters are the entries of as many letters, as [Letters] says them.
func (k *Clues) OfLetters(many string, t kit.Tongue) []int { return k.letters[t][many] }

// Letters is how many letters a word has, as a clue says it.
func Letters(word string) string {
	n := 0
	for _, r := range word {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return strconv.Itoa(n)
}
