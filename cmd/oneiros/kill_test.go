package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/store"
	"oneiros/store/storetest"
)

// A guild is a Discord with a bot in another process. The process can be killed
// while Discord and the people stay.
type guild struct {
	t       *testing.T
	ctx     context.Context
	local   *localcord.Server
	channel localcord.ID
	people  []*localcord.Person
	path    string   // of the database, or its address
	env     []string // more of the bot's configuration
	hurry   int      // how many times as fast as the time of day match clocks run; 0 for 1

	connected atomic.Int64 // how many processes have connected so far

	process *exec.Cmd
	output  transcript
	lenient bool          // what it complains of is meant
	began   time.Time     // when the process was started
	up      time.Duration // for how long earlier processes ran

	answers *answers

	acknowledged []localcord.ID // presses that played something
	last         string         // what the latest of them was answered with
}

// Answers are what the bot answered interactions with. One that it answered for
// the time being is answered by the first call with its token.
type answers struct {
	mu     sync.Mutex
	said   map[localcord.ID]string
	waits  map[string]localcord.ID // by token
	missed map[localcord.ID]bool   // Discord no longer took the answer
}

func (a *answers) tap(r localcord.Request) {
	part := strings.Split(strings.TrimPrefix(r.Path, "/"), "/")
	if len(part) < 3 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	late := r.Status == http.StatusNotFound
	if r.Status >= 300 && !late {
		return // it is sent again
	}
	switch part[0] {
	case "interactions":
		var body struct {
			Type int `json:"type"`
		}
		if id := localcord.ID(part[1]); json.Unmarshal(r.Body, &body) == nil && (body.Type == 5 || body.Type == 6) && !late {
			a.waits[part[2]] = id
		} else {
			a.said[id], a.missed[id] = string(r.Body), late
		}
	case "webhooks":
		if id, ok := a.waits[part[2]]; ok {
			delete(a.waits, part[2])
			a.said[id], a.missed[id] = string(r.Body), late
		}
	}
}

// to is the answer to an interaction, once there is one.
func (a *answers) to(id localcord.ID) (said string, ok, missed bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	said, ok = a.said[id]
	return said, ok, a.missed[id]
}

// A transcript is what a process says, to be read while it runs.
type transcript struct {
	mu   sync.Mutex
	said bytes.Buffer
}

func (s *transcript) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.Write(b)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.String()
}

func (s *transcript) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.said.Reset()
}

func newGuild(t *testing.T, players int) *guild {
	t.Helper()
	return newGuildAt(t, players, "")
}

// newGuildAt is a guild on a Discord that is reached at an address; an empty one is its
// own.
func newGuildAt(t *testing.T, players int, url string) *guild {
	t.Helper()
	// How fast the bot answers is measured elsewhere.
	local := listens(t, localcord.Config{Within: endurance, URL: url})
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), length()) // the clean-up waits too
	g := &guild{
		t: t, ctx: ctx, local: local, channel: local.Channel(""), people: local.Users()[:players],
		path: filepath.Join(t.TempDir(), "oneiros.db"),
	}
	g.answers = &answers{said: map[localcord.ID]string{}, waits: map[string]localcord.ID{}, missed: map[localcord.ID]bool{}}
	local.REST().Tap(g.answers.tap)
	local.REST().Tap(func(r localcord.Request) {
		if r.Method == http.MethodPut && strings.HasSuffix(r.Path, "/commands") {
			g.connected.Add(1)
		}
	})
	t.Cleanup(func() {
		g.kill()
		cancel()
	})
	return g
}

// start starts the bot and waits until it is connected.
func (g *guild) start() {
	g.t.Helper()
	g.output.Reset()
	g.second()
	g.online()
}

