package screen

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
)

// fake is a Discord that keeps what its messages show, and a source whose
// surfaces show a number.
type fake struct {
	mu      sync.Mutex
	want    int
	shows   map[string]string // by message id, or by token
	log     []string
	refuse  map[string]error // by the name of the request
	slow    time.Duration
	flying  map[string]int
	most    int
	saved   map[Key]Address
	nothing bool
	panics  bool
	mine    []discord.OwnMessage
	next    discord.ID
	draws   int
}

func newFake() *fake {
	return &fake{shows: map[string]string{}, refuse: map[string]error{}, flying: map[string]int{}, saved: map[Key]Address{}, next: 100}
}

func (f *fake) set(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.want = n
}

// lag says how long each request takes from now on.
func (f *fake) lag(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.slow = d
}

func (f *fake) get(where string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shows[where]
}

func (f *fake) count(prefix string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := 0
	for _, l := range f.log {
		if strings.HasPrefix(l, prefix) {
			n++
		}
	}
	return n
}

func (f *fake) do(ctx context.Context, what, where string, m *discord.Message) error {
	f.mu.Lock()
	f.flying[where]++
	f.most = max(f.most, f.flying[where])
	f.log = append(f.log, what+" "+where)
	err, slow := f.refuse[what], f.slow
	f.mu.Unlock()
	discord.Sleep(ctx, slow)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.flying[where]--
	if err == nil {
		f.shows[where] = ""
		if m != nil {
			f.shows[where] = m.Embeds[0].Description
		}
	}
	return err
}

func (f *fake) Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error) {
	f.mu.Lock()
	f.next++
	id := f.next
	f.mu.Unlock()
	return id, f.do(ctx, "post", id.String(), m)
}

func (f *fake) Edit(ctx context.Context, _, message discord.ID, m *discord.Message) error {
	return f.do(ctx, "edit", message.String(), m)
}

func (f *fake) Delete(ctx context.Context, _, message discord.ID) error {
	return f.do(ctx, "delete", message.String(), nil)
}

// place is what a panel's token edits: the message of a follow-up, else the token.
func place(t discord.PanelToken) string {
	if saved := t.Saved(); !saved.FollowUp {
		return saved.Secret
	}
	return t.Message().String()
}

func (f *fake) EditPanel(ctx context.Context, t discord.PanelToken, m *discord.Message) error {
	return f.do(ctx, "panel", place(t), m)
}

func (f *fake) DeletePanel(ctx context.Context, t discord.PanelToken) error {
	return f.do(ctx, "close", place(t), nil)
}

func (f *fake) OpenThread(ctx context.Context, thread discord.ID) error {
	return f.do(ctx, "open", thread.String(), nil)
}

func (f *fake) EditBoard(ctx context.Context, t discord.BoardToken, m *discord.Message) error {
	return f.do(ctx, "lent", t.Message().String(), m)
}

// tok is a token of a panel, and lent one of a board.
func tok(secret string, expires time.Time) discord.PanelToken {
	return discord.RestorePanel(discord.SavedToken{Secret: secret, Expires: expires})
}

func lent(secret string, message discord.ID, expires time.Time) discord.BoardToken {
	return discord.RestoreBoard(discord.SavedToken{Secret: secret, Message: message, Channel: 5, Expires: expires})
}

func (f *fake) OwnMessages(context.Context, discord.ID) ([]discord.OwnMessage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, "mine")
	return f.mine, f.refuse["mine"]
}

func (f *fake) page(words string) *Shown {
	return NewShown(&discord.Message{Embeds: []*discordgo.MessageEmbed{{Description: words}}})
}

func (f *fake) Draw(context.Context, Key, Address, Wanted) (*Shown, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.draws++
	if f.nothing {
		return nil, nil
	}
	if f.panics {
		f.log = append(f.log, "panic")
		panic("canary-in-a-panic")
	}
	return f.page(fmt.Sprint(f.want)), nil
}

func (f *fake) Farewell(context.Context, Key, Address) (*Shown, error) {
	return f.page("farewell"), nil
}

func (f *fake) Save(ctx context.Context, k Key, at Address) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, fmt.Sprintf("save %d former %d", at.Message, at.Former))
	f.saved[k] = at
	return f.refuse["save"]
}

func (f *fake) Forget(_ context.Context, k Key) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, "forget")
	return nil
}

func (f *fake) TokenRefused(Key, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.log = append(f.log, "token refused")
}

func (f *fake) EditFailed(Key, error)       {}
func (f *fake) Edited(Key, Address, string) {}

var (
	board = Key{Match: "abcdefghij"}
	panel = Key{Match: "abcdefghij", User: 7}
)

// keep runs a reconciler with a fake, in a bubble with a virtual clock.
func keep(t *testing.T, test func(k *Reconciler, f *fake)) { keepIn(t, 0, test) }

// keepIn does the same some time later.
func keepIn(t *testing.T, later time.Duration, test func(k *Reconciler, f *fake)) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(later)
		f := newFake()
		k := NewReconciler(f, f, nil, savelog.Log{})
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			k.Run(ctx)
			close(done)
		}()
		synctest.Wait()
		test(k, f)
		stop()
		<-done
		if f.most > 1 {
			t.Errorf("%d edits of one message at a time", f.most)
		}
	})
}

func pass(d time.Duration) {
	discord.Sleep(context.Background(), d)
	synctest.Wait()
}

func TestReconcilerShows(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		k.Track(panel, Address{Panel: tok("tok", time.Now().Add(discord.TokenLife))}, "")
		synctest.Wait()
		f.set(1)
		k.MarkDirty(board.Match)
		synctest.Wait()
		if f.get("50") != "1" || f.get("tok") != "1" {
			t.Errorf("board %q, panel %q", f.get("50"), f.get("tok"))
		}
		k.MarkDirty(board.Match)
		k.MarkDirty(board.Match)
		pass(time.Minute)
		if n := f.count("edit"); n != 2 {
			t.Errorf("%d edits, and only two things to show", n)
		}
	})
}

// TestReconcilerCoalesces: changes that come faster than a message may be edited
// become few edits.
func TestReconcilerCoalesces(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(300 * time.Millisecond)
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		for i := range 1000 {
			f.set(i)
			k.MarkDirty(board.Match)
			pass(10 * time.Millisecond)
		}
		pass(3 * time.Second)
		if f.get("50") != "999" {
			t.Errorf("it ends with %q", f.get("50"))
		}
		if n := f.count("edit"); n < 5 || n > 20 {
			t.Errorf("%d edits in ten seconds", n)
		}
	})
}

