package judge

import (
	"fmt"
	"strings"
	"testing"
)

// edited is the embedded file with one text in it replaced by another.
func edited(t *testing.T, file, old, new string) string {
	t.Helper()
	if strings.Count(file, old) != 1 {
		t.Fatalf("%q stands %d times", old, strings.Count(file, old))
	}
	return strings.Replace(file, old, new, 1)
}

// lineOf is the number of the line in which a text begins.
func lineOf(file, text string) int {
	return strings.Count(file[:strings.Index(file, text)], "\n") + 1
}

// A mistake in the word lists is named with its line.
func TestWordListMistakes(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown list", "[homophones]", "[homophobes]", `no list is called "homophobes"`},
		{"list twice", "[unlike]", "[small]", `the list "small" stands twice`},
		{"words before a list", "[small]\n", "", "words before the first list"},
		{"list missing", "[everyday]\nкарта кровать table", "", `the list "everyday" is missing`},
		{"diaeresis", "аэродром камелек", "аэродром камелёк", `"камелёк" is not folded, or of two alphabets`},
		{"two alphabets", "isle sleigh", "isle \u0441leigh", "is not folded, or of two alphabets"}, // \u0441 is Cyrillic
		{"no words", "beast: зверь", "beast:", "no words"},
		{"homophone of nothing", "boar bore", "boor bore", `no element is among ["boor" "bore"]`},
		{"opening of a guess", "guess guessing", "guess cat", `"cat" is a word for an element, so a guess may consist of it`},
		{"alias of nothing", "home гроза", "hume гроза", `"hume" is no other word for an element`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := edited(t, wordlistsTXT, c.old, c.new)
			l, err := readWordLists(text)
			if err == nil {
				_, err = readGlossary(wordsTSV, rootsTXT, l)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "wordlists.txt:") {
				t.Fatalf("error %v, want %q", err, c.want)
			}
		})
	}
	text := edited(t, wordlistsTXT, "beast: зверь", "beast: Зверь")
	want := listError(lineOf(text, "beast: Зверь"), "").Error()
	if _, err := readWordLists(text); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want it to begin with %q", err, want)
	}
}

// A mistake in the glossary is named with its line.
func TestGlossaryMistakes(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"column missing", "2\tAcrobat\t", "2\tAcrobat", "words.tsv:2: 7 columns, want 8"},
		{"wrong number", "2\tAcrobat", "3\tAcrobat", `words.tsv:2: number "3", want 2`},
		{"no word", "\tАкробат\t", "\t\t", "words.tsv:2: no word in ru"},
		{"empty alias", "гармонь,аккордеон", "гармонь,,аккордеон", `words.tsv:1: an empty word in "гармонь,,аккордеон"`},
		{"unknown kind", "\tакробатка\tperson", "\tакробатка\thuman", `words.tsv:2: no kind is called "human"`},
		{"line missing", strings.SplitAfter(wordsTSV, "\n")[Elements-1], "", "words.tsv:439: 439 elements, want 440"},
		{"line too many", strings.SplitAfter(wordsTSV, "\n")[Elements-1], strings.SplitAfter(wordsTSV, "\n")[Elements-1] + "441\tx\n", "words.tsv:441: more than 440 elements"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := readGlossary(edited(t, wordsTSV, c.old, c.new), rootsTXT, lists())
			if err == nil || err.Error() != c.want {
				t.Fatalf("error %v, want %q", err, c.want)
			}
		})
	}
}

// A mistake in the roots is named with its line.
func TestRootMistakes(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown language", "[en]", "[de]", `there is no language "de"`},
		{"roots before a language", "[ru]\n", "", "these roots stand above the first line with a language"},
		{"unknown element", "\nБанан: ", "\nБонан: ", `no element is called "Бонан"`},
		{"element twice", "\nБанан: банан", "\nАкробат: банан", `"Акробат" stands twice`},
		{"element missing", "\nБанан: банан\n", "\n", `"Банан" has no line in ru`},
		{"no roots", "\nБанан: банан", "\nБанан:", "no roots"},
		{"upper case", "\nБанан: банан", "\nБанан: Банан", `"Банан" is not folded, or of another alphabet`},
		{"other alphabet", "\nБанан: банан", "\nБанан: банан banan", `"banan" is not folded, or of another alphabet`},
		{"root twice", "\nБанан: банан", "\nБанан: банан ?банан", `"банан" stands twice`},
		{"root in another", "\nБанан: банан", "\nБанан: банан бананов", `"бананов" is in "банан" already`},
		{"exception of nothing", "\nБанан: банан", "\nБанан: банан !яблок", `"!яблок" excepts nothing`},
		{"word left out", "\nБанан: банан", "\nБанан: бананов", `the family does not hold "банан"`},
		{"word left out by an exception", "\nБанан: банан", "\nБанан: банан !бана", `the family does not hold "банан"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := edited(t, rootsTXT, c.old, c.new)
			_, err := readGlossary(wordsTSV, text, lists())
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "roots.txt:") {
				t.Fatalf("error %v, want %q", err, c.want)
			}
			if line := strings.TrimSpace(c.new); line != "" && !strings.Contains(c.want, "line") && !strings.HasPrefix(err.Error(), fmt.Sprintf("roots.txt:%d:", lineOf(text, line))) && c.name != "roots before a language" {
				t.Errorf("error %v, want line %d", err, lineOf(text, line))
			}
		})
	}
}
