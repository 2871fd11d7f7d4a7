package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games/text"
)

// addresses are the addresses of the buttons of a message that only lead somewhere.
func addresses(m *localcord.Message) (list []string) {
	for _, row := range m.Components {
		for _, b := range row.Components {
			if b.URL != "" {
				list = append(list, b.URL)
			}
		}
	}
	return list
}

// TestMine lists a person's tables: on a server those of the server, in direct messages
// all. Those that wait for them come first, and every line has its link.
func TestMine(t *testing.T) {
	for locale, say := range map[string]map[string]string{
		"en-US": {"none": "not at any table", "lobby": "Not started yet", "yours": "Your turn", "paused": "paused", "direct": "direct messages"},
		"ru":    {"none": "Вы сейчас не играете", "lobby": "Ещё не начали", "yours": "Ваш ход", "paused": "на паузу", "direct": "личная переписка"},
	} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Boris", "Eve", "Kate"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			mine := func(who string, channel localcord.ID) *localcord.Message {
				t.Helper()
				m := w.does(w.person(who).Command(w.ctx, channel, "dream mine", nil)).Message
				if !m.Ephemeral() {
					t.Errorf("everybody sees the tables of %s", who)
				}
				return m
			}
			if m := mine("Boris", w.here); !has(m, say["none"]) || len(m.Buttons()) != 1 {
				t.Errorf("at no table:\n%s", m.Text())
			}
			first := w.here
			w.match("rounds:3", "Boris", "Eve", "Kate")
			match := w.state()
			w.here = w.srv.NewChannel("second")
			w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
			lobby := w.state()

			m := mine("Boris", w.here)
			lines := strings.Split(m.Text(), "\n")
			find := func(words string) int {
				return slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, words) })
			}
			if at := find(say["yours"]); at < 0 || at > find(say["lobby"]) || !strings.Contains(lines[at], "<t:") || !strings.Contains(lines[at-1], "<#"+string(first)+">") {
				t.Errorf("a turn and a lobby:\n%s", m.Text())
			}
			links := addresses(m)
			for i, s := range []*table.State{match, lobby} {
				want := "https://discord.com/channels/" + s.Guild.String() + "/" + s.CurrentChannel().String() + "/"
				if len(links) != 2 || !strings.HasPrefix(links[i], want) || strings.HasSuffix(links[i], "/0") {
					t.Errorf("the links are %q, want %s", links, want)
				}
			}
			if strings.Contains(m.Text(), ":R>") {
				t.Errorf("the page stays as it is, and counts time down:\n%s", m.Text())
			}
			if m := mine("Kate", first); has(m, say["lobby"]) || len(addresses(m)) != 1 {
				t.Errorf("Kate sits at one table:\n%s", m.Text())
			}
			if _, err := w.bot.tables.Send(w.ctx, match.ID, table.Action{Kind: table.Pause, User: match.Players[0].User}); err != nil {
				t.Fatal(err)
			}
			dm := w.writes("Boris")
			w.does(w.person("Boris").Command(w.ctx, dm, "dream play", map[string]any{"game": "lullaby", "options": "rounds:3"}))
			if m := mine("Boris", dm); !has(m, say["paused"], say["lobby"], say["direct"]) || len(addresses(m)) != 3 {
				t.Errorf("in direct messages:\n%s", m.Text())
			}
			if m := mine("Boris", w.here); has(m, say["direct"]) || len(addresses(m)) != 2 {
				t.Errorf("on the server:\n%s", m.Text())
			}
		})
	}
}

// TestMineAfterARestart finds the table again, and the time that is left.
func TestMineAfterARestart(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		due := func() time.Time {
			s := w.state()
			at, _ := s.When(s.Status.Due)
			return at
		}
		before := due()
		w.stop()
		time.Sleep(time.Hour)
		w.start()
		if now := due(); !now.After(before) {
			t.Fatalf("the deadline was %v and is %v", before, now)
		}
		m := w.does(w.person("Eve").Command(w.ctx, w.here, "dream mine", nil)).Message
		if !has(m, "Lullaby", "Your turn", "<t:") {
			t.Errorf("after a restart:\n%s", m.Text())
		}
	})
}

// TestMineLate: a deadline that is over is not named. The table is about to go on.
func TestMineLate(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		s := w.state()
		due, _ := s.When(s.Status.End())
		pages := personpage.Pages{Kit: page.New(&screen.Painter{}, words.Catalogue(), nil, nil).Kit()}
		for now, named := range map[time.Time]bool{due.Add(-time.Second): true, due: false, due.Add(time.Minute): false} {
			m := pages.Mine([]personpage.MyTable{{State: s}}, s.Players[1].ID, text.English, now).Message
			if said := m.Embeds[0].Description; strings.Contains(said, "Deadline") != named || !strings.Contains(said, "Your turn") {
				t.Errorf("at %v, with the deadline at %v:\n%s", now, due, said)
			}
		}
	})
}

// TestMineAtManyTables: the page keeps within two rows of buttons.
func TestMineAtManyTables(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		user := table.User{ID: mustID(t, w.person("Boris")), Name: "Boris"}
		for range 12 {
			here, err := discord.ParseID(string(w.srv.NewChannel("more")))
			if err != nil {
				t.Fatal(err)
			}
			guild, err := discord.ParseID(string(w.srv.Guild()))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.bot.tables.Create(w.ctx, table.New{Guild: guild, Channel: here, Game: "lullaby", Host: user}); err != nil {
				t.Fatal(err)
			}
		}
		m := w.does(w.person("Boris").Command(w.ctx, w.here, "dream mine", nil)).Message
		if !has(m, "More tables: 2") || len(addresses(m)) != 10 {
			t.Errorf("at twelve tables:\n%s", m.Text())
		}
	})
}
