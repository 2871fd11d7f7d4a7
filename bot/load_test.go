package bot

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The load that TestManyTables brings, to measure with.
var (
	loadTables = flag.Int("load.tables", 0, "tables of five people; 0 for 80 in CI, and fewer elsewhere")
	loadEvery  = flag.Duration("load.every", time.Second, "time between two moves at a table")
	loadReopen = flag.Duration("load.reopen", 8*time.Second, "time between two panels that somebody opens on the board of a table; 0 for never")
	loadTime   = flag.Duration("load.time", 0, "how long people play; 0 for 12s in CI, and less elsewhere")
	loadDelay  = flag.Duration("load.delay", 50*time.Millisecond, "how long Discord takes for a request")
	loadUnlent = flag.Bool("load.unlent", false, "take away the tokens that boards have when people begin to play")
)

// drums is the game of the benchmark for five people. Each may always move.
type drums struct{ drum }

func (drums) Moves(s beats, seat games.Seat) iter.Seq[beat] { return drum{}.Moves(s, seat) }

func (drums) Status(beats) games.Status { return games.Status{Awaits: []games.Seat{0, 1, 2, 3, 4}} }

func (drums) Page(v beats, path string) ui.Page {
	p := drum{}.Page(v, path)
	p.Lines = []ui.Text{ui.Literal(fmt.Sprintf("beats=%d", v.Count))}
	return p
}

// loadMeter counts the requests of each second, and measures how long after a press the
// board shows its move.
type loadMeter struct {
	mu      sync.Mutex
	start   time.Time
	counted []int // by second
	exempt  []int
	limited int
	kinds   map[string]int
	waiting map[string]map[int]time.Time // by match and beats: when the move was pressed
	ages    []time.Duration
	opened  []time.Duration // from a press on the board to its panel
}

var (
	beatsShown = regexp.MustCompile(`beats=(\d+)`)
	tokenPart  = regexp.MustCompile(`/(aW50[^/?]*|\d{6,})`)
)

func (l *loadMeter) tap(q localcord.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.start.IsZero() {
		return
	}
	second := int(time.Since(l.start) / time.Second)
	for len(l.counted) <= second {
		l.counted, l.exempt = append(l.counted, 0), append(l.exempt, 0)
	}
	path, _, _ := strings.Cut(q.Path, "?")
	kind := q.Method + tokenPart.ReplaceAllString(path, "/…")
	if strings.HasPrefix(path, "/interactions/") || strings.HasPrefix(path, "/webhooks/") {
		l.exempt[second]++
	} else {
		l.counted[second]++
		kind += " (counts)"
	}
	l.kinds[kind]++
	if q.Status == 429 {
		l.limited++
	}
	if !q.Everyone || q.Status >= 300 {
		return
	}
	b := string(q.Body)
	n := beatsShown.FindStringSubmatch(b)
	_, match, ok := strings.Cut(b, `"custom_id":"b/`)
	if n == nil || !ok {
		return
	}
	match, _, _ = strings.Cut(match, "/")
	beats, err := strconv.Atoi(n[1])
	if err != nil {
		return
	}
	for of, at := range l.waiting[match] {
		if of <= beats {
			l.ages = append(l.ages, time.Since(at))
			delete(l.waiting[match], of)
		}
	}
}

// pressed notes that a person makes a move.
func (l *loadMeter) pressed(match string, beats int, at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting[match] == nil {
		l.waiting[match] = map[int]time.Time{}
	}
	l.waiting[match][beats] = at
}

// panel notes how long a person waited for a panel.
func (l *loadMeter) panel(took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opened = append(l.opened, took)
}

// loadTable is a table of five people whose panels are open.
type loadTable struct {
	match  string
	here   localcord.ID
	people []string
	panels []localcord.ID
}

// opens begins a match of five people in a channel of its own. They open their panels.
func (w *town) opens(n int) *loadTable {
	w.t.Helper()
	here := w.srv.NewChannel(fmt.Sprint("table-", n))
	channel, err := discord.ParseID(string(here))
	if err != nil {
		w.t.Fatal(err)
	}
	guild, err := discord.ParseID(string(w.srv.Guild()))
	if err != nil {
		w.t.Fatal(err)
	}
	l := &loadTable{here: here}
	var users []table.User
	for i := range 5 {
		who := fmt.Sprintf("P%d-%d", n%50, i)
		l.people = append(l.people, who)
		users = append(users, table.User{ID: mustID(w.t, w.person(who)), Name: who, Locale: "en-US"})
	}
	s, err := w.bot.tables.Create(w.ctx, table.New{Guild: guild, Channel: channel, Game: "drums", Host: users[0], Lang: text.English})
	for _, u := range users[1:] {
		if err == nil {
			s, err = w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Join, Seat: games.Nobody, User: u})
		}
	}
	if err == nil {
		s, err = w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Start, User: users[0]})
	}
	if err != nil {
		w.t.Fatal(err)
	}
	l.match = s.ID
	w.bot.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: channel}, "")
	return l
}

// reopens lets a person press My panel on the board.
func (l *loadTable) reopens(w *town, seat int) {
	at, ok := w.bot.reconciler.Address(screen.Key{Match: l.match})
	if !ok || at.Message == 0 {
		return
	}
	r, err := w.person(l.people[seat]).Press(w.ctx, localcord.ID(at.Message.String()), "My panel")
	if err != nil {
		w.t.Errorf("open a panel: %v", err)
		return
	}
	if r.Message.Ephemeral() {
		l.panels[seat] = r.Message.ID
	}
}

