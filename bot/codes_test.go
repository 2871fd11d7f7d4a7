package bot

import (
	"iter"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/ui"
)

const (
	editing   = "PATCH /channels/{channel}/messages/{message}"
	answering = "POST /interactions/{id}/{token}/callback"
	hooked    = "PATCH /webhooks/{app}/{token}/messages/{message}"
)

// refuses lets Discord refuse a route.
func (w *town) refuses(route string, code, times int) {
	w.t.Helper()
	if err := w.srv.REST().Refuse(route, code, times); err != nil {
		w.t.Fatal(err)
	}
}

// calls counts what the bot asked of a route.
func (w *town) calls(method, end string) (n int) {
	for _, q := range w.record.All() {
		path, _, _ := strings.Cut(q.Path, "?")
		if q.Method == method && strings.Contains(path, end) {
			n++
		}
	}
	return n
}

// edits counts the edits of the board. It does not count those of other messages,
// which say until when a person is waited for.
func (w *town) edits() int {
	w.t.Helper()
	at, _ := w.bot.reconciler.Address(screen.Key{Match: w.state().ID})
	return w.calls("PATCH", "/messages/"+at.Message.String())
}

// pauses changes the board: the host pauses the match. The answer may fail.
func (w *town) pauses() (*localcord.Reply, error) {
	return w.person("Boris").Command(w.ctx, w.here, "table pause", nil)
}

// unlent takes the token away that a press has lent to the board.
func (w *town) unlent() {
	w.t.Helper()
	w.unlentOf(w.state().ID)
	time.Sleep(3 * time.Second) // it is edited
}

// unlentOf takes it away from the board of a match.
func (w *town) unlentOf(match string) {
	w.t.Helper()
	key := screen.Key{Match: match}
	at, _, ok := w.bot.reconciler.Untrack(key)
	if !ok {
		w.t.Fatal("there is no board")
	}
	at.Board = discord.BoardToken{}
	w.bot.reconciler.Track(key, at, "")
}

// TestCodes refuses everything that Discord refuses, by its code. The board has no token
// but the bot's. The names are
// those of the table in the package's comment.
func TestCodes(t *testing.T) {
	cases := map[string]func(*testing.T, *town){
		"10003": channelUnknown,
		"10008": postedAgain(10008), "30046": postedAgain(30046), "50083": postedAgain(50083),
		"50001": forbidden(50001, discordgo.PermissionViewChannel, "View Channel"), "50013": forbidden(50013, discordgo.PermissionEmbedLinks, "Embed Links"),
		"10062": tooLate(10062), "40060": tooLate(40060),
		"50007":      directMessagesClosed,
		"50027":      tokenEnded,
		"50035":      malformed,
		"429/user":   faulty(localcord.Faults{LimitRate: 1, RetryAfter: 2000}, true),
		"429/global": faulty(localcord.Faults{LimitRate: 1, RetryAfter: 2000, LimitScope: "global"}, true),
		"429/shared": faulty(localcord.Faults{LimitRate: 1, RetryAfter: 2000, LimitScope: "shared"}, false),
		"5xx":        faulty(localcord.Faults{ErrorRate: 1}, false),
		"401":        tokenRefused,
	}
	source, err := os.ReadFile("bot.go")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, m := range regexp.MustCompile(`(?m)^//\t([0-9][0-9x]{2,4}(?:/[a-z]+)?) `).FindAllStringSubmatch(string(source), -1) {
		documented = append(documented, m[1])
	}
	if tested := slices.Sorted(maps.Keys(cases)); !slices.Equal(tested, slices.Sorted(slices.Values(documented))) {
		t.Errorf("documented: %v\ntested: %v", documented, tested)
	}
	for _, name := range casesAmong(cases, 1, 3) {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				w.match("", "Boris", "Eve")
				time.Sleep(3 * time.Second)
				w.unlent()
				cases[name](t, w)
			})
		})
	}
}

// boardKey is the surface of the board in front of every person.
func boardKey(w *town) screen.Key {
	return screen.Key{Match: w.state().ID}
}

