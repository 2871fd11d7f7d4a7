package tally

import (
	"fmt"
	"testing"
	"time"

	"oneiros/store"
)

func TestSeasons(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{
		"2026-11-30T22:59:59Z": "2026 3", "2026-11-30T23:00:00Z": "2027 0", "2027-02-28T22:59:59Z": "2027 0", "2027-02-28T23:00:00Z": "2027 1",
		"2027-05-31T12:00:00Z": "2027 1", "2027-06-01T12:00:00Z": "2027 2", "2027-08-31T21:59:59Z": "2027 2", "2027-08-31T22:00:00Z": "2027 3",
	} {
		moment, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		if s := At(moment, berlin); fmt.Sprint(s.Year(), " ", s.Quarter()) != want {
			t.Errorf("%s is of %d %d, want %s", at, s.Year(), s.Quarter(), want)
		}
	}
}

// TestBoard: ties share a rank, a second table is the same night, and a streak is of all nights or
// of one series. A hidden person counts for themselves alone.
func TestBoard(t *testing.T) {
	var list []store.Attendance
	came := func(at, night, match, game string, won uint64, users ...uint64) {
		moment, err := time.Parse(time.DateOnly, at)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range users {
			list = append(list, store.Attendance{Match: match, User: u, Night: night, At: moment, Game: game, Won: u == won})
		}
	}
	came("2026-08-31", "old", "m0", "somnia", 1, 1, 2)
	came("2026-09-04", "fri", "m1", "somnia", 1, 1, 2, 4)
	came("2026-09-08", "tue", "m2", "somnia", 3, 3, 2)
	came("2026-09-11", "fri-1", "m3", "when-i-dream", 9, 1, 9)
	came("2026-09-11", "fri-1", "m4", "somnia", 3, 3, 1)
	came("2026-09-15", "tue-1", "m5", "somnia", 4, 3, 4)
	came("2026-09-18", "fri-2", "m6", "somnia", 1, 1, 4)
	came("2026-12-01", "new", "m7", "somnia", 1, 1)
	say := func(b Board) string {
		s := fmt.Sprintf("%d %d, %v %v, %d nights, %d in a row by %v\n", b.Season.Year(), b.Season.Quarter(), b.Before, b.After, b.Nights, b.Streak, b.Longest)
		for _, p := range b.People {
			s += fmt.Sprintln(p)
		}
		for _, g := range b.Games {
			s += fmt.Sprintln(g.Game, g.Matches, g.Won, g.Best)
		}
		if b.Own != nil {
			s += fmt.Sprint("own ", *b.Own)
		}
		return s
	}
	hidden := map[uint64]bool{9: true}
	want := "2026 3, 8106 8108, 5 nights, 3 in a row by [1 3]\n{1 1 3 2 3}\n{3 1 3 2 3}\n{4 1 3 1 2}\n{2 4 2 0 2}\nsomnia 5 2 [1 3]\nwhen-i-dream 1 0 []\nown {9 0 1 1 1}"
	if got := say(Of(list, At(list[3].At, time.UTC), time.UTC, 9, hidden)); got != want {
		t.Errorf("autumn:\n%s\nwant\n%s", got, want)
	}
	want = "2027 0, 8107 0, 1 nights, 1 in a row by [1]\n{1 1 1 1 1}\nsomnia 1 1 [1]\n"
	if got := say(Of(list, 9000, time.UTC, 2, hidden)); got != want { // one without a night
		t.Errorf("the latest:\n%s\nwant\n%s", got, want)
	}
	if b := Of(nil, 9000, time.UTC, 2, nil); b.Season != 0 || b.Nights != 0 {
		t.Errorf("of none: %+v", b)
	}
}
