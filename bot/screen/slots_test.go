package screen

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
)

// TestSlots: slots are given in the order in which they were asked for, but first to
// surfaces of matches that a person looks at. None is lost when a wait ends early.
func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSlots(2)
		if s.ask("a", false) != nil || s.ask("b", true) != nil {
			t.Fatal("a free slot is waited for")
		}
		var order []string
		ctx, stop := context.WithCancel(t.Context())
		for _, x := range []struct {
			match  string
			looked bool
			ctx    context.Context
		}{{"c", false, t.Context()}, {"d", false, ctx}, {"e", true, t.Context()}, {"f", false, t.Context()}, {"g", true, ctx}, {"h", false, t.Context()}} {
			w := s.ask(x.match, x.looked)
			go func() {
				if s.wait(x.ctx, w) {
					order = append(order, x.match)
				}
			}()
			synctest.Wait()
		}
		s.promote("f")
		stop()
		synctest.Wait()
		for range 4 {
			s.release()
			synctest.Wait()
		}
		if got := strings.Join(order, ""); got != "efch" {
			t.Errorf("the order is %q", got)
		}
		s.release()
		s.release()
		if s.free != 2 || len(s.looked)+len(s.waiting) > 0 {
			t.Errorf("%d slots are free, %d wait", s.free, len(s.looked)+len(s.waiting))
		}
		// The slot that comes at the moment at which the wait ends goes to the next one.
		s.free = 0
		for range 50 {
			ctx, stop := context.WithCancel(t.Context())
			w := s.ask("i", false)
			s.release()
			stop()
			if s.wait(ctx, w) {
				s.release()
			}
			if s.free != 1 {
				t.Fatal("a slot is lost")
			}
			s.free = 0
		}
	})
}

// TestLookedAtFirst: of hundreds of boards that have to be edited, those of matches
// in which a person pressed in the last minute come first. A press before counts,
// and one while the board waits. An older one does not.
func TestLookedAtFirst(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		key := func(i int) Key { return Key{Match: fmt.Sprintf("match%05d", i)} }
		press := func(i int) {
			done, none := held(k, Key{Match: key(i).Match, User: 7})
			_ = done
			none(false)
		}
		const boards = 320
		for i := range boards {
			k.Track(key(i), Address{Channel: discord.ID(1 + i), Message: discord.ID(1000 + i)}, f.page("0").Digest)
		}
		pass(time.Minute)
		press(300)
		pass(2 * time.Minute)
		press(301)
		pass(50 * time.Second)
		f.mu.Lock()
		f.want, f.slow, f.log = 1, time.Second, nil
		f.mu.Unlock()
		for i := range boards {
			k.MarkDirty(key(i).Match)
			synctest.Wait() // so that they wait in this order
		}
		press(302)
		pass(20 * time.Second)
		f.mu.Lock()
		defer f.mu.Unlock()
		place := func(i int) int { return slices.Index(f.log, fmt.Sprint("edit ", 1000+i)) }
		for _, i := range []int{301, 302} {
			if n := place(i); n < 0 || n >= 64 {
				t.Errorf("the board of match %d is edited as number %d", i, n)
			}
		}
		if n := place(300); n < 200 {
			t.Errorf("a board that nobody looks at is edited as number %d", n)
		}
		if len(f.log) != boards {
			t.Errorf("%d edits of %d boards", len(f.log), boards)
		}
	})
}

// TestWaitingBoardIsDrawnAgain: a board that waits for its turn shows what is true
// then, with one edit.
func TestWaitingBoardIsDrawnAgain(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Second)
		for i := range 100 {
			k.Track(Key{Match: fmt.Sprintf("match%05d", i)}, Address{Channel: discord.ID(1 + i), Message: discord.ID(1000 + i)}, "")
			synctest.Wait()
		}
		pass(1500 * time.Millisecond)
		f.set(5)
		pass(10 * time.Second)
		if got := f.get("1099"); got != "5" {
			t.Errorf("the last board shows %q", got)
		}
		if n := f.count("edit 1099"); n != 1 {
			t.Errorf("it was edited %d times", n)
		}
	})
}
