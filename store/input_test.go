package store

import (
	"errors"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/store/storetest"
)

func TestAppend(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		for n := 1; n <= 40; n++ {
			if err := s.Matches().AppendInput(t.Context(), newStep(m, n, uint64(1000+n), []byte(strconv.Itoa(n)))); err != nil {
				t.Fatal(err)
			}
		}
		log, err := s.Matches().Inputs(t.Context(), m.ID)
		if err != nil || len(log) != 40 {
			t.Fatalf("%d inputs, %v", len(log), err)
		}
		for i, in := range log {
			if d := cmp.Diff(newStep(m, i+1, 0, nil).Input, in); d != "" {
				t.Errorf("input %d:\n%s", i+1, d)
			}
		}
		presses, err := s.Matches().PressIDs(t.Context(), m.ID)
		if err != nil || len(presses) != 40 || presses[0] != 1001 || presses[39] != 1040 {
			t.Errorf("presses %v, %v", presses, err)
		}
		got, err := s.Matches().Match(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := newStep(m, 40, 0, []byte("40")).Position
		if d := cmp.Diff(&want, got.Position); d != "" {
			t.Errorf("the latest position:\n%s", d)
		}
		checkPositions(t, s, 32, 40)
	})
}

// checkPositions checks which positions the database still has.
func checkPositions(t *testing.T, s *Store, from, to int) {
	t.Helper()
	var first, last, count int
	if err := s.reads.QueryRow(`SELECT min(n), max(n), count(*) FROM positions`).Scan(&first, &last, &count); err != nil ||
		first != from || last != to || count != to-from+1 {
		t.Errorf("%d positions from %d to %d, %v", count, first, last, err)
	}
}

func TestAppendEnds(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		st := newStep(m, 1, 0, []byte("last"))
		at := m.Created.Add(time.Minute)
		st.End = &End{At: at, Expires: at.Add(time.Hour), Results: []Result{
			{Seat: 0, Game: "test", Guild: 1, User: 7, Score: -3},
			{Seat: 1, Game: "test", Guild: 1, User: 8, Score: 12, Won: true, Auto: true},
		}}
		if err := s.Matches().AppendInput(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		got, err := s.Matches().Match(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		if got.Phase != Over || !got.Ended.Equal(at) || !got.Expires.Equal(at.Add(time.Hour)) || got.Rev != m.Rev+1 || string(got.Position.Data) != "last" {
			t.Errorf("the match is %+v", got)
		}
		checkPositions(t, s, 1, 1)
		results, err := s.Matches().Results(t.Context(), m.ID)
		want := []Result{
			{Match: m.ID, Seat: 0, Game: "test", Guild: 1, User: 7, Score: -3, At: at},
			{Match: m.ID, Seat: 1, Game: "test", Guild: 1, User: 8, Score: 12, Won: true, Auto: true, At: at},
		}
		if d := cmp.Diff(want, results); d != "" || err != nil {
			t.Errorf("results, %v:\n%s", err, d)
		}
		m.Rev = got.Rev
		if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, nil)); !errors.Is(err, ErrConflict) {
			t.Errorf("input after the end: %v", err)
		}
		// The channel is free again. The ended match has a table until it expires.
		next := Match{ID: "next", Guild: 1, Channel: 5, Game: "test", Phase: Lobby, Created: at, Previous: m.ID}
		if err := s.Matches().CreateMatch(t.Context(), next); err != nil {
			t.Error(err)
		}
		for at, want := range map[time.Time][]string{
			st.End.Expires.Add(-time.Second): {"match", "next"},
			st.End.Expires:                   {"next"},
		} {
			if ids, err := s.Matches().ActiveMatches(t.Context(), at); err != nil || !cmp.Equal(ids, want) {
				t.Errorf("active matches %v, want %v: %v", ids, want, err)
			}
		}
		if ids, err := s.Matches().MatchesByPhase(t.Context(), Over); err != nil || !cmp.Equal(ids, []string{"match"}) {
			t.Errorf("ended matches %v, %v", ids, err)
		}
	})
}

func TestConflict(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 11, []byte("one"))); err != nil {
			t.Fatal(err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(m, 1, 12, []byte("other"))); !errors.Is(err, ErrConflict) {
			t.Errorf("input 1 twice: %v", err)
		}
		old := m
		if err := s.Matches().SaveMatch(t.Context(), Match{ID: m.ID, Rev: m.Rev, Channel: 5, Phase: Live, Position: nil}); err != nil {
			t.Fatal(err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(old, 2, 13, nil)); !errors.Is(err, ErrConflict) {
			t.Errorf("input with an old revision: %v", err)
		}
		if err := s.Matches().SaveMatch(t.Context(), old); !errors.Is(err, ErrConflict) {
			t.Errorf("save with an old revision: %v", err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(Match{ID: "nothing"}, 1, 14, nil)); !errors.Is(err, ErrConflict) {
			t.Errorf("input to an unknown match: %v", err)
		}
		if log, err := s.Matches().Inputs(t.Context(), m.ID); err != nil || len(log) != 1 || log[0].Move != "play 7c" {
			t.Errorf("the log is %v, %v", log, err)
		}
		if got, err := s.Matches().Match(t.Context(), m.ID); err != nil || string(got.Position.Data) != "one" {
			t.Errorf("the position is %v, %v", got.Position, err)
		}
	})
}

