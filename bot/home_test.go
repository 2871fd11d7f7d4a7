package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/home"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/store"
)

// settingForm has the owner of the server open the form that has a setting.
func (w *town) settingForm(setting string) *localcord.Modal {
	w.t.Helper()
	m := w.dream("Аня", "settings", nil).Message
	for _, b := range m.Buttons() {
		if !strings.HasPrefix(b.CustomID, page.CustomID{Action: homepage.Form}.String()) {
			continue
		}
		form := w.press("Аня", m, b.CustomID).Modal
		for _, row := range form.Components {
			if row.Component.CustomID == setting {
				return form
			}
		}
	}
	w.t.Fatalf("%s is in no form:\n%s", setting, m.Text())
	return nil
}

// set chooses values of a setting of the server as its owner, and leaves the others of its form as
// they are.
func (w *town) set(setting string, values ...string) *localcord.Message {
	w.t.Helper()
	return w.does(w.person("Аня").Fill(w.ctx, w.settingForm(setting), map[string][]string{setting: values})).Message
}

// plays answers a person who opens a table.
func (w *town) plays(who string, options map[string]any) *localcord.Message {
	w.t.Helper()
	all := map[string]any{"game": "lullaby"}
	for k, v := range options {
		all[k] = v
	}
	return w.does(w.person(who).Command(w.ctx, w.here, "dream play", all)).Message
}

// TestOpeners: tables are opened by a role and by the person who manages the server. When the
// role is deleted, every person opens them again, and the settings say why.
func TestOpeners(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		g := w.srv.Guilds()[0]
		if err := g.Allow(w.person("Eve"), "hosts", 0); err != nil {
			t.Fatal(err)
		}
		role := string(g.Role("hosts"))
		if m := w.set(homepage.HomeOpeners, role); !has(m, "<@&"+role+">", "Сохранено") {
			t.Fatalf("the settings:\n%s", m.Text())
		}
		if m := w.plays("Boris", nil); !has(m, "<@&"+role+">", "Anyone may join") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("somebody else opens a table:\n%s", m.Text())
		}
		w.plays("Eve", nil)
		w.own("Boris", w.board(), "join")
		w.own("Eve", w.board(), "start")
		if s := w.state(); s.Phase != table.Live {
			t.Errorf("the table of the role is %s", s.Phase)
		}
		w.here = w.srv.NewChannel("other")
		w.plays("Аня", nil)
		if w.state().Host != mustID(t, w.person("Аня")) {
			t.Error("the owner opens no table")
		}
		w.here = w.srv.NewChannel("third")
		if err := g.DeleteRole(localcord.ID(role)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(home.AskAgain)
		w.plays("Boris", nil)
		if w.state().Host != mustID(t, w.person("Boris")) {
			t.Error("a deleted role keeps people away")
		}
		if m := w.does(w.person("Аня").Command(w.ctx, w.here, "dream settings", nil)).Message; !has(m, "**все**", "удалили") {
			t.Errorf("the settings do not say that the role is gone:\n%s", m.Text())
		}
	})
}

// TestHomeChannels: tables are opened in the chosen channels and in their threads only,
// also by those who manage the server.
func TestHomeChannels(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		here, other := w.here, w.srv.NewChannel("other")
		if m := w.set(homepage.HomeChannels, string(other)); !has(m, "<#"+string(other)+">") {
			t.Fatalf("the settings:\n%s", m.Text())
		}
		for _, who := range []string{"Boris", "Аня"} {
			if m := w.plays(who, nil); !has(m, "<#"+string(other)+">") || len(w.bot.tables.Known(table.All())) != 0 {
				t.Errorf("%s opens a table elsewhere:\n%s", who, m.Text())
			}
		}
		w.here = w.srv.NewThread(other, "night")
		w.plays("Boris", nil)
		w.here = other
		w.plays("Eve", nil)
		if n := len(w.bot.tables.Known(table.All())); n != 2 {
			t.Errorf("%d tables are open", n)
		}
		w.here = here
		w.set(homepage.HomeChannels)
		if w.plays("Kate", nil); len(w.bot.tables.Known(table.All())) != 3 {
			t.Error("without a choice a table is not opened everywhere")
		}
	})
}

// TestHomeThreads: a table has a thread by default, unless its opener says otherwise.
func TestHomeThreads(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.set(homepage.HomeThreads, page.Yes)
		w.plays("Boris", nil)
		if !w.state().WantsThread {
			t.Error("a table has no thread")
		}
		w.here = w.srv.NewChannel("other")
		w.plays("Eve", map[string]any{"thread": false})
		if w.state().WantsThread {
			t.Error("a table has a thread against the will of its opener")
		}
		w.here = w.srv.NewThread(w.here, "night")
		w.plays("Kate", nil)
		if w.state().WantsThread {
			t.Error("a table in a thread wants another")
		}
	})
}