// held holds a surface as an answer does. done ends that with what the answer shows, and none
// without. An answer in a test saves nothing: see TestAnswer.
func held(k *Reconciler, key Key) (done func(at Address, digest string), none func(lost bool)) {
	h := newHeld(k, key)
	end := func(out Outcome) {
		h.note(out)
		h.release()
	}
	done = func(at Address, digest string) { end(Shows(at, digest)) }
	none = func(failed bool) {
		if failed {
			end(Lost())
		} else {
			end(Outcome{})
		}
	}
	return done, none
}

// fresh is Fresh of an answer on the board.
func fresh(k *Reconciler, latest func() bool) { (&Held{k: k, key: board}).Fresh(latest) }

// TestReconcilerHolds answers presses while the reconciler would edit.
func TestReconcilerHolds(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		at := Address{Channel: 1, Message: 50}
		k.Track(board, at, f.page("0").Digest)
		synctest.Wait()
		done, _ := held(k, board)
		f.set(1)
		k.MarkDirty(board.Match)
		pass(time.Second)
		if n := f.count("edit"); n != 0 {
			t.Fatalf("%d edits while a press is answered", n)
		}
		done(at, f.page("1").Digest)
		pass(time.Second)
		if n := f.count("edit"); n != 0 {
			t.Errorf("%d edits of what the answer showed", n)
		}

		// Two answers cross: no person knows which arrives last, so it is repaired.
		first, _ := held(k, board)
		second, _ := held(k, board)
		f.set(3)
		second(at, f.page("3").Digest)
		first(at, f.page("2").Digest)
		pass(5 * time.Second)
		if f.get("50") != "3" {
			t.Errorf("after answers that crossed it shows %q", f.get("50"))
		}

		// An answer that failed leaves the surface to the reconciler.
		_, none := held(k, board)
		f.set(4)
		k.MarkDirty(board.Match)
		pass(time.Second)
		if f.get("50") != "3" {
			t.Errorf("it is edited while a press is answered: %q", f.log)
		}
		none(false)
		pass(5 * time.Second)
		if f.get("50") != "4" {
			t.Errorf("after an answer that failed it shows %q", f.get("50"))
		}
	})
}

// TestReconcilerAnswerSaves: the panel that an answer opens is saved before it can be edited,
// and the board, which stays where it is, is not saved. An edit waits for the save.
func TestReconcilerAnswerSaves(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		at := Address{Channel: 1, Message: 51, Press: 20, Panel: tok("tok", time.Now().Add(discord.TokenLife))}
		f.set(1)
		if err := k.Answer(t.Context(), panel, func(*Held) (Outcome, error) { return Shows(at, f.page("0").Digest), nil }); err != nil {
			t.Fatal(err)
		}
		pass(time.Second)
		f.mu.Lock()
		if d := cmp.Diff([]string{"save 51 former 0", "panel tok"}, f.log); d != "" || f.saved[panel].Message != 51 {
			t.Errorf("the panel: %s", d)
		}
		f.mu.Unlock()
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("1").Digest)
		pass(time.Second)
		before := f.count("")
		broken := errors.New("broken")
		err := k.Answer(t.Context(), board, func(h *Held) (Outcome, error) {
			h.Fresh(func() bool { return true })
			return Shows(Address{Channel: 1, Message: 50}, f.page("1").Digest), broken
		})
		pass(time.Second)
		if n := f.count(""); n != before || !errors.Is(err, broken) {
			t.Errorf("the board: %q, %v", f.log, err)
		}
	})
}

// TestReconcilerAnswerPanics: after an answer that panicked no person knows what is shown, and
// the surface is edited.
func TestReconcilerAnswerPanics(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
		synctest.Wait()
		func() {
			defer func() { recover() }()
			_ = k.Answer(t.Context(), board, func(*Held) (Outcome, error) { panic("the page") })
		}()
		pass(time.Second)
		if n := f.count("edit"); n != 1 {
			t.Errorf("it is edited %d times", n)
		}
	})
}

// TestReconcilerSuspends: what moves a board is done before it is edited or posted again.
func TestReconcilerSuspends(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
		synctest.Wait()
		k.Suspend(board, func() {
			f.set(1)
			k.MarkDirty(board.Match)
			k.Track(board, Address{Channel: 2}, "")
			pass(time.Second)
			if n := f.count(""); n != 0 {
				t.Errorf("meanwhile: %q", f.log)
			}
		})
		pass(time.Second)
		if at, _ := k.Address(board); f.count("edit 50") != 0 || f.count("post") != 1 || at.Channel != 2 || at.Message == 0 {
			t.Errorf("afterwards: %q", f.log)
		}
	})
}

// TestReconcilerAnswersCross: of two answers that are on their way together, no person knows
// which arrives last. The board is edited, also if the one that ends last is the latest.
func TestReconcilerAnswersCross(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		at := Address{Channel: 1, Message: 50}
		k.Track(board, at, f.page("0").Digest)
		synctest.Wait()
		first, _ := held(k, board)
		second, _ := held(k, board)
		f.set(1)
		k.MarkDirty(board.Match)
		fresh(k, func() bool { return true })
		second(at, f.page("0").Digest)
		first(at, f.page("1").Digest) // it may be overtaken by the other one
		pass(5 * time.Second)
		if n := f.count("edit"); n != 1 || f.get("50") != "1" {
			t.Errorf("%d edits", n)
		}
	})
}

// TestReconcilerKeepsLaterPage: of two answers on the message of a table in direct
// messages the later press says which page is open, whichever ends last. That is so, too,
// when the message is posted again meanwhile.
func TestReconcilerKeepsLaterPage(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		at := Address{Channel: 1, Message: 50}
		k.Track(board, at, f.page("0").Digest)
		synctest.Wait()
		pressed := func(press discord.ID, path string) Address {
			is := at
			is.Press, is.Path = press, path
			return is
		}
		first, _ := held(k, board)
		second, _ := held(k, board)
		second(pressed(8, "later"), f.page("1").Digest)
		first(pressed(7, "earlier"), f.page("0").Digest)
		pass(5 * time.Second)
		if now, _ := k.Address(board); now.Path != "later" {
			t.Errorf("the page %q is open", now.Path)
		}
		third, _ := held(k, board)
		k.MessageDeleted(board, 50)
		third(pressed(9, "last"), "")
		pass(5 * time.Second)
		if now, _ := k.Address(board); now.Path != "last" || now.Message == 50 {
			t.Errorf("the page %q is open on message %d", now.Path, now.Message)
		}
	})
}

