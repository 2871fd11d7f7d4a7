package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// typedAs is the command of which a word is a part.
func typedAs(sub string) string {
	word, _, _ := strings.Cut(sub, " ")
	if slices.Contains([]string{"join", "leave", "pause", "resume", "stop", "host", "kick", "log"}, word) {
		return "table " + sub
	}
	return "dream " + sub
}

// dream runs a subcommand of /dream or of /table.
func (w *town) dream(who, sub string, options map[string]any) *localcord.Reply {
	w.t.Helper()
	return w.does(w.person(who).Command(w.ctx, w.here, typedAs(sub), options))
}

// shows waits until a message that a person sees has words.
func (w *town) shows(who string, m *localcord.Message, words ...string) {
	w.t.Helper()
	if err := w.person(who).WaitFor(w.ctx, func() bool {
		n := w.person(who).Message(m.ID)
		return n != nil && has(n, words...)
	}); err != nil {
		w.t.Fatalf("%s never sees %q but\n%s", who, words, w.now(who, m).Text())
	}
}

// becomes waits until a table is so.
func (w *town) becomes(what string, ok func(*table.State) bool) *table.State {
	w.t.Helper()
	if err := w.until(func() bool { return ok(w.state()) }); err != nil {
		w.t.Fatalf("the table never is %s\n%s", what, w.log)
	}
	return w.state()
}

// mentions are the messages of the channel that mention a person, except the call
// when the match began.
func (w *town) mentions() []*localcord.Message {
	return slices.DeleteFunc(w.person("Grace").Messages(w.here), func(m *localcord.Message) bool {
		return m.Ephemeral() || !strings.Contains(m.Content, "<@") || strings.Contains(m.Content, "begins")
	})
}

// mentioned waits until so many people are mentioned.
func (w *town) mentioned(n int) []*localcord.Message {
	w.t.Helper()
	var list []*localcord.Message
	if err := w.person("Grace").WaitFor(w.ctx, func() bool { list = w.mentions(); return len(list) == n }); err != nil {
		w.t.Fatalf("%d mentions, want %d\n%s", len(w.mentions()), n, w.log)
	}
	return list
}

// loses reports whether a seat loses two rounds when its lowest dreams are played and
// the highest ones of the others.
func (w *town) loses(seat games.Seat) bool {
	w.t.Helper()
	var deal sample.State
	if err := json.Unmarshal(w.state().Match.Snapshot().Position, &deal); err != nil {
		w.t.Fatal(err)
	}
	for round := range 2 {
		beats := func(hand []int) bool { return hand[len(hand)-1-round] > deal.Hands[seat][round] } // hands are sorted
		if !slices.ContainsFunc(slices.Delete(slices.Clone(deal.Hands), int(seat), int(seat)+1), beats) {
			return false
		}
	}
	return true
}

// sleeps lets the deadlines of a seat pass until it sleeps, while the others play their
// highest dreams. The lowest is played for a person who is late. A seat that does not
// lose with it has to name the dream, for which there is no deadline.
func (w *town) sleeps(seat games.Seat, panels map[string]*localcord.Message, people ...string) {
	w.t.Helper()
	for range 20 {
		s := w.state()
		if s.Players[seat].Asleep {
			return
		}
		for i, who := range people {
			time.Sleep(2 * time.Second) // the panels follow
			panel := w.now(who, panels[who])
			switch waits := slices.Contains(w.state().Status.Awaits, games.Seat(i)); {
			case waits && panel.Button("Say nothing") != nil:
				w.press(who, panel, "Say nothing")
			case waits && games.Seat(i) != seat && len(panel.Menus()) > 0:
				cards := panel.Menus()[0].Options
				w.does(w.person(who).Choose(w.ctx, panel.ID, "", cards[len(cards)-1].Value))
			}
		}
		if w.state().Status.Due > 0 && slices.Equal(w.state().Status.Awaits, []games.Seat{seat}) {
			time.Sleep(75 * time.Second)
		}
	}
	w.t.Fatalf("nobody falls asleep\n%s", w.board().Text())
}

// turn lets the others play until a seat has a move, and makes it before any person
// else does.
func (w *town) turn(seat games.Seat, who string, panels map[string]*localcord.Message) *localcord.Reply {
	w.t.Helper()
	for range 100 {
		s := w.state()
		for i, p := range s.Players {
			list := s.Match.Moves(games.Seat(i))
			if len(list) == 0 || games.Seat(i) != seat && len(s.Match.Moves(seat)) > 0 {
				continue
			}
			id := screen.CustomID{Match: s.ID, Turn: s.Turns[i+1], Action: screen.ActionDo, To: list[len(list)-1]}
			r := w.does(w.person(p.Name).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels[p.Name].ID, CustomID: id.String()}))
			if games.Seat(i) == seat {
				return r
			}
			break
		}
		time.Sleep(time.Second)
	}
	w.t.Fatalf("%s never has a move", who)
	return nil
}