// second starts the bot beside the one that runs, if there is one.
func (g *guild) second() {
	g.t.Helper()
	g.process = exec.Command("oneiros", "run")
	g.process.Env = append(os.Environ(),
		"ONEIROS_DISCORD_TOKEN="+g.local.Token(), "ONEIROS_DISCORD_API_BASE="+g.local.APIBase(),
		variable(database(g.path).key())+"="+g.path, "ONEIROS_LOG_LEVEL=warn",
		plainVariable+"=1", hurryVariable+"="+strconv.Itoa(max(g.hurry, 1)))
	g.process.Env = append(g.process.Env, g.env...)
	g.process.Stdout, g.process.Stderr = &g.output, &g.output
	if err := g.process.Start(); err != nil {
		g.t.Fatal(err)
	}
	g.began = time.Now()
}

// online waits until the bot is connected.
func (g *guild) online() {
	g.t.Helper()
	if err := g.local.Wait(g.ctx, func() bool { return g.local.Gateway().Online() && len(g.local.Commands()) > 0 }); err != nil {
		g.t.Fatalf("%v; the bot said:\n%s", err, g.output.String())
	}
}

// kill ends the bot as a crash does.
func (g *guild) kill() {
	if g.process == nil {
		return
	}
	if err := g.process.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		g.t.Error(err)
	}
	var exit *exec.ExitError
	if err := g.process.Wait(); err != nil && !errors.As(err, &exit) {
		g.t.Error(err)
	}
	g.up += time.Since(g.began)
	g.process = nil
	if said := g.output.String(); said != "" && !g.lenient {
		g.t.Errorf("the bot complained:\n%s", said)
	}
	g.offline()
}

// offline waits until Discord has noticed that the bot is gone.
func (g *guild) offline() {
	g.t.Helper()
	if err := g.local.Wait(g.ctx, func() bool { return !g.local.Gateway().Online() }); err != nil {
		g.t.Error(err)
	}
}

// board is the bot's newest public message with buttons.
func (g *guild) board() *localcord.Message {
	g.t.Helper()
	m, err := g.people[0].See(g.ctx, g.channel, func(m *localcord.Message) bool { return !m.Ephemeral() && len(m.Buttons()) > 0 })
	if err != nil {
		g.t.Fatal(err)
	}
	return m
}

// button is the first button or menu option of a message whose link begins with
// a prefix. Prefixes are "d/ready", "a/clue" and "o/help", for example. A menu
// gives its own id and the option's value.
func button(m *localcord.Message, link string) (id, value string) {
	for _, b := range m.Buttons() {
		if part := strings.SplitN(b.CustomID, "/", 4); len(part) == 4 && !b.Disabled && (strings.HasPrefix(part[3], link) || strings.HasPrefix(part[2]+"/"+part[3], link)) {
			return b.CustomID, ""
		}
	}
	for _, c := range m.Menus() {
		for _, o := range c.Options {
			if strings.HasPrefix(o.Value, link) {
				return c.CustomID, o.Value
			}
		}
	}
	return "", ""
}

// panel is a person's panel, opened when it is not there.
func (g *guild) panel(p *localcord.Person) *localcord.Message {
	g.t.Helper()
	for _, m := range slices.Backward(p.Panels(g.channel)) {
		if len(m.Buttons()) > 0 {
			return m
		}
	}
	g.offered(p, "panel/")
	m, err := p.See(g.ctx, g.channel, func(m *localcord.Message) bool { return m.Ephemeral() && len(m.Buttons()) > 0 })
	if err != nil {
		g.t.Fatal(err)
	}
	return m
}

// offered presses what the board offers, once it does.
func (g *guild) offered(p *localcord.Person, link string) {
	g.t.Helper()
	var m *localcord.Message
	var id string
	g.until("the board does not offer "+link, func() bool {
		m = g.board()
		id, _ = button(m, link)
		return id != ""
	})
	g.press(p, m, id)
}

