package whenidream

import "testing"

// A word in letters that look alike is the word: in the other alphabet, with digits,
// full-width, with accents, invisible signs or letters of other tongues.
func TestLookalikes(t *testing.T) {
	for _, c := range []struct {
		clue, element string
		table         Tongue
		want          level
	}{
		{"KOT", "Cat", Russian, forbidden}, {"к0т", "Cat", Russian, forbidden}, {"К0Т", "Cat", Russian, forbidden}, {"k0t", "Cat", Russian, forbidden},
		{"қот", "Cat", Russian, forbidden}, {"ко\u0301т", "Cat", Russian, forbidden}, {"к\u200bот", "Cat", Russian, forbidden},
		{"ябл0ко", "Apple", Russian, forbidden}, {"ябл0ня", "Apple", Russian, forbidden}, {"3везда", "Star", Russian, forbidden}, {"ёлка", "Fir Tree", Russian, forbidden},
		{"c4t", "Cat", English, forbidden}, {"ｃａｔ", "Cat", English, forbidden}, {"ＣＡＴ", "Cat", English, forbidden}, {"сат", "Cat", English, forbidden},
		{"app1e", "Apple", English, forbidden}, {"k1ng", "King", English, forbidden}, {"cät", "Cat", English, forbidden}, {"c\u00adat", "Cat", English, forbidden},
		{"ᴄᴀᴛ", "Cat", English, forbidden}, {"k1ngdom", "King", English, forbidden},
		{"404", "Cat", English, fine}, {"2000", "Cat", Russian, fine}, {"B2B", "Bear", English, fine}, {"TOM", "Cat", Russian, fine}, {"POT", "Horn", Russian, fine},
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
