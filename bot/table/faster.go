package table

import "oneiros/games"

// Hurriable reports whether a person at the table may ask for [Faster]: a program plays a seat,
// and does not play faster yet.
func (s *State) Hurriable() bool {
	return s.Phase == Live && s.Match != nil && !s.Faster && s.Game.Plays() && len(s.Awake()) < len(s.Players)
}

// setFaster has automatic players wait shorter once all people who are awake want it, or as
// long as usual again once one of them does.
func setFaster(a *act) error {
	a.r.Seat = games.Nobody
	next, want := &a.next, a.r.Kind == Faster
	switch {
	case !a.seated:
		return games.Refuse("table.not-seated")
	case next.Faster == want:
		if !a.woke {
			return nil
		}
		return a.save()
	case !want:
		next.Faster = false
		addNote(next, a.now, "table.note.slower", next.Players[a.player].User)
		return a.save()
	case !a.t.state.Load().Hurriable():
		return games.Refuse("table.no-bots")
	case needed(next, Faster) == 1:
		return a.carry(Faster, games.Nobody, byVote)
	}
	return openMotion(a)
}
