package people

import (
	"errors"

	"oneiros/games"
)

// transfer makes somebody else the host.
func (a *act) transfer() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := target(&a.next, &a.r)
	if err != nil {
		return err
	}
	switch p := &a.next.Players[i]; {
	case p.Auto:
		return games.Refuse("table.auto.host")
	case p.Asleep:
		return games.Refuse("table.asleep")
	case p.User == a.next.Host:
		return errSame
	default:
		a.next.Host = p.User
	}
	return nil
}

func (a live) handOver() error {
	switch err := a.transfer(); {
	case errors.Is(err, errSame) && !a.woke:
		return nil
	case errors.Is(err, errSame):
	case err != nil:
		return err
	default:
		AddNote(&a.next, a.now.Here, "table.note.host", a.next.Host)
	}
	return a.save()
}
