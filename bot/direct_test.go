package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
)

// writes opens a person's direct messages with the bot.
func (w *town) writes(who string) localcord.ID {
	w.t.Helper()
	dm, err := w.person(who).OpenDirect()
	if err != nil {
		w.t.Fatal(err)
	}
	return dm
}

// alone is the one message of a person's table in their direct messages, once there is
// one message of it and no other.
func (w *town) alone(who string) *localcord.Message {
	w.t.Helper()
	synctest.Wait() // it may be under way
	var found []*localcord.Message
	p := w.person(who)
	if err := p.WaitFor(w.ctx, func() bool {
		s := w.state()
		found = slices.DeleteFunc(p.Messages(p.Direct()), func(m *localcord.Message) bool {
			return m.Ephemeral() || !slices.ContainsFunc(m.Buttons(), func(c *localcord.Component) bool { return strings.Contains(c.CustomID, "/"+s.ID+"/") })
		})
		return len(found) == 1
	}); err != nil {
		w.t.Fatalf("%s has %d messages of the table\n%s", who, len(found), w.log)
	}
	return found[0]
}

// solo starts a match in a person's direct messages and returns its message.
func (w *town) solo(who, options string) *localcord.Message {
	w.t.Helper()
	o := map[string]any{"game": w.bot.games[0].info.Name}
	if options != "" {
		o["options"] = options
	}
	w.does(w.person(who).Command(w.ctx, w.writes(who), "dream play", o))
	return w.alone(who)
}

// TestDirectCards: in direct messages the games are shown to a person alone. Two presses
// lead to the first own decision, on the only message there.
func TestDirectCards(t *testing.T) {
	for locale, say := range map[string][2]string{"en-US": {"Play alone", "Board"}, "ru": {"Играть одному", "Стол"}} {
		if testing.Short() && locale == "ru" {
			continue
		}
		virtual(t, "en-US", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			boris := w.person("Boris")
			if err := boris.SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			dm := w.writes("Boris")
			for _, g := range w.bot.games {
				m := w.does(boris.Command(w.ctx, dm, "dream play", map[string]any{"thread": true})).Message
				if id := (page.CustomID{Action: page.Cards, Arg: page.CardArg{Game: g.info.Name, Thread: true}.String()}).String(); m.Button(id) != nil && !m.Button(id).Disabled {
					m = w.press("Boris", m, id).Message
				}
				if !m.Ephemeral() || m.Button("b/-/play/"+g.info.Name+":thread") != nil {
					t.Errorf("%s: the list of games:\n%s", locale, m.Text())
				}
				w.press("Boris", m, say[0])
				s := w.state()
				if s.Phase != table.Live || s.Game.Info().Name != g.info.Name || len(s.Players) != g.info.Best || s.Guild != 0 || s.Host != mustID(t, boris) || s.WantsThread {
					t.Fatalf("%s: the match of %s: %v with %d", locale, g.info.Name, s.Phase, len(s.Players))
				}
				board := w.alone("Boris")
				if all := boris.Messages(dm); all[len(all)-1].ID != board.ID || len(boris.Panels(dm)) != 0 {
					t.Errorf("%s: the table of %s is not the last and only message", locale, g.info.Name)
				}
				if err := w.srv.Wait(w.ctx, func() bool { return decides(w.now("Boris", board)) }); err != nil {
					t.Errorf("%s: the first decision in %s does not come:\n%s", locale, g.info.Name, w.now("Boris", board).Text())
				}
				// What stands on a board is one press away, and so is the way back.
				r := w.press("Boris", board, say[1])
				if !r.Updated || decides(r.Message) || r.Message.Text() == w.now("Boris", board).Embeds[0].Title {
					t.Errorf("%s: the board of %s:\n%s", locale, g.info.Name, r.Message.Text())
				}
				if r = w.own("Boris", board, "panel"); !r.Updated || r.Message.ID != board.ID {
					t.Errorf("%s: back from the board of %s:\n%s", locale, g.info.Name, r.Message.Text())
				}
				w.own("Boris", w.comesDown("Boris", "table stop"), "stop")
				if s := w.state(); s.Phase != table.Void {
					t.Fatalf("%s: %s does not stop", locale, g.info.Name)
				}
			}
		})
	}
}

