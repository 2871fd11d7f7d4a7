package screen

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// life is when a token ends that is lent now.
func life() time.Time { return time.Now().Add(discord.TokenLife) }

// edited changes what everything shows, and waits.
func edited(k *Reconciler, f *fake, n int, wait time.Duration) {
	f.set(n)
	k.MarkDirty(board.Match)
	pass(wait)
}

// TestBorrowedToken: a board is edited with the token of a press while that lives, and
// with the bot's token before and after.
func TestBorrowedToken(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 5, Message: 9}, "")
		pass(2 * time.Second)
		if f.count("edit 9") != 1 || !k.Borrows(board, 9) || k.Borrows(board, 8) || k.Borrows(board, 0) || k.Borrows(panel, 9) {
			t.Fatalf("%q", f.log)
		}
		if k.Lend(board, lent("a", 8, life())) || k.Lend(panel, lent("a", 9, life())) || k.Lend(board, lent("a", 9, time.Now().Add(tokenMargin))) || k.Lend(board, discord.BoardToken{}) {
			t.Error("it takes a token that cannot edit it")
		}
		if !k.Lend(board, lent("a", 9, life())) || k.Borrows(board, 9) || k.Lend(board, lent("b", 9, life())) {
			t.Error("it takes one token a minute")
		}
		edited(k, f, 1, 2*time.Second)
		if f.count("edit 9") != 1 || f.count("lent 9") != 1 || f.get("9") != "1" {
			t.Errorf("%q", f.log)
		}
		pass(borrowEvery)
		if !k.Borrows(board, 9) || !k.Lend(board, lent("b", 9, life())) {
			t.Error("it keeps an old token")
		}
		pass(discord.TokenLife - tokenMargin - 4*time.Second)
		edited(k, f, 2, 2*time.Second)
		if f.count("lent 9") != 2 {
			t.Errorf("a token that lives is not used: %q", f.log)
		}
		pass(5 * time.Second)
		edited(k, f, 3, 2*time.Second)
		if f.count("edit 9") != 2 || f.count("lent 9") != 2 || f.get("9") != "3" || f.count("token refused") != 0 {
			t.Errorf("a token that ends is used: %q", f.log)
		}
	})
}

// TestBorrowedTokenStays: an answer that knows of no token, or of an older one, takes
// none away. A token edits the message that was pressed and no later board.
func TestBorrowedTokenStays(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 5, Message: 9}, "")
		pass(time.Second)
		older := lent("older", 9, life())
		pass(time.Minute)
		done, _ := held(k, board)
		k.Lend(board, lent("a", 9, life()))
		done(Address{Channel: 5, Message: 9, Board: older}, "")
		pass(2 * time.Second)
		if at, _ := k.Address(board); at.Board.Saved().Secret != "a" || f.count("lent 9") != 1 {
			t.Errorf("the token is %q: %q", at.Board.Saved().Secret, f.log)
		}
		k.MessageDeleted(board, 9)
		pass(2 * time.Second)
		edited(k, f, 4, 2*time.Second)
		if at, _ := k.Address(board); at.Message != 101 || !at.Board.Zero() || f.count("edit 101") != 1 || f.count("lent") != 1 {
			t.Errorf("message %d, %v: %q", at.Message, at.Board, f.log)
		}
	})
}

