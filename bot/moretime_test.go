package bot

import (
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/table"
	"oneiros/games/pace"
)

// chosenTime is how much longer the clocks of the newest table are to last.
func (w *town) chosenTime() string {
	w.t.Helper()
	return w.state().Options[pace.Time]
}

// TestMoreTime: a person has more time at the tables that they open, and a server at all. A
// table may choose otherwise, and says how much it has, but not whose wish that was.
func TestMoreTime(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		w.somniaOf("Boris", "")
		if got := w.chosenTime(); got != "1" {
			t.Fatalf("without a wish the clocks last %s", got)
		}
		me := w.does(w.person("Eve").Command(w.ctx, w.here, "dream me", nil)).Message
		if !has(me, "More time: **same as the server**") {
			t.Errorf("Eve's page:\n%s", me.Text())
		}
		me = w.press("Eve", me, "Make it ×1.5").Message
		if me = w.press("Eve", me, "Make it ×2").Message; !has(me, "×2 at tables that you open", "Saved.") {
			t.Errorf("Eve wants more time:\n%s", me.Text())
		}
		lobby := w.somniaOf("Eve", "")
		if w.chosenTime() != "2" || !has(lobby, "More time: ×2") || has(lobby, "wish") {
			t.Errorf("Eve's table has %s:\n%s", w.chosenTime(), lobby.Text())
		}
		if w.somniaOf("Eve", "time:1"); w.chosenTime() != "1" {
			t.Error("a table cannot choose against the wish of its host")
		}
		if w.somniaOf("Boris", ""); w.chosenTime() != "1" {
			t.Error("Eve's wish reaches the table of another")
		}
		if m := w.set("time", "3"); !has(m, "Больше времени", "×3 для каждого нового стола") {
			t.Errorf("the server's settings:\n%s", m.Text())
		}
		if w.somniaOf("Boris", ""); w.chosenTime() != "3" {
			t.Errorf("a table of the server has %s", w.chosenTime())
		}
		if w.somniaOf("Eve", ""); w.chosenTime() != "2" {
			t.Errorf("on a server with another wish Eve's table has %s", w.chosenTime())
		}
		if w.somniaOf("Boris", "pace:1d"); w.chosenTime() != "" {
			t.Errorf("a table by days has %s", w.chosenTime())
		}
	})
}

// TestMoreTimeLasts: where a table has more time, its clocks last as much longer, also over a
// restart.
func TestMoreTimeLasts(t *testing.T) {
	virtual(t, "en-US", playsSomnia, func(t *testing.T, w *town) {
		w.somniaOf("Boris", "clock:60 time:1.5", "Eve", "Kate")
		w.own("Boris", w.board(), "start")
		synctest.Wait()
		s := w.state()
		if s.Phase != table.Live {
			t.Fatalf("the table is %s", s.Phase)
		}
		left := func() time.Duration {
			s := w.state()
			at, ok := s.When(s.Status.Due)
			if !ok {
				t.Fatal("the clock stands")
			}
			return time.Until(at)
		}
		begun, due := left(), w.state().Status.Due
		if want := (due - w.state().Now(time.Now())) * 3 / 2; begun < want-time.Millisecond || begun > want+time.Millisecond {
			t.Errorf("of %v on the clock there are %v left, want %v", due, begun, want)
		}
		w.stop()
		w.start()
		if now := left(); now > begun+time.Millisecond || now < begun-5*time.Second {
			t.Errorf("after a restart %v are left of %v", now, begun)
		}
		waits := w.state().Status.Due
		time.Sleep(left() - time.Second)
		if w.state().Status.Due != waits {
			t.Error("the clock runs out too early")
		}
	})
}
