package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/prometheus/client_golang/prometheus"

	"oneiros/bot/chance"
	"oneiros/bot/chance/chancetest"
	"oneiros/bot/discord"
	"oneiros/bot/discord/bubbletest"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// pages are the sample's, and break at one path.
type pages struct{ sample.Pages }

func (p pages) Page(v sample.View, path string) ui.Page {
	if path == "boom" {
		panic("canary-in-a-panic")
	}
	return p.Pages.Page(v, path)
}

// lullaby is the game of these tests.
var lullaby = games.Define(sample.Info(), sample.Rules{}, pages{})

// town is a Discord with a bot on it.
type town struct {
	t      *testing.T
	ctx    context.Context
	srv    *localcord.Server
	record *localcord.Record
	file   string
	bot    *Bot
	log    *lines
	stop   func()
	here   localcord.ID
	each   int // Config.Each

	with    func(*Config)     // what else is different in this town's bot
	tables  []*store.Table    // besides those of the bot
	at      *bubbletest.Pipes // the network, where time is virtual
	metrics *prometheus.Registry
	luck    chance.Source
	between time.Duration // how long people think before each press of play
	pressed func()        // called before each press; nil for nothing
}

// lines is a log that is read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// openTown makes a town whose server has a locale of Discord.
func openTown(t *testing.T, locale string) *town {
	t.Helper()
	return found(t, locale, -1)
}

// found makes a town in which each person may press so many times a second.
func found(t *testing.T, locale string, each int) *town {
	t.Helper()
	// A slow machine is no reason to fail; what is slow is tested in virtual time.
	luck := chancetest.Source(t)
	srv, err := localcord.New(localcord.Config{Within: 20 * time.Second, Chance: luck.Of("Discord")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := srv.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	w := &town{t: t, ctx: ctx, srv: srv, record: srv.REST().Record(), file: database(t), log: &lines{}, each: each, luck: luck}
	t.Cleanup(func() {
		if w.stop != nil {
			w.stop()
		}
		cancel()
		if err := srv.Close(); err != nil {
			t.Error(err)
		}
	})
	srv.Control().SetLocale(locale)
	w.here = srv.Channels()[0].ID
	w.start()
	return w
}

// database is where the database of a test will be. TestMain says in which folder.
func database(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "oneiros.db")
}

// start lets a bot come to town; stop lets it go again, and keeps its store.
func (w *town) start() {
	w.t.Helper()
	b, depart := w.arrive()
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan error, 1)
	before := len(w.record.All())
	go func() { done <- b.Run(ctx) }()
	w.bot = b
	w.stop = func() {
		w.stop = nil
		if w.at != nil {
			// discordgo holds a lock while it closes and sleeps. A heartbeat that begins at that
			// very moment would wait for the lock, and virtual time would stand still.
			synctest.Wait()
		}
		cancel()
		<-done
		depart()
	}
	if err := w.srv.Wait(w.ctx, func() bool {
		return slices.ContainsFunc(w.record.All()[before:], func(q localcord.Request) bool { return strings.HasSuffix(q.Path, "/commands") })
	}); err != nil {
		w.t.Fatal("the bot does not come: ", err, w.log)
	}
}

func (w *town) person(name string) *localcord.Person { return w.srv.User(name) }

// does fails the test when something that a person did was not answered.
func (w *town) does(r *localcord.Reply, err error) *localcord.Reply {
	w.t.Helper()
	if w.at != nil {
		time.Sleep(time.Millisecond) // or two tables are opened in one instant, and none is the later one
	}
	if err != nil {
		w.t.Fatalf("%v\n%s", err, w.log)
	}
	return r
}

func (w *town) press(who string, on *localcord.Message, button string) *localcord.Reply {
	w.t.Helper()
	if w.pressed != nil {
		w.pressed()
	}
	return w.does(w.person(who).Press(w.ctx, on.ID, button))
}

// sees waits until a person sees a message in the channel with all these words.
func (w *town) sees(who string, channel localcord.ID, words ...string) *localcord.Message {
	w.t.Helper()
	m, err := w.person(who).See(w.ctx, channel, func(m *localcord.Message) bool { return has(m, words...) })
	if err != nil {
		var all []string
		for _, m := range w.person(who).Messages(channel) {
			all = append(all, m.Text())
		}
		w.t.Fatalf("%s does not see %q: %v\n%s\n%s", who, words, err, strings.Join(all, "\n---\n"), w.log)
	}
	return m
}

func has(m *localcord.Message, words ...string) bool {
	for _, s := range words {
		if !strings.Contains(m.Text(), s) {
			return false
		}
	}
	return true
}

// board is the table's board as every person sees it now. It is the last message of
// the channel with the table's own buttons and the one for the rules.
func (w *town) board() *localcord.Message {
	w.t.Helper()
	s := w.state()
	mine := func(m *localcord.Message) bool {
		return !m.Ephemeral() && len(m.Embeds) > 0 && slices.ContainsFunc(m.Buttons(), func(c *localcord.Component) bool { return strings.Contains(c.CustomID, s.ID) })
	}
	var last *localcord.Message
	if err := w.srv.Wait(w.ctx, func() bool {
		for _, m := range w.person("Grace").Messages(localcord.ID(s.CurrentChannel().String())) {
			if mine(m) {
				last = m
			}
		}
		return last != nil
	}); err != nil {
		w.t.Fatal("nobody sees the board")
	}
	return last
}

func (w *town) state() *table.State {
	w.t.Helper()
	all := w.bot.tables.Known(table.All())
	if len(all) == 0 {
		w.t.Fatal("there is no table")
	}
	return w.look(all[len(all)-1].ID)
}

// look is the whole state of a table, which is left where it is.
func (w *town) look(match string) *table.State {
	w.t.Helper()
	list, err := w.bot.tables.Read(w.ctx, table.OfMatch(match))
	s, _ := list.One()
	if s == nil || err != nil {
		w.t.Fatalf("match %s is gone: %v", match, err)
	}
	return s
}

// own presses one of the bot's own buttons, by what it does.
func (w *town) own(who string, m *localcord.Message, verb string) *localcord.Reply {
	w.t.Helper()
	var id string
	if err := w.person(who).WaitFor(w.ctx, func() bool { // the board follows a moment behind
		for _, b := range w.now(who, m).Buttons() {
			if strings.HasPrefix(b.CustomID, "b/") && strings.Contains(b.CustomID, "/"+verb+"/") {
				id = b.CustomID
			}
		}
		return id != ""
	}); err != nil {
		w.t.Fatalf("there is no button to %s on\n%s", verb, w.now(who, m).Text())
	}
	return w.press(who, m, id)
}

// match begins a match and opens every person's panel.
func (w *town) match(options string, people ...string) map[string]*localcord.Message {
	w.t.Helper()
	o := map[string]any{"game": "lullaby"}
	if options != "" {
		o["options"] = options
	}
	w.does(w.person(people[0]).Command(w.ctx, w.here, "dream play", o))
	for _, who := range people[1:] {
		w.own(who, w.board(), "join")
	}
	w.own(people[0], w.board(), "start")
	panels := map[string]*localcord.Message{}
	for _, who := range people {
		panels[who] = w.own(who, w.board(), "panel").Message
	}
	return panels
}

