package discord

import (
	"strings"
	"testing"
	"time"
)

// TestDraft: forms of one id with other texts in them have ids that differ, and all of
// them are read as the id. So are those of former versions, without a hash.
func TestDraft(t *testing.T) {
	form := func(id string, texts ...string) string {
		m := Modal{CustomID: id, Title: "t"}
		for i, text := range texts {
			m.Rows = append(m.Rows, Row{Input{CustomID: string(rune('0' + i)), Label: "l", Value: text, Max: 9}})
		}
		return m.body().CustomID
	}
	sent := func(id string) string {
		t.Helper()
		ix, err := DecodeInteraction([]byte(`{"id":"1","application_id":"6","type":5,"token":"t","channel":{"id":"8","type":1},"data":{"custom_id":"`+id+`"}}`), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return ix.CustomID
	}
	const id = "b/abcdefghij/number/rounds"
	if form(id) != id || form(id, "") != id || form(id, "", "") != id {
		t.Errorf("a form without a text is %q", form(id, ""))
	}
	seen := map[string]bool{id: true}
	for _, texts := range [][]string{{"2"}, {"3"}, {"23"}, {"2", "3"}, {"", "23"}, {"три"}} {
		got := form(id, texts...)
		if seen[got] || got != form(id, texts...) || len(got) > MaxCustomID || sent(got) != id {
			t.Errorf("a form with %q is %q, read as %q", texts, got, sent(got))
		}
		seen[got] = true
	}
	for _, old := range []string{id, "m/abcdefghij/1f/f/write", "b/-/words-form/add", "x#12345", "#123456", "x#12345G", "x#1234567"} {
		if got := sent(old); got != old {
			t.Errorf("%q is read as %q", old, got)
		}
	}
	long := strings.Repeat("x", MaxCustomID)
	if got := form(long, "2"); got != long || sent(got) != long {
		t.Errorf("a form with a long id is %q", got)
	}
}

// TestFilledModal: a form that is opened again has what was typed and chosen in it, and is
// one that Discord takes, whatever was sent.
func TestFilledModal(t *testing.T) {
	form := Modal{CustomID: "f", Title: "t", Rows: []Row{
		{Input{CustomID: "text", Label: "l", Max: 4, Value: "old"}},
		{Menu{CustomID: "menu", Label: "l", Options: []MenuOption{{Label: "a", Value: "a", Default: true}, {Label: "b", Value: "b"}}}},
		{Menu{CustomID: "channels", Label: "l", Kind: ChannelMenu, Max: 2, Chosen: []ID{5}}},
		{Radio{CustomID: "radio", Label: "l", Options: []MenuOption{{Label: "a", Value: "a"}, {Label: "b", Value: "b"}}}},
		{Upload{CustomID: "file", Label: "l"}},
	}}
	for _, c := range []struct {
		answers map[string]string
		want    []string
	}{
		{nil, []string{"old", "a", "5", "", ""}},
		{map[string]string{"text": "море", "menu": "b", "channels": "7,8", "radio": "b", "file": "9"}, []string{"море", "b", "7,8", "b", ""}},
		{map[string]string{"text": "too long", "menu": "a,b", "channels": "x,7,8", "radio": "c", "else": "1"}, []string{"too ", "a", "7", "", ""}},
		{map[string]string{"text": "", "menu": "", "channels": ""}, []string{"", "", "", "", ""}},
	} {
		got := form.Filled(c.answers)
		if err := CheckModal(got); err != nil {
			t.Error(err)
		}
		for i, want := range c.want {
			if is := filling(got.Rows[i][0]); is != want {
				t.Errorf("%v fills field %d with %q, want %q", c.answers, i, is, want)
			}
		}
	}
	if filling(form.Rows[0][0]) != "old" || filling(form.Rows[1][0]) != "a" {
		t.Error("the form itself was changed")
	}
	if other := form.Filled(map[string]string{"radio": "a"}); form.id() == other.id() {
		t.Error("a form with another choice has the same id")
	}
}
