package judge

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oneiros/games/whenidream/kit"
)

// formKinds are the kinds of a line in testdata/forms. The head of each file
// says what they mean.
var formKinds = []string{"forbidden", "guess", "wrong", "innocent"}

// formLists are the forms of elements by which the judge is measured: by the
// element's number and by kind.
type formLists map[int]map[string][]string

// readForms reads testdata/forms/en.txt or ru.txt.
func readForms(tongue kit.Tongue) (formLists, error) {
	numbers := elementNumbers(tongue)
	lists := formLists{}
	err := eachRow(formFile("%s.txt", tongue), func(row []string) error {
		n, kind := numbers[row[0]], row[1]
		if n == 0 {
			return fmt.Errorf("no element is called %q", row[0])
		}
		if !slices.Contains(formKinds, kind) {
			return fmt.Errorf("no kind is called %q", kind)
		}
		if lists[n] == nil {
			lists[n] = map[string][]string{}
		}
		if lists[n][kind] != nil {
			return fmt.Errorf("%s of %s stands twice", kind, row[0])
		}
		lists[n][kind] = items(row[2])
		return nil
	})
	return lists, err
}

// A toldDream is a sentence of a story, with the elements that it names and
// elements that it seems to name.
type toldDream struct {
	sentence     string
	ticks, spare []int
}

// readStories reads testdata/forms/stories.en.txt or stories.ru.txt.
func readStories(tongue kit.Tongue) ([]toldDream, error) {
	numbers := elementNumbers(tongue)
	var dreams []toldDream
	err := eachRow(formFile("stories.%s.txt", tongue), func(row []string) error {
		d := toldDream{sentence: row[0]}
		for _, name := range items(row[1]) {
			d.ticks = append(d.ticks, numbers[name])
		}
		for _, name := range items(row[2]) {
			d.spare = append(d.spare, numbers[name])
		}
		if slices.Contains(slices.Concat(d.ticks, d.spare), 0) {
			return fmt.Errorf("%q names no element", row[1:])
		}
		dreams = append(dreams, d)
		return nil
	})
	return dreams, err
}

// formFile is the path of a list of the language.
func formFile(pattern string, tongue kit.Tongue) string {
	return filepath.Join("testdata", "forms", fmt.Sprintf(pattern, tongue))
}

// elementNumbers are the elements by their printed word.
func elementNumbers(tongue kit.Tongue) map[string]int {
	numbers := map[string]int{}
	for n, e := range Lexicon().entries {
		numbers[e.word[tongue]] = n
	}
	delete(numbers, "") // the first entry is empty
	return numbers
}

// eachRow calls row for each line of three columns. Its error names the line.
func eachRow(file string, row func([]string) error) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	n, rows := 0, 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Split(line, "|")
		if len(columns) != 3 {
			return fmt.Errorf("%s:%d: %d columns, want 3", file, n, len(columns))
		}
		for i := range columns {
			columns[i] = strings.TrimSpace(columns[i])
		}
		if err := row(columns); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		rows++
	}
	if rows == 0 {
		return fmt.Errorf("%s has no line", file)
	}
	return nil
}

// items splits a list at its commas.
func items(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

// TestFormListsAreWhole checks the lists alone, not the judge: enough elements,
// enough forms for each, and no form twice.
func TestFormListsAreWhole(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		lists, err := readForms(tongue)
		if err != nil {
			t.Fatal(err)
		}
		if len(lists) < 100 {
			t.Errorf("%v: %d elements, want at least 100", tongue, len(lists))
		}
		total := map[string]int{}
		for n, kinds := range lists {
			name, count := Lexicon().entries[n].word[tongue], 0
			for kind, forms := range kinds {
				count += len(forms)
				total[kind] += len(forms)
				seen := map[string]bool{}
				for _, f := range forms {
					if f != strings.TrimSpace(f) || f == "" || strings.ContainsAny(f, ",|") {
						t.Errorf("%s, %s: %q is no form", name, kind, f)
					}
					if kind != "guess" && kind != "wrong" && strings.Contains(f, " ") {
						t.Errorf("%s, %s: %q is more than one word", name, kind, f)
					}
					if seen[f] {
						t.Errorf("%s, %s: %q stands twice", name, kind, f)
					}
					seen[f] = true
				}
			}
			for _, kind := range []string{"forbidden", "guess", "innocent"} {
				if len(kinds[kind]) == 0 {
					t.Errorf("%s has no %s forms", name, kind)
				}
			}
			for _, pair := range [][2]string{{"forbidden", "innocent"}, {"guess", "innocent"}, {"guess", "wrong"}} {
				for _, f := range kinds[pair[0]] {
					if slices.Contains(kinds[pair[1]], f) {
						t.Errorf("%s: %q is both %s and %s", name, f, pair[0], pair[1])
					}
				}
			}
			if count < 10 {
				t.Errorf("%s has %d forms, want at least 10", name, count)
			}
		}
		t.Logf("%v: %d elements, forms %v", tongue, len(lists), total)
	}
}

// TestStoriesAreWhole checks the sentences alone: enough of them, each once, and
// no element both named and spared.
func TestStoriesAreWhole(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		dreams, err := readStories(tongue)
		if err != nil {
			t.Fatal(err)
		}
		if len(dreams) < 40 {
			t.Errorf("%v: %d sentences, want at least 40", tongue, len(dreams))
		}
		seen := map[string]bool{}
		for _, d := range dreams {
			if seen[d.sentence] {
				t.Errorf("%q stands twice", d.sentence)
			}
			seen[d.sentence] = true
			if len(d.ticks)+len(d.spare) == 0 {
				t.Errorf("%q neither names nor spares an element", d.sentence)
			}
			for _, n := range d.ticks {
				if slices.Contains(d.spare, n) {
					t.Errorf("%q both names and spares %s", d.sentence, Lexicon().entries[n].word[tongue])
				}
			}
		}
	}
}