// TestQuietHours: in quiet hours no person is mentioned, and nothing else changes.
func TestQuietHours(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		hour := time.Now().UTC().Hour()
		quiet := func(g *store.Guild) bool { g.Home.Quiet = &store.Quiet{From: hour, To: (hour + 2) % 24}; return true }
		if _, err := w.bot.conf.Stores.Features.Homes.ChangeGuild(w.ctx, uint64(mustGuild(w)), quiet); err != nil {
			t.Fatal(err)
		}
		mentioned := func() (n int) {
			for _, m := range w.person("Grace").Messages(w.here) {
				n += len(m.Mentions)
			}
			return n
		}
		w.match("rounds:3", "Boris", "Eve", "Kate")
		time.Sleep(65 * time.Second) // a person is late
		if n := mentioned(); n != 0 {
			t.Errorf("%d people are mentioned in quiet hours", n)
		}
		w.set(homepage.HomeQuiet, homepage.NoQuiet)
		w.here = w.srv.NewChannel("other")
		w.match("rounds:3", "Boris", "Eve", "Kate")
		if n := mentioned(); n != 3 {
			t.Errorf("%d people are mentioned without quiet hours", n)
		}
	})
}

// TestWrongClockQuietHours: quiet hours are those of Discord's clock, whatever the host's
// clock says.
func TestWrongClockQuietHours(t *testing.T) {
	wrongClock(t, nil, func(t *testing.T, w *town, ahead time.Duration) {
		hour := time.Now().Add(-ahead).UTC().Hour()
		if _, err := w.bot.conf.Stores.Features.Homes.ChangeGuild(w.ctx, uint64(mustGuild(w)), func(g *store.Guild) bool {
			g.Home.Quiet = &store.Quiet{From: hour, To: (hour + 1) % 24}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		w.match("rounds:3", "Boris", "Eve", "Kate")
		for _, m := range w.person("Grace").Messages(w.here) {
			if len(m.Mentions) > 0 {
				t.Errorf("%d people are mentioned in quiet hours", len(m.Mentions))
			}
		}
	})
}

// TestDefaultOptions: what a manager made usual is what a table agrees on, unless its
// opener says otherwise.
func TestDefaultOptions(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.plays("Аня", map[string]any{"options": "rounds:3"})
		m := w.own("Аня", w.board(), "options").Message
		if m = w.press("Аня", m, "Сделать обычными").Message; !has(m, "Готово") {
			t.Fatalf("the options:\n%s", m.Text())
		}
		first := w.state().ID
		w.here = w.srv.NewChannel("other")
		w.plays("Boris", nil)
		if got := w.state().Options["rounds"]; got != "3" {
			t.Errorf("a new table has %s rounds", got)
		}
		// A person who does not manage the server makes nothing usual.
		if b := w.own("Boris", w.board(), "options").Message.Button("Make these the default"); b != nil {
			t.Error("anybody may make options usual")
		}
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Message: w.board().ID, CustomID: "b/" + w.state().ID + "/defaults/"}))
		if !has(r.Message, "⚠") {
			t.Errorf("a forged press is answered with\n%s", r.Message.Text())
		}
		w.here = w.srv.NewChannel("third")
		w.plays("Eve", map[string]any{"options": "rounds:2"})
		if got := w.state().Options["rounds"]; got != "2" || w.state().ID == first {
			t.Errorf("a table whose opener chose has %s rounds", got)
		}
	})
}

