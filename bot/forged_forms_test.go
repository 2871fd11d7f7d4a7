package bot

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest"
	"oneiros/store"
)

// TestForgedForms sends forms that no message has opened, with the ids of all controls. Each is
// answered in a way that Discord takes, and what is no form does nothing.
func TestForgedForms(t *testing.T) {
	gametest.NotShort(t)
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		time.Sleep(10 * time.Second)
		forms := func(what string, nothing func(s *table.State) bool) {
			t.Helper()
			s := w.state()
			ids := []string{"m/" + s.ID + "/0/d/toss", "m/" + s.ID + "/0/o/", "m/" + s.ID + "/0/f/guess", "m/" + s.ID + "/0/s/0", "m/" + s.ID + "/0/x/0"}
			for _, a := range w.bot.router.mux.Actions() {
				if a == page.Again {
					continue // a lobby has none
				}
				for _, arg := range []string{"", "yes"} {
					ids = append(ids, page.CustomID{Match: s.ID, Action: a, Arg: arg}.String())
				}
			}
			for _, id := range ids {
				for _, on := range []localcord.ID{"", w.board().ID} {
					for _, who := range []string{"Boris", "Eve", "Mallory"} {
						form := localcord.Forged{Channel: w.here, Message: on, CustomID: id, Fields: []localcord.Field{{CustomID: "0", Value: "dream"}}}
						if _, err := w.person(who).Forge(w.ctx, form); err != nil {
							t.Errorf("%s: the form %q of %s on %q: %v", what, id, who, on, err)
						}
					}
				}
			}
			time.Sleep(time.Minute)
			if !nothing(w.state()) {
				t.Errorf("%s: forms have changed the table: %+v", what, w.state())
			}
		}
		forms("a lobby", func(s *table.State) bool {
			return s.Phase == table.Lobby && len(s.Players) == 2 && s.Host == s.Players[0].ID && !s.Players[1].Ready
		})
		w.own("Boris", w.board(), "start")
		time.Sleep(10 * time.Second)
		forms("a match", func(s *table.State) bool {
			return s.Phase == table.Live && !s.Players[0].Open && !s.Players[1].Open && s.Paused.IsZero() && s.Motion == nil
		})
		if log := w.log.String(); strings.Contains(log, `"level":"error"`) {
			t.Error(log)
		}
	})
}

// TestIncidentNamesAction: the log says which action had an incident, and not what was in it.
func TestIncidentNamesAction(t *testing.T) {
	broken := func(c *Config) { c.Stores.Matches = brokenNotes{c.Stores.Matches} }
	virtual(t, "en-US", broken, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		w.dream("Boris", "log", nil)
		w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: page.CustomID{Match: w.state().ID, Action: page.Log, Arg: "7"}.String()}))
		var named []string
		for _, line := range strings.Split(w.log.String(), "\n") {
			var l struct{ Message, Action string }
			if json.Unmarshal([]byte(line), &l) == nil && l.Message == "handle event failed" {
				named = append(named, l.Action)
			}
		}
		if len(named) != 2 || named[0] != "/table log" || named[1] != "b/log" {
			t.Errorf("the incidents are of %q\n%s", named, w.log)
		}
	})
}

// brokenNotes is a store that cannot read what happened at a table.
type brokenNotes struct{ table.Matches }

func (brokenNotes) Notes(context.Context, string) ([]store.Note, error) {
	return nil, errors.New("canary of a store")
}