// now is a message as a person sees it now.
func (w *town) now(who string, m *localcord.Message) *localcord.Message {
	w.t.Helper()
	n := w.person(who).Message(m.ID)
	if n == nil {
		w.t.Fatalf("%s no longer sees the message", who)
	}
	return n
}

func TestLobby(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "options": "rounds:3 цвет:brisk"}))
		if len(w.bot.tables.Known(table.All())) != 0 || !has(r.Message, "⚠", "цвет") {
			t.Fatalf("an unknown option opens a table:\n%s", r.Message.Text())
		}
		r = w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "options": "Раунды:3"}))
		if link := r.Message.Components[0].Components[0]; !r.Message.Ephemeral() || link.URL != "https://discord.com/channels/"+w.state().Guild.String()+"/"+string(w.here)+"/"+string(w.board().ID) || has(r.Message, "Ready") {
			t.Errorf("the host is told:\n%s", r.Message.Text())
		}
		b := w.board()
		if b.Ephemeral() || !has(b, "Lullaby", "Players (1 of 4)", "2–4 players", "👑 Boris", "Needs 1 more player", "Rounds: 3", "Join", "Play alone", "<t:") || has(b, "Pace:") {
			t.Fatalf("the lobby:\n%s", b.Text())
		}
		if b.Button("Start") != nil {
			t.Error("one person can start without automatic players")
		}
		if r := w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})); !has(r.Message, "⚠", "already") {
			t.Errorf("a second table in the channel:\n%s", r.Message.Text())
		}
		r = w.own("Eve", b, "join")
		if !r.Updated || !has(r.Message, "Players (2 of 4)", "Eve", "Not ready yet: Eve") {
			t.Errorf("after joining:\n%s", r.Message.Text())
		}
		w.own("Eve", w.board(), "join")
		if n := len(w.state().Players); n != 2 {
			t.Errorf("who joins twice sits on %d chairs", n)
		}
		r = w.own("Eve", w.board(), "ready")
		if !has(r.Message, "Eve ✅", "Everyone is ready") {
			t.Errorf("ready:\n%s", r.Message.Text())
		}
		r = w.own("Eve", w.board(), "options")
		if !r.Message.Ephemeral() || !has(r.Message, "Only the host") {
			t.Errorf("options of somebody else:\n%s", r.Message.Text())
		}

		// The host changes the options on a private page: a number by a form.
		page := w.own("Boris", w.board(), "options").Message
		if !page.Ephemeral() || !has(page, "Rounds", "How long there is to choose.") {
			t.Fatalf("options:\n%s", page.Text())
		}
		form := w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "rounds"))
		if form.Modal == nil {
			t.Fatal("a number is not asked for in a form")
		}
		three := form.Modal
		r = w.does(w.person("Boris").Submit(w.ctx, form.Modal, "9"))
		if !has(r.Message, "⚠", "from 1 to 3") {
			t.Errorf("nine rounds:\n%s", r.Message.Text())
		}
		form = w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "rounds"))
		if typed := form.Modal.Inputs()[0].Value; typed != "9" {
			t.Errorf("the form that was refused has %q", typed)
		}
		r = w.does(w.person("Boris").Submit(w.ctx, form.Modal, " "))
		if !r.Updated || !has(r.Message, "⚠", "“Rounds” must be a whole number from 1 to 3") || w.state().Options["rounds"] != "3" {
			t.Errorf("a blank is answered with\n%s", r.Message.Text())
		}
		form = w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "rounds"))
		r = w.does(w.person("Boris").Submit(w.ctx, form.Modal, "1"))
		if !r.Updated || w.state().Options["rounds"] != "1" {
			t.Errorf("one round:\n%s", r.Message.Text())
		}
		// An app that keeps drafts by the custom id shows none of the former number.
		form = w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "rounds"))
		if one := form.Modal; one.Inputs()[0].Value != "1" || three.Inputs()[0].Value != "3" || one.CustomID == three.CustomID {
			t.Errorf("the form of %q is %s, that of %q was %s", one.Inputs()[0].Value, one.CustomID, three.Inputs()[0].Value, three.CustomID)
		}
		w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "pace"))
		page = w.now("Boris", page)
		w.does(w.person("Boris").Choose(w.ctx, page.ID, page.Menus()[1].CustomID, "brisk"))
		w.sees("Kate", w.here, "Rounds: 1", "Pace: Brisk", "Not ready yet: Eve") // and no person is ready for it yet

		for _, who := range []string{"Kate", "Grace"} {
			w.own(who, w.board(), "join")
		}
		if r = w.does(w.person("Вера").Command(w.ctx, w.here, "dream panel", nil)); !has(r.Message, "все места заняты") {
			t.Errorf("a stranger's panel of a full lobby:\n%s", r.Message.Text())
		}
		w.own("Grace", w.board(), "leave")
		r = w.own("Kate", w.board(), "leave")
		if has(r.Message, "Kate") {
			t.Errorf("after leaving:\n%s", r.Message.Text())
		}
		if r = w.own("Kate", w.board(), "start"); !r.Message.Ephemeral() || w.state().Phase != table.Lobby {
			t.Errorf("a stranger starts:\n%s", r.Message.Text())
		}
		r = w.own("Kate", w.board(), "rules")
		if !r.Message.Ephemeral() || !has(r.Message, "Everybody plays one dream in secret") {
			t.Errorf("rules:\n%s", r.Message.Text())
		}

		// A panel that is opened in the lobby becomes the panel of the match.
		w.own("Eve", w.board(), "ready")
		early := w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil))
		if !has(early.Message, "has not begun") {
			t.Errorf("early:\n%s", early.Message.Text())
		}
		r = w.own("Boris", w.board(), "start")
		if !r.Updated || !has(r.Message, "Round 1 of 1", "My panel") || has(r.Message, "SHA-256") {
			t.Errorf("the board of the match:\n%s", r.Message.Text())
		}
		call := w.sees("Kate", w.here, "begins")
		if got := call.Content; !strings.Contains(got, "<@"+string(w.person("Boris").ID())+">") || !strings.Contains(got, "<@"+string(w.person("Eve").ID())+">") || strings.Contains(got, string(w.person("Kate").ID())) {
			t.Errorf("called: %q", got)
		}
		if err := w.person("Eve").WaitFor(w.ctx, func() bool { return has(w.now("Eve", early.Message), "Your dreams") }); err != nil {
			t.Errorf("the early panel shows:\n%s", w.now("Eve", early.Message).Text())
		}
	})
}