// TestHouseOptions: in the settings a manager chooses the options with which new tables open, and
// opens no table for it.
func TestHouseOptions(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		settings := w.dream("Аня", "settings", nil).Message
		m := w.press("Аня", settings, "Настройки новых столов").Message
		choose := func(menu, value string) *localcord.Reply {
			t.Helper()
			return w.does(w.person("Аня").Choose(w.ctx, m.ID, menu, value))
		}
		if m = choose("b/-/usual/", "lullaby").Message; !has(m, "Колыбельная", "новые столы", "Настройки этого сервера") {
			t.Fatalf("the options of a game:\n%s", m.Text())
		}
		form := choose("b/-/usual/lullaby", "rounds").Modal
		if refused := w.does(w.person("Аня").Submit(w.ctx, form, "0")).Message; !has(refused, "⚠") {
			t.Errorf("no rounds are answered with\n%s", refused.Text())
		}
		if m = w.does(w.person("Аня").Submit(w.ctx, choose("b/-/usual/lullaby", "rounds").Modal, "3")).Message; !has(m, "Сохранено", "**Раунды:** 3") {
			t.Errorf("3 rounds are answered with\n%s", m.Text())
		}
		m = choose("b/-/usual/lullaby", "trade").Message
		m = choose("b/-/usual-value/lullaby:trade", "yes").Message
		if len(w.bot.tables.Known(table.All())) != 0 {
			t.Error("a table was opened for it")
		}
		w.plays("Boris", nil)
		if s := w.state(); s.Options["rounds"] != "3" || s.Options["trade"] != "yes" {
			t.Errorf("a new table has %v", s.Options)
		}
		for _, id := range []string{"b/-/usual-value/lullaby:trade", "b/-/usual-value/lullaby:none", "b/-/usual-value/none:trade", "b/-/usual/none:x"} { // forged
			if r := w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: id, Values: []string{"nonsense"}})); r.Message == nil {
				t.Errorf("%s is answered with %+v", id, r)
			}
			if r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: id, Values: []string{"no"}})); !has(r.Message, "⚠") {
				t.Errorf("anybody presses %s:\n%s", id, r.Message.Text())
			}
		}
		w.press("Аня", m, "Вернуть обычные")
		w.here = w.srv.NewChannel("other")
		w.plays("Eve", nil)
		if s := w.state(); s.Options["trade"] != "no" {
			t.Errorf("after a reset a new table has %v", s.Options)
		}
	})
}

// TestHouseWords: a list of the server's own words can be usual, too.
func TestHouseWords(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
		r := w.uploads("Аня", w.dream("Аня", "words", nil).Message, examplePack(t), "Море")
		id := idOf(r.Message, "save")
		w.press("Аня", r.Message, "b/-/words/save:"+id)
		m := w.press("Аня", w.dream("Аня", "settings", nil).Message, "Настройки новых столов").Message
		for _, c := range [][2]string{{"b/-/usual/", "when-i-dream"}, {"b/-/usual/when-i-dream", "pack"}, {"b/-/usual-value/when-i-dream:pack", id}} {
			m = w.does(w.person("Аня").Choose(w.ctx, m.ID, c[0], c[1])).Message
		}
		if !has(m, "Море", "Сохранено") {
			t.Fatalf("chosen:\n%s", m.Text())
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "when-i-dream"}))
		if title := games.TextTitle(w.state().Options["pack"]); title != "Море" {
			t.Errorf("a new table has the words %q", title)
		}
	})
}

// TestPreset saves what a table agreed on, opens another with it, and deletes it.
func TestPreset(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.plays("Boris", map[string]any{"options": "rounds:3"})
		save := func(who, name string) *localcord.Message {
			t.Helper()
			form := w.press(who, w.own(who, w.board(), "options").Message, "Save as preset")
			return w.does(w.person(who).Submit(w.ctx, form.Modal, name)).Message
		}
		for _, name := range []string{"  ", "two\nlines are one", strings.Repeat("x", homepage.MaxPresetName), "@everyone *x* <@1>"} {
			m := save("Boris", name)
			if want := strings.TrimSpace(name) == ""; has(m, "⚠") != want || !want && !has(m, "Saved") {
				t.Errorf("%q is answered with\n%s", name, m.Text())
			}
		}
		save("Boris", "Long  nights")
		choices, err := w.person("Eve").Complete(w.ctx, w.here, "dream play", "preset", "long", nil)
		if err != nil || len(choices) != 1 || choices[0].Value != "Long nights" {
			t.Errorf("suggested are %+v, %v", choices, err)
		}
		w.here = w.srv.NewChannel("other")
		w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", map[string]any{"preset": "long nights"}))
		if s := w.state(); s.Options["rounds"] != "3" || s.Host != mustID(t, w.person("Eve")) {
			t.Errorf("the table has %v", s.Options)
		}
		// That of another person is neither replaced nor deleted.
		if m := save("Eve", "Long nights"); !has(m, "⚠", "Somebody else") {
			t.Errorf("replaced:\n%s", m.Text())
		}
		key := "b/-/drop/" + homepage.PresetKey("Long nights")
		if r := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Message: w.board().ID, CustomID: key})); !has(r.Message, "⚠") {
			t.Errorf("deleted by somebody else:\n%s", r.Message.Text())
		}
		m := w.press("Eve", w.own("Eve", w.board(), "options").Message, "Presets").Message
		m = w.does(w.person("Eve").Choose(w.ctx, m.ID, "b/-/presets/", homepage.PresetKey("@everyone *x* <@1>"))).Message
		if !has(m, "Long nights", `**\@everyone \*x\* \<\@1\>**`) || m.Button("Delete") != nil {
			t.Errorf("the presets:\n%s", m.Text())
		}
		m = w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Message: w.board().ID, CustomID: "b/-/presets/"})).Message
		m = w.does(w.person("Boris").Choose(w.ctx, m.ID, "b/-/presets/", homepage.PresetKey("Long nights"))).Message
		if !has(m, "Rounds: 3") {
			t.Errorf("what it holds:\n%s", m.Text())
		}
		if m = w.press("Boris", m, key).Message; !has(m, "deleted") {
			t.Errorf("deleted:\n%s", m.Text())
		}
		if r := w.does(w.person("Eve").Command(w.ctx, w.srv.NewChannel("third"), "dream play", map[string]any{"preset": "Long nights"})); !has(r.Message, "no such preset") {
			t.Errorf("a deleted preset:\n%s", r.Message.Text())
		}
	})
}

