package screen

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
)

// postAll has a board posted by fifty callers at one moment, and counts what they get.
func postAll(k *Reconciler) (messages map[discord.ID]int, failed int) {
	messages = map[discord.ID]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			at, err := k.Post(context.Background(), board, 1)
			mu.Lock()
			defer mu.Unlock()
			if messages[at.Message]++; err != nil {
				failed++
			}
		})
	}
	all.Wait()
	return messages, failed
}

// TestPostOnce: of fifty callers each gets the same board, or the same error. A caller after
// them gets it at once, and what failed is posted later.
func TestPostOnce(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Second)
		if got, failed := postAll(k); len(got) != 1 || got[101] != 50 || failed != 0 || f.count("post") != 1 {
			t.Errorf("%v, %d errors and %d posts", got, failed, f.count("post"))
		}
		before := time.Now()
		if at, err := k.Post(context.Background(), board, 1); at.Message != 101 || err != nil || time.Now() != before {
			t.Errorf("afterwards %v, %v", at, err)
		}
		pass(time.Minute)
		if f.count("post") != 1 || f.count("edit") != 0 || f.count("save") != 1 || f.count("mine") != 0 {
			t.Errorf("it took %q", f.log)
		}
	})
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Second)
		f.fail("post", &discord.Error{Status: 503})
		if got, failed := postAll(k); got[0] != 50 || failed != 50 || f.count("post") != 1 {
			t.Errorf("%v, %d errors and %d posts", got, failed, f.count("post"))
		}
		f.fail("post", nil)
		pass(time.Minute)
		if at, ok := k.Address(board); !ok || at.Message == 0 {
			t.Errorf("later it is %v", at)
		}
	})
}

// TestPostForbidden: where Discord forbids it, later callers are told so at once.
func TestPostForbidden(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.fail("post", &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions})
		for range 2 {
			if _, err := k.Post(context.Background(), board, 1); !discord.IsForbidden(err) {
				t.Errorf("the error is %v", err)
			}
		}
		if n := f.count("post"); n != 1 {
			t.Errorf("%d posts", n)
		}
	})
}

// TestPostNot: a caller does not wait for a board that nothing posts: that is not drawn,
// not wanted any more, or of a reconciler that has ended. A caller whose time is over goes
// away.
func TestPostNot(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(k *Reconciler, f *fake, stop func())
		want      error
	}{
		"undrawn":   {func(_ *Reconciler, f *fake, _ func()) { f.panics = true }, nil},
		"forgotten": {func(_ *Reconciler, f *fake, _ func()) { f.nothing = true }, errUntracked},
		"untracked": {func(k *Reconciler, f *fake, _ func()) {
			f.lag(time.Hour)
			go func() { time.Sleep(time.Second); k.Untrack(board) }()
		}, errUntracked},
		"suspended": {func(*Reconciler, *fake, func()) {}, errLater},
		"ended":     {func(_ *Reconciler, _ *fake, stop func()) { stop() }, errEnded},
		"late":      {func(_ *Reconciler, f *fake, _ func()) { f.lag(time.Hour) }, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f := newFake()
				k := NewReconciler(f, f, nil, savelog.Log{})
				if name == "suspended" { // before anything can post it
					k.Track(board, Address{Channel: 1}, "")
					k.SuspendMatch(board.Match)
				}
				run, stop := context.WithCancel(t.Context())
				var all sync.WaitGroup
				all.Go(func() { k.Run(run) })
				c.meanwhile(k, f, func() { stop(); all.Wait() })
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
				defer cancel()
				if at, err := k.Post(ctx, board, 1); err == nil || c.want != nil && !errors.Is(err, c.want) {
					t.Errorf("%v, %v", at, err)
				}
				stop()
				all.Wait()
			})
		})
	}
}

// TestMovedWhilePosted: a board that is moved to another channel while it is being posted
// is there alone.
func TestMovedWhilePosted(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(5 * time.Second)
		go k.Post(context.Background(), board, 1)
		pass(time.Second)
		k.Track(board, Address{Channel: 2}, "")
		pass(time.Minute)
		at, _ := k.Address(board)
		if at.Channel != 2 || at.Message != 102 || f.count("post") != 2 || f.count("delete 101") != 1 || f.saved[board] != at {
			t.Errorf("it is %v, saved %v, after %q", at, f.saved[board], f.log)
		}
	})
}

// TestStray: a message that looks like the board is deleted, and the board is not, whether
// it is being posted or has been.
func TestStray(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Second)
		go k.Post(context.Background(), board, 1)
		pass(100 * time.Millisecond)
		for _, id := range []discord.ID{50, 101, 200} {
			k.Stray(board, 1, id)
		}
		k.Stray(board, 2, 60) // of another channel
		pass(time.Minute)
		k.Stray(board, 1, 101)
		k.Stray(board, 1, 300)
		pass(time.Minute)
		for _, id := range []string{"50", "200", "300"} {
			if f.count("delete "+id) != 1 {
				t.Errorf("stray %s stays", id)
			}
		}
		if f.count("delete") != 3 || f.count("post") != 1 {
			t.Errorf("it took %q", f.log)
		}
	})
}
