package judge

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
		want          Level
	}{
		{"KOT", "Cat", kit.Russian, Forbidden}, {"к0т", "Cat", kit.Russian, Forbidden}, {"К0Т", "Cat", kit.Russian, Forbidden}, {"k0t", "Cat", kit.Russian, Forbidden},
		{"қот", "Cat", kit.Russian, Forbidden}, {"ко\u0301т", "Cat", kit.Russian, Forbidden}, {"к\u200bот", "Cat", kit.Russian, Forbidden},
		{"ябл0ко", "Apple", kit.Russian, Forbidden}, {"ябл0ня", "Apple", kit.Russian, Forbidden}, {"3везда", "Star", kit.Russian, Forbidden}, {"ёлка", "Fir Tree", kit.Russian, Forbidden},
		{"c4t", "Cat", kit.English, Forbidden}, {"ｃａｔ", "Cat", kit.English, Forbidden}, {"ＣＡＴ", "Cat", kit.English, Forbidden}, {"сат", "Cat", kit.English, Forbidden},
		{"app1e", "Apple", kit.English, Forbidden}, {"k1ng", "King", kit.English, Forbidden}, {"cät", "Cat", kit.English, Forbidden}, {"c\u00adat", "Cat", kit.English, Forbidden},
		{"ᴄᴀᴛ", "Cat", kit.English, Forbidden}, {"k1ngdom", "King", kit.English, Forbidden},
		{"404", "Cat", kit.English, Fine}, {"2000", "Cat", kit.Russian, Fine}, {"B2B", "Bear", kit.English, Fine}, {"TOM", "Cat", kit.Russian, Fine}, {"POT", "Horn", kit.Russian, Fine},
	} {
		if v := Lexicon().Judge(c.clue, called(t, c.element), c.table); v.Level != c.want {
			t.Errorf("the clue %q for %s is %+v, want level %d", c.clue, c.element, v, c.want)
		}
	}
	for guess, element := range map[string]string{"KOT": "Cat", "к0т": "Cat", "ｃａｔ": "Cat", "к\u200bот": "Cat", "MOCT": "Bridge"} {
		if !Lexicon().Names(guess, called(t, element)) {
			t.Errorf("the guess %q for %s is wrong; it names %v", guess, element, Lexicon().Named(guess))
		}
	}
}
