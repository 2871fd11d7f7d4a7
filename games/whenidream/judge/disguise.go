package judge

import (
	"slices"
	"unicode/utf8"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
	dictionary "oneiros/games/words"
)

// hides reports whether a folded word only hides a word of the element: it is no word,
// and it is a form of the element or a word of its family, written otherwise.
func (e *entry) hides(word string, t kit.Tongue) bool {
	list := []rune(word)
	if len(list) < 2 || lexeme.Known(word) {
		return false
	}
	plain := lexeme.WithoutDigits(word)
	if plain != word && (e.isOwn(plain, t) || e.isOf(plain, t)) {
		return true
	}
	if once := lexeme.Unrepeated(plain, 1); lexeme.Known(once) && e.isOf(once, t) {
		return true
	}
	if twice := lexeme.Unrepeated(plain, 2); lexeme.Known(twice) && e.isOf(twice, t) {
		return true
	}
	return slices.ContainsFunc(ownForms(e.printed[t]), func(of string) bool { return lexeme.Masks(list, []rune(of)) })
}

// isOf reports whether a folded word is certainly of the family of an element.
func (e *entry) isOf(word string, t kit.Tongue) bool {
	l, _ := e.family[t].Level(word)
	return l == Forbidden
}

// ownForms are the words of an element of three letters and more, in all forms that
// there are, and the whole of it. A disguise is a disguise of one of them.
func ownForms(printed []phrase) []string {
	var list []string
	add := func(word string) {
		for i, form := range lexeme.Forms(word) {
			if utf8.RuneCountInString(form) >= 3 && (i == 0 || dictionary.Has(form)) {
				list = append(list, form)
			}
		}
	}
	for _, f := range printed {
		add(f.whole)
		for _, w := range f.words {
			add(w.Text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// coins reports whether a folded word is made of a word of the element and something
// else, and is no word of its own: "spacecat" and "catwards" for "Cat". The player who coins a
// word means its parts. Of the words that there are, the families say it.
func (e *entry) coins(word string, t kit.Tongue) bool {
	if lexeme.HasCyrillic(word) != (t == kit.Russian) || lexeme.Known(word) {
		return false
	}
	return slices.ContainsFunc(ownForms(e.printed[t]), func(form string) bool { return lexeme.Coined(word, form) })
}