// shows fails when there is not one board, or when it lacks the words.
func shows(t *testing.T, w *town, words string) {
	t.Helper()
	if list := w.boards(w.here, w.state().ID); len(list) != 1 || !has(list[0], words) {
		t.Errorf("%d boards; the first:\n%s\n%s", len(list), list[0].Text(), w.log)
	}
}

// postedAgain tests that a refused or deleted board is posted again.
func postedAgain(code int) func(*testing.T, *town) {
	return func(t *testing.T, w *town) {
		old := w.board()
		if code == 10008 {
			if err := w.srv.Control().DeleteMessage(old.ID); err != nil {
				t.Fatal(err)
			}
		} else {
			w.refuses(editing, code, 1)
		}
		w.does(w.pauses())
		time.Sleep(10 * time.Second)
		shows(t, w, "paused")
		if w.board().ID == old.ID {
			t.Error("the board is not posted anew")
		}
	}
}

// forbidden tests that what a missing permission forbids is asked once, told once and
// done when it is granted.
func forbidden(code int, bit uint64, name string) func(*testing.T, *town) {
	return func(t *testing.T, w *town) {
		w.srv.Control().Deny(w.here, bit)
		time.Sleep(time.Second) // the bot hears of it before it is refused; heard later, it would try once more
		before := w.edits()
		w.does(w.pauses())
		time.Sleep(9 * time.Minute)
		if n := w.edits() - before; n != 1 || discord.Code(w.bot.reconciler.Trouble(boardKey(w))) != code {
			t.Errorf("asked %d times, trouble %v", n, w.bot.reconciler.Trouble(boardKey(w)))
		}
		w.own("Eve", w.board(), "panel") // the next who presses is told, alone
		time.Sleep(time.Second)
		if m := w.sees("Eve", w.here, name, "lacks permissions"); !m.Ephemeral() {
			t.Error("everybody is told")
		}
		w.srv.Control().Deny(w.here, 0)
		time.Sleep(15 * time.Second)
		shows(t, w, "paused")
		if err := w.bot.reconciler.Trouble(boardKey(w)); err != nil {
			t.Error(err)
		}
	}
}

// TestStartUnanswered: a match begins whose host could not be answered. Its players are
// called, and the board of the match before no longer offers its table.
func TestStartUnanswered(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		w.play(people, w.match("rounds:1", people...))
		w.within("the match is over", func() bool { return w.board().Button("Play again") != nil })
		old := w.board()
		for _, who := range people {
			w.own(who, old, "again")
		}
		next := w.board()
		w.refuses(answering, 10062, 1)
		if _, err := w.person("Boris").Press(w.ctx, next.ID, "Start"); err == nil || w.state().Phase != table.Live {
			t.Fatalf("the match is %s, %v", w.state().Phase, err)
		}
		time.Sleep(5 * time.Second)
		if calls := slices.ContainsFunc(w.person("Kate").Messages(w.here), func(m *localcord.Message) bool { return m.ID > next.ID && has(m, "begins") }); !calls {
			t.Error("nobody is called")
		}
		if m := w.now("Kate", old); m.Button("Play again") != nil {
			t.Errorf("the former board offers a table that is full:\n%s", m.Text())
		}
	})
}

// tooLate tests that nothing follows an answer that Discord no longer takes.
func tooLate(code int) func(*testing.T, *town) {
	return func(t *testing.T, w *town) {
		before := w.calls("POST", "/callback")
		w.refuses(answering, code, 1)
		if _, err := w.pauses(); err == nil {
			t.Error("it is answered")
		}
		if n := w.calls("POST", "/callback") - before; n != 1 {
			t.Errorf("answered %d times", n)
		}
		time.Sleep(5 * time.Second)
		shows(t, w, "paused")
		if w.calls("POST", "/webhooks/") != 0 {
			t.Error("something follows an answer that came too late")
		}
	}
}