// TestReconcilerFreshAnswer: what an answer shows is not drawn again to be compared with
// it. What happens after the answer was drawn is.
func TestReconcilerFreshAnswer(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		at := Address{Channel: 1, Message: 50}
		k.Track(board, at, f.page("0").Digest)
		pass(time.Second)
		drawn := f.draws
		answer := func(n int, latest bool, meanwhile func()) {
			done, _ := held(k, board)
			f.set(n)
			k.MarkDirty(board.Match)
			fresh(k, func() bool { return latest })
			meanwhile()
			done(at, f.page(fmt.Sprint(n)).Digest)
			pass(5 * time.Second)
		}
		answer(1, true, func() {})
		if f.draws != drawn {
			t.Errorf("a fresh answer is drawn %d times more", f.draws-drawn)
		}
		answer(2, true, func() { f.set(3); k.MarkDirty(board.Match) })
		if f.get("50") != "3" {
			t.Errorf("after a change it shows %q", f.get("50"))
		}
		drawn = f.draws
		answer(4, false, func() {})
		if f.draws == drawn {
			t.Error("an answer of an older State is not looked at again")
		}
		answer(5, true, func() {})
		f.set(6)
		k.MarkDirty(board.Match)
		pass(5 * time.Second)
		if f.get("50") != "6" {
			t.Errorf("later it shows %q", f.get("50"))
		}
	})
}

// TestReconcilerSavedToken: a panel is saved again when it is another message or page, or
// when the saved token ends too early. A new token alone is not saved each time.
func TestReconcilerSavedToken(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		key := Key{Match: "m", User: 7}
		now := time.Now()
		at := func(message discord.ID, path, secret string, age time.Duration) Address {
			return Address{Channel: 1, Message: message, Path: path, Panel: discord.RestorePanel(discord.SavedToken{
				App: 6, Message: message, Channel: 1, Secret: secret, Expires: now.Add(discord.TokenLife + age),
			})}
		}
		for i, step := range []struct {
			at    Address
			saves bool
		}{
			{at(50, "", "a", 0), true},
			{at(50, "", "b", 30*time.Second), false},
			{at(50, "", "c", savedFor), false},
			{at(50, "", "d", savedFor+time.Second), true},
			{at(50, "", "e", savedFor+2*time.Second), false},
			{at(50, "hand", "f", time.Minute+3*time.Second), true},
			{at(51, "hand", "g", time.Minute+4*time.Second), true},
			{at(0, "hand", "h", time.Minute+5*time.Second), true},
			{at(0, "hand", "i", time.Minute+6*time.Second), true},
		} {
			k.Track(key, step.at, "")
			is, _ := k.Address(key)
			if is.Saved.IsZero() != step.saves {
				t.Errorf("step %d: saved until %v, to be saved %v", i, is.Saved, step.saves)
			}
			if is.Panel != step.at.Panel {
				t.Errorf("step %d: it is edited with another token", i)
			}
			if step.saves {
				k.noteSaved(key, is)
			}
		}
	})
}

// TestReconcilerGoesOnAtOnce: what waited for an answer is shown as soon as it ends.
func TestReconcilerGoesOnAtOnce(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
		synctest.Wait()
		_, none := held(k, board)
		f.set(1)
		k.MarkDirty(board.Match)
		pass(1500 * time.Millisecond)
		none(false)
		pass(time.Millisecond)
		if f.get("50") != "1" {
			t.Errorf("it waits for something else: %q", f.log)
		}
	})
}

// TestReconcilerEditMeetsPress answers a press while an edit is on its way.
func TestReconcilerEditMeetsPress(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(500 * time.Millisecond)
		at := Address{Channel: 1, Message: 50}
		k.Track(board, at, "")
		pass(100 * time.Millisecond) // the edit to 0 is on its way
		done, _ := held(k, board)
		f.set(1)
		done(at, f.page("1").Digest) // and is overtaken
		pass(10 * time.Second)
		if f.get("50") != "1" {
			t.Errorf("it shows %q", f.get("50"))
		}
	})
}

func TestReconcilerPostsAnew(t *testing.T) {
	for _, code := range []int{discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached, discordgo.ErrCodePerformedOperationOnArchivedThread} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse["edit"] = &discord.Error{Status: 404, Code: code}
			k.Track(board, Address{Channel: 1, Message: 50}, "")
			pass(5 * time.Second)
			if n := f.count("post"); n != 1 {
				t.Fatalf("code %d: posted %d times", code, n)
			}
			at, _ := k.Address(board)
			if at.Message != 101 || f.saved[board].Message != 101 || f.get("101") != "0" {
				t.Errorf("code %d: the board is at %d, saved at %d", code, at.Message, f.saved[board].Message)
			}
			if n := f.count("delete 50"); (code != discordgo.ErrCodeUnknownMessage) != (n == 1) {
				t.Errorf("code %d: the old board was deleted %d times", code, n)
			}
		})
	}
}

// TestReconcilerOpensThread: a board in a thread that is archived is edited once the thread
// is open. Where it cannot be opened, the board is posted again at once.
func TestReconcilerOpensThread(t *testing.T) {
	archived := &discord.Error{Status: 400, Code: discordgo.ErrCodePerformedOperationOnArchivedThread}
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"], f.slow = archived, time.Second
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(1500 * time.Millisecond)
		f.mu.Lock()
		delete(f.refuse, "edit") // it is being opened
		f.mu.Unlock()
		pass(5 * time.Second)
		if f.count("open 1") != 1 || f.count("post") != 0 || f.get("50") != "0" {
			t.Errorf("%q", f.log)
		}
	})
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"], f.refuse["open"] = archived, &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(5 * time.Second)
		if f.count("open 1") != 1 || f.count("edit") != 1 || f.count("post") != 1 || f.get("101") != "0" {
			t.Errorf("%q", f.log)
		}
	})
}

// at is the id of a message that was posted some time ago.
func at(ago time.Duration) discord.ID { return discord.IDAt(time.Now().Add(-ago)) | 7 }

// years is longer than the time from 2000 to 2015. A bubble's clock starts in 2000,
// and Discord's ids count from 2015.
const years = 16 * 366 * 24 * time.Hour

