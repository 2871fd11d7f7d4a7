package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	keeppage "oneiros/bot/keep/page"
	"oneiros/bot/localcord"
	"oneiros/bot/night"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games/gametest"
	"oneiros/store"
)

// crowdOnce is how many people do the same at one moment.
const crowdOnce = 50

// onceDoes is what the i-th person of a crowd does.
type onceDoes func(i int, who *localcord.Person) (*localcord.Reply, error)

// onceAct is something that the bot posts or saves once, or a certain number of times,
// however many people ask for it at one moment.
type onceAct struct {
	prepare func(w *town) onceDoes       // brings a town to the moment
	count   func(w *town) map[string]int // what there is afterwards, by its name
	want    map[string]int
}

// onceActs are all acts of the bot that look whether something is there and then post or
// save it. A new one is one entry here.
var onceActs = map[string]onceAct{
	"play":            {oncePlay(false), onceBoards, map[string]int{"tables": 1, "boards": 1}},
	"play alone":      {oncePlay(true), onceBoards, map[string]int{"tables": 1, "boards": 1}},
	"play again":      {oncePlayAgain, onceBoards, map[string]int{"tables": 1, "boards": 1}},
	"play forbidden":  {onceForbidden, onceBoards, map[string]int{"tables": 0, "boards": 0, "errors": 0}},
	"join":            {onceJoin, onceBoards, map[string]int{"tables": 1, "boards": 1}},
	"direct messages": {onceDirect, onceBoards, map[string]int{"tables": 1, "boards": 1}},
	"night begins":    {onceNightBegins, onceBoards, map[string]int{"tables": 1, "boards": 1, "calls to a night": 1, "announcements": 1}},
	"start":           {onceStart(false), onceBoards, map[string]int{"tables": 1, "boards": 1, "starts": 1}},
	"start in thread": {onceStart(true), onceBoards, map[string]int{"tables": 1, "boards": 1, "starts": 1, "threads": 1}},
	"alone in thread": {onceAloneInThread, onceBoards, map[string]int{"tables": 1, "boards": 1, "starts": 0, "threads": 1}},
	"nights":          {onceNights, onceRows, map[string]int{"nights": night.Most, "announcements": night.Most, "events": night.Most}},
	"night answers":   {onceAnswers, onceRows, map[string]int{"nights": 1, "announcements": 1, "guests": crowdOnce}},
	"show":            {onceShow, onceRows, map[string]int{"pictures": 1}},
	"call":            {onceCall, onceRows, map[string]int{"calls": 1, "called": 1, "wishes": 1, "wishes of another hour": 1}},
	"reminders":       {onceReminded, onceRows, map[string]int{"reminders": 3}},
	"preset":          {oncePreset(func(int) string { return "Night" }), onceRows, map[string]int{"presets": 1}},
	"presets":         {oncePreset(func(i int) string { return fmt.Sprint("Night ", i) }), onceRows, map[string]int{"presets": store.MaxPresets}},
	"server settings": {onceSettings("dream settings", map[string]any{"language": "ru"}, map[string]any{"bots": page.No}), onceRows, map[string]int{"Russian servers": 1, "servers without bots": 1}},
	"own settings":    {onceSettings("dream me", map[string]any{"language": "ru"}, map[string]any{"reminders": "off"}), onceRows, map[string]int{"Russian people": 1, "people without reminders": 1}},
	"first greeting":  {onceSettings("dream me", map[string]any{"language": "ru"}, map[string]any{"reminders": "direct"}), onceRows, map[string]int{"Russian people": 1, "people with direct messages": 1}},
}

// oncePerson is the i-th person of a crowd.
func (w *town) oncePerson(i int) *localcord.Person { return w.person(fmt.Sprint("Player ", i)) }

func oncePlay(alone bool) func(*town) onceDoes {
	return func(w *town) onceDoes {
		return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
			return who.Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "alone": alone})
		}
	}
}

// onceForbidden is onceJoin where Discord does not let the bot post.
func onceForbidden(w *town) onceDoes {
	w.refuses("POST /channels/{channel}/messages", 50013, 2*crowdOnce)
	return onceJoin(w)
}

func oncePlayAgain(w *town) onceDoes {
	people := []string{"Boris", "Eve"}
	w.play(people, w.match("rounds:1", people...))
	time.Sleep(5 * time.Second)
	over := w.board()
	return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
		return who.Press(w.ctx, over.ID, "Play again")
	}
}

