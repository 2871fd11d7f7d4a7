package people

import (
	"hash/fnv"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// roster are the names of automatic players. They are the same in every language,
// and fit into a picture. No game has more than ten seats.
var roster = [...]string{"Luna", "Orion", "Vesper", "Lyra", "Morpheus", "Nox", "Selene", "Echo", "Astra", "Mirage"}

// FirstAuto is the number of the first name. Discord's ids hold a time in
// milliseconds since 2015 above 22 bits. They reach this one in the year 2049, and
// players of the record say themselves whether they are automatic.
const FirstAuto = 1 << 62

// LastAuto is the index in a record of the automatic player in the last seat, or -1.
func LastAuto(m *store.Match) int {
	last := -1
	for i, p := range m.Players {
		if p.Auto && p.Seat >= 0 && (last < 0 || p.Seat > m.Players[last].Seat) {
			last = i
		}
	}
	return last
}

// seatAuto seats an automatic player whose name nobody at the table has. Which name
// comes first depends on the match, so that not all tables are alike.
func seatAuto(next *store.Match, now time.Time) {
	h := fnv.New32a()
	h.Write([]byte(next.ID)) // it never fails
	first := int(h.Sum32() % uint32(len(roster)))
	for k := range roster {
		name := (first + k) % len(roster)
		user := uint64(FirstAuto + name)
		i := slices.IndexFunc(next.Players, func(p store.Player) bool { return p.User == user })
		if i >= 0 && next.Players[i].Seat >= 0 {
			continue
		}
		if i < 0 {
			i = len(next.Players)
			next.Players = append(next.Players, store.Player{User: user})
		}
		p := &next.Players[i]
		p.Name, p.Auto, p.Ready, p.Joined = roster[name], true, true, now
		p.Seat = len(next.Players) // the last; NumberSeats makes it exact
		return
	}
}

// addAuto seats one automatic player in the lobby.
func (a lobby) addAuto() error {
	if err := a.needHost(false); err != nil {
		return err
	}
	switch {
	case a.next.PeopleOnly:
		return games.Refuse("table.people-only")
	case !a.now.Game.Plays():
		return games.Refuse("table.no-auto")
	case len(Sitting(&a.next)) >= a.now.Game.Info().Max:
		return games.Refuse("table.full")
	}
	seatAuto(&a.next, a.now.Here)
	return nil
}

// setStrength sets how well the automatic players play.
func (a lobby) setStrength() error {
	if err := a.needHost(false); err != nil {
		return err
	}
	how, err := games.ParseStrength(a.r.Value)
	if err != nil {
		return games.Refuse("table.strength")
	}
	if a.next.Strength == int(how) {
		return errSame
	}
	a.next.Strength = int(how)
	return nil
}

// fill seats as many automatic players in a record as its start asks for.
func (a lobby) fill(next *store.Match) error {
	info := a.now.Game.Info()
	if a.r.Fill > 0 && a.r.People > 0 && a.r.People != len(Persons(next)) {
		return games.Refuse("table.people")
	}
	missing := min(a.r.Fill, info.Max) - len(Sitting(next))
	if missing <= 0 {
		return nil
	}
	if err := a.needHost(false); err != nil {
		return err
	}
	switch {
	case a.next.PeopleOnly:
		return games.Refuse("table.people-only")
	case !a.now.Game.Plays():
		return games.Refuse("table.no-auto")
	}
	for range missing {
		seatAuto(next, a.now.Here)
	}
	NumberSeats(next)
	return nil
}