// TestReconcilerBuried: fifty messages of others bury a board. It is then posted again
// when it has to change, and at most every five minutes.
func TestReconcilerBuried(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(MinBoardAge)
		k.Track(board, Address{Channel: 1, Message: old}, "0")
		k.Track(board, Address{Channel: 1, Message: old}, f.page("0").Digest)
		pass(time.Second)
		bury := func(n int) {
			for i := range n {
				k.MessageCreated(1, at(0)+discord.ID(i))
				k.MessageCreated(1, at(0)+discord.ID(i)) // delivered twice
				k.MessageCreated(2, at(0)+discord.ID(i)) // elsewhere
			}
			pass(time.Second)
		}
		bury(BuriedAfter - 1)
		k.MarkDirty(board.Match)
		f.set(1)
		k.MarkDirty(board.Match)
		pass(time.Second)
		if f.count("post") != 0 || f.get(old.String()) != "1" {
			t.Fatalf("under %d messages it is posted anew", BuriedAfter-1)
		}
		bury(1)
		pass(time.Minute)
		if f.count("post") != 0 {
			t.Error("it is posted anew while nothing happens")
		}
		f.set(2)
		k.MarkDirty(board.Match)
		pass(time.Second)
		if now, _ := k.Address(board); f.count("post") != 1 || now.Message != 101 || f.get("101") != "2" || now.Former != 0 {
			t.Errorf("buried: %d posts, %+v", f.count("post"), now)
		}
		if f.count("delete "+old.String()) != 1 || f.saved[board].Message != 101 || f.saved[board].Former != 0 {
			t.Errorf("the former board stays: %v", f.log)
		}

		// The new one is young, so it stays, however many messages follow.
		k.Track(board, Address{Channel: 1, Message: at(time.Second)}, "")
		bury(2 * BuriedAfter)
		f.set(3)
		k.MarkDirty(board.Match)
		pass(time.Minute)
		if f.count("post") != 1 {
			t.Errorf("posted anew %d times in a minute", f.count("post"))
		}
		pass(MinBoardAge)
		f.set(4)
		k.MarkDirty(board.Match)
		pass(time.Second)
		if f.count("post") != 2 {
			t.Error("it stays buried")
		}
	})
}

// TestReconcilerBuriedAgain: messages are counted anew for a board that was posted again.
func TestReconcilerBuriedAgain(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		bury := func(n int) {
			for i := range n {
				k.MessageCreated(1, at(0)+discord.ID(i))
			}
			pass(time.Second)
		}
		change := func(n int) {
			f.set(n)
			k.MarkDirty(board.Match)
			pass(time.Second)
		}
		k.Track(board, Address{Channel: 1, Message: at(MinBoardAge)}, f.page("0").Digest)
		f.mu.Lock()
		f.next = at(0)
		f.mu.Unlock()
		bury(BuriedAfter)
		change(1)
		if f.count("post") != 1 {
			t.Fatalf("buried: %d posts", f.count("post"))
		}
		pass(MinBoardAge)
		bury(BuriedAfter - 1)
		change(2)
		if f.count("post") != 1 {
			t.Errorf("under %d messages the new board is posted anew", BuriedAfter-1)
		}
		bury(1)
		change(3)
		if f.count("post") != 2 {
			t.Errorf("under %d messages the new board stays", BuriedAfter)
		}
	})
}

// TestReconcilerFormerIsForgotten: a board that may not be posted again remembers no
// former board that was deleted.
func TestReconcilerFormerIsForgotten(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(OldAfter)
		f.refuse["post"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 1, Message: old, Former: 50}, "")
		pass(time.Minute)
		if now, _ := k.Address(board); now.Message != old || now.Former != 0 || f.saved[board] != now {
			t.Errorf("the board is %+v, saved as %+v: %q", now, f.saved[board], f.log)
		}
		if f.count("post") == 0 || f.count("delete 50") != 1 || f.count("delete") != 1 {
			t.Errorf("sent: %q", f.log)
		}
	})
}

// TestReconcilerRepost: a board that a person asks for is posted again, once, although
// it is young and nothing changed.
func TestReconcilerRepost(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(time.Second)
		k.Track(board, Address{Channel: 1, Message: old}, f.page("0").Digest)
		pass(time.Second)
		k.Repost(board)
		k.Repost(board)
		pass(time.Minute)
		if now, _ := k.Address(board); f.count("post") != 1 || now.Message != 101 || f.count("delete "+old.String()) != 1 {
			t.Fatalf("asked for: %+v, %v", now, f.log)
		}
		k.Repost(Key{Match: "nobody"})
		k.Repost(panel)
		k.MarkDirty(board.Match)
		pass(time.Minute)
		if f.count("post") != 1 {
			t.Errorf("posted again by itself: %v", f.log)
		}
	})
}

// TestReconcilerOld: a board that is fifty minutes old is posted again when it has
// to change. This holds even if the answer to a press has shown the change on it.
func TestReconcilerOld(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: at(OldAfter - time.Minute)}, "")
		pass(time.Second)
		if f.count("edit") != 1 || f.count("post") != 0 {
			t.Fatalf("younger: %v", f.log)
		}
		pass(time.Hour)
		if f.count("post") != 0 {
			t.Error("it is posted anew in the middle of nothing happening")
		}
		f.set(1)
		here, _ := k.Address(board)
		done, _ := held(k, board)
		done(here, f.page("1").Digest)
		pass(2 * time.Second)
		if now, _ := k.Address(board); f.count("post") != 1 || f.get(now.Message.String()) != "1" || f.count("delete "+here.Message.String()) != 1 {
			t.Errorf("old: %v", f.log)
		}
	})
}

// TestReconcilerPressMeetsRepost: an answer to a press on the former board does not
// make it the board again.
func TestReconcilerPressMeetsRepost(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(OldAfter)
		k.Track(board, Address{Channel: 1, Message: old}, "0")
		f.lag(time.Second)
		f.set(1)
		k.MarkDirty(board.Match)
		synctest.Wait()
		done, _ := held(k, board)
		pass(time.Minute)
		f.set(2)
		done(Address{Channel: 1, Message: old}, f.page("2").Digest)
		pass(10 * time.Second)
		now, _ := k.Address(board)
		if now.Message == old || f.get(now.Message.String()) != "2" {
			t.Errorf("the board is at %d and shows %q", now.Message, f.get(now.Message.String()))
		}
	})
}

// TestReconcilerDeleted: a deleted board is posted again at once, and later and later
// when a person deletes each new one.
func TestReconcilerDeleted(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: at(time.Minute)}, f.page("0").Digest)
		pass(time.Second)
		f.next = at(0)
		for range 12 * 60 {
			now, _ := k.Address(board)
			if key, ok := k.Board(1, now.Message); ok {
				k.MessageDeleted(key, now.Message)
			}
			pass(5 * time.Second)
			f.mu.Lock()
			f.next = at(0)
			f.mu.Unlock()
		}
		if n := f.count("post"); n < 4 || n > 14 {
			t.Errorf("posted %d times in an hour in which each was deleted", n)
		}
		if k.MessageDeleted(board, 5); f.count("post") < 4 {
			t.Error("another message is the board")
		}
	})
}