// onceJoin lets the first person open the table, and the others join it while its board is
// on its way to Discord.
func onceJoin(w *town) onceDoes {
	return func(i int, who *localcord.Person) (*localcord.Reply, error) {
		if i == 0 {
			return who.Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})
		}
		time.Sleep(400 * time.Millisecond)
		return who.Command(w.ctx, w.here, "table join", nil)
	}
}

// onceDirect lets one person press again and again in direct messages.
func onceDirect(w *town) onceDoes {
	boris := w.person("Boris")
	w.writes("Boris")
	return func(int, *localcord.Person) (*localcord.Reply, error) {
		return boris.Command(w.ctx, boris.Direct(), "dream play", map[string]any{"game": "lullaby"})
	}
}

// onceNightBegins lets a night begin, and others join its table at that moment.
func onceNightBegins(w *town) onceDoes {
	m := w.announce("Boris", "in 10 minutes", nil)
	at := time.Now().Add(10 * time.Minute)
	w.answers("Boris", m, "Coming")
	w.answers("Eve", m, "Coming")
	time.Sleep(time.Until(at) - 10*time.Second)
	return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
		for len(w.bot.tables.Known(table.All())) == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		return who.Command(w.ctx, w.here, "table join", nil)
	}
}

// onceStart lets the host press Start again and again.
func onceStart(thread bool) func(*town) onceDoes {
	return func(w *town) onceDoes {
		w.dream("Boris", "play", map[string]any{"game": "lullaby", "thread": thread})
		w.own("Eve", w.board(), "join")
		board := w.board()
		return func(int, *localcord.Person) (*localcord.Reply, error) {
			return w.person("Boris").Press(w.ctx, board.ID, "Start")
		}
	}
}

// onceAloneInThread lets a person who is alone in a lobby start with automatic players,
// again and again.
func onceAloneInThread(w *town) onceDoes {
	w.dream("Boris", "play", map[string]any{"game": "lullaby", "thread": true})
	board := w.board()
	return func(int, *localcord.Person) (*localcord.Reply, error) {
		return w.person("Boris").Press(w.ctx, board.ID, "Play alone")
	}
}

func onceNights(w *town) onceDoes {
	w.srv.Control().Grant(1 << 44) // to create events
	return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
		return who.Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 3 hours", "zone": "Etc/UTC"})
	}
}

func onceAnswers(w *town) onceDoes {
	m := w.announce(w.oncePerson(0).Name(), "in 3 hours", nil) // who comes by that
	return func(i int, who *localcord.Person) (*localcord.Reply, error) {
		time.Sleep(time.Duration(i) * 100 * time.Millisecond) // or some are told that too many press
		return who.Press(w.ctx, m.ID, "Coming")
	}
}

func onceShow(w *town) onceDoes {
	people := []string{"Boris", "Eve"}
	w.play(people, w.match("rounds:1", people...))
	id := page.CustomID{Match: w.state().ID, Action: keeppage.ShowEnd}.String()
	board := w.board()
	return func(_ int, who *localcord.Person) (*localcord.Reply, error) {
		return who.Forge(w.ctx, localcord.Forged{Channel: w.here, Message: board.ID, CustomID: id})
	}
}

// onceCall lets a lobby call a person at the moment at which they change what they want.
func onceCall(w *town) onceDoes {
	w.asks("Eve", store.Call{Every: 3 * time.Hour})
	eve := w.person("Eve")
	w.dream("Boris", "play", map[string]any{"game": "lullaby"})
	at := w.state().Created.Add(callAfter)
	m := w.press("Eve", w.board(), "Notify me").Message
	return func(i int, _ *localcord.Person) (*localcord.Reply, error) {
		time.Sleep(time.Until(at) + time.Duration(i)*50*time.Millisecond)
		return eve.Forge(w.ctx, localcord.Forged{Channel: w.here, Message: m.ID, CustomID: "b/-/callsmenu/every", Values: []string{"24"}})
	}
}

// onceReminded lets people look at a table at the moment at which three of them are late.
func onceReminded(w *town) onceDoes {
	w.match("rounds:3", "Boris", "Eve", "Kate")
	board := w.board()
	at := w.state().Started.Add(25 * time.Second)
	return func(i int, _ *localcord.Person) (*localcord.Reply, error) {
		time.Sleep(time.Until(at) + time.Duration(i)*200*time.Millisecond)
		return w.person([]string{"Boris", "Eve", "Kate"}[i%3]).Press(w.ctx, board.ID, "My panel")
	}
}

