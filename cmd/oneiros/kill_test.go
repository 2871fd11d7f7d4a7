package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/localcord"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
)

// A guild is a Discord with a bot that is a process of its own, so that the
// process can be killed while Discord and the people stay.
type guild struct {
	t       *testing.T
	ctx     context.Context
	local   *localcord.Server
	channel localcord.ID
	people  []*localcord.Person
	path    string // of the database

	process *exec.Cmd
	output  bytes.Buffer
	began   time.Time     // when the process was started
	up      time.Duration // for how long earlier processes ran

	answered *sync.Cond        // guards answers, and tells of new ones
	answers  map[string]string // what the bot answered, by interaction

	acknowledged []localcord.ID // presses that played something
	last         string         // what the latest of them was answered with
}

func newGuild(t *testing.T, players int) *guild {
	t.Helper()
	local, err := localcord.New(localcord.Config{Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := local.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Minute)
	g := &guild{
		t: t, ctx: ctx, local: local, channel: local.Channel(""), people: local.Users()[:players],
		path: filepath.Join(t.TempDir(), "oneiros.db"),
	}
	g.answered, g.answers = sync.NewCond(&sync.Mutex{}), map[string]string{}
	local.Tap(func(r localcord.Request) {
		if _, rest, ok := strings.Cut(r.Path, "/interactions/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			g.answered.L.Lock()
			defer g.answered.L.Unlock()
			g.answers[id] = string(r.Body)
			g.answered.Broadcast()
		}
	})
	t.Cleanup(func() {
		g.kill()
		cancel()
		if err := local.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// start starts the bot and waits until it is connected.
func (g *guild) start() {
	g.t.Helper()
	g.output.Reset()
	g.process = exec.Command("oneiros", "run")
	g.process.Env = append(os.Environ(),
		"ONEIROS_DISCORD_TOKEN="+g.local.Token(), "ONEIROS_DISCORD_API_BASE="+g.local.APIBase(),
		"ONEIROS_STORE_PATH="+g.path, "ONEIROS_LOG_LEVEL=warn")
	g.process.Stdout, g.process.Stderr = &g.output, &g.output
	if err := g.process.Start(); err != nil {
		g.t.Fatal(err)
	}
	g.began = time.Now()
	if err := g.local.Wait(g.ctx, func() bool { return g.local.Online() && len(g.local.Commands()) > 0 }); err != nil {
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
	if g.output.Len() > 0 {
		g.t.Errorf("the bot complained:\n%s", g.output.String())
	}
	if err := g.local.Wait(g.ctx, func() bool { return !g.local.Online() }); err != nil {
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

// button is the first button or option of a menu of a message whose link begins
// with something: "d/ready", "a/clue", "o/help". A menu gives its own id and the
// option's value.
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

// panel is somebody's panel, opened when it is not there.
func (g *guild) panel(p *localcord.Person) *localcord.Message {
	g.t.Helper()
	for _, m := range slices.Backward(p.Panels(g.channel)) {
		if len(m.Buttons()) > 0 {
			return m
		}
	}
	id, _ := button(g.board(), "panel/")
	if id == "" {
		g.t.Fatalf("no panel on the board:\n%s", g.board().Text())
	}
	g.press(p, g.board(), id)
	m, err := p.See(g.ctx, g.channel, func(m *localcord.Message) bool { return m.Ephemeral() && len(m.Buttons()) > 0 })
	if err != nil {
		g.t.Fatal(err)
	}
	return m
}

func (g *guild) press(p *localcord.Person, m *localcord.Message, id string) *localcord.Reply {
	g.t.Helper()
	r, err := p.Press(g.ctx, m.ID, id)
	if err != nil {
		g.t.Fatalf("%s presses %s: %v\n%s\nthe bot said:\n%s", p.Name(), id, err, m.Text(), g.output.String())
	}
	return r
}

// play follows a link of somebody's panel, filling in the form if it is one.
// What it plays is acknowledged when the answer has arrived. It is false when
// the link was stale: an edit that was under way in the crash may have left an
// older page on the panel until the bot has mended it.
func (g *guild) play(p *localcord.Person, link string, answers ...string) bool {
	g.t.Helper()
	var m *localcord.Message
	var id, value string
	g.panel(p)
	if err := g.local.Wait(g.ctx, func() bool {
		m = g.panel(p)
		id, value = button(m, link)
		return id != ""
	}); err != nil {
		g.t.Fatalf("%s has no %s: %v\n%s", p.Name(), link, err, m.Text())
	}
	before := m.Text()
	var r *localcord.Reply
	var err error
	if value == "" {
		r = g.press(p, m, id)
	} else if r, err = p.Choose(g.ctx, m.ID, id, value); err != nil {
		g.t.Fatalf("%s chooses %s: %v", p.Name(), link, err)
	}
	if r.Modal != nil {
		if r, err = p.Submit(g.ctx, r.Modal, answers...); err != nil {
			g.t.Fatalf("%s submits %q: %v\n%s", p.Name(), answers, err, g.output.String())
		}
	}
	if r.Deferred { // on a slow machine
		if err := g.local.Wait(g.ctx, func() bool {
			now := p.Message(m.ID)
			return now == nil || now.Text() != before
		}); err != nil {
			g.t.Fatalf("%s is never answered: %v", link, err)
		}
	}
	g.answered.L.Lock()
	for g.answers[string(r.Interaction)] == "" {
		g.answered.Wait() // it was answered, so it comes
	}
	said := g.answers[string(r.Interaction)]
	g.answered.L.Unlock()
	if r.Deferred {
		said = g.panel(p).Text()
	}
	g.last = link + " is answered with:\n" + said
	if strings.Contains(said, "⚠") {
		return false
	}
	g.acknowledged = append(g.acknowledged, r.Interaction)
	return true
}

// sit opens a table, seats everybody and starts the match.
func (g *guild) sit(options string) {
	g.t.Helper()
	host := g.people[0]
	if _, err := host.Command(g.ctx, g.channel, "dream play", map[string]any{"game": "when-i-dream", "options": options}); err != nil {
		g.t.Fatalf("open a table: %v\n%s", err, g.output.String())
	}
	for _, p := range g.people {
		id, _ := button(g.board(), "join/")
		g.press(p, g.board(), id)
	}
	id, _ := button(g.board(), "start/")
	g.press(host, g.board(), id)
	if err := host.WaitFor(g.ctx, func() bool { id, _ := button(g.board(), "panel/"); return id != "" }); err != nil {
		g.t.Fatal(err)
	}
	for _, p := range g.people {
		g.panel(p)
	}
}

// saved is what the database holds while no process has it open.
func (g *guild) saved() (m store.Match, log []games.Input, presses []uint64) {
	g.t.Helper()
	db, err := store.Read(g.ctx, g.path)
	if err != nil {
		g.t.Fatal(err)
	}
	ids, err := db.Live(g.ctx, time.Now())
	if err != nil || len(ids) != 1 {
		g.t.Fatalf("matches %v, %v", ids, err)
	}
	if m, err = db.Match(g.ctx, ids[0]); err != nil {
		g.t.Fatal(err)
	}
	if log, err = db.Inputs(g.ctx, m.ID); err != nil {
		g.t.Fatal(err)
	}
	if presses, err = db.Presses(g.ctx, m.ID); err != nil {
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
			g.t.Fatalf("press %d was acknowledged and is not in the log; %s", n, g.last)
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
	// while nobody was there.
	clock := max(m.Clock, m.Position.Clock)
	if clock > g.up {
		g.t.Fatalf("the match clock is at %v, and the bot ran for only %v", clock, g.up)
	}
	if lost := before - clock; lost > 1500*time.Millisecond {
		g.t.Fatalf("the crash cost %v of the match clock", lost)
	}
	g.start()
}

// clock is the match clock as the database last has it.
func (g *guild) clock() (time.Duration, int, error) {
	g.t.Helper()
	db, err := store.Read(g.ctx, g.path)
	if err != nil {
		g.t.Fatal(err)
	}
	ids, err := db.Live(g.ctx, time.Now())
	if err != nil || len(ids) == 0 {
		g.t.Fatalf("matches %v, %v", ids, err)
	}
	m, err := db.Match(g.ctx, ids[0])
	if err != nil {
		g.t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		g.t.Fatal(err)
	}
	return max(m.Clock, m.Position.Clock), m.Position.N, nil
}

// alive opens another page of everybody's panel, with a button that was there
// before the crash, and goes back.
func (g *guild) alive() {
	g.t.Helper()
	for _, p := range g.people {
		for _, end := range []string{"/o/help", "/o/"} {
			var m *localcord.Message
			var id string
			// What the bot itself still mends after the start may come between.
			if err := g.local.Wait(g.ctx, func() bool {
				m = g.panel(p)
				for _, b := range m.Buttons() {
					if strings.HasSuffix(b.CustomID, end) {
						id = b.CustomID
						return true
					}
				}
				return false
			}); err != nil {
				g.t.Fatalf("%s has no %s: %v\n%s", p.Name(), end, err, m.Text())
			}
			if r := g.press(p, m, id); !r.Updated {
				g.t.Fatalf("%s pressed %s and the panel did not change", p.Name(), id)
			}
		}
	}
}

// The process is killed after every single input of a match, and nothing that
// was acknowledged is missing afterwards.
func TestKillAfterEveryInput(t *testing.T) {
	t.Parallel()
	g := newGuild(t, 4)
	g.start()
	g.sit("mode:text words:ru law:faithful night:45 clue:120")
	rounds := len(g.people)
	if testing.Short() {
		rounds = 1
	}
	// step plays what somebody has to play, kills and starts again.
	step := func(link string, answers ...string) {
		t.Helper()
		for range 5 {
			if g.play(g.who(link), link, answers...) {
				g.crash()
				return
			}
		}
		t.Fatalf("refused five times: %s", g.last)
	}
	for round := range rounds {
		ready := func(phase string, people int) {
			t.Helper()
			for range people {
				step(fmt.Sprintf("d/ready %s %d", phase, round+1))
			}
		}
		ready("dusk", len(g.people))
		// Three cards and a bit: a guess, a skip, a pass and a challenge.
		step("a/clue/1", "раз")
		step("a/clue/1", "два")
		step("a/guess/1", "кошка")
		step("d/pass 2")
		step("a/clue/2", "три")
		step("d/challenge 2") // whose own clue it was admits it, and the card is replaced
		step("d/next")
		step("a/clue", "Восток")
		g.alive()
		// The sand runs out while the process lives; nobody presses anything.
		if g.who("d/wake"); round%2 == 0 {
			step("d/wake")
		} else {
			step("a/guess", "море")
		}
		step("a/story", "Мне снилась кошка, и больше ничего.")
		ready("check", len(g.people)-1)
		ready("dawn", len(g.people))
	}
	if testing.Short() {
		return
	}
	m, log, _ := g.savedOnce()
	if m.Phase != store.Over {
		t.Fatalf("after %d inputs the match is %s", len(log), m.Phase)
	}
	t.Logf("%d inputs, %d presses acknowledged, as many kills, 0 lost", len(log), len(g.acknowledged))
}

// savedOnce looks at the database without the process.
func (g *guild) savedOnce() (store.Match, []games.Input, []uint64) {
	g.kill()
	return g.saved()
}

// who waits until somebody's panel has a link, and says whose.
func (g *guild) who(link string) *localcord.Person {
	g.t.Helper()
	var found *localcord.Person
	ctx, cancel := context.WithTimeout(g.ctx, 90*time.Second)
	defer cancel()
	if err := g.local.Wait(ctx, func() bool {
		for _, p := range g.people {
			// A crash may leave an older panel behind, with buttons that are stale.
			all := slices.DeleteFunc(p.Panels(g.channel), func(m *localcord.Message) bool { return len(m.Buttons()) == 0 })
			if n := len(all); n > 0 {
				if id, _ := button(all[n-1], link); id != "" {
					found = p
					return true
				}
			}
		}
		return false
	}); err != nil {
		var seen []string
		for _, p := range g.people {
			for _, m := range p.Messages(g.channel) {
				seen = append(seen, p.Name()+" sees: "+m.Text())
			}
		}
		g.t.Fatalf("nobody has %s: %v\n%s\nthe bot said: %s", link, err, strings.Join(seen, "\n---\n"), g.output.String())
	}
	return found
}