// TestReconcilerKilled: the program was killed at some step of posting again. After
// the next start there is one true board, and no other with buttons.
func TestReconcilerKilled(t *testing.T) {
	mine := func(ids ...discord.ID) (list []discord.OwnMessage) {
		for _, id := range ids {
			list = append(list, discord.OwnMessage{ID: id, Embeds: 1, CustomIDs: []string{"b/" + board.Match + "/panel/"}})
		}
		return append(list,
			discord.OwnMessage{ID: 900, CustomIDs: []string{"b/" + board.Match + "/panel/"}},          // a mention of the players
			discord.OwnMessage{ID: 901, Embeds: 1, CustomIDs: []string{"b/abcdefghi9/panel/", "m/x"}}) // another match
	}
	for name, c := range map[string]struct {
		saved   Address
		mine    []discord.OwnMessage
		want    discord.ID
		deleted []discord.ID
		posts   int
	}{
		"saved but not posted":     {Address{Channel: 1, Former: 50}, mine(50), 101, []discord.ID{50}, 1},
		"posted but not saved":     {Address{Channel: 1, Former: 50}, mine(60, 50), 60, []discord.ID{50}, 0},
		"posted twice":             {Address{Channel: 1, Former: 50}, mine(61, 60, 50), 61, []discord.ID{60, 50}, 0},
		"the former not deleted":   {Address{Channel: 1, Message: 60, Former: 50}, mine(60, 50), 60, []discord.ID{50}, 0},
		"the first, and not saved": {Address{Channel: 1}, mine(60), 60, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			keep(t, func(k *Reconciler, f *fake) {
				f.mine = c.mine
				k.Track(board, c.saved, "")
				pass(5 * time.Second)
				now, _ := k.Address(board)
				if now.Message != c.want || now.Former != 0 || f.get(c.want.String()) != "0" || f.saved[board] != now || f.count("post") != c.posts {
					t.Errorf("%+v, saved %+v: %v", now, f.saved[board], f.log)
				}
				for _, id := range c.deleted {
					if f.count("delete "+id.String()) != 1 {
						t.Errorf("message %d keeps its buttons: %v", id, f.log)
					}
				}
				if n := f.count("delete"); n != len(c.deleted) {
					t.Errorf("%d messages are deleted: %v", n, f.log)
				}
			})
		})
	}
}

// TestReconcilerMute: where the bot may not post, it goes on editing an old board. It
// posts it again when it may.
func TestReconcilerMute(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(OldAfter)
		f.refuse["post"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 1, Message: old}, "")
		pass(3 * time.Second)
		for i := range 5 {
			f.set(i)
			k.MarkDirty(board.Match)
			pass(5 * time.Second)
		}
		if f.get(old.String()) != "4" || f.count("post") != 1 || f.saved[board].Message != old || discord.Code(k.Trouble(board)) != discordgo.ErrCodeMissingPermissions {
			t.Errorf("shows %q, trouble %v: %v", f.get(old.String()), k.Trouble(board), f.log)
		}
		f.mu.Lock()
		delete(f.refuse, "post")
		f.mu.Unlock()
		k.Retry(board)
		pass(time.Minute)
		if now, _ := k.Address(board); now.Message == old || k.Trouble(board) != nil {
			t.Errorf("after it was granted: %+v, %v", now, k.Trouble(board))
		}
	})
}

// TestReconcilerSurvives: when a page panics, its surface waits, and no other does.
func TestReconcilerSurvives(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.panics = true
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(time.Minute)
		if n := f.count("panic"); n < 2 || n > 10 {
			t.Errorf("drawn %d times in a minute", n)
		}
		f.mu.Lock()
		f.panics = false
		f.mu.Unlock()
		pass(2 * time.Minute)
		if f.get("50") != "0" {
			t.Error("it does not go on")
		}
	})
}

func TestReconcilerForgetsPanels(t *testing.T) {
	for _, code := range []int{discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided, discordgo.ErrCodeUnknownMessage} {
		keep(t, func(k *Reconciler, f *fake) {
			f.refuse["panel"] = &discord.Error{Status: 404, Code: code}
			k.Track(panel, Address{Panel: tok("tok", time.Now().Add(discord.TokenLife))}, "")
			pass(time.Minute)
			if _, ok := k.Address(panel); ok || f.count("forget") != 1 || f.count("panel") != 1 {
				t.Errorf("code %d: %q", code, f.log)
			}
		})
	}
}

func TestReconcilerSaysFarewell(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(panel, Address{Panel: tok("tok", time.Now().Add(discord.TokenLife))}, "")
		pass(discord.TokenLife - farewellTime - 2*time.Second)
		if f.get("tok") != "0" {
			t.Fatalf("before its time it shows %q", f.get("tok"))
		}
		pass(5 * time.Second)
		if f.get("tok") != "farewell" {
			t.Fatalf("a minute before the end it shows %q", f.get("tok"))
		}
		f.set(5)
		k.MarkDirty(panel.Match)
		pass(10 * time.Second)
		if f.get("tok") != "farewell" {
			t.Errorf("after the farewell it shows %q", f.get("tok"))
		}
		// A press wakes it, and has a new token.
		done, _ := held(k, panel)
		done(Address{Panel: tok("new", time.Now().Add(discord.TokenLife)), Message: 9}, "")
		pass(time.Second)
		if f.get("new") != "5" {
			t.Errorf("after the press it shows %q", f.get("new"))
		}
		pass(discord.TokenLife + 2*time.Second)
		if _, ok := k.Address(panel); ok {
			t.Error("a panel whose token has ended is remembered")
		}
	})
}

// TestReconcilerDeletesAgain: a former panel that could not be deleted is tried again.
func TestReconcilerDeletesAgain(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		life := time.Now().Add(discord.TokenLife)
		f.refuse["close"] = errors.New("no way to Discord")
		k.Track(panel, Address{Panel: tok("one", life), Message: 8}, "")
		k.Track(panel, Address{Panel: tok("two", life), Message: 9}, "")
		pass(time.Second)
		f.mu.Lock()
		delete(f.refuse, "close")
		f.mu.Unlock()
		pass(retryTime)
		if f.count("close one") != 2 {
			t.Errorf("%q", f.log)
		}
		// A press on the former one makes it the panel again.
		k.Track(panel, Address{Panel: tok("three", life), Message: 8}, "")
		pass(time.Second)
		if f.count("close two") != 1 {
			t.Errorf("%q", f.log)
		}
	})
}

