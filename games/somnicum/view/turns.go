package view

import (
	"slices"

	"oneiros/games/somnicum/kit"
)

// Turns divides events into turns of one player each. The player who places the flywheels has no
// turn of their own by it. The end of a round stands alone.
func Turns(list []kit.Event) (all [][]kit.Event) {
	for i, e := range list {
		n := len(all)
		if i == 0 || e.Kind == kit.DidEnd || list[i-1].Kind == kit.DidEnd || e.Turn != list[i-1].Turn || e.Seat != list[i-1].Seat {
			all, n = append(all, nil), n+1
		}
		all[n-1] = append(all[n-1], e)
	}
	return all
}

// Current reports whether an event belongs to the turn that goes on now.
func (v View) Current(e kit.Event) bool {
	return e.Turn == v.Count && e.Seat == v.Turn && v.Phase != kit.Over
}

// OfTurn reports whether an event is of a turn, and not of the change of a round.
func OfTurn(e kit.Event) bool { return e.Kind != kit.DidEnd && e.Kind != kit.DidSet }

// Since is what has happened since the viewer's last turn. To place the flywheels is no
// turn. What the game did for a viewer whose time was over is news, and so is the end of a
// round.
func (v View) Since() []kit.Event {
	from, slow := 0, -1
	var list []kit.Event
	for i, e := range v.Story {
		if e.Seat != v.Me || v.Current(e) || !OfTurn(e) {
			continue
		}
		if next := i + 1; e.Kind == kit.WasSlow && next < len(v.Story) && v.Story[next].Seat == v.Me && v.Story[next].Kind != kit.DidEnd {
			slow = e.Turn
		}
		if e.Turn != slow {
			from = i + 1
		}
	}
	for _, e := range v.Story[from:] {
		placed := e.Kind == kit.DidSet && e.Turn != slow
		if e.Seat != v.Me || !placed && !v.Current(e) {
			list = append(list, e)
		}
	}
	return list
}

// Doing is the viewer's turn that goes on, or else the last one.
func Doing(v View) []kit.Event {
	var last []kit.Event
	for _, turn := range Turns(v.Story) {
		if turn[0].Seat == v.Me && turn[0].Kind != kit.DidEnd && (last == nil || OfTurn(turn[0])) {
			last = turn
		}
	}
	return last
}

// Latest is the turn that went on last, of whomever. It is empty at the start of a round.
func (v View) Latest() []kit.Event {
	all := Turns(v.Story)
	if n := len(all); n > 0 && all[n-1][0].Kind != kit.DidEnd {
		return all[n-1]
	}
	return nil
}

// Recent are the turns since the viewer's last one that a panel tells. How a round ended
// stands in the picture.
func Recent(v View) [][]kit.Event {
	list := slices.DeleteFunc(Turns(v.Since()), func(turn []kit.Event) bool { return turn[0].Kind == kit.DidEnd })
	if len(list) > 1 { // the picture shows where the flywheels stand
		list = slices.DeleteFunc(list, func(turn []kit.Event) bool { return turn[0].Kind == kit.DidSet })
	}
	return list
}