func (g *guild) press(p *localcord.Person, m *localcord.Message, id string) *localcord.Reply {
	g.t.Helper()
	r, err := p.Press(g.ctx, m.ID, id)
	if err != nil {
		g.t.Fatalf("%s presses %s: %v\n%s\nthe bot said:\n%s", p.Name(), id, err, m.Text(), g.output.String())
	}
	return r
}

// play makes a person's move. It uses a button of their panel or the form for
// the move. Without these, it does what a button with that move would do. The
// move is acknowledged when the answer has arrived. play is false when the move
// was refused. This can be right: an edit under way in the crash may leave an
// older page. The page stays on the panel until the bot has repaired it.
func (g *guild) play(p *localcord.Person, m store.Match, seat games.Seat, move string) bool {
	g.t.Helper()
	panel := g.panel(p)
	id, value := button(panel, "d/"+move)
	var r *localcord.Reply
	var err error
	switch {
	case id == "":
		r, err = p.Forge(g.ctx, localcord.Forged{Channel: g.channel, Message: panel.ID, CustomID: forged(m, seat, move)})
	case value != "":
		r, err = p.Choose(g.ctx, panel.ID, id, value)
	default:
		r, err = p.Press(g.ctx, panel.ID, id)
	}
	if err != nil {
		g.t.Fatalf("%s plays %s: %v\nthe bot said:\n%s", p.Name(), move, err, g.output.String())
	}
	said := g.answer(r, move)
	g.last = move + " is answered with:\n" + said
	// A fault of the bot, or a table that it does not have now, is answered without a page
	// of the match.
	if strings.Contains(said, "⚠") || !strings.Contains(said, `"m/`+m.ID+"/") {
		return false
	}
	g.acknowledged = append(g.acknowledged, r.Interaction)
	return true
}

// answer waits for what the bot answers a press with, at once or, on a slow
// machine, later.
func (g *guild) answer(r *localcord.Reply, what string) (said string) {
	g.t.Helper()
	g.until(what+" is not answered", func() bool {
		var ok, missed bool
		if said, ok, missed = g.answers.to(r.Interaction); missed {
			g.t.Fatalf("%s was answered too late", what)
		}
		return ok
	})
	return said
}

// until waits for something that no notice tells of.
func (g *guild) until(not string, holds func() bool) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.ctx, endurance)
	defer cancel()
	for !holds() {
		if !pause(ctx, 10*time.Millisecond) {
			g.stands()
			g.t.Fatalf("%s; the bot said:\n%s", not, g.output.String())
		}
	}
}

// stands has the bot say where it stands, and ends it.
func (g *guild) stands() {
	if g.process == nil {
		return
	}
	if err := g.process.Process.Signal(syscall.SIGQUIT); err != nil {
		g.t.Error(err)
		return
	}
	ended(g.t, g.process)
	g.process = nil
}

// forged is the id of a button with a person's move.
func forged(m store.Match, seat games.Seat, move string) string {
	return screen.CustomID{Match: m.ID, Turn: m.Position.Turns[1+seat], Action: screen.ActionDo, To: move}.String()
}

// owner is who sits on a seat.
func (g *guild) owner(m store.Match, seat games.Seat) *localcord.Person {
	g.t.Helper()
	for _, who := range m.Players {
		for _, p := range g.people {
			if who.Seat == int(seat) && string(p.ID()) == strconv.FormatUint(who.User, 10) {
				return p
			}
		}
	}
	g.t.Fatalf("nobody sits on seat %d", seat)
	return nil
}

// sit opens a table, seats every person and starts the match. Whatever of it has a
// number is as small as it may be, so that the match is short.
func (g *guild) sit(game games.Info) {
	g.t.Helper()
	host := g.people[0]
	options := map[string]any{"game": game.Name}
	var set []string
	for _, o := range game.Options {
		if o.Max > 0 {
			set = append(set, fmt.Sprintf("%s:%d", o.Key, o.Min))
		}
	}
	if len(set) > 0 {
		options["options"] = strings.Join(set, " ")
	}
	if _, err := host.Command(g.ctx, g.channel, "dream play", options); err != nil {
		g.t.Fatalf("open a table: %v\n%s", err, g.output.String())
	}
	for _, p := range g.people {
		g.offered(p, "join/")
	}
	g.begin()
}

