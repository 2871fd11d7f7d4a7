package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestMatchReadsAsItWasWritten(t *testing.T) {
	s := newStore(t)
	m := startMatch(t, s, "abcdefghij", 5)
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

func TestOneMatchInAPlace(t *testing.T) {
	s := newStore(t)
	startMatch(t, s, "first", 5)
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

func TestTickNeverGoesBack(t *testing.T) {
	s := newStore(t)
	a, b := startMatch(t, s, "a", 1), startMatch(t, s, "b", 2)
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
	s := newStore(t)
	m := people(startMatch(t, s, "match", 5))
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