// TestOldPreset: what no longer fits is left out, and named. There are only so many.
func TestOldPreset(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		guild := uint64(userID(string(w.srv.Guilds()[0].ID())))
		for i := range homepage.MaxPresets {
			p := store.Preset{Guild: guild, Name: "old " + string(rune('a'+i)), Game: "lullaby", Options: map[string]string{"rounds": "3", "gone": "1"}}
			if err := w.bot.conf.Stores.Features.Homes.SavePreset(w.ctx, p, true); err != nil {
				t.Fatal(err)
			}
		}
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"preset": "old a"}))
		if s := w.state(); s.Options["rounds"] != "3" {
			t.Errorf("the table has %v:\n%s", s.Options, r.Message.Text())
		}
		w.sees("Boris", w.here, "left out: gone")
		form := w.press("Boris", w.own("Boris", w.board(), "options").Message, "Save as preset")
		if m := w.does(w.person("Boris").Submit(w.ctx, form.Modal, "one more")).Message; !has(m, "⚠", "Delete one first") {
			t.Errorf("one more:\n%s", m.Text())
		}
	})
}

// TestSettingsTogether: what one command chooses is saved as a whole.
func TestSettingsTogether(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Аня", "settings", map[string]any{"language": "ru", "bots": "no"})
		if m := w.dream("Аня", "settings", nil).Message; !has(m, "Боты за столами: **нельзя, только люди**") {
			t.Errorf("the settings:\n%s", m.Text())
		}
	})
}

// TestUndoAsks: to switch the filter off by Undo is asked first, and what is asked says what changes.
func TestUndoAsks(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.speaks("en-US")
		w.set("filter", "strict")
		ask := w.undo("Аня", w.auditLog())
		if !has(ask, "Word filter**: all profanity → off") || !has(w.dream("Аня", "settings", nil).Message, "Word filter: **all profanity**") {
			t.Fatalf("Undo asks nothing, or did it:\n%s", ask.Text())
		}
		if m := w.press("Аня", ask, "Back").Message; !has(m, "Audit log") {
			t.Errorf("back leads to\n%s", m.Text())
		}
		if m := w.undo("Аня", w.undo("Аня", w.auditLog())); !has(m, "the change is undone", "↩️ **Word filter**: all profanity → off") {
			t.Errorf("undone:\n%s", m.Text())
		}
		if m := w.undo("Аня", w.auditLog()); !has(m, "the change is undone") { // it guards more
			t.Errorf("Undo asks to switch the filter on:\n%s", m.Text())
		}
	})
}

