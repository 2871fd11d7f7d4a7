package screen

import (
	"slices"
	"strings"
	"testing"

	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestShortNames: a name has a short form that tells it from the others of its table. No letter is
// cut apart.
func TestShortNames(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"Аня", "Boris"}, []string{"Аня", "Boris"}},
		{[]string{"Александра Константинопольская", "Maximilian", "Вера К."}, []string{"Алекса…", "Maximili…", "Вера"}},
		{[]string{"🤖 Morpheus", "⭐ Луна ⭐", "🦊🦊🦊", "42 кота"}, []string{"Morpheus", "Луна", "🦊🦊🦊", "42"}},
		{[]string{"Вера К.", "Вера М."}, []string{"Вера К.", "Вера М."}},
		{[]string{"Anna Bell", "Anna"}, []string{"Anna B…", "Anna"}},
		{[]string{"Boris", "Вoris Великий"}, []string{"Boris", "Вoris В…"}}, // the second begins with a Cyrillic letter
		{[]string{"Александра Белова", "Александра Чернова"}, []string{"Александра Бел…", "Александра Чер…"}},
		{[]string{"Константинополь", "Константинопольский"}, []string{"Константинополь", "Константинопольский"}},
		{[]string{"Anna\u00a0@anna", "Anna\u00a0@anna2"}, []string{"Anna\u00a0@anna", "Anna\u00a0@anna2"}},
		{[]string{"👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀"}, []string{"👩‍🚀…"}},
		{[]string{"", "\u00a0@empty", "דוד"}, []string{"#1", "@empty", "\u2068דוד\u2069"}},
	} {
		f := frame(t, text.Russian)
		f.Names = c.names
		f.short = f.shortNames()
		var got []string
		for i := range c.names {
			got = append(got, measured{Plain{f}}.Name(ui.Name(i)))
			if rich := (Rich{f}).Name(ui.Name(i)); strings.ReplaceAll(rich, `\`, "") != got[i] {
				t.Errorf("a line has %q and is measured as %q", rich, got[i])
			}
			if whole := (Plain{f}).Name(ui.Name(i)); strings.Contains(whole, "…") {
				t.Errorf("a button has %q", whole)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.names, got, c.want)
		}
	}
}

// TestFittingNames: where a page has no room for its names they become short before it says less.
func TestFittingNames(t *testing.T) {
	for names, want := range map[string]string{"Александра Константинопольская": "Алекса…", "Вера": "Вера"} {
		f := frame(t, text.Russian)
		f.Names = []string{names, "Boris"}
		asked := 0
		page := func(path string) ui.Page {
			asked++
			var who []ui.Text
			for range 8 {
				who = append(who, ui.Name(0).Text())
			}
			return ui.Page{Title: ui.T("press"), Lines: []ui.Text{{Args: []any{who}}}, Room: 3, Shorter: "b", Shortest: 5}
		}
		m := (&Painter{Pictures: NewUnpainted()}).Page(Fitting("", page, f), f).Message
		if asked != 1 || !strings.Contains(m.Embeds[0].Description, want) || strings.Contains(m.Embeds[0].Description, names) != (want == names) {
			t.Errorf("%d wordings were asked for:\n%s", asked, m.Embeds[0].Description)
		}
	}
}
