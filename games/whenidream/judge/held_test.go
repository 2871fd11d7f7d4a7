package judge

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oneiros/games/whenidream/kit"
)

// TestHeld judges lists that were written without a look at the judge. Each line has what
// is typed, and the element that it is for.
func TestHeld(t *testing.T) {
	guessed := func(text string, n int, _ kit.Tongue) bool { return slices.Contains(Lexicon().Named(text), n) }
	refused := func(text string, n int, in kit.Tongue) bool {
		_, err := CleanClue(text)
		return err != nil || Lexicon().Judge(text, n, in).Level == Forbidden
	}
	for _, list := range []struct {
		name  string
		what  string
		is    func(text string, n int, in kit.Tongue) bool
		right bool
		least int // of a hundred lines
	}{
		{"slips", "slips of the keyboard are right guesses", guessed, true, 95},
		{"said", "guesses in a sentence are right", guessed, true, 80},
		{"others", "guesses of another word are wrong", guessed, false, 99},
		{"relatives", "clues of the element's root are refused", refused, true, 99},
		{"harmless", "clues that only look like it are taken", refused, false, 99},
	} {
		for _, in := range []kit.Tongue{kit.English, kit.Russian} {
			t.Run(list.name+"/"+string(in), func(t *testing.T) {
				lines, right := 0, 0
				var wrong []string
				for line := range strings.Lines(string(held(t, list.name, in))) {
					text, element, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
					n := numberOf(element, in)
					if !ok || n == 0 {
						t.Fatalf("%q is no line", line)
					}
					if lines++; list.is(text, n, in) == list.right {
						right++
					} else {
						wrong = append(wrong, text+" for "+element)
					}
				}
				t.Logf("%s: %d of %d; not %s", list.what, right, lines, strings.Join(wrong, ", "))
				if lines < 60 || 100*right < list.least*lines {
					t.Errorf("%s in %d of %d cases, want %d %%", list.what, right, lines, list.least)
				}
			})
		}
	}
}

func held(t *testing.T, name string, in kit.Tongue) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "held", name+"."+string(in)+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// numberOf is the number of the element that is printed so, or 0.
func numberOf(printed string, in kit.Tongue) int {
	for n := range Lexicon().entries {
		if word := Lexicon().entries[n].word[in]; n > 0 && strings.ReplaceAll(word, " / ", "/") == printed {
			return n
		}
	}
	return 0
}