// oncePreset lets each host of fifty tables save a preset.
func oncePreset(name func(int) string) func(*town) onceDoes {
	return func(w *town) onceDoes {
		here, forms := w.here, make([]*localcord.Modal, crowdOnce)
		for i := range forms {
			who := fmt.Sprint("Player ", i)
			w.here = w.srv.NewChannel(fmt.Sprint("table-", i))
			w.plays(who, nil)
			forms[i] = w.press(who, w.own(who, w.board(), "options").Message, "Save as preset").Modal
		}
		w.here = here
		return func(i int, who *localcord.Person) (*localcord.Reply, error) {
			return who.Submit(w.ctx, forms[i], name(i))
		}
	}
}

// onceSettings lets one person change two settings in turn.
func onceSettings(command string, odd, even map[string]any) func(*town) onceDoes {
	return func(w *town) onceDoes {
		return func(i int, _ *localcord.Person) (*localcord.Reply, error) {
			return w.person("Аня").Command(w.ctx, w.here, command, []map[string]any{even, odd}[i%2])
		}
	}
}

// everywhere are the messages that every person sees, in all channels and threads, and those
// in the direct messages of one person.
func (w *town) everywhere() (list []*localcord.Message) {
	w.t.Helper()
	synctest.Wait()
	for _, c := range w.srv.Channels() {
		for _, m := range w.person("Grace").Messages(c.ID) {
			if !m.Ephemeral() {
				list = append(list, m)
			}
		}
	}
	return append(list, w.person("Boris").Messages(w.person("Boris").Direct())...)
}

// onceBoards counts the open tables and the messages that look like their boards, and what
// was said of them.
func onceBoards(w *town) map[string]int {
	n := map[string]int{"announcements": len(w.announcements()), "errors": strings.Count(w.log.String(), `"level":"error"`)}
	for _, s := range w.bot.tables.Known(table.All()) {
		if s.Phase != table.Lobby && s.Phase != table.Live {
			continue
		}
		n["tables"]++
		if s.Thread != 0 {
			n["threads"]++
		}
		for _, m := range w.everywhere() {
			if len(m.Embeds) > 0 && slices.ContainsFunc(m.Buttons(), func(b *localcord.Component) bool { return strings.Contains(b.CustomID, "/"+s.ID+"/") }) {
				n["boards"]++
			}
		}
	}
	for _, m := range w.everywhere() {
		switch {
		case has(m, "the night begins"):
			n["calls to a night"]++
		case strings.Contains(m.Content, "begins"):
			n["starts"]++
		}
	}
	return n
}

// onceRows counts what else was posted and saved.
func onceRows(w *town) map[string]int {
	guild, boris, eve := uint64(mustGuild(w)), uint64(mustID(w.t, w.person("Аня"))), uint64(mustID(w.t, w.person("Eve")))
	st := w.bot.conf.Stores
	presets, err := st.Features.Homes.Presets(w.ctx, guild)
	nights, err2 := st.Features.Nights.NightsOn(w.ctx, guild)
	server, err3 := st.Settings.Guild(w.ctx, guild)
	person, err4 := st.Settings.User(w.ctx, boris)
	call, wishes, err5 := st.Calls.Call(w.ctx, guild, eve)
	for _, err := range []error{err, err2, err3, err4, err5} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	is := map[bool]int{true: 1}
	n := map[string]int{
		"presets": len(presets), "nights": len(nights), "announcements": len(w.announcements()), "events": len(w.events()),
		"Russian servers": is[server.Lang == "ru"], "servers without bots": is[server.PeopleOnly],
		"Russian people": is[person.Lang == "ru"], "people without reminders": is[person.Remind == store.RemindOff], "people with direct messages": is[person.Remind == store.RemindByDM],
		"wishes": is[wishes], "called": is[!call.Called.IsZero()], "wishes of another hour": is[call.Every == 24*time.Hour],
	}
	for _, night := range nights {
		n["guests"] += len(night.Guests)
	}
	for _, q := range w.record.All() {
		if q.Method == "POST" && strings.HasSuffix(q.Path, "/messages") && strings.Contains(string(q.Body), "the table is waiting for you!") {
			n["reminders"]++
		}
	}
	for _, m := range w.everywhere() {
		switch {
		case has(m, "shows how a match of"):
			n["pictures"]++
		case strings.Contains(m.Content, "🔔 "):
			n["calls"]++
		}
	}
	return n
}