// TestSettingsForms: a form changes several settings in one step, with an entry of the audit log
// for each. One that is refused is named, nothing is saved then, and the form is opened again with
// all that was chosen. What a former version had on its page does what it did.
func TestSettingsForms(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.speaks("en-US")
		me, closed := w.person("Аня"), w.srv.NewChannel("closed")
		w.srv.Control().Deny(closed, discordgo.PermissionSendMessages)
		form := w.settingForm("audit")
		refused := w.does(me.Fill(w.ctx, form, map[string][]string{"audit": {string(closed)}, "filter": {"mild"}})).Message
		if !has(refused, "Audit log channel: ", "Send Messages", "closed") {
			t.Fatalf("a channel that the bot cannot use:\n%s", refused.Text())
		}
		form = w.press("Аня", refused, "Fill in again").Modal
		if m := w.dream("Аня", "settings", nil).Message; !has(m, "Word filter: **off**", "Audit log channel: **none**") {
			t.Errorf("a part was saved:\n%s", m.Text())
		}
		for _, row := range form.Components {
			if c, want := row.Component, map[string]string{"audit": string(closed), "filter": "mild", "vetting": "at-once"}[row.Component.CustomID]; strings.Join(c.Filling(), ",") != want {
				t.Errorf("%s has %q, want %q", c.CustomID, c.Filling(), want)
			}
		}
		m := w.does(me.Fill(w.ctx, form, map[string][]string{"audit": {string(w.here)}})).Message
		if !has(m, "Saved", "slurs and sexual insults", "Audit log channel: <#"+string(w.here)+">") {
			t.Fatalf("filled in again:\n%s", m.Text())
		}
		m = w.does(me.Fill(w.ctx, w.settingForm(homepage.HomeThreads), map[string][]string{
			homepage.HomeThreads: {page.Yes}, homepage.HomeAutos: {page.No}, "time": {"2"}, homepage.HomeChannels: {string(w.here), string(closed)},
		})).Message
		if !has(m, "Where tables are opened: ", "Send Messages") {
			t.Fatalf("a channel where no table can be opened:\n%s", m.Text())
		}
		w.does(me.Fill(w.ctx, w.settingForm(homepage.HomeThreads), map[string][]string{
			homepage.HomeThreads: {page.Yes}, homepage.HomeAutos: {page.No}, "time": {"2"}, homepage.HomeChannels: {string(w.here)},
		}))
		w.set(homepage.HomeQuiet, "22-8")
		log := w.logged("six changes", "Quiet hours**: none → from 22:00 to 8:00", "More time**: no → ×2", "New table**: in the channel itself → in a thread", "Where tables are opened**", "Bots at tables**: allowed → not allowed", "Word filter**: off →", "Audit log channel**")
		if m := w.undo("Аня", log); !has(m, "the change is undone") {
			t.Errorf("Undo asks about quiet hours:\n%s", m.Text())
		}
		if m := w.dream("Аня", "settings", nil).Message; !has(m, "Quiet hours: **none**", "More time: **×2", "not allowed, only people") {
			t.Errorf("after Undo:\n%s", m.Text())
		}
		for id, c := range map[string]struct{ value, says string }{
			"b/-/home/threads": {page.No, "in the channel itself"}, "b/-/home/channels:": {"", "in every channel"}, "b/-/autos/": {page.Yes, "Bots at tables: **allowed**"},
			"b/-/server/": {"elvish", "Language of the boards: “elvish” cannot be chosen. Choose one of these: "}, "b/-/settings-form/nothing": {"", "Settings of this server"}, "b/-/home/zone": {"Mars", "Quiet hours: “Mars” cannot be chosen"},
		} {
			f := localcord.Forged{Channel: w.here, CustomID: id}
			if c.value != "" {
				f.Values = []string{c.value}
			}
			if m := w.does(me.Forge(w.ctx, f)).Message; !has(m, c.says) {
				t.Errorf("%s:\n%s", id, m.Text())
			}
		}
		if m := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: "b/-/settings-form/tables", Fields: []localcord.Field{{CustomID: homepage.HomeThreads, Value: page.Yes}}})).Message; !has(m, "Manage Server") {
			t.Errorf("a form of Boris:\n%s", m.Text())
		}
	})
}

// TestFormsOfTwoServers: what was typed into a refused form of one server does not stand in the
// form of another one, whose admin is the same person.
func TestFormsOfTwoServers(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		me, closed := w.person("Аня"), w.srv.NewChannel("closed")
		w.srv.Control().Deny(closed, discordgo.PermissionSendMessages)
		g := w.srv.NewGuild("second")
		g.User("Аня")
		if err := g.Allow(me, "manager", discordgo.PermissionManageGuild); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		near := w.here
		form := w.settingForm("filter")
		button, _, _ := strings.Cut(form.CustomID, "#")
		refused := w.does(me.Fill(w.ctx, form, map[string][]string{"audit": {string(closed)}, "filter": {"mild"}})).Message
		filter := func(form *localcord.Modal) (is []string) {
			for _, row := range form.Components {
				if row.Component.CustomID == "filter" {
					is = row.Component.Filling()
				}
			}
			return is
		}
		w.here = g.Channel("")
		r := w.does(me.Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: button}))
		if r.Modal == nil {
			t.Fatalf("%s is answered by %s", button, r.Message.Text())
		}
		opened := r.Modal
		if is := filter(opened); !slices.Equal(is, []string{"off"}) {
			t.Errorf("on the other server the form has %q", is)
		}
		w.here = near
		if m := w.dream("Аня", "settings", nil).Message; refused == nil || !has(m, "**off**") && !has(m, "**выключен**") {
			t.Errorf("it was saved:\n%s", m.Text())
		}
	})
}