// TestMatch plays a whole match in each language, and no person ever receives what
// they must not know.
func TestMatch(t *testing.T) {
	gametest.NotShort(t)
	for _, lang := range text.Langs {
		t.Run(string(lang), func(t *testing.T) {
			locale := map[text.Lang]string{text.English: "en-US", text.Russian: "ru"}[lang]
			w := openTown(t, locale)
			people := []string{"Аня", "Boris", "Вера"}
			for _, p := range people {
				if err := w.person(p).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			panels := w.match("rounds:2", people...)
			w.play(people, panels)
			s := w.state()
			if s.Phase != table.Over {
				t.Fatalf("the match is %s", s.Phase)
			}
			title := map[text.Lang]string{text.English: "Good morning", text.Russian: "доброе утро"}[lang]
			w.sees("Kate", w.here, strings.TrimPrefix(title, "д"))
			w.deal(s, lang)
			if m := w.own("Kate", w.own("Kate", w.board(), "rules").Message, "deal").Message; !has(m, s.Seed) {
				t.Errorf("behind the rules at the end:\n%s", m.Text())
			}
			if !strings.Contains(strings.ToLower(w.board().Text()), strings.ToLower(title)) {
				t.Errorf("the end:\n%s", w.board().Text())
			}
			w.secret(s, people)
			for _, q := range w.record.All() {
				if q.Status >= 400 {
					t.Errorf("%s %s: %d %s", q.Method, q.Path, q.Status, q.Answer)
				}
				if strings.Contains(string(q.Body), "⟦") {
					t.Errorf("words are missing: %s", q.Body)
				}
			}
			if strings.Contains(w.log.String(), `"level":"error"`) {
				t.Error(w.log)
			}
			// Play again opens a lobby that the others join with the same button.
			over := w.board()
			w.own("Вера", over, "again")
			if s := w.state(); len(s.Expected) != len(people)-1 || !has(w.board(), map[text.Lang]string{text.English: "Play again? Waiting for", text.Russian: "Сыграть ещё? Ждём"}[lang]) {
				t.Errorf("expected are %v:\n%s", s.Expected, w.board().Text())
			}
			w.own("Аня", w.now("Аня", panels["Аня"]), "again") // on her last panel
			if ready := map[text.Lang]string{text.English: "Everyone is ready", text.Russian: "Все готовы"}[lang]; has(w.board(), ready) != (len(people) == 2) {
				t.Errorf("two of %d are there:\n%s", len(people), w.board().Text())
			}
			if s := w.state(); s.Phase != table.Lobby || len(s.Players) != 2 || !s.Players[0].Ready || !s.Players[1].Ready || s.Options["rounds"] != "2" {
				t.Errorf("again: %s with %+v", s.Phase, s.Players)
			}
		})
	}
}

// play plays the last match to its end by pressing everything that can be pressed.
func (w *town) play(people []string, panels map[string]*localcord.Message) {
	w.t.Helper()
	w.playMatch(w.state().ID, people, panels)
}

// playMatch is play for any match.
func (w *town) playMatch(match string, people []string, panels map[string]*localcord.Message) {
	w.t.Helper()
	for range 100 {
		s := w.table(match)
		if s.Phase != table.Live {
			return
		}
		for _, seat := range s.Status.Awaits {
			who := people[seat]
			// The panel follows by itself: wait until it shows a button that is alive.
			var id string
			if err := w.person(who).WaitFor(w.ctx, func() bool {
				for _, b := range w.now(who, panels[who]).Buttons() {
					p, err := screen.ParseCustomID(b.CustomID)
					if err == nil && (p.Action == screen.ActionDo || p.Action == screen.ActionAsk) && p.Turn == s.Turns[seat+1] {
						id = b.CustomID
						return true
					}
				}
				return false
			}); err != nil {
				w.t.Fatalf("%s has no button for %q: %v\n%s\n%s", who, s.Match.Moves(seat), err, w.now(who, panels[who]).Text(), w.log)
			}
			time.Sleep(w.between)
			r := w.press(who, panels[who], id)
			if r.Modal != nil {
				r = w.does(w.person(who).Submit(w.ctx, r.Modal, "a *dream* of "+who))
			}
			if !r.Updated || has(r.Message, "⚠") {
				w.t.Fatalf("%s presses %s:\n%s", who, id, r.Message.Text())
			}
			if r.Deferred { // a slow database has not saved it yet
				if err := w.srv.Wait(w.ctx, func() bool { return w.table(match).Turns[seat+1] > s.Turns[seat+1] }); err != nil {
					w.t.Fatalf("%s presses %s, which is never saved: %v\n%s", who, id, err, w.log)
				}
			}
		}
	}
	w.t.Fatal("the match does not end")
}

// secret fails when a person was ever sent what they do not know at the end.
func (w *town) secret(s *table.State, people []string) {
	w.t.Helper()
	n := 0
	look := func(v games.Viewer, id localcord.ID) {
		for _, word := range s.Match.Hidden(v) {
			n++
			for _, q := range w.record.Seen(id) {
				if regexp.MustCompile(`\b` + word + `\b`).Match(q.Body) {
					w.t.Errorf("%s was sent %q: %s %s", v, word, q.Method, q.Path)
				}
			}
		}
	}
	for i, who := range people {
		look(games.Seat(i).Viewer(), w.person(who).ID())
	}
	look(games.Viewer{}, w.person("Grace").ID())
	if n == 0 {
		w.t.Error("nothing was secret")
	}
	if strings.Contains(w.log.String(), "anchor") {
		w.t.Error("a secret is in the log")
	}
}

// TestReaders lets people who read different languages look at one table.
func TestReaders(t *testing.T) {
	virtual(t, "ru", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Аня", "Boris")
		if !has(panels["Boris"], "Your dreams") || has(panels["Аня"], "Your dreams") {
			t.Errorf("panels:\n%s\n%s", panels["Boris"].Text(), panels["Аня"].Text())
		}
		if has(w.board(), "My panel") {
			t.Errorf("the board of a Russian server:\n%s", w.board().Text())
		}
		// A server's language is changed by who may manage it, and the board with it.
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream settings", map[string]any{"language": "en"}))
		if !has(r.Message, "⚠") {
			t.Errorf("anybody sets the server's language:\n%s", r.Message.Text())
		}
		owner := w.person("Аня")
		r = w.does(owner.Command(w.ctx, w.here, "dream settings", map[string]any{"language": "en"}))
		if !r.Message.Ephemeral() || has(r.Message, "⚠") {
			t.Errorf("settings:\n%s", r.Message.Text())
		}
		w.sees("Kate", w.here, "My panel", "Round 1")
		// The form of the same page does the same.
		w.set("language", "ru")
		if err := w.person("Kate").WaitFor(w.ctx, func() bool { return !has(w.board(), "My panel") }); err != nil {
			t.Errorf("the board stays English:\n%s", w.board().Text())
		}
		// Boris changes his language, and with it that of an open panel.
		r = w.does(w.person("Boris").Command(w.ctx, w.here, "dream me", map[string]any{"language": "ru"}))
		if !has(r.Message, "Ваши настройки") {
			t.Errorf("own settings:\n%s", r.Message.Text())
		}
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return !has(w.now("Boris", panels["Boris"]), "Your dreams") }); err != nil {
			t.Errorf("the panel stays English:\n%s", w.now("Boris", panels["Boris"]).Text())
		}
	})
}