// dreamDirect types a command into direct messages.
func (w *town) dreamDirect(who, words string, options map[string]any) *localcord.Reply {
	w.t.Helper()
	return w.does(w.person(who).Command(w.ctx, w.person(who).Direct(), words, options))
}

// comesDown types a command that posts the message of the table again, and returns it.
func (w *town) comesDown(who, words string) *localcord.Message {
	w.t.Helper()
	before, now := w.alone(who), (*localcord.Message)(nil)
	w.dreamDirect(who, words, nil)
	if err := w.srv.Wait(w.ctx, func() bool { now = w.alone(who); return now.ID != before.ID }); err != nil {
		w.t.Fatalf("after /%s the table stays where it was:\n%s", words, before.Text())
	}
	return now
}

// TestDirectMatch plays a match in direct messages to its end and the next one after it.
// No person is mentioned, and no other person sees anything.
func TestDirectMatch(t *testing.T) {
	virtual(t, "ru", nil, func(t *testing.T, w *town) {
		board := w.solo("Boris", "rounds:2")
		if s := w.state(); s.Options["rounds"] != "2" || s.Lang != "en" {
			t.Fatalf("the match: %v in %s", s.Options, s.Lang)
		}
		if r := w.does(w.person("Boris").Command(w.ctx, w.person("Boris").Direct(), "dream play", map[string]any{"game": "lullaby"})); !has(r.Message, "⚠", "already a table") || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("a second table:\n%s", r.Message.Text())
		}
		w.finish("Boris")
		over := w.alone("Boris")
		if over.ID != board.ID {
			t.Error("it is another message, though nothing buried it")
		}
		// One press plays again, with the same options.
		before := w.state().ID
		w.own("Boris", over, "again")
		if s := w.state(); s.ID == before || s.Phase != table.Live || s.Options["rounds"] != "2" || s.Previous != before || s.Guild != 0 {
			t.Fatalf("the next match: %v %v", s.Phase, s.Options)
		}
		if next := w.alone("Boris"); next.ID == over.ID {
			t.Error("the next match is on the old message")
		}
		if err := w.srv.Wait(w.ctx, func() bool { return w.now("Boris", over).Button("Play again") == nil }); err != nil {
			t.Errorf("the old message offers another:\n%s", w.now("Boris", over).Text())
		}
		for _, m := range w.person("Boris").Messages(w.person("Boris").Direct()) {
			if strings.Contains(m.Content, "<@") {
				t.Errorf("somebody is mentioned:\n%s", m.Text())
			}
		}
		for _, q := range w.record.All() {
			if q.Everyone || strings.Contains(q.Path, "/members/") || strings.HasSuffix(q.Path, "/users/@me/channels") {
				t.Errorf("%s %s", q.Method, q.Path)
			}
		}
		if strings.Contains(w.log.String(), `"level":"error"`) || strings.Contains(w.log.String(), `"level":"warn"`) {
			t.Error(w.log)
		}
	})
}

// finish plays the match in a person's direct messages to its end, by what can be
// pressed.
func (w *town) finish(who string) {
	w.t.Helper()
	w.finishUntil(who, func(*table.State) bool { return false })
}

// finishUntil plays until a state of the match, or to its end.
func (w *town) finishUntil(who string, enough func(*table.State) bool) {
	w.t.Helper()
	for range 200 {
		s := w.state()
		if s.Phase != table.Live || enough(s) {
			return
		}
		seat, _ := s.Seat(mustID(w.t, w.person(who)))
		if !slices.Contains(s.Status.Awaits, seat) {
			<-time.After(time.Second)
			continue
		}
		if move, ok := s.Match.Choose(seat, games.Normal); ok {
			w.does(w.movesOn(w.alone(who), who, s, seat, move))
		}
	}
	w.t.Fatalf("the match does not end:\n%s\n%v %v", w.alone(who).Text(), w.state().Status, w.state().Clock)
}

