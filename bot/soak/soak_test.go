package soak

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// answered is a call with which the bot answers an interaction.
func answered(id localcord.ID, token string, body string) localcord.Request {
	return localcord.Request{Method: "POST", Path: fmt.Sprintf("/interactions/%s/%s/callback", id, token), Body: []byte(body), Status: 204}
}

func pageAt(text string, turn string) string {
	return fmt.Sprintf(`{"embeds":[{"description":%q}],"components":[{"type":1,"components":[{"type":2,"custom_id":"m/aaaaaaaaaa/%s/d/pass"}]}]}`, text, turn)
}

// A press counts as acknowledged when a person saw its effect, and only then.
func TestLedger(t *testing.T) {
	const button = "m/aaaaaaaaaa/4/d/pass"
	deferred := localcord.Request{Method: "PATCH", Path: "/webhooks/9/tok/messages/@original", Body: []byte(pageAt("", "5")), Status: 200}
	board := deferred
	board.Everyone = true
	beside := func(text string) localcord.Request {
		return localcord.Request{Method: "POST", Path: "/webhooks/9/tok", Body: []byte(pageAt(text, "5")), Status: 200}
	}
	for _, c := range []struct {
		name  string
		link  string
		calls func(localcord.ID) []localcord.Request
		want  bool
	}{
		{"played", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":7,"data":`+pageAt("Played.", "5")+`}`)}
		}, true},
		{"unanswered", button, func(localcord.ID) []localcord.Request { return nil }, false},
		{"refused by Discord", button, func(id localcord.ID) []localcord.Request {
			r := answered(id, "tok", `{"type":7,"data":`+pageAt("Played.", "5")+`}`)
			r.Status = 404
			return []localcord.Request{r}
		}, false},
		{"refused by the game", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":7,"data":`+pageAt("⚠ Not now.", "5")+`}`)}
		}, false},
		{"nothing happened", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":7,"data":`+pageAt("As before.", "4")+`}`)}
		}, false},
		{"only a page was opened", "m/aaaaaaaaaa/4/o/help", func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":7,"data":`+pageAt("Help.", "5")+`}`)}
		}, false},
		{"deferred", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":6}`)}
		}, false},
		{"deferred, then answered", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":6}`), deferred}
		}, true},
		{"refused, and the panel follows the game", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":7,"data":`+pageAt("⚠ Too late.", "5")+`}`), deferred}
		}, false},
		{"answered beside the board", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":6}`), beside("Played."), board}
		}, true},
		{"refused beside the board", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":6}`), beside("⚠ Too late."), board}
		}, false},
		{"lost beside the board", button, func(id localcord.ID) []localcord.Request {
			return []localcord.Request{answered(id, "tok", `{"type":6}`), board}
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := newLedger()
			for _, r := range c.calls("1000") {
				l.tap(r)
			}
			l.pressed(&localcord.Reply{Interaction: "1000"}, nil, c.link, "", nil)
			if _, ok := l.tally().Acknowledged[1000]; ok != c.want {
				t.Errorf("acknowledged: %v", ok)
			}
		})
	}
}