// begin starts the match of those who sit at the table, and opens every person's panel.
func (g *guild) begin() {
	g.t.Helper()
	host := g.people[0]
	// A start from a board that does not show the last of them yet is refused.
	g.until("the match does not begin", func() bool {
		m := g.board()
		if id, _ := button(m, "start/"); id != "" {
			if _, err := host.Press(g.ctx, m.ID, id); err != nil {
				g.t.Logf("%s presses %s: %v", host.Name(), id, err) // the match has begun meanwhile
			}
		}
		id, _ := button(m, "panel/")
		return id != ""
	})
	for _, p := range g.people {
		g.panel(p)
	}
}

// saved is what the database holds while no process has it open.
func (g *guild) saved() (m store.Match, log []games.Input, presses []uint64) {
	g.t.Helper()
	db, err := store.OpenReadOnly(g.ctx, g.path)
	if err != nil {
		g.t.Fatal(err)
	}
	ids, err := db.Matches().ActiveMatches(g.ctx, time.Now())
	if err != nil || len(ids) != 1 {
		g.t.Fatalf("matches %v, %v", ids, err)
	}
	if m, err = db.Matches().Match(g.ctx, ids[0]); err != nil {
		g.t.Fatal(err)
	}
	if log, err = db.Matches().Inputs(g.ctx, m.ID); err != nil {
		g.t.Fatal(err)
	}
	if presses, err = db.Matches().PressIDs(g.ctx, m.ID); err != nil {
		g.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		g.t.Fatal(err)
	}
	return m, log, presses
}

// crash kills the bot, looks at what it left, and starts it again.
func (g *guild) crash() {
	g.t.Helper()
	before, _, _ := g.clock()
	g.kill()
	m, log, presses := g.saved()

	// Nothing acknowledged is missing, nothing is there twice.
	for _, id := range g.acknowledged {
		n, err := strconv.ParseUint(string(id), 10, 64)
		if err != nil {
			g.t.Fatal(err)
		}
		if !slices.Contains(presses, n) {
			said, _, _ := g.answers.to(id)
			g.t.Fatalf("press %d was acknowledged and is not in the log; it is answered with:\n%s\nthe last one: %s\nthe bot said:\n%s", n, said, g.last, g.output.String())
		}
	}
	if slices.Sort(presses); len(slices.Compact(slices.Clone(presses))) != len(presses) {
		g.t.Fatal("a press is in the log twice")
	}

	// The log leads to the stored position, shuffle by shuffle.
	game, _ := all.Find(m.Game)
	r, err := record.Make(game, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, false)
	if err != nil {
		g.t.Fatal(err)
	}
	last := r.Deal.Position
	if n := len(r.Inputs); n > 0 {
		last = r.Inputs[n-1].Position
	}
	if !bytes.Equal(last, m.Position.Data) {
		g.t.Fatalf("after %d inputs the log leads to another position than the one stored", len(log))
	}

	// The clock lost at most the second between two savings, and never ran
	// while no person was there.
	clock := max(m.Clock, m.Position.Clock)
	hurry := time.Duration(max(g.hurry, 1))
	if clock > g.up*hurry {
		g.t.Fatalf("the match clock is at %v, and the bot ran for only %v", clock, g.up*hurry)
	}
	if lost := before - clock; lost > 1500*time.Millisecond*hurry {
		g.t.Fatalf("the crash cost %v of the match clock", lost)
	}
	g.start()
}