// faulty tests that a fault that passes is survived without too many requests.
func faulty(f localcord.Faults, counted bool) func(*testing.T, *town) {
	return func(t *testing.T, w *town) {
		before := w.srv.REST().Invalid()
		w.srv.SetFaults(f)
		if _, err := w.pauses(); err == nil {
			t.Error("it is answered")
		}
		time.Sleep(time.Minute)
		if n := w.srv.REST().Invalid() - before; n > 200 || !counted && n > 0 {
			t.Errorf("%d refused requests in a minute", n)
		}
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(2 * time.Minute)
		shows(t, w, "paused")
	}
}

// channelUnknown tests that a match waits when its channel is gone.
func channelUnknown(t *testing.T, w *town) {
	w.refuses(editing, 10003, 1)
	w.does(w.pauses())
	time.Sleep(5 * time.Second)
	if s := w.state(); !s.ChannelDeleted || s.Running {
		t.Errorf("homeless %v, running %v", s.ChannelDeleted, s.Running)
	}
}

// directMessagesClosed tests that a closed channel is tried once.
func directMessagesClosed(t *testing.T, w *town) {
	w.does(w.person("Eve").Command(w.ctx, w.here, "dream me", map[string]any{"reminders": "direct"}))
	w.srv.SetFaults(localcord.Faults{ClosedDMs: []localcord.ID{"*"}})
	time.Sleep(2 * time.Minute)
	if n := w.calls("POST", "/users/@me/channels"); n > 1 {
		t.Errorf("%d attempts to open a direct channel", n)
	}
	if s := w.state(); s.Phase != table.Live {
		t.Errorf("the match is %s", s.Phase)
	}
}

// tokenEnded tests that a panel whose token ended is edited once.
func tokenEnded(t *testing.T, w *town) {
	panel := w.own("Eve", w.board(), "panel")
	w.unlent()
	w.refuses(hooked, 50027, 100)
	w.does(w.pauses())
	time.Sleep(5 * time.Minute)
	if n := w.calls("PATCH", "/webhooks/"); n != 1 {
		t.Errorf("a panel whose token ended is edited %d times", n)
	}
	if _, kept := w.bot.reconciler.Address(screen.Key{Match: w.state().ID, User: w.state().Players[1].ID}); kept {
		t.Error("it is kept")
	}
	w.refuses(hooked, 50027, 0)
	w.does(w.person("Eve").Command(w.ctx, w.here, "dream panel", nil))
	_ = panel
}

// malformed tests that what is refused for its form is sent once.
func malformed(t *testing.T, w *town) {
	w.refuses(answering, 50035, 1)
	r := w.does(w.pauses())
	if !has(r.Message, "Something broke", "incident") {
		t.Errorf("the presser is told:\n%s", r.Message.Text())
	}
	time.Sleep(5 * time.Second)
	shows(t, w, "paused") // what the pause led to is edited by now
	w.refuses(editing, 50035, 1)
	before := w.edits()
	w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
	time.Sleep(5 * time.Second)
	if n := w.edits() - before; n != 1 {
		t.Errorf("what is refused for its form is sent %d times", n)
	}
	w.does(w.pauses())
	time.Sleep(5 * time.Second)
	shows(t, w, "paused")
}

// tokenRefused tests that a refused token ends the bot.
func tokenRefused(t *testing.T, w *town) {
	before := w.edits()
	w.refuses(editing, 401, 1)
	w.does(w.pauses())
	time.Sleep(time.Minute)
	if n := w.edits() - before; w.srv.Gateway().Online() || n != 1 {
		t.Errorf("online %v, %d edits", w.srv.Gateway().Online(), n)
	}
}

// cursed is the sample with a function that panics.
type cursed struct {
	sample.Rules
	sample.Pages
	in *atomic.Value
}

func (c cursed) curse(f string) {
	if c.in.Load() == f {
		panic("canary-in-a-panic")
	}
}

func (c cursed) Deal(env *games.Env, t games.Table) (sample.State, error) {
	c.curse("Deal")
	return c.Rules.Deal(env, t)
}

func (c cursed) Moves(s sample.State, seat games.Seat) iter.Seq[sample.Move] {
	c.curse("Moves")
	return c.Rules.Moves(s, seat)
}

func (c cursed) Play(env *games.Env, s *sample.State, seat games.Seat, m sample.Move) error {
	c.curse("Play")
	return c.Rules.Play(env, s, seat, m)
}

