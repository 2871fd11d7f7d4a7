package store

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/store/storetest"
)

// TestNotebookEntries: a database of the version before is upgraded with its matches. A file of a
// person has their own entries, and no others. They go with their owner, with the log of
// their match, and with the match. What others wrote about a seat stays with those who wrote it.
func TestNotebookEntries(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		for i, id := range []string{"live", "over", "gone"} {
			m := Match{ID: id, Guild: 1, Channel: uint64(5 + i), Game: "somnia", Phase: Lobby, Created: at, ClockSaved: at, Players: []Player{{User: 7, Name: "Вера", Joined: at}, {User: 8, Name: "Глеб", Seat: 1, Joined: at}}}
			if err := s.Matches().CreateMatch(ctx, m); err != nil {
				t.Fatal(err)
			}
			m.Phase, m.Seats, m.Started, m.Seed = Live, 2, at, games.Seed{1}
			m.Position = &Position{Version: 1, Turns: make([]int, 3), Data: []byte("{}")}
			if id != "live" {
				m.Phase, m.Ended, m.Position = Over, at.Add(time.Hour), nil
			}
			if err := s.Matches().SaveMatch(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		// As the version before had it.
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		stepBack(t, place, 43)
		s = openStore(t, place)
		if m, err := s.Matches().Match(ctx, "live"); err != nil || len(m.Players) != 2 || m.Position == nil {
			t.Errorf("of the match there is %+v, %v", m, err)
		}
		rows := s.Rows(NotebookEntries)
		left := func(want ...string) {
			t.Helper()
			list, err := rows.List(ctx, With{"about": []uint64{0, 1}})
			var got []string
			for _, row := range list {
				got = append(got, row[6].(string))
			}
			slices.Sort(got)
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("left is %q, %v, want %q", got, err, want)
			}
		}
		for _, row := range []Row{
			{"live", 7, 0, 1, "trusted", "", "Вера of Глеб"}, {"live", 8, 1, 0, "suspected", "nightmare,alice", "Глеб of Вера"},
			{"over", 8, 1, 0, "", "", "over"}, {"gone", 8, 1, 0, "", "", "gone"},
		} {
			if err := rows.Put(ctx, row); err != nil {
				t.Fatal(err)
			}
		}
		if err := rows.Put(ctx, Row{"nowhere", 7, 0, 1, "", "", "nowhere"}); err == nil {
			t.Error("a match that is not there has an entry")
		}
		p, err := s.Erasures().Person(ctx, 8, nil)
		if list := p.Rows("notebook"); err != nil || len(list) != 3 || !strings.Contains(string(list[1]), `"seat":1,"about":0,"mark":"suspected","struck":"nightmare,alice","line":"Глеб of Вера"`) || strings.Contains(string(slices.Concat(list[0], list[1], list[2])), "Вера of") {
			t.Errorf("the file of Глеб has %s, %v", list, err)
		}
		if err := s.Matches().EraseMatch(ctx, "gone"); err != nil {
			t.Fatal(err)
		}
		left("over", "Вера of Глеб", "Глеб of Вера")
		ended := at.Add(time.Hour)
		if n, err := s.Erasures().EraseOldLogs(ctx, time.Time{}, ended, ended); n != 0 || err != nil {
			t.Errorf("%d logs are erased too early, %v", n, err)
		}
		late := ended.Add(2 * SumTime)
		if n, err := s.Erasures().EraseOldLogs(ctx, time.Time{}, late, late); n != 1 || err != nil {
			t.Errorf("%d logs are erased, %v", n, err)
		}
		left("Вера of Глеб", "Глеб of Вера")
		if err := errors.Join(s.Erasures().RequestErasure(ctx, 7, at), s.Matches().EraseFromMatch(ctx, Removal{Match: "live", Rev: 1, User: 7, Host: 8})); err != nil {
			t.Fatal(err)
		}
		left("Глеб of Вера")
		if list, err := FindDamage(ctx, place); err != nil || len(list) > 0 {
			t.Errorf("damage: %v, %v", list, err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil {
			t.Fatal(err)
		}
		left()
	})
}
