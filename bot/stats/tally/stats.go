// Package tally counts what was played. It is pure: it counts matches that are over, in
// the order in which they ended.
//
// There is no rating. Matches of people alone are counted apart from those with
// automatic players, and from those in which fewer people stayed than the game is for.
package tally

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// Class is what a match counts as.
type Class int

// The classes.
const (
	People Class = iota // only people had seats at the end
	Autos               // automatic players had some, and there were people enough for the game
	Few                 // there were fewer people than the game is for
	Classes
)

// Least tells how few people a game is for.
type Least func(game string) int

// ClassOf is what a match counts as.
func ClassOf(m store.Finished, least Least) Class {
	people := 0
	for _, r := range m.Seats {
		if !r.Auto {
			people++
		}
	}
	switch {
	case people == len(m.Seats):
		return People
	case people < least(m.Game):
		return Few
	}
	return Autos
}

// Count is how many matches there were, and how many of them were won.
type Count struct{ Matches, Won int }

func (c *Count) add(won bool) {
	c.Matches++
	if won {
		c.Won++
	}
}

// GameCount is a Count of one game.
type GameCount struct {
	Game string
	Count
}

// RoleCount is how often a person had a role, and how often they reached its aim.
type RoleCount struct {
	Game, Role     string
	Times, Reached int
}

// Standing is a person among others.
type Standing struct {
	User   uint64
	Match  string // the last one, where their name is
	Streak int    // the most matches that they won in a row
	Count
}

// Moment is the best moment of a game, whose it was, and where.
type Moment struct {
	games.Moment
	Game  string
	User  uint64
	Match string
	At    time.Time
}

// Person is what a person played, in one class.
type Person struct {
	All        [Classes]Count
	Class      Class
	Alone      bool // they were the only person at each table of the class, among automatic players
	First      time.Time
	Games      []GameCount // the most played first
	Roles      []RoleCount // of each game, the most frequent first
	Partners   []Standing  // who sat at the table with them most often; Won is how often both won
	Streak     int         // matches that they won in a row, to the last one
	BestStreak int
	Moments    []Moment // their best of each game that has some
	Last       string   // the last match, where their name is
}

// Of counts what a person played. Nobody who is hidden is a partner. In place of a class
// without matches it counts the class with most.
func Of(user uint64, list []store.Finished, class Class, least Least, hidden map[uint64]bool) Person {
	var p Person
	for _, m := range list {
		if own := seatOf(m, user); own >= 0 {
			p.Last = m.Match
			p.All[ClassOf(m, least)].add(m.Seats[own].Won)
		}
	}
	if p.Class = class; p.All[class].Matches == 0 {
		for other, count := range p.All {
			if count.Matches > p.All[p.Class].Matches {
				p.Class = Class(other)
			}
		}
	}
	p.countClass(user, list, least, hidden)
	return p
}

func seatOf(m store.Finished, user uint64) int {
	return slices.IndexFunc(m.Seats, func(r store.Result) bool { return r.User == user })
}

// countClass counts the matches of the person's class.
func (p *Person) countClass(user uint64, list []store.Finished, least Least, hidden map[uint64]bool) {
	p.Alone = p.Class != People && p.All[p.Class].Matches > 0
	byGame, roles, partners := map[string]*Count{}, map[[2]string]*RoleCount{}, map[uint64]*Standing{}
	for _, m := range list {
		own := seatOf(m, user)
		if own < 0 || ClassOf(m, least) != p.Class {
			continue
		}
		won := m.Seats[own].Won
		if p.First.IsZero() {
			p.First = m.At
		}
		of(byGame, m.Game).add(won)
		p.Streak++
		if !won {
			p.Streak = 0
		}
		p.BestStreak = max(p.BestStreak, p.Streak)
		for _, r := range m.Seats {
			if r.User == user || r.Auto {
				continue
			}
			if p.Alone = false; hidden[r.User] {
				continue
			}
			with := of(partners, r.User)
			with.User, with.Match = r.User, m.Match
			with.add(won && r.Won)
		}
		seat := games.Seat(m.Seats[own].Seat)
		for _, r := range m.Summary.Roles {
			if r.Seat == seat {
				count := of(roles, [2]string{m.Game, r.Role})
				count.Game, count.Role = m.Game, r.Role
				count.Times, count.Reached = count.Times+r.Times, count.Reached+r.Reached
			}
		}
		if best := m.Summary.Moment; best != nil && best.Seat == seat {
			p.Moments = withMoment(p.Moments, m, user)
		}
	}
	p.Games, p.Partners = gamesOf(byGame), standings(partners, byMatches)
	for _, r := range roles {
		p.Roles = append(p.Roles, *r)
	}
	slices.SortFunc(p.Roles, func(a, b RoleCount) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), b.Times-a.Times, cmp.Compare(a.Role, b.Role))
	})
}