// plays lets the people of a table move, one after another.
func (l *loadTable) plays(ctx context.Context, w *town, meter *loadMeter, offset time.Duration) {
	discord.Sleep(ctx, offset)
	next := time.Now().Add(*loadReopen)
	for n := 0; ctx.Err() == nil; n++ {
		began, seat := time.Now(), n%5
		if *loadReopen > 0 && began.After(next) {
			next = began.Add(*loadReopen)
			l.reopens(w, seat)
			meter.panel(time.Since(began))
		}
		if s, ok := w.bot.tables.Find(table.OfMatch(l.match)); ok {
			meter.pressed(l.match, s.Match.N()+1, began)
		}
		if _, err := w.person(l.people[seat]).Press(w.ctx, l.panels[seat], fmt.Sprint("Play the card ", n%15)); err != nil {
			w.t.Errorf("a move: %v", err)
		}
		discord.Sleep(ctx, *loadEvery-time.Since(began))
	}
}

// TestManyTables lets more tables play than Discord's fifty requests a second could
// show. Boards are edited with the tokens of presses on them, so they show each move
// within seconds, and no limit is met.
func TestManyTables(t *testing.T) {
	if testing.Short() && !gametest.Thorough() && *loadTables == 0 {
		t.Skip("CI=1 brings the load, and so does a run without -short")
	}
	if *loadTables == 0 {
		*loadTables = gametest.Often(80, 60, 60)
	}
	if *loadTime == 0 {
		*loadTime = time.Duration(gametest.Often(12, 6, 6)) * time.Second
	}
	info := sample.Game.Info()
	info.Name, info.Min, info.Max, info.Options, info.Commands, info.Rules = "drums", 5, 5, nil, nil, nil
	game := games.Define[beats, beat, beats](info, drums{}, drums{})
	meter := &loadMeter{kinds: map[string]int{}, waiting: map[string]map[int]time.Time{}}
	with := func(c *Config) { c.Games = []games.Game{game} }
	virtualOn(t, localcord.Config{Limits: true}, "en-US", with, func(t *testing.T, w *town) {
		w.srv.REST().Tap(meter.tap)
		w.srv.SetFaults(localcord.Faults{Latency: int(loadDelay.Milliseconds())})
		var tables []*loadTable
		for n := range *loadTables {
			tables = append(tables, w.opens(n))
		}
		time.Sleep(time.Duration(*loadTables/20+10) * time.Second) // the boards are posted
		var opening sync.WaitGroup
		for i, l := range tables {
			l.panels = make([]localcord.ID, 5)
			opening.Go(func() {
				time.Sleep(time.Duration(i) * 20 * time.Millisecond)
				for seat := range l.panels {
					l.reopens(w, seat)
				}
			})
		}
		opening.Wait()
		time.Sleep(10 * time.Second)
		if *loadUnlent {
			for _, l := range tables {
				w.unlentOf(l.match)
			}
			time.Sleep(time.Duration(*loadTables/40+5) * time.Second)
		}
		meter.mu.Lock()
		meter.start = time.Now()
		meter.mu.Unlock()
		playing, stop := context.WithTimeout(w.ctx, *loadTime)
		defer stop()
		var all sync.WaitGroup
		all.Go(func() {
			for discord.Sleep(playing, time.Second) {
				w.record.Clear() // it would fill the memory
			}
		})
		for i, l := range tables {
			all.Go(func() { l.plays(playing, w, meter, *loadEvery*time.Duration(i)/time.Duration(len(tables))) })
		}
		all.Wait()
		meter.mu.Lock()
		defer meter.mu.Unlock()
		meter.report(t)
		if strings.Contains(w.log.String(), `"level":"error"`) {
			t.Error("there are errors in the log")
		}
	})
}

// report says what was measured, and fails when boards are old or a limit was met.
func (l *loadMeter) report(t *testing.T) {
	t.Helper()
	late := 0
	for _, list := range l.waiting {
		for _, at := range list {
			l.ages = append(l.ages, time.Since(at)) // at least
			late++
		}
	}
	sum := func(list []int) (n int) {
		for _, v := range list {
			n += v
		}
		return n
	}
	slices.Sort(l.ages)
	if len(l.ages) == 0 {
		t.Fatal("no board shows a move")
	}
	p50, p99 := l.ages[len(l.ages)/2], l.ages[len(l.ages)*99/100]
	seconds := float64(len(l.counted))
	t.Logf("%d tables, a move each %v: %.1f requests a second count (at most %d), %.1f do not; %d answers 429; boards are old p50 %v, p99 %v; %d moves wait at the end",
		*loadTables, *loadEvery, float64(sum(l.counted))/seconds, slices.Max(l.counted), float64(sum(l.exempt))/seconds, l.limited, p50.Round(time.Millisecond), p99.Round(time.Millisecond), late)
	if slices.Sort(l.opened); len(l.opened) > 0 {
		t.Logf("%d panels opened on boards, after p50 %v, at most %v", len(l.opened), l.opened[len(l.opened)/2], l.opened[len(l.opened)-1])
	}
	for kind, n := range l.kinds {
		t.Logf("%8.1f a second: %s", float64(n)/seconds, kind)
	}
	if *loadUnlent || *loadReopen == 0 {
		return
	}
	if l.limited > 0 || slices.Max(l.counted) > 50 {
		t.Errorf("%d answers 429, %d counted requests in a second", l.limited, slices.Max(l.counted))
	}
	if p99 > 4*time.Second {
		t.Errorf("boards are %v old", p99)
	}
}
