package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	lessons "oneiros/bot/lesson"
	lesson "oneiros/bot/lesson/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest/sample"
	"oneiros/store"
)

// lessonOf is the lesson on a panel; empty for none.
func lessonOf(m *localcord.Message) string {
	for _, e := range m.Embeds {
		for line := range strings.Lines(e.Description) {
			if words, ok := strings.CutPrefix(line, "-# 🎓 "); ok {
				return strings.TrimSpace(words)
			}
		}
	}
	return ""
}

// TestLessons: a person's first match explains each thing once, on their panel only,
// also after a restart, until they say that they know the game.
func TestLessons(t *testing.T) {
	for locale, say := range map[string][3]string{
		"en-US": {"Choose one dream.", "No more tips", "Toss for it"},
		"ru":    {"Выберите один сон.", "больше не будет", "Наугад"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			people := []string{"Boris", "Eve"}
			for _, who := range people {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			panels := w.match("rounds:3", people...)
			if got := lessonOf(panels["Boris"]); !strings.HasPrefix(got, say[0]) {
				t.Fatalf("the first lesson is %q:\n%s", got, panels["Boris"].Text())
			}
			if got := lessonOf(w.board()); got != "" {
				t.Errorf("the board teaches %q", got)
			}
			if got := lessonOf(w.own("Grace", w.board(), "panel").Message); got != "" {
				t.Errorf("a spectator is taught %q", got)
			}
			w.press("Eve", panels["Eve"], say[2])
			again := func(who string) *localcord.Message { return w.own(who, w.board(), "panel").Message }
			if got := lessonOf(again("Boris")); !strings.HasPrefix(got, say[0]) {
				t.Errorf("after a move of Eve the lesson is %q", got)
			}
			known := lessonOf(w.press("Boris", again("Boris"), say[2]).Message)
			if strings.HasPrefix(known, say[0]) {
				t.Errorf("his move does not end the lesson")
			}
			w.stop()
			w.start()
			for range 3 { // each thing once
				if got := lessonOf(again("Boris")); strings.HasPrefix(got, say[0]) {
					t.Errorf("after a restart the lesson is %q", got)
				}
			}
			r := w.own("Eve", again("Eve"), string(lesson.Known))
			if got := lessonOf(r.Message); !r.Updated || got != "" || !has(r.Message, say[1]) {
				t.Errorf("the lesson is %q:\n%s", got, r.Message.Text())
			}
			w.stop()
			w.start()
			if got := lessonOf(again("Eve")); got != "" {
				t.Errorf("who knows the game is taught %q", got)
			}
		})
	}
}

// TestFinishedNeedNoLessons: the person who has played a match to its end is not taught.
func TestFinishedNeedNoLessons(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		w.play(people, w.match("rounds:1", people...))
		if s := w.state(); s.Phase != table.Over {
			t.Fatalf("the match is %s", s.Phase)
		}
		panels := w.match("rounds:1", "Kate", "Boris")
		if got := lessonOf(panels["Boris"]); got != "" {
			t.Errorf("Boris is taught %q", got)
		}
		if got := lessonOf(panels["Kate"]); got == "" {
			t.Errorf("Kate is not taught:\n%s", panels["Kate"].Text())
		}
	})
}

// forgetful is a store that cannot save lessons for a while.
type forgetful struct {
	lessons.Store
	broken atomic.Bool
	saved  sync.Map // of users and things
}

var errForgetful = errors.New("forgetful")

func (f *forgetful) SaveLessons(ctx context.Context, user uint64, game string, things ...string) error {
	if f.broken.Load() {
		return errForgetful
	}
	for _, thing := range things {
		f.saved.Store(fmt.Sprint(user, thing), true)
	}
	return f.Store.SaveLessons(ctx, user, game, things...)
}

// TestLessonsNotSaved: what cannot be saved counts as known, and is saved later.
func TestLessonsNotSaved(t *testing.T) {
	f := &forgetful{}
	virtual(t, "en-US", func(c *Config) { f.Store = c.Stores.Features.Lessons; c.Stores.Features.Lessons = f }, func(t *testing.T, w *town) {
		f.broken.Store(true)
		panels := w.match("rounds:3 trade:yes", "Boris", "Eve")
		first := lessonOf(panels["Boris"])
		r := w.press("Boris", panels["Boris"], "Toss for it")
		if got := lessonOf(r.Message); got == first || first == "" {
			t.Errorf("the lesson was %q and is %q", first, got)
		}
		if err := w.until(func() bool { return strings.Contains(w.log.String(), "save lessons failed") }); err != nil {
			t.Errorf("the log does not say it: %v", err)
		}
		f.broken.Store(false)
		w.play([]string{"Boris", "Eve"}, panels)
		if err := w.until(func() bool {
			_, saved := f.saved.Load(string(w.person("Boris").ID()) + string(sample.Play))
			return saved
		}); err != nil {
			t.Error("nothing was saved later")
		}
	})
}

// learning is a store that learns that a person knows a game when it is asked what they
// know, after it was asked so often.
type learning struct {
	lessons.Store
	asked  atomic.Int32 // how often it is still asked before that; 0 for never
	learnt func(user uint64)
}

func (l *learning) Lessons(ctx context.Context, user uint64) (store.Lessons, error) {
	if l.asked.Load() > 0 && l.asked.Add(-1) == 0 {
		l.learnt(user)
	}
	return l.Store.Lessons(ctx, user)
}

// TestLearntWhileAnswered: a person who is answered with a notice learns the game at
// another table at that moment. Their panel does not go on to teach it.
func TestLearntWhileAnswered(t *testing.T) {
	for asked := range int32(2) { // for the page without the notice, and for the page
		l := &learning{}
		virtual(t, "en-US", func(c *Config) { l.Store = c.Stores.Features.Lessons; c.Stores.Features.Lessons = l }, func(t *testing.T, w *town) {
			panels := w.match("rounds:3", "Boris", "Eve")
			if lessonOf(panels["Boris"]) == "" {
				t.Fatal("Boris is not taught")
			}
			match := w.state().ID
			l.learnt = func(user uint64) {
				if err := l.SaveLessons(context.Background(), user, sample.Game.Info().Name, ""); err != nil {
					t.Error(err)
				}
				w.bot.reconciler.MarkDirty(match)
			}
			l.asked.Store(asked + 1)
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Boris"].ID,
				CustomID: page.CustomID{Match: match, Action: page.Suggest}.String()}))
			if !r.Updated {
				t.Fatalf("he is answered elsewhere:\n%s", r.Message.Text())
			}
			time.Sleep(10 * time.Second)
			if l.asked.Load() != 0 {
				t.Fatalf("the store was asked %d times too few", l.asked.Load())
			}
			if now := w.person("Boris").Message(r.Message.ID); lessonOf(now) != "" {
				t.Errorf("learnt when asked for the %d. time: he is taught %q", asked+1, lessonOf(now))
			}
		})
	}
}
