package bot

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// holds reports whether a file of the database has words.
func (w *town) holds(words string) bool {
	w.t.Helper()
	return slices.ContainsFunc([]string{w.file, w.file + "-wal"}, func(name string) bool {
		b, err := os.ReadFile(name)
		return err == nil && bytes.Contains(b, []byte(words))
	})
}

// erased waits until the bytes of erased rows are gone.
func (w *town) erased() {
	w.t.Helper()
	w.within("the bytes are removed", func() bool { return bytes.Contains([]byte(w.log.String()), []byte("remove erased bytes done")) })
}

// TestKept shows a person what is kept of them, in words and as a file.
func TestKept(t *testing.T) {
	for locale, say := range map[string][]string{
		"en-US": {"What is stored about me", "Nothing is stored about you", "1 match:", "Language: **English**", "Back", "Your settings", "2 matches:"},
		"ru":    {"Что обо мне хранится", "О вас ничего не хранится", "1 партия:", "Язык: **English", "Назад", "Ваши настройки", "2 партии:"},
	} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			if err := w.person("Boris").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			m := w.dream("Boris", "me", nil).Message
			m = w.press("Boris", m, say[0]).Message
			if !has(m, say[1]) || len(m.Attachments) != 1 || m.Attachments[0].Filename != "oneiros.json" {
				t.Errorf("of a stranger:\n%s", m.Text())
			}
			m = w.press("Boris", m, say[4]).Message
			if !has(m, say[5]) || len(m.Attachments) != 0 {
				t.Errorf("back:\n%s", m.Text())
			}
			w.match("rounds:3", "Boris", "Eve")
			m = w.press("Boris", w.dream("Boris", "me", nil).Message, say[0]).Message
			if !m.Ephemeral() || !has(m, say[2]) {
				t.Errorf("after a match began:\n%s", m.Text())
			}
		})
	}
}

// TestKeptIsWhole: the page names everything that the file has, and Erase says what stays.
func TestKeptIsWhole(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		said := map[string]bool{"settings": true, "choices": true} // in one line
		for _, of := range keptOf(w.bot.surfaces.features) {
			said[of.Rows] = true
		}
		for _, k := range w.kept("Eve").Kept {
			if !said[k.Export.Name] {
				t.Errorf("the page leaves out %s", k.Export.Name)
			}
		}
		w.dream("Eve", "night", map[string]any{"game": "lullaby", "when": "18:00"})
		m := w.press("Eve", w.dream("Eve", "me", nil).Message, "Notifications").Message
		w.press("Eve", m, "Turn on")
		me := w.dream("Eve", "me", nil).Message
		me = w.does(w.person("Eve").Choose(w.ctx, me.ID, "b/-/holiday/", "7")).Message
		if m = w.press("Eve", me, "What is stored about me").Message; !has(m, "On holiday, back", "On 1 server: when you want to be notified", "1 game night that you announced or answered.") {
			t.Errorf("what is kept:\n%s", m.Text())
		}
		if m = w.press("Eve", m, "Erase me").Message; !has(m, "Game nights you announced", "stay") {
			t.Errorf("what is erased:\n%s", m.Text())
		}
	})
}

// kept reads all that is kept of a person.
func (w *town) kept(who string) store.Person {
	w.t.Helper()
	p, err := w.bot.conf.Stores.Features.People.Person(w.ctx, uint64(mustID(w.t, w.person(who))), func(press uint64) time.Time { return w.bot.conf.Clock.Made(discord.ID(press)) })
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

// TestKeptOfSharedSeat: Grace takes the seat that Eve has left. Each of them gets the
// moves that she made herself, and Eve none of the secret ones that Grace makes.
func TestKeptOfSharedSeat(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		w.turn(1, "Eve", panels)
		w.press("Eve", w.press("Eve", w.press("Eve", panels["Eve"], "People").Message, "Leave").Message, "Leave the match")
		before := w.kept("Eve").Matches[0].Moves
		if len(before) != 1 {
			t.Fatalf("Eve made %+v", before)
		}
		panels["Grace"] = w.press("Grace", w.sees("Grace", w.here, "Take the seat"), "Take the seat").Message
		panels["Grace"] = w.press("Grace", panels["Grace"], "Take: Eve").Message
		for range 3 {
			w.turn(1, "Grace", panels)
		}
		if moves := w.kept("Eve").Matches[0].Moves; !slices.Equal(moves, before) {
			t.Errorf("Eve is given %+v; she made %+v", moves, before)
		}
		grace := w.kept("Grace").Matches[0].Moves
		if len(grace) != 3 {
			t.Errorf("Grace is given %+v", grace)
		}
		for _, move := range grace {
			if move.N <= before[0].N {
				t.Errorf("Grace is given Eve's %+v", move)
			}
		}
	})
}

