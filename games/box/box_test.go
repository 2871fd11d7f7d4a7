package box

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

var lists = []List{{"moons", 2}, {"owls", 3}}

// TestRead: cards come in their order and with their numbers, and those that are too many
// do not come.
func TestRead(t *testing.T) {
	var got []string
	card := func(list string, n int, l Line) (int, error) {
		got = append(got, fmt.Sprint(list, n, l.Number, l.Words))
		if l.Words[0] == "bad" {
			return 1, l.Wrong("it is %s", l.Words[0])
		}
		return strings.Count(l.Words[0], "o"), nil
	}
	for text, want := range map[string]string{
		"# two\n[moons]\n full  1\n\nnew 2\n[owls]\noo x\no\n": "",
		"[moons]\nfull\n[owls]\noo\no":                         "box.txt:3: [moons] has 1 cards, want 2",
		"[moons]\nfull\nnew\nold\n[owls]\noo\no":               "box.txt:5: [moons] has 3 cards, want 2",
		"[moons]\nfull\nbad\n[owls]\noo\nbad":                  "box.txt:3: it is bad\nbox.txt:6: it is bad",
		"[moons]\nfull\nnew":                                   "box.txt:3: [owls] is missing",
		"[owls]\noo\no":                                        "box.txt:1: [owls] is not expected here",
		"full":                                                 "box.txt:1: no list has begun\nbox.txt:1: [moons] is missing",
		"[moons]\n\xff\nfull\n[owls]\nooo":                     "box.txt:2: not UTF-8",
	} {
		got = nil
		said := ""
		if err := Read(text, lists, card); err != nil {
			said = err.Error()
		}
		if said != want {
			t.Errorf("%q: %s; want %s", text, said, want)
		}
		if slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "moons3") }) {
			t.Errorf("%q: %v", text, got)
		}
		if want == "" && !slices.Equal(got, []string{"moons1 3 [full 1]", "moons2 5 [new 2]", "owls1 7 [oo x]", "owls3 8 [o]"}) {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNames: a name is plain, and no two cards have it.
func TestNames(t *testing.T) {
	n := Names{}
	for i, name := range []string{"moon-in-a-puddle", "Moon", "", "moon-in-a-puddle", "moon"} {
		if err := n.Add(name, Line{Number: i + 1}); (err == nil) != (i == 0 || i == 4) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
