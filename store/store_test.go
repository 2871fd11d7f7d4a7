package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a #name, with 100%?.db")
	if has, wants, err := SchemaVersion(t.Context(), path); has != 0 || wants < 1 || err != nil {
		t.Fatalf("before there is a file: version %d of %d, %v", has, wants, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("asking for the version made the file: %v", err)
	}
	from, to, err := Migrate(t.Context(), path)
	if from != 0 || to < 1 || err != nil {
		t.Fatalf("migrated from %d to %d, %v", from, to, err)
	}
	if has, wants, err := SchemaVersion(t.Context(), path); has != to || wants != to || err != nil {
		t.Fatalf("after the migration: version %d of %d, %v", has, wants, err)
	}
	for range 2 { // the second time there is nothing to migrate
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000"} {
			var got string
			if err := s.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s is %q, not %q: %v", pragma, got, want, err)
			}
		}
		if _, err := s.reads.Exec(`DELETE FROM matches`); !errors.Is(known(err), ErrReadOnly) {
			t.Errorf("the reading connections can write: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNewerIsUntouched(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.conn.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrNewer) {
		t.Fatalf("opened a newer database: %v", err)
	}
	if from, to, err := Migrate(t.Context(), path); !errors.Is(err, ErrNewer) || from != 9999 || to >= from {
		t.Fatalf("migrated a newer database from %d to %d: %v", from, to, err)
	}
	if d := cmp.Diff(before, files(t, dir)); d != "" {
		t.Errorf("the newer database was touched:\n%s", d)
	}
}

func files(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range list {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = b
	}
	return all
}

func TestNotADatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(path, bytes.Repeat([]byte("a dream of a database\n"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path); !errors.Is(err, ErrDamaged) {
		t.Errorf("opened a text: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the text was changed: %v", err)
	}
}

func TestMatchReadsAsItWasWritten(t *testing.T) {
	s := open(t)
	m := live(t, s, "abcdefghij", 5)
	m.Thread, m.OwnThread, m.Paused, m.Incident, m.Previous, m.SeatOrder = 6, true, "table.incident", "xyz", "before", []uint64{8, 7}
	m.Clock, m.ClockSaved, m.Ended = 90*time.Second+1, m.Created.Add(time.Minute), m.Created.Add(time.Hour)
	m.Players = append(m.Players, Player{User: 9, Name: "left\u202e <@1>", Locale: "en-US", Seat: -1, Joined: m.Created})
	m.Position = nil
	if err := s.SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev++
	got, err := s.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
	if d := cmp.Diff(m, got); d != "" {
		t.Errorf("written and read differ:\n%s", d)
	}
	if _, err := s.Match(t.Context(), "nothing"); !errors.Is(err, ErrNotFound) {
		t.Errorf("read a match that is not there: %v", err)
	}
}

func TestAppend(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	for n := 1; n <= 40; n++ {
		if err := s.AppendInput(t.Context(), step(m, n, uint64(1000+n), []byte(strconv.Itoa(n)))); err != nil {
			t.Fatal(err)
		}
	}
	log, err := s.Inputs(t.Context(), m.ID)
	if err != nil || len(log) != 40 {
		t.Fatalf("%d inputs, %v", len(log), err)
	}
	for i, in := range log {
		if d := cmp.Diff(step(m, i+1, 0, nil).Input, in); d != "" {
			t.Errorf("input %d:\n%s", i+1, d)
		}
	}
	presses, err := s.PressIDs(t.Context(), m.ID)
	if err != nil || len(presses) != 40 || presses[0] != 1001 || presses[39] != 1040 {
		t.Errorf("presses %v, %v", presses, err)
	}
	got, err := s.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := step(m, 40, 0, []byte("40")).Position
	if d := cmp.Diff(&want, got.Position); d != "" {
		t.Errorf("the latest position:\n%s", d)
	}
	var kept int
	if err := s.reads.Get(&kept, `SELECT count(*) FROM positions`); err != nil || kept > keep {
		t.Errorf("%d positions are kept, %v", kept, err)
	}
}

func TestAppendEnds(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	st := step(m, 1, 0, []byte("last"))
	at := m.Created.Add(time.Minute)
	st.End = &End{At: at, Expires: at.Add(time.Hour), Results: []Result{
		{Seat: 0, Game: "test", Guild: 1, User: 7, Score: -3},
		{Seat: 1, Game: "test", Guild: 1, User: 8, Score: 12, Won: true},
	}}
	if err := s.AppendInput(t.Context(), st); err != nil {
		t.Fatal(err)
	}
	got, err := s.Match(t.Context(), m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Phase != Over || !got.Ended.Equal(at) || !got.Expires.Equal(at.Add(time.Hour)) || got.Rev != m.Rev+1 || string(got.Position.Data) != "last" {
		t.Errorf("the match is %+v", got)
	}
	results, err := s.Results(t.Context(), m.ID)
	want := []Result{
		{Match: m.ID, Seat: 0, Game: "test", Guild: 1, User: 7, Score: -3, At: at},
		{Match: m.ID, Seat: 1, Game: "test", Guild: 1, User: 8, Score: 12, Won: true, At: at},
	}
	if d := cmp.Diff(want, results); d != "" || err != nil {
		t.Errorf("results, %v:\n%s", err, d)
	}
	m.Rev = got.Rev
	if err := s.AppendInput(t.Context(), step(m, 2, 0, nil)); !errors.Is(err, ErrConflict) {
		t.Errorf("an input after the end: %v", err)
	}
	// The channel is free again, and the table is there until it expires.
	next := Match{ID: "next", Guild: 1, Channel: 5, Game: "test", Phase: Lobby, Created: at, Previous: m.ID}
	if err := s.CreateMatch(t.Context(), next); err != nil {
		t.Error(err)
	}
	for at, want := range map[time.Time][]string{
		st.End.Expires.Add(-time.Second): {"match", "next"},
		st.End.Expires.Add(time.Second):  {"next"},
	} {
		if ids, err := s.ActiveMatches(t.Context(), at); err != nil || !cmp.Equal(ids, want) {
			t.Errorf("tables %v, want %v: %v", ids, want, err)
		}
	}
	if ids, err := s.MatchesByPhase(t.Context(), Over); err != nil || !cmp.Equal(ids, []string{"match"}) {
		t.Errorf("ended matches %v, %v", ids, err)
	}
}

func TestConflict(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	if err := s.AppendInput(t.Context(), step(m, 1, 11, []byte("one"))); err != nil {
		t.Fatal(err)
	}
	if err := s.AppendInput(t.Context(), step(m, 1, 12, []byte("other"))); !errors.Is(err, ErrConflict) {
		t.Errorf("input 1 twice: %v", err)
	}
	old := m
	if err := s.SaveMatch(t.Context(), Match{ID: m.ID, Rev: m.Rev, Channel: 5, Phase: Live, Position: nil}); err != nil {
		t.Fatal(err)
	}
	if err := s.AppendInput(t.Context(), step(old, 2, 13, nil)); !errors.Is(err, ErrConflict) {
		t.Errorf("input to a match that changed meanwhile: %v", err)
	}
	if err := s.SaveMatch(t.Context(), old); !errors.Is(err, ErrConflict) {
		t.Errorf("saved over what changed meanwhile: %v", err)
	}
	if err := s.AppendInput(t.Context(), step(Match{ID: "nothing"}, 1, 14, nil)); !errors.Is(err, ErrConflict) {
		t.Errorf("input to a match that is not there: %v", err)
	}
	if log, err := s.Inputs(t.Context(), m.ID); err != nil || len(log) != 1 || log[0].Move != "play 7c" {
		t.Errorf("the log is %v, %v", log, err)
	}
	if got, err := s.Match(t.Context(), m.ID); err != nil || string(got.Position.Data) != "one" {
		t.Errorf("the position is not the first one's: %v, %v", got.Position, err)
	}
}

func TestOneMatchInAPlace(t *testing.T) {
	s := open(t)
	live(t, s, "first", 5)
	second := Match{ID: "second", Channel: 5, Phase: Lobby}
	if err := s.CreateMatch(t.Context(), second); !errors.Is(err, ErrTaken) {
		t.Errorf("a second match in the channel: %v", err)
	}
	second.Thread = 6
	if err := s.CreateMatch(t.Context(), second); err != nil {
		t.Errorf("a match in a thread of the channel: %v", err)
	}
	second.Thread = 0
	if err := s.SaveMatch(t.Context(), second); !errors.Is(err, ErrTaken) {
		t.Errorf("moved to the other's channel: %v", err)
	}
}

// TestConflictIsNobodyElses writes many good inputs and many bad ones at once: a
// group with a bad one in it is undone, and yet every good one is kept.
func TestConflictIsNobodyElses(t *testing.T) {
	s := open(t)
	const tables, inputs = 16, 30
	var wait sync.WaitGroup
	for i := range tables {
		m := live(t, s, fmt.Sprint("match", i), uint64(100+i))
		wait.Go(func() {
			for n := 1; n <= inputs; n++ {
				if err := s.AppendInput(t.Context(), step(m, n, uint64(n), []byte("good"))); err != nil {
					t.Errorf("match %d, input %d: %v", i, n, err)
				}
			}
		})
		wait.Go(func() {
			bad := m
			bad.Rev += 100
			for n := 1; n <= inputs; n++ {
				if err := s.AppendInput(t.Context(), step(bad, n, 0, []byte("bad"))); !errors.Is(err, ErrConflict) {
					t.Errorf("match %d, bad input %d: %v", i, n, err)
				}
			}
		})
	}
	wait.Wait()
	for i := range tables {
		log, err := s.Inputs(t.Context(), fmt.Sprint("match", i))
		if err != nil || len(log) != inputs {
			t.Errorf("match %d has %d inputs, %v", i, len(log), err)
		}
	}
}

func TestGroups(t *testing.T) {
	s := open(t)
	// The writer is busy with a first job; what comes meanwhile is one group.
	hold, held := make(chan struct{}), make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		if err := s.writer.write(t.Context(), func(tx) error { close(held); <-hold; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-held
	var mu sync.Mutex
	together, ran := 0, 0
	for range 20 {
		wait.Go(func() {
			err := s.writer.write(t.Context(), func(w tx) error {
				mu.Lock()
				defer mu.Unlock()
				if ran++; ran == 1 {
					_, err := w.exec(`CREATE TEMP TABLE tally (n INTEGER)`)
					if err != nil {
						return err
					}
				}
				_, err := w.exec(`INSERT INTO tally VALUES (1)`)
				together = max(together, ran)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	close(hold)
	wait.Wait()
	if together != 20 {
		t.Errorf("%d of 20 jobs ran", together)
	}
	var n int
	if err := s.writer.conn.QueryRowContext(t.Context(), `SELECT count(*) FROM tally`).Scan(&n); err != nil || n != 20 {
		t.Errorf("%d of 20 jobs are committed, %v", n, err)
	}
	if s.writer.target == 0 {
		t.Error("the writer does not know how large its groups are")
	}
}

func TestTickNeverGoesBack(t *testing.T) {
	s := open(t)
	a, b := live(t, s, "a", 1), live(t, s, "b", 2)
	at := a.Created.Add(time.Minute)
	for _, c := range [][]Clock{{{"a", 10 * time.Second}, {"b", 20 * time.Second}}, {{"a", 5 * time.Second}}, nil} {
		if err := s.SaveClocks(t.Context(), at, c); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []Clock{{"a", 10 * time.Second}, {"b", 20 * time.Second}} {
		got, err := s.Match(t.Context(), want.Match)
		if err != nil || got.Clock != want.Clock || !got.ClockSaved.Equal(at) {
			t.Errorf("clock of %s is %v at %v, %v", want.Match, got.Clock, got.ClockSaved, err)
		}
		if got.Rev != b.Rev {
			t.Error("a clock counts as a change of the match")
		}
	}
}

func TestSurfaces(t *testing.T) {
	s := open(t)
	live(t, s, "match", 5)
	board := Surface{Match: "match", Kind: Board, Seat: -1, Channel: 5, Message: 50, Digest: "d1", Lang: "ru"}
	panel := Surface{Match: "match", Kind: Panel, User: 7, Channel: 5, Message: 51, App: 3, Token: "t0", Expires: time.UnixMilli(1_790_000_900_000), Path: "help", Lang: "en"}
	for _, f := range []Surface{panel, board, {Match: "match", Kind: Panel, User: 8, Seat: 1}} {
		if err := s.SaveSurface(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	board.Message, panel.Token, panel.Path = 60, "t1", ""
	for _, f := range []Surface{panel, board} {
		if err := s.SaveSurface(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 { // the second time there is nothing to hide
		if err := s.DeleteSurface(t.Context(), "match", Panel, 8); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Surfaces(t.Context(), "match")
	if d := cmp.Diff([]Surface{board, panel}, got); d != "" || err != nil {
		t.Errorf("surfaces, %v:\n%s", err, d)
	}
	if err := s.DeleteSurfaces(t.Context(), "match"); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Surfaces(t.Context(), "match"); len(got) != 0 || err != nil {
		t.Errorf("forgotten surfaces: %v, %v", got, err)
	}
	if _, err := s.Match(t.Context(), "match"); err != nil {
		t.Errorf("the match was forgotten with its surfaces: %v", err)
	}
}

func TestSettings(t *testing.T) {
	s := open(t)
	if g, err := s.Guild(t.Context(), 4); err != nil || g != (Guild{ID: 4}) {
		t.Errorf("a server that chose nothing: %v, %v", g, err)
	}
	if u, err := s.User(t.Context(), 5); err != nil || u != (User{ID: 5}) {
		t.Errorf("a person who chose nothing: %v, %v", u, err)
	}
	for _, l := range []string{"en", "ru"} {
		if err := s.SaveGuild(t.Context(), Guild{4, l}); err != nil {
			t.Fatal(err)
		}
		if err := s.SaveUser(t.Context(), User{ID: 5, Lang: l}); err != nil {
			t.Fatal(err)
		}
	}
	if g, err := s.Guild(t.Context(), 4); err != nil || g.Lang != "ru" {
		t.Errorf("the server's language: %v, %v", g, err)
	}
	if u, err := s.User(t.Context(), 5); err != nil || u.Lang != "ru" {
		t.Errorf("the person's language: %v, %v", u, err)
	}
	u := User{5, "en", RemindByDM, 77, time.UnixMilli(1_700_000_000_123)}
	if err := s.SaveUser(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	if got, err := s.User(t.Context(), 5); err != nil || !got.DMClosed.Equal(u.DMClosed) || got.Remind != u.Remind || got.DMChannel != u.DMChannel {
		t.Errorf("the person's reminders: %v, %v", got, err)
	}
}

// pragma sets something of the writing connection.
func pragma(t *testing.T, s *Store, p string) {
	t.Helper()
	if _, err := s.writer.conn.ExecContext(t.Context(), "PRAGMA "+p); err != nil {
		t.Fatal(err)
	}
}

func TestFull(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	var pages int
	if err := s.reads.Get(&pages, `PRAGMA page_count`); err != nil {
		t.Fatal(err)
	}
	pragma(t, s, fmt.Sprintf("max_page_count = %d", pages+2))
	big := bytes.Repeat([]byte("dream "), 10_000)
	if err := s.AppendInput(t.Context(), step(m, 1, 0, big)); !errors.Is(err, ErrFull) {
		t.Fatalf("a full disk took a large position: %v", err)
	}
	if log, err := s.Inputs(t.Context(), m.ID); err != nil || len(log) != 0 {
		t.Errorf("half of an input was kept: %v, %v", log, err)
	}
	if err := s.AppendInput(t.Context(), step(m, 1, 0, []byte("small"))); err != nil {
		t.Errorf("what fits does not fit: %v", err)
	}
	pragma(t, s, "max_page_count = 1000000")
	if err := s.AppendInput(t.Context(), step(m, 2, 0, big)); err != nil {
		t.Errorf("there is room again: %v", err)
	}
}

func TestReadOnly(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	pragma(t, s, "query_only = 1")
	if err := s.AppendInput(t.Context(), step(m, 1, 0, nil)); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a read-only database was written: %v", err)
	}
	pragma(t, s, "query_only = 0")
	if err := s.AppendInput(t.Context(), step(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("it can be written again: %v", err)
	}
}

func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	m := live(t, s, "match", 5)
	unlock := locked(t, path)
	pragma(t, s, "busy_timeout = 1")
	if err := s.AppendInput(t.Context(), step(m, 1, 0, []byte("{}"))); !errors.Is(err, ErrBusy) {
		t.Errorf("wrote while another process does: %v", err)
	}
	unlock()
	if err := s.AppendInput(t.Context(), step(m, 1, 0, []byte("{}"))); err != nil {
		t.Errorf("the other process is done: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// locked is a database that another process is writing to, until it is unlocked.
func locked(t *testing.T, path string) (unlock func()) {
	t.Helper()
	db, err := connect(t.Context(), path, 1, pragmas+"&_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestClose(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	m := live(t, s, "match", 5)
	gone, stop := context.WithCancel(t.Context())
	stop()
	if err := s.AppendInput(gone, step(m, 1, 0, nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("an input of somebody who is gone: %v", err)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for {
				err := s.SaveUser(t.Context(), User{ID: 1, Lang: "ru"})
				if errors.Is(err, ErrClosed) {
					return
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	wait.Wait()
	if err := s.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
}

// TestKilled kills a process in the middle of its work, again and again: what it
// said to be kept is kept, in order and whole.
func TestKilled(t *testing.T) {
	if path := os.Getenv("ONEIROS_TEST_KILLED"); path != "" {
		work(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "oneiros.db")
	acked := map[string]int{}
	for round := range 5 {
		c := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$")
		c.Env = append(os.Environ(), "ONEIROS_TEST_KILLED="+path)
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); {
			match, input, ok := strings.Cut(lines.Text(), " kept ")
			if !ok {
				continue
			}
			if acked[match], err = strconv.Atoi(input); err != nil {
				t.Fatal(err)
			}
			if n++; n == 40+17*round {
				if err := c.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := c.Wait(); err == nil {
			t.Fatal("the process ended before it was killed")
		}
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if len(acked) != 4 {
			t.Errorf("round %d: only %v were written to", round, acked)
		}
		for match, n := range acked {
			log, err := s.Inputs(t.Context(), match)
			if err != nil || len(log) < n {
				t.Errorf("round %d, %s: %d of %d inputs are left, %v", round, match, len(log), n, err)
			}
			for i, in := range log {
				if in.N != i+1 {
					t.Errorf("round %d, %s: input %d is missing", round, match, i+1)
				}
			}
			m, err := s.Match(t.Context(), match)
			if err != nil || m.Position == nil || m.Position.N != len(log) || string(m.Position.Data) != strconv.Itoa(len(log)) {
				t.Errorf("round %d, %s: the position is not that of the last input: %+v, %v", round, match, m.Position, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// work writes to four matches until it is killed, and says what is kept.
func work(t *testing.T, path string) {
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var say sync.Mutex
	var wait sync.WaitGroup
	for i := range 4 {
		id := fmt.Sprint("match", i)
		m, err := s.Match(t.Context(), id)
		if errors.Is(err, ErrNotFound) {
			m = live(t, s, id, uint64(100+i))
		} else if err != nil {
			t.Fatal(err)
		}
		wait.Go(func() {
			for n := m.Position.N + 1; ; n++ {
				st := step(m, n, uint64(n), []byte(strconv.Itoa(n)))
				if err := s.AppendInput(t.Context(), st); err != nil {
					t.Error(err)
					return
				}
				say.Lock()
				_, err := fmt.Printf("%s kept %d\n", id, n)
				say.Unlock()
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}