// TestDirectHeals deletes the message of a table, buries it, ends the bot and loses what
// Discord says. Each time there is one message, and it is true.
func TestDirectHeals(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		board := w.solo("Boris", "rounds:3")
		boris, dm := w.person("Boris"), w.person("Boris").Direct()
		if err := w.srv.Control().DeleteMessage(board.ID); err != nil {
			t.Fatal(err)
		}
		if next := w.alone("Boris"); next.ID == board.ID {
			t.Error("it was not posted again")
		}
		// After a restart it is the same message, on the same page.
		board = w.alone("Boris")
		w.press("Boris", board, "People")
		w.stop()
		w.start()
		if err := w.srv.Wait(w.ctx, func() bool { return has(w.now("Boris", board), "Who sits") || has(w.now("Boris", board), "Pause") }); err != nil || w.alone("Boris").ID != board.ID {
			t.Errorf("after a restart:\n%s", w.now("Boris", board).Text())
		}
		w.own("Boris", board, "panel")
		// The panel is looked for: it comes down, once.
		if _, err := boris.Say(dm, "where is it?"); err != nil {
			t.Fatal(err)
		}
		if board = w.comesDown("Boris", "dream panel"); boris.Last(dm).ID != board.ID || !decides(board) {
			t.Fatalf("the last message is\n%s", boris.Last(dm).Text())
		}
		// Many words bury it. It comes down when it changes.
		<-time.After(2 * screen.MinBoardAge)
		for range screen.BuriedAfter {
			if _, err := boris.Say(dm, "la"); err != nil {
				t.Fatal(err)
			}
		}
		w.press("Boris", w.alone("Boris"), "People")
		if err := boris.WaitFor(w.ctx, func() bool { return boris.Last(dm).ID != board.ID && w.alone("Boris").ID == boris.Last(dm).ID }); err != nil {
			t.Errorf("it stays buried")
		}
		// What Discord does not say, and a slow answer, do no harm.
		w.srv.SetFaults(localcord.Faults{LostRate: 0.3, ErrorRate: 0.1})
		if _, err := boris.Press(w.ctx, w.alone("Boris").ID, "My panel"); err != nil {
			t.Logf("not answered: %v", err)
		}
		w.srv.SetFaults(localcord.Faults{})
		if err := w.srv.Wait(w.ctx, func() bool { m := w.alone("Boris"); return m.Button("Board") != nil }); err != nil {
			t.Errorf("it does not heal:\n%s", w.alone("Boris").Text())
		}
	})
}

// TestDirectSleep: the person who is away for long finds the match as it was, and is not
// written to.
func TestDirectSleep(t *testing.T) {
	virtualUntil(t, "en-US", nil, func(t *testing.T, w *town) bool { return w.sleepsAlone("Boris") })
}

// sleepsAlone has a person begin a match and go away, come back and go away again. It is
// false when what is played for them wins: they have to speak then, which has no
// deadline, and the match waits for ever.
func (w *town) sleepsAlone(who string) bool {
	w.t.Helper()
	waits := func() bool { s := w.state(); return s.Phase == table.Live && !s.Players[0].Asleep && s.Status.Due == 0 }
	w.solo(who, "rounds:3")
	n := len(w.person(who).Messages(w.person(who).Direct()))
	<-time.After(6 * table.Patience) // before two missed turns, and a time to read
	if waits() {
		return false
	}
	s := w.state()
	if s.Phase != table.Live || !s.Players[0].Asleep || s.Paused.IsZero() {
		w.t.Fatalf("the match: %v, %+v", s.Phase, s.Players[0])
	}
	if all := w.person(who).Messages(w.person(who).Direct()); len(all) != n {
		w.t.Errorf("%d messages, there were %d", len(all), n)
	}
	board := w.alone(who) // after an hour it was posted again, and the old one deleted
	r := w.own(who, board, "back")
	if !r.Updated || r.Message.ID != board.ID || !has(r.Message, "in control again") || w.state().Players[0].Asleep {
		w.t.Errorf("back again:\n%s", r.Message.Text())
	}
	<-time.After(6 * table.Patience) // before two missed turns, and a time to read
	if waits() {
		return false
	}
	if testing.Short() && !gametest.Thorough() {
		return true // a day of a bot is dear
	}
	<-time.After(table.AloneTimeout + time.Hour)
	if all := w.bot.tables.Known(table.On()); len(all) != 0 {
		w.t.Errorf("a day later the match is %v", all[0].Phase)
	}
	return true
}