// clock is the match clock as the database last has it.
func (g *guild) clock() (time.Duration, int, error) {
	g.t.Helper()
	db, err := store.OpenReadOnly(g.ctx, g.path)
	if err != nil {
		g.t.Fatal(err)
	}
	ids, err := db.Matches().ActiveMatches(g.ctx, time.Now())
	if err != nil || len(ids) == 0 {
		g.t.Fatalf("matches %v, %v", ids, err)
	}
	m, err := db.Matches().Match(g.ctx, ids[0])
	if err != nil {
		g.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		g.t.Fatal(err)
	}
	return max(m.Clock, m.Position.Clock), m.Position.N, nil
}

// What leads from page to page of a panel, as ends of its buttons' ids. The last one is
// any page: while a player of Dream Runners builds, nothing leads to the help.
const (
	toHelp  = "/o/help"
	toStart = "/o/"
	toAny   = ""
)

// alive opens another page of every person's panel, with a button that was there
// before the crash, and goes back.
func (g *guild) alive() {
	g.t.Helper()
	for _, p := range g.people {
		// On a slow machine, the kill may come between taking the press that goes back
		// and showing the page. A panel may also have said farewell. In both cases one
		// more press leads to the page with the help.
		m, id := g.leads(p, toHelp, toStart, toAny)
		if strings.HasSuffix(id, toStart) {
			g.turns(p, m, id)
			m, id = g.leads(p, toHelp, toAny)
		}
		g.turns(p, m, id)
		m, id = g.leads(p, toStart, toAny)
		g.turns(p, m, id)
	}
}

// leads waits until a person's panel has a button that leads to one of some pages. It
// takes the first of these pages that a button has. The bot may first finish its own
// repairs after its start.
func (g *guild) leads(p *localcord.Person, pages ...string) (m *localcord.Message, id string) {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(g.ctx, endurance)
	defer cancel()
	err := g.local.Wait(ctx, func() bool {
		m = g.panel(p)
		for _, page := range pages {
			for _, b := range m.Buttons() {
				if strings.Contains(b.CustomID, "/o/") && strings.HasSuffix(b.CustomID, page) {
					id = b.CustomID
					return true
				}
			}
		}
		return false
	})
	if err != nil {
		g.t.Fatalf("the panel of %s leads to none of %q: %v\n%s\nthe bot said:\n%s", p.Name(), pages, err, m.Text(), g.output.String())
	}
	return m, id
}

// turns presses what turns a panel to another page.
func (g *guild) turns(p *localcord.Person, m *localcord.Message, id string) {
	g.t.Helper()
	if r := g.press(p, m, id); !r.Updated {
		g.t.Fatalf("%s pressed %s and the panel did not change", p.Name(), id)
	}
}

// next waits for a seat that can move. It returns what the database holds, the
// seat and a move. It is false when the match is over. Automatic players choose.
// Where a game has none, it is a legal move by turns.
func (g *guild) next(game games.Game, tries int) (m store.Match, seat games.Seat, move string, ok bool) {
	g.t.Helper()
	for {
		m, _, _ = g.saved()
		if m.Phase != store.Live {
			return m, games.Nobody, "", false
		}
		now, err := game.Load(games.Snapshot{
			Game: m.Game, Version: m.Position.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options,
			N: m.Position.N, At: m.Position.At, Position: m.Position.Data,
		})
		if err != nil {
			g.t.Fatal(err)
		}
		for i := range m.Seats {
			seat := games.Seat((i + now.N() + tries) % m.Seats)
			if move, ok := now.Choose(seat, games.Normal); ok && len(move) <= 80 {
				return m, seat, move, true
			}
			if list := now.Moves(seat); len(list) > 0 {
				return m, seat, list[(now.N()+tries)%len(list)], true
			}
		}
		// The clock has the next word: it runs while the process does.
		select {
		case <-time.After(50 * time.Millisecond):
		case <-g.ctx.Done():
			g.t.Fatalf("nobody can do anything after %d inputs, and the clock is at %v (paused: %q); the bot said:\n%s",
				now.N(), max(m.Clock, m.Position.Clock), m.Paused, g.output.String())
		}
	}
}

