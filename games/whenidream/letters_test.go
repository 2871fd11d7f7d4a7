package whenidream

import (
	"testing"

	"oneiros/games/whenidream/kit"
)

// A word in letters that look alike is the word: in the other alphabet, with digits,
// full-width, with accents, invisible signs or letters of other tongues.
func TestLookalikes(t *testing.T) {
	for _, c := range []struct {
		clue, element string
		table         kit.Tongue
		want          level
	}{
		{"KOT", "Cat", kit.Russian, forbidden}, {"к0т", "Cat", kit.Russian, forbidden}, {"К0Т", "Cat", kit.Russian, forbidden}, {"k0t", "Cat", kit.Russian, forbidden},
		{"қот", "Cat", kit.Russian, forbidden}, {"ко\u0301т", "Cat", kit.Russian, forbidden}, {"к\u200bот", "Cat", kit.Russian, forbidden},
		{"ябл0ко", "Apple", kit.Russian, forbidden}, {"ябл0ня", "Apple", kit.Russian, forbidden}, {"3везда", "Star", kit.Russian, forbidden}, {"ёлка", "Fir Tree", kit.Russian, forbidden},
		{"c4t", "Cat", kit.English, forbidden}, {"ｃａｔ", "Cat", kit.English, forbidden}, {"ＣＡＴ", "Cat", kit.English, forbidden}, {"сат", "Cat", kit.English, forbidden},
		{"app1e", "Apple", kit.English, forbidden}, {"k1ng", "King", kit.English, forbidden}, {"cät", "Cat", kit.English, forbidden}, {"c\u00adat", "Cat", kit.English, forbidden},
		{"ᴄᴀᴛ", "Cat", kit.English, forbidden}, {"k1ngdom", "King", kit.English, forbidden},
		{"404", "Cat", kit.English, fine}, {"2000", "Cat", kit.Russian, fine}, {"B2B", "Bear", kit.English, fine}, {"TOM", "Cat", kit.Russian, fine}, {"POT", "Horn", kit.Russian, fine},
	} {
		if v := lexicon().judge(c.clue, called(t, c.element), c.table); v.level != c.want {
			t.Errorf("the clue %q for %s is %+v, want level %d", c.clue, c.element, v, c.want)
		}
	}
	for guess, element := range map[string]string{"KOT": "Cat", "к0т": "Cat", "ｃａｔ": "Cat", "к\u200bот": "Cat", "MOCT": "Bridge"} {
		if !lexicon().names(guess, called(t, element)) {
			t.Errorf("the guess %q for %s is wrong; it names %v", guess, element, lexicon().named(guess))
		}
	}
}