// TestBorrowedTokenRefused: what Discord refuses to a borrowed token is done with the
// bot's at once, and the token is not used again.
func TestBorrowedTokenRefused(t *testing.T) {
	for _, e := range []*discord.Error{
		{Status: 404, Code: discordgo.ErrCodeUnknownWebhook}, {Status: 404, Code: discordgo.ErrCodeUnknownMessage}, {Status: 404, Code: discordgo.ErrCodeUnknownInteraction},
		{Status: 401, Code: discordgo.ErrCodeInvalidWebhookTokenProvided}, {Status: 401}, {Status: 403, Code: discordgo.ErrCodeMissingAccess}, {Status: 403},
		{Status: 400, Code: discordgo.ErrCodePerformedOperationOnArchivedThread},
	} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse["lent"] = e
			start := time.Now()
			k.Track(board, Address{Channel: 5, Message: 9, Board: lent("a", 9, life())}, "")
			synctest.Wait()
			if f.get("9") != "0" || f.count("lent 9") != 1 || f.count("edit 9") != 1 || time.Since(start) != 0 {
				t.Errorf("%v: %q", e, f.log)
			}
			edited(k, f, 1, 2*time.Second)
			if f.count("lent 9") != 1 || f.count("edit 9") != 2 || f.count("token refused") != 1 || !k.Borrows(board, 9) {
				t.Errorf("%v, later: %q", e, f.log)
			}
		})
	}
}

// TestBorrowedTokenHeals: what is wrong with the message heals as it does without a
// borrowed token.
func TestBorrowedTokenHeals(t *testing.T) {
	for name, c := range map[string]struct {
		lent, edit           error
		posts, lents, patchs int
	}{
		"edited too often": {&discord.Error{Status: 429, Code: discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached}, nil, 1, 1, 0},
		"malformed":        {&discord.Error{Status: 400, Code: discordgo.ErrCodeInvalidFormBody}, nil, 0, 1, 0},
		"deleted":          {&discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}, &discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}, 1, 1, 1},
		"private":          {discord.ErrPrivate, discord.ErrPrivate, 0, 1, 1}, // then the bot's token, which is refused too
	} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse["lent"], f.refuse["edit"] = c.lent, c.edit
			k.Track(board, Address{Channel: 5, Message: 9, Board: lent("a", 9, life())}, "")
			pass(2500 * time.Millisecond)
			if f.count("post") != c.posts || f.count("lent") != c.lents || f.count("edit") != c.patchs {
				t.Errorf("%s: %q", name, f.log)
			}
		})
	}
}

// TestBorrowedTokenFails: a failure that says nothing about the token is tried again
// with the bot's token, and the borrowed one is used after that.
func TestBorrowedTokenFails(t *testing.T) {
	for _, e := range []error{&discord.Error{Status: 503}, &discord.Error{Status: 429, RetryAfter: time.Hour}, errors.New("net")} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse["lent"] = e
			k.Track(board, Address{Channel: 5, Message: 9, Board: lent("a", 9, life())}, "")
			pass(3 * time.Second)
			if f.get("9") != "0" || f.count("lent 9") != 1 || f.count("edit 9") != 1 {
				t.Errorf("%v: %q", e, f.log)
			}
			delete(f.refuse, "lent")
			edited(k, f, 1, 2*time.Second)
			if f.get("9") != "1" || f.count("lent 9") != 2 || f.count("edit 9") != 1 {
				t.Errorf("%v, later: %q", e, f.log)
			}
		})
	}
}

// TestBoardLate: an edit without an answer may arrive after a newer one, by either
// token. The board is edited again when nothing can be on its way.
func TestBoardLate(t *testing.T) {
	for _, first := range []string{"lent", "edit"} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse[first] = &discord.Fault{Arrived: true, Err: errors.New("cut")}
			at := Address{Channel: 5, Message: 9}
			if first == "lent" {
				at.Board = lent("a", 9, life())
			}
			k.Track(board, at, "")
			synctest.Wait()
			delete(f.refuse, first)
			edited(k, f, 1, 3*time.Second)
			if f.get("9") != "1" {
				t.Fatalf("%s: it shows %q", first, f.get("9"))
			}
			f.mu.Lock()
			f.shows["9"] = "0" // what arrives late
			f.mu.Unlock()
			pass(confirmAfter + 2*time.Second)
			if f.get("9") != "1" {
				t.Errorf("%s: what was late stays: %q", first, f.log)
			}
			n := f.count("lent") + f.count("edit")
			pass(time.Minute)
			if more := f.count("lent") + f.count("edit"); more != n {
				t.Errorf("%s: it is edited %d times more", first, more-n)
			}
		})
	}
}