// TestAway lets two people be late: each is mentioned once, until they play or
// their time is over.
func TestAway(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		w.press("Kate", panels["Kate"], "Toss for it")
		time.Sleep(20 * time.Second)
		if n := len(w.mentions()); n != 0 {
			t.Errorf("%d mentions before half of the time is gone", n)
		}
		time.Sleep(15 * time.Second)
		for _, m := range w.mentioned(2) {
			who := m.Mentions
			if len(who) != 1 || !strings.Contains(m.Content, "<@"+string(who[0].ID)+">") || strings.Count(m.Content, "<@") != 1 {
				t.Errorf("%q mentions %v", m.Content, who)
			}
			if who[0].ID == w.person("Kate").ID() {
				t.Error("Kate is not late")
			}
			if !strings.Contains(m.Content, "Deadline: <t:") || m.Flags&int(discordgo.MessageFlagsSuppressNotifications) != 0 {
				t.Errorf("it says %q", m.Content)
			}
		}
		// What it says stays true when the deadline moves.
		said := w.mentions()[0].Content
		w.dream("Boris", "pause", nil)
		for _, m := range w.mentioned(2) {
			w.shows("Grace", m, "the table is waiting for you!", "`/dream panel`")
			if err := w.person("Grace").WaitFor(w.ctx, func() bool { return !strings.Contains(w.now("Grace", m).Content, "Until") }); err != nil {
				t.Errorf("while the clock stands it says %q", m.Content)
			}
		}
		time.Sleep(time.Minute)
		panels["Boris"] = w.dream("Boris", "resume", nil).Message
		for _, m := range w.mentioned(2) {
			w.shows("Grace", m, "Deadline: <t:")
			if len(w.now("Grace", m).Mentions) != 1 || w.now("Grace", m).Content == said {
				t.Errorf("afterwards it says %q", w.now("Grace", m).Content)
			}
		}
		panels["Boris"] = w.press("Boris", panels["Boris"], "My panel").Message
		w.press("Boris", panels["Boris"], "Scores") // to look is not to play
		w.mentioned(2)
		w.press("Boris", panels["Boris"], "Back")
		w.press("Boris", panels["Boris"], "Toss for it")
		if m := w.mentioned(1)[0]; m.Mentions[0].ID != w.person("Eve").ID() {
			t.Error("the wrong mention goes away")
		}
		// A restart says nothing twice, and forgets nothing.
		n := len(w.record.All())
		w.stop()
		w.start()
		time.Sleep(2 * time.Second)
		if got := w.mentioned(1); got[0].Mentions[0].ID != w.person("Eve").ID() {
			t.Error("another mention after a restart")
		}
		for _, q := range w.record.All()[n:] {
			if q.Method == "POST" && strings.Contains(string(q.Body), "the table is waiting for you!") {
				t.Error("Eve is mentioned again after a restart")
			}
		}
		time.Sleep(time.Minute) // her time is over
		w.mentioned(0)
	})
}

// TestReminders lets people choose how they are told.
func TestReminders(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		r := w.dream("Boris", "me", map[string]any{"reminders": "off"})
		if !has(r.Message, "nothing", "Saved") {
			t.Errorf("off:\n%s", r.Message.Text())
		}
		r = w.dream("Eve", "me", nil)
		if !has(r.Message, "a mention in the channel") {
			t.Errorf("at first:\n%s", r.Message.Text())
		}
		r = w.does(w.person("Eve").Choose(w.ctx, r.Message.ID, "On your turn: a direct message", "direct"))
		if !r.Updated || !has(r.Message, "On your turn: **a direct message**", "Saved") {
			t.Errorf("direct:\n%s", r.Message.Text())
		}
		if m := w.person("Eve").Last(w.person("Eve").Direct()); m == nil || !has(m, "when it is your turn") {
			t.Error("Eve is not greeted")
		}
		r = w.dream("Eve", "me", map[string]any{"language": "en"})
		if !has(r.Message, "a direct message") {
			t.Errorf("another setting forgets it:\n%s", r.Message.Text())
		}
		// Kate takes no direct messages: she is told so, and mentioned.
		w.srv.SetFaults(localcord.Faults{ClosedDMs: []localcord.ID{w.person("Kate").ID()}})
		r = w.dream("Kate", "me", map[string]any{"reminders": "direct"})
		if !has(r.Message, "did not let a direct message through") {
			t.Errorf("closed:\n%s", r.Message.Text())
		}

		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		n := len(w.record.All())
		time.Sleep(35 * time.Second)
		if m := w.mentioned(1)[0]; m.Mentions[0].ID != w.person("Kate").ID() {
			t.Errorf("mentioned: %q", m.Content)
		}
		// Ten seconds before the end of a round its table is told. The turn does not end then.
		ends, _ := w.state().When(w.state().Status.Ends)
		mention := times(t, w.mentioned(1)[0])
		if list := times(t, w.now("Kate", panels["Kate"])); w.state().Status.Ends <= w.state().Status.Due || len(mention) == 0 || !slices.Contains(list, mention[0]) {
			t.Errorf("the reminder names %v, the panel %v, the turn ends at %v", mention, list, ends)
		}
		direct := w.person("Eve").Direct()
		m := w.sees("Eve", direct, "Lullaby", "the table is waiting for you!", "Deadline: <t:")
		if link := m.Components[0].Components[0].URL; !strings.HasSuffix(link, "/"+string(w.here)+"/"+string(w.board().ID)) {
			t.Errorf("it leads to %s", link)
		}
		for _, q := range w.record.All()[n:] {
			if strings.HasSuffix(q.Path, "/users/@me/channels") || q.Status == 403 {
				t.Errorf("%s %s: %d: a closed door is knocked at again", q.Method, q.Path, q.Status)
			}
		}
		w.press("Eve", panels["Eve"], "Toss for it")
		if err := w.person("Eve").WaitFor(w.ctx, func() bool { return w.person("Eve").Message(m.ID) == nil }); err != nil {
			t.Error("the direct message stays")
		}
	})
}

// TestFewDoors lets many people want direct messages at once.
func TestFewDoors(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		doors := func() (n int) {
			for _, q := range w.record.All() {
				if strings.HasSuffix(q.Path, "/users/@me/channels") {
					n++
				}
			}
			return n
		}
		var last *localcord.Reply
		for i := range 8 {
			last = w.dream(string(rune('a'+i))+"-person", "me", map[string]any{"reminders": "direct"})
		}
		if doors() != newDMsAtOnce || !has(last.Message, "cannot start just yet") {
			t.Errorf("%d channels were opened at once\n%s", doors(), last.Message.Text())
		}
		time.Sleep(newDMEvery)
		w.dream("h-person", "me", map[string]any{"reminders": "direct"})
		if doors() != newDMsAtOnce+1 {
			t.Errorf("%d after a while", doors())
		}
	})
}

// hastyClient is a client that Discord lets open no channel for direct messages.
type hastyClient struct {
	Client
	asked atomic.Int64
}

func (c *hastyClient) DM(context.Context, discord.ID) (discord.ID, error) {
	c.asked.Add(1)
	return 0, &discord.Error{Status: http.StatusBadRequest, Code: discordgo.ErrCodeOpeningDirectMessagesTooFast}
}

