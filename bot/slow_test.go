package bot

import (
	"context"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/call"
	"oneiros/bot/discord"
	"oneiros/bot/home"
	"oneiros/bot/localcord"
	"oneiros/bot/night"
	"oneiros/bot/person"
	"oneiros/bot/table"
	"oneiros/store"
)

// slowDisk is a store that takes as long to save something as it is told.
type slowDisk struct {
	long  atomic.Int64 // time.Duration
	early atomic.Bool  // it is saved at the beginning of that time
}

func (d *slowDisk) write(do func() error) error {
	if !d.early.Load() {
		time.Sleep(time.Duration(d.long.Load()))
		return do()
	}
	err := do()
	time.Sleep(time.Duration(d.long.Load()))
	return err
}

// under has a bot save on the disk.
func (d *slowDisk) under(c *Config) {
	s := &c.Stores
	s.Matches, s.Settings, s.Features.Calls = slowMatches{s.Matches, d}, slowSettings{s.Settings, d}, slowCalls{s.Features.Calls, d}
	s.Features.People = slowPeople{s.Features.People, d}
	s.Features.Homes, s.Features.Nights = slowHomes{s.Features.Homes, d}, slowNights{s.Features.Nights, d}
}

type slowMatches struct {
	table.Matches
	on *slowDisk
}

func (d slowMatches) AppendInput(ctx context.Context, s store.Step) error {
	return d.on.write(func() error { return d.Matches.AppendInput(ctx, s) })
}

func (d slowMatches) CreateMatch(ctx context.Context, m store.Match) error {
	return d.on.write(func() error { return d.Matches.CreateMatch(ctx, m) })
}

func (d slowMatches) SaveMatch(ctx context.Context, m store.Match) error {
	return d.on.write(func() error { return d.Matches.SaveMatch(ctx, m) })
}

type slowSettings struct {
	SettingsStore
	on *slowDisk
}

func (d slowSettings) ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (u store.User, err error) {
	err = d.on.write(func() (err error) { u, err = d.SettingsStore.ChangeUser(ctx, id, do); return err })
	return u, err
}

type slowPeople struct {
	person.Store
	on *slowDisk
}

func (d slowPeople) ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (u store.User, err error) {
	err = d.on.write(func() (err error) { u, err = d.Store.ChangeUser(ctx, id, do); return err })
	return u, err
}

type slowCalls struct {
	call.Store
	on *slowDisk
}

func (d slowCalls) ChangeCall(ctx context.Context, guild, user uint64, do func(*store.Call, bool) bool) (c store.Call, on bool, err error) {
	err = d.on.write(func() (err error) { c, on, err = d.Store.ChangeCall(ctx, guild, user, do); return err })
	return c, on, err
}

type slowHomes struct {
	home.Store
	on *slowDisk
}

func (d slowHomes) ChangeGuild(ctx context.Context, id uint64, do func(*store.Guild) bool) (g store.Guild, err error) {
	err = d.on.write(func() (err error) { g, err = d.Store.ChangeGuild(ctx, id, do); return err })
	return g, err
}

func (d slowHomes) SavePreset(ctx context.Context, p store.Preset, anyones bool) error {
	return d.on.write(func() error { return d.Store.SavePreset(ctx, p, anyones) })
}

type slowNights struct {
	night.Store
	on *slowDisk
}

func (d slowNights) SaveNight(ctx context.Context, n store.Night, messages ...store.Surface) error {
	return d.on.write(func() error { return d.Store.SaveNight(ctx, n, messages...) })
}

func (d slowNights) ChangeNight(ctx context.Context, n store.Night, messages ...store.Surface) error {
	return d.on.write(func() error { return d.Store.ChangeNight(ctx, n, messages...) })
}

// slowly runs a test in a town whose bot has such a store.
func slowly(t *testing.T, test func(t *testing.T, w *town, disk *slowDisk)) {
	t.Helper()
	disk := &slowDisk{}
	virtual(t, "en-US", disk.under, func(t *testing.T, w *town) { test(t, w, disk) })
}

// presses are what people do that saves something, each in a way of its own.
var presses = map[string]func(t *testing.T, w *town) func() (*localcord.Reply, error){
	"a command": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		w.match("rounds:3", "Boris", "Eve")
		return func() (*localcord.Reply, error) { return w.person("Boris").Command(w.ctx, w.here, "table pause", nil) }
	},
	"a command that opens a table": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		return func() (*localcord.Reply, error) {
			return w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"})
		}
	},
	"a command that announces a night": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		return func() (*localcord.Reply, error) {
			return w.person("Boris").Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "in 3 hours"})
		}
	},
	"a press on the board": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		w.dream("Eve", "play", map[string]any{"game": "lullaby"})
		board := w.board()
		return func() (*localcord.Reply, error) { return w.person("Boris").Press(w.ctx, board.ID, "Join") }
	},
	"a press on a panel": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		panel := w.match("rounds:3", "Boris", "Eve")["Boris"]
		return func() (*localcord.Reply, error) { return w.person("Boris").Press(w.ctx, panel.ID, "Toss for it") }
	},
	"a menu": func(_ *testing.T, w *town) func() (*localcord.Reply, error) {
		me := w.dream("Boris", "me", nil).Message
		return func() (*localcord.Reply, error) {
			return w.person("Boris").Choose(w.ctx, me.ID, "On your turn: a direct message", "off")
		}
	},
	"a form": func(t *testing.T, w *town) func() (*localcord.Reply, error) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		page := w.own("Boris", w.board(), "options").Message
		form := w.does(w.person("Boris").Choose(w.ctx, page.ID, "", "rounds")).Modal
		if form == nil {
			t.Fatal("there is no form")
		}
		return func() (*localcord.Reply, error) { return w.person("Boris").Submit(w.ctx, form, "2") }
	},
}