// TestStale presses a button whose moment has passed, and one twice.
func TestStale(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		panel := panels["Boris"]
		toss := panel.Button("Toss for it").CustomID
		r := w.press("Boris", panel, toss)
		if !r.Updated || !has(r.Message, "Wait for the others") {
			t.Fatalf("tossed:\n%s", r.Message.Text())
		}
		n := w.state().Match.N()
		forged := localcord.Forged{Channel: w.here, Message: panel.ID, CustomID: toss}
		r = w.does(w.person("Boris").Forge(w.ctx, forged))
		if !r.Updated || !has(r.Message, "⚠", "Too late", "Wait for the others") {
			t.Errorf("the stale press:\n%s", r.Message.Text())
		}
		if w.state().Match.N() != n {
			t.Error("a stale press plays")
		}
		// The warning is said once: with the next change it goes away.
		w.press("Eve", panels["Eve"], "Toss for it")
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return !has(w.now("Boris", panel), "⚠") }); err != nil {
			t.Errorf("it stays:\n%s", w.now("Boris", panel).Text())
		}
	})
}

// TestPages opens pages and comes back, on the panel and from the board.
func TestPages(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		r := w.press("Boris", panels["Boris"], "Scores")
		if !r.Updated || !has(r.Message, "Boris: 0 points", "Back") {
			t.Fatalf("scores:\n%s", r.Message.Text())
		}
		// The page that is open stays open when something happens.
		w.press("Eve", panels["Eve"], "Toss for it")
		r = w.press("Boris", w.now("Boris", panels["Boris"]), "Back")
		if !has(r.Message, "Your dreams", "Eve: 3 dreams, has chosen") {
			t.Fatalf("back:\n%s", r.Message.Text())
		}
		// Open on the board opens the presser's panel, and leaves the board alone.
		w.sees("Kate", w.here, "Eve: 3 dreams, has chosen", "My panel")
		before := w.board().Text()
		r = w.press("Boris", w.board(), "Scores")
		if r.Updated || !r.Message.Ephemeral() || !has(r.Message, "Boris: 0 points") || w.board().Text() != before {
			t.Errorf("scores from the board:\n%s", r.Message.Text())
		}
		// There is one panel: the former one is gone.
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return w.person("Boris").Message(panels["Boris"].ID) == nil }); err != nil {
			t.Error("the former panel stays")
		}
		// A stranger sees what every person sees.
		r = w.own("Kate", w.board(), "panel")
		if !r.Message.Ephemeral() || has(r.Message, "Your dreams") || !has(r.Message, "You are not at this table") {
			t.Errorf("a stranger's panel:\n%s", r.Message.Text())
		}
		if len(r.Message.Buttons()) != 3 || r.Message.Button("Scores") == nil || r.Message.Button("People") == nil || r.Message.Button("Log") == nil {
			t.Errorf("a stranger can press what only players may:\n%s", r.Message.Text())
		}
	})
}

// TestForged lets people send custom ids that belong to others or to no person.
func TestForged(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		s := w.state()
		toss := panels["Boris"].Button("Toss for it").CustomID

		// A stranger presses on Boris's panel.
		r := w.does(w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Boris"].ID, CustomID: toss}))
		if r.Message == nil || !r.Message.Ephemeral() || !has(r.Message, "⚠", "are not playing") || w.state().Match.N() != s.Match.N() {
			t.Errorf("a stranger on a panel:\n%s", r.Message.Text())
		}
		// Eve sends what Boris's buttons say: a card of his, and a page of his.
		var his []string
		for _, m := range s.Match.Moves(0) {
			if strings.HasPrefix(m, "play ") && !slices.Contains(s.Match.Moves(1), m) {
				his = append(his, m)
			}
		}
		id := screen.CustomID{Match: s.ID, Turn: s.Turns[2], Action: screen.ActionDo, To: his[0]}.String()
		r = w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Eve"].ID, CustomID: id}))
		if !has(r.Message, "⚠") || w.state().Match.N() != s.Match.N() {
			t.Errorf("a card of somebody else's:\n%s", r.Message.Text())
		}
		id = screen.CustomID{Match: s.ID, Turn: s.Turns[1], Action: screen.ActionOpen, To: "card/" + strings.TrimPrefix(his[0], "play ")}.String()
		r = w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Eve"].ID, CustomID: id}))
		if has(r.Message, "It is number") {
			t.Errorf("a page of somebody else's:\n%s", r.Message.Text())
		}
		// Ids of no person.
		for _, id := range []string{
			"x", "m/", "b/", "m/aaaaaaaaaa/0/d/toss", "b/aaaaaaaaaa/start/", "b/-/start/", "b/" + s.ID + "/fly/", "b/" + s.ID + "/value/../x",
			"m/" + s.ID + "/0/s/0", "m/" + s.ID + "/0/f/name", "m/" + s.ID + "/zzzzzzzzz/d/toss", "m/" + s.ID + "/0/o/" + strings.Repeat("a", 70),
			"b/-/rules/lullaby:99999999999999999999", "b/-/rules/chess", "b/-/page/", "b/-/server/", "m/" + s.ID + "/0/x/1",
			"b/" + s.ID + "/stop/",
		} {
			r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: id})
			if err != nil {
				t.Errorf("%q: %v", id, err)
				continue
			}
			if r.Message == nil || !r.Message.Ephemeral() || has(r.Message, "incident") {
				t.Errorf("%q:\n%s", id, r.Message.Text())
			}
		}
		for _, v := range []string{"", "d/toss", "x/", "s/0", "o/" + strings.Repeat("ы", 98)} {
			if _, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: "m/" + s.ID + "/0/s/0", Values: []string{v}}); err != nil {
				t.Errorf("value %q: %v", v, err)
			}
		}
		if now := w.state(); now.Match.N() != s.Match.N() || now.Phase != table.Live {
			t.Error("a forged id plays")
		}
		if strings.Contains(w.log.String(), "incident") {
			t.Error(w.log)
		}
	})
}