// TestDirectPaused: a match that its only person paused is not kept for ever. There is no
// server whose leaving would end it.
func TestDirectPaused(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.press("Boris", w.solo("Boris", "rounds:3"), "People")
		w.press("Boris", w.alone("Boris"), "Pause")
		if s := w.state(); s.Paused.IsZero() || time.Until(s.Expires).Round(time.Second) != table.DirectTimeout {
			t.Errorf("paused: %v, until %v", s.Paused, s.Expires)
		}
		w.press("Boris", w.alone("Boris"), "Resume")
		if s := w.state(); !s.Paused.IsZero() || !s.Expires.IsZero() {
			t.Errorf("resumed: %v, until %v", s.Paused, s.Expires)
		}
	})
}

// TestDirectCommands types everything that there is into direct messages. It works, or
// is refused in words that say why.
func TestDirectCommands(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		dm := w.writes("Boris")
		eve := string(w.person("Eve").ID())
		for _, c := range []struct {
			words   string
			options map[string]any
			want    string
		}{
			{"dream panel", nil, "nothing is being played"},
			{"table leave", nil, "not at any table here"},
			{"dream settings", nil, "belong to a server"},
			{"dream me", nil, "Your settings"},
			{"dream mine", nil, "not at any table"},
			{"dream rules", nil, "Everybody plays one dream"},
			{"dream play", map[string]any{"game": "lullaby", "options": "rounds:9"}, "⚠"},
		} {
			if r := w.does(w.person("Boris").Command(w.ctx, dm, c.words, c.options)); !r.Message.Ephemeral() || !strings.Contains(strings.ToLower(r.Message.Text()), strings.ToLower(c.want)) {
				t.Errorf("without a table, /%s:\n%s", c.words, r.Message.Text())
			}
		}
		if len(w.bot.tables.Known(table.All())) != 0 {
			t.Fatal("there is a table")
		}
		w.solo("Boris", "rounds:1")
		for _, c := range []struct {
			words   string
			options map[string]any
			want    string // of an answer of its own; empty when the table's message is the answer
			shows   string // what that message shows
		}{
			{"dream panel", nil, "", "Suggest"},
			{"dream table", nil, "", ": a bot plays"}, // no other person may take the seat
			{"table join", nil, "", "Suggest"},
			{"table pause", nil, "paused", ""},
			{"table resume", nil, "goes on", ""},
			{"table host", map[string]any{"user": eve}, "⚠", ""},
			{"table kick", map[string]any{"user": eve}, "⚠", ""},
			{"table log", nil, "Lullaby", ""},
			{"dream rules", nil, "Everybody plays one dream", ""},
			{"dream settings", nil, "belong to a server", ""},
			{"dream mine", nil, "direct messages", ""},
			{"dream me", map[string]any{"language": "ru"}, "Ваши настройки", "Совет"},
			{"table stop", nil, "", "Закончить"},
			{"dream panel", nil, "", "Совет"},
			{"table leave", nil, "", "Уйти"},
		} {
			r := w.does(w.person("Boris").Command(w.ctx, dm, c.words, c.options))
			if c.want != "" && !strings.Contains(strings.ToLower(r.Message.Text()), strings.ToLower(c.want)) {
				t.Errorf("/%s:\n%s", c.words, r.Message.Text())
			}
			if c.want == "" && r.Message != nil {
				if err := w.srv.Wait(w.ctx, func() bool { return w.person("Boris").Message(r.Message.ID) == nil }); err != nil {
					t.Errorf("/%s leaves an answer:\n%s", c.words, r.Message.Text())
				}
			}
			if c.shows == "" {
				continue
			}
			if err := w.srv.Wait(w.ctx, func() bool { return has(w.alone("Boris"), c.shows) }); err != nil {
				t.Errorf("after /%s the table shows\n%s", c.words, w.alone("Boris").Text())
			}
		}
		w.own("Boris", w.alone("Boris"), "leave")
		if s := w.state(); s.Phase != table.Void {
			t.Errorf("left, the match is %v", s.Phase)
		}
		if m := w.alone("Boris"); m.Button("Сыграть ещё") == nil {
			t.Errorf("left, the table shows\n%s", m.Text())
		}
		w.own("Boris", w.alone("Boris"), "again")
		if s := w.state(); s.Phase != table.Live {
			t.Errorf("again, the match is %v", s.Phase)
		}
	})
}