// TestKillAfterEveryInput kills the process after every single input of a match of
// every game. Nothing that was acknowledged is missing afterwards. The match clock
// stands still between the kills, so a match takes long. So the test plays only
// the first part, and a longer part where everything is tested. All games share the
// kills. With -to-the-end it plays the whole matches, and with -short a part of one.
func TestKillAfterEveryInput(t *testing.T) {
	t.Parallel()
	for _, game := range all.Games {
		t.Run(game.Info().Name, func(t *testing.T) {
			if game.Info().Name != "dream-fortress" {
				gametest.NotShort(t)
			}
			t.Parallel()
			killAfterEveryInput(newGuild(t, game.Info().Min), game)
		})
	}
}

// TestKillOnPostgres does the same with PostgreSQL: with one game, and in CI with all.
func TestKillOnPostgres(t *testing.T) {
	t.Parallel()
	gametest.NotShort(t)
	// What the database has to do is the same for all games. One with the fewest seats says so.
	list := slices.SortedStableFunc(slices.Values(all.Games), func(a, b games.Game) int { return a.Info().Min - b.Info().Min })[:1]
	if gametest.Whole() {
		list = all.Games
	}
	for _, game := range list {
		t.Run(game.Info().Name, func(t *testing.T) {
			t.Parallel()
			place := storetest.Postgres(t)
			g := newGuild(t, game.Info().Min)
			g.path = place
			killAfterEveryInput(g, game)
		})
	}
}

// killAfterEveryInput plays a match, and kills the bot after each acknowledged press.
func killAfterEveryInput(g *guild, game games.Game) {
	t, info := g.t, game.Info()
	g.hurry = 60 // some games mostly wait for their clocks
	g.start()
	g.sit(info)
	most, atMost := 3, 15*time.Second
	switch {
	case gametest.Whole():
		most, atMost = 14, 40*time.Second
	case thorough():
		most = 7
	}
	if *toTheEnd {
		most, atMost = math.MaxInt, lifetime
	}
	until := time.Now().Add(atMost)
	refused := 0
	for len(g.acknowledged) < most && (time.Now().Before(until) || len(g.acknowledged) < info.Min) {
		m, seat, move, ok := g.next(game, refused)
		if !ok {
			break
		}
		if !g.play(g.owner(m, seat), m, seat, move) {
			// A deadline may have come between; more often it is a fault.
			if refused++; refused > 20+len(g.acknowledged) {
				t.Fatalf("refused %d times of %d: %s", refused, refused+len(g.acknowledged), g.last)
			}
			continue
		}
		g.crash()
		if len(g.acknowledged)%10 == 3 {
			g.alive()
		}
	}
	_, log, _ := g.savedOnce()
	if *toTheEnd && time.Now().After(until) {
		t.Errorf("the match is not over after %d inputs", len(log))
	}
	if len(g.acknowledged) < min(most, info.Min) {
		t.Errorf("only %d presses were acknowledged", len(g.acknowledged))
	}
	t.Logf("%d inputs, %d presses acknowledged, as many kills, %d refused, 0 lost", len(log), len(g.acknowledged), refused)
}

// savedOnce looks at the database without the process.
func (g *guild) savedOnce() (store.Match, []games.Input, []uint64) {
	g.kill()
	return g.saved()
}

const (
	// lifetime is how long the matches of these tests may take.
	lifetime = 30 * time.Minute
	// endurance is how long anything may take that has no time limit. Only a hang
	// takes so long.
	endurance = 3 * time.Minute
)

// length is how long a test may take. It is far shorter than the time limit of
// the whole package. So a test that waits for nothing can still say what it
// waited for.
func length() time.Duration {
	if *toTheEnd {
		return lifetime + time.Minute
	}
	return 8 * time.Minute
}
