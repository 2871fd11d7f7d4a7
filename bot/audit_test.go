package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	auditpage "oneiros/bot/audit/page"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/table"
)

// auditLog is the audit log as the owner of the server sees it.
func (w *town) auditLog() *localcord.Message {
	w.t.Helper()
	return w.press("Аня", w.dream("Аня", "settings", nil).Message, page.CustomID{Action: auditpage.Show}.String()).Message
}

// logged checks that the newest entries have some words, each, newest first.
func (w *town) logged(what string, entries ...string) *localcord.Message {
	w.t.Helper()
	m := w.auditLog()
	rest := m.Text()
	for _, e := range entries {
		i := strings.Index(rest, e)
		if i < 0 {
			w.t.Errorf("%s: the log lacks %q, or it stands elsewhere:\n%s", what, e, m.Text())
			break
		}
		rest = rest[i+len(e):]
	}
	if len(m.Mentions) > 0 || !m.Ephemeral() {
		w.t.Errorf("%s: the log mentions %v, or everybody sees it", what, m.Mentions)
	}
	return m
}

// undoes presses the button that undoes the last change, and again if it asks.
func (w *town) undoes(who string, m *localcord.Message) *localcord.Message {
	w.t.Helper()
	m = w.undo(who, m)
	if i := slices.IndexFunc(m.Buttons(), isUndo); i >= 0 && strings.HasSuffix(m.Buttons()[i].CustomID, auditpage.Asked) {
		return w.undo(who, m)
	}
	return m
}

// undo presses the button that undoes the last change.
func (w *town) undo(who string, m *localcord.Message) *localcord.Message {
	w.t.Helper()
	i := slices.IndexFunc(m.Buttons(), isUndo)
	if i < 0 {
		w.t.Fatalf("there is nothing to undo:\n%s", m.Text())
	}
	return w.press(who, m, m.Buttons()[i].CustomID).Message
}

func isUndo(b *localcord.Component) bool {
	id, ok := page.ParseCustomID(b.CustomID)
	return ok && id.Action == auditpage.Undo
}

// TestAuditSettings: each changed setting is an entry with its values, and the last change can be
// undone, which is an entry, too. A press that is out of date changes nothing. So does one
// after a setting has changed otherwise.
func TestAuditSettings(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		if m := w.logged("nothing happened", "Nothing is recorded yet"); slices.ContainsFunc(m.Buttons(), func(b *localcord.Component) bool { return strings.Contains(b.CustomID, "audit-undo") }) {
			t.Errorf("there is something to undo:\n%s", m.Text())
		}
		other := string(w.srv.NewChannel("other"))
		w.set(homepage.HomeChannels, other)
		w.set(homepage.HomeThreads, page.Yes)
		w.set(homepage.HomeThreads, page.Yes) // which changes nothing
		w.dream("Аня", "settings", map[string]any{"language": "ru", "bots": "no"})
		w.forges("Аня", page.CustomID{Action: "boards"}, page.No)
		me := "<@" + string(w.person("Аня").ID()) + ">"
		stale := w.logged("settings", me+"\n**Results of matches**: shown to everybody → not shown", me+"\n**Language of the boards**: Same as Discord → Русский", "\n**Bots at tables**: allowed → not allowed, only people", "in the channel itself → in a thread of its own", "in every channel → <#"+other+">")
		if strings.Count(stale.Text(), "thread of its own") != 1 {
			t.Errorf("what changes nothing is an entry:\n%s", stale.Text())
		}
		if !has(stale, "**Undo last change** takes back: **Results of matches**: shown to everybody → not shown") {
			t.Errorf("the page does not say what would be undone:\n%s", stale.Text())
		}
		if m := w.undoes("Аня", stale); !has(m, "the change is undone", "↩️ **Results of matches**: not shown → shown to everybody") {
			t.Errorf("undone:\n%s", m.Text())
		}
		if m := w.forges("Аня", page.CustomID{Action: auditpage.Undo, Arg: "5"}); !has(m, "no longer the last change") {
			t.Errorf("a press that is out of date:\n%s", m.Text())
		}
		w.undoes("Аня", w.logged("the undo", "not shown → shown", "shown to everybody → not shown")) // which does it again
		if m := w.dream("Аня", "settings", nil).Message; !has(m, "Results of matches: **not shown**") {
			t.Errorf("undone twice:\n%s", m.Text())
		}
		// The bot forgets by itself a channel that was deleted.
		w.set(homepage.HomeChannels, other, string(w.here))
		fresh := w.auditLog()
		if err := w.srv.Control().DeleteChannel(localcord.ID(other)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		w.dream("Аня", "settings", nil)
		if m := w.undoes("Аня", fresh); !has(m, "has changed since") {
			t.Errorf("a setting that has changed otherwise:\n%s", m.Text())
		}
		if m := w.forges("Mallory", page.CustomID{Action: auditpage.Undo, Arg: "1"}); !has(m, "You need the permission Manage Server") {
			t.Errorf("a player undoes a setting:\n%s", m.Text())
		}
	})
}

