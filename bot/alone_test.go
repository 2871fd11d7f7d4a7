package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/dreamrunners"
	"oneiros/games/gametest"
	"oneiros/games/somnia"
	"oneiros/games/whenidream"
	"oneiros/store"
)

// trouble is something that happens while a person who plays alone decides.
type trouble struct {
	name  string
	comes func(w *town, disk *failingDisk)
}

// company is a second person who comes and goes.
const company = "company"

// troubles come in turn.
var troubles = []trouble{
	{"nothing", func(*town, *failingDisk) {}},
	{"a pause", func(w *town, _ *failingDisk) {
		w.dream("Boris", "pause", nil)
		<-time.After(3 * time.Hour)
		w.dream("Boris", "resume", nil)
	}},
	{"no connection", func(w *town, _ *failingDisk) {
		w.srv.SetFaults(localcord.Faults{Outage: true})
		<-time.After(20 * time.Minute)
		w.srv.SetFaults(localcord.Faults{})
		<-time.After(2 * time.Minute)
	}},
	{"a silent connection", func(w *town, _ *failingDisk) {
		w.srv.SetFaults(localcord.Faults{Silent: true})
		<-time.After(20 * time.Minute)
		w.srv.SetFaults(localcord.Faults{})
		<-time.After(2 * time.Minute)
	}},
	{"a full disk", func(_ *town, disk *failingDisk) {
		disk.set(store.ErrFull)
		<-time.After(20 * time.Minute)
		disk.set(nil)
		<-time.After(time.Minute)
	}},
	{"two kills", func(w *town, _ *failingDisk) {
		for range 2 {
			w.killed()
			w.start()
			<-time.After(1500 * time.Millisecond)
		}
	}},
	{"a kill late in the wait", func(w *town, _ *failingDisk) {
		<-time.After(table.Patience - 30*time.Second)
		w.killed()
		<-time.After(time.Minute)
		w.start()
	}},
	{"a kill in a pause", func(w *town, _ *failingDisk) {
		w.dream("Boris", "pause", nil)
		<-time.After(time.Minute)
		w.killed()
		<-time.After(time.Hour)
		w.start()
		<-time.After(time.Minute)
		w.dream("Boris", "resume", nil)
	}},
	{company, func(w *town, _ *failingDisk) {
		r := w.dream("Grace", "join", nil)
		for _, b := range r.Message.Buttons() {
			if strings.HasPrefix(b.Label, "Take: ") {
				r = w.press("Grace", r.Message, b.CustomID)
				break
			}
		}
		if _, sits := w.state().Seat(mustID(w.t, w.person("Grace"))); !sits {
			w.t.Fatalf("Grace has no seat:\n%s", r.Message.Text())
		}
		<-time.After(1500 * time.Millisecond)
		w.press("Grace", w.dream("Grace", "leave", nil).Message, "Leave the match")
		<-time.After(2 * time.Second)
	}},
}

// TestAloneInTrouble: whatever happens while a person who plays alone in a channel decides,
// the clock stands as before and nothing is done for them. Neither the board nor their panel
// shows a time.
func TestAloneInTrouble(t *testing.T) {
	gametest.NotShort(t)
	for _, game := range among(all.Games, 2, 5) {
		name := game.Info().Name
		t.Run(name, func(t *testing.T) {
			disk := &failingDisk{}
			virtual(t, "en-US", func(c *Config) {
				c.Games = []games.Game{game}
				disk.under(c)
			}, func(t *testing.T, w *town) {
				w.dream("Boris", "play", map[string]any{"game": name})
				w.press("Boris", w.board(), "Play alone")
				for step, stood := 0, 0; stood < len(troubles); step++ {
					s := w.state()
					if s.Phase != table.Live || step == 5000 {
						t.Fatalf("after %d waits: %v, %+v", stood, s.Phase, s.Status)
					}
					if !s.Patient {
						<-time.After(time.Second)
						continue
					}
					synctest.Wait()
					<-time.After(5 * time.Second)
					if s = w.state(); !s.Patient {
						continue
					}
					trouble := troubles[stood]
					n, left := s.Match.N(), s.Left(s.Status.Due, time.Now())
					trouble.comes(w, disk)
					if trouble.name == company {
						stood++ // what follows is for TestCompanyInSand
						continue
					}
					<-time.After(10 * time.Minute)
					s = w.state()
					log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, s.ID)
					if err != nil {
						t.Fatal(err)
					}
					moved := slices.ContainsFunc(log[n:], func(in games.Input) bool { return in.Kind != games.KindPlay || in.Seat == 0 })
					if moved || !s.Patient || s.Players[0].Missed > 0 {
						t.Fatalf("wait %d, %s: it did not wait: inputs %+v after %d, patient %t, %d missed, running %t, halted %t, paused %v, %+v", stood, trouble.name, log[n:], n, s.Patient, s.Players[0].Missed, s.Running, s.Halted, s.Paused, s.Status)
					}
					if now := s.Left(s.Status.Due, time.Now()); now < left-5*time.Second {
						t.Errorf("wait %d, %s: of %v are left %v", stood, trouble.name, left, now)
					}
					panel := w.own("Boris", w.board(), "panel").Message
					for what, m := range map[string]*localcord.Message{"board": w.board(), "panel": panel} {
						if text := m.Text(); strings.Contains(text, "<t:") || !strings.Contains(text, "clock is stopped") || strings.Count(text, "Waiting for") > 1 {
							t.Errorf("wait %d, %s: the %s shows\n%s", stood, trouble.name, what, text)
						}
					}
					stood++
					w.chooses(s)
				}
			})
		})
	}
}

