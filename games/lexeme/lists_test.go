package lexeme

import (
	"fmt"
	"strings"
	"testing"
)

// A mistake in the word lists is named with its line.
func TestListMistakes(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown list", "[homographs]", "[homophobes]", `no list is called "homophobes"`},
		{"list missing", "[after]\nable", "able", `the list "after" is missing`},
		{"upper case", "лева леву", "Лева леву", `"Лева" is not folded, or of two alphabets`},
		{"word twice", "лева леву", "лева лева леву", `"лева" stands twice`},
		{"no head", "о: а у ом е 0", "о а у ом е 0", "no head before a colon"},
		{"head twice", "я: и е ю", "а: и е ю", `"а" stands twice`},
		{"no words", "я: и е ю ей ею ем ь й ям ями ях ев", "я:", "no words"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Count(listsTXT, c.old) != 1 {
				t.Fatalf("%q stands %d times", c.old, strings.Count(listsTXT, c.old))
			}
			at := strings.Count(listsTXT[:strings.Index(listsTXT, c.old)], "\n") + 1
			_, err := readLists(strings.Replace(listsTXT, c.old, c.new, 1))
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "lists.txt:") {
				t.Fatalf("error %v, want %q", err, c.want)
			}
			if !strings.Contains(c.want, "missing") && !strings.HasPrefix(err.Error(), fmt.Sprintf("lists.txt:%d: ", at)) {
				t.Errorf("error %v, want line %d", err, at)
			}
		})
	}
}