// TestAuditOptions: the default options of a game are an entry that holds no words of people.
func TestAuditOptions(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Аня", "play", map[string]any{"game": "lullaby", "options": "rounds:3"})
		w.forges("Аня", page.CustomID{Match: w.state().ID, Action: homepage.SetDefaults})
		m := w.logged("defaults", "обычные → ", "3")
		w.undoes("Аня", m)
		if g, err := w.bot.conf.Stores.Settings.Guild(w.ctx, uint64(mustGuild(w))); err != nil || len(g.Home.Options) != 0 {
			t.Errorf("the defaults are %v, %v", g.Home.Options, err)
		}
		w.undoes("Аня", w.auditLog())
		if g, err := w.bot.conf.Stores.Settings.Guild(w.ctx, uint64(mustGuild(w))); err != nil || g.Home.Options["lullaby"]["rounds"] != "3" {
			t.Errorf("the defaults are %v, %v", g.Home.Options, err)
		}
	})
}

// TestAuditTables: a table that one person has stopped is an entry, and so is a player whom one
// person has removed. What a vote decides is none, and neither is what is refused.
func TestAuditTables(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "options": "rounds:1"})
		for _, who := range []string{"Eve", "Kate", "Mallory"} {
			w.own(who, w.board(), "join")
		}
		w.own("Boris", w.board(), "start")
		if w.state().Phase != table.Live {
			t.Fatalf("the table is %s", w.state().Phase)
		}
		id := func(who string) string { return string(w.person(who).ID()) }
		kicks := func(who, whom string) {
			r := w.does(w.person(who).Command(w.ctx, w.here, "table kick", map[string]any{"user": id(whom)}))
			for _, b := range r.Message.Buttons() {
				if strings.Contains(b.CustomID, "/kick/") {
					w.press(who, r.Message, b.CustomID)
				}
			}
		}
		kicks("Eve", "Mallory") // which asks the table
		w.logged("a vote", "Nothing is recorded yet")
		kicks("Boris", "Mallory")
		kicks("Boris", "Mallory")
		stops := func(who string) {
			r := w.does(w.person(who).Command(w.ctx, w.here, "table stop", nil))
			for _, b := range r.Message.Buttons() {
				if strings.Contains(b.CustomID, "/stop/") {
					w.press(who, r.Message, b.CustomID)
				}
			}
		}
		stops("Аня")
		m := w.logged("tables", "<@"+id("Аня")+">\n**Table ended**: Lullaby, <#"+string(w.here)+">", "<@"+id("Boris")+">\n**Removed from a table**: Lullaby, <#"+string(w.here)+">: <@"+id("Mallory")+">")
		if strings.Count(m.Text(), "Removed from") != 1 || strings.Count(m.Text(), "Table ended") != 1 || has(m, "Mallory") {
			t.Errorf("not one entry of each, or a name:\n%s", m.Text())
		}
		// The person who was removed stands in their file, and is erased without a trace.
		if rows := w.kept("Mallory").Rows("audit_log"); len(rows) != 1 || !strings.Contains(string(rows[0]), `"done_to_you":true`) {
			t.Errorf("the file has %s", rows)
		}
		for _, who := range []string{"Mallory", "Boris"} {
			w.forges(who, page.CustomID{Action: personpage.Erase, Arg: "yes"})
		}
		if m := w.logged("erased", "a person who was erased\n**Removed from a table**"); has(m, id("Mallory")) || has(m, id("Boris")) {
			t.Errorf("an erased person stands there:\n%s", m.Text())
		}
	})
}

