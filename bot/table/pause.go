package table

import "oneiros/games"

// pausedEmpty is why a match stands that nobody plays.
const pausedEmpty = "table.pause.empty"

// Empty reports whether the match is paused because everybody is away.
func (s *State) Empty() bool { return s.Paused.Key == pausedEmpty && !s.Halted }

// OnlyPerson is the seat of the only person at the table, away or not. It is Nobody
// when there are more, or none.
func (s *State) OnlyPerson() games.Seat {
	only := games.Nobody
	for i, p := range s.Players {
		switch {
		case p.Auto || p.Open:
		case only != games.Nobody:
			return games.Nobody
		default:
			only = games.Seat(i)
		}
	}
	return only
}

// pause pauses, resumes or stops the match.
func (a *act) pause() error {
	a.r.Seat = games.Nobody
	if a.r.Kind == Resume && (a.next.Paused == pausedEmpty || a.next.Paused == pausedChannelDeleted) {
		return games.Refuse(a.next.Paused) // it needs people, or another channel
	}
	if (a.r.Kind == Pause) != (a.next.Paused != "") || a.r.Kind == Stop {
		return a.propose()
	}
	if err := a.needHost(a.r.Kind != Pause); !a.seated && err != nil {
		return games.Refuse("table.not-seated") // though nothing would change
	}
	if !a.woke {
		return nil // it is paused, or it goes on
	}
	return a.save()
}
