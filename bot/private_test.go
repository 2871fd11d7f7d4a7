package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	privatepage "oneiros/bot/private/page"
	"oneiros/bot/table"
	"oneiros/store"
)

// door is the page of who may join the table, as its host reaches it.
func (w *town) door(host string) *localcord.Message {
	w.t.Helper()
	return w.own(host, w.own(host, w.board(), "options").Message, string(privatepage.Show)).Message
}

// invites has the host invite people.
func (w *town) invites(host string, people ...string) *localcord.Message {
	w.t.Helper()
	var ids []string
	for _, who := range people {
		ids = append(ids, string(w.person(who).ID()))
	}
	m := w.door(host)
	return w.does(w.person(host).Choose(w.ctx, m.ID, page.CustomID{Match: w.state().ID, Action: privatepage.Guests}.String(), ids...)).Message
}

// TestPrivateTables: a host invites people and a role. Others are refused on each way to the
// table, in words that name the host. They watch as before, and no person is told of the
// invitation. The next match is private, too, for the same people and for those who played.
func TestPrivateTables(t *testing.T) {
	for locale, words := range map[string]struct{ refused, on, may, mayNot, lobby, nobody, end, line string }{
		"en-US": {"This table is private. Ask the host to invite you. Host: Boris", "The table is private. These may join", "and you may join", "Ask the host to invite you. Host: Boris", "Private", "nobody else yet", "Let everybody in", "A private table: only people whom the host has invited, or who have the role"},
		"ru":    {"Это закрытый стол, попросите ведущего вас пригласить. Ведущий: Boris", "Стол закрытый. Сесть могут", "но сесть можно", "Стол закрытый, попросите ведущего вас пригласить. Ведущий: Boris", "Закрытый", "пока больше никто", "Пустить всех", "Закрытый стол: сесть могут те, кого пригласил ведущий, и те, у кого есть выбранная им роль"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			people := []string{"Boris", "Eve", "Kate", "Mallory", "Dave"}
			for _, who := range people {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			g := w.srv.Guilds()[0]
			if err := g.Allow(w.person("Kate"), "dreamers", 0); err != nil {
				t.Fatal(err)
			}
			refused := func(way string, m *localcord.Message) {
				t.Helper()
				if m == nil || !m.Ephemeral() || !has(m, words.refused) {
					t.Errorf("%s: %s is answered by\n%s", locale, way, m.Text())
				}
				time.Sleep(time.Second)
			}
			sit := func(want ...string) {
				t.Helper()
				if got := slices.Sorted(slices.Values(w.sitting())); !slices.Equal(got, want) {
					t.Errorf("%s: at the table sit %q, want %q", locale, got, want)
				}
			}
			w.plays("Boris", map[string]any{"options": "rounds:1"})
			match := w.state().ID
			before := len(w.record.All())
			if m := w.invites("Boris"); !has(m, words.on, words.nobody) {
				t.Errorf("nobody is invited:\n%s", m.Text())
			}
			m := w.invites("Boris", "Eve", "Mallory")
			if !strings.Contains(m.Text(), "<@"+string(w.person("Eve").ID())+">") || len(m.Mentions) > 0 || !has(m, words.on) {
				t.Errorf("two are invited:\n%s", m.Text())
			}
			if menu := m.Menus()[0]; len(menu.Chosen) != 2 {
				t.Errorf("the menu has chosen %v", menu.Chosen)
			}
			m = w.invites("Boris", "Eve") // Mallory is not, after all
			role := page.CustomID{Match: match, Action: privatepage.Role}
			if m = w.does(w.person("Boris").Choose(w.ctx, m.ID, role.String(), string(w.srv.Guild()))).Message; has(m, words.on) {
				t.Errorf("the role of everybody is taken:\n%s", m.Text())
			}
			m = w.does(w.person("Boris").Choose(w.ctx, w.door("Boris").ID, role.String(), string(g.Role("dreamers")))).Message
			if !strings.Contains(m.Text(), "<@&"+string(g.Role("dreamers"))+">") {
				t.Errorf("a role is invited:\n%s", m.Text())
			}
			time.Sleep(5 * time.Second)
			if w.board().Button(words.lobby) == nil || !has(w.board(), words.line) || len(w.board().Mentions) > 0 {
				t.Errorf("the lobby does not say that it is private:\n%s", w.board().Text())
			}
			for _, q := range w.record.All()[before:] {
				for _, who := range []string{"Eve", "Mallory", "Kate"} {
					if body := string(q.Body); (q.Everyone || slices.Contains(q.Only, w.person(who).ID())) && strings.Contains(body, string(w.person("Eve").ID())) {
						t.Errorf("%s is shown whom the host invites: %s", who, body)
					}
				}
			}
			for who, line := range map[string]string{"Eve": words.may, "Kate": words.may, "Mallory": words.mayNot} {
				if m := w.press(who, w.board(), words.lobby).Message; !m.Ephemeral() || !has(m, line) || strings.Contains(m.Text(), "<@") || len(m.Menus()) > 0 {
					t.Errorf("%s reads\n%s", who, m.Text())
				}
			}
			for _, action := range []page.Action{privatepage.Guests, privatepage.Switch, privatepage.Role} { // by the host alone
				w.forges("Mallory", page.CustomID{Match: match, Action: action, Arg: page.No}, string(w.person("Mallory").ID()))
			}
			for _, who := range people[1:] {
				w.asks(who, store.Call{Every: time.Hour})
			}
			time.Sleep(callAfter)
			w.wantCalled("of a guest, a member of the role and strangers", "Eve")
			refused("to join", w.own("Mallory", w.board(), "join").Message)
			refused("to join by a command", w.dream("Dave", "join", nil).Message)
			w.own("Eve", w.board(), "join")
			w.dream("Kate", "join", nil)
			sit("Boris", "Eve", "Kate")

			w.own("Boris", w.board(), "start")
			w.own("Kate", w.dream("Kate", "leave", nil).Message, "leave")
			seats := w.own("Mallory", w.board(), "take").Message
			refused("to take a seat", w.own("Mallory", seats, "take").Message)
			if m := w.own("Dave", w.board(), "panel").Message; !m.Ephemeral() || has(m, words.refused) {
				t.Errorf("Dave does not watch:\n%s", m.Text())
			}
			w.dream("Kate", "join", nil) // who has the role
			sit("Boris", "Eve", "Kate")
			panels := map[string]*localcord.Message{}
			for _, who := range w.sitting() {
				panels[who] = w.own(who, w.board(), "panel").Message
			}
			w.play(w.sitting(), panels)
			again := page.CustomID{Action: page.Again, Match: match}
			refused("to play again", w.forges("Mallory", again))
			w.forges("Eve", again) // who becomes the host
			w.stop()
			w.start()
			if m := w.own("Mallory", w.board(), "join").Message; !has(m, strings.Replace(words.refused, "Boris", "Eve", 1)) {
				t.Errorf("to join the next table:\n%s", m.Text())
			}
			w.forges("Boris", again)
			w.dream("Kate", "join", nil)
			sit("Boris", "Eve", "Kate")

			w.press("Eve", w.door("Eve"), words.end)
			w.own("Mallory", w.board(), "join")
			sit("Boris", "Eve", "Kate", "Mallory")
			if n := w.counted("oneiros_faults_total"); n != 0 {
				t.Errorf("%v faults\n%s", n, w.log)
			}
		})
	}
}