// TestAuditPages: a log of many entries has pages.
func TestAuditPages(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		for i := range 2*auditpage.Size + 1 {
			w.set(homepage.HomeThreads, page.YesNo(i%2 == 0))
		}
		m := w.logged("the newest", "Страница 1 из 3")
		for _, want := range []string{"Страница 2 из 3", "Страница 3 из 3"} {
			for _, b := range m.Buttons() {
				if b.Label == "Раньше" {
					m = w.press("Аня", m, b.CustomID).Message
					break
				}
			}
			if !has(m, want) {
				t.Fatalf("not %s:\n%s", want, m.Text())
			}
		}
		if n := strings.Count(m.Text(), "<t:"); n != 1 {
			t.Errorf("the last page has %d entries:\n%s", n, m.Text())
		}
		for _, b := range m.Buttons() {
			if strings.Contains(b.CustomID, "audit-undo") || b.Label == "Раньше" {
				t.Errorf("the last page has %q", b.Label)
			}
		}
	})
}

// TestAuditChannel: entries are posted to the channel that the server chose, and mention no
// person. A channel where the bot may not post is refused with what is missing. Where that is
// so later, the log says it.
func TestAuditChannel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		posts := func(channel localcord.ID) (list []*localcord.Message) {
			time.Sleep(time.Second)
			return w.person("Grace").Messages(channel)
		}
		choose := func(channel localcord.ID) *localcord.Message {
			return w.forges("Аня", page.CustomID{Action: "audit-channel"}, string(channel))
		}
		mute, log := w.srv.NewChannel("mute"), w.srv.NewChannel("log")
		w.srv.Control().Deny(mute, discordgo.PermissionSendMessages|discordgo.PermissionEmbedLinks)
		if m := choose(mute); !has(m, "The bot cannot use", "#mute", "Send Messages", "Embed Links") {
			t.Errorf("a channel where the bot may not post:\n%s", m.Text())
		}
		w.srv.Control().Deny(mute, discordgo.PermissionViewChannel)
		if m := choose(mute); !has(m, "View Channel") {
			t.Errorf("a channel that the bot does not see:\n%s", m.Text())
		}
		if m := choose("999"); !has(m, "View Channel") {
			t.Errorf("a channel of nowhere:\n%s", m.Text())
		}
		if m := choose(log); !has(m, "Audit log channel: <#"+string(log)+">", "Saved") {
			t.Errorf("a channel:\n%s", m.Text())
		}
		w.set(homepage.HomeThreads, page.Yes)
		list := posts(log)
		me := "<@" + string(w.person("Аня").ID()) + ">"
		if len(list) != 2 || !has(list[0], me, "**Audit log channel**: none → <#"+string(log)+">") || !has(list[1], me, "**New table**: in the channel itself → in a thread of its own") {
			for _, m := range list {
				t.Log(m.Text())
			}
			t.Fatalf("%d entries are posted", len(list))
		}
		for _, m := range list {
			if len(m.Mentions) > 0 || m.Ephemeral() {
				t.Errorf("it mentions %v", m.Mentions)
			}
		}
		w.srv.Control().Deny(log, discordgo.PermissionSendMessages)
		w.set(homepage.HomeThreads, page.No)
		if n := len(posts(log)); n != 2 {
			t.Errorf("%d entries are posted", n)
		}
		w.logged("a lost permission", "does not let the bot write in <#"+string(log)+">", "in a thread of its own → in the channel itself")
		w.srv.Control().Deny(log, 0)
		m := w.forges("Аня", page.CustomID{Action: "audit-channel", Arg: page.No})
		if !has(m, "Audit log channel: **none**") {
			t.Errorf("no channel:\n%s", m.Text())
		}
		w.set(homepage.HomeThreads, page.Yes)
		if list := posts(log); len(list) != 3 || !has(list[2], "**Audit log channel**: <#"+string(log)+"> → none") {
			t.Errorf("of the channel's end %d entries are posted", len(list))
		}
		// To undo leads back to the channel only if the bot may post there.
		w.undoes("Аня", w.auditLog())
		w.forges("Аня", page.CustomID{Action: "audit-channel"}, string(log))
		w.forges("Аня", page.CustomID{Action: "audit-channel", Arg: page.No})
		w.srv.Control().Deny(log, discordgo.PermissionSendMessages)
		if m := w.undoes("Аня", w.auditLog()); !has(m, "It lacks: Send Messages") {
			t.Errorf("undone to a channel where the bot may not post:\n%s", m.Text())
		}
		if strings.Contains(w.log.String(), string(w.person("Аня").ID())) {
			t.Error("the log of the program names a person")
		}
	})
}
