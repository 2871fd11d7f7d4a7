package bot

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"oneiros/bot/table"
	"oneiros/store"
	"oneiros/store/storetest"
)

// TestResetDatabase: PostgreSQL's connections are reset at every second press, while players
// open a table, press and read. No press is refused, and no clock stops.
//
// The press between two resets is answered with what was opened anew. Resets that come
// faster than a loaded machine connects are an outage, and the bot may say so.
func TestResetDatabase(t *testing.T) {
	server := storetest.NewServer(t)
	w := openTown(t, "en-US")
	w.stop()
	w.file = server.Schema(t)
	begun := len(w.log.String())
	w.start()
	presses, cuts := 0, 0
	var cutting sync.WaitGroup
	w.pressed = func() {
		cutting.Wait()
		presses++
		if presses%2 == 0 {
			return
		}
		cuts++
		seen, answered := len(w.record.All()), cuts%2 == 0
		cutting.Go(func() {
			if answered { // or else before and while the press is saved
				if err := w.srv.Wait(w.ctx, func() bool { return len(w.record.All()) > seen }); err != nil {
					t.Error(err)
					return
				}
			}
			server.Exec(t, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'oneiros'")
		})
	}
	people := []string{"Boris", "Eve", "Kate"}
	panels := w.match("rounds:3 pace:patient", people...) // its clock is not what is tested
	w.play(people, panels)
	s := w.state()
	for range 6 {
		w.own("Kate", w.board(), "rules")
	}
	cutting.Wait()
	if s.Phase != table.Over {
		t.Errorf("the match is %s", s.Phase)
	}
	if log := w.log.String()[begun:]; strings.Contains(log, "clocks") || strings.Contains(log, `"level":"error"`) {
		t.Error(log)
	}
	if cuts < 10 {
		t.Errorf("only %d cuts", cuts)
	}
}

// TestChangedSession: the row of the saved session was changed while the bot was down. The
// log says so and calls nothing damaged, a new session begins, and it is said once.
func TestChangedSession(t *testing.T) {
	w := openTown(t, "en-US")
	w.stop()
	db, err := sql.Open("sqlite", w.file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := db.Exec(`UPDATE gateway_sessions SET seq = seq + 1`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if n, err := r.RowsAffected(); n != 1 || err != nil {
		t.Fatalf("%d sessions were saved, %v", n, err)
	}
	begun := len(w.log.String())
	w.start()
	log := w.log.String()[begun:]
	if strings.Count(log, "forget saved session: its row was changed") != 1 || strings.Contains(log, "damaged") || strings.Contains(log, `"level":"error"`) || !strings.Contains(log, "begin gateway session") {
		t.Error(log)
	}
	w.match("", "Boris", "Eve")
}

// TestServerIsNoDisk: while PostgreSQL takes nothing, neither the board nor a refusal
// speaks of a disk. Of a file they may.
func TestServerIsNoDisk(t *testing.T) {
	for locale, words := range map[string][2]string{"en-US": {"disk", "database"}, "ru": {"диск", "база данных"}} {
		for _, of := range []struct {
			err    error
			server bool
		}{
			{store.ErrUnreachable, true}, {fmt.Errorf("%w: %w", store.ErrFull, &pgconn.PgError{Code: "53100"}), true}, {store.ErrFull, false},
		} {
			disk := &failingDisk{}
			virtual(t, locale, disk.under, func(t *testing.T, w *town) {
				if err := w.person("Eve").SetLocale(locale); err != nil {
					t.Fatal(err)
				}
				w.dream("Boris", "play", map[string]any{"game": "lullaby"})
				said := func(where, text string) {
					t.Helper()
					text = strings.ToLower(text)
					if strings.Contains(text, words[0]) == of.server || !strings.Contains(text, words[1]) {
						t.Errorf("%v, %s: %s", of.err, where, text)
					}
				}
				disk.set(of.err)
				said("a refusal", w.own("Eve", w.board(), "join").Message.Text())
				disk.set(nil)
				w.own("Eve", w.board(), "join")
				w.own("Boris", w.board(), "start")
				time.Sleep(5 * time.Second)
				w.bot.outage.disk(of.err, time.Now())
				time.Sleep(5 * time.Second)
				said("the board", w.board().Text())
				w.bot.outage.disk(nil, time.Now())
				time.Sleep(5 * time.Second)
				if has(w.board(), words[1]) {
					t.Errorf("the board after it: %s", w.board().Text())
				}
			})
		}
	}
}