// TestBorrowedTokenMeetsPress: the answer to a press on the board and an edit with a
// borrowed token cross. Nobody knows which arrives last, so the board is edited again.
func TestBorrowedTokenMeetsPress(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 5, Message: 9, Board: lent("a", 9, life())}, "")
		pass(5 * time.Second)
		f.lag(time.Second)
		edited(k, f, 1, 500*time.Millisecond) // the edit is on its way
		done, _ := held(k, board)
		f.set(2)
		done(Address{Channel: 5, Message: 9}, f.page("2").Digest)
		pass(5 * time.Second)
		if f.get("9") != "2" || f.count("lent 9") != 3 || f.count("edit") != 0 {
			t.Errorf("it shows %q: %q", f.get("9"), f.log)
		}
	})
}

// TestBorrowedTokenForbidden: a board whose edits are forbidden is shown with a token that
// is lent. That says nothing about what the bot may do, which is tried again when
// a person says that it is allowed.
func TestBorrowedTokenForbidden(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 5, Message: 9}, "")
		pass(time.Second)
		if k.Trouble(board) == nil {
			t.Fatal("no trouble")
		}
		k.Lend(board, lent("a", 9, life()))
		pass(time.Second)
		if f.get("9") != "0" || k.Trouble(board) == nil || f.count("edit") != 1 {
			t.Errorf("it shows %q with the trouble %v: %q", f.get("9"), k.Trouble(board), f.log)
		}
		edited(k, f, 1, 2*time.Second)
		if f.get("9") != "1" || f.count("edit") != 1 {
			t.Errorf("it shows %q: %q", f.get("9"), f.log)
		}
		delete(f.refuse, "edit")
		k.Retry(board)
		pass(retryTime + 2*time.Second)
		if k.Trouble(board) != nil || f.count("edit") != 2 {
			t.Errorf("the trouble stays: %v, %q", k.Trouble(board), f.log)
		}
	})
}

// TestBorrowedTokenGoesFirst: edits that count wait for each other, and those that do
// not count wait for none of them. A board that waits goes ahead once it has a token.
func TestBorrowedTokenGoesFirst(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Minute / 4)
		for i := range 70 {
			k.Track(Key{Match: fmt.Sprint("other", i)}, Address{Channel: 5, Message: discord.ID(1000 + i)}, "")
		}
		synctest.Wait() // the others are first, whichever goroutine runs when
		k.Track(board, Address{Channel: 5, Message: 9}, "")
		k.Track(Key{Match: "borrows"}, Address{Channel: 5, Message: 8, Board: lent("b", 8, life())}, "")
		k.Track(panel, Address{Panel: tok("tok", life())}, "")
		pass(time.Second)
		if f.count("lent 8") != 1 || f.count("panel tok") != 1 || f.count("edit 9") != 0 {
			t.Fatalf("%q", f.log)
		}
		k.Lend(board, lent("a", 9, life()))
		synctest.Wait()
		if f.count("lent 9") != 1 {
			t.Error("a board with a token waits for those without")
		}
		pass(time.Minute)
		if f.count("edit") != 70 || f.count("lent") != 2 {
			t.Errorf("%d edits, %d with a borrowed token", f.count("edit"), f.count("lent"))
		}
	})
}

// TestOldBoardBorrowsNothing: a board that is about to be posted again leaves its token
// behind, so it borrows none.
func TestOldBoardBorrowsNothing(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		for age, want := range map[time.Duration]bool{OldAfter - time.Minute: true, OldAfter: false} {
			k.Track(board, Address{Channel: 5, Message: at(age)}, f.page("0").Digest)
			if k.Borrows(board, at(age)) != want {
				t.Errorf("a board of %v borrows: %t", age, !want)
			}
		}
	})
}