// incident is the number that a person was told in private.
var incident = regexp.MustCompile(`report this incident number: \*\*([A-Z0-9]{6})\*\*`)

// reads are the private messages that a person sees, and whether one of them is a promise.
func (w *town) reads(who string) (text string, promised bool) {
	w.t.Helper()
	synctest.Wait()
	for _, m := range w.person(who).Messages(w.here) {
		if m.Ephemeral() {
			text += m.Text() + "\n"
			promised = promised || m.Loading()
		}
	}
	return text, promised
}

// TestSlowSave: what a person did takes longer to be saved than it may be worked on. They
// are told that something broke, and its number, and the promise of an answer is kept.
func TestSlowSave(t *testing.T) {
	for name, prepare := range presses {
		t.Run(name, func(t *testing.T) {
			slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
				press := prepare(t, w)
				time.Sleep(5 * time.Second) // nothing else is on its way
				disk.long.Store(int64(answerTime + 5*time.Second))
				if r, err := press(); err != nil || !r.Deferred {
					t.Fatalf("it was answered at once: %+v, %v", r, err)
				}
				time.Sleep(answerTime + 10*time.Second)
				disk.long.Store(0)
				text, promised := w.reads("Boris")
				if promised {
					t.Error("an answer is promised, and never comes")
				}
				if n := incident.FindStringSubmatch(text); n == nil || !strings.Contains(w.log.String(), n[1]) {
					t.Errorf("Boris reads:\n%s\n%s", text, w.log)
				}
			})
		})
	}
}

// TestSlowWork: what a person did is saved just in time, and the answer takes its own time.
// It is the answer that it would have been otherwise.
func TestSlowWork(t *testing.T) {
	for name, prepare := range presses {
		t.Run(name, func(t *testing.T) {
			slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
				press := prepare(t, w)
				time.Sleep(5 * time.Second)
				disk.long.Store(int64(answerTime - 100*time.Millisecond))
				if strings.Contains(name, "night") {
					disk.long.Store(int64(answerTime-100*time.Millisecond) / 2) // it is saved once more when it is posted
				}
				if r, err := press(); err != nil || !r.Deferred {
					t.Fatalf("it was answered at once: %+v, %v", r, err)
				}
				w.srv.SetFaults(localcord.Faults{Latency: 1000, AnswerWithin: 60_000})
				time.Sleep(answerTime + 20*time.Second)
				disk.long.Store(0)
				text, promised := w.reads("Boris")
				if promised {
					t.Error("an answer is promised, and never comes")
				}
				if n := incident.FindStringSubmatch(text); n != nil {
					t.Errorf("Boris reads:\n%s\n%s", text, w.log)
				}
			})
		})
	}
}

// TestSlowOpen: a person opens a table, and to save that takes longer than it may be worked
// on. No table keeps the channel that no person sees.
func TestSlowOpen(t *testing.T) {
	for _, early := range []bool{false, true} {
		for _, alone := range []bool{false, true} {
			slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
				disk.early.Store(early)
				disk.long.Store(int64(answerTime + 2*time.Second))
				w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "alone": alone}))
				time.Sleep(2 * answerTime)
				disk.long.Store(0)
				time.Sleep(time.Minute)
				if _, promised := w.reads("Boris"); promised {
					t.Error("an answer is promised, and never comes")
				}
				for _, s := range w.bot.tables.Known(table.All()) {
					if boards := w.boards(w.here, s.ID); (s.Phase == table.Lobby || s.Phase == table.Live) && len(boards) != 1 {
						t.Errorf("early %v, alone %v: a table is %s and has %d boards", early, alone, s.Phase, len(boards))
					}
				}
			})
		}
	}
}

// silentMembers is a client to which Discord does not say who is on a server.
type silentMembers struct{ Client }

func (silentMembers) Member(ctx context.Context, _, _ discord.ID) (bool, error) {
	<-ctx.Done()
	return false, ctx.Err()
}

// TestNightUnasked: Discord does not say whether those who come to a night are still there.
// Its table does not wait for that, and they are called.
func TestNightUnasked(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Client = silentMembers{c.Client} }, func(t *testing.T, w *town) {
		m := w.announce("Boris", "in 10 minutes", nil)
		w.answers("Eve", m, "Coming")
		w.answers("Kate", m, "Coming")
		time.Sleep(10*time.Minute + 15*time.Second)
		if n, who := w.begun(); n != 1 || len(who) != 3 {
			t.Errorf("%d calls to %q\n%s", n, who, w.log)
		}
	})
}
