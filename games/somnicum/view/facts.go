package view

import (
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
)

// MayEnd is how likely the turn ends the round by its flywheels, where it is most likely.
func (v View) MayEnd() (most float64) {
	for _, w := range v.Ways() {
		if !w.Few {
			most = max(most, w.Ends)
		}
	}
	return most
}

// ToGo is how many cards are left to take in this round, unless the flywheels meet.
func (v View) ToGo() int { return max(kit.Left(v.Ring)-len(v.Dreamers), 0) }

// Mine reports whether the viewer is awaited.
func (v View) Mine() bool { return v.Me != games.Nobody && v.Me == v.Turn && v.Phase != kit.Over }

// May reports whether the viewer has a move with a verb.
func (v View) May(verb kit.Verb) bool {
	return slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return m.Verb == verb })
}

// After is whose turn it is after a seat.
func (v View) After(seat games.Seat) games.Seat {
	return games.Seat((int(seat) + 1) % len(v.Dreamers))
}

// Counted is what every player can count of a player before the end.
func (d *Dreaming) Counted() int { return d.Dreams.Total + d.Hand }

// Playable are the encounters in hand that can be played now.
func (v View) Playable() []kit.Encounter {
	var list []kit.Encounter
	for _, m := range v.Legal {
		if m.Verb == kit.Play && !slices.Contains(list, m.Encounter) {
			list = append(list, m.Encounter)
		}
	}
	return list
}

// ByRound is what a player had at the end of each round, with what the goal brought by then.
// It is empty where a position does not say it.
func (v View) ByRound(seat games.Seat) []int {
	d := &v.Dreamers[seat]
	var list []int
	for i, e := range v.Ended {
		if len(e.Points) == 0 {
			return nil
		}
		n := e.Points[seat]
		for _, row := range d.Rows {
			for _, c := range row {
				if c.Round <= i+1 {
					n += kit.Matches(c.Dream, d.Goal)
				}
			}
		}
		list = append(list, n)
	}
	return list
}

// Placed reports whether the flywheels stand on the ring.
func (v View) Placed() bool { return v.Wheels[kit.Black] >= 0 }

// Clockwise is how many cards are between a flywheel and the other one. Where both stand
// in one place, all cards are on the way from White to Black.
func (v View) Clockwise(from kit.Wheel) int {
	if from == kit.White && v.Wheels[kit.Black] == v.Wheels[kit.White] {
		return kit.Left(v.Ring)
	}
	return kit.Between(v.Ring, v.Wheels[from], v.Wheels[1-from])
}
