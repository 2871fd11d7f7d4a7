package due

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestQueue: what is due is done in its time, once, and not when it was dropped or another
// thing took its place. A key stays until it is dropped, and each owner has keys of its own.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type night string
		type lobby string
		var mu sync.Mutex
		var done []string
		q := New(func(do func(context.Context)) bool { do(t.Context()); return true })
		begun := time.Now()
		what := func(name string) func(context.Context) {
			return func(context.Context) {
				mu.Lock()
				defer mu.Unlock()
				done = append(done, name+" "+time.Since(begun).String())
			}
		}
		q.Set(night("a"), time.Hour, what("never"))
		q.Set(night("a"), 2*time.Hour, what("night"))
		q.Set(lobby("a"), -time.Hour, what("lobby"))
		q.Set(night("b"), time.Hour, what("dropped"))
		q.Drop(night("b"))
		q.Drop(night("c"))
		q.After(time.Minute, what("later"))
		synctest.Wait()
		time.Sleep(3 * time.Hour)
		mu.Lock()
		defer mu.Unlock()
		if want := []string{"lobby 0s", "later 1m0s", "night 2h0m0s"}; !slices.Equal(done, want) {
			t.Errorf("done: %q, want %q", done, want)
		}
		if list := Keys[night](q); !slices.Equal(list, []night{"a"}) || !q.Has(lobby("a")) || q.Has(night("b")) {
			t.Errorf("the keys of nights are %q", list)
		}
	})
}
