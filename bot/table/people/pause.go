package people

import "oneiros/games"

// pause pauses, resumes or stops the match.
func (a live) pause() error {
	a.r.Seat = games.Nobody
	if a.r.Kind == Resume && (a.next.Paused == PausedEmpty || a.next.Paused == PausedChannelDeleted) {
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
