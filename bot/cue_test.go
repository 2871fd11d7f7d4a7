package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	cuepage "oneiros/bot/cue/page"
	"oneiros/bot/localcord"
	"oneiros/games/whenidream"
)

// cues are the messages that call something out at the newest table, oldest first.
func (w *town) cues() (list []*localcord.Message) {
	w.t.Helper()
	id := cuepage.ID(w.state().ID)
	for _, m := range w.person("Grace").Messages(w.here) {
		if slices.ContainsFunc(m.Buttons(), func(c *localcord.Component) bool { return c.CustomID == id }) {
			list = append(list, m)
		}
	}
	return list
}

// calledOut waits until one message is there that calls out some words.
func (w *town) calledOut(what, words string) (m *localcord.Message) {
	w.t.Helper()
	w.within(what, func() bool {
		list := w.cues()
		if len(list) == 1 && has(list[0], words) {
			m = list[0]
		}
		return m != nil
	})
	return m
}

// soon waits until something is so, which may take minutes.
func (w *town) soon(what string, ok func() bool) {
	w.t.Helper()
	for range 300 {
		if ok() {
			return
		}
		time.Sleep(time.Second)
	}
	w.t.Fatalf("%s: it is not so\n%s", what, w.log)
}

// silence waits until nothing is called out.
func (w *town) silence(what string) {
	w.t.Helper()
	w.soon(what, func() bool { return len(w.cues()) == 0 })
}

// cueOf waits until a moment of a kind has come.
func (w *town) cueOf(kind string) {
	w.t.Helper()
	w.soon("the moment "+kind, func() bool { return w.state().Status.Cue.Kind == kind })
}

// dreams has four people play When I Dream at a table with options.
func (w *town) dreams(options string) {
	w.t.Helper()
	w.dream("Boris", "play", map[string]any{"game": "when-i-dream", "options": "night:60 " + options})
	for _, who := range []string{"Eve", "Kate", "Mallory"} {
		w.own(who, w.board(), "join")
	}
	w.own("Boris", w.board(), "start")
}

// withDream has a bot with When I Dream.
func withDream(c *Config) { c.Games = append(c.Games, whenidream.Game) }

// TestCues: dusk, the last ten seconds of the sand and its end are called out by a message each.
// It mentions no player, its button opens the panel, and it is deleted.
func TestCues(t *testing.T) {
	for locale, says := range map[string]struct{ dusk, ten string }{
		"en-US": {"Roles are dealt", "10 seconds of sand"},
		"ru":    {"Роли розданы", "на 10 секунд"},
	} {
		virtual(t, locale, withDream, func(t *testing.T, w *town) {
			w.speaks(locale)
			if err := w.person("Boris").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			w.dreams("cue:message")
			dusk := w.calledOut("dusk is called out", says.dusk)
			if len(dusk.Mentions) > 0 || strings.Contains(dusk.Content, "<@") {
				t.Errorf("it mentions a player:\n%s", dusk.Text())
			}
			if m := w.press("Boris", dusk, cuepage.ID(w.state().ID)).Message; !m.Ephemeral() {
				t.Errorf("its button opens no panel:\n%s", m.Text())
			}
			w.silence("dusk is called out no longer")
			w.cueOf("ten")
			if ten := w.calledOut("ten seconds are called out", says.ten); ten.ID == dusk.ID {
				t.Error("a message was edited")
			}
			w.cueOf("")
			w.silence("the night is over")
		})
	}
}

// TestNoCues: nothing is called out where the table does not want it. What Discord refuses is not
// called out later.
func TestNoCues(t *testing.T) {
	for options, refused := range map[string]int{"cue:off": 0, "cue:message": 1} {
		virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
			w.dreams(options)
			w.cueOf("dusk")
			if refused > 0 {
				w.silence("dusk is called out no longer")
				w.refuses("POST /channels/{channel}/messages", 50013, refused)
				w.cueOf("ten")
			}
			for range 30 {
				time.Sleep(time.Second / 2)
				if list := w.cues(); len(list) > 0 && has(list[0], "10 seconds") || len(list) > 0 && refused == 0 {
					t.Fatalf("%s: it is called out:\n%s", options, list[0].Text())
				}
			}
		})
	}
}

// TestCuesAfterCrash: what a killed process leaves is deleted by the next one, which does not call
// out what was before.
func TestCuesAfterCrash(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		w.dreams("cue:message")
		w.calledOut("dusk is called out", "Roles are dealt")
		w.killed()
		w.start()
		w.silence("what was left is deleted")
		time.Sleep(5 * time.Second)
		if list := w.cues(); len(list) > 0 {
			t.Errorf("it is called out again:\n%s", list[0].Text())
		}
		w.cueOf("ten")
		w.calledOut("ten seconds are called out", "10 seconds of sand")
	})
}
