package chance

import (
	"bytes"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"
)

// drawn is what a source gives for a name, in each way.
func drawn(s Source, name ...any) string {
	b := make([]byte, 8)
	s.Read(b, name...)
	return s.Text(12, name...) + string(b) + string(rune('a'+s.Rand(name...).IntN(26)))
}

func TestSeeded(t *testing.T) {
	one := func() Source { return Seeded(7).Of("test") }
	names := map[string][]any{
		"a press":            {"match", uint64(5)},
		"another press":      {"match", uint64(6)},
		"another purpose":    {"night", uint64(5)},
		"a text":             {"match", "5"},
		"bytes":              {"match", []byte("5")},
		"a longer name":      {"match", uint64(5), ""},
		"parts put together": {"match5"},
		"nothing":            {},
	}
	all := map[string]string{}
	for name, parts := range names {
		all[drawn(one(), parts...)] = name
	}
	if len(all) != len(names) {
		t.Errorf("some names give the same: %v", all)
	}
	again, other := map[string]string{}, map[string]string{}
	s := one()
	for name, parts := range names { // in another order
		again[drawn(s, parts...)] = name
		other[drawn(Seeded(8).Of("test"), parts...)] = name
	}
	if !maps.Equal(all, again) {
		t.Errorf("another order gives other luck: %q and %q", all, again)
	}
	for luck := range other {
		if all[luck] != "" {
			t.Errorf("another seed gives the same for %s", all[luck])
		}
	}
	if drawn(one(), "a", "b") != drawn(one().Of("a"), "b") {
		t.Error("a name in a part is another name")
	}
}

// TestNext draws the things of some names in many goroutines. Each thing is another, and
// those of a name are the same ones as in any other order.
func TestNext(t *testing.T) {
	all := func(order int) map[string]int {
		s, found := Seeded(7), map[string]int{}
		var mu sync.Mutex
		var each sync.WaitGroup
		for i := range 6 {
			each.Go(func() {
				for range 20 {
					luck := drawn(s.Next("table", (i+order)%3))
					mu.Lock()
					found[luck]++
					mu.Unlock()
				}
			})
		}
		each.Wait()
		return found
	}
	first := all(0)
	if len(first) != 120 {
		t.Errorf("%d things in 120", len(first))
	}
	if !maps.Equal(first, all(1)) {
		t.Error("other things in another order")
	}
	s := Seeded(7)
	if first, second := s.Next("table").Text(9), s.Next("table").Text(9); first == second || s.Next("night").Text(9) != Seeded(7).Next("night").Text(9) {
		t.Error("things of one name are not counted for themselves")
	}
}

// TestSystem draws from the system: the same name gives something else each time.
func TestSystem(t *testing.T) {
	var s Source
	found := map[string]bool{}
	for range 50 {
		found[drawn(s, "match", 5)] = true
		found[drawn(s.Of("match", 5))] = true
		found[drawn(s.Next("match", 5))] = true
		found[drawn(Source{}.Of("match"), func() {})] = true // a name costs nothing
	}
	if len(found) != 200 {
		t.Errorf("%d values in 200", len(found))
	}
}

func TestWait(t *testing.T) {
	for _, s := range []Source{{}, Seeded(1)} {
		found := map[time.Duration]bool{}
		for i := range 100 {
			found[s.Wait(3, i)] = true
		}
		if len(found) != 3 || !found[0] || !found[2] {
			t.Errorf("waits shorter than 3 are %v", found)
		}
	}
}

func TestText(t *testing.T) {
	for _, s := range []Source{{}, Seeded(1)} {
		letters := map[rune]int{}
		for _, r := range s.Text(6400) {
			letters[r]++
		}
		for r, n := range letters {
			if !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", r) || n < 100 || n > 320 {
				t.Errorf("%c is there %d times in 6400", r, n)
			}
		}
		if len(letters) != 32 || len(s.Text(0)) != 0 {
			t.Errorf("%d letters", len(letters))
		}
		b := make([]byte, 100)
		if s.Read(b); bytes.Count(b, []byte{0}) > 20 {
			t.Errorf("it does not fill %v", b)
		}
	}
}

// TestNoJSON has a name that cannot be told from others.
func TestNoJSON(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a function is a name")
		}
	}()
	Seeded(1).Text(1, func() {})
}