// TestCommands plays by slash commands.
func TestCommands(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:1", "Boris", "Eve")
		if r := w.does(w.person("Kate").Command(w.ctx, w.here, "name", map[string]any{"text": "x"})); !has(r.Message, "⚠", "are not playing") {
			t.Errorf("a stranger:\n%s", r.Message.Text())
		}
		r := w.does(w.person("Boris").Command(w.ctx, w.here, "name", map[string]any{"text": "x"}))
		if !r.Message.Ephemeral() || !has(r.Message, "⚠", "Too late", "Your dreams") {
			t.Errorf("within a second of the beginning:\n%s", r.Message.Text())
		}
		r = w.types("Boris", "name", "x")
		if !r.Message.Ephemeral() || !has(r.Message, "⚠", "right now", "Your dreams") {
			t.Errorf("too early:\n%s", r.Message.Text())
		}
		panels["Boris"] = r.Message
		for _, who := range []string{"Boris", "Eve"} {
			w.press(who, panels[who], "Toss for it")
		}
		winner := []string{"Boris", "Eve"}[w.state().Status.Awaits[0]]
		r = w.types(winner, "name", "a long sleep")
		if !r.Message.Ephemeral() || has(r.Message, "⚠") || w.state().Phase != table.Over {
			t.Errorf("named:\n%s", r.Message.Text())
		}

		choices, err := w.person("Eve").Complete(w.ctx, w.here, "dream play", "options", "ro", map[string]any{"game": "lullaby"})
		if err != nil || len(choices) != 1 || choices[0].Value != "rounds:2" || choices[0].Name != "Rounds: 1–3" {
			t.Errorf("completion: %v, %v", choices, err)
		}
		choices, err = w.person("Eve").Complete(w.ctx, w.here, "dream play", "options", "rounds:3 pace:", map[string]any{"game": "lullaby"})
		if err != nil || len(choices) != 3 || choices[1].Value != "rounds:3 pace:brisk" || !strings.HasPrefix(choices[1].Name, "Rounds: 3; Pace: Brisk") {
			t.Errorf("completion: %v, %v", choices, err)
		}
		choices, err = w.person("Eve").Complete(w.ctx, w.here, "dream play", "options", "rounds:", map[string]any{"game": "lullaby"})
		if err != nil || len(choices) != 3 || choices[0].Value != "rounds:2" || choices[0].Name != "Rounds: 2 (1–3)" || choices[1].Value != "rounds:1" || choices[2].Value != "rounds:3" {
			t.Errorf("completion of a number: %v, %v", choices, err)
		}
		// Spaces as the proposals show them are read.
		choices, err = w.person("Eve").Complete(w.ctx, w.here, "dream play", "options", "rounds: 3 pace : ", map[string]any{"game": "lullaby"})
		if err != nil || len(choices) != 3 || choices[1].Value != "rounds:3 pace:brisk" {
			t.Errorf("completion: %v, %v", choices, err)
		}
		if chosen, err := w.bot.games.named("lullaby").readOptions("Rounds: 3; Pace :brisk"); err != nil || chosen["rounds"] != "3" || chosen["pace"] != "brisk" {
			t.Errorf("chosen: %v, %v", chosen, err)
		}
		// A person who reads another language is shown that one throughout.
		choices, err = w.person("Аня").Complete(w.ctx, w.here, "dream play", "options", "pace:brisk ro", map[string]any{"game": "lullaby"})
		if err != nil || len(choices) != 1 || choices[0].Value != "pace:brisk rounds:2" || choices[0].Name != "Темп: Быстрый: двадцать секунд; Раунды: 1–3" {
			t.Errorf("completion: %v, %v", choices, err)
		}
		if r := w.does(w.person("Eve").Command(w.ctx, w.here, "dream rules", nil)); !has(r.Message, "Everybody plays one dream") {
			t.Errorf("rules:\n%s", r.Message.Text())
		}
	})
}

// types sends a command of a game as slowly as a person types. What comes within a
// second of the turn's beginning is refused.
func (w *town) types(who, name, words string) *localcord.Reply {
	w.t.Helper()
	<-time.After(table.Typing + 10*time.Millisecond)
	return w.does(w.person(who).Command(w.ctx, w.here, name, map[string]any{"text": words}))
}

// until waits for something of the bot's that no person on Discord sees.
func (w *town) until(ok func() bool) error {
	for {
		select {
		case <-w.ctx.Done():
			return w.ctx.Err()
		case <-time.After(10 * time.Millisecond):
			if ok() {
				return nil
			}
		}
	}
}

// TestCommandsMeanTheChannel types a game's command where another table is on.
func TestCommandsMeanTheChannel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:1", "Boris", "Eve")
		for _, who := range []string{"Boris", "Eve"} {
			w.press(who, panels[who], "Toss for it")
		}
		match := w.state()
		winner := []string{"Boris", "Eve"}[match.Status.Awaits[0]]
		w.here = w.srv.NewChannel("elsewhere")
		w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		if r := w.types(winner, "name", "x"); !has(r.Message, "⚠", "are not playing here") {
			t.Errorf("where another table is:\n%s", r.Message.Text())
		}
		w.own(winner, w.board(), "join")
		if r := w.types(winner, "name", "x"); !has(r.Message, "⚠", "not begun") {
			t.Errorf("at another lobby of their own:\n%s", r.Message.Text())
		}
		if s, ok := w.bot.tables.Find(table.OfMatch(match.ID)); !ok || s.Match.N() != match.Match.N() {
			t.Error("it was played at the other table")
		}
		// Where nothing is on, it means the match that one plays.
		w.here = w.srv.NewChannel("nothing")
		if r := w.types(winner, "name", "x"); has(r.Message, "⚠") {
			t.Errorf("where nothing is on:\n%s", r.Message.Text())
		}
	})
}

// TestRefusalsDoNotPileUp refuses a person again and again.
func TestRefusalsDoNotPileUp(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		hushed := func(who string, n int) bool {
			for _, m := range w.person(who).Messages(w.here) {
				if m.Ephemeral() && has(m, "⚠") {
					n--
				}
			}
			return n == 0
		}
		for range 3 {
			w.does(w.person("Kate").Command(w.ctx, w.here, "name", map[string]any{"text": "x"}))
		}
		if err := w.person("Kate").WaitFor(w.ctx, func() bool { return hushed("Kate", 1) }); err != nil {
			t.Error("Kate's refusals pile up")
		}
		w.own("Kate", w.board(), "rules")
		if err := w.person("Kate").WaitFor(w.ctx, func() bool { return hushed("Kate", 0) }); err != nil {
			t.Error("the last one stays")
		}
		// Who plays has a panel, which says it: there is one, and nothing below it.
		s := w.state()
		id := screen.CustomID{Match: s.ID, Turn: s.Turns[0] + 7, Action: screen.ActionDo, To: "toss"}.String()
		for range 3 {
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: id}))
			if !r.Message.Ephemeral() || !has(r.Message, "Too late", "Your dreams") {
				t.Fatalf("refused on the board:\n%s", r.Message.Text())
			}
		}
		if err := w.person("Boris").WaitFor(w.ctx, func() bool {
			n := 0
			for _, m := range w.person("Boris").Messages(w.here) {
				if m.Ephemeral() && has(m, "Your dreams") {
					n++
				}
			}
			return n == 1
		}); err != nil {
			t.Error("panels pile up")
		}
	})
}