// Server is what was played on a server. All but All counts matches of people alone.
type Server struct {
	All     [Classes]int
	First   time.Time
	Games   []GameCount // the most played first; nothing is won
	People  []Standing  // the person who won most first
	Streak  Standing    // who won most matches in a row; zero for no person
	Moments []Moment    // the best of each game that has some
}

// OfServer counts what was played on a server. Nobody who is hidden is named.
func OfServer(list []store.Finished, least Least, hidden map[uint64]bool) Server {
	var s Server
	byGame, people, now := map[string]*Count{}, map[uint64]*Standing{}, map[uint64]int{}
	for _, m := range list {
		is := ClassOf(m, least)
		s.All[is]++
		if is != People {
			continue
		}
		if s.First.IsZero() {
			s.First = m.At
		}
		of(byGame, m.Game).add(false)
		for _, r := range m.Seats {
			if hidden[r.User] {
				continue
			}
			one := of(people, r.User)
			one.User, one.Match = r.User, m.Match
			one.add(r.Won)
			now[r.User]++
			if !r.Won {
				now[r.User] = 0
			}
			one.Streak = max(one.Streak, now[r.User])
		}
		if best := m.Summary.Moment; best != nil && int(best.Seat) < len(m.Seats) && !hidden[m.Seats[best.Seat].User] {
			s.Moments = withMoment(s.Moments, m, m.Seats[best.Seat].User)
		}
	}
	s.Games, s.People = gamesOf(byGame), standings(people, byWins)
	for _, one := range s.People {
		if one.Streak > s.Streak.Streak {
			s.Streak = one
		}
	}
	return s
}

// of is the entry of a map, which it makes.
func of[K comparable, V any](m map[K]*V, key K) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// withMoment has the moment of a match among the best, if it is the best of its game.
func withMoment(list []Moment, m store.Finished, user uint64) []Moment {
	i := slices.IndexFunc(list, func(b Moment) bool { return b.Game == m.Game })
	switch is := (Moment{Moment: *m.Summary.Moment, Game: m.Game, User: user, Match: m.Match, At: m.At}); {
	case i < 0:
		return append(list, is)
	case is.Better(&list[i].Moment):
		list[i] = is
	}
	return list
}

// Find is the moment of a game, or nil.
func Find(list []Moment, game string) *Moment {
	if i := slices.IndexFunc(list, func(m Moment) bool { return m.Game == game }); i >= 0 {
		return &list[i]
	}
	return nil
}

func gamesOf(by map[string]*Count) (list []GameCount) {
	for _, game := range slices.Sorted(maps.Keys(by)) {
		list = append(list, GameCount{game, *by[game]})
	}
	slices.SortStableFunc(list, func(a, b GameCount) int { return b.Matches - a.Matches })
	return list
}

func standings(by map[uint64]*Standing, first func(a, b Standing) int) (list []Standing) {
	for _, user := range slices.Sorted(maps.Keys(by)) {
		list = append(list, *by[user])
	}
	slices.SortStableFunc(list, first)
	return list
}

func byMatches(a, b Standing) int { return cmp.Or(b.Matches-a.Matches, b.Won-a.Won) }

func byWins(a, b Standing) int { return cmp.Or(b.Won-a.Won, a.Matches-b.Matches) }