// TestDoorsTooFast: when Discord says that the bot opens channels too fast, the bot
// asks for none for a while. It tells people so, and goes on.
func TestDoorsTooFast(t *testing.T) {
	c := &hastyClient{}
	virtual(t, "en-US", func(conf *Config) { c.Client = conf.Client; conf.Client = c }, func(t *testing.T, w *town) {
		for i, want := range []int64{1, 1, 2} {
			if i == 2 {
				time.Sleep(newDMPause)
			}
			who := []string{"Boris", "Eve", "Kate"}[i]
			if r := w.dream(who, "me", map[string]any{"reminders": "direct"}); !has(r.Message, "cannot start just yet") || c.asked.Load() != want {
				t.Errorf("%s: %d channels were asked for, want %d\n%s", who, c.asked.Load(), want, r.Message.Text())
			}
		}
	})
}

// TestSleep lets a person fall asleep and come back.
func TestSleep(t *testing.T) {
	// The button gives the seat back, and so does any move.
	for _, by := range []string{"I'm back", "a move"} {
		virtualUntil(t, "en-US", nil, func(t *testing.T, w *town) bool {
			panels := w.match("rounds:3", "Boris", "Eve", "Kate")
			if !w.loses(1) {
				return false
			}
			w.sleeps(1, panels, "Boris", "Eve", "Kate")
			w.sees("Grace", w.here, "🚶", "Away (bot playing): Eve", "Take the seat")
			w.shows("Eve", panels["Eve"], "You are away", "I'm back")
			w.mentioned(0)
			w.shows("Eve", panels["Eve"], "I'm back")
			var r *localcord.Reply
			if by == "I'm back" {
				r = w.press("Eve", panels["Eve"], by)
			} else {
				r = w.turn(1, "Eve", panels)
			}
			if !r.Updated || !has(r.Message, "Welcome back", "You were away for", "2 deadlines passed", "Your dreams") || has(r.Message, "You are away, and") || has(r.Message, "0 moves") {
				t.Errorf("%s:\n%s", by, r.Message.Text())
			}
			if s := w.state(); s.Players[1].Asleep || s.Players[1].Missed != 0 {
				t.Error("Eve still sleeps")
			}
			if err := w.person("Grace").WaitFor(w.ctx, func() bool {
				over := w.state().Phase == table.Over // as luck will have it, her move may be the last one
				return !has(w.board(), "Asleep") && (over || has(w.board(), "Eve is back"))
			}); err != nil {
				t.Errorf("the board:\n%s", w.board().Text())
			}
			return true
		})
	}
}

// TestBackNamesMoves: the person who comes back reads which move was made for them last, as
// they would have made it.
func TestBackNamesMoves(t *testing.T) {
	virtualUntil(t, "en-US", nil, func(t *testing.T, w *town) bool {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		if !w.loses(1) {
			return false
		}
		w.sleeps(1, panels, "Boris", "Eve", "Kate")
		var made games.Input
		for range 20 { // until a move was made for Eve, and before the others play
			automatic, err := w.bot.conf.Stores.Matches.AutomaticInputs(w.ctx, w.state().ID)
			if err != nil {
				t.Fatal(err)
			}
			log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, w.state().ID)
			if err != nil {
				t.Fatal(err)
			}
			if i := slices.IndexFunc(log, func(in games.Input) bool {
				return in.Kind.IsMove() && in.Seat == 1 && slices.Contains(automatic, in.N)
			}); i >= 0 {
				made = log[i]
				break
			}
			for _, who := range []string{"Boris", "Kate"} {
				if panel := w.now(who, panels[who]); panel.Button("Say nothing") != nil {
					w.press(who, panel, "Say nothing")
				}
			}
			time.Sleep(time.Second)
		}
		if made.N == 0 || w.state().Phase != table.Live {
			return false // the last round is over, as luck would have it
		}
		var card int
		if _, err := fmt.Sscanf(made.Move, "play %d", &card); err != nil {
			return false
		}
		m := w.press("Eve", w.now("Eve", panels["Eve"]), "I'm back").Message
		if !has(m, "1 move was made for you", "The last one: ", sample.Dreams[card-1]) {
			t.Errorf("%s was played:\n%s", made.Move, m.Text())
		}
		return true
	})
}

// TestSubstitute lets a spectator take the seat of a person who sleeps. The
// sleeper's panel is closed before the newcomer is shown what was on it.
func TestSubstitute(t *testing.T) {
	virtualUntil(t, "en-US", nil, func(t *testing.T, w *town) bool {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		if !w.loses(1) {
			return false
		}
		w.sleeps(1, panels, "Boris", "Eve", "Kate")
		hand := w.state().Match.Hidden(games.Viewer{})
		w.shows("Eve", panels["Eve"], "I'm back")
		toss := screen.CustomID{Match: w.state().ID, Turn: w.state().Turns[2], Action: screen.ActionDo, To: "toss"}.String()
		eve, ok := w.bot.reconciler.Address(screen.Key{Match: w.state().ID, User: mustID(t, w.person("Eve"))})
		if !ok || eve.Panel.Zero() {
			t.Fatal("Eve has no panel")
		}
		n := len(w.record.All())
		if w.own("Grace", w.board(), "take"); w.state().Players[1].ID.String() == string(w.person("Grace").ID()) {
			t.Fatal("a press on the board takes a seat without asking")
		}
		page := w.sees("Grace", w.here, "You can take a free seat", "Take: Eve")
		r := w.press("Grace", page, "Take: Eve")
		if !r.Message.Ephemeral() || !has(r.Message, "take over from **Eve**", "has been going on for", "1. Boris, 2. Grace, 3. Kate", "Your dreams") {
			t.Fatalf("the story so far:\n%s", r.Message.Text())
		}
		closed, shown := -1, -1
		for i, q := range w.record.All()[n:] {
			if q.Method == "DELETE" && q.Status == 204 && strings.Contains(q.Path, eve.Panel.Saved().Secret) {
				closed = i
			}
			if shown < 0 && slices.Contains(q.Only, w.person("Grace").ID()) && strings.Contains(string(q.Body), "Your dreams") {
				shown = i
			}
		}
		if closed < 0 || shown < 0 || closed > shown {
			t.Errorf("the former panel is closed by request %d, the newcomer's shown by %d", closed, shown)
		}
		if w.person("Eve").Message(panels["Eve"].ID) != nil {
			t.Error("Eve's panel is still there")
		}
		w.sees("Kate", w.here, "Grace plays in place of Eve")
		// Whatever Eve presses now, she sees what every person sees.
		for _, id := range []string{toss, "m/" + w.state().ID + "/0/o/", "m/" + w.state().ID + "/0/o/scores", "b/" + w.state().ID + "/back/", "b/" + w.state().ID + "/panel/"} {
			r := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: id}))
			for _, word := range hand {
				if strings.Contains(r.Message.Text(), word) {
					t.Errorf("%q shows %q:\n%s", id, word, r.Message.Text())
				}
			}
			if has(r.Message, "Your dreams") || has(r.Message, "Toss for it") {
				t.Errorf("%q:\n%s", id, r.Message.Text())
			}
		}
		// She may not sit down elsewhere either, once a seat is free.
		r = w.dream("Eve", "join", nil)
		if !has(r.Message, "⚠") {
			t.Errorf("Eve joins:\n%s", r.Message.Text())
		}
		return true
	})
}