// TestOldPanel presses on two panels that the reconciler does not care for. One was
// opened after its panel, the other before it.
func TestOldPanel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		key := screen.Key{Match: w.state().ID, User: w.state().Players[0].ID}
		var at screen.Address
		if err := w.until(func() bool {
			at, _ = w.bot.reconciler.Address(key)
			return at.Message.String() == string(panels["Boris"].ID)
		}); err != nil {
			t.Fatalf("the message of a new panel is taken to be %d", at.Message)
		}
		// Another panel takes its place.
		second := w.own("Boris", w.board(), "panel").Message
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return w.person("Boris").Message(panels["Boris"].ID) == nil }); err != nil {
			t.Fatal("the former panel stays")
		}
		// The reconciler cares for one that is elsewhere: a press brings it here.
		elsewhere := at
		elsewhere.Message, elsewhere.Panel = at.Message+1, discord.RestorePanel(discord.SavedToken{Secret: "none", Expires: at.Panel.Expires()})
		w.bot.reconciler.UntrackMatch(key.Match)
		w.bot.reconciler.Track(key, elsewhere, "")
		r := w.press("Boris", second, "Toss for it")
		if !r.Updated || !has(r.Message, "Wait for the others") {
			t.Fatalf("pressed:\n%s", r.Message.Text())
		}
		if err := w.until(func() bool {
			at, ok := w.bot.reconciler.Address(key)
			return ok && at.Message.String() == string(second.ID)
		}); err != nil {
			t.Fatal("the panel that was pressed is not the panel")
		}
		w.press("Eve", panels["Eve"], "Toss for it")
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return has(w.now("Boris", second), "the dream gets a name") }); err != nil {
			t.Error("it does not follow")
		}
	})
}

func TestStop(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		if m := w.sees("Kate", w.here, "begins"); len(m.Buttons()) != 1 {
			t.Error("the call has no button")
		}
		r := w.does(w.person("Kate").Command(w.ctx, w.here, "table stop", nil))
		if !has(r.Message, "⚠") || w.state().Motion != nil {
			t.Errorf("anybody stops:\n%s", r.Message.Text())
		}
		r = w.does(w.person("Boris").Command(w.ctx, w.here, "table stop", nil))
		if !r.Message.Ephemeral() || !has(r.Message, "cannot be undone") || w.state().Phase != table.Live {
			t.Fatalf("stop:\n%s", r.Message.Text())
		}
		r = w.own("Boris", r.Message, "stop")
		if strings.Count(r.Message.Text(), "ended early") != 1 || has(r.Message, "has ended") || !has(r.Message, "Nobody won") || w.state().Phase != table.Void {
			t.Errorf("stopped, which is said once:\n%s", r.Message.Text())
		}
		w.sees("Kate", w.here, "ended early", "Nobody won", "Round 1 of 2", "Boris: 3 dreams")
		if m := w.own("Kate", w.own("Kate", w.board(), "rules").Message, "deal").Message; !m.Ephemeral() || !has(m, w.state().Seed) {
			t.Errorf("behind the rules of a match that ended:\n%s", m.Text())
		}
		if call := w.sees("Kate", w.here, "the match has ended"); len(call.Buttons()) != 0 {
			t.Error("the call keeps its button")
		}
		old := w.board()
		for _, b := range old.Buttons() {
			if strings.HasPrefix(b.CustomID, "m/") {
				t.Errorf("a stopped match can be played: %s", b.CustomID)
			}
		}
		// The next table takes the button away that would open it.
		w.own("Eve", old, "again")
		w.own("Boris", w.now("Boris", old), "again")
		w.own("Eve", w.board(), "start")
		if err := w.person("Kate").WaitFor(w.ctx, func() bool { return len(w.now("Kate", old).Buttons()) == 2 }); err != nil {
			t.Errorf("the old board:\n%s", w.now("Kate", old).Text())
		}
	})
}

// TestStopBroken stops a match whose pages break.
func TestStopBroken(t *testing.T) {
	pages := page.New(&screen.Painter{}, words.Catalogue(), nil, nil)
	s := &table.State{ID: "aaaaaaaaaa", Game: lullaby, Phase: table.Void, Started: time.Unix(1, 0), Seed: "5eed", Match: brokenMatch{}}
	shown, err := pages.Board(s, text.English, false)
	if err != nil || !strings.Contains(shown.Message.Embeds[0].Title, "ended early") {
		t.Errorf("%+v, %v", shown, err)
	}
	s.Match, s.VoidReason = nil, ui.T("table.outdated", "x4711")
	shown, err = pages.Board(s, text.English, false)
	if err != nil || !strings.Contains(shown.Message.Embeds[0].Description, "We are sorry") || !strings.Contains(shown.Message.Embeds[0].Description, "x4711") {
		t.Errorf("%+v, %v", shown, err)
	}
}

// brokenMatch has no page.
type brokenMatch struct{ games.Match }

// TestPermissions takes each permission away in turn.
func TestPermissions(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		for _, c := range []struct {
			bit  uint64
			name string
		}{
			{discordgo.PermissionViewChannel, "View Channel"}, {discordgo.PermissionSendMessages, "Send Messages"}, {discordgo.PermissionEmbedLinks, "Embed Links"},
			{discordgo.PermissionAttachFiles, "Attach Files"}, {discordgo.PermissionReadMessageHistory, "Read Message History"},
			{discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles, "Embed Links, Attach Files"},
		} {
			w.srv.Control().Deny(w.here, c.bit)
			r := w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
			if !r.Message.Ephemeral() || !has(r.Message, c.name, "<#"+string(w.here)+">", "Permissions") || len(w.bot.tables.Known(table.All())) != 0 {
				t.Errorf("without %s:\n%s", c.name, r.Message.Text())
			}
		}
		w.srv.Control().Deny(w.here, discordgo.PermissionCreatePublicThreads)
		r := w.does(w.person("Eve").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "thread": true}))
		if !has(r.Message, "Create Public Threads") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("a thread that cannot be made:\n%s", r.Message.Text())
		}
		w.srv.Control().Deny(w.here, 0)

		// In the middle of a match: the next to press on the board is told.
		panels := w.match("", "Boris", "Eve")
		w.unlent()
		w.srv.Control().Deny(w.here, discordgo.PermissionViewChannel)
		w.press("Boris", panels["Boris"], "Toss for it")
		key := screen.Key{Match: w.state().ID}
		if err := w.srv.Wait(w.ctx, func() bool { return w.bot.reconciler.Trouble(key) != nil }); err != nil {
			t.Fatal(err)
		}
		w.own("Eve", w.board(), "panel")
		w.sees("Eve", w.here, "View Channel", "lacks permissions")
		w.srv.Control().Deny(w.here, 0)
		w.own("Eve", w.board(), "panel")
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
	})
}

