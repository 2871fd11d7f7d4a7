package ui_test

import (
	"fmt"
	"reflect"
	"testing"

	"oneiros/games/ui"
)

// TestPageGrows builds a page as games do. Empty texts add nothing, and gaps are
// only between lines.
func TestPageGrows(t *testing.T) {
	var p ui.Page
	p.Gap()
	p.Say(ui.T("a"), ui.Text{}, ui.Literal("b"))
	p.Gap()
	p.Gap()
	p.Say(ui.T("c"))
	if want := []ui.Text{ui.T("a"), ui.Literal("b"), {}, ui.T("c")}; !reflect.DeepEqual(p.Lines, want) {
		t.Errorf("lines %v, want %v", p.Lines, want)
	}
}

// TestMenus divides choices among menus of at most twenty-five.
func TestMenus(t *testing.T) {
	for n, want := range map[int][]int{0: nil, 1: {1}, 25: {25}, 26: {25, 1}, 51: {25, 25, 1}} {
		var choices []ui.Choice
		for i := range n {
			choices = append(choices, ui.Choice{Label: ui.Literal(fmt.Sprint(i))})
		}
		var p ui.Page
		p.Menu(ui.T("label"), choices)
		var got []int
		var all []ui.Choice
		for _, c := range p.Controls {
			got = append(got, len(c.Menu))
			all = append(all, c.Menu...)
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(all, choices) {
			t.Errorf("%d choices: menus of %v, want %v", n, got, want)
		}
	}
}

// TestKey: equal pictures have equal keys. Values that only look equal when they are
// joined have different keys.
func TestKey(t *testing.T) {
	key := func(what ...any) string { return ui.Draw(nil, nil, what...).Key }
	if a, b := key("table", 1, []int{2}), key("table", 1, []int{2}); a != b {
		t.Error("equal pictures have two keys")
	}
	if key("ab", "c") == key("a", "bc") {
		t.Error("other pictures have the same key")
	}
}
