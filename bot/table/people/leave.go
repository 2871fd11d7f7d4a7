package people

import "oneiros/games"

func (a lobby) leave() error {
	// A person who sits down elsewhere goes on waiting here, unless they waited for
	// the match that follows one.
	if !a.seated || a.r.Kind == SatElsewhere && a.next.Previous == "" {
		return errSame
	}
	LeaveLobby(&a.next, a.player)
	return nil
}

func (a live) leave() error {
	if !a.seated {
		return nil
	}
	if a.r.Kind == Leave {
		if err := a.asked(); err != nil {
			return err
		}
	}
	a.next = Clone(*a.rec) // a person who wakes to leave did not come back
	a.notePress()
	return a.freeSeat(a.player, "table.note.left")
}

// freeSeat takes a person from their seat. An automatic player goes on with it;
// where the game has none, its part leaves the game.
func (a live) freeSeat(i int, note string) error {
	p := &a.next.Players[i]
	seat := games.Seat(p.Seat)
	AddNote(&a.next, a.now.Here, note, p.User)
	leaveSeat(p, a.now.Here)
	if a.now.Game.Plays() || !a.now.Dealt || len(Persons(&a.next)) == 0 {
		return a.save()
	}
	a.saves, a.then, a.seat = true, ThenGiveUp, seat
	return nil
}
