package screen

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
)

// fail says how requests fail from now on; nil for not.
func (f *fake) fail(what string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refuse[what] = err
}

// end runs a reconciler with a board until a test has done something, and says what is
// known of the board after Run has returned.
func end(t *testing.T, test func(k *Reconciler, f *fake)) (known []KnownBoard, shows string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		k := NewReconciler(f, f, nil, savelog.Log{})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			k.Run(ctx)
			close(done)
		}()
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
		synctest.Wait()
		test(k, f)
		stop()
		<-done
		known, shows = KnownBoards(k), f.get("50")
	})
	return known, shows
}

// TestKnown: at the end it is known what a board shows that no person changes, that was
// edited, or on which a press was answered.
func TestKnown(t *testing.T) {
	at := Address{Channel: 1, Message: 50}
	for name, c := range map[string]struct {
		digit string
		test  func(k *Reconciler, f *fake)
	}{
		"as before": {"0", func(*Reconciler, *fake) {}},
		"edited":    {"1", func(k *Reconciler, f *fake) { edited(k, f, 1, time.Second) }},
		"edited at the end": {"1", func(k *Reconciler, f *fake) {
			f.lag(5 * time.Second)
			edited(k, f, 1, time.Second) // Run waits for it
		}},
		"borrowed": {"1", func(k *Reconciler, f *fake) {
			k.Lend(board, lent("a", 50, life()))
			edited(k, f, 1, time.Second)
		}},
		"unknown at first": {"0", func(k *Reconciler, _ *fake) {
			k.Recheck(board.Match)
			pass(time.Second)
		}},
		"answered": {"2", func(k *Reconciler, f *fake) {
			done, _ := held(k, board)
			f.set(2)
			k.MarkDirty(board.Match)
			fresh(k, func() bool { return true })
			done(at, f.page("2").Digest)
		}},
		"failed and heard again": {"1", func(k *Reconciler, f *fake) {
			f.fail("edit", &discord.Fault{Arrived: true, Err: errors.New("no answer")})
			edited(k, f, 1, 100*time.Millisecond)
			f.fail("edit", nil)
			pass(confirmAfter + 5*time.Second)
		}},
		"with a panel": {"0", func(k *Reconciler, _ *fake) {
			k.Track(panel, Address{Channel: 1, Message: 51, Panel: tok("tok", life())}, "")
			pass(time.Second)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			known, _ := end(t, c.test)
			want := []KnownBoard{{board.Match, 50, newFake().page(c.digit).Digest}}
			if d := cmp.Diff(want, known); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestNotKnown: nothing is known of a board that may show something else than its last
// answer said, or that is to be tried again.
func TestNotKnown(t *testing.T) {
	fails := func(err error) func(k *Reconciler, f *fake) {
		return func(k *Reconciler, f *fake) {
			f.fail("edit", err)
			edited(k, f, 1, 100*time.Millisecond)
		}
	}
	for name, test := range map[string]func(k *Reconciler, f *fake){
		"changed": func(k *Reconciler, f *fake) {
			_, none := held(k, board)
			edited(k, f, 1, time.Second)
			k.mu.Lock()
			k.run = nil // the end comes first
			k.mu.Unlock()
			none(false)
		},
		"pressed": func(k *Reconciler, _ *fake) { held(k, board) },
		"answers crossed": func(k *Reconciler, f *fake) {
			first, _ := held(k, board)
			second, _ := held(k, board)
			k.mu.Lock()
			k.run = nil // the end comes before they are repaired
			k.mu.Unlock()
			fresh(k, func() bool { return true })
			second(Address{Channel: 1, Message: 50}, f.page("0").Digest)
			first(Address{Channel: 1, Message: 50}, f.page("0").Digest) // fresh, and perhaps overtaken
		},
		"no answer":  fails(&discord.Fault{Arrived: true, Err: errors.New("no answer")}),
		"refused":    fails(&discord.Error{Status: 503}),
		"forbidden":  fails(&discord.Error{Status: 403, Code: discordgo.ErrCodeMissingAccess}),
		"malformed":  fails(&discord.Error{Status: 400, Code: discordgo.ErrCodeInvalidFormBody}),
		"broken off": fails(context.Canceled),
		"heard after no answer": func(k *Reconciler, f *fake) {
			f.fail("edit", &discord.Fault{Arrived: true, Err: errors.New("no answer")})
			edited(k, f, 1, 100*time.Millisecond)
			f.fail("edit", nil)
			pass(3 * time.Second) // the first one may still arrive
		},
		"deleted": func(k *Reconciler, f *fake) {
			f.fail("post", &discord.Error{Status: 503})
			k.MessageDeleted(board, 50)
			pass(time.Second)
		},
		"former not deleted": func(k *Reconciler, f *fake) {
			f.fail("delete", &discord.Error{Status: 503})
			k.Repost(board)
			pass(time.Second)
		},
		"suspended": func(k *Reconciler, _ *fake) { k.SuspendMatch(board.Match) },
		"untracked": func(k *Reconciler, _ *fake) { k.Untrack(board) },
		"trouble": func(k *Reconciler, f *fake) {
			fails(&discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions})(k, f)
			k.Lend(board, lent("a", 50, life())) // a borrowed token says nothing about what the bot may do
			pass(5 * time.Second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if known, _ := end(t, test); len(known) != 0 {
				t.Errorf("%+v is known", known)
			}
		})
	}
	// In the middle of an edit.
	end(t, func(k *Reconciler, f *fake) {
		f.lag(5 * time.Second)
		edited(k, f, 1, time.Second)
		if known := KnownBoards(k); len(known) != 0 {
			t.Errorf("%+v is known before the edit is answered", known)
		}
	})
}

// TestKnownIsNotEdited: the next process edits no board that shows what it should.
func TestKnownIsNotEdited(t *testing.T) {
	known, _ := end(t, func(k *Reconciler, f *fake) { edited(k, f, 1, time.Second) })
	for want, edits := range map[int]int{1: 0, 2: 1} {
		keep(t, func(k *Reconciler, f *fake) {
			f.set(want)
			k.Track(board, Address{Channel: 1, Message: known[0].Message}, known[0].Digest)
			pass(time.Minute)
			if n := f.count("edit"); n != edits {
				t.Errorf("%d edits of a board that should show %d", n, want)
			}
		})
	}
}

// TestLostAnswer: a board is edited after an answer on it that may have arrived, although it
// should show the same as before. It is not edited when nothing was answered there.
func TestLostAnswer(t *testing.T) {
	for lost, edits := range map[bool]int{true: 1, false: 0} {
		keep(t, func(k *Reconciler, f *fake) {
			k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
			pass(time.Second)
			_, none := held(k, board)
			none(lost)
			pass(time.Minute)
			if n := f.count("edit"); n != edits {
				t.Errorf("lost is %v: %d edits, want %d", lost, n, edits)
			}
		})
	}
}

// TestReached: what failed is tried again at once when Discord can be reached. What it
// forbade is not, and a board that shows what it should is not edited.
func TestReached(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		edits int
	}{
		"away":      {&discord.Error{Status: 503}, 7},
		"forbidden": {&discord.Error{Status: 403, Code: discordgo.ErrCodeMissingAccess}, 1},
	} {
		keep(t, func(k *Reconciler, f *fake) {
			f.fail("edit", c.err)
			k.Track(board, Address{Channel: 1, Message: 50}, "")
			pass(40 * time.Second) // tried after 1, 3, 7, 15 and 31 seconds
			f.fail("edit", nil)
			Reached(k, board.Match)
			pass(time.Second)
			Reached(k, board.Match)
			pass(time.Second)
			if n := f.count("edit"); n != c.edits {
				t.Errorf("%s: %d edits", name, n)
			}
		})
	}
}
