package people

import "oneiros/games"

func (a lobby) kick() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := a.kickTarget()
	if err != nil {
		return err
	}
	if err := a.asked(); err != nil {
		return err
	}
	a.next.Players[i].Barred = !a.next.Players[i].Auto // an automatic player may come again
	LeaveLobby(&a.next, i)
	return nil
}

// kick kicks, or opens a motion to do so.
func (a live) kick() error {
	i, err := a.kickTarget()
	if err != nil {
		return err
	}
	if a.next.Players[i].Auto {
		return games.Refuse("table.auto")
	}
	return a.propose()
}

// kickTarget is the index in the record of the person who is to be kicked.
func (a *act) kickTarget() (int, error) {
	i, err := target(&a.next, &a.r)
	if err == nil && i == a.player {
		err = games.Refuse("table.kick-self")
	}
	return i, err
}
