package screen

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestFitting shows a page in as many words as have room beside the names at a table.
func TestFitting(t *testing.T) {
	names := func(seats ...ui.Name) ui.Text {
		var list []ui.Text
		for _, seat := range seats {
			list = append(list, seat.Text())
		}
		return ui.Text{Args: []any{list}}
	}
	wordings := func(path string) ui.Page {
		page := ui.Page{Room: 3, Shorter: "less", Shortest: 4}
		switch n, err := strconv.Atoi(strings.TrimPrefix(path, "less/")); {
		case path == "":
			page.Lines = []ui.Text{names(0, 1, 0, 1), {}, ui.Literal("end")}
		case err == nil && 0 < n && n < 3:
			page.Lines = []ui.Text{names(0, 1), {}, ui.Literal("end")}
		default:
			page.Lines = []ui.Text{ui.Literal("end")}
		}
		return page
	}
	for _, test := range []struct {
		name string
		want int // lines of the page
		says string
	}{
		{"Ann", 3, "Ann, Bob, Ann, Bob"},
		{strings.Repeat("M", 20), 3, ", Bob"}, // twice as many letters have no room
		{strings.Repeat("M", 60), 3, ", Bob"}, // unless they are short
		{strings.Repeat("M ", 60), 3, ", Bob"},
	} {
		f := &Frame{Say: words(t), Lang: text.English, Names: []string{test.name, "Bob"}}
		p := Fitting("", wordings, f)
		if got := f.Say.Say(f.Lang, p.Lines[0], Plain{Frame: f}); len(p.Lines) != test.want || !strings.HasSuffix(got, test.says) {
			t.Errorf("for %q the page has %d lines, and the first is %q", test.name, len(p.Lines), got)
		}
	}
	// Where short names have no room either the page says less.
	crowded := func(path string) ui.Page {
		page := wordings(path)
		if path == "" {
			page.Lines[0] = names(slices.Repeat([]ui.Name{0, 1}, 10)...)
		}
		return page
	}
	for name, want := range map[string]string{strings.Repeat("M", 60): "Bob", strings.Repeat("M", 60) + "\u00a0@" + strings.Repeat("m", 60): "end"} {
		f := &Frame{Say: words(t), Lang: text.English, Names: []string{name, "Bob"}}
		p := Fitting("", crowded, f)
		if got := f.Say.Say(f.Lang, p.Lines[0], Plain{Frame: f}); !strings.HasSuffix(got, want) || strings.Count(got, "Bob") > 1 {
			t.Errorf("for %q the first line is %q", name, got)
		}
	}
	// A game of which no page has room is asked for the shortest.
	asked := ""
	full := func(path string) ui.Page {
		asked = path
		return ui.Page{Lines: []ui.Text{ui.Literal("a"), ui.Literal("b")}, Room: 1, Shorter: "b", Shortest: 7}
	}
	if Fitting("", full, &Frame{Say: words(t), Lang: text.English}); asked != "b/7" {
		t.Errorf("the last page that was asked for is %q, not the shortest", asked)
	}
}
