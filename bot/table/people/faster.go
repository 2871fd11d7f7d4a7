package people

import "oneiros/games"

// setFaster has automatic players wait shorter once all people who are awake want it, or as
// long as usual again once one of them does.
func (a live) setFaster() error {
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
		AddNote(next, a.now.Here, "table.note.slower", next.Players[a.player].User)
		return a.save()
	case !a.hurriable():
		return games.Refuse("table.no-bots")
	case needed(next, Faster) == 1:
		return a.carry(Faster, games.Nobody, byVote)
	}
	return a.openMotion()
}

// hurriable reports whether a program plays a seat, and does not play faster yet.
func (a live) hurriable() bool {
	return a.now.Dealt && !a.rec.Faster && a.now.Game.Plays() && len(Awake(a.rec)) < len(Players(a.rec))
}