// TestAloneAmongSubstitutes: all others have left, and automatic players go on with their
// seats. The person who stays plays alone: the clock stands for them, until another person
// takes one of the seats.
func TestAloneAmongSubstitutes(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{somnia.Game} }, func(t *testing.T, w *town) {
		w.sit("somnia", nil, "Boris", "Eve", "Kate")
		for _, who := range []string{"Eve", "Kate"} {
			w.press(who, w.dream(who, "leave", nil).Message, "Leave the match")
		}
		for range 60 {
			if w.state().Patient {
				break
			}
			time.Sleep(time.Second)
		}
		n := w.state().Match.N()
		time.Sleep(table.Patience - time.Minute)
		if s := w.state(); s.Match.N() != n || !s.Patient || s.Players[0].Missed > 0 {
			t.Errorf("it did not wait: input %d after %d, patient %t, %d missed", s.Match.N(), n, s.Patient, s.Players[0].Missed)
		}
		if b := w.board(); !has(b, "clock is stopped") || has(b, "<t:") {
			t.Errorf("the board shows\n%s", b.Text())
		}
		w.press("Grace", w.dream("Grace", "join", nil).Message, "Take: Eve")
		if s := w.state(); s.Patient || !s.Running {
			t.Errorf("in company the clock stands: %+v", s)
		}
	})
}

// TestCompanyInSand: sand has run out while the clock stood for a person who plays alone. When
// another person sits down, also in a pause or after a restart, the turn does not end at once.
func TestCompanyInSand(t *testing.T) {
	for _, game := range []games.Game{whenidream.Game, dreamrunners.Game} {
		for _, how := range []string{"at once", "in a pause", "before a kill", "after a kill"} {
			t.Run(game.Info().Name+"/"+strings.ReplaceAll(how, " ", "_"), func(t *testing.T) {
				virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{game} }, func(t *testing.T, w *town) {
					w.dream("Boris", "play", map[string]any{"game": game.Info().Name})
					w.press("Boris", w.board(), "Play alone")
					for step := 0; ; step++ {
						s := w.state()
						if s.Phase != table.Live || step == 2000 {
							t.Fatalf("no sand runs out: %v, %+v", s.Phase, s.Status)
						}
						if !s.Patient {
							time.Sleep(time.Second)
							continue
						}
						if s.Status.Sand {
							break
						}
						w.chooses(s)
					}
					comes := func() {
						m := w.dream("Grace", "join", nil).Message
						w.press("Grace", m, m.Buttons()[slices.IndexFunc(m.Buttons(), func(b *localcord.Component) bool { return strings.HasPrefix(b.Label, "Take: ") })].CustomID)
					}
					if move, _ := w.state().Match.Choose(0, games.Normal); w.state().Match.Drafts(move) {
						w.chooses(w.state())
					}
					n := w.state().Match.N()
					switch how {
					case "at once":
						comes()
					case "in a pause":
						w.dream("Boris", "pause", nil)
						comes()
						w.dream("Boris", "resume", nil)
					case "before a kill":
						comes()
						w.killed()
						w.start()
					case "after a kill":
						w.killed()
						w.start()
						time.Sleep(5 * time.Second)
						comes()
					}
					time.Sleep(5 * time.Second)
					s := w.state()
					log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, s.ID)
					if err != nil {
						t.Fatal(err)
					}
					ended := slices.ContainsFunc(log[n:], func(in games.Input) bool { return in.Kind == games.KindExpire })
					if _, sits := s.Seat(mustID(t, w.person("Grace"))); !sits || ended || s.Players[0].Missed > 0 {
						t.Errorf("Grace sits there: %t; the turn ended: %t, %d missed, %+v", sits, ended, s.Players[0].Missed, s.Status)
					}
					time.Sleep(5 * time.Minute)
					if s := w.state(); s.Match.N() == n {
						t.Errorf("and it never ends: %+v", s.Status)
					}
				})
			})
		}
	}
}

// chooses makes the move of the first seat that its automatic player would make.
func (w *town) chooses(s *table.State) {
	w.t.Helper()
	time.Sleep(time.Millisecond) // no two presses have one id
	move, ok := s.Match.Choose(0, games.Normal)
	if !ok {
		w.t.Fatalf("there is no move: %+v", s.Status)
	}
	if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Play, User: s.Players[0].User, Press: discord.IDAt(time.Now()), Move: move, Turn: table.AnyTurn}); err != nil {
		if _, refused := games.Refused(err); !refused {
			w.t.Fatal(err)
		}
	}
}