// TestOnce: fifty people do the same at one moment, and Discord answers a second late. The
// disk is slow, too. What is posted or saved once is there once.
func TestOnce(t *testing.T) {
	gametest.NotShort(t)
	for name, act := range onceActs {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
				do := act.prepare(w)
				time.Sleep(5 * time.Second) // nothing else is on its way
				w.slow(time.Second)
				disk.long.Store(int64(100 * time.Millisecond))
				var all sync.WaitGroup
				for i := range crowdOnce {
					who := w.oncePerson(i)
					all.Go(func() {
						if _, err := do(i, who); err != nil {
							t.Errorf("%d of %d: %v", i, crowdOnce, err)
						}
					})
				}
				all.Wait()
				time.Sleep(30 * time.Second)
				w.srv.SetFaults(localcord.Faults{})
				disk.long.Store(0)
				time.Sleep(5 * time.Second)
				n := act.count(w)
				for what, want := range act.want {
					if n[what] != want {
						t.Errorf("%d %s, want %d", n[what], what, want)
					}
				}
			})
		})
	}
}

// copyBoard posts a second board of a table, as a process that did not know of the first.
func (w *town) copyBoard(s *table.State) *localcord.Message {
	w.t.Helper()
	shown, err := w.bot.surfaces.board(w.ctx, s, s.Lang, "")
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.bot.client.Post(w.ctx, s.CurrentChannel(), shown.Message); err != nil {
		w.t.Fatal(err)
	}
	list := w.boards(w.here, s.ID)
	return list[len(list)-1]
}

// TestOneBoardTooMany: a board that the bot does not know of goes away when it is pressed,
// whichever of the two is the newer one, and what was pressed is done.
func TestOneBoardTooMany(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		board := w.board()
		extra := w.copyBoard(w.state())
		if extra.ID == board.ID {
			t.Fatal("there is one board")
		}
		w.press("Eve", extra, "Join")
		time.Sleep(5 * time.Second)
		if list := w.boards(w.here, w.state().ID); len(list) != 1 || list[0].ID != board.ID || !has(list[0], "Boris", "Eve") {
			t.Errorf("%d boards; the first:\n%s", len(list), list[0].Text())
		}
	})
}

// TestBoardsFound: a process was killed before it could note which of two messages is the
// board. The next one keeps the newer one and deletes the other.
func TestBoardsFound(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		extra, s := w.copyBoard(w.state()), w.state()
		w.stop()
		st, err := store.Open(w.ctx, w.file)
		if err != nil {
			t.Fatal(err)
		}
		err = st.Surfaces().SaveSurface(w.ctx, store.Surface{Owner: store.MatchOwner(s.ID), Kind: store.Board, Channel: uint64(s.Channel)})
		if err := errors.Join(err, st.Close()); err != nil {
			t.Fatal(err)
		}
		w.start()
		time.Sleep(10 * time.Second)
		if list := w.boards(w.here, s.ID); len(list) != 1 || list[0].ID != extra.ID {
			t.Fatalf("%d boards", len(list))
		}
		w.press("Eve", extra, "Join")
		if list := w.boards(w.here, s.ID); len(list) != 1 || !has(list[0], "Boris", "Eve") {
			t.Errorf("the board:\n%s", list[0].Text())
		}
	})
}

// TestBoardKilled: the bot is killed while it posts the board of a table, before or after
// Discord has done it. The next one has one board.
func TestBoardKilled(t *testing.T) {
	for name, faults := range map[string]localcord.Faults{
		"before": {Latency: 1000, AnswerWithin: 60_000}, "after": {LostRate: 1},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				w.srv.SetFaults(faults)
				boris, here := w.person("Boris"), w.here
				go boris.Command(w.ctx, here, "dream play", map[string]any{"game": "lullaby"}) // its answer is lost with the bot
				time.Sleep(500 * time.Millisecond)
				s := w.state()
				if n := len(w.boards(w.here, s.ID)); n != map[string]int{"before": 0, "after": 1}[name] {
					t.Fatalf("there are %d boards when it is killed", n)
				}
				w.killed()
				w.srv.SetFaults(localcord.Faults{})
				w.start()
				time.Sleep(10 * time.Second)
				if list := w.boards(w.here, s.ID); len(list) != 1 {
					t.Fatalf("there are %d boards", len(list))
				}
				w.press("Eve", w.board(), "Join")
				if list := w.boards(w.here, s.ID); len(list) != 1 || !has(list[0], "Boris", "Eve") {
					t.Errorf("the board:\n%s", list[0].Text())
				}
			})
		})
	}
}