// TestReconcilerOnePanel opens a second panel for a seat.
func TestReconcilerOnePanel(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		life := time.Now().Add(discord.TokenLife)
		k.Track(panel, Address{Panel: tok("one", life)}, "")
		pass(time.Second)
		k.Track(panel, Address{Panel: tok("one-press", life), Message: 9}, "")
		pass(time.Second)
		if f.count("close") != 0 {
			t.Fatal("a press on the panel deletes it")
		}
		k.Track(panel, Address{Panel: tok("two", life)}, "")
		pass(time.Second)
		if f.count("close one-press") != 1 {
			t.Errorf("%q", f.log)
		}
	})
}

// TestReconcilerReplacedWhileEdited: a panel that another one replaces is deleted once the
// edit of it that is on its way has arrived, and not under it.
func TestReconcilerReplacedWhileEdited(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		life := time.Now().Add(discord.TokenLife)
		k.Track(panel, Address{Panel: tok("one", life), Message: 8, Press: 1}, f.page("0").Digest)
		pass(time.Second)
		f.lag(time.Second)
		f.set(1)
		k.MarkDirty(panel.Match)
		pass(300 * time.Millisecond) // the edit is on its way
		k.Track(panel, Address{Panel: tok("two", life), Message: 9, Press: 2}, "")
		pass(10 * time.Second)
		if f.count("panel one") != 1 || f.count("close one") != 1 || f.get("two") != "1" { // keep sees that they were not together
			t.Errorf("the new panel shows %q: %q", f.get("two"), f.log)
		}
	})
}

// TestReconcilerOldPanelComesLate: of two panels the one that was asked for later
// stays, even if it was answered first.
func TestReconcilerOldPanelComesLate(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		key := Key{Match: "aaaaaaaaaa", User: 7}
		life := time.Now().Add(discord.TokenLife)
		old := Address{Message: 1, Press: 20, Panel: tok("old", life)}
		late := Address{Message: 2, Press: 21, Panel: tok("late", life)}
		k.Track(key, late, "")
		k.Track(key, old, "")
		pass(time.Second)
		if at, ok := k.Address(key); !ok || place(at.Panel) != "late" {
			t.Errorf("the panel is %q", place(at.Panel))
		}
		if f.count("close old") != 1 || f.count("close late") != 0 {
			t.Errorf("%q", f.log)
		}
	})
}

// TestReconcilerFormerAnswerComesLate: the answer that opened a panel ends after the
// answer to a press on it. The page of the press stays open.
func TestReconcilerFormerAnswerComesLate(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		life := time.Now().Add(discord.TokenLife) // in whole milliseconds, as Discord's times are
		open := Address{Message: 9, Press: 20, Panel: tok("open", life)}
		press := Address{Message: 9, Press: 21, Panel: tok("press", life), Path: "scores"}
		opened, _ := held(k, panel) // there is no panel yet
		pressed, _ := held(k, panel)
		pressed(press, f.page("0").Digest) // nothing to edit, if that arrived last
		opened(open, "")
		pass(time.Second)
		if at, ok := k.Address(panel); !ok || at != press {
			t.Errorf("the panel is %+v", at)
		}
		if f.count("close") != 0 {
			t.Errorf("%q", f.log)
		}
		if f.count("panel press") != 1 {
			t.Errorf("nobody knows which of them arrived last, and nobody sees to it: %q", f.log)
		}
	})
}

// TestReconcilerOlderAnswerShowsAnother: an older answer in the same message may have
// arrived last, and no person knows it. So the panel is shown once more, even though
// its digest is the one that was shown.
func TestReconcilerOlderAnswerShowsAnother(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		life := time.Now().Add(discord.TokenLife)
		k.Track(panel, Address{Message: 9, Press: 21, Panel: tok("press", life)}, f.page("0").Digest)
		pass(time.Second)
		if f.count("panel") != 0 {
			t.Fatalf("what is shown is edited: %q", f.log)
		}
		k.Track(panel, Address{Message: 9, Press: 20, Panel: tok("open", life)}, f.page("9").Digest)
		pass(time.Second)
		if f.count("panel press") != 1 || f.get("press") != "0" {
			t.Errorf("the older answer may stay: %q", f.log)
		}
	})
}

// TestReconcilerFormerStays: a former board that could not be deleted is deleted
// later. One that may not be deleted is let go.
func TestReconcilerFormerStays(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		kept discord.ID
	}{
		"no way to Discord": {errors.New("no way to Discord"), 50},
		"forbidden":         {&discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}, 0},
		"gone":              {&discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			keep(t, func(k *Reconciler, f *fake) {
				f.refuse["delete"] = c.err
				k.Track(board, Address{Channel: 1, Message: 60, Former: 50}, "")
				pass(time.Second)
				if now, _ := k.Address(board); now.Former != c.kept || f.count("delete 50") == 0 {
					t.Errorf("the former board is %d: %q", now.Former, f.log)
				}
			})
		})
	}
}

func TestReconcilerForbidden(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(refusedFor - time.Minute)
		if n := f.count("edit"); n != 1 {
			t.Errorf("tried %d times in %v: refused requests are counted", n, refusedFor)
		}
		pass(2 * time.Minute)
		if n := f.count("edit"); n != 2 {
			t.Errorf("tried %d times: it is not tried again", n)
		}
		for range 100 { // every person presses, and each press says that it is allowed now
			k.Retry(board)
			pass(100 * time.Millisecond)
		}
		if n := f.count("edit"); n > 4 {
			t.Errorf("tried %d times within ten seconds of pressing", n)
		}
		if discord.Code(k.Trouble(board)) != discordgo.ErrCodeMissingPermissions {
			t.Errorf("trouble: %v", k.Trouble(board))
		}
		f.mu.Lock()
		delete(f.refuse, "edit")
		f.mu.Unlock()
		k.Retry(board)
		pass(retryTime + time.Second)
		if k.Trouble(board) != nil || f.get("50") != "0" {
			t.Errorf("after it was granted: %v, %q", k.Trouble(board), f.get("50"))
		}
	})
}

func TestReconcilerTriesAgain(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = errors.New("connection reset")
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(20 * time.Second)
		if n := f.count("edit"); n < 3 || n > 8 {
			t.Errorf("tried %d times in twenty seconds", n)
		}
		f.mu.Lock()
		delete(f.refuse, "edit")
		f.mu.Unlock()
		pass(time.Minute)
		if f.get("50") != "0" {
			t.Errorf("it shows %q", f.get("50"))
		}
	})
}

// TestReconcilerNotTwice: a message that Discord refuses for its form is sent once.
func TestReconcilerNotTwice(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = &discord.Error{Status: 400, Code: discordgo.ErrCodeInvalidFormBody}
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(5 * time.Minute)
		if n := f.count("edit"); n != 1 {
			t.Errorf("sent %d times", n)
		}
	})
}

