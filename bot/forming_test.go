package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	callpage "oneiros/bot/call/page"
	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/store"
)

// asks says that a person wants to be called to a table, as often as there is one.
func (w *town) asks(who string, c store.Call) {
	w.t.Helper()
	c.Guild, c.User = uint64(mustGuild(w)), uint64(mustID(w.t, w.person(who)))
	if _, _, err := w.bot.conf.Stores.Features.Calls.ChangeCall(w.ctx, c.Guild, c.User, func(now *store.Call, _ bool) bool { *now = c; return true }); err != nil {
		w.t.Fatal(err)
	}
}

// mustGuild is the server of a town.
func mustGuild(w *town) discord.ID {
	w.t.Helper()
	id, err := discord.ParseID(string(w.srv.Guild()))
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// lobbyOf opens a lobby in a new channel.
func (w *town) lobbyOf(who string) *table.State {
	w.t.Helper()
	w.here = w.srv.NewChannel("lobby")
	w.does(w.person(who).Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
	return w.state()
}

// callsHere are the messages of the channel that call people, and whom they notified.
func (w *town) callsHere() (messages []*localcord.Message, who []string) {
	w.t.Helper()
	synctest.Wait()
	for _, m := range w.person("Grace").Messages(w.here) {
		if !strings.Contains(m.Text(), "🔔 ") || m.Ephemeral() || len(m.Embeds) > 0 {
			continue
		}
		messages = append(messages, m)
		for _, u := range m.Mentions {
			for _, name := range []string{"Boris", "Dave", "Eve", "Grace", "Kate", "Mallory"} {
				if w.person(name).ID() == u.ID {
					who = append(who, name)
				}
			}
		}
	}
	slices.Sort(who)
	return messages, who
}

func (w *town) wantCalled(what string, want ...string) {
	w.t.Helper()
	if _, who := w.callsHere(); !slices.Equal(who, want) {
		w.t.Errorf("%s: called are %q, want %q", what, who, want)
	}
}

// TestClockStepsCalls: the person who is called at most once a day is not called again because the
// host's clock has stepped by a day.
func TestClockStepsCalls(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: 24 * time.Hour})
		w.lobbyOf("Boris")
		time.Sleep(2 * callAfter)
		w.wantCalled("at first", "Eve")
		w.steps(testDay)
		w.lobbyOf("Kate")
		time.Sleep(2 * callAfter)
		w.wantCalled("after a step by a day")
	})
}

// TestForming: a lobby that waits calls those who asked, once, and no other person.
func TestForming(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: time.Hour})
		w.asks("Kate", store.Call{Every: time.Hour, Games: []string{"another"}})
		w.lobbyOf("Boris")
		time.Sleep(callAfter - time.Second)
		w.wantCalled("too early")
		time.Sleep(2 * time.Second)
		w.wantCalled("in time", "Eve")
		messages, _ := w.callsHere()
		if m := messages[0]; !has(m, "Lullaby", "You asked to be notified") || m.Button("Join") == nil || m.Button("Notifications") == nil {
			t.Fatalf("the call:\n%s", m.Text())
		}
		time.Sleep(3 * callAgain)
		if messages, _ := w.callsHere(); len(messages) != 1 {
			t.Errorf("%d calls of one lobby", len(messages))
		}
		w.press("Eve", messages[0], "Join")
		if s := w.state(); len(s.Players) != 2 {
			t.Errorf("%d people sit there", len(s.Players))
		}
		w.own("Boris", w.board(), "start")
		time.Sleep(time.Second)
		if messages, _ := w.callsHere(); len(messages) != 0 {
			t.Errorf("the match has begun, and there are %d calls", len(messages))
		}
	})
}

// TestFormingInTurn: a lobby calls a few, and the next one those who were left out.
func TestFormingInTurn(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Dave", "Eve", "Kate", "Mallory"}
		for _, who := range people {
			w.asks(who, store.Call{Every: time.Hour})
		}
		seen := map[string]int{}
		for range 4 {
			s := w.lobbyOf("Boris")
			time.Sleep(callAfter + time.Second)
			_, who := w.callsHere()
			if len(who) != min(callMost, s.Game.Info().Max-1) {
				t.Fatalf("%q are called", who)
			}
			for _, one := range who {
				seen[one]++
			}
			if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: s.Players[0].User}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * time.Hour)
		}
		for _, who := range people {
			if seen[who] < 2 {
				t.Errorf("in four lobbies: %v", seen)
			}
		}
	})
}