// TestKeptFile: the file has everything, and nothing of other people.
func TestKeptFile(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		if _, err := w.bot.conf.Stores.Settings.ChangeUser(w.ctx, uint64(mustID(t, w.person("Boris"))), func(u *store.User) { u.Lang = "en" }); err != nil {
			t.Fatal(err)
		}
		p := w.kept("Boris")
		b, without, err := p.JSON(1 << 20)
		if err != nil || without != 0 || bytes.Contains(b, []byte("Eve")) || !bytes.Contains(b, []byte("Boris")) {
			t.Errorf("%d matches lack moves, %v:\n%s", without, err, b)
		}
		var again struct {
			ID       string `json:"id"`
			Settings struct {
				Language string `json:"language"`
			} `json:"settings"`
			Lessons []any               `json:"lessons"`
			Calls   []any               `json:"calls"`
			Matches []store.PersonMatch `json:"matches"`
		}
		if err := json.Unmarshal(b, &again); err != nil || again.ID != string(w.person("Boris").ID()) || len(again.Matches) != 1 || again.Settings.Language != "en" || again.Calls == nil {
			t.Errorf("read again: %+v, %v", again, err)
		}
		if b, without, err = p.JSON(10); err != nil || without != 1 || !json.Valid(b) {
			t.Errorf("in a short file %d matches lack moves, %v", without, err)
		}
	})
}

// TestEraseMe erases a person in the middle of a match. It goes on without them, and
// nothing of them is left in the database.
func TestEraseMe(t *testing.T) {
	for locale, say := range map[string][]string{
		"en-US": {"Erase me", "Erase all that is stored about you?", "You are in 1 match now", "Back", "Your settings", "Erase", "nothing is stored about you"},
		"ru":    {"Стереть мои данные", "Стереть всё, что хранится о вас?", "Сейчас вы в 1 игре", "Назад", "Ваши настройки", "Стереть", "о вас больше ничего не хранится"},
	} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			if err := w.person("Xaver").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			panels := w.match("rounds:3", "Xaver", "Eve", "Kate")
			if !w.holds("Xaver") {
				t.Fatal("the test finds nothing")
			}
			m := w.press("Xaver", w.dream("Xaver", "me", nil).Message, say[0]).Message
			if !has(m, say[1], say[2]) {
				t.Fatalf("the question:\n%s", m.Text())
			}
			if m = w.press("Xaver", m, say[3]).Message; !has(m, say[4]) {
				t.Errorf("back:\n%s", m.Text())
			}
			m = w.press("Xaver", w.press("Xaver", m, say[0]).Message, say[5]).Message
			if !has(m, say[6]) || len(m.Buttons()) != 0 {
				t.Errorf("erased:\n%s", m.Text())
			}
			s := w.state()
			if s.Phase != table.Live || !s.Players[0].Open || s.Players[0].Name != "" || s.Host == mustID(t, w.person("Xaver")) {
				t.Errorf("the match is %v with %+v", s.Phase, s.Players[0])
			}
			if err := w.until(func() bool { return !has(w.board(), "Xaver") }); err != nil {
				t.Errorf("the board still has them:\n%s", w.board().Text())
			}
			if _, open := w.bot.reconciler.Address(panelKey(s, mustID(t, w.person("Xaver")))); open {
				t.Error("their panel is kept")
			}
			w.shows("Eve", panels["Eve"])
			w.erased()
			for _, words := range []string{"Xaver", string(w.person("Xaver").ID())} {
				if w.holds(words) {
					t.Errorf("the database still has %s", words)
				}
			}
			// They may not take another seat, whose neighbours they know.
			if r, err := w.person("Xaver").Command(w.ctx, w.here, "table join", nil); err == nil && !r.Message.Ephemeral() {
				t.Errorf("they sit down again:\n%s", r.Message.Text())
			}
			if _, sits := w.state().Seat(mustID(t, w.person("Xaver"))); sits {
				t.Error("they sit there again")
			}
		})
	}
}

// TestEraseAfterACrash finishes what was noted before the bot ended.
func TestEraseAfterACrash(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Xaver", "Eve")
		if err := w.bot.conf.Stores.Erasures.RequestErasure(w.ctx, uint64(mustID(t, w.person("Xaver"))), time.Now()); err != nil {
			t.Fatal(err)
		}
		w.stop()
		w.start()
		w.erased()
		if w.holds("Xaver") || !w.holds("Eve") {
			t.Error("the database has something of them, or nothing of the others")
		}
		if s := w.state(); s.Phase != table.Live || !s.Players[0].Open {
			t.Errorf("the match is %v with %+v", s.Phase, s.Players)
		}
	})
}

