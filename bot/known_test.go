package bot

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/store"
)

// quietTables opens tables whose boards do not change by themselves: a paused match and a
// lobby, each in a channel, and a paused match in direct messages. It returns their
// matches in this order.
func (w *town) quietTables() (matches []string) {
	w.t.Helper()
	w.match("", "Boris", "Eve")
	w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
	matches = append(matches, w.state().ID)
	w.here = w.srv.NewChannel("lobby")
	w.does(w.person("Kate").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
	matches = append(matches, w.state().ID)
	w.solo("Grace", "")
	w.does(w.person("Grace").Command(w.ctx, w.person("Grace").Direct(), "table pause", nil))
	matches = append(matches, w.state().ID)
	time.Sleep(time.Minute)
	for i, phase := range []table.Phase{table.Live, table.Lobby, table.Live} {
		if s := w.look(matches[i]); s.Phase != phase || s.Running {
			w.t.Fatalf("the match is %s, and its clock runs: %v", s.Phase, s.Running)
		}
	}
	return matches
}

// boardsSent are the matches whose boards were edited or posted since a request, with
// whatever token.
func (w *town) boardsSent(from int, matches ...string) (sent []string) {
	w.t.Helper()
	for _, match := range matches {
		at, _ := w.bot.reconciler.Address(screen.Key{Match: match})
		if slices.ContainsFunc(w.record.All()[from:], func(q localcord.Request) bool {
			shows := q.Method == "PATCH" || q.Method == "POST" && strings.HasSuffix(q.Path, "/messages")
			return shows && string(q.Channel) == at.Channel.String() && (q.Everyone || q.Guild == "")
		}) {
			sent = append(sent, match)
		}
	}
	return sent
}

// startsAgain starts the bot, and returns the matches whose boards it sends by itself.
func (w *town) startsAgain(matches ...string) []string {
	w.t.Helper()
	from := len(w.record.All())
	w.start()
	time.Sleep(30 * time.Second)
	return w.boardsSent(from, matches...)
}

// killed lets the bot end as if it had been killed at this moment: the next one has the
// database as it is now.
func (w *town) killed() {
	w.t.Helper()
	synctest.Wait()
	to := filepath.Join(w.t.TempDir(), "oneiros.db")
	for _, end := range []string{"", "-wal"} {
		b, err := os.ReadFile(w.file + end)
		if errors.Is(err, fs.ErrNotExist) && end != "" {
			continue
		}
		if err == nil {
			err = os.WriteFile(to+end, b, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	w.stop()
	w.file = to
}

// changes changes the board of a match without a press, and waits until it is edited.
func (w *town) changes(match string, kind table.Kind) {
	w.t.Helper()
	from := len(w.record.All())
	if _, err := w.bot.tables.Send(w.ctx, match, table.Action{Kind: kind, User: table.User{ID: w.look(match).Host}}); err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(10 * time.Second)
	if len(w.boardsSent(from, match)) == 0 {
		w.t.Fatalf("the board that has to change is not edited\n%s", w.log)
	}
}

// TestKnownBoards: after a clean end, the next bot edits only boards that should show
// something else. After anything else it edits all.
func TestKnownBoards(t *testing.T) {
	gametest.NotShort(t)
	cases := map[string]struct {
		meanwhile func(t *testing.T, w *town, matches []string) // from the moment at which the bot runs to the one at which none runs
		sent      []int
	}{
		"clean end": {func(_ *testing.T, w *town, _ []string) { w.stop() }, nil},
		"two clean ends": {func(t *testing.T, w *town, matches []string) {
			w.stop()
			if sent := w.startsAgain(matches...); len(sent) != 0 {
				t.Errorf("it edits the boards of %v", sent)
			}
			w.stop()
		}, nil},
		"changed before": {func(_ *testing.T, w *town, matches []string) {
			w.changes(matches[0], table.Resume)
			w.changes(matches[0], table.Pause)
			w.stop()
		}, nil},
		"changed while away": {func(t *testing.T, w *town, _ []string) {
			guild := w.look(w.bot.tables.Known(table.All())[0].ID).Guild
			w.stop()
			st, err := store.Open(w.ctx, w.file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = st.Settings().ChangeGuild(w.ctx, uint64(guild), func(g *store.Guild) bool { g.Lang = "ru"; return true })
			if err := errors.Join(err, st.Close()); err != nil {
				t.Fatal(err)
			}
		}, []int{0, 1}},
		"deleted while away": {func(t *testing.T, w *town, matches []string) {
			at, _ := w.bot.reconciler.Address(screen.Key{Match: matches[1]})
			w.stop()
			if err := w.srv.Control().DeleteMessage(localcord.ID(at.Message.String())); err != nil {
				t.Fatal(err)
			}
		}, []int{1}},
		"killed": {func(_ *testing.T, w *town, _ []string) { w.killed() }, []int{0, 1, 2}},
		"killed after a clean end": {func(_ *testing.T, w *town, _ []string) {
			w.stop()
			w.start()
			w.killed()
		}, []int{0, 1, 2}},
		"killed after a clean end and an edit": {func(_ *testing.T, w *town, matches []string) {
			w.stop()
			w.start()
			w.changes(matches[0], table.Resume)
			w.changes(matches[2], table.Resume)
			w.killed()
		}, []int{0, 1, 2}},
		// What Discord told meanwhile is lost.
		"session too old": {func(_ *testing.T, w *town, _ []string) { w.stop(); time.Sleep(11 * time.Minute) }, []int{0, 1, 2}},
		"another build": {func(_ *testing.T, w *town, _ []string) {
			w.stop()
			w.with = func(c *Config) { c.Build = "another" }
		}, []int{0, 1, 2}},
		"an event not handled": {func(_ *testing.T, w *town, _ []string) {
			w.bot.errands.add(func(ctx context.Context) { <-ctx.Done() })
			w.stop()
		}, []int{0, 1, 2}},
	}
	for _, name := range casesAmong(cases, 1, 3) {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				matches := w.quietTables()
				c.meanwhile(t, w, matches)
				var want []string
				for _, i := range c.sent {
					want = append(want, matches[i])
				}
				if sent := w.startsAgain(matches...); !slices.Equal(sent, want) {
					t.Errorf("it sends the boards of %v, want %v\n%s", sent, want, w.log)
				}
				w.changes(matches[0], map[bool]table.Kind{true: table.Pause, false: table.Resume}[w.look(matches[0]).Running])
			})
		})
	}
}

// unsaving is a store that does not save what boards show.
type unsaving struct{ BoardStore }

func (unsaving) SaveShownBoards(context.Context, []store.ShownBoard) error {
	return errors.New("it does not save")
}

// TestKnownBoardsNotSaved: when it cannot be saved what boards show, the next bot edits
// all of them.
func TestKnownBoardsNotSaved(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Stores.Boards = unsaving{c.Stores.Boards} }, func(t *testing.T, w *town) {
		matches := w.quietTables()
		w.stop()
		if n := strings.Count(w.log.String(), "save shown boards failed"); n != 1 {
			t.Errorf("the log tells it %d times:\n%s", n, w.log)
		}
		if sent := w.startsAgain(matches...); !slices.Equal(sent, matches) {
			t.Errorf("it sends the boards of %v, want %v\n%s", sent, matches, w.log)
		}
	})
}