// TestLeave lets a person leave a match, and the host's part pass on.
func TestLeave(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		r := w.press("Boris", panels["Boris"], "People")
		if !r.Updated || !has(r.Message, "👑 Boris, host (you)", "🪑 Eve", "🪑 Kate", "⏳", "Pause", "Leave", "Remove a player", "Make somebody the host") {
			t.Fatalf("the table:\n%s", r.Message.Text())
		}
		r = w.press("Boris", r.Message, "Leave")
		if !r.Updated || !has(r.Message, "leave the match?", "Back") || w.state().Players[0].Open {
			t.Fatalf("asked:\n%s", r.Message.Text())
		}
		r = w.press("Boris", r.Message, "Leave the match")
		if !r.Updated || !has(r.Message, "you have left the table") || has(r.Message, "Your dreams") {
			t.Fatalf("left:\n%s", r.Message.Text())
		}
		s := w.state()
		if !s.Players[0].Open || s.Host != s.Players[1].ID {
			t.Errorf("Boris's seat is open: %v; the host is %d", s.Players[0].Open, s.Host)
		}
		w.sees("Grace", w.here, "🚪 Free seat: Boris", "Boris has left the table", "Eve is now the host", "Take the seat")
		if _, ok := w.bot.reconciler.Address(screen.Key{Match: s.ID, User: mustID(t, w.person("Boris"))}); ok {
			t.Error("the panel of somebody who left is kept")
		}
		time.Sleep(10 * time.Second)
		if m := w.person("Boris").Message(r.Message.ID); m == nil || !has(m, "you have left") {
			t.Error("it does not stay")
		}
		r = w.press("Boris", r.Message, "Watch")
		if has(r.Message, "Your dreams") || !has(r.Message, "You are not at this table") {
			t.Errorf("watching:\n%s", r.Message.Text())
		}
		// Leaving and coming back is allowed while no person took the seat.
		r = w.dream("Boris", "join", nil)
		if !has(r.Message, "Your dreams") || w.state().Players[0].Open {
			t.Errorf("back again:\n%s", r.Message.Text())
		}
		if r = w.dream("Grace", "join", nil); !has(r.Message, "⚠", "no free seat") {
			t.Errorf("a full match:\n%s", r.Message.Text())
		}
	})
}

// TestLastWhoLeaves: the last person is warned in red that the match ends with them.
func TestLastWhoLeaves(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve")
		style := func(who string) int {
			return w.press(who, w.press(who, panels[who], "People").Message, "Leave").Message.Button("Leave the match").Style
		}
		if style("Eve") == int(discordgo.DangerButton) {
			t.Error("the button is red although somebody stays")
		}
		w.press("Eve", w.now("Eve", panels["Eve"]), "Leave the match")
		if n := style("Boris"); n != int(discordgo.DangerButton) {
			t.Errorf("the button of the last person has style %d", n)
		}
	})
}

func mustID(t *testing.T, p *localcord.Person) discord.ID {
	t.Helper()
	id, err := discord.ParseID(string(p.ID()))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// cracked is a game whose pages break at a moment.
type cracked struct {
	sample.Pages
	broken *atomic.Bool
}

func (c cracked) Page(v sample.View, path string) ui.Page {
	if c.broken.Load() {
		panic("cracked")
	}
	return c.Pages.Page(v, path)
}

// TestLeaveBroken leaves where the pages are broken, the board cannot be edited,
// and from a channel where nothing is.
func TestLeaveBroken(t *testing.T) {
	var broken atomic.Bool
	game := games.Define(sample.Info(), sample.Rules{}, cracked{broken: &broken})
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{game} }, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		first := w.state().ID
		w.srv.Control().Deny(w.here, discordgo.PermissionViewChannel)
		broken.Store(true)
		r := w.dream("Eve", "leave", nil)
		r = w.press("Eve", r.Message, "Leave the match")
		if !has(r.Message, "you have left the table") || !w.state().Players[1].Open {
			t.Errorf("left:\n%s\n%s", r.Message.Text(), w.log)
		}
		broken.Store(false)
		w.srv.Control().Deny(w.here, 0)
		// Two tables: from elsewhere the one that is meant is named.
		w.here = w.srv.NewChannel("second")
		time.Sleep(time.Second) // tables are listed by age
		w.dream("Kate", "play", map[string]any{"game": "lullaby"})
		second := w.state().ID
		early := w.dream("Kate", "panel", nil).Message
		w.here = w.srv.NewChannel("third")
		if r := w.dream("Eve", "leave", nil); !has(r.Message, "⚠", "not at any table") {
			t.Errorf("who sits nowhere:\n%s", r.Message.Text())
		}
		r = w.dream("Kate", "leave", nil)
		if !has(r.Message, "several tables", "1. Lullaby: <#", "2. Lullaby: <#") {
			t.Fatalf("which:\n%s", r.Message.Text())
		}
		r = w.press("Kate", r.Message, "2. Lullaby")
		if s, ok := w.bot.tables.Find(table.OfMatch(second)); !r.Updated || !ok || len(s.Players) != 0 {
			t.Errorf("the lobby:\n%s", r.Message.Text())
		}
		w.within("the panel of the lobby is closed", func() bool { return w.person("Kate").Message(early.ID) == nil })
		r = w.dream("Kate", "leave", nil)
		w.press("Kate", r.Message, "Leave the match")
		if s, ok := w.bot.tables.Find(table.OfMatch(first)); !ok || !s.Players[2].Open {
			t.Error("Kate still plays")
		}
	})
}

