package screen

import (
	"strings"
	"unicode"

	"oneiros/games/alike"
	"oneiros/games/ui"
)

// wideShort is how wide a short name is at most, as [wideOf] measures: about eight letters.
const wideShort = 8 * 66

// shortNames are the names of a table in a short form, by seat, without what tells equal names
// apart. A page has them where it has more lines than a phone, before it says less. That is the
// first word of a name, or the beginning of it. No two look alike: who would be called like another
// has a longer beginning, or the whole name.
func (f *Frame) shortNames() []string {
	names, tails := make([]string, len(f.Names)), make([]string, len(f.Names))
	forms := make([][]string, len(f.Names))
	for i := range f.Names {
		names[i], tails[i] = f.name(ui.Name(i))
		forms[i] = shortForms(names[i])
	}
	for {
		groups := map[string][]int{}
		for i := range forms {
			key := alike.Key(forms[i][0] + tails[i])
			groups[key] = append(groups[key], i)
		}
		changed := false
		for _, same := range groups {
			for _, i := range same {
				if len(same) > 1 && len(forms[i]) > 1 {
					forms[i], changed = forms[i][1:], true
				}
			}
		}
		if !changed {
			break
		}
	}
	for i := range names {
		names[i] = forms[i][0]
	}
	return names
}

// shortForms are the forms of a name, the shortest first. The last one is the name.
func shortForms(name string) []string {
	first := name
	for word := range strings.FieldsSeq(name) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			first = word
			break
		}
	}
	return []string{cutWide(first, wideShort), cutWide(name, wideShort), cutWide(name, 2*wideShort), name}
}

// cutWide is s, or its beginning with “…” where it is wider than a number. It cuts no letter apart.
func cutWide(s string, most int) string {
	all := []rune(s)
	wide, fits := 0, 0 // with room for the sign
	for i, r := range all {
		if wide += wideOf(r); wide <= most-wideOf('…') {
			fits = i + 1
		}
	}
	if wide <= most {
		return s
	}
	return strings.TrimSpace(string(all[:lettersWithin(all, fits)])) + "…"
}
