package association

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"oneiros/games/lexeme"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
)

// TestAssociations checks that clues tell the elements apart, and that the way
// back from a clue leads to its elements.
func TestAssociations(t *testing.T) {
	a := Load()
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		spread, total := map[int]int{}, 0
		for _, to := range a.elements[tongue] {
			spread[len(to)]++
			total += len(to)
		}
		t.Logf("%s: %d clues; words by the number of their elements: %v", tongue, total, spread)
		for n := 1; n <= judge.Elements; n++ {
			name, own := judge.Lexicon().Element(n, tongue).Word, 0
			for _, clue := range a.Of(n, tongue) {
				to := a.To(clue, tongue)
				if !slices.Contains(to, n) {
					t.Errorf("%s: %q of %s leads to %v", tongue, clue, name, to)
				}
				if len(to) == 1 {
					own++
				}
			}
			if own < 3 {
				t.Errorf("%s: only %d clues lead to %s alone, want at least 3", tongue, own, name)
			}
		}
	}
}

// TestAssociationsAreFair holds the clues against the program's own law. It
// neither forbids one nor leaves one to people.
func TestAssociationsAreFair(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		for n := 1; n <= judge.Elements; n++ {
			for _, clue := range Load().Of(n, tongue) {
				if v := judge.Lexicon().Judge(clue, n, tongue); v.Level != judge.Fine {
					t.Errorf("%s: %q is no fair clue for %s: %s", tongue, clue, judge.Lexicon().Element(n, tongue).Word, v.Reason)
				}
			}
		}
	}
}

// TestAssociationsAreNotForbiddenForms holds the clues against forms that were
// written without looking at the judge.
func TestAssociationsAreNotForbiddenForms(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		forms := forbiddenForms(t, tongue)
		for n := 1; n <= judge.Elements; n++ {
			for _, clue := range Load().Of(n, tongue) {
				for _, f := range forms[judge.Lexicon().Element(n, tongue).Word] {
					if slices.Equal(lexeme.Tokens(clue), lexeme.Tokens(f)) {
						t.Errorf("%s: %q gives %s away", tongue, clue, judge.Lexicon().Element(n, tongue).Word)
					}
				}
			}
		}
	}
}

// TestAssociationMistakes breaks a line of a file in each way. The error names
// the file, the line and the mistake.
func TestAssociationMistakes(t *testing.T) {
	const comment = "# about\n\n"
	line := func(text, head string) string {
		for l := range strings.Lines(text) {
			if strings.HasPrefix(l, head+": ") {
				return strings.TrimSpace(l)
			}
		}
		t.Fatalf("no line of %s", head)
		return ""
	}
	first := line(associationsRU, "Гармошка")
	clue := func(w string) string { return comment + first + ", " + w + "\n" }
	for _, c := range []struct{ name, text, want string }{
		{"no colon", comment + "Гармошка меха\n", "associations.ru.txt:3: no element before a colon"},
		{"another element", comment + line(associationsRU, "Акробат"), `associations.ru.txt:3: element "Акробат", want number 1 of the glossary`},
		{"an unknown element", comment + "Баян: меха", `associations.ru.txt:3: element "Баян", want number 1 of the glossary`},
		{"too few clues", comment + "Гармошка: меха, деревня", "associations.ru.txt:3: Гармошка has 2 clues, want 12 to 20"},
		{"too many clues", clue("а, б, в, г, д, е, ж"), "associations.ru.txt:3: Гармошка has 21 clues, want 12 to 20"},
		{"two words", clue("две руки"), `associations.ru.txt:3: "две руки" is not one word`},
		{"no clue between commas", strings.Replace(clue("мех"), ", ", ", , ", 1), `associations.ru.txt:3: "" is not one word`},
		{"upper case", clue("Тула"), `associations.ru.txt:3: "Тула" is not one word in lower case`},
		{"a letter of another alphabet", clue("мeх"), `associations.ru.txt:3: "мeх" is not one word in lower case and in the letters of ru`},
		{"a hyphen at the end", clue("мех-"), `associations.ru.txt:3: "мех-" is not one word`},
		{"a clue twice", clue("меха"), `associations.ru.txt:3: "меха" stands twice for Гармошка`},
		{"a clue twice, with е for ё", clue("теркин"), `associations.ru.txt:3: "теркин" stands twice for Гармошка`},
		{"elements missing", clue("акко"), "associations.ru.txt:3: 1 elements, want 440"},
		{"an element too many", associationsRU + "Ещё: раз\n", `element "Ещё", want number 441 of the glossary`},
	} {
		_, err := readAssociations(map[kit.Tongue]string{kit.English: associationsEN, kit.Russian: c.text}, judge.Lexicon())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	broken := strings.ReplaceAll(associationsEN, "\nAcrobat: ", "\nAcrobat: tentacle, ")
	for n := 3; n <= 10; n++ {
		head := "\n" + judge.Lexicon().Element(n, kit.English).Word + ": "
		broken = strings.Replace(broken, head, head+"tentacle, ", 1)
	}
	_, err := readAssociations(map[kit.Tongue]string{kit.English: broken, kit.Russian: associationsRU}, judge.Lexicon())
	if want := `"tentacle" serves 9 elements, want at most 8`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a word for nine elements: error %v, want %q", err, want)
	}
}

// forbiddenForms reads the forms by which the judge is measured: those that are forbidden, by
// the word of their element.
func forbiddenForms(t *testing.T, tongue kit.Tongue) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("../judge/testdata/forms/%s.txt", tongue))
	if err != nil {
		t.Fatal(err)
	}
	forms := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if c := strings.Split(strings.TrimSpace(line), "|"); len(c) == 3 && strings.TrimSpace(c[1]) == "forbidden" {
			forms[strings.TrimSpace(c[0])] = strings.Split(strings.TrimSpace(c[2]), ", ")
		}
	}
	if len(forms) == 0 {
		t.Fatal("there are no forms")
	}
	return forms
}
