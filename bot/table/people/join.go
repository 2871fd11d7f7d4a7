package people

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/store"
)

func (a lobby) join() error {
	switch {
	case a.seated:
		return errSame
	case a.player >= 0 && a.next.Players[a.player].Barred || a.now.Erased[a.r.User.ID]:
		return games.Refuse("table.barred")
	case len(Sitting(&a.next)) >= a.now.Game.Info().Max:
		auto := LastAuto(&a.next)
		if auto < 0 {
			return games.Refuse("table.full")
		}
		LeaveLobby(&a.next, auto) // a person goes first
	}
	if a.player < 0 {
		a.player = len(a.next.Players)
		a.next.Players = append(a.next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &a.next.Players[a.player]
	*p = Named(*p, a.r.User)
	p.Joined = a.now.Here
	p.Ready = a.next.Previous != "" // who wants to play again needs no second press
	p.Seat = len(a.next.Players)    // the last; NumberSeats makes it exact
	if a.next.Host == 0 {
		a.next.Host = p.User
	}
	return nil
}

// join takes a seat of a live match. A person who wanted to join its lobby chooses one
// first: it may have had an owner.
func (a live) join() error {
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
func (a live) takeSeat() error {
	next := &a.next
	seat, err := a.seatToTake()
	if err != nil {
		return err
	}
	before := lastOwner(next, int(seat))
	if v := next.Motion; v != nil && v.Kind == string(Kick) && v.Seat == int(seat) {
		next.Motion = nil // it was about the person who had the seat
	}
	if i, err := Owner(next, seat); err == nil {
		leaveSeat(&next.Players[i], a.now.Here)
		before = i
	}
	if a.player < 0 {
		a.player = len(next.Players)
		next.Players = append(next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &next.Players[a.player]
	*p = Named(*p, a.r.User)
	p.Joined, p.Ready = a.now.Here, true
	p.Seat, p.LeftAt, p.LeftSeat = int(seat), time.Time{}, 0
	a.notePress()
	if before == a.player || before < 0 {
		AddNote(next, a.now.Here, "table.note.back", p.User)
	} else {
		AddNote(next, a.now.Here, "table.note.substitute", p.User, next.Players[before].User)
	}
	a.then, a.seat = ThenSit, seat
	return a.save()
}

// anothers reports whether a seat belongs to another person than the one whom the newcomer
// saw there.
func (a live) anothers(seat games.Seat) bool {
	i, err := Owner(&a.next, seat)
	return err == nil && a.r.Whom != 0 && a.next.Players[i].User != uint64(a.r.Whom)
}

// seatToTake is the seat that a newcomer gets, or a refusal.
func (a live) seatToTake() (games.Seat, error) {
	next, seat := &a.next, a.r.Seat
	kicked, erased := a.now.Erased[a.r.User.ID]
	left := a.player >= 0 && !next.Players[a.player].LeftAt.IsZero()
	free := FreeSeats(Players(next), a.now.Game.Plays())
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
	case !slices.Contains(free, seat) || a.anothers(seat):
		return seat, games.Refuse("table.seat-taken")
	}
	return seat, nil
}

// FreeSeats are the seats of a live match that a newcomer may take, in the order of the offers:
// open ones, those of automatic players, those that sleepwalk. An open seat may be taken where an
// automatic player has it. Where none does, its part has left the game.
func FreeSeats(players []Player, plays bool) []games.Seat {
	var open, auto, asleep []games.Seat
	for i, p := range players {
		switch {
		case p.Open && plays:
			open = append(open, games.Seat(i))
		case p.Auto:
			auto = append(auto, games.Seat(i))
		case p.Asleep && !p.Off:
			asleep = append(asleep, games.Seat(i))
		}
	}
	return slices.Concat(open, auto, asleep)
}