func TestReconcilerNothingToShow(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.nothing = true
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(time.Second)
		if _, ok := k.Address(board); ok || f.count("edit") != 0 || f.count("forget") != 1 {
			t.Errorf("%q", f.log)
		}
	})
}

// TestReconcilerDoubts: Recheck edits what may not have arrived, and Sweep edits
// nothing that is true.
func TestReconcilerDoubts(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		k.Track(board, Address{Channel: 1, Message: 50}, f.page("0").Digest)
		pass(time.Second)
		k.Sweep(func(string) bool { return false })
		pass(time.Second)
		if n := f.count("edit"); n != 0 {
			t.Errorf("%d edits of what is true", n)
		}
		k.Recheck(board.Match)
		pass(time.Second)
		if n := f.count("edit"); n != 1 {
			t.Errorf("%d edits of what may be true", n)
		}
		f.mu.Lock()
		f.nothing = true
		f.mu.Unlock()
		k.Sweep(func(string) bool { return false })
		pass(time.Second)
		if _, ok := k.Address(board); ok {
			t.Error("what has nothing to show is remembered")
		}
	})
}

// TestReconcilerTellsOne: of all who ask, one is told of a trouble.
func TestReconcilerTellsOne(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingAccess}
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(time.Second)
		if k.TakeTrouble(board) == nil || k.TakeTrouble(board) != nil || k.Trouble(board) == nil {
			t.Error("not exactly one is told")
		}
	})
}

// drawing is a fake that takes a moment to draw.
type drawing struct {
	*fake
	now, most atomic.Int32
}

func (d *drawing) Draw(ctx context.Context, k Key, at Address, wanted Wanted) (*Shown, error) {
	d.most.Store(max(d.most.Load(), d.now.Add(1)))
	defer d.now.Add(-1)
	discord.Sleep(ctx, time.Millisecond)
	return d.fake.Draw(ctx, k, at, wanted)
}

// sketching is a fake that draws no pictures of what is not wanted.
type sketching struct {
	*fake
	pictures atomic.Int32
}

func (s *sketching) Draw(ctx context.Context, k Key, at Address, wanted Wanted) (*Shown, error) {
	shown, err := s.fake.Draw(ctx, k, at, wanted)
	if wanted(shown.Digest) {
		s.pictures.Add(1)
	} else {
		shown.Message, shown.Undrawn = nil, true // its sender panics
	}
	return shown, err
}

// TestReconcilerDrawsWhatItSends: a picture is drawn for each edit, and for nothing else.
func TestReconcilerDrawsWhatItSends(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &sketching{fake: newFake()}
		k := NewReconciler(s, s, nil, savelog.Log{})
		k.Track(board, Address{Channel: 1, Message: 50}, s.page("0").Digest)
		for n := range discord.ID(2 * countedEdits) { // some of them wait for a slot
			k.Track(Key{Match: fmt.Sprint("other ", n)}, Address{Channel: 1, Message: 1000 + n}, "")
		}
		s.slow = time.Second
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			k.Run(ctx)
			close(done)
		}()
		pass(time.Minute)
		if n := s.count("edit"); n != 2*countedEdits || int(s.pictures.Load()) != n {
			t.Errorf("%d pictures for %d edits at the start", s.pictures.Load(), n)
		}
		for n := range 50 { // more than the board's limit
			s.set(n + 1)
			k.MarkDirty(board.Match)
			pass(100 * time.Millisecond)
		}
		pass(time.Minute)
		stop()
		<-done
		if n := s.count("edit"); int(s.pictures.Load()) != n {
			t.Errorf("%d pictures for %d edits", s.pictures.Load(), n)
		}
		if s.get("50") != "50" {
			t.Errorf("the board shows %q", s.get("50"))
		}
	})
}

// TestReconcilerLeavesRoom: after a restart everything is drawn, and a person who
// presses meanwhile does not wait for all of it.
func TestReconcilerLeavesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &drawing{fake: newFake()}
		k := NewReconciler(d, d, nil, savelog.Log{})
		for n := range discord.ID(100) {
			k.Track(Key{Match: fmt.Sprint(n)}, Address{Channel: 1, Message: 1000 + n}, "")
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			k.Run(ctx)
			close(done)
		}()
		pass(time.Minute)
		stop()
		<-done
		if n, allowed := d.most.Load(), int32(runtime.GOMAXPROCS(0)); n > allowed {
			t.Errorf("%d are drawn at once by %d processors", n, allowed)
		}
		if d.get("1099") != "0" {
			t.Errorf("the last board shows %q", d.get("1099"))
		}
	})
}

// TestReconcilerSavesFirst: before a new board is posted, the intent is saved and
// known in memory. Before the former one is deleted, the new address is saved.
func TestReconcilerSavesFirst(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(OldAfter)
		f.lag(time.Second)
		k.Track(board, Address{Channel: 1, Message: old}, "")
		pass(500 * time.Millisecond) // the post is on its way
		if now, _ := k.Address(board); now.Message != 0 || now.Former != old {
			t.Errorf("while it is posted anew it is at %+v", now)
		}
		if _, ok := k.Board(1, old); ok {
			t.Error("the former message is still the board")
		}
		pass(5 * time.Second)
		want := []string{fmt.Sprintf("save 0 former %d", old), "post 101", fmt.Sprintf("save 101 former %d", old), fmt.Sprintf("delete %d", old), "save 101 former 0"}
		if got := fmt.Sprint(f.log); got != fmt.Sprint(want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	})
}

// TestReconcilerSavesAfterASlowPost: where a board is gets saved, although its post took
// all the time that the request had.
func TestReconcilerSavesAfterASlowPost(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.lag(time.Minute) // Discord does what it was asked, and answers after the request has ended
		k.Track(board, Address{Channel: 1}, "")
		pass(2 * time.Minute)
		if now, _ := k.Address(board); now.Message == 0 || f.saved[board] != now {
			t.Errorf("the board is %+v and is saved as %+v", now, f.saved[board])
		}
	})
}

// TestReconcilerSaveFails: a board is not posted while its address cannot be saved,
// and is posted when it can.
func TestReconcilerSaveFails(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		old := at(OldAfter)
		f.refuse["save"] = errors.New("the disk is full")
		k.Track(board, Address{Channel: 1, Message: old}, "")
		pass(time.Minute)
		if n := f.count("save"); f.count("post") != 0 || n < 3 || n > 10 {
			t.Errorf("posted %d times, tried to save %d times in a minute", f.count("post"), n)
		}
		if now, _ := k.Address(board); now.Message != old || now.Former != 0 {
			t.Errorf("it is at %+v, want the message that it had", now)
		}
		f.mu.Lock()
		delete(f.refuse, "save")
		f.mu.Unlock()
		pass(2 * time.Minute)
		if now, _ := k.Address(board); f.count("post") != 1 || now.Message != 101 || f.get("101") != "0" {
			t.Errorf("after it can be saved: %+v, %v", now, f.log)
		}
	})
}

