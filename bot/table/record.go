package table

import (
	"cmp"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/alike"
	"oneiros/games/ui"
	"oneiros/store"
)

// owner finds who has a seat. It returns their index in the record, or a refusal.
func owner(m *store.Match, seat games.Seat) (int, error) {
	if seat >= 0 {
		if i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.Seat == int(seat) }); i >= 0 {
			return i, nil
		}
	}
	return -1, games.Refuse("table.seat-empty")
}

// target is the index in a record of the person who is to be kicked or to be the
// host. Otherwise it is a refusal. A person has the seat that they have now.
func target(m *store.Match, r *request) (int, error) {
	if r.Whom == 0 {
		return owner(m, r.Seat)
	}
	i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.User == uint64(r.Whom) && p.Seat >= 0 })
	if i < 0 {
		return -1, games.Refuse("table.not-there")
	}
	r.Seat = games.Seat(m.Players[i].Seat)
	return i, nil
}

// lastOwner is the index of the person who left an open seat, the latest of them;
// -1 for none.
func lastOwner(m *store.Match, seat int) int {
	last := -1
	for i, p := range m.Players {
		if !p.LeftAt.IsZero() && p.LeftSeat == seat && (last < 0 || p.LeftAt.After(m.Players[last].LeftAt)) {
			last = i
		}
	}
	return last
}

// sitting are the players that sit, in seat order.
func sitting(m store.Match) []store.Player {
	return slices.DeleteFunc(slices.Clone(m.Players), func(p store.Player) bool { return p.Seat < 0 })
}

// people are the players that sit and are not automatic, in seat order.
func people(m *store.Match) []store.Player {
	return slices.DeleteFunc(sitting(*m), func(p store.Player) bool { return p.Auto })
}

// awake are the people that sit and are not away.
func awake(m *store.Match) []store.Player {
	return slices.DeleteFunc(people(m), func(p store.Player) bool { return p.Asleep })
}

// players are the players of a record as everybody sees them.
func players(m *store.Match) []Player {
	n := m.Seats
	if n == 0 {
		n = len(sitting(*m))
	}
	list := make([]Player, n)
	for i := range list {
		if j, err := owner(m, games.Seat(i)); err == nil {
			p := m.Players[j]
			list[i] = Player{User: userOf(p), Ready: p.Ready, Joined: p.Joined, Asleep: p.Asleep, Off: !p.Holiday.IsZero(), Auto: p.Auto, Missed: p.Missed}
			continue
		}
		list[i].Open = true
		if j := lastOwner(m, i); j >= 0 {
			list[i].Name, list[i].Username = m.Players[j].Name, m.Players[j].Username
		}
	}
	return list
}

// leftSeats are the seats that people who left a live match may come back to.
func leftSeats(r *store.Match) map[discord.ID]games.Seat {
	if r.Phase != Live && r.Guild != 0 {
		return nil
	}
	list := map[discord.ID]games.Seat{}
	for _, p := range r.Players {
		switch {
		case p.Barred:
			list[discord.ID(p.User)] = games.Nobody
		case !p.LeftAt.IsZero():
			list[discord.ID(p.User)] = games.Seat(p.LeftSeat)
		}
	}
	return list
}

// expected names the people of the match before who have not joined the lobby that
// follows it, until a moment. In the record they are people who never joined.
func (m *match) expected(now time.Time) (people []User, until time.Time) {
	until = m.rec.Created.Add(AgainTime)
	if m.rec.Phase != Lobby || m.rec.Previous == "" || !now.Before(until) {
		return nil, time.Time{}
	}
	for _, p := range m.rec.Players {
		if p.Seat < 0 && p.Joined.IsZero() && !p.Auto && !p.Barred {
			people = append(people, userOf(p))
		}
	}
	if len(people) == 0 {
		return nil, time.Time{}
	}
	return people, until
}

// addNote adds to a record what happened to people.
func addNote(next *store.Match, now time.Time, what string, who ...uint64) {
	n := 1
	if len(next.Notes) > 0 {
		n += next.Notes[len(next.Notes)-1].N
	}
	next.Notes = append(next.Notes, store.Note{N: n, At: now, What: what, Who: who})
}

// noteText is a note in words. People at the table are named by their seat, others
// by the name that they had.
func noteText(m *store.Match, n store.Note) Note {
	var args []any
	for _, who := range n.Who {
		i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.User == who })
		switch {
		case i < 0:
			args = append(args, ui.T("table.nobody"))
		case m.Players[i].Seat >= 0:
			args = append(args, ui.Name(m.Players[i].Seat))
		default:
			args = append(args, nameThen(m, i))
		}
	}
	return Note{At: n.At, Text: ui.T(n.What, args...)}
}

// nameThen is what a person who has left is called, with their username where others look
// like them.
func nameThen(m *store.Match, i int) string {
	p := m.Players[i]
	for j, o := range m.Players {
		if j != i && !o.Auto && p.Username != "" && alike.Key(o.Name) == alike.Key(p.Name) {
			return p.Name + " @" + p.Username
		}
	}
	return p.Name
}

// wake notes that a person is there, and reports whether that is news.
func wake(next *store.Match, i int, now time.Time) bool {
	p := &next.Players[i]
	news := p.Asleep || p.Missed > 0
	if p.Asleep {
		addNote(next, now, "table.note.back", p.User)
	}
	p.Asleep, p.Missed, p.Holiday = false, 0, time.Time{}
	return news
}

// leaveSeat takes a person from their seat in a live match.
func leaveSeat(p *store.Player, now time.Time) {
	p.LeftAt, p.LeftSeat = now, p.Seat
	p.Seat, p.Asleep, p.Missed, p.Holiday = -1, false, 0, time.Time{}
}

// leaveLobby takes a player from the lobby. If they were the host, the person in
// the first seat is the host then. Automatic players do not stay alone.
func leaveLobby(next *store.Match, i int) {
	next.Players[i].Seat, next.Players[i].Ready = -1, false
	rest := people(next)
	if len(rest) == 0 {
		for j := range next.Players {
			next.Players[j].Seat, next.Players[j].Ready = -1, false
		}
	}
	if next.Host == next.Players[i].User {
		next.Host = 0
		if len(rest) > 0 {
			next.Host = rest[0].User
		}
	}
}

// numberSeats numbers the seats of a lobby. First come people whom the record's
// seat order names, then the others as they came. People who left are the last in
// the record.
func numberSeats(m *store.Match) {
	rank := func(p store.Player) int {
		if p.Seat < 0 {
			return len(m.SeatOrder) + 1
		}
		if i := slices.Index(m.SeatOrder, p.User); i >= 0 {
			return i
		}
		return len(m.SeatOrder)
	}
	slices.SortStableFunc(m.Players, func(a, b store.Player) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Seat, b.Seat))
	})
	for i := range m.Players {
		if m.Players[i].Seat >= 0 {
			m.Players[i].Seat = i
		}
	}
}
