// Package tally counts who came to the game nights of a season. It is pure.
//
// A season is three months: winter begins on the first of December, spring in March, summer in
// June, autumn in September. A night belongs to the season in which it was to begin.
//
// A night counts when a match began at a table that it opened, and those who sat there then came
// to it. Its second table is the same night. What was played again afterwards is no part of it.
package tally

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"oneiros/store"
)

// A Season is a number that grows with time: four times the year in which it ends, and behind it 0
// for winter to 3 for autumn.
type Season int

// At is the season of a moment by some clocks.
func At(at time.Time, zone *time.Location) Season {
	year, month, _ := at.In(zone).Date()
	return Season(4*year + int(month)/3) // December stands behind autumn, and so in the winter of the next year
}

// Year is the year in which the season ends.
func (s Season) Year() int { return int(s) / 4 }

// Quarter is 0 for winter, 1 for spring, 2 for summer and 3 for autumn.
func (s Season) Quarter() int { return int(s) % 4 }

// Person is a person who came.
type Person struct {
	User   uint64
	Rank   int // from 1, by nights; the same for as many. 0 for a person whom others do not see
	Nights int
	Won    int // matches
	Streak int // the most nights in a row
}

// Game is what was played on the nights of a game.
type Game struct {
	Game    string
	Matches int
	Won     int      // the most matches that one person won
	Best    []uint64 // who did
}

// Board is a season of a server.
type Board struct {
	Season        Season
	Before, After Season // the next seasons with a night; 0 for none
	Nights        int
	People        []Person // whom others see: most nights first, then most wins
	Games         []Game   // the most played first
	Streak        int      // the longest one of People
	Longest       []uint64 // who has it
	Own           *Person  // the reader, also one whom others do not see; nil for a reader who did not come
}

// Of counts a season of a server, whose nights come in their order. Where the wanted one has no
// night it is the latest one that has. The zero Board is of a server without a night. Others see no
// person who is hidden.
func Of(list []store.Attendance, want Season, zone *time.Location, reader uint64, hidden map[uint64]bool) Board {
	var seasons []Season
	for _, a := range list {
		if s := At(a.At, zone); len(seasons) == 0 || seasons[len(seasons)-1] != s {
			seasons = append(seasons, s)
		}
	}
	if len(seasons) == 0 {
		return Board{}
	}
	i := slices.Index(seasons, want)
	if i < 0 {
		i = len(seasons) - 1
	}
	b := Board{Season: seasons[i]}
	if i > 0 {
		b.Before = seasons[i-1]
	}
	if i+1 < len(seasons) {
		b.After = seasons[i+1]
	}
	list = slices.DeleteFunc(slices.Clone(list), func(a store.Attendance) bool { return At(a.At, zone) != b.Season })
	b.Nights = len(nightsOf(list))
	b.count(list, reader, hidden)
	b.Games = games(list, hidden)
	return b
}

// count counts the people of a season.
func (b *Board) count(list []store.Attendance, reader uint64, hidden map[uint64]bool) {
	people, came := map[uint64]*Person{}, map[uint64]map[string]bool{}
	for _, a := range list {
		p := people[a.User]
		if p == nil {
			p = &Person{User: a.User}
			people[a.User], came[a.User] = p, map[string]bool{}
		}
		if !came[a.User][a.Night] {
			p.Nights++
		}
		came[a.User][a.Night] = true
		if a.Won {
			p.Won++
		}
	}
	rows := [][]string{nightsOf(list)}
	rows = append(rows, series(rows[0])...)
	for user, p := range people {
		for _, nights := range rows {
			p.Streak = max(p.Streak, streak(nights, came[user]))
		}
		if hidden[user] {
			continue
		}
		b.People = append(b.People, *p)
		b.Streak = max(b.Streak, p.Streak)
	}
	slices.SortFunc(b.People, func(x, y Person) int {
		return cmp.Or(cmp.Compare(y.Nights, x.Nights), cmp.Compare(y.Won, x.Won), cmp.Compare(x.User, y.User))
	})
	b.Own = people[reader]
	for i := range b.People {
		p := &b.People[i]
		if p.Rank = i + 1; i > 0 && b.People[i-1].Nights == p.Nights {
			p.Rank = b.People[i-1].Rank
		}
		if p.Streak == b.Streak {
			b.Longest = append(b.Longest, p.User)
		}
		if p.User == reader {
			b.Own = p
		}
	}
}

// nightsOf are the ids of nights in their order.
func nightsOf(list []store.Attendance) (nights []string) {
	for _, a := range list {
		if n := len(nights); n == 0 || nights[n-1] != a.Night {
			nights = append(nights, a.Night)
		}
	}
	return nights
}

// series are the nights of each series. Where a server has several, a player who comes to each night
// of one has a streak, too.
func series(nights []string) [][]string {
	of := map[string][]string{}
	for _, id := range nights {
		of[store.SeriesOf(id)] = append(of[store.SeriesOf(id)], id)
	}
	return slices.Collect(maps.Values(of))
}

// streak is the most nights in a row to which a person came.
func streak(nights []string, came map[string]bool) (most int) {
	n := 0
	for _, id := range nights {
		if n++; !came[id] {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// games are the games of a season.
func games(list []store.Attendance, hidden map[uint64]bool) (all []Game) {
	matches, won := map[string]map[string]bool{}, map[string]map[uint64]int{}
	for _, a := range list {
		if matches[a.Game] == nil {
			matches[a.Game], won[a.Game] = map[string]bool{}, map[uint64]int{}
		}
		matches[a.Game][a.Match] = true
		if a.Won && !hidden[a.User] {
			won[a.Game][a.User]++
		}
	}
	for name, of := range matches {
		g := Game{Game: name, Matches: len(of)}
		for _, user := range slices.Sorted(maps.Keys(won[name])) {
			switch n := won[name][user]; {
			case n > g.Won:
				g.Won, g.Best = n, []uint64{user}
			case n == g.Won:
				g.Best = append(g.Best, user)
			}
		}
		all = append(all, g)
	}
	slices.SortFunc(all, func(x, y Game) int { return cmp.Or(cmp.Compare(y.Matches, x.Matches), cmp.Compare(x.Game, y.Game)) })
	return all
}
