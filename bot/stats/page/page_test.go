package page

import (
	"testing"

	kit "oneiros/bot/page"
)

// TestStatsNames: the pages of results tell people apart, too.
func TestStatsNames(t *testing.T) {
	named := func(name, username string) kit.Named { return kit.Named{Name: name, Username: username} }
	w := Page{Names: map[uint64]kit.Named{1: named("Alex", "a"), 2: named("Аlех", "b"), 3: named("Boris", "c"), 4: named("", ""), 5: named("Alex", "")}}
	for user, want := range map[uint64]string{1: "Alex\u00a0@a", 2: "Аlех\u00a0@b", 3: "Boris", 4: "", 5: "Alex", 6: ""} {
		if got := w.called(user); got != want {
			t.Errorf("user %d is called %q, not %q", user, got, want)
		}
	}
}