// TestFormingWhenWanted: not more often, at no other hour, and not while they play.
func TestFormingWhenWanted(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		hour := time.Now().UTC().Hour()
		w.asks("Dave", store.Call{Every: 3 * time.Hour})
		w.asks("Eve", store.Call{Every: time.Hour, From: (hour + 2) % 24, To: (hour + 4) % 24})
		w.asks("Kate", store.Call{Every: time.Hour, From: (hour + 5) % 24, To: (hour + 7) % 24, Zone: 5 * 60})
		w.asks("Mallory", store.Call{Every: time.Hour})
		w.lobbyOf("Mallory")
		time.Sleep(callAfter + time.Second)
		w.wantCalled("at this hour", "Dave", "Kate")
		w.lobbyOf("Boris")
		time.Sleep(callAfter + time.Second)
		w.wantCalled("so soon after") // and Mallory sits at a table
		time.Sleep(2*time.Hour - 2*callAfter)
		w.lobbyOf("Grace")
		time.Sleep(callAfter + time.Second)
		if _, who := w.callsHere(); !slices.Contains(who, "Eve") || slices.Contains(who, "Dave") || slices.Contains(who, "Kate") {
			t.Errorf("two hours later: %q", who)
		}
	})
}

// TestFormingAfterARestart: a lobby calls after a restart, and never twice.
func TestFormingAfterARestart(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: time.Minute})
		w.lobbyOf("Boris")
		w.stop()
		time.Sleep(2 * callAfter)
		w.start()
		time.Sleep(time.Second)
		w.wantCalled("after a restart", "Eve")
		w.stop()
		w.start()
		time.Sleep(2 * callAgain)
		if messages, _ := w.callsHere(); len(messages) != 1 {
			t.Fatalf("after another restart there are %d calls", len(messages))
		}
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		time.Sleep(time.Second)
		if messages, _ := w.callsHere(); len(messages) != 0 {
			t.Errorf("the match has begun, and there are %d calls", len(messages))
		}
	})
}

// TestFormingForgetsWhoLeft: no person is called who left the server or was put out.
func TestFormingForgetsWhoLeft(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: time.Minute})
		w.asks("Kate", store.Call{Every: time.Minute})
		s := w.lobbyOf("Boris")
		w.own("Kate", w.board(), "join")
		if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Kick, Asked: table.Whatever, User: s.Players[0].User, Whom: mustID(t, w.person("Kate"))}); err != nil {
			t.Fatal(err)
		}
		if err := w.person("Eve").Leave(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(callAfter + time.Second)
		w.wantCalled("one left and one was put out")
		if list, err := w.bot.conf.Stores.Calls.Calls(w.ctx, uint64(s.Guild)); err != nil || len(list) != 1 {
			t.Errorf("%v, %v", list, err)
		}
	})
}

// TestCallMe: one press on a lobby asks for calls; the page says when and what for.
func TestCallMe(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.lobbyOf("Boris")
		m := w.press("Eve", w.board(), "Notify me").Message
		if !m.Ephemeral() || !has(m, "Games: **Lullaby**", "At any time", "At most once every 3 hours") {
			t.Fatalf("after the button of a lobby:\n%s", m.Text())
		}
		choose := func(menu string, values ...string) {
			t.Helper()
			m = w.does(w.person("Eve").Choose(w.ctx, m.ID, "b/-/callsmenu/"+menu, values...)).Message
		}
		choose("hours", "21-2")
		zone := func(value string) {
			t.Helper()
			m = w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: m.ID, CustomID: "b/-/callsmenu/zone", Values: []string{value}})).Message
		}
		for value, want := range map[string]store.Call{"Asia/Kolkata": {City: "Asia/Kolkata"}, "Mars/Olympus": {City: "Asia/Kolkata"}, "Local": {City: "Asia/Kolkata"}} {
			if choose("zone", "Asia/Kolkata"); value != "Asia/Kolkata" {
				zone(value)
			}
			call, _, err := w.bot.conf.Stores.Calls.Call(w.ctx, uint64(mustGuild(w)), uint64(mustID(t, w.person("Eve"))))
			if err != nil || call.City != want.City || call.Zone != 0 || !has(m, "It is "+time.Now().UTC().Add(5*time.Hour+30*time.Minute).Format("15:04")+" where you are") {
				t.Errorf("%s: saved is %+v, %v:\n%s", value, call, err, m.Text())
			}
		}
		zone("-3") // of a page that a former version drew
		choose("every", "24")
		choose("games")
		call, on, err := w.bot.conf.Stores.Calls.Call(w.ctx, uint64(mustGuild(w)), uint64(mustID(t, w.person("Eve"))))
		want := store.Call{Guild: call.Guild, User: call.User, From: 21, To: 2, Zone: -180, Every: 24 * time.Hour}
		if err != nil || !on || call.From != want.From || call.To != want.To || call.Zone != want.Zone || call.City != "" || call.Every != want.Every || len(call.Games) != 0 {
			t.Errorf("saved is %+v, %v", call, err)
		}
		if !has(m, "Any game", "From 21:00 to 2:00", "At most once a day") {
			t.Errorf("the page:\n%s", m.Text())
		}
		if m = w.press("Eve", m, "Turn off").Message; m.Button("Turn on") == nil {
			t.Errorf("called no more:\n%s", m.Text())
		}
		if _, on, err := w.bot.conf.Stores.Calls.Call(w.ctx, call.Guild, call.User); on || err != nil {
			t.Errorf("still called, %v", err)
		}
	})
}

