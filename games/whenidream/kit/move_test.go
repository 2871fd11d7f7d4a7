package kit_test

import (
	"strings"
	"testing"

	"oneiros/games/whenidream/kit"
)

// Rulings 3 and 4.
func TestBalance(t *testing.T) {
	for _, c := range []struct{ yellow, blue, points int }{
		{0, 0, 2}, {3, 3, 5}, {3, 2, 3}, {2, 3, 3}, {1, 0, 1}, {0, 1, 1}, {4, 2, 2}, {0, 5, 0}, {1, 6, 1},
	} {
		cards, extra := kit.Balance(c.yellow, c.blue)
		if cards+extra != c.points {
			t.Errorf("%d yellow and %d blue are worth %d, want %d", c.yellow, c.blue, cards+extra, c.points)
		}
	}
}

func TestNotation(t *testing.T) {
	for _, n := range []string{
		"ready dusk 1", "ready check 10", "ready dawn 3", `clue 4 "вода"`, `clue 4 "\"\\"`, "pass 4", `guess 4 "море"`, "next 4", "wake 4", "challenge 4 2",
		"uphold 4 2", "reject 4 2", "said 4 2", "right 4", "wrong 4", `story "a\nb"`, "told", "tick 3", "untick 3", "move 3", "keep 3",
	} {
		m, err := kit.Parse(n)
		if err != nil || m.String() != n {
			t.Errorf("%q is read as %q, %v", n, m, err)
		}
	}
	for _, n := range []string{
		"", " ", "ready", "ready night 1", "ready dusk 0", "ready dusk", "ready dusk 01", "clue 4", "clue 4 вода", `clue 4 "a" `, `clue 4 "a"b`, "clue 4 `a`", "clue 4 'a'",
		`clue  4 "a"`, `clue 0 "a"`, `clue 4 "\u0041"`, `clue 4 "` + "\xff" + `"`, `clue 4 "\xff"`, "pass", "pass -1", "pass 4 ", "pass +4", "pass 1000", "challenge 4", "challenge 4 2 1",
		"told 1", `told ""`, "Told", "story", "story x", "tick", "jump 4", `story "` + strings.Repeat("a", 20000) + `"`,
	} {
		if m, err := kit.Parse(n); err == nil {
			t.Errorf("%q is read as %q", n, m)
		}
	}
}

// The longest story may be of characters that take ten bytes each in quotes.
func TestLongestNotation(t *testing.T) {
	story := kit.Move{Verb: kit.Tell, Text: strings.Repeat("\U000e0001", kit.MaxStory)}
	if m, err := kit.Parse(story.String()); err != nil || m != story {
		t.Errorf("the longest story is not read: %v", err)
	}
	if _, err := kit.Parse(kit.Move{Verb: kit.Tell, Text: story.Text + "\U000e0001"}.String()); err == nil {
		t.Error("a longer one is read")
	}
}

func FuzzParse(f *testing.F) {
	for _, n := range []string{`clue 4 "вода"`, "ready dusk 1", "challenge 4 2", "told", `story "\u200b"`, "tick 03"} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n string) {
		if m, err := kit.Parse(n); err == nil {
			if again, err := kit.Parse(m.String()); err != nil || again != m || m.String() != n {
				t.Errorf("%q is read as %q, and that as %q, %v", n, m, again, err)
			}
		}
	})
}
