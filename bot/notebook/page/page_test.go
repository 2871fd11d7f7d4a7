package page

import (
	"testing"

	"oneiros/games"
)

// TestFormTellsNothing: a holder of the custom id of a form, without the key, learns nothing of the
// entry. A form of another process replaces all, as one that knows of no entry.
func TestFormTellsNothing(t *testing.T) {
	here, there := &Key{1}, &Key{2}
	was := games.Entry{Mark: games.Trusted, Line: "before"}
	a, b := here.Opened("m", 1, was), there.Opened("m", 1, was)
	for i := range a {
		if a[i] == b[i] {
			t.Errorf("part %d is %s with either key", i, a[i])
		}
	}
	now, form := games.Entry{Mark: games.Suspected, Line: "before"}, games.Entry{Mark: games.Trusted, Line: "after"}
	if merged, replaced := here.Merge(a, "m", 1, now, form); merged.Mark != games.Suspected || merged.Line != "after" || !replaced.Blank() {
		t.Errorf("merged %+v, replaced %+v", merged, replaced)
	}
	for _, o := range []Opened{b, {}} {
		if merged, replaced := here.Merge(o, "m", 1, now, form); merged.Mark != form.Mark || merged.Line != form.Line || !replaced.Blank() {
			t.Errorf("of another process: merged %+v, replaced %+v", merged, replaced)
		}
	}
}
