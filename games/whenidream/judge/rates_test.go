package judge

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"oneiros/games/whenidream/kit"
)

// rates count what was judged of each kind, and name what was judged otherwise than
// the lists of testdata/forms say.
type rates struct {
	all    map[string]int
	missed map[string][]string
}

func (r *rates) note(kind, what string, agrees bool) {
	r.all[kind]++
	if !agrees {
		r.missed[kind] = append(r.missed[kind], what)
	}
}

// measure judges every form of the lists.
func measure(t *testing.T) rates {
	t.Helper()
	r := rates{map[string]int{}, map[string][]string{}}
	for _, tongue := range []kit.Tongue{kit.Russian, kit.English} {
		lists, err := readForms(tongue)
		if err != nil {
			t.Fatal(err)
		}
		agrees := map[string]func(form string, n int) bool{
			"forbidden": func(form string, n int) bool { return Lexicon().Judge(form, n, tongue).Level == Forbidden },
			"innocent":  func(form string, n int) bool { return Lexicon().Judge(form, n, tongue).Level == Fine },
			"guess":     func(form string, n int) bool { return Lexicon().Names(form, n) },
			"wrong":     func(form string, n int) bool { return !Lexicon().Names(form, n) },
		}
		for n, kinds := range lists {
			for kind, list := range kinds {
				for _, form := range list {
					r.note(string(tongue)+" "+kind, Lexicon().entries[n].word[tongue]+": "+form, agrees[kind](form, n))
				}
			}
		}
		dreams, err := readStories(tongue)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range dreams {
			for want, list := range map[bool][]int{true: d.ticks, false: d.spare} {
				for _, n := range list {
					told := Lexicon().Told(d.sentence, []Dreamt{{Element: n}})[0]
					r.note(fmt.Sprintf("%s told %v", tongue, want), Lexicon().entries[n].word[tongue]+": "+d.sentence, told == want)
				}
			}
		}
	}
	return r
}

// The judge agrees with lists of forms that were written without it. The log has
// how many it judges otherwise, of each kind.
func TestListedForms(t *testing.T) {
	r := measure(t)
	if len(r.all) != 12 {
		t.Errorf("%d kinds in two tongues, want 12", len(r.all))
	}
	for _, kind := range slices.Sorted(maps.Keys(r.all)) {
		t.Logf("%s: %d of %d otherwise", kind, len(r.missed[kind]), r.all[kind])
		for _, m := range r.missed[kind] {
			t.Errorf("%s: %s", kind, m)
		}
	}
}
