package table

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

func (a *act) joinLobby() error {
	switch {
	case a.seated:
		return errSame
	case a.player >= 0 && a.next.Players[a.player].Barred || a.t.erased[uint64(a.r.User.ID)]:
		return games.Refuse("table.barred")
	case len(sitting(a.next)) >= a.t.game.Info().Max:
		auto := lastAuto(&a.next)
		if auto < 0 {
			return games.Refuse("table.full")
		}
		leaveLobby(&a.next, auto) // a person goes first
	}
	if a.player < 0 {
		a.player = len(a.next.Players)
		a.next.Players = append(a.next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &a.next.Players[a.player]
	*p = named(*p, a.r.User)
	p.Joined = a.now
	p.Ready = a.next.Previous != "" // who wants to play again needs no second press
	p.Seat = len(a.next.Players)    // the last; numberSeats makes it exact
	if a.next.Host == 0 {
		a.next.Host = p.User
	}
	return nil
}

// joinMatch takes a seat of a live match. A person who wanted to join its lobby chooses one
// first: it may have had an owner.
func (a *act) joinMatch() error {
	switch {
	case !a.seated && a.r.Kind == TakeSeat:
		return a.takeSeat()
	case !a.seated:
		return games.Refuse("table.started")
	case !a.woke:
		return games.Refuse("table.seated")
	}
	return a.save()
}

// takeSeat seats a person in a live match.
func (a *act) takeSeat() error {
	t, next := a.t, &a.next
	seat, err := a.seatToTake()
	if err != nil {
		return err
	}
	before := lastOwner(next, int(seat))
	if v := next.Motion; v != nil && v.Kind == string(Kick) && v.Seat == int(seat) {
		next.Motion = nil // it was about the person who had the seat
	}
	if i, err := owner(next, seat); err == nil {
		leaveSeat(&next.Players[i], a.now)
		before = i
	}
	if a.player < 0 {
		a.player = len(next.Players)
		next.Players = append(next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &next.Players[a.player]
	*p = named(*p, a.r.User)
	p.Joined, p.Ready = a.now, true
	p.Seat, p.LeftAt, p.LeftSeat = int(seat), time.Time{}, 0
	a.notePress()
	turnSand(&t.match, a.now)
	if before == a.player || before < 0 {
		addNote(next, a.now, "table.note.back", p.User)
	} else {
		addNote(next, a.now, "table.note.substitute", p.User, next.Players[before].User)
	}
	if err := a.save(); err != nil {
		return err
	}
	t.pos.raised[1+seat] = a.now // nobody has typed an answer to what they see now
	return nil
}

// anothers reports whether a seat belongs to another person than the one whom the newcomer
// saw there.
func anothers(a *act, seat games.Seat) bool {
	i, err := owner(&a.next, seat)
	return err == nil && a.r.Whom != 0 && a.next.Players[i].User != uint64(a.r.Whom)
}

// seatToTake is the seat that a newcomer gets, or a refusal.
func (a *act) seatToTake() (games.Seat, error) {
	next, seat := &a.next, a.r.Seat
	kicked, erased := a.t.erased[uint64(a.r.User.ID)]
	left := a.player >= 0 && !next.Players[a.player].LeftAt.IsZero()
	free := freeSeats(players(next), a.t.game.Plays())
	if left && seat == games.Nobody {
		seat = games.Seat(next.Players[a.player].LeftSeat)
	}
	switch {
	case a.player >= 0 && next.Players[a.player].Barred || kicked:
		return seat, games.Refuse("table.barred")
	case erased:
		return seat, games.Refuse("table.other-hand") // they know what theirs knows, and nobody knows which it was
	case len(free) == 0:
		return seat, games.Refuse("table.no-seat")
	case left && (int(seat) != next.Players[a.player].LeftSeat || !slices.Contains(free, seat)):
		return seat, games.Refuse("table.other-hand") // they know what that seat knows
	case seat == games.Nobody:
		return free[0], nil
	case !slices.Contains(free, seat) || anothers(a, seat):
		return seat, games.Refuse("table.seat-taken")
	}
	return seat, nil
}
