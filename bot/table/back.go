package table

import "oneiros/games"

// back notes that a person who was away is there again.
func (a *act) back() error {
	switch {
	case !a.seated && a.r.Kind == Back:
		return games.Refuse("table.not-seated")
	case !a.seated:
		return games.Refuse("table.started")
	case !a.woke:
		return nil // they were not away
	}
	return a.save()
}