// TestRestart lets the bot go in the middle of a match and come back.
func TestRestart(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		w.press("Boris", panels["Boris"], "Toss for it")
		toss := w.now("Eve", panels["Eve"]).Button("Toss for it").CustomID
		board := w.board()
		w.stop()
		w.start()
		if got := w.board(); got.ID != board.ID {
			t.Error("there is another board")
		}
		// An old button is alive, and a panel of before follows the game.
		r := w.press("Eve", panels["Eve"], toss)
		if !r.Updated || !has(r.Message, "Wait for the others") {
			t.Fatalf("an old button:\n%s", r.Message.Text())
		}
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return has(w.now("Boris", panels["Boris"]), "Eve: 3 dreams, has chosen") }); err != nil {
			t.Errorf("Boris's panel of before the restart:\n%s", w.now("Boris", panels["Boris"]).Text())
		}
		w.play(people, panels)
		w.secret(w.state(), people)
	})
}

// TestEndedBoardStays: the bot saves what the board of an ended match shows, and does
// not edit it again after a restart.
func TestEndedBoardStays(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		w.play(people, w.match("rounds:1", people...))
		board := w.sees("Kate", w.here, "Good morning")
		time.Sleep(time.Minute)
		before := len(w.record.All())
		w.stop()
		w.start()
		time.Sleep(time.Minute)
		for _, q := range w.record.All()[before:] {
			if q.Method == "PATCH" && strings.HasSuffix(q.Path, "/messages/"+string(board.ID)) {
				t.Errorf("the board of the ended match was edited: %s", q.Body)
			}
		}
	})
}

// TestRefusedOnBoard: after a press that was refused the board follows the table as
// before.
func TestRefusedOnBoard(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		w.own("Eve", w.board(), "join")
		if r := w.own("Kate", w.board(), "start"); !r.Message.Ephemeral() || w.state().Phase != table.Lobby {
			t.Fatalf("a stranger starts:\n%s", r.Message.Text())
		}
		w.does(w.person("Grace").Command(w.ctx, w.here, "table join", nil))
		w.sees("Boris", w.here, "Players (3 of 4)", "Grace")
	})
}

// TestBoardDeleted deletes the board: it is posted again.
func TestBoardDeleted(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		old := w.board()
		if err := w.srv.Control().DeleteMessage(old.ID); err != nil {
			t.Fatal(err)
		}
		w.press("Boris", panels["Boris"], "Toss for it")
		m := w.sees("Kate", w.here, "Boris: 3 dreams, has chosen", "My panel")
		if m.ID == old.ID {
			t.Error("it is the same message")
		}
		w.own("Eve", w.board(), "panel")
		// And it is found again after a restart.
		w.stop()
		w.start()
		w.own("Eve", w.board(), "panel")
	})
}

// TestEndedBoardDeleted deletes the board of a match that has ended. It is not missed:
// neither a restart nor the next table in the channel posts it again.
func TestEndedBoardDeleted(t *testing.T) {
	for _, restart := range []bool{false, true} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			people := []string{"Boris", "Eve"}
			w.play(people, w.match("rounds:1", people...))
			board, match := w.sees("Kate", w.here, "Good morning"), w.state().ID
			time.Sleep(time.Minute)
			if err := w.srv.Control().DeleteMessage(board.ID); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if restart {
				w.stop()
				w.start()
			}
			w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
			time.Sleep(time.Minute)
			if list := w.boards(w.here, match); len(list) > 0 {
				t.Errorf("after a restart (%v) the board is there again:\n%s", restart, list[0].Text())
			}
		})
	}
}

// TestDeletedChannelIsForgotten: after a restart the bot asks Discord for nothing in the
// channel that was deleted with the board of a match.
func TestDeletedChannelIsForgotten(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		w.stop()
		before := len(w.record.All())
		w.start()
		time.Sleep(time.Minute)
		for _, q := range w.record.All()[before:] {
			if strings.Contains(q.Path, string(w.here)) {
				t.Errorf("the bot asks for %s %s", q.Method, q.Path)
			}
		}
	})
}

// TestLostAnswers loses what Discord says: every surface heals.
func TestLostAnswers(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		w.srv.SetFaults(localcord.Faults{LostRate: 0.3, ErrorRate: 0.1})
		if _, err := w.person("Boris").Press(w.ctx, panels["Boris"].ID, "Toss for it"); err != nil {
			t.Logf("Boris is not answered: %v", err)
		}
		w.srv.SetFaults(localcord.Faults{})
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
		if err := w.person("Boris").WaitFor(w.ctx, func() bool { return has(w.now("Boris", panels["Boris"]), "Wait for the others") }); err != nil {
			t.Errorf("Boris sees:\n%s", w.now("Boris", panels["Boris"]).Text())
		}
	})
}

// TestPlayAlone: one press begins a match among automatic players, who play by
// themselves. They are marked everywhere, and no person mentions them.
func TestPlayAlone(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		w.own("Boris", w.board(), "auto")
		if b := w.board(); !has(b, "Players (2 of 4)", "👑 Boris, 🤖 ") || w.state().Players[1].Name == "" {
			t.Fatalf("an automatic player:\n%s", b.Text())
		}
		r := w.own("Boris", w.board(), "options")
		r = w.does(w.person("Boris").Choose(w.ctx, r.Message.ID, r.Message.Menus()[len(r.Message.Menus())-1].CustomID, "strong"))
		if w.state().Strength != games.Strong {
			t.Errorf("strength %v:\n%s", w.state().Strength, r.Message.Text())
		}
		w.sees("Kate", w.here, "Bot level: strong")
		r = w.own("Boris", w.board(), "start")
		s := w.state()
		if s.Phase != table.Live || len(s.Players) != 2 || !s.Players[1].Auto {
			t.Fatalf("the match: %+v", s)
		}
		if !r.Message.Ephemeral() || !has(r.Message, "Your dreams") {
			t.Errorf("the answer is not the panel:\n%s", r.Message.Text())
		}
		take := func() *localcord.Component { return w.board().Button("b/" + s.ID + "/take/") }
		if err := w.srv.Wait(w.ctx, func() bool { return take() != nil }); err != nil {
			t.Fatalf("a stranger cannot take a seat:\n%s", w.board().Text())
		}
		if got := take().Style; got != int(discordgo.SecondaryButton) {
			t.Errorf("the seat of an automatic player is offered with style %d", got)
		}
		for _, m := range w.person("Kate").Messages(w.here) {
			if has(m, s.Players[1].ID.String()) || strings.Contains(m.Content, "<@") || has(m, "begins") {
				t.Errorf("somebody alone is called:\n%s", m.Text())
			}
		}
		if err := w.srv.Wait(w.ctx, func() bool { return w.state().Match.N() >= 1 }); err != nil {
			t.Errorf("nobody plays: %v", err)
		}
	})
}

// TestPeopleOnly: a server may want no automatic players.
func TestPeopleOnly(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		r := w.does(w.person("Аня").Command(w.ctx, w.here, "dream settings", map[string]any{"bots": "no"}))
		if !has(r.Message, "Боты за столами", "нельзя") {
			t.Fatalf("the setting:\n%s", r.Message.Text())
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		if b := w.board(); b.Button("Play alone") != nil || b.Button("Bot") != nil || !has(b, "Start (needs 1 more)") {
			t.Errorf("the lobby:\n%s", b.Text())
		}
		for _, id := range []string{"auto/", "start/2"} {
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Message: w.board().ID, CustomID: "b/" + w.state().ID + "/" + id}))
			if !has(r.Message, "⚠", "Bots may not sit down") || w.state().Phase != table.Lobby {
				t.Errorf("%s is answered with\n%s", id, r.Message.Text())
			}
		}
	})
}

