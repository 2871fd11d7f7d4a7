package fortress

import (
	"oneiros/games"
	"slices"
)

// The reasons why a match is over.
const (
	whyWon  = "won"  // somebody reached their aim
	whyDawn = "dawn" // the night was too long
)

// checkVictory ends the match when somebody has won.
func (s *State) checkVictory() {
	if s.Phase != Play {
		return
	}
	if win := s.winners(); len(win) > 0 {
		s.endMatch(win, whyWon)
	}
}

// team are the seats of a group, awake or asleep, and how many of them sleep.
func (s *State) team(g Group) (all []games.Seat, asleep, depth int) {
	for i, b := range s.Beds {
		if b.Role.Group() == g {
			all = append(all, games.Seat(i))
			depth += b.Sleep
			if b.Sleep > 0 {
				asleep++
			}
		}
	}
	return all, asleep, depth
}

// winners are the seats whose aim is reached, without the Janitor's second way.
func (s *State) winners() []games.Seat {
	var win []games.Seat
	bad, evil, _ := s.team(Nightmares)
	good, fair, _ := s.team(GoodDreams)
	if fair == 0 {
		win = append(win, bad...)
	}
	if evil == 0 {
		win = append(win, good...)
	}
	for i, b := range s.Beds {
		seat := games.Seat(i)
		switch b.Role {
		case Alice:
			if b.Sleep > 0 && len(s.sleepers(0)) == 3 {
				win = append(win, seat)
			}
		case Sigmund:
			if b.Sleep > 0 && len(b.Visions) >= enough {
				win = append(win, seat)
			}
		case William:
			lead := b.Sleep > 0
			for _, other := range s.sleepers(0) {
				lead = lead && (other == seat || b.Sleep >= s.Beds[other].Sleep+ahead)
			}
			if lead {
				win = append(win, seat)
			}
		case Janitor:
			if len(s.Woken) > 0 && s.Woken[0].Seat == seat {
				win = append(win, seat)
			}
		}
	}
	return win
}

// janitorAndRight is who sits to the right of the Janitor, the seat before; Nobody
// where he does not play.
func (s *State) janitorAndRight() (janitor, right games.Seat) {
	for i, b := range s.Beds {
		if b.Role == Janitor {
			return games.Seat(i), games.Seat((i + len(s.Beds) - 1) % len(s.Beds))
		}
	}
	return games.Nobody, games.Nobody
}

// endNight ends a night that was too long: the group with more sleepers wins.
func (s *State) endNight() {
	bad, evil, low := s.team(Nightmares)
	good, fair, high := s.team(GoodDreams)
	var win []games.Seat
	if evil > fair || evil == fair && low >= high {
		win = append(win, bad...)
	}
	if fair > evil || evil == fair && high >= low {
		win = append(win, good...)
	}
	s.endMatch(win, whyDawn)
}

// endMatch ends the match. The Janitor joins when his neighbour has won.
func (s *State) endMatch(win []games.Seat, why string) {
	if j, right := s.janitorAndRight(); j >= 0 && slices.Contains(win, right) && !slices.Contains(win, j) {
		win = append(win, j)
	}
	slices.Sort(win)
	s.Win, s.Why = win, why
	s.Phase, s.Until, s.Rest, s.Asked = Over, 0, 0, games.Nobody
	if s.Letter != nil {
		s.Spent = append(s.Spent, s.Letter.Card)
	}
	s.Letter, s.Drawn, s.Offer, s.Special, s.Spoils = nil, nil, nil, "", nil
}
