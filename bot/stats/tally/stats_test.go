package tally

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/store"
)

// history is some matches; each string has a letter for each seat, a capital for a
// winner. The people are a to y, and z is an automatic player.
func history(game string, seats ...string) (list []store.Finished) {
	for i, text := range seats {
		m := store.Finished{Match: game + string(rune('0'+i)), Game: game, At: time.Unix(int64(i), 0)}
		for seat, c := range text {
			r := store.Result{Match: m.Match, Seat: seat, Game: game, Won: c < 'a'}
			if r.Won {
				c += 'a' - 'A'
			}
			if r.User = uint64(c); c == 'z' {
				r.User, r.Auto = 0, true
			}
			m.Seats = append(m.Seats, r)
		}
		list = append(list, m)
	}
	return list
}

func three(string) int { return 3 }

// TestPerson counts the matches of people apart from the others.
func TestPerson(t *testing.T) {
	list := history("x", "Abc", "aBc", "ABc", "Abz", "Abd", "Azz", "Acb", "Abcz", "bcd")
	p := Of('a', list, People, three, nil)
	if want := [Classes]Count{{5, 4}, {1, 1}, {2, 2}}; p.All != want {
		t.Errorf("in all %v, want %v", p.All, want)
	}
	if p.Streak != 3 || p.BestStreak != 3 || p.Last != "x7" || !p.First.Equal(time.Unix(0, 0)) {
		t.Errorf("streaks %d and %d, last %s, first %v", p.Streak, p.BestStreak, p.Last, p.First)
	}
	if d := cmp.Diff([]Standing{{'b', "x6", 0, Count{5, 1}}, {'c', "x6", 0, Count{4, 0}}, {'d', "x4", 0, Count{1, 0}}}, p.Partners); d != "" {
		t.Errorf("partners:\n%s", d)
	}
	if d := cmp.Diff([]GameCount{{"x", Count{5, 4}}}, p.Games); d != "" {
		t.Errorf("games:\n%s", d)
	}
	if p := Of('a', list, Few, three, map[uint64]bool{'b': true}); p.Games[0].Count != (Count{2, 2}) || len(p.Partners) != 0 {
		t.Errorf("of too few: %+v", p)
	}
	if p := Of('q', list, People, three, nil); p.All != [Classes]Count{} || p.Last != "" {
		t.Errorf("somebody who never played: %+v", p)
	}
}

// TestAlone: who played without people alone is shown those matches, not that there were none.
func TestAlone(t *testing.T) {
	for _, c := range []struct {
		seats []string
		class Class
		alone bool
	}{
		{[]string{"azz", "Azz"}, Few, true},
		{[]string{"azz", "Abz"}, Few, false},
		{[]string{"abcz", "abcz", "azz"}, Autos, false},
		{[]string{"abc", "azz", "azz"}, People, false},
		{nil, People, false},
	} {
		if p := Of('a', history("x", c.seats...), People, three, map[uint64]bool{'b': true}); p.Class != c.class || p.Alone != c.alone {
			t.Errorf("of %q: class %d, alone %t", c.seats, p.Class, p.Alone)
		}
	}
}

// TestRolesAndMoments: a role and a moment belong to who had the seat to the end.
func TestRolesAndMoments(t *testing.T) {
	list := history("x", "abc", "bac", "Abz")
	for i := range list {
		list[i].Summary = games.Summary{
			Roles:  []games.RoleCount{{Seat: 0, Role: "moth", Times: 2, Reached: i}, {Seat: 1, Role: "moon", Times: 1}},
			Moment: &games.Moment{Seat: 1, Numbers: []int{3 + i, 6}},
		}
	}
	p := Of('a', list, People, three, nil)
	if d := cmp.Diff([]RoleCount{{"x", "moth", 2, 0}, {"x", "moon", 1, 0}}, p.Roles); d != "" {
		t.Errorf("roles:\n%s", d)
	}
	if m := Find(p.Moments, "x"); m == nil || m.Numbers[0] != 4 || m.Match != "x1" || m.User != 'a' {
		t.Errorf("moments %+v", p.Moments)
	}
	if p := Of('c', list, People, three, nil); p.Moments != nil || p.Roles != nil {
		t.Errorf("of another seat: %+v", p)
	}
	s := OfServer(list, three, nil)
	if m := Find(s.Moments, "x"); m == nil || m.Match != "x1" || m.User != 'a' {
		t.Errorf("the server's moments %+v", s.Moments)
	}
	if s := OfServer(list, three, map[uint64]bool{'a': true}); len(s.Moments) != 1 || s.Moments[0].User != 'b' {
		t.Errorf("the moment of a hidden person: %+v", s.Moments)
	}
}

// TestServer names no person who is hidden.
func TestServer(t *testing.T) {
	list := append(history("x", "Abc", "aBc", "ABc", "Abz"), history("y", "bcA", "bcA")...)
	s := OfServer(list, three, nil)
	if s.All != [Classes]int{5, 0, 1} || len(s.Games) != 2 || s.Games[0].Game != "x" || s.Games[0].Matches != 3 {
		t.Errorf("%+v", s)
	}
	if d := cmp.Diff([]Standing{{'a', "y1", 3, Count{5, 4}}, {'b', "y1", 2, Count{5, 2}}, {'c', "y1", 0, Count{5, 0}}}, s.People); d != "" || s.Streak.User != 'a' {
		t.Errorf("the best is %+v:\n%s", s.Streak, d)
	}
	if s := OfServer(list, three, map[uint64]bool{'a': true}); len(s.People) != 2 || s.Streak.User != 'b' || s.All[People] != 5 {
		t.Errorf("one is hidden: %+v", s)
	}
	if s := OfServer(nil, three, nil); s.Moments != nil || len(s.People) != 0 {
		t.Errorf("of nothing: %+v", s)
	}
}
