package judge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/kit"
	dictionary "oneiros/games/words"
)

// Named lists the elements that a guess names, by number.
func (g *Glossary) Named(guess string) []int {
	list, _ := g.read(guess)
	return list
}

// Names reports whether a guess names an element.
func (g *Glossary) Names(guess string, n int) bool { return slices.Contains(g.Named(guess), n) }

// reading is how the words of a guess were taken for an element.
type reading string

const (
	readExact    reading = "exact"    // it is a word for the element
	readForm     reading = "form"     // it is one in another case or number
	readDisguise reading = "disguise" // it looks like one, in letters of the other alphabet
	readSlip     reading = "slip"     // it is a word with a slip
)

// read lists the elements that a guess names, and says how. Exact words come before
// inflected ones, and those before mistyped ones. So a guess that is exactly one
// element never names another that it resembles.
//
// What people say before and after a guess is left out, unless it is a part of the
// answer. Only what is no word of its own is taken for a slip.
func (g *Glossary) read(guess string) ([]int, reading) {
	said := lexeme.Tokens(guess)
	if list := g.whole[strings.Join(said, "")]; list != nil {
		return list, readExact
	}
	all := answersIn(content(slices.Compact(said))) // «кот, кот, кот» is one answer
	for _, f := range all {
		if list := g.whole[f.whole]; list != nil {
			return list, readExact
		}
		if list := g.inflections(f); list != nil {
			return list, readForm
		}
	}
	if f := all[len(all)-1]; len(f.words) == 1 && !dictionary.Has(f.whole) {
		for _, w := range lexeme.Disguised(guess) {
			if list := g.whole[w]; list != nil {
				return list, readDisguise
			}
		}
	}
	if list := g.enlarged(all[len(all)-1]); list != nil {
		return list, readForm
	}
	for _, f := range all {
		if list := g.mistyped(f); list != nil {
			return list, readSlip
		}
	}
	return nil, ""
}

// answersIn are what a guess may mean: all its words, and ever fewer of those with which
// people begin and end one, such as "my guess is a cat" and «скорее всего кот». One word
// is left in any case.
func answersIn(said []string) []phrase {
	all := []phrase{phraseOf(0, said)}
	for len(said) > 1 {
		switch opening := lists().openings; {
		case len(said) > 2 && lists().shrugs[said[0]+"-"+said[1]]:
			said = said[2:]
		case len(said) > 2 && lists().shrugs[said[len(said)-2]+"-"+said[len(said)-1]]:
			said = said[:len(said)-2]
		case opening[said[0]] || isNumber(said[0]): // "100 % cat"
			said = said[1:]
		case opening[said[len(said)-1]]:
			said = said[:len(said)-1]
		default:
			return all
		}
		all = append(all, phraseOf(0, said))
	}
	return all
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// smallEndings are the endings by which Russian makes a word small, and those that the word
// may have in their place.
var smallEndings = []struct {
	small string
	plain []string
}{
	{"очка", []string{"а", "ка", "я", "ь"}}, {"ечка", []string{"а", "ка", "я", "ь", "ца"}}, {"енька", []string{"а", "я", "ь"}}, {"онька", []string{"а", "я", "ь"}},
	{"ушка", []string{"а", "ка", ""}}, {"юшка", []string{"а", "я", "ь"}}, {"ечко", []string{"о", "е", "ко", "це"}}, {"ышко", []string{"о", "е", ""}}, {"ишко", []string{"о", "е", ""}},
	{"чик", []string{""}}, {"ик", []string{"", "ь", "й", "а"}}, {"ок", []string{""}}, {"ек", []string{"", "ь", "й"}}, {"ька", []string{"я", "ь"}}, {"ка", []string{"а", "я", "ь"}},
}

// enlarged are the elements of which a word is a small form that no dictionary has, as
// «бананчик» and «вертолётик».
func (g *Glossary) enlarged(f phrase) []int {
	if len(f.words) != 1 || !lexeme.HasCyrillic(f.whole) || lexeme.Known(f.whole) {
		return nil
	}
	for _, end := range smallEndings {
		stem, ok := strings.CutSuffix(f.whole, end.small)
		if !ok || utf8.RuneCountInString(stem) < 3 {
			continue
		}
		for _, plain := range end.plain {
			if list := g.whole[stem+plain]; list != nil {
				return list
			}
		}
	}
	return nil
}

// inflections are the elements of which a phrase is another form. Its words may be
// written apart that the element writes as one.
func (g *Glossary) inflections(f phrase) []int {
	if len(f.words) == 0 {
		return nil
	}
	var list []int
	for _, n := range g.form[f.words[0].Text] {
		if g.inflects(f, n) {
			list = kit.Insert(list, n)
		}
	}
	if list == nil && len(f.words) > 1 {
		return g.inflections(phraseOf(0, []string{f.whole}))
	}
	return list
}

// inflects reports whether a phrase is a way to say an element in other forms.
// It has as many words, and each is a form of one of them.
func (g *Glossary) inflects(f phrase, n int) bool {
	e := &g.entries[n]
	return slices.ContainsFunc(e.all, func(of phrase) bool {
		return len(of.words) == len(f.words) && !slices.ContainsFunc(f.words, func(w lexeme.Word) bool {
			return lexeme.Homograph(w.Text) || lists().others[w.Text] || !slices.ContainsFunc(of.words, func(v lexeme.Word) bool { return inflected(w.Text, v.Text) })
		})
	})
}