// TestCallMeLater: in the settings people choose first, and nothing is kept before they switch calls on.
func TestCallMeLater(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		m := w.press("Eve", w.dream("Eve", "me", nil).Message, "Notifications").Message
		saved := func() (store.Call, bool) {
			t.Helper()
			call, on, err := w.bot.conf.Stores.Calls.Call(w.ctx, uint64(mustGuild(w)), uint64(mustID(t, w.person("Eve"))))
			if err != nil {
				t.Fatal(err)
			}
			return call, on
		}
		for _, c := range [][2]string{{"hours", "21-2"}, {"zone", "Asia/Kolkata"}, {"every", "24"}, {"games", "lullaby"}} {
			var menu string
			for _, one := range m.Menus() {
				if strings.HasPrefix(one.CustomID, "b/-/callsmenu/"+c[0]+":") {
					menu = one.CustomID
				}
				if one.Placeholder == "" {
					t.Errorf("a menu has no name: %s", one.CustomID)
				}
			}
			m = w.does(w.person("Eve").Choose(w.ctx, m.ID, menu, c[1])).Message
			if _, on := saved(); on || !has(m, "Off.") {
				t.Errorf("%s is chosen, and calls are on:\n%s", c[0], m.Text())
			}
		}
		for _, arg := range []string{"yes:1-1:mars.olympus:5:zz", "yes:::", "hours:21-2:utc:24:ffffffffffffffffff"} { // forged
			if _, draft := callpage.SplitDraft(arg, nil, callpage.Wish{Every: time.Hour}); draft.From != 0 && arg[0] == 'y' || len(draft.Games) != 0 {
				t.Errorf("%s: %+v", arg, draft)
			}
		}
		m = w.press("Eve", m, "Turn on").Message
		if call, on := saved(); !on || call.From != 21 || call.To != 2 || call.City != "Asia/Kolkata" || call.Every != 24*time.Hour || !slices.Equal(call.Games, []string{"lullaby"}) {
			t.Errorf("saved is %+v, %t:\n%s", call, on, m.Text())
		}
		if m = w.press("Eve", m, "Your settings").Message; m.Button("Notifications") == nil {
			t.Errorf("back:\n%s", m.Text())
		}
	})
}

// TestFormingForgets: of the lobbies of a server that was erased nothing stays in memory.
func TestFormingForgets(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: time.Hour})
		w.lobbyOf("Boris") // calls her
		time.Sleep(callAfter + time.Second)
		w.lobbyOf("Dave") // waits
		var matches []string
		for _, s := range w.bot.tables.Known(table.All()) {
			matches = append(matches, s.ID)
		}
		known := func() int {
			n := len(due.Keys[lobby](w.bot.forming.due))
			for _, match := range matches {
				if w.bot.forming.called(match) {
					n++
				}
			}
			return n
		}
		if n := known(); n != 2 {
			t.Fatalf("%d lobbies are known", n)
		}
		for _, s := range w.bot.tables.Known(table.All()) {
			if err := w.bot.conf.Stores.Removals.EraseMatch(w.ctx, s.ID); err != nil {
				t.Fatal(err)
			}
			if err := w.bot.tables.Clear(w.ctx, s.ID); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(sweepEvery + eraseEvery)
		if n := known(); n != 0 {
			t.Errorf("%d lobbies are known that are no more", n)
		}
	})
}

// TestFormingKilled: the bot is killed when Discord has posted a call that the bot heard nothing
// of. Nobody is called twice, and the call goes when the match begins.
func TestFormingKilled(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.asks("Eve", store.Call{Every: time.Minute})
		w.lobbyOf("Boris")
		slow := localcord.Faults{Latency: 1000}
		w.srv.SetFaults(slow)
		time.Sleep(time.Until(w.state().Created.Add(callAfter + 500*time.Millisecond))) // Eve is looked up
		slow.LostRate = 1
		w.srv.SetFaults(slow)
		for n := 0; n == 0; time.Sleep(100 * time.Millisecond) {
			messages, _ := w.callsHere()
			if n = len(messages); time.Since(w.state().Created) > 2*callAfter {
				t.Fatal("nobody is called")
			}
		}
		w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
		w.killed()
		w.srv.SetFaults(localcord.Faults{})
		w.start()
		time.Sleep(2 * callAgain)
		w.wantCalled("after a kill", "Eve")
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		time.Sleep(5 * time.Second)
		if messages, _ := w.callsHere(); len(messages) != 0 {
			t.Errorf("the match has begun, and there are %d calls", len(messages))
		}
	})
}
