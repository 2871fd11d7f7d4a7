package store

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"oneiros/games"
	"oneiros/migrations"
)

// people gives a match somebody who sleeps, a seat that was left, a motion and
// notes.
func people(m Match) Match {
	at := m.Created.Add(time.Minute)
	m.Players[1].Asleep, m.Players[1].Missed = true, 2
	m.Players = append(m.Players, Player{User: 9, Name: "was here", Seat: -1, Joined: m.Created, Barred: true, LeftAt: at, LeftSeat: 2})
	m.Motion = &Motion{Kind: "kick", Seat: 1, By: 0, Yes: []int{0}, No: []int{1}, Until: at.Add(time.Minute)}
	for n := 1; n <= 5; n++ {
		m.Notes = append(m.Notes, Note{N: n, At: at, What: "table.note.host", Who: []uint64{7, 8}})
	}
	return m
}

func TestPeople(t *testing.T) {
	s := open(t)
	m := people(live(t, s, "match", 5))
	all := m.Notes
	m.Position = nil
	if err := s.SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev, m.Notes = m.Rev+1, m.Notes[2:]
	m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
	got, err := s.Match(t.Context(), m.ID)
	if d := cmp.Diff(m, got); d != "" || err != nil {
		t.Errorf("written and read differ, %v:\n%s", err, d)
	}
	// What was written once stays as it was.
	more := Note{N: 6, At: m.Created, What: "table.note.back", Who: []uint64{8}}
	got.Notes = append([]Note{{N: 5, What: "another"}}, more)
	got.Motion, got.Position = nil, nil
	if err := s.SaveMatch(t.Context(), got); err != nil {
		t.Fatal(err)
	}
	notes, err := s.Notes(t.Context(), m.ID)
	if d := cmp.Diff(append(all, more), notes); d != "" || err != nil {
		t.Errorf("notes, %v:\n%s", err, d)
	}
	if got, err = s.Match(t.Context(), m.ID); err != nil || got.Motion != nil {
		t.Errorf("a motion that ended is %+v, %v", got.Motion, err)
	}
	if notes, err := s.Notes(t.Context(), "nothing"); err != nil || len(notes) != 0 {
		t.Errorf("notes of nothing: %v, %v", notes, err)
	}
}

// TestAppendWithPeople keeps an input with what it changed among people: all of it
// or nothing.
func TestAppendWithPeople(t *testing.T) {
	s := open(t)
	m := live(t, s, "match", 5)
	st := step(m, 1, 0, []byte("1"))
	next := people(m)
	next.Position, next.Clock = nil, time.Minute
	st.Record, st.Auto = &next, true
	if err := s.AppendInput(t.Context(), st); err != nil {
		t.Fatal(err)
	}
	if err := s.AppendInput(t.Context(), step(m, 2, 0, nil)); !errors.Is(err, ErrConflict) {
		t.Errorf("with the record of before: %v", err)
	}
	got, err := s.Match(t.Context(), m.ID)
	want := next
	want.Rev, want.Notes, want.Position = m.Rev+1, next.Notes[2:], &st.Position
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("after the input, %v:\n%s", err, d)
	}

	// Input 1 is there already: nothing of this is kept.
	again := step(got, 1, 0, nil)
	worse := got
	worse.Host, worse.Position = 1234, nil
	again.Record = &worse
	if err := s.AppendInput(t.Context(), again); !errors.Is(err, ErrConflict) {
		t.Errorf("the same input again: %v", err)
	}
	if err := s.AppendInput(t.Context(), step(got, 2, 77, []byte("2"))); err != nil {
		t.Fatal(err)
	}
	// The last input ends the match and changes people at once.
	last := step(got, 3, 0, []byte("3"))
	back := got
	back.Players[1].Asleep, back.Position = false, nil
	last.Record, last.Auto = &back, true
	last.End = &End{At: m.Created, Expires: m.Created.Add(time.Hour), Results: []Result{{Seat: 0, Game: "test", User: 7}, {Seat: 1, Game: "test"}}}
	if err := s.AppendInput(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	end, err := s.Match(t.Context(), m.ID)
	if err != nil || end.Phase != Over || end.Rev != got.Rev+1 || end.Players[1].Asleep || end.Host == 1234 || end.Motion != nil {
		t.Errorf("the end, %v: %+v", err, end)
	}
	if auto, err := s.AutomaticInputs(t.Context(), m.ID); err != nil || !cmp.Equal(auto, []int{1, 3}) {
		t.Errorf("automatic are %v, %v", auto, err)
	}
}

// TestFromTheFirstVersion opens a database of version 1 in which a match is on.
func TestFromTheFirstVersion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	db, err := connect(t.Context(), path, 1, "_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.DB, migrations.Files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	for _, q := range []string{
		`INSERT INTO matches VALUES ('old', 1, 5, 0, 0, 5, 'test', 'live', 'ru', 7, '{}', '{"goal":"3"}', x'` +
			`0102030405060708091011121314151617181920212223242526272829303132` + `', 2, 90, 1000, '', '', '', 'null', 1000, 1000, 0, 0, 4)`,
		`INSERT INTO players VALUES ('old', 7, 'Аня', 'ru', 0, 1, 1000, 11), ('old', 8, 'Boris', 'en-US', 1, 0, 1000, 0),
			('old', 9, 'left', 'ru', -1, 0, 1000, 12)`,
		`INSERT INTO inputs VALUES ('old', 1, 80, 'play', 0, 'add 1', 13), ('old', 2, 90, 'expire', -1, '', 0)`,
		`INSERT INTO positions VALUES ('old', 2, 1, 90, 90, '[1,2,1]', '{"n":2}')`,
	} {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if has, wants, err := SchemaVersion(t.Context(), path); has != 1 || wants < 2 || err != nil {
		t.Fatalf("version %d of %d, %v", has, wants, err)
	}
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	m, err := s.Match(t.Context(), "old")
	if err != nil {
		t.Fatal(err)
	}
	at := time.UnixMilli(1000)
	want := []Player{
		{User: 7, Name: "Аня", Locale: "ru", Seat: 0, Ready: true, Joined: at, Press: 11},
		{User: 8, Name: "Boris", Locale: "en-US", Seat: 1, Joined: at},
		{User: 9, Name: "left", Locale: "ru", Seat: -1, Joined: at, Press: 12},
	}
	if d := cmp.Diff(want, m.Players); d != "" || m.Motion != nil || m.Notes != nil || m.Rev != 4 {
		t.Errorf("the match is %+v, its players\n%s", m, d)
	}
	if m.Position == nil || m.Position.N != 2 || string(m.Position.Data) != `{"n":2}` || m.Seed == (games.Seed{}) {
		t.Errorf("its position is %+v", m.Position)
	}
	if auto, err := s.AutomaticInputs(t.Context(), "old"); err != nil || len(auto) != 0 {
		t.Errorf("automatic are %v, %v", auto, err)
	}
	// It goes on.
	m.Players[1].Asleep = true
	m.Notes = []Note{{N: 1, At: at, What: "table.note.asleep", Who: []uint64{8}}}
	m.Position = nil
	if err := s.SaveMatch(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	m.Rev++
	if err := s.AppendInput(t.Context(), step(m, 3, 14, []byte("3"))); err != nil {
		t.Error(err)
	}
	log, err := s.Inputs(t.Context(), "old")
	if err != nil || len(log) != 3 || log[0].Move != "add 1" || log[1].Seat != games.Nobody {
		t.Errorf("the log is %v, %v", log, err)
	}
}