// TestEraseDirect erases the matches in a person's direct messages as a whole.
func TestEraseDirect(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.solo("Xaver", "rounds:3")
		dm := w.writes("Xaver")
		r := w.does(w.person("Xaver").Command(w.ctx, dm, "dream me", nil))
		m := w.press("Xaver", w.press("Xaver", r.Message, "Erase me").Message, "Erase").Message
		if !has(m, "nothing is stored about you") {
			t.Errorf("erased:\n%s", m.Text())
		}
		w.erased()
		if w.holds("Xaver") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Error("the match is still there")
		}
	})
}

// TestEraseServer erases a server by a person who manages it.
func TestEraseServer(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve")
		owner := w.person("Аня")
		if err := owner.SetLocale("en-US"); err != nil {
			t.Fatal(err)
		}
		if _, err := w.bot.conf.Stores.Settings.ChangeUser(w.ctx, 77, func(u *store.User) { u.Lang = "ru" }); err != nil {
			t.Fatal(err)
		}
		board := w.board()
		settings := w.does(owner.Command(w.ctx, w.here, "dream settings", nil)).Message
		ask := w.does(owner.Press(w.ctx, settings.ID, "Erase this server's data")).Message
		if !has(ask, "1 table is open here now") {
			t.Fatalf("the question:\n%s", ask.Text())
		}
		if _, err := w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: ask.ID, CustomID: ask.Button("Erase").CustomID}); err != nil {
			t.Log(err)
		}
		if len(w.bot.tables.Known(table.All())) != 1 {
			t.Fatal("somebody else erased it")
		}
		done := w.does(owner.Press(w.ctx, ask.ID, "Erase")).Message
		if !has(done, "nothing is stored about this server") || len(w.bot.tables.Known(table.All())) != 0 {
			t.Errorf("erased:\n%s", done.Text())
		}
		w.within("the board has no buttons", func() bool {
			m := w.now("Kate", board)
			return has(m, "this match was erased") && len(m.Buttons()) == 0
		})
		w.erased()
		if log := w.log.String(); strings.Contains(log, `"level":"error"`) {
			t.Errorf("the log has an error:\n%s", log)
		}
		for _, words := range []string{"Boris", "Eve", "lullaby"} {
			if w.holds(words) {
				t.Errorf("the database still has %s", words)
			}
		}
		if u, err := w.bot.conf.Stores.Settings.User(w.ctx, 77); err != nil || u.Lang != "ru" {
			t.Errorf("settings of people: %+v, %v", u, err)
		}
	})
}

// TestKeeps erases logs earlier than results, and both in time.
func TestKeeps(t *testing.T) {
	const day = 24 * time.Hour
	keeps := func(c *Config) { c.Keeps = Retention{Logs: 90 * day, Results: 730 * day} }
	virtual(t, "en-US", keeps, func(t *testing.T, w *town) {
		db := w.bot.conf.Stores
		notebooks := db.Features.Rows(store.NotebookEntries)
		kept := map[string]time.Duration{"whole00000": 89 * day, "log0000000": 92 * day, "unsummed00": 92 * day, "never00000": 98 * day, "gone000000": 731 * day}
		for id, age := range kept {
			at := time.Now().Add(-age)
			m := store.Match{
				ID: id, Guild: 1, Channel: uint64(len(id)) + uint64(age), Game: "lullaby", Phase: store.Over, Seats: 2, Created: at, Ended: at, Expires: at.Add(day),
				Players: []store.Player{{User: 7, Name: "Аня", Press: 70, Joined: at}}, Notes: []store.Note{{N: 1, At: at, What: "table.note.away", Who: []uint64{7}}},
			}
			if err := db.Matches.CreateMatch(w.ctx, m); err != nil {
				t.Fatal(err)
			}
			m.Position = &store.Position{Turns: []int{0}, Data: []byte("{}")}
			if err := errors.Join(db.Matches.SaveMatch(w.ctx, m), notebooks.Put(w.ctx, store.Row{id, 7, 0, 1, "trusted", "", "moth"})); err != nil {
				t.Fatal(err)
			}
			if id != "unsummed00" && id != "never00000" {
				if err := db.Features.Summaries.SaveSummary(w.ctx, id, 1, games.Summary{}); err != nil {
					t.Fatal(err)
				}
			}
		}
		time.Sleep(2 * sweepEvery)
		for id, want := range map[string]int{"whole00000": 2, "log0000000": 1, "unsummed00": 2, "never00000": 1, "gone000000": 0} {
			m, err := db.Matches.Match(w.ctx, id)
			got := 0
			if err == nil {
				got++
			}
			entries, err2 := notebooks.List(w.ctx, store.With{"match": id})
			if err2 != nil {
				t.Fatal(err2)
			}
			if m.Position != nil && len(m.Notes) == 1 && len(entries) == 1 && m.Players[0].Press != 0 {
				got++
			} else if m.Position != nil || len(m.Notes)+len(entries) > 0 {
				t.Errorf("%s has a part of its log", id)
			}
			if got != want {
				t.Errorf("of %s there is %d, want %d: %v", id, got, want, err)
			}
		}
		if list, err := store.FindDamage(w.ctx, w.file); err != nil || len(list) > 0 {
			t.Errorf("damage: %v, %v", list, err)
		}
	})
}