// TestVotes asks a table for a pause, and lets it go on.
func TestVotes(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		r := w.dream("Grace", "resume", nil) // it is not paused, and not for her to say
		if !has(r.Message, "⚠", "not at this table") || has(r.Message, "The match goes on") {
			t.Errorf("a stranger resumes what goes on:\n%s", r.Message.Text())
		}
		r = w.dream("Eve", "pause", nil)
		if !r.Message.Ephemeral() || !has(r.Message, "The table decides") || !w.state().Paused.IsZero() {
			t.Fatalf("proposed:\n%s", r.Message.Text())
		}
		board := w.sees("Grace", w.here, "🗳 **Eve** asks for a pause", "👍 Eve · 👎 nobody", "Votes needed: 2", "Agree", "Object")
		w.shows("Boris", panels["Boris"], "🗳 **Eve** asks for a pause", "Agree", "Object")
		stale := ""
		for _, b := range board.Buttons() {
			if strings.Contains(b.CustomID, "/agree/") {
				stale = b.CustomID
			}
		}
		r = w.own("Grace", w.board(), "agree")
		if !r.Message.Ephemeral() || !has(r.Message, "⚠") || !w.state().Paused.IsZero() {
			t.Errorf("a stranger votes:\n%s", r.Message.Text())
		}
		w.shows("Kate", panels["Kate"], "Agree")
		r = w.press("Kate", panels["Kate"], "Agree")
		if !r.Updated || w.state().Paused.IsZero() {
			t.Fatalf("agreed:\n%s", r.Message.Text())
		}
		w.sees("Grace", w.here, "The table has voted for a pause", "Resume")
		w.own("Eve", w.board(), "resume")
		w.sees("Grace", w.here, "🗳 **Eve** wants to go on")
		r = w.does(w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: board.ID, CustomID: stale}))
		if !has(r.Message, "⚠", "vote is over") || w.state().Paused.IsZero() {
			t.Errorf("an old vote counts:\n%s", r.Message.Text())
		}
		w.own("Kate", w.board(), "object")
		w.sees("Grace", w.here, "👍 Eve · 👎 Kate")
		r = w.dream("Boris", "resume", nil)
		if !has(r.Message, "The match goes on") || !w.state().Paused.IsZero() {
			t.Errorf("the host resumes:\n%s", r.Message.Text())
		}
		time.Sleep(time.Second) // no person types two commands at once
		r = w.dream("Boris", "pause", nil)
		if !has(r.Message, "All clocks stand") || w.state().Paused.IsZero() {
			t.Errorf("the host pauses:\n%s", r.Message.Text())
		}
		// An end by vote, which the rest of the table carries.
		w.dream("Eve", "stop", nil)
		w.sees("Grace", w.here, "wants to end the match without a winner")
		w.own("Kate", w.board(), "agree")
		if s := w.becomes("void", func(s *table.State) bool { return s.Phase == table.Void }); s.Seed == "" {
			t.Error("no seed")
		}
		if m := w.sees("Grace", w.here, "When it ended"); has(m, " left)") {
			t.Errorf("a deadline of a match that is over:\n%s", m.Text())
		}
	})
}

// TestKick puts people out: by the host who is asked, and by a vote.
func TestKick(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate", "Gleb")
		id := func(who string) map[string]any { return map[string]any{"user": string(w.person(who).ID())} }
		if r := w.dream("Boris", "kick", id("Grace")); !has(r.Message, "⚠", "is not at this table") {
			t.Errorf("somebody who is not there:\n%s", r.Message.Text())
		}
		if r := w.dream("Boris", "kick", id("Boris")); !has(r.Message, "⚠", "/table leave") {
			t.Errorf("oneself:\n%s", r.Message.Text())
		}
		r := w.dream("Boris", "kick", id("Eve"))
		if !has(r.Message, "Remove Eve from the table?") || w.state().Players[1].Open {
			t.Fatalf("asked:\n%s", r.Message.Text())
		}
		r = w.press("Boris", r.Message, "Remove")
		if !has(r.Message, "The seat is free") || !w.state().Players[1].Open {
			t.Fatalf("done:\n%s", r.Message.Text())
		}
		w.shows("Eve", panels["Eve"], "You are no longer at this table", "Watch")
		if m := w.now("Eve", panels["Eve"]); has(m, "Your dreams") || len(m.Attachments) > 0 || m.Embeds[0].Image != nil {
			t.Errorf("Eve's panel:\n%s", m.Text())
		}
		if r := w.dream("Eve", "join", nil); !has(r.Message, "⚠", "cannot join it again") || has(r.Message, "Take:") || !w.state().Players[1].Open {
			t.Errorf("Eve comes back:\n%s", r.Message.Text())
		}
		// Others propose it.
		r = w.dream("Kate", "kick", id("Gleb"))
		if !has(r.Message, "The table decides", "wants to remove **Gleb**") {
			t.Errorf("proposed:\n%s", r.Message.Text())
		}
		w.own("Boris", w.board(), "agree")
		w.becomes("without Gleb", func(s *table.State) bool { return s.Players[3].Open })
		// The host's part is passed on.
		if r := w.dream("Kate", "host", id("Kate")); !has(r.Message, "⚠") {
			t.Errorf("anybody becomes the host:\n%s", r.Message.Text())
		}
		r = w.dream("Boris", "host", id("Kate"))
		if !has(r.Message, "The host is now Kate", "👑 Kate") {
			t.Errorf("passed on:\n%s", r.Message.Text())
		}
		// The choice among several seats.
		r = w.dream("Grace", "join", nil)
		if !has(r.Message, "choose below", "Take: Eve", "Take: Gleb") {
			t.Fatalf("which:\n%s", r.Message.Text())
		}
		r = w.press("Grace", r.Message, "Take: Gleb")
		if !has(r.Message, "take over from **Gleb**", "Your dreams") {
			t.Errorf("taken:\n%s", r.Message.Text())
		}
		// All of it is in the log, which any person may read.
		r = w.dream("Grace", "log", nil)
		if !r.Message.Ephemeral() || !has(r.Message, "<t:", "Eve was removed", "Kate is now the host", "Grace plays in place of Gleb") {
			t.Errorf("the log:\n%s", r.Message.Text())
		}
	})
}

