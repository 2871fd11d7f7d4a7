package table

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// roster are the names of automatic players. They are the same in every language,
// and fit into a picture. No game has more than ten seats.
var roster = [...]string{"Luna", "Orion", "Vesper", "Lyra", "Morpheus", "Nox", "Selene", "Echo", "Astra", "Mirage"}

// firstAuto is the number of the first name. Discord's ids hold a time in
// milliseconds since 2015 above 22 bits. They reach this one in the year 2049, and
// players of the record say themselves whether they are automatic.
const firstAuto = 1 << 62

// lastAuto is the index in a record of the automatic player in the last seat, or -1.
func lastAuto(m *store.Match) int {
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
		user := uint64(firstAuto + name)
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
		p.Seat = len(next.Players) // the last; numberSeats makes it exact
		return
	}
}

// addAuto seats one automatic player in the lobby.
func (a *act) addAuto() error {
	if err := a.needHost(false); err != nil {
		return err
	}
	switch {
	case a.next.PeopleOnly:
		return games.Refuse("table.people-only")
	case !a.t.game.Plays():
		return games.Refuse("table.no-auto")
	case len(sitting(a.next)) >= a.t.game.Info().Max:
		return games.Refuse("table.full")
	}
	seatAuto(&a.next, a.now)
	return nil
}

// setStrength sets how well the automatic players play.
func (a *act) setStrength() error {
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
func (a *act) fill(next *store.Match) error {
	info := a.t.game.Info()
	if a.r.Fill > 0 && a.r.People > 0 && a.r.People != len(people(next)) {
		return games.Refuse("table.people")
	}
	missing := min(a.r.Fill, info.Max) - len(sitting(*next))
	if missing <= 0 {
		return nil
	}
	if err := a.needHost(false); err != nil {
		return err
	}
	switch {
	case a.next.PeopleOnly:
		return games.Refuse("table.people-only")
	case !a.t.game.Plays():
		return games.Refuse("table.no-auto")
	}
	for range missing {
		seatAuto(next, a.now)
	}
	numberSeats(next)
	return nil
}

// thought is how long the automatic player at a seat thinks about the move that is
// awaited now, or 0 where none sits. While people wait for it alone, it takes between half
// and all of the pace of the table, and longer where there is much to look at; see [waits].
// Else it takes between one and three times the pace. The seed and the public's turn number
// decide it, so it tells nothing of what anybody knows. The hash keeps the seed secret.
func (m *match) thought(seat games.Seat) time.Duration {
	i, err := owner(&m.rec, seat)
	if err != nil || !m.rec.Players[i].Auto || m.pos.match == nil || !m.game.Plays() {
		return 0
	}
	b := append(m.rec.Seed[:], "how long an automatic player thinks"...)
	b = binary.BigEndian.AppendUint64(b, uint64(m.pos.turns[0]))
	b = binary.BigEndian.AppendUint64(b, uint64(seat))
	h := sha256.Sum256(b)
	least, more := m.tempo.Pace, 2*m.tempo.Pace
	if hurries(m) {
		least, more = least/2, least/2
	}
	return least + time.Duration(binary.BigEndian.Uint64(h[:8])%uint64(more+1))
}
