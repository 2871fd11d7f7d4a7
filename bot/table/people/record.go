package people

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/alike"
	"oneiros/games/ui"
	"oneiros/store"
)

// Owner finds who has a seat. It returns their index in the record, or a refusal.
func Owner(m *store.Match, seat games.Seat) (int, error) {
	if seat >= 0 {
		if i := slices.IndexFunc(m.Players, func(p store.Player) bool { return p.Seat == int(seat) }); i >= 0 {
			return i, nil
		}
	}
	return -1, games.Refuse("table.seat-empty")
}

// target is the index in a record of the person who is to be kicked or to be the
// host. Otherwise it is a refusal. A person has the seat that they have now.
func target(m *store.Match, r *Action) (int, error) {
	if r.Whom == 0 {
		return Owner(m, r.Seat)
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

// Sitting are the players that sit, in seat order.
func Sitting(m *store.Match) []store.Player {
	return slices.DeleteFunc(slices.Clone(m.Players), func(p store.Player) bool { return p.Seat < 0 })
}

// Persons are the players that sit and are not automatic, in seat order.
func Persons(m *store.Match) []store.Player {
	return slices.DeleteFunc(Sitting(m), func(p store.Player) bool { return p.Auto })
}

// Awake are the people that sit and are not away.
func Awake(m *store.Match) []store.Player {
	return slices.DeleteFunc(Persons(m), func(p store.Player) bool { return p.Asleep })
}

// Players are the players of a record as everybody sees them.
func Players(m *store.Match) []Player {
	n := m.Seats
	if n == 0 {
		n = len(Sitting(m))
	}
	list := make([]Player, n)
	for i := range list {
		if j, err := Owner(m, games.Seat(i)); err == nil {
			p := m.Players[j]
			list[i] = Player{User: UserOf(p), Ready: p.Ready, Joined: p.Joined, Asleep: p.Asleep, Off: !p.Holiday.IsZero(), Auto: p.Auto, Missed: p.Missed}
			continue
		}
		list[i].Open = true
		if j := lastOwner(m, i); j >= 0 {
			list[i].Name, list[i].Username = m.Players[j].Name, m.Players[j].Username
		}
	}
	return list
}

// LeftSeats are the seats that people who left a live match may come back to.
func LeftSeats(r *store.Match) map[discord.ID]games.Seat {
	if r.Phase != store.Live && r.Guild != 0 {
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

// Expected names the people of the match before who have not joined the lobby that
// follows it, until a moment. In the record they are people who never joined.
func Expected(m *store.Match, now time.Time) (people []User, until time.Time) {
	until = m.Created.Add(AgainTime)
	if m.Phase != store.Lobby || m.Previous == "" || !now.Before(until) {
		return nil, time.Time{}
	}
	for _, p := range m.Players {
		if p.Seat < 0 && p.Joined.IsZero() && !p.Auto && !p.Barred {
			people = append(people, UserOf(p))
		}
	}
	if len(people) == 0 {
		return nil, time.Time{}
	}
	return people, until
}

// AddNote adds to a record what happened to people.
func AddNote(next *store.Match, now time.Time, what string, who ...uint64) {
	n := 1
	if len(next.Notes) > 0 {
		n += next.Notes[len(next.Notes)-1].N
	}
	next.Notes = append(next.Notes, store.Note{N: n, At: now, What: what, Who: who})
}

// NoteText is a note in words. People at the table are named by their seat, others
// by the name that they had.
func NoteText(m *store.Match, n store.Note) Note {
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

// leaveSeat takes a person from their seat in a live match.
func leaveSeat(p *store.Player, now time.Time) {
	p.LeftAt, p.LeftSeat = now, p.Seat
	p.Seat, p.Asleep, p.Missed, p.Holiday = -1, false, 0, time.Time{}
}

// LeaveLobby takes a player from the lobby. If they were the host, the person in
// the first seat is the host then. Automatic players do not stay alone.
func LeaveLobby(next *store.Match, i int) {
	next.Players[i].Seat, next.Players[i].Ready = -1, false
	rest := Persons(next)
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

// NumberSeats numbers the seats of a lobby. First come people whom the record's
// seat order names, then the others as they came. People who left are the last in
// the record.
func NumberSeats(m *store.Match) {
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

// Latest are the notes that a record keeps.
func Latest(notes []store.Note) []store.Note { return notes[max(len(notes)-3, 0):] }

// Named is a player who is called as Discord says now. A name from another place gives way
// to the one that they have here.
func Named(p store.Player, u User) store.Player {
	if !u.Elsewhere || p.Name == "" {
		p.Name = u.Name
	}
	p.Username, p.Locale = cmp.Or(u.Username, p.Username), u.Locale
	return p
}

// UserOf is a player as Discord knows them.
func UserOf(p store.Player) User {
	return User{ID: discord.ID(p.User), Name: p.Name, Username: p.Username, Locale: p.Locale}
}

// Find returns the index in a record of a person who sits or sat at the table. It is -1 for
// anybody else.
func Find(m *store.Match, user discord.ID) int {
	return slices.IndexFunc(m.Players, func(p store.Player) bool { return p.User == uint64(user) })
}

// SeatOf is where a person sits, and whether they sit at the table at all.
func SeatOf(m *store.Match, user discord.ID) (games.Seat, bool) {
	i := Find(m, user)
	if i < 0 || m.Players[i].Seat < 0 {
		return games.Nobody, false
	}
	return games.Seat(m.Players[i].Seat), true
}

// Clone is a record in which everything may be changed but a position.
func Clone(m store.Match) store.Match {
	m.Players = slices.Clone(m.Players)
	m.Chosen = maps.Clone(m.Chosen)
	m.Notes = slices.Clone(m.Notes)
	if m.Motion != nil {
		v := *m.Motion
		v.Yes, v.No = slices.Clone(v.Yes), slices.Clone(v.No)
		m.Motion = &v
	}
	return m
}