// TestRemovedIsTold: the board says who put a player out, and each page that has no seat for them
// says why. The person who cannot decide alone is told that they propose.
func TestRemovedIsTold(t *testing.T) {
	for lang, say := range map[string]struct{ board, barred, propose, decide []string }{
		"en-US": {[]string{"Eve was removed from the match by the host."}, []string{"cannot join it again"}, []string{"Propose a pause", "Propose to end", "Propose to remove a player"}, []string{"Pause", "End", "Remove a player"}},
		"ru":    {[]string{"Eve больше не в партии: так решил ведущий стола."}, []string{"сесть за него снова нельзя"}, []string{"Предложить паузу", "Предложить закончить", "Предложить убрать"}, []string{"Пауза", "Закончить", "Убрать"}},
	} {
		t.Run(lang, func(t *testing.T) {
			virtual(t, lang, nil, func(t *testing.T, w *town) {
				people := []string{"Boris", "Eve", "Kate", "Gleb"}
				for _, who := range people {
					if err := w.person(who).SetLocale(lang); err != nil {
						t.Fatal(err)
					}
				}
				panels := w.match("rounds:3", people...)
				if m := w.dream("Kate", "table", nil).Message; !has(m, say.propose...) {
					t.Errorf("a player's page:\n%s", m.Text())
				}
				host := w.dream("Boris", "table", nil).Message
				if !has(host, say.decide...) || slices.ContainsFunc(say.propose, func(words string) bool { return has(host, words) }) {
					t.Errorf("the host's page:\n%s", host.Text())
				}
				w.own("Boris", w.dream("Boris", "kick", map[string]any{"user": string(w.person("Eve").ID())}).Message, "kick")
				w.sees("Kate", w.here, say.board[0])
				w.shows("Eve", panels["Eve"], say.barred...)
				for _, m := range []*localcord.Message{w.dream("Eve", "table", nil).Message, w.own("Eve", w.board(), "take").Message} {
					if !has(m, say.barred...) {
						t.Errorf("a page without a seat for Eve:\n%s", m.Text())
					}
				}
				w.dream("Kate", "kick", map[string]any{"user": string(w.person("Gleb").ID())})
				w.own("Boris", w.board(), "agree")
				w.becomes("without Gleb", func(s *table.State) bool { return s.Players[3].Open })
				w.sees("Kate", w.here, map[string]string{"en-US": "Gleb was removed from the match by a vote.", "ru": "Gleb больше не в партии: так решили голосованием."}[lang])
			})
		})
	}
}

// TestKickStale presses in a lobby what was asked about a person who has left. It
// kicks no other person and makes no other person the host.
func TestKickStale(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		id := func(who string) string { return string(w.person(who).ID()) }
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		for _, who := range []string{"Eve", "Kate", "Gleb"} {
			w.own(who, w.board(), "join")
		}
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		asked := w.dream("Аня", "kick", map[string]any{"user": id("Eve")}) // the server's owner
		if !has(asked.Message, "Remove Eve") {
			t.Fatalf("asked:\n%s", asked.Message.Text())
		}
		page := w.dream("Аня", "kick", map[string]any{"user": id("Eve")})
		page = w.press("Аня", page.Message, "Back")
		menu := map[string]string{}
		for _, m := range page.Message.Menus() {
			_, what, _ := strings.Cut(strings.TrimPrefix(m.CustomID, "b/"), "/")
			menu[what] = m.CustomID
		}
		w.own("Eve", w.board(), "leave")
		all := w.becomes("without Eve", func(s *table.State) bool { return len(s.Players) == 3 })
		unchanged := func(what string, m *localcord.Message, words ...string) {
			t.Helper()
			if s := w.state(); s.Rev != all.Rev || len(s.Players) != 3 || s.Host != all.Host {
				t.Errorf("%s changes the table: %+v", what, s.Players)
			}
			if !has(m, words...) || has(m, "incident") {
				t.Errorf("%s:\n%s", what, m.Text())
			}
		}
		r := w.press("Аня", asked.Message, "Remove")
		unchanged("the answer about Eve", r.Message, "⚠", "That person is not at this table")
		for _, verb := range []string{"kick/", "host/"} {
			r = w.does(w.person("Аня").Choose(w.ctx, page.Message.ID, menu[verb], id("Eve")))
			unchanged(verb, r.Message, "⚠", "That person is not at this table")
			// What an earlier build posted names a seat.
			for seat := range 3 {
				r = w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: page.Message.ID, CustomID: menu[verb] + strconv.Itoa(seat)}))
				unchanged("an old button", r.Message, "⚠")
			}
		}
		r = w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: page.Message.ID, CustomID: menu["kick/"] + "1"}))
		unchanged("an old button", r.Message, "has expired")
		// A person who only has another seat now is still meant.
		r = w.does(w.person("Аня").Choose(w.ctx, page.Message.ID, menu["host/"], id("Kate")))
		if s := w.state(); s.Host.String() != id("Kate") || !has(r.Message, "The host is now Kate") {
			t.Errorf("Kate is the host:\n%s", r.Message.Text())
		}
		r = w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: page.Message.ID, CustomID: menu["kick/"] + id("Gleb")}))
		r = w.press("Аня", r.Message, "Remove") // an earlier build did not say what it had asked
		if _, sits := w.state().Seat(mustID(t, w.person("Gleb"))); sits {
			t.Errorf("Gleb is put out:\n%s", r.Message.Text())
		}
	})
}