// anywhere are the files in the folder of the database that hold a name or an id, as a
// number or in words.
func (w *town) anywhere(name string, id discord.ID) (list []string) {
	w.t.Helper()
	dir := filepath.Dir(w.file)
	files, err := os.ReadDir(dir)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, what := range [][]byte{[]byte(name), []byte(strconv.FormatUint(uint64(id), 10)), binary.BigEndian.AppendUint64(nil, uint64(id))} {
			if bytes.Contains(b, what) {
				list = append(list, f.Name())
			}
		}
	}
	return list
}

// endlessRemoval is the store of a database so large that bytes are never removed in time.
type endlessRemoval struct{ ErasureStore }

func (endlessRemoval) RemoveBytes(ctx context.Context) (bool, error) {
	<-ctx.Done()
	return true, ctx.Err()
}

// TestErasedAtEnd: bytes were removed a short time ago, so those of the next person are
// due for hours. The end of the bot removes them. Where it was killed, its next start does.
// Where the database is too large for that, the end is in time, and the next start removes
// what is left. What was erased is overwritten at once, but not what SQLite had moved before.
func TestErasedAtEnd(t *testing.T) {
	for _, how := range []string{"end", "kill", "end of a large database"} {
		t.Run(how, func(t *testing.T) {
			large := how == "end of a large database"
			with := func(c *Config) {
				if large {
					c.Stores.Erasures = endlessRemoval{c.Stores.Erasures}
				}
			}
			virtual(t, "en-US", with, func(t *testing.T, w *town) {
				w.match("rounds:3", "Xaver", "Boris", "Eve")
				w.bot.erasing.again = time.Now().Add(time.Hour)
				m := w.press("Xaver", w.dream("Xaver", "me", nil).Message, "Erase me").Message
				if m = w.press("Xaver", m, "Erase").Message; !has(m, "nothing is stored about you") {
					t.Fatal(m.Text())
				}
				time.Sleep(10 * time.Minute)
				id := mustID(t, w.person("Xaver"))
				if len(w.anywhere("Xaver", id)) == 0 {
					t.Fatal("the test finds nothing that could be removed")
				}
				if how == "kill" {
					w.killed()
					if len(w.anywhere("Xaver", id)) == 0 {
						t.Fatal("the test finds nothing after the kill")
					}
					w.start()
					w.within("the bytes are removed", func() bool { return len(w.anywhere("Xaver", id)) == 0 })
				} else {
					begun := time.Now()
					w.stop()
					if took := time.Since(begun); took > lastBytes+time.Second {
						t.Errorf("the end took %v", took)
					}
					if large {
						large = false
						w.start()
						w.within("the bytes are removed", func() bool { return len(w.anywhere("Xaver", id)) == 0 })
					}
				}
				if left := w.anywhere("Xaver", id); len(left) > 0 {
					t.Errorf("after the %s, something of Xaver is in %v\n%s", how, left, w.log)
				}
				if list, err := store.FindDamage(w.ctx, w.file); err != nil || len(list) > 0 {
					t.Errorf("damage: %v, %v", list, err)
				}
			})
		})
	}
}

// fullRemoval is the store of a disk that has no room to remove bytes.
type fullRemoval struct{ ErasureStore }

func (fullRemoval) RemoveBytes(context.Context) (bool, error) { return true, store.ErrFull }

// TestBytesStayDue: bytes cannot be removed. The log says so, and not each minute.
func TestBytesStayDue(t *testing.T) {
	full := func(c *Config) { c.Stores.Erasures = fullRemoval{c.Stores.Erasures} }
	virtual(t, "en-US", full, func(t *testing.T, w *town) {
		w.match("rounds:3", "Xaver", "Boris", "Eve")
		w.press("Xaver", w.press("Xaver", w.dream("Xaver", "me", nil).Message, "Erase me").Message, "Erase")
		time.Sleep(10 * time.Minute)
		if n := strings.Count(w.log.String(), `"message":"remove erased bytes failed; they stay due"`); n < 1 || n > 2 {
			t.Errorf("it is said %d times\n%s", n, w.log)
		}
	})
}
