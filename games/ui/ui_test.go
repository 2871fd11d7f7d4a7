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

// A few choices are buttons in a separate row. More choices are a menu.
func TestChoose(t *testing.T) {
	var few, many ui.Page
	for _, p := range []*ui.Page{&few, &many} {
		p.Open("before", "", ui.T("before"))
	}
	few.Choose(ui.T("which"), ui.Good, 3, make([]ui.Choice, 3))
	many.Choose(ui.T("which"), ui.Good, 3, make([]ui.Choice, 4))
	if len(few.Controls) != 4 || few.Rows() != 2 || !few.Controls[1].Break || few.Controls[2].Break || few.Controls[3].Style != ui.Good {
		t.Errorf("three choices are %+v", few.Controls)
	}
	if len(many.Controls) != 2 || len(many.Controls[1].Menu) != 4 || many.Rows() != 2 {
		t.Errorf("four choices are %+v", many.Controls)
	}
}

// A row holds five buttons, or a menu, and ends where a new one is started.
func TestRows(t *testing.T) {
	var p ui.Page
	for n := range 12 {
		if want := (n + 4) / 5; p.Rows() != want {
			t.Errorf("%d buttons take %d rows, want %d", n, p.Rows(), want)
		}
		p.Open("", "", ui.T("x"))
	}
	p.NewRow(1)
	if p.Rows() != 4 { // 1, 5, 5 and 1
		t.Errorf("%d rows", p.Rows())
	}
	p.NewRow(12) // there is none
	p.Menu(ui.T("x"), make([]ui.Choice, 2))
	p.Open("", "", ui.T("x"))
	if p.Rows() != 6 {
		t.Errorf("%d rows", p.Rows())
	}
}