func TestThread(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "thread": true}))
		w.own("Eve", w.board(), "join")
		lobby := w.board()
		w.own("Boris", lobby, "start")
		w.sees("Kate", w.here, "the table is in this thread")
		if err := w.srv.Wait(w.ctx, func() bool { return w.state().Thread != 0 }); err != nil {
			t.Fatal(err)
		}
		thread := localcord.ID(w.state().Thread.String())
		w.sees("Kate", thread, "Round 1 of 2", "My panel")
		w.sees("Kate", thread, "begins")
		r := w.does(w.person("Eve").Command(w.ctx, thread, "dream panel", nil))
		if !has(r.Message, "Your dreams") {
			t.Errorf("in the thread:\n%s", r.Message.Text())
		}
		// The channel is free for another table.
		w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		if n := len(w.bot.tables.Known(table.On())); n != 2 {
			t.Errorf("%d tables", n)
		}
	})
}

// TestPanic breaks the game's pages for one person.
func TestPanic(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		s := w.state()
		id := screen.CustomID{Match: s.ID, Turn: s.Turns[1], Action: screen.ActionOpen, To: "boom"}.String()
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Boris"].ID, CustomID: id}))
		number := regexp.MustCompile(`\*\*([A-Z2-7]{6})\*\*`).FindStringSubmatch(r.Message.Text())
		if !r.Message.Ephemeral() || number == nil {
			t.Fatalf("Boris is told:\n%s", r.Message.Text())
		}
		log := w.log.String()
		if strings.Count(log, number[1]) != 1 || strings.Contains(log, "canary") || has(r.Message, "canary") {
			t.Errorf("the log says:\n%s", log)
		}
		if n := w.counted("oneiros_faults_total"); n != 1 {
			t.Errorf("%v faults are counted", n)
		}
		w.press("Eve", panels["Eve"], "Toss for it")
		w.sees("Kate", w.here, "Eve: 3 dreams, has chosen")
		w.shows("Boris", panels["Boris"], "Eve: 3 dreams, has chosen")
		if n := w.counted("oneiros_edits_total", store.Panel); n == 0 {
			t.Error("no edit of a panel is counted")
		}
	})
}

// counted is the value of a counter or a gauge, of all its labels or of one.
func (w *town) counted(name string, label ...string) (sum float64) {
	w.t.Helper()
	all, err := w.metrics.Gather()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range all {
		for _, m := range f.GetMetric() {
			if f.GetName() == name && (len(label) == 0 || m.GetLabel()[0].GetValue() == label[0]) {
				sum += m.GetCounter().GetValue() + m.GetGauge().GetValue()
			}
		}
	}
	return sum
}

// TestSecondServer carries the buttons of a table to another server: interactions
// there are refused.
func TestSecondServer(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		s := w.state()
		n := len(w.record.All())
		ix := &discord.Interaction{
			ID: discord.IDAt(time.Now()), App: 1, Token: "t", Type: discordgo.InteractionMessageComponent, Guild: s.Guild + 1, Channel: 5,
			User: discord.User{ID: s.Players[0].ID, Name: "Boris"}, CustomID: "b/" + s.ID + "/panel/", Received: time.Now(),
		}
		r := &route.Request{Reply: w.bot.responder.Begin(w.ctx, ix), Interaction: ix, Lang: text.English}
		if err := w.bot.router.lead(w.ctx, r); err == nil || len(w.record.All()) != n {
			t.Error("a table is shown on another server")
		}
	})
}

// TestFlood presses a thousand times as one person while others play.
func TestFlood(t *testing.T) {
	w := found(t, "en-US", 0)
	panels := w.match("", "Boris", "Eve")
	s := w.state()
	flood := make(chan struct{})
	go func() {
		defer close(flood)
		for i := range 1000 {
			w.bot.events.dispatch(discord.ShardID{Of: 1}, &discord.Interaction{
				ID: discord.IDAt(time.Now()) + discord.ID(i), App: 1, Token: fmt.Sprint("t", i), Type: discordgo.InteractionMessageComponent, Guild: s.Guild, Channel: 5,
				User: discord.User{ID: 999, Name: "Mallory"}, CustomID: "b/" + s.ID + "/panel/", Received: time.Now(),
			})
		}
	}()
	begun := time.Now()
	w.press("Boris", panels["Boris"], "Toss for it")
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("answered after %v", took)
	}
	<-flood
}

func TestCommandsAccepted(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if err := discord.CheckCommands(w.bot.Commands()); err != nil {
			t.Error(err)
		}
		j, err := json.Marshal(w.bot.Commands())
		if err != nil || bytes.Contains(j, []byte("⟦")) {
			t.Errorf("%s, %v", j, err)
		}
	})
}

// TestMetrics counts a little, and no label says anything of any person.
func TestMetrics(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		w.press("Boris", panels["Boris"], "Toss for it")
		w.sees("Kate", w.here, "Boris: 3 dreams, has chosen")
		w.unlent()
		if err := w.srv.REST().Refuse("PATCH /channels/{channel}/messages/{message}", 50013, 1); err != nil {
			t.Fatal(err)
		}
		w.press("Eve", panels["Eve"], "Toss for it")
		time.Sleep(time.Minute)
		w.bot.surfaces.logCuts(&screen.Shown{Faults: []string{"too long"}})
		w.bot.metrics.refused(context.DeadlineExceeded)
		all, err := w.metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]float64{}
		for _, f := range all {
			for _, m := range f.GetMetric() {
				name := f.GetName()
				for _, l := range m.GetLabel() {
					if regexp.MustCompile(`[0-9]{6}`).MatchString(l.GetValue()) || strings.Contains(l.GetValue(), "Boris") || l.GetValue() == w.state().ID {
						t.Errorf("%s{%s=%q}", f.GetName(), l.GetName(), l.GetValue())
					}
					name += " " + l.GetValue()
				}
				found[name] = m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
		for _, name := range []string{
			"oneiros_interactions_total press", "oneiros_answer_seconds press", "oneiros_tables lullaby live", "oneiros_edits_total board", "oneiros_edits_total panel",
			"oneiros_discord_errors_total 50013", "oneiros_discord_errors_total none", "oneiros_cuts_total",
			"oneiros_discord_requests_total yes PATCH channels/messages/ID", "oneiros_discord_requests_total no PATCH webhooks/messages/@original",
			"oneiros_gateway_up 0", "oneiros_gateway_guilds 0", "oneiros_gateway_identifies_total 0", "oneiros_gateway_identifies_left",
		} {
			if found[name] == 0 {
				t.Errorf("%s is %v in %v", name, found[name], found)
			}
		}
	})
}
