package record

import (
	"encoding/json"
	"testing"
)

// TestFollowAndApply: what follow tells leads apply to the same views, of any kind.
func TestFollowAndApply(t *testing.T) {
	writer, reader := tracks(1), tracks(1)
	for i, c := range []struct{ view, told string }{
		{`{"a":1,"b":null}`, `{"now":{"a":1,"b":null}}`},
		{`{"a":1,"b":null}`, `{}`},
		{`{"a":[1]}`, `{"now":{"a":[1]},"gone":["b"]}`},
		{`{"z":0,"y":0}`, `{"now":{"y":0,"z":0},"gone":["a"]}`},
		{`{}`, `{"gone":["y","z"]}`},
		{`{"a":null}`, `{"now":{"a":null}}`},
		{`[1,2]`, `{"all":[1,2]}`},
		{`[1,2]`, `{}`},
		{`null`, `{"all":null}`},
		{`{}`, `{"all":{}}`},
		{`{"a":"b"}`, `{"now":{"a":"b"}}`},
		{`7`, `{"all":7}`},
		{`{"c":2}`, `{"all":{"c":2}}`},
		{`{"c":2,"d":3}`, `{"now":{"d":3}}`},
	} {
		v := writer[0].follow(json.RawMessage(c.view))
		b, err := json.Marshal(v)
		if err != nil || string(b) != c.told {
			t.Fatalf("view %d, %s, is told as %s, want %s; error %v", i, c.view, b, c.told, err)
		}
		var again View
		if err := strict(b, &again); err != nil || again.check() != nil {
			t.Fatalf("%s is read with %v and %v", b, err, again.check())
		}
		if reader[0].apply(again); !reader[0].is(json.RawMessage(c.view), false) {
			t.Errorf("view %d is %+v after %s, want %s", i, reader[0], b, c.view)
		}
		for _, other := range []string{`{"c":3,"d":3}`, `{"c":2,"e":3}`, `[1]`, `{"a":1}`, `false`} {
			if reader[0].is(json.RawMessage(other), false) {
				t.Errorf("view %d, %s, is taken for %s", i, c.view, other)
			}
		}
	}
	// A lie about a view that is no object must not stop the reader.
	reader[0].apply(View{All: json.RawMessage("1")})
	reader[0].apply(View{Gone: []string{"a"}})
	if !reader[0].is(json.RawMessage("1"), false) {
		t.Error("a member of a number is gone, and the number is another")
	}
	reader[0].apply(View{Now: map[string]json.RawMessage{"a": json.RawMessage("1")}})
	if !reader[0].is(json.RawMessage(`{"a":1}`), false) {
		t.Error("a member was added to a number, and the view is no object")
	}
}
