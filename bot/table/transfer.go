package table

import "oneiros/games"

// transfer makes somebody else the host.
func (a *act) transfer() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := target(&a.next, a.r)
	if err != nil {
		return err
	}
	switch p := &a.next.Players[i]; {
	case p.Auto:
		return games.Refuse("table.auto")
	case p.Asleep:
		return games.Refuse("table.asleep")
	default:
		a.next.Host = p.User
	}
	return nil
}

func (a *act) transferInMatch() error {
	before := a.next.Host
	if err := a.transfer(); err != nil {
		return err
	}
	if a.next.Host != before {
		addNote(&a.next, a.now, "table.note.host", a.next.Host)
	}
	return a.save()
}