// TestKnownBoardsHandedOver: a process that takes a shard over edits only boards that
// should show something else.
func TestKnownBoardsHandedOver(t *testing.T) {
	together(t, func(t *testing.T, w *town, d *division) {
		first := w.join(d)
		time.Sleep(5 * time.Second)
		w.meet(w.home(), first)
		w.match("", "Boris", "Eve")
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		match := w.state().ID
		time.Sleep(time.Minute)
		second := w.join(d)
		time.Sleep(5 * time.Second)
		for _, leaves := range []*joined{first, second} {
			from := len(w.record.All())
			next := second
			if leaves == second {
				next = w.join(d)
			}
			if err := leaves.end(); err != nil {
				t.Error(err)
			}
			time.Sleep(30 * time.Second)
			w.meet(w.home(), next)
			if sent := w.boardsSent(from, match); len(sent) != 0 {
				t.Errorf("it edits a board that was handed over\n%s", w.log)
			}
			if leaves == second {
				w.changes(match, table.Resume)
				if err := next.end(); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

// TestKnownBoardsQuiet: no person tells a quiet bot that a board was deleted. So the next one
// edits all of them.
func TestKnownBoardsQuiet(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Quiet = true }, func(t *testing.T, w *town) {
		matches := w.quietTables()
		w.stop()
		if sent := w.startsAgain(matches...); !slices.Equal(sent, matches) {
			t.Errorf("it sends the boards of %v, want %v\n%s", sent, matches, w.log)
		}
	})
}

// TestMatchesStayPutAwayAtStart: a match that a version without announcements began is looked at
// when the bot starts, and does not stay in memory. There may be thousands.
func TestMatchesStayPutAwayAtStart(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		s := w.state()
		move, _ := s.Match.Choose(0, games.Normal)
		if _, err := w.moves("Boris", s, 0, move); err != nil {
			t.Fatal(err)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table pause", nil))
		time.Sleep(time.Hour) // what happened lately is told no longer
		w.stop()
		alter(t, w.file, `DELETE FROM surfaces WHERE kind = 'call'`)
		w.start()
		time.Sleep(time.Minute)
		if now, ok := w.bot.tables.Known(table.OfMatch(s.ID)).One(); !ok || !now.Brief {
			t.Errorf("the match is in memory: %v", ok)
		}
		if w.log.String() == "" || strings.Contains(w.log.String(), "handle event failed") {
			t.Errorf("the bot fails:\n%s", w.log)
		}
	})
}

// alter changes a database file whose bot has ended. Something has to change.
func alter(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		t.Fatal(err)
	}
	done, err := db.ExecContext(t.Context(), statement)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		t.Errorf("%s changes %d rows, %v", statement, n, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