// TestPrivateRows: who is invited to a table goes with the person and with the match.
func TestPrivateRows(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.plays("Boris", nil)
		match := w.state().ID
		w.invites("Boris", "Eve", "Kate")
		if rows := w.kept("Eve").Rows("invitations"); len(rows) != 1 || !strings.Contains(string(rows[0]), match) {
			t.Errorf("her file has %s", rows)
		}
		w.forges("Eve", page.CustomID{Action: "erase", Arg: page.Yes})
		time.Sleep(time.Minute)
		guests := w.bot.conf.Stores.Features.Rows(store.PrivateGuests)
		if list, err := guests.List(w.ctx, store.With{"match": match}); err != nil || len(list) != 1 {
			t.Errorf("%d are invited, %v", len(list), err)
		}
		if _, err := w.bot.tables.Send(w.ctx, match, table.Action{Kind: table.Stop, Asked: table.Whatever, User: w.state().Players[0].User}); err != nil {
			t.Fatal(err)
		}
		w.forges("Аня", page.CustomID{Action: personpage.EraseServer, Arg: page.Yes})
		time.Sleep(time.Minute)
		list, err := guests.List(w.ctx, store.With{"match": match})
		tables, err2 := w.bot.conf.Stores.Features.Rows(store.PrivateTables).List(w.ctx, store.With{"match": match})
		if err != nil || err2 != nil || len(list)+len(tables) != 0 {
			t.Errorf("left are %v and %v, %v, %v", list, tables, err, err2)
		}
	})
}