// TestDirectTyped plays by a slash command in direct messages.
func TestDirectTyped(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.solo("Boris", "rounds:3")
		<-time.After(table.Typing + 10*time.Millisecond)
		r := w.dreamDirect("Boris", "name", map[string]any{"text": "x"})
		if !r.Message.Ephemeral() || !has(r.Message, "⚠") {
			t.Errorf("too early:\n%s", r.Message.Text())
		}
		// The dream gets a name, and Boris may give it. A match may end without such a turn.
		for range 20 {
			w.finishUntil("Boris", func(s *table.State) bool {
				seat, _ := s.Seat(mustID(t, w.person("Boris"))) // the next match turns the seats
				return slices.ContainsFunc(s.Match.Moves(seat), func(m string) bool { return strings.HasPrefix(m, "name ") })
			})
			if w.state().Phase == table.Live {
				break
			}
			w.own("Boris", w.alone("Boris"), "again")
		}
		if w.state().Phase != table.Live {
			t.Fatal("Boris never gives a name")
		}
		<-time.After(table.Typing + 10*time.Millisecond)
		board, dm, n := w.alone("Boris"), w.person("Boris").Direct(), w.state().Match.N()
		w.dreamDirect("Boris", "name", map[string]any{"text": "a long sleep"})
		if err := w.srv.Wait(w.ctx, func() bool { return len(w.person("Boris").Panels(dm)) == 0 && w.state().Match.N() > n }); err != nil {
			t.Errorf("named:\n%s", w.alone("Boris").Text())
		}
		if m := w.alone("Boris"); m.ID != board.ID {
			t.Error("the table comes down for a move")
		}
		w.finish("Boris")
		if s := w.state(); s.Phase != table.Over {
			t.Errorf("the match is %v", s.Phase)
		}
	})
}

// TestDirectClosed: the bot says so where it may not write, and opens no table. A match
// that is on goes on where it is.
func TestDirectClosed(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		dm := w.writes("Boris")
		w.srv.SetFaults(localcord.Faults{ClosedDMs: []localcord.ID{"*"}})
		r := w.does(w.person("Boris").Command(w.ctx, dm, "dream play", map[string]any{"game": "lullaby"}))
		if !has(r.Message, "⚠", "cannot write to you") || len(w.bot.tables.Known(table.On())) != 0 {
			t.Errorf("closed:\n%s", r.Message.Text())
		}
		w.srv.SetFaults(localcord.Faults{})
		board := w.solo("Boris", "rounds:3")
		w.srv.SetFaults(localcord.Faults{ClosedDMs: []localcord.ID{"*"}})
		w.dreamDirect("Boris", "dream table", nil) // it cannot be posted again, and is edited
		if err := w.srv.Wait(w.ctx, func() bool { return has(w.now("Boris", board), "Pause") }); err != nil {
			t.Errorf("while they are closed:\n%s", w.now("Boris", board).Text())
		}
		if r := w.own("Boris", board, "panel"); !r.Updated {
			t.Errorf("a press:\n%s", r.Message.Text())
		}
		w.srv.SetFaults(localcord.Faults{})
		w.comesDown("Boris", "dream panel")
	})
}

// TestDirectAllowed: where the operator lists the servers, only their members may play
// in direct messages.
func TestDirectAllowed(t *testing.T) {
	var list []discord.ID
	virtual(t, "en-US", func(c *Config) { c.Guilds = list }, func(t *testing.T, w *town) {
		guild, err := discord.ParseID(string(w.srv.Guild()))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			list []discord.ID
			ok   bool
		}{{[]discord.ID{1}, false}, {[]discord.ID{1, guild}, true}} {
			w.stop()
			list = c.list
			w.start()
			r := w.does(w.person("Boris").Command(w.ctx, w.writes("Boris"), "dream play", map[string]any{"game": "lullaby"}))
			if open := len(w.bot.tables.Known(table.On())) == 1; open != c.ok || !c.ok && !has(r.Message, "⚠", "server") {
				t.Errorf("%v: %d tables\n%s", c.list, len(w.bot.tables.Known(table.On())), r.Message.Text())
			}
		}
	})
}