// TestStrayed finds what is shown on a server to which it does not belong, whether in a
// message, an answer or a form.
func TestStrayed(t *testing.T) {
	on := func(server localcord.ID, method, body string) localcord.Request {
		return localcord.Request{Method: method, Path: "/channels/" + string(server) + "/messages", Channel: server + "1", Guild: server, Body: []byte(body)}
	}
	board := pageAt("", "5")
	const form = `{"type":9,"data":{"custom_id":"m/aaaaaaaaaa/5/f/clue"}}`
	other := strings.ReplaceAll(board, "aaaaaaaaaa", "bbbbbbbbbb")
	for name, c := range map[string]struct {
		calls []localcord.Request
		want  int
	}{
		"at home":            {[]localcord.Request{on("7", "POST", board), on("7", "PATCH", board), on("8", "POST", other), on("7", "POST", form)}, 0},
		"shown nowhere":      {[]localcord.Request{on("7", "POST", board), {Method: "POST", Path: "/channels/8/messages", Body: []byte(board)}}, 0},
		"none of a match":    {[]localcord.Request{on("7", "POST", `{"components":[{"components":[{"custom_id":"b/-/cards/"}]}]}`), on("8", "POST", `{"components":[{"components":[{"custom_id":"b/-/cards/"}]}]}`)}, 0},
		"a board":            {[]localcord.Request{on("7", "POST", board), on("8", "POST", board)}, 1},
		"an answer":          {[]localcord.Request{on("7", "POST", board), on("8", "POST", `{"type":4,"data":`+board+`}`)}, 1},
		"a form":             {[]localcord.Request{on("7", "POST", board), on("8", "POST", form)}, 1},
		"in direct messages": {[]localcord.Request{on("7", "POST", board), {Method: "POST", Path: "/channels/9/messages", Channel: "9", Body: []byte(board)}}, 1},
	} {
		l := newLedger()
		for _, r := range c.calls {
			l.tap(r)
		}
		if got := l.tally().Strayed; len(got) != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestServers puts tables on servers in turn, so that each shard has some. Their people
// are there and nowhere else, but for those who go between two of them.
func TestServers(t *testing.T) {
	local, err := localcord.New(localcord.Config{Shards: localcord.Sharding{Recommended: 4}})
	if err != nil {
		t.Fatal(err)
	}
	crowd, err := NewCrowd(local, Config{Tables: 8, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(crowd.Bot.Close(), local.Close()); err != nil {
			t.Error(err)
		}
	}()
	shards, rooms := map[int]int{}, map[localcord.ID]int{}
	for _, g := range local.Guilds() {
		shards[g.ID().Shard(4)]++
	}
	if len(shards) != 4 {
		t.Errorf("servers of the shards: %v", shards)
	}
	between := 0
	for _, r := range crowd.rooms {
		rooms[r.server.ID()]++
		for _, p := range r.people {
			servers := 0
			for _, g := range local.Guilds() {
				if slices.ContainsFunc(g.Members(), func(m *localcord.Person) bool { return m.ID() == p.ID() }) {
					servers++
				}
			}
			between += len(p.rooms) / 2
			if servers != max(1, len(p.rooms)) {
				t.Errorf("%s has %d rooms on %d servers", p.Name(), len(p.rooms), servers)
			}
		}
		channel := r.channels()[0]
		if !slices.ContainsFunc(local.Channels(), func(c *localcord.Channel) bool { return c.ID == channel && c.Guild == r.server.ID() }) {
			t.Errorf("the channel of %s is on another server", r.name)
		}
	}
	if want := len(crowd.rooms) / 4; len(rooms) != 4 || slices.Min(slices.Collect(maps.Values(rooms))) != want || between != len(crowd.rooms)/2 {
		t.Errorf("rooms of the servers: %v; %d people go between two", rooms, between)
	}
}

// What the soak looks for, it finds.
func TestJudge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	v, err := Judge(t.Context(), path, map[uint64]*Press{7: {match: "aaaaaaaaaa", answer: &answer{text: "Played."}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Lost) != 1 {
		t.Errorf("a press that is in no log: %q", v.Lost)
	}
	if what := stuck(store.Match{Phase: store.Live, Game: "none", Position: &store.Position{}}); what == "" {
		t.Error("a live match of no game is not stuck")
	}
	if what := stuck(store.Match{Phase: store.Live, Paused: "table.pause.empty", Position: &store.Position{}}); what != "" {
		t.Error("a paused match is stuck:", what)
	}
}

// TestLost: the moves of a person who was erased have no press any more. They are not lost
// as long as they are there.
func TestLost(t *testing.T) {
	press := func(match string, forgotten bool) *Press {
		return &Press{match: match, forgotten: forgotten, answer: &answer{}}
	}
	list := lost(map[uint64]*Press{
		1: press("a", false), 2: press("a", false), // in the log, and not
		3: press("b", true), 4: press("b", true), // one of them
		5: press("c", false),                      // another one was erased
		6: press("d", true), 7: press("d", false), // the match was erased
	}, map[uint64]int{1: 1}, map[string]int{"b": 1, "c": 1})
	if len(list) != 4 { // 2, 3 or 4, 5 and 7
		t.Errorf("lost: %q", list)
	}
	l := newLedger()
	ask := func(id localcord.ID, link string) {
		l.pressed(&localcord.Reply{Interaction: id}, nil, link, "5", nil)
	}
	ask("1", "b/-/erase/")
	if len(l.erased) != 0 {
		t.Error("a question erases somebody")
	}
	ask("2", page.CustomID{Action: personpage.Erase, Arg: "yes"}.String())
	if !l.erased["5"] {
		t.Error("nobody notices that somebody was erased")
	}
}

// TestExcuses: a press may remain without an answer during a fault of its room or of
// Discord and a little later, and at no other time.
func TestExcuses(t *testing.T) {
	w, in, other := newWaits(), &room{}, &room{}
	w.begin("kill", []*room{in}, func(*room) bool { return false })
	w.end([]*room{in})
	now := time.Now()
	for _, c := range []struct {
		in    *room
		after time.Duration
		want  bool
	}{{in, 0, true}, {in, -time.Minute, false}, {in, time.Minute, false}, {other, 0, false}, {nil, 0, false}} {
		from := now.Add(c.after)
		if got := w.excuses(silence{"1", c.in, from, from.Add(3 * time.Second)}); got != c.want {
			t.Errorf("%v after the fault: excused %v", c.after, got)
		}
	}
	end := w.everywhere()
	if !w.excuses(silence{"1", other, time.Now(), time.Now().Add(time.Second)}) {
		t.Error("a fault of Discord is no excuse")
	}
	end()
	if later := time.Now().Add(time.Minute); w.excuses(silence{"1", other, later, later}) {
		t.Error("a fault of Discord is an excuse for ever")
	}
}

// Growth is told from noise and from the tables of matches that ended.
func TestGrowth(t *testing.T) {
	lives := func(each float64, every time.Duration) life {
		var l life
		for i := range 40 {
			l.samples = append(l.samples, sample{at: time.Unix(0, 0).Add(time.Duration(i) * every), goroutines: 300 + float64(i)*each, memory: (100 + float64(i)*each) * (1 << 20)})
		}
		return l
	}
	grows := func(each float64) life { return lives(each, 5*time.Second) }
	if _, _, bad := lives(20, time.Second).growth(0); bad != "" {
		t.Errorf("of a process that has only begun: %s", bad)
	}
	if _, _, bad := grows(0.1).growth(0); bad != "" {
		t.Error(bad)
	}
	if _, _, bad := grows(20).growth(0); bad == "" {
		t.Error("no growth is seen")
	}
	takes := grows(0.1)
	for i := range takes.samples[30:] { // it has taken the shards of another process over
		s := &takes.samples[30+i]
		s.shards, s.goroutines, s.memory = 7, 3*s.goroutines, 3*s.memory
	}
	if _, _, bad := takes.growth(0); bad != "" {
		t.Error(bad)
	}
}

// TestNotice knows the answers to a press that stand above a page.
func TestNotice(t *testing.T) {
	for line, want := range map[string]bool{
		"⚠ Too late. Here is where things stand.":                                             true,
		"No more tips for this game. Everything is in “Rules”.":                               true,
		"Советов к этой игре больше не будет. Всё есть в «Правилах».":                         true,
		"🗳 Решает стол. Остальные видят **«За»** и **«Против»** на столе и на своих панелях.": true,
		"🏰 Lap 1 · your turn": false,
	} {
		if isNotice(line) != want {
			t.Errorf("%q is a notice: %t", line, !want)
		}
	}
}

// TestWithoutStory: what a new player is told about the place stands above the page once.
func TestWithoutStory(t *testing.T) {
	for _, lang := range text.Langs {
		say := func(key string, args ...any) string { return words.Catalogue().Say(lang, ui.T(key, args...), nil) }
		page := []string{"Title", "Your turn"}
		told := []string{"Title", say("bot.story.for", 7), "She guessed 3 cards.", say("bot.story.below"), "Your turn"}
		for _, from := range [][]string{page, told} {
			if got := withoutStory(slices.Clone(from)); !slices.Equal(got, page) {
				t.Errorf("%s: %q", lang, got)
			}
		}
		if cut := told[:3]; !slices.Equal(withoutStory(cut), cut) {
			t.Errorf("%s: half of it is left out", lang)
		}
	}
}

// TestRelay: what goes through a relay arrives. Cut, it refuses everything; stalled, it
// keeps everything to itself until it is opened.
func TestRelay(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // nothing is kept in it
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(c, c) // until it is reset
				c.Close()
			}()
		}
	}()
	u := &url.URL{Scheme: "postgres", Host: l.Addr().String(), Path: "/db", RawQuery: "connect_timeout=3"}
	r, through, err := databaseRelay(u.String())
	if err != nil {
		t.Fatal(err)
	}
	if u.Host = r.address(); through != u.String() {
		t.Errorf("the address is %s", through)
	}
	dial := func() net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", r.address())
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	says := func(c net.Conn, what string) error {
		if _, err := io.WriteString(c, what); err != nil {
			return err
		}
		b := make([]byte, len(what))
		if _, err := io.ReadFull(c, b); err != nil {
			return err
		}
		if string(b) != what {
			t.Errorf("%q arrives as %q", what, b)
		}
		return nil
	}
	c := dial()
	if err := says(c, "open"); err != nil {
		t.Error(err)
	}
	r.set(relayCut)
	if err := says(c, "cut"); err == nil {
		t.Error("a connection outlives the cut")
	}
	// A connection may be reset before the dialler knows that it was made.
	if c, err := net.Dial("tcp", r.address()); err == nil && says(c, "cut") == nil {
		t.Error("a new connection works while it is cut")
	}
	r.set(relayOpen)
	c = dial()
	if err := says(c, "open"); err != nil {
		t.Error(err)
	}
	r.set(relayStalled)
	arrived := make(chan error, 1)
	go func() { arrived <- says(c, "stalled") }()
	select {
	case err := <-arrived:
		t.Error("something arrives while it is stalled:", err)
	case <-time.After(20 * time.Millisecond):
	}
	r.set(relayOpen)
	if err := <-arrived; err != nil {
		t.Error("it does not go on:", err)
	}
	if err := r.close(); err != nil {
		t.Error(err)
	}
	if err := says(c, "closed"); err == nil {
		t.Error("a connection outlives the relay")
	}
}

// TestWaits: a table goes on with the first answer to a person who pressed after the
// fault.
func TestWaits(t *testing.T) {
	w, in, other := newWaits(), &room{}, &room{}
	always := func(*room) bool { return true }
	w.begin("kill", []*room{in, other}, always)
	w.answered(in, time.Now().Add(-time.Minute))
	if len(w.since) != 2 {
		t.Error("an answer to an old press ends a wait")
	}
	w.begin("suspend", []*room{in}, always)
	w.answered(in, time.Now().Add(time.Minute))
	w.answered(in, time.Now().Add(time.Minute))
	if len(w.since) != 1 || len(w.list["kill"]) != 1 || len(w.list["suspend"]) != 0 {
		t.Errorf("%v wait, and waited %v", w.since, w.list)
	}
	if list := []time.Duration{3, 1, 2}; percentile(list, 100) != percentile([]time.Duration{3}, 50) {
		t.Error("the longest is not the last")
	}
}

// TestUnderNotice: a panel has fewer words under a notice, and no panel has them without one.
func TestUnderNotice(t *testing.T) {
	panel := bot.Surface{User: 7, Wording: bot.Wording{Text: []string{"title", "one\ntwo\nthree"}}, Under: []bot.Wording{{Text: []string{"title", "one\n\ntwo"}, IDs: []string{"since"}}, {Text: []string{"title", "one"}}}}
	board := panel
	board.User = 0
	const notice = "⚠ It is not your turn."
	for name, c := range map[string]struct {
		says  string
		of    bot.Surface
		right bool
	}{
		"all of it":                   {"title\none\ntwo\nthree", panel, true},
		"all of it under a notice":    {"title\n" + notice + "\none\ntwo\nthree", panel, true},
		"less under a notice":         {"title\n" + notice + "\none\ntwo", panel, true},
		"least under a notice":        {"title\n" + notice + "\none", panel, true},
		"less without a notice":       {"title\none\ntwo", panel, false},
		"other words under a notice":  {"title\n" + notice + "\ntwo", panel, false},
		"less on a board":             {"title\none\ntwo", board, false},
		"a board with all of it":      {"title\none\ntwo\nthree", board, true},
		"a board that has the notice": {"title\n" + notice + "\none\ntwo", board, false},
	} {
		text, should := compared(lines([]string{c.says}), c.of)
		if want := lines(should.Text); slices.Equal(text, want) != c.right {
			t.Errorf("%s: says %q, should say %q", name, text, want)
		}
		if less := name == "less under a notice"; slices.Equal(should.IDs, []string{"since"}) != less {
			t.Errorf("%s: should have %q", name, should.IDs)
		}
	}
}

// TestNotices: what a panel tells its player once is known by any number in it.
func TestNotices(t *testing.T) {
	for line, want := range map[string]bool{
		"You were away for 3 h 5 min.":                  true,
		"Вас не было 2 мин 30 с.":                       true,
		"While you were away, 1 move was made for you.": true,
		"За это время за вас сделано 12 ходов.":         true,
		"The last one: 🐟 5":                             true,
		"Последние ходы: 🐟 5; 🐟 10":                     true,
		"4 deadlines passed without you.":               true,
		"Без вас истёк 21 срок.":                        true,
		"⚠ It is not your turn.":                        true,
		"👑 The host is now Eve.":                        true,
		"👑 Теперь ведущий стола: Ева.":                  true,
		"🏰 Lap 2 · your turn":                           false,
		"2 floors":                                      false,
		"":                                              false,
	} {
		if isNotice(line) != want {
			t.Errorf("%q is a notice: %v", line, !want)
		}
	}
}