// readers are who has a panel of the match of the tests.
func readers(k *Reconciler) (list []discord.ID) {
	for _, key := range k.Private(board.Match) {
		list = append(list, key.User)
	}
	return list
}

// TestReconcilerUntracks: a surface that is forgotten is found by nothing, and is
// not edited.
func TestReconcilerUntracks(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		other := Key{Match: "jihgfedcba", User: 7}
		life := time.Now().Add(discord.TokenLife)
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		k.Track(panel, Address{Panel: tok("tok", life)}, "")
		k.Track(Key{Match: board.Match, User: 6}, Address{Panel: tok("six", life)}, "")
		k.Track(other, Address{Panel: tok("other", life)}, "")
		pass(time.Second)
		if got := fmt.Sprint(readers(k)); got != "[6 7]" {
			t.Errorf("panels of %s", got)
		}
		if at, _, ok := k.Untrack(panel); !ok || place(at.Panel) != "tok" {
			t.Errorf("it was at %+v", at)
		}
		if _, _, ok := k.Untrack(panel); ok {
			t.Error("it is forgotten twice")
		}
		if got := fmt.Sprint(readers(k)); got != "[6]" {
			t.Errorf("panels of %s", got)
		}
		k.UntrackMatch(board.Match)
		f.set(1)
		k.MarkDirty(board.Match)
		k.MarkDirty(other.Match)
		pass(time.Second)
		if _, ok := k.Board(1, 50); ok || len(readers(k)) != 0 {
			t.Error("the match is still known")
		}
		if f.get("50") != "0" || f.get("tok") != "0" || f.get("six") != "0" || f.get("other") != "1" {
			t.Errorf("after it was forgotten: %v", f.shows)
		}
		if len(k.byMatch) != 1 || len(k.boards) != 0 || len(k.all) != 1 {
			t.Errorf("%d matches, %d channels and %d surfaces are kept", len(k.byMatch), len(k.boards), len(k.all))
		}
	})
}

// TestReconcilerAtOnce: a deleted board is posted without a wait, and a new address
// ends the waits of the old one.
func TestReconcilerAtOnce(t *testing.T) {
	keepIn(t, years, func(k *Reconciler, f *fake) {
		first := at(time.Minute)
		k.Track(board, Address{Channel: 1, Message: first}, f.page("0").Digest)
		synctest.Wait()
		k.MessageDeleted(board, first)
		synctest.Wait()
		if f.count("post") != 1 {
			t.Errorf("it is not posted at once: %v", f.log)
		}
	})
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = errors.New("connection reset")
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(time.Minute)
		k.Track(board, Address{Channel: 1, Message: 60}, "")
		synctest.Wait()
		pass(1500 * time.Millisecond)
		if n := f.count("edit 60"); n != 2 {
			t.Errorf("tried %d times in the first second, want 2", n)
		}
	})
}

// TestReconcilerWakes: what asks for another look gets it without a tick.
func TestReconcilerWakes(t *testing.T) {
	keep(t, func(k *Reconciler, f *fake) {
		f.refuse["edit"] = &discord.Error{Status: 403, Code: discordgo.ErrCodeMissingPermissions}
		k.Track(board, Address{Channel: 1, Message: 50}, "")
		pass(retryTime + time.Second)
		f.mu.Lock()
		delete(f.refuse, "edit")
		f.mu.Unlock()
		k.Retry(board)
		synctest.Wait()
		if f.get("50") != "0" || k.Trouble(board) != nil {
			t.Errorf("after Retry it shows %q, trouble %v", f.get("50"), k.Trouble(board))
		}
		f.mu.Lock()
		f.nothing = true
		f.mu.Unlock()
		k.Sweep(func(string) bool { return false })
		synctest.Wait()
		if _, ok := k.Address(board); ok {
			t.Error("after Sweep a board with nothing to show is remembered")
		}
	})
}

// TestReconcilerMaybePosted: only after a post that may have arrived does the
// reconciler look for the board in the channel.
func TestReconcilerMaybePosted(t *testing.T) {
	for arrived, want := range map[bool]discord.ID{true: 60, false: 102} {
		keep(t, func(k *Reconciler, f *fake) {
			f.mine = []discord.OwnMessage{{ID: 60, Embeds: 1, CustomIDs: []string{"b/" + board.Match + "/panel/"}}}
			f.refuse["edit"] = &discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}
			f.refuse["post"] = &discord.Fault{Route: "POST", Arrived: arrived, Err: errors.New("connection reset")}
			k.Track(board, Address{Channel: 1, Message: 50}, "")
			pass(500 * time.Millisecond)
			f.mu.Lock()
			clear(f.refuse)
			f.mu.Unlock()
			pass(5 * time.Second)
			if now, _ := k.Address(board); now.Message != want || (f.count("mine") > 0) != arrived {
				t.Errorf("arrived %v: the board is at %d, want %d: %v", arrived, now.Message, want, f.log)
			}
		})
	}
}

// TestUntrackQuiet: what a person shows last on a board that is given up stays. An edit that was
// on its way arrives before it, and one that waited is not made.
func TestUntrackQuiet(t *testing.T) {
	for name, c := range map[string]struct {
		slow         time.Duration
		marks, edits int
	}{
		"nothing":           {0, 0, 0},
		"an edit under way": {time.Second, 1, 1},
		"an edit too many":  {0, 4, 3}, // the fourth waits for the limit
	} {
		keep(t, func(k *Reconciler, f *fake) {
			k.Track(board, Address{Channel: 1, Message: 9}, f.page("0").Digest)
			pass(time.Minute)
			f.lag(c.slow)
			for n := range c.marks {
				f.set(n + 1)
				k.MarkDirty(board.Match)
				synctest.Wait()
			}
			at, quiet, tracked := k.Untrack(board)
			if at.Message != 9 || !tracked {
				t.Fatalf("%s: the board is at %+v", name, at)
			}
			<-quiet
			if err := f.Edit(context.Background(), 1, 9, f.page("erased").Message); err != nil {
				t.Fatal(err)
			}
			pass(time.Minute)
			if f.get("9") != "erased" || f.count("edit") != c.edits+1 {
				t.Errorf("%s: it shows %q: %q", name, f.get("9"), f.log)
			}
			if _, _, tracked := k.Untrack(board); tracked {
				t.Errorf("%s: it is still tracked", name)
			}
		})
	}
}
