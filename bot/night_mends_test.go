package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
)

// TestNightAsksGame: a moment without a game is not refused. The presser is asked which game it
// is, and what they typed counts.
func TestNightAsksGame(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		at := onTheHour(30 * time.Hour)
		ask := func(o map[string]any) *localcord.Message {
			t.Helper()
			o["when"], o["zone"] = at.UTC().Format("02.01.2006 15:04"), "Etc/UTC"
			return w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", o)).Message
		}
		m := ask(map[string]any{"options": "rounds:2", "thread": true})
		menu := m.Menu("")
		if !m.Ephemeral() || !has(m, "Which game", discord.Timestamp(at), "UTC") || menu == nil || len(w.announcements()) != 0 {
			t.Fatalf("the question:\n%s", m.Text())
		}
		r := w.does(w.person("Boris").Choose(w.ctx, m.ID, menu.CustomID, "Lullaby"))
		if r.Message.ID != m.ID || !has(r.Message, "is announced", discord.Timestamp(at)) || r.Message.Menu("") != nil {
			t.Errorf("the answer:\n%s", r.Message.Text())
		}
		if list := w.announcements(); len(list) != 1 || !has(list[0], "Lullaby: game night", discord.Timestamp(at), "2") {
			t.Errorf("%d announcements", len(list))
		}
		planned, err := w.bot.conf.Stores.Features.Nights.NightsOn(w.ctx, uint64(mustGuild(w)))
		if err != nil || len(planned) != 1 || planned[0].Options["rounds"] != "2" || !planned[0].Thread || planned[0].Zone != "Etc/UTC" {
			t.Errorf("it is %+v, %v", planned, err)
		}

		// Where a button has no room for what was typed, a game has to stand beside it.
		if m := ask(map[string]any{"options": strings.Repeat("rounds:2 ", 12)}); !has(m, "⚠") || m.Menu("") != nil {
			t.Errorf("with long options:\n%s", m.Text())
		}
		// Options that the game does not have are refused in its words.
		m = ask(map[string]any{"options": "x:y"})
		if r = w.does(w.person("Boris").Choose(w.ctx, m.ID, m.Menu("").CustomID, "Lullaby")); !has(r.Message, "has no option “x”") {
			t.Errorf("with an option of no game:\n%s", r.Message.Text())
		}
		// What was asked about passes while the question stands there.
		m = ask(map[string]any{})
		id := m.Menu("").CustomID
		time.Sleep(31 * time.Hour)
		for _, id := range []string{id, "b/-/night/:game:", "b/-/night/:game:mfrgg", "b/-/night/:game:!"} {
			r, err := w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: m.ID, CustomID: id, Values: []string{"lullaby"}})
			if err != nil || !has(r.Message, "⚠") || len(w.announcements()) != 1 {
				t.Errorf("%s: %v\n%+v", id, err, r)
			}
		}
	})
}

// TestNightMoveForm: the form that moves a night has its moment in words that are read as they
// stand there, in the language of the presser and by the clock by which it was announced. A night
// whose form is sent as it is stays where it is.
func TestNightMoveForm(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		kolkata, err := time.LoadLocation("Asia/Kolkata")
		if err != nil {
			t.Fatal(err)
		}
		at := onTheHour(50 * time.Hour).Add(7 * time.Minute)
		m := w.announce("Boris", discord.Timestamp(at.Add(13*time.Second)), map[string]any{"zone": "Asia/Kolkata"})
		exact := at.Add(13 * time.Second)
		if !has(m, discord.Timestamp(exact)) {
			t.Fatalf("the announcement:\n%s", m.Text())
		}
		for who, days := range map[string][]string{"Boris": {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}, "Аня": {"вс", "пн", "вт", "ср", "чт", "пт", "сб"}} {
			form := w.does(w.person(who).Press(w.ctx, m.ID, "Move")).Modal
			in := form.Inputs()[0]
			local := at.In(kolkata)
			if want := days[local.Weekday()] + local.Format(" 02.01.2006 15:04"); in.Value != want {
				t.Errorf("the form of %s has %q, want %q", who, in.Value, want)
			}
			w.does(w.person(who).Submit(w.ctx, form, in.Value))
			time.Sleep(5 * time.Second)
			if m = w.announcement(); !has(m, discord.Timestamp(exact)) {
				t.Errorf("sent as it was by %s:\n%s", who, m.Text())
			}
			form = w.does(w.person(who).Press(w.ctx, m.ID, "Move")).Modal
			r := w.does(w.person(who).Submit(w.ctx, form, strings.Replace(in.Value, local.Format("15:04"), local.Add(time.Hour).Format("15:04"), 1)))
			if !has(r.Message, discord.Timestamp(at.Add(time.Hour))) {
				t.Errorf("an hour later by %s:\n%s", who, r.Message.Text())
			}
			w.does(w.person(who).Submit(w.ctx, w.does(w.person(who).Press(w.ctx, m.ID, "Move")).Modal, discord.Timestamp(exact)))
			time.Sleep(5 * time.Second)
		}
	})
}

// TestNightHostComes: the person who announces a night comes, and is told so. They may answer
// otherwise, and a restart changes nothing of it.
func TestNightHostComes(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 10 minutes"}))
		if !has(r.Message, "You count as coming") {
			t.Errorf("the answer:\n%s", r.Message.Text())
		}
		m := w.announcement()
		if !has(m, "Coming (1): Boris", "Announced by Boris") {
			t.Fatalf("the announcement:\n%s", m.Text())
		}
		w.stop()
		w.start()
		w.answers("Boris", m, "Not coming")
		if m = w.announcement(); !has(m, "Who's coming?", "Not coming: 1") {
			t.Errorf("he does not come:\n%s", m.Text())
		}
		w.answers("Boris", m, "Coming")
		time.Sleep(10 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris"}) {
			t.Errorf("%d calls to %q", n, who)
		}
	})
}

// TestNightMaybe: those who may come are mentioned when the night begins, if a seat is free. No
// other person is, and one who may not come to the table is not.
func TestNightMaybe(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		for who, button := range map[string]string{"Eve": "Maybe", "Kate": "Coming", "Dave": "Not coming"} {
			w.answers(who, m, button)
		}
		time.Sleep(11 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Eve", "Kate"}) {
			t.Errorf("%d messages notify %q", n, who)
		}
		calls := w.person("Grace").Messages(w.here)
		i := slices.IndexFunc(calls, func(m *localcord.Message) bool { return has(m, "the night begins") })
		eve := "<@" + string(w.person("Eve").ID()) + ">"
		if text := calls[i].Text(); !strings.Contains(text, "Seats still free: 2.") || strings.Index(text, eve) < strings.Index(text, "still free") {
			t.Errorf("the call:\n%s", text)
		}

		w.here = w.srv.NewChannel("full")
		m = w.announce("Boris", "in 10 minutes", nil)
		for _, who := range []string{"Kate", "Dave", "Grace"} {
			w.answers(who, m, "Coming")
		}
		w.answers("Eve", m, "Maybe")
		time.Sleep(11 * time.Minute)
		if n, who := w.begun(); n != 1 || !slices.Equal(who, []string{"Boris", "Dave", "Grace", "Kate"}) {
			t.Errorf("with no seat free %d messages notify %q", n, who)
		}
	})
}
