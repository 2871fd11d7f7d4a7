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
		ix, err := decode([]byte(`{"id":"1","application_id":"6","type":5,"token":"t","channel":{"id":"8","type":1},"data":{"custom_id":"`+id+`"}}`), time.Now())
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
