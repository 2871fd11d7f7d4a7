package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

func TestSaveAndReadMatch(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := startMatch(t, s, "abcdefghij", 5)
		m.Thread, m.OwnThread, m.Paused, m.Incident, m.Previous, m.SeatOrder = 6, true, "table.incident", "xyz", "before", []uint64{8, 7}
		m.Clock, m.ClockSaved, m.Ended = 90*time.Second+1, m.Created.Add(time.Minute), m.Created.Add(time.Hour)
		m.Strength, m.PeopleOnly, m.Faster = -1, true, true
		m.Players[1].Auto = true
		m.Players = append(m.Players, Player{User: 9, Name: "left\u202e <@1>", Username: "left_1", Locale: "en-US", Seat: -1, Joined: m.Created})
		m.Position = nil
		if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.Rev++
		got, err := s.Matches().Match(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
		if d := cmp.Diff(m, got); d != "" {
			t.Errorf("saved and read matches differ:\n%s", d)
		}
		if _, err := s.Matches().Match(t.Context(), "nothing"); !errors.Is(err, ErrNotFound) {
			t.Errorf("read an unknown match: %v", err)
		}
	})
}

func TestOneOpenMatchInAPlace(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		startMatch(t, s, "first", 5)
		second := Match{ID: "second", Channel: 5, Phase: Lobby}
		if err := s.Matches().CreateMatch(t.Context(), second); !errors.Is(err, ErrTaken) {
			t.Errorf("a second match in the channel: %v", err)
		}
		second.Thread = 6
		if err := s.Matches().CreateMatch(t.Context(), second); err != nil {
			t.Errorf("a match in a thread of the channel: %v", err)
		}
		again := second
		again.Thread = 7
		if err := s.Matches().CreateMatch(t.Context(), again); !errors.Is(err, ErrConflict) {
			t.Errorf("the same match again: %v", err)
		}
		second.Thread = 0
		if err := s.Matches().SaveMatch(t.Context(), second); !errors.Is(err, ErrTaken) {
			t.Errorf("moved to the channel of the first: %v", err)
		}
	})
}

func TestClockNeverGoesBack(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		a, b := startMatch(t, s, "a", 1), startMatch(t, s, "b", 2)
		at := a.Created.Add(time.Minute)
		for _, c := range [][]Clock{{{"a", 10 * time.Second}, {"b", 20 * time.Second}}, {{"a", 5 * time.Second}}, nil} {
			if err := s.Matches().SaveClocks(t.Context(), at, c); err != nil {
				t.Fatal(err)
			}
		}
		lobby := Match{ID: "lobby", Channel: 3, Phase: Lobby, Rev: b.Rev}
		if err := s.Matches().CreateMatch(t.Context(), lobby); err != nil {
			t.Fatal(err)
		}
		if err := s.Matches().SaveClocks(t.Context(), at.Add(time.Minute), []Clock{{"lobby", time.Second}, {"b", 20 * time.Second}}); err != nil {
			t.Fatal(err)
		}
		for want, saved := range map[Clock]time.Time{{"a", 10 * time.Second}: at, {"b", 20 * time.Second}: at.Add(time.Minute), {"lobby", 0}: {}} {
			got, err := s.Matches().Match(t.Context(), want.Match)
			if err != nil || got.Clock != want.Clock || !got.ClockSaved.Equal(saved) {
				t.Errorf("clock of %s is %v, saved at %v, %v", want.Match, got.Clock, got.ClockSaved, err)
			}
			if got.Rev != b.Rev {
				t.Error("saving a clock raised the revision")
			}
		}
	})
}

// withPeople adds to a match a sleeping automatic player, one who left, a motion and notes.
func withPeople(m Match) Match {
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
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		m := withPeople(startMatch(t, s, "match", 5))
		all := m.Notes
		m.Position = nil
		if err := s.Matches().SaveMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.Rev, m.Notes = m.Rev+1, m.Notes[2:]
		m.Position = &Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte(`{"n":0}`)}
		got, err := s.Matches().Match(t.Context(), m.ID)
		if d := cmp.Diff(m, got); d != "" || err != nil {
			t.Errorf("saved and read matches differ, %v:\n%s", err, d)
		}
		// A saved note never changes.
		more := Note{N: 6, At: m.Created, What: "table.note.back", Who: []uint64{8}}
		got.Notes = append([]Note{{N: 5, What: "another"}}, more)
		got.Motion, got.Position = nil, nil
		if err := s.Matches().SaveMatch(t.Context(), got); err != nil {
			t.Fatal(err)
		}
		notes, err := s.Matches().Notes(t.Context(), m.ID)
		if d := cmp.Diff(append(all, more), notes); d != "" || err != nil {
			t.Errorf("notes, %v:\n%s", err, d)
		}
		if got, err = s.Matches().Match(t.Context(), m.ID); err != nil || got.Motion != nil {
			t.Errorf("after its end the motion is %+v, %v", got.Motion, err)
		}
		if notes, err := s.Matches().Notes(t.Context(), "nothing"); err != nil || len(notes) != 0 {
			t.Errorf("notes of an unknown match: %v, %v", notes, err)
		}
	})
}