// TestBoardAnswerLost: Discord posts the board of a table, and the bot hears nothing of it,
// also where it may not look through the channel. There is one board, and it is true.
func TestBoardAnswerLost(t *testing.T) {
	for name, deny := range map[string]uint64{"may look": 0, "may not look": 1 << 16} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				w.srv.SetFaults(localcord.Faults{LostRate: 1})
				boris, here := w.person("Boris"), w.here
				go boris.Command(w.ctx, here, "dream play", map[string]any{"game": "lullaby"})
				time.Sleep(30 * time.Second)
				w.srv.Control().Deny(w.here, deny)
				w.srv.SetFaults(localcord.Faults{})
				time.Sleep(2 * time.Minute)
				list := w.boards(w.here, w.state().ID)
				if len(list) != 1 {
					t.Fatalf("there are %d boards", len(list))
				}
				w.press("Eve", list[0], "Join")
				time.Sleep(5 * time.Second)
				if list := w.boards(w.here, w.state().ID); len(list) != 1 || !has(list[0], "Boris", "Eve") {
					t.Errorf("the board:\n%s", list[0].Text())
				}
			})
		})
	}
}

// starts counts the messages that mention the players of a match that has begun, and those that
// say that it has ended.
func (w *town) starts() (begun, ended int) {
	for _, m := range w.everywhere() {
		switch {
		case strings.Contains(m.Content, "begins"):
			begun++
		case len(m.Embeds) == 0 && strings.Contains(m.Content, "has ended"):
			ended++
		}
	}
	return begun, ended
}

// TestStartKilled: the bot is killed while it mentions the players of a match that has begun,
// before or after Discord has done it. Nobody is mentioned twice, and what was posted says at
// the end that the match is over.
func TestStartKilled(t *testing.T) {
	for name, c := range map[string]struct {
		faults localcord.Faults
		posted int
	}{
		"before": {localcord.Faults{Latency: 1000, AnswerWithin: 60_000}, 0}, "after": {localcord.Faults{LostRate: 1}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				w.dream("Boris", "play", map[string]any{"game": "lullaby"})
				w.own("Eve", w.board(), "join")
				time.Sleep(5 * time.Second)
				board, boris := w.board(), w.person("Boris")
				w.srv.SetFaults(c.faults)
				go boris.Press(w.ctx, board.ID, "Start") // its answer is lost with the bot
				time.Sleep(500 * time.Millisecond)
				if c.posted == 0 {
					time.Sleep(time.Second) // the answer took one
				}
				if n, _ := w.starts(); n != c.posted || w.state().Phase != table.Live {
					t.Fatalf("there are %d mentions when it is killed, %v", n, w.state().Phase)
				}
				w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
				w.killed()
				w.srv.SetFaults(localcord.Faults{})
				w.start()
				time.Sleep(time.Minute)
				n, _ := w.starts()
				if n > 1 || n < c.posted {
					t.Errorf("there are %d mentions, and were %d when it was killed", n, c.posted)
				}
				if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: table.User{ID: mustID(t, w.person("Boris"))}}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
				if begun, ended := w.starts(); begun != 0 || ended != n {
					t.Errorf("at the end %d messages say that it begins, and %d that it has ended", begun, ended)
				}
			})
		})
	}
}

// TestStartKilledUnsaved: the bot is killed when a match has begun, and before it could save that
// its players are to be mentioned. The next one mentions them, once.
func TestStartKilledUnsaved(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Stores.Kept = slowKept{c.Stores.Kept} }, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "start")
		time.Sleep(500 * time.Millisecond)
		if n, _ := w.starts(); n != 0 || w.state().Phase != table.Live {
			t.Fatalf("there are %d mentions, and %v", n, w.state().Phase)
		}
		w.srv.SetFaults(localcord.Faults{Outage: true}) // the killed bot does nothing more
		w.killed()
		w.srv.SetFaults(localcord.Faults{})
		for range 2 {
			w.start()
			time.Sleep(time.Minute)
			if n, _ := w.starts(); n != 1 {
				t.Errorf("there are %d mentions", n)
			}
			w.stop()
		}
		w.start()
	})
}

// TestStartWaits: a mention of the players of a match that Discord's limits keep back is posted
// when there is room again, once.
func TestStartWaits(t *testing.T) {
	c := &crowdedClient{}
	virtual(t, "en-US", func(conf *Config) { c.Client = conf.Client; conf.Client = c }, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		c.crowd(10 * time.Second)
		w.own("Boris", w.board(), "start")
		time.Sleep(9 * time.Second)
		if n, _ := w.starts(); n != 0 {
			t.Fatalf("there are %d mentions, and nothing can be sent", n)
		}
		time.Sleep(30 * time.Second)
		if n, _ := w.starts(); n != 1 {
			t.Errorf("there are %d mentions\n%s", n, w.log)
		}
	})
}