// TestAnswerStays shows in a lobby what is said once until something changes.
func TestAnswerStays(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		for _, who := range []string{"Boris", "Eve"} {
			r := w.dream(who, "pause", nil)
			time.Sleep(time.Minute)
			if m := w.now(who, r.Message); !has(m, "⚠", "No match has begun", "👑 Boris") {
				t.Errorf("after a minute %s sees\n%s", who, m.Text())
			}
		}
		r := w.dream("Boris", "pause", nil)
		w.own("Kate", w.board(), "join")
		w.shows("Boris", r.Message, "Kate")
		if m := w.now("Boris", r.Message); has(m, "⚠") {
			t.Errorf("after a change\n%s", m.Text())
		}
	})
}

// TestWhatFollows says what becomes of a table before a person leaves it or is put
// out of it.
func TestWhatFollows(t *testing.T) {
	virtualUntil(t, "en-US", nil, func(t *testing.T, w *town) bool {
		if err := w.person("Аня").SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		asks := func(what string, r *localcord.Reply, words string) *localcord.Reply {
			t.Helper()
			if r.Message == nil || !has(r.Message, words) {
				t.Fatalf("%s: %q is not said\n%s", what, words, w.log)
			}
			time.Sleep(time.Second) // no person does two things at once
			return r
		}
		id := func(who string) map[string]any { return map[string]any{"user": string(w.person(who).ID())} }
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "options": "rounds:3"})
		w.own("Gleb", w.board(), "join")
		r := asks("in a lobby", w.dream("Boris", "kick", id("Gleb")), "They leave this table and cannot join it again.")
		if r = w.press("Boris", r.Message, "Remove"); !has(r.Message, "🚫 Done.") || has(r.Message, "match", "seat is free") {
			t.Errorf("done:\n%s", r.Message.Text())
		}
		if r := w.own("Gleb", w.board(), "join"); !has(r.Message, "removed from this table and cannot join it again") {
			t.Errorf("Gleb comes back:\n%s", r.Message.Text())
		}
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		if !w.loses(1) {
			return false
		}
		panels := map[string]*localcord.Message{"Boris": w.own("Boris", w.board(), "panel").Message, "Eve": w.own("Eve", w.board(), "panel").Message}
		asks("two are there", w.dream("Boris", "leave", nil), "a bot plays it until somebody takes it")
		asks("two are there", w.dream("Boris", "kick", id("Eve")), "They cannot come back to it")
		panels["Boris"] = w.dream("Boris", "panel", nil).Message
		time.Sleep(time.Second)
		w.sleeps(1, panels, "Boris", "Eve")
		asks("the other sleeps", w.dream("Boris", "leave", nil), "the match is paused until somebody comes back")
		asks("the other sleeps", w.dream("Аня", "kick", id("Boris")), "the match is paused until somebody comes back")
		r = asks("the other sleeps", w.dream("Boris", "kick", id("Eve")), "They cannot come back to it")
		w.press("Boris", r.Message, "Remove")
		time.Sleep(time.Second)
		asks("nobody else is there", w.dream("Аня", "kick", id("Boris")), "the match ends without a winner")
		r = asks("nobody else is there", w.dream("Boris", "leave", nil), "the match ends without a winner")
		if w.press("Boris", r.Message, "Leave the match"); w.state().Phase != table.Void {
			t.Error("and it does not end")
		}
		return true
	})
}

// TestLogPages turns the pages of a long log.
func TestLogPages(t *testing.T) {
	const notesOnPage = 15
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		for range notesOnPage {
			w.dream("Boris", "pause", nil)
			w.dream("Boris", "resume", nil)
		}
		r := w.dream("Kate", "log", nil)
		if !has(r.Message, "Page 1 of 2") || strings.Count(r.Message.Text(), "<t:") != notesOnPage {
			t.Fatalf("the first page:\n%s", r.Message.Text())
		}
		r = w.press("Kate", r.Message, "Earlier")
		if !r.Updated || !has(r.Message, "Page 2 of 2") || r.Message.Button("Earlier") != nil {
			t.Errorf("the second page:\n%s", r.Message.Text())
		}
	})
}

// TestGone lets people leave the server. The bot looks up people who are late, and
// the gateway tells it of a ban.
func TestGone(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		if err := w.person("Eve").Leave(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(35 * time.Second)
		w.becomes("without Eve", func(s *table.State) bool { return s.Players[1].Open })
		for _, m := range w.mentions() {
			if strings.Contains(m.Content, string(w.person("Eve").ID())) {
				t.Error("somebody who is not there is mentioned")
			}
		}
		if err := w.person("Kate").Banned(); err != nil {
			t.Fatal(err)
		}
		w.becomes("without Kate", func(s *table.State) bool { return s.Players[2].Open })
		if w.state().Players[0].Open {
			t.Error("Boris is gone too")
		}
	})
}