// TestAppendWithPeople saves an input together with changes of the players: all of
// it or nothing.
func TestAppendWithPeople(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		st := newStep(m, 1, 0, []byte("1"))
		next := withPeople(m)
		next.Position, next.Clock = nil, time.Minute
		st.Record, st.Auto = &next, true
		if err := s.Matches().AppendInput(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(m, 2, 0, nil)); !errors.Is(err, ErrConflict) {
			t.Errorf("with the old revision: %v", err)
		}
		got, err := s.Matches().Match(t.Context(), m.ID)
		want := next
		want.Rev, want.Notes, want.Position = m.Rev+1, next.Notes[2:], &st.Position
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("after the input, %v:\n%s", err, d)
		}

		// Input 1 exists already, so nothing of this is saved.
		again := newStep(got, 1, 0, nil)
		worse := got
		worse.Host, worse.Position = 1234, nil
		again.Record = &worse
		if err := s.Matches().AppendInput(t.Context(), again); !errors.Is(err, ErrConflict) {
			t.Errorf("the same input again: %v", err)
		}
		if err := s.Matches().AppendInput(t.Context(), newStep(got, 2, 77, []byte("2"))); err != nil {
			t.Fatal(err)
		}
		// The last input ends the match and changes players too.
		last := newStep(got, 3, 0, []byte("3"))
		back := got
		back.Players[1].Asleep, back.Position = false, nil
		last.Record, last.Auto = &back, true
		last.End = &End{At: m.Created, Expires: m.Created.Add(time.Hour), Results: []Result{{Seat: 0, Game: "test", User: 7}, {Seat: 1, Game: "test"}}}
		if err := s.Matches().AppendInput(t.Context(), last); err != nil {
			t.Fatal(err)
		}
		end, err := s.Matches().Match(t.Context(), m.ID)
		if err != nil || end.Phase != Over || end.Rev != got.Rev+1 || end.Players[1].Asleep || end.Host == 1234 || end.Motion != nil {
			t.Errorf("the end, %v: %+v", err, end)
		}
		if auto, err := s.Matches().AutomaticInputs(t.Context(), m.ID); err != nil || !cmp.Equal(auto, []int{1, 3}) {
			t.Errorf("automatic inputs %v, %v", auto, err)
		}
	})
}

// TestUnsaid: with the input that withholds words, the move that stood in the log is gone, and
// so are the positions that had them. The log goes on, and is whole.
func TestUnsaid(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "match", 5)
		for n := 1; n <= 6; n++ {
			st := newStep(m, n, 0, []byte(strconv.Itoa(n)))
			switch n {
			case 3:
				st.Input.Kind, st.Input.Move = games.KindHold, `story "secret"`
				st.Position.Data = []byte("secret")
			case 5:
				st.Input.Kind, st.Input.Seat, st.Input.Move, st.Unsaid = games.KindWithhold, games.Nobody, "", `story "0"`
			}
			if err := s.Matches().AppendInput(t.Context(), st); err != nil {
				t.Fatal(n, err)
			}
			if n == 5 {
				checkPositions(t, s, 5, 5)
			}
		}
		log, err := s.Matches().Inputs(t.Context(), m.ID)
		if err != nil || len(log) != 6 || log[2].Move != `story "0"` || log[2].Kind != games.KindHold {
			t.Errorf("the log is %v, %v", log, err)
		}
		if erased, err := s.Matches().ErasedInputs(t.Context(), m.ID); err != nil || len(erased) != 1 || erased[0] != 3 {
			t.Errorf("erased are %v, %v", erased, err)
		}
		if got, err := s.Matches().Match(t.Context(), m.ID); err != nil || string(got.Position.Data) != "6" {
			t.Errorf("the match is %+v, %v", got, err)
		}
		st := newStep(m, 7, 0, []byte("7"))
		st.Unsaid = `story "0"`
		other := startMatch(t, s, "other", 6)
		st.Match, st.Input.N, st.Position.N = other.ID, 1, 1
		if err := s.Matches().AppendInput(t.Context(), st); err == nil {
			t.Error("words are withheld where none were held")
		}
	})
}
