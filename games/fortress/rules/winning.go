package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// checkVictory ends the match when a player has won.
func (s *State) checkVictory() {
	if s.Phase != kit.Play {
		return
	}
	if win := Winners(s.Beds, s.Woken); len(win) > 0 {
		s.endMatch(win, kit.WhyWon)
	}
}

// Winners are the seats whose aim is reached, without the Janitor's second way.
// They share the victory, except Alice: "none of your opponents has won" is a part
// of her aim.
func Winners(beds Beds, woken []kit.Woken) []games.Seat {
	var win []games.Seat
	bad, evil, _ := beds.team(kit.Nightmares)
	good, fair, _ := beds.team(kit.GoodDreams)
	if fair == 0 {
		win = append(win, bad...)
	}
	if evil == 0 {
		win = append(win, good...)
	}
	alice := games.Nobody
	for i, b := range beds {
		seat := games.Seat(i)
		switch b.Role {
		case kit.Alice:
			if b.Sleep > 0 && len(beds.sleepers(0)) == 3 {
				alice = seat
			}
		case kit.Sigmund:
			if b.Sleep > 0 && len(b.Visions) >= kit.VisionsToWin {
				win = append(win, seat)
			}
		case kit.William:
			lead := b.Sleep > 0
			for _, other := range beds.sleepers(0) {
				lead = lead && (other == seat || b.Sleep >= beds[other].Sleep+kit.FloorsAhead)
			}
			if lead {
				win = append(win, seat)
			}
		case kit.Janitor:
			if len(woken) > 0 && woken[0].Seat == seat {
				win = append(win, seat)
			}
		}
	}
	if len(win) == 0 && alice != games.Nobody {
		win = append(win, alice)
	}
	return win
}

// dawnWinners are who wins a night that was too long: the group with more
// sleepers.
func dawnWinners(beds Beds) []games.Seat {
	bad, evil, low := beds.team(kit.Nightmares)
	good, fair, high := beds.team(kit.GoodDreams)
	var win []games.Seat
	if evil > fair || evil == fair && low >= high {
		win = append(win, bad...)
	}
	if fair > evil || evil == fair && high >= low {
		win = append(win, good...)
	}
	return win
}

// endMatch ends the match. The Janitor joins when his neighbour has won.
func (s *State) endMatch(win []games.Seat, why string) {
	if j, right := s.Beds.janitorAndRight(); j >= 0 && slices.Contains(win, right) && !slices.Contains(win, j) {
		win = append(win, j)
	}
	slices.Sort(win)
	s.Win, s.Why = win, why
	if why != kit.WhyDawn { // the lap is not over
		s.keepFloors()
	}
	s.Phase, s.Clock = kit.Over, Clock{Asked: games.Nobody}
	if s.Letter != nil {
		s.Spent = append(s.Spent, s.Letter.Card)
	}
	s.Letter, s.Drawn, s.Offer, s.Special, s.Spoils = nil, nil, nil, "", nil
}
