package bot

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/games/gametest"
	"oneiros/store"
)

// TestLogsTellNothing lets everything go wrong that can, one thing after another.
// Meanwhile people with unmistakable names write unmistakable words at a table with
// secrets. At the level trace the log holds no names, no words, no secret and no
// token. It does not say where the database is.
func TestLogsTellNothing(t *testing.T) {
	gametest.NotShort(t)
	st := &failingDisk{}
	virtual(t, "ru", st.under, func(t *testing.T, w *town) {
		people := w.people(3)
		for i, who := range people {
			name := planted + " " + strconv.Itoa(i)
			if err := w.person(who).Rename(name); err != nil {
				t.Fatal(err)
			}
			people[i] = name
		}
		w.sit("lullaby", map[string]string{"rounds": "3"}, people...)
		x := newWitness(w, people)
		s := w.state()
		channel := w.srv.NewChannel(planted)
		all := among(w.handles(0), 2, 4)
		quiet := w.log.String()
		// What takes longer than an answer may take is left out. A call holds its
		// lock while it waits for Discord, and virtual time stands still before a
		// lock.
		for _, with := range []struct {
			name   string
			faults localcord.Faults
		}{
			{"full disk", localcord.Faults{}},
			{"none", localcord.Faults{}},
			{"500", localcord.Faults{ErrorRate: 1}},
			{"lost", localcord.Faults{LostRate: 0.5}},
			{"cut", localcord.Faults{CutRate: 0.1}},
			{"429", localcord.Faults{LimitRate: 0.2, RetryAfter: 50}},
			{"429, all", localcord.Faults{LimitRate: 0.1, RetryAfter: 50, LimitScope: "global"}},
			{"too late", localcord.Faults{AnswerWithin: -1}},
			{"tokens", localcord.Faults{TokenLife: -1}},
			{"old", localcord.Faults{OldEdits: 1, OldAfter: -1}},
			{"outage", localcord.Faults{Outage: true}},
			{"twice", localcord.Faults{Duplicate: true}},
			{"reconnect", localcord.Faults{ReconnectFirst: 2}},
			{"invalid", localcord.Faults{InvalidFirst: 2}},
			{"forbidden", localcord.Faults{}},
		} {
			if with.name == "full disk" {
				st.set(store.ErrFull)
			}
			if with.name == "forbidden" {
				w.srv.Control().Deny(w.here, 1<<10)
			}
			w.srv.SetFaults(with.faults)
			for i, f := range all {
				who := w.person(people[i%len(people)])
				f.Channel = w.here
				if panels := who.Panels(w.here); i%2 == 0 && len(panels) > 0 {
					f.Message = panels[len(panels)-1].ID
				}
				go func() {
					_, err := who.Forge(w.ctx, f)
					ignored(t, err)
				}()
				if i%5 == 0 {
					for _, f := range []localcord.Forged{
						{Channel: w.here, Command: command("name", "", map[string]string{"text": planted + "1"})},
						{Channel: channel, Command: command("dream", "play", map[string]string{"game": "lullaby", "options": planted + ":" + planted})},
						{Channel: w.here, Command: command(planted, planted, map[string]string{planted: planted})},
						{Channel: w.here, CustomID: planted, Values: []string{planted}},
						{Channel: w.here, CustomID: "m/" + s.ID + "/0/f/name", Fields: []localcord.Field{{CustomID: planted, Value: planted + "2"}}},
						{Channel: w.here, Command: command("dream", "me", map[string]string{"language": "ru"})},
					} {
						go func() {
							_, err := who.Forge(w.ctx, f)
							ignored(t, err)
						}()
					}
				}
				time.Sleep(100 * time.Millisecond)
			}
			time.Sleep(time.Minute)
			w.srv.SetFaults(localcord.Faults{})
			w.srv.Control().Deny(w.here, 0)
			if with.name == "full disk" {
				st.set(nil)
			}
			time.Sleep(time.Minute)
			x.look()
			if len(x.found) > 0 {
				t.Errorf("with the fault %q:", with.name)
				x.fail(t)
				clear(x.found)
			}
		}
		log := w.log.String()
		if n := strings.Count(log, "\n") - strings.Count(quiet, "\n"); n < 30 || !strings.Contains(log, "gateway lost") || !strings.Contains(log, store.ErrFull.Error()) {
			t.Errorf("only %d lines are in the log:\n%s", n, log)
		}
		if x.tokens.count() < 50 || x.secrets == 0 {
			t.Errorf("%d tokens and %d secrets were looked for", x.tokens.count(), x.secrets)
		}
	})
}