// TestDirectForged carries the ids of a table in direct messages to every other place,
// and ids of servers to direct messages. Nothing happens.
func TestDirectForged(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		board := w.solo("Boris", "rounds:3")
		s := w.state()
		ids := []string{}
		for _, b := range board.Buttons() {
			ids = append(ids, b.CustomID)
		}
		for _, a := range []page.Action{page.Panel, page.Board, page.Seats, page.Stop, page.Leave, page.Join, page.TakeSeat, page.Again, page.Log, page.Suggest} {
			ids = append(ids, page.CustomID{Match: s.ID, Action: a}.String())
		}
		hers := w.writes("Eve")
		rev := w.state().Rev
		for where, f := range map[string]localcord.Forged{
			"a stranger's direct messages":    {Channel: hers, Direct: true},
			"the channel of a server":         {Channel: w.here},
			"a channel that claims no server": {Channel: w.here, Direct: true},
		} {
			for _, id := range ids {
				f.CustomID = id
				r, err := w.person("Eve").Forge(w.ctx, f)
				if err != nil || !r.Message.Ephemeral() || !has(r.Message, "⚠", "expired") {
					t.Errorf("%s from %s is answered with %v\n%s", id, where, err, r.Message.Text())
				}
			}
		}
		// The rules may be read everywhere, but not the seed of a person's match.
		rules := page.CustomID{Match: s.ID, Action: page.Rules, Arg: "lullaby"}.String()
		if r := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: hers, Direct: true, CustomID: rules})); has(r.Message, s.SeedHash[:8]) {
			t.Errorf("the rules tell of another's match:\n%s", r.Message.Text())
		}
		for _, words := range []string{"play", "panel", "table"} {
			data := map[string]any{"id": "1", "name": "dream", "type": 1, "options": []any{map[string]any{"name": words, "type": 1, "options": []any{}}}}
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Direct: true, Command: data}))
			if !has(r.Message, "⚠", "on a server, or in direct messages") {
				t.Errorf("/dream %s of a group is answered with\n%s", words, r.Message.Text())
			}
		}
		if now := w.state(); now.Rev != rev || now.Phase != table.Live || len(w.bot.tables.Known(table.All())) != 1 {
			t.Errorf("something happened: %v", now.Phase)
		}
		// A table of the server is not played in direct messages.
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		other := w.state()
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.person("Boris").Direct(), Direct: true, CustomID: page.CustomID{Match: other.ID, Action: page.Start}.String()}))
		if !has(r.Message, "⚠", "expired") || w.state().Phase != table.Lobby {
			t.Errorf("a table of the server:\n%s", r.Message.Text())
		}
	})
}

// TestDirectCrash: a bot that ended between the opening of a table and its start leaves
// a lobby, from which its person starts.
func TestDirectCrash(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		dm := w.writes("Boris")
		channel, err := discord.ParseID(string(dm))
		if err != nil {
			t.Fatal(err)
		}
		host := table.User{ID: mustID(t, w.person("Boris")), Name: "Boris", Locale: "en-US"}
		if _, err := w.bot.tables.Create(w.ctx, table.New{Channel: channel, Game: "lullaby", Host: host, Lang: "en"}); err != nil {
			t.Fatal(err)
		}
		w.stop()
		w.start()
		r := w.own("Boris", w.alone("Boris"), "start")
		if s := w.state(); s.Phase != table.Live || !r.Updated || r.Message.Button("Board") == nil {
			t.Fatalf("the match is %v:\n%s", s.Phase, r.Message.Text())
		}
		w.finish("Boris")
	})
}

// TestDirectRemoved: a server that removes the bot takes nothing along that is in
// direct messages.
func TestDirectRemoved(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.solo("Boris", "rounds:3")
		w.srv.Control().SetGuildState(localcord.GuildRemoved)
		<-time.After(time.Second)
		if s := w.state(); s.Phase != table.Live || s.Halted {
			t.Errorf("the match: %v, %v", s.Phase, s.Paused)
		}
		w.stop()
		w.start()
		<-time.After(3 * time.Minute) // the outage of a server is known by then
		if s := w.state(); s.Halted {
			t.Errorf("the match: %v, %v", s.Phase, s.Paused)
		}
	})
}