// TestModerators lets a person who may change the channel do what the host can.
func TestModerators(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		owner := map[string]any{"user": string(w.person("Eve").ID())}
		r := w.dream("Аня", "kick", owner) // the server's owner
		r = w.own("Аня", r.Message, "kick")
		if !w.state().Players[1].Open || has(r.Message, "Your dreams") {
			t.Errorf("a moderator puts Eve out:\n%s", r.Message.Text())
		}
		r = w.dream("Аня", "stop", nil)
		if w.own("Аня", r.Message, "stop"); w.state().Phase != table.Void {
			t.Error("a moderator cannot end it")
		}
	})
	s := &table.State{Channel: 5, Thread: 6}
	for _, c := range []struct {
		rights  uint64
		channel discord.ID
		parent  discord.ID
		want    bool
	}{
		{discordgo.PermissionManageChannels, 5, 0, true}, {discordgo.PermissionManageChannels, 6, 5, true}, {discordgo.PermissionManageChannels, 7, 0, false},
		{discordgo.PermissionAdministrator, 7, 0, true}, {discordgo.PermissionManageMessages, 5, 0, false}, {discordgo.PermissionManageGuild, 5, 0, false}, {0, 5, 0, false},
	} {
		ix := &discord.Interaction{Channel: c.channel, Parent: c.parent, Permissions: c.rights}
		if got := route.IsModerator(ix, s); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestPeopleFit draws what is said of people at the largest table, with the worst
// names, in every state at once.
func TestPeopleFit(t *testing.T) {
	list, err := loadGames([]games.Game{lullaby})
	if err != nil {
		t.Fatal(err)
	}
	all := unpaintedOf(list)
	var seed games.Seed
	m, err := lullaby.Deal(seed, games.Table{Seats: 4, Options: games.Options{"rounds": "3", "pace": "calm"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []table.Kind{table.Pause, table.Resume, table.Stop, table.Kick, table.Faster} {
		for _, paused := range []bool{false, true} {
			s := &table.State{
				ID: "abcdefghij", Guild: 1, Channel: 2, Game: lullaby, Phase: table.Live, Host: 1, Lang: text.English, Match: m,
				Status: m.Status(), Faster: true, Running: !paused, Since: time.Now(), SeedHash: strings.Repeat("f", 64), Turns: make([]int, 5),
				Motion: &table.Motion{Kind: kind, Seat: 9, By: 0, Yes: []games.Seat{0, 1, 2}, No: []games.Seat{3, 4, 5}, Need: 4, Until: time.Now()},
			}
			if paused {
				s.Paused = ui.T("table.pause.vote")
			}
			for i := range 10 {
				p := table.Player{User: table.User{ID: discord.ID(i + 1), Name: strings.Repeat("@_*Ы", 8)}}
				switch {
				case i > 7:
					p.ID, p.Open = 0, true
				case i > 1:
					p.Asleep = true
				}
				s.Players = append(s.Players, p)
			}
			for range 3 {
				s.Notes = append(s.Notes, table.Note{At: time.Now(), Text: ui.T("table.note.substitute", ui.Name(1), strings.Repeat("@_*Ы", 8))})
			}
			for _, lang := range text.Langs {
				board, err := all.Board(s, lang, false)
				if err != nil {
					t.Fatal(err)
				}
				pages := map[string]*screen.Shown{"board": board, "closed": all.Closed(s, 99, lang)}
				for _, user := range []discord.ID{1, 2, 3, 99} {
					for _, path := range []string{"", "@", "@!", "@leave", "@!stop", "@!kick:4"} {
						if pages[user.String()+" "+path], err = all.Panel(s, page.Reader{User: user, Lang: lang}, path, false, ui.T("bot.vote.open")); err != nil {
							t.Fatal(err)
						}
					}
				}
				for name, shown := range pages {
					if err := discord.Check(shown.Message); err != nil || len(shown.Faults) > 0 {
						t.Errorf("%s %s %v: %v %q", kind, name, paused, err, shown.Faults)
					}
					if e := shown.Message.Embeds[0]; strings.Contains(e.Title+e.Description, "⟦") {
						t.Errorf("%s %s: words are missing: %s %s", kind, name, e.Title, e.Description)
					}
				}
			}
		}
	}
}

// TestBuriedPanel: where chat lies over a panel, its player is told as soon as the table waits
// for them, in their own language. Who opens a panel below the chat is not told again.
func TestBuriedPanel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		if err := w.person("Eve").SetLocale("ru"); err != nil {
			t.Fatal(err)
		}
		chat := func(n int) {
			for range n {
				if _, err := w.person("Grace").Say(w.here, "chatter"); err != nil {
					t.Fatal(err)
				}
			}
		}
		// step makes a move, and told compares who is mentioned then with the awaited players
		// whose panels are buried.
		step := func() {
			s := w.state()
			for i, p := range s.Players {
				if list := s.Match.Moves(games.Seat(i)); len(list) > 0 {
					id := screen.CustomID{Match: s.ID, Turn: s.Turns[i+1], Action: screen.ActionDo, To: list[len(list)-1]}
					w.does(w.person(p.Name).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels[p.Name].ID, CustomID: id.String()}))
					return
				}
			}
			t.Fatalf("nobody has a move, the table is %s", s.Phase)
		}
		told := func(sees ...string) map[string]*localcord.Message {
			var want []string
			for _, seat := range w.state().Awaited {
				if name := w.state().Players[seat].Name; !slices.Contains(sees, name) {
					want = append(want, name)
				}
			}
			list := map[string]*localcord.Message{}
			for _, m := range w.mentioned(len(want)) {
				for name := range panels {
					if m.Mentions[0].ID == w.person(name).ID() {
						list[name] = m
					}
				}
			}
			for _, name := range want {
				words := map[bool]string{false: "the table is waiting for you!", true: "вас ждут за столом!"}[name == "Eve"]
				if m := list[name]; m == nil || !strings.Contains(m.Content, words) || len(m.Components) == 0 {
					t.Fatalf("%s is awaited, and told: %v", name, m)
				}
			}
			return list
		}
		chat(screen.PanelBuriedAfter - 1)
		step()
		time.Sleep(5 * time.Second)
		told("Boris", "Eve", "Kate")
		panels["Kate"] = w.press("Kate", w.board(), "My panel").Message
		chat(1)
		list := map[string]*localcord.Message{}
		for len(list) == 0 { // a move may leave only Kate awaited
			step()
			list = told("Kate")
		}
		sees := []string{"Kate"}
		for name, m := range list {
			panels[name] = w.does(w.person(name).Press(w.ctx, m.ID, map[bool]string{false: "My panel", true: "Моя панель"}[name == "Eve"])).Message
			sees = append(sees, name)
		}
		for range 2 {
			was := w.state().Turns
			step()
			time.Sleep(5 * time.Second)
			for name, m := range list { // a reminder stays until its turn ends
				seat, _ := w.state().Seat(mustID(t, w.person(name)))
				if kept := w.person("Grace").Message(m.ID) != nil; kept != (w.state().Turns[seat+1] == was[seat+1]) {
					t.Errorf("the reminder of %s is there: %v, with turns %v and then %v", name, kept, was, w.state().Turns)
				}
			}
			list = nil
			for _, m := range w.mentions() {
				for _, name := range sees {
					if seat, _ := w.state().Seat(mustID(t, w.person(name))); m.Mentions[0].ID == w.person(name).ID() && w.state().Turns[seat+1] != was[seat+1] {
						t.Errorf("%s is told again, who sees their panel", name)
					}
				}
			}
		}
	})
}