func (c cursed) Expire(env *games.Env, s *sample.State) error {
	c.curse("Expire")
	return c.Rules.Expire(env, s)
}

func (c cursed) Leave(env *games.Env, s *sample.State, seat games.Seat) error {
	c.curse("Leave")
	return c.Rules.Leave(env, s, seat)
}

func (c cursed) View(s sample.State, v games.Viewer) sample.View {
	c.curse("View")
	return c.Rules.View(s, v)
}

func (c cursed) Status(s sample.State) games.Status {
	c.curse("Status")
	return c.Rules.Status(s)
}

func (c cursed) Parse(text string) (sample.Move, error) {
	c.curse("Parse")
	return c.Rules.Parse(text)
}

func (c cursed) Choose(env *games.Env, how games.Strength, v sample.View, legal []sample.Move) sample.Move {
	c.curse("Choose")
	return c.Rules.Choose(env, how, v, legal)
}

func (c cursed) Page(v sample.View, path string) ui.Page {
	c.curse("Page")
	return c.Pages.Page(v, path)
}

func (c cursed) Fill(v sample.View, path string, answers []string) (sample.Move, error) {
	c.curse("Fill")
	return c.Pages.Fill(v, path, answers)
}

// TestCursed lets a game panic in each of its functions, with everything that
// calls them. Another match goes on, the broken one can be stopped, and nothing of
// the panic is told.
func TestCursed(t *testing.T) {
	gametest.NotShort(t)
	for _, f := range among([]string{"Deal", "Moves", "Play", "Expire", "Leave", "View", "Status", "Parse", "Choose", "Page", "Fill"}, 1, 3) {
		t.Run(f, func(t *testing.T) {
			in := &atomic.Value{}
			in.Store("")
			info := sample.Info()
			info.Name = "cursed"
			c := cursed{in: in}
			with := func(conf *Config) { conf.Games = append(conf.Games, games.Define(info, c, c)) }
			virtual(t, "en-US", with, func(t *testing.T, w *town) {
				w.match("", "Kate", "Grace")
				good, home := w.state(), w.here
				time.Sleep(time.Second)
				w.here = w.srv.Channels()[1].ID
				w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "cursed"}))
				w.own("Eve", w.board(), "join")
				board := w.board()
				if f == "Deal" {
					in.Store(f)
				}
				w.own("Boris", board, "start")
				bad := w.state()
				if f != "Deal" {
					panel := w.own("Boris", w.board(), "panel").Message
					in.Store(f)
					for _, b := range panel.Buttons() { // everything that can be pressed; it may be refused
						if _, err := w.person("Boris").Press(w.ctx, panel.ID, b.CustomID); err != nil {
							t.Logf("a press: %v", err)
						}
					}
					for _, cmd := range []string{"dream panel", "table leave", "table log", "table pause"} {
						if _, err := w.person("Eve").Command(w.ctx, w.here, cmd, nil); err != nil {
							t.Logf("%s: %v", cmd, err)
						}
					}
					time.Sleep(3 * time.Minute) // deadlines, sleepers, reminders
				}
				if _, err := w.bot.tables.Send(w.ctx, bad.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, Moderator: true}); err != nil {
					t.Errorf("it cannot be stopped: %v", err)
				}
				time.Sleep(time.Minute)
				if s, _ := w.bot.tables.Find(table.OfMatch(bad.ID)); s.Phase != table.Void {
					t.Errorf("after it was stopped it is %s", s.Phase)
				}
				in.Store("")
				w.here = home
				r := w.does(w.person("Kate").Command(w.ctx, home, "dream panel", nil))
				if s, _ := w.bot.tables.Find(table.OfMatch(good.ID)); s.Phase == table.Void || r.Message == nil || has(r.Message, "Something broke") {
					t.Errorf("the other match is %s; Kate sees:\n%s", s.Phase, r.Message.Text())
				}
				if log := w.log.String(); strings.Contains(log, "canary") {
					t.Errorf("the log says what was in the panic:\n%s", log)
				}
			})
		})
	}
}
