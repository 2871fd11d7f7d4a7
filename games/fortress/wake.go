package fortress

import (
	"slices"

	"oneiros/games"
)

// sink lowers somebody's sleep, and wakes them below floor 1. by is who gets the
// spoils, or Nobody.
func (s *State) sink(seat games.Seat, n int, by games.Seat) {
	b := &s.Beds[seat]
	b.Sleep = max(b.Sleep-n, 0)
	if b.Sleep > 0 {
		return
	}
	loot := spoil{From: seat, List: b.Visions}
	letter := games.Nobody
	for i := range s.Beds {
		if s.has(games.Seat(i), Letter) {
			letter = games.Seat(i)
		}
	}
	b.Place, b.Hidden, b.Visions, b.Ready = "", false, nil, false
	s.Woken = append(s.Woken, Woken{Seat: seat, By: by, Lap: s.Lap})
	s.report(Event{Kind: Awoke, Seat: seat, To: by, What: string(b.Role)})
	for _, who := range []games.Seat{by, letter} {
		if s.asleep(who) {
			loot.Pick = append(loot.Pick, who)
		}
	}
	s.Spoils = append(s.Spoils, loot)
	s.checkVictory()
	s.shareSpoils()
}

// shareSpoils gives what is left of spoils without a choice, and discards the rest.
func (s *State) shareSpoils() {
	for len(s.Spoils) > 0 && s.Phase == Play {
		l := &s.Spoils[0]
		l.Pick = slices.DeleteFunc(l.Pick, func(seat games.Seat) bool { return !s.asleep(seat) })
		switch kinds := distinct(l.List); {
		case len(kinds) > 0 && len(l.Pick) > 0 && len(kinds) > 1:
			return
		case len(kinds) == 1 && len(l.Pick) > 0:
			s.takeSpoil(kinds[0])
		default:
			s.Trash = append(s.Trash, l.List...)
			s.Spoils = s.Spoils[1:]
		}
	}
}

// chooseSpoil is the choice of whoever picks from the spoils.
func (s *State) chooseSpoil(v Vision) {
	s.takeSpoil(v)
	s.checkVictory()
	s.shareSpoils()
}

// takeSpoil gives whoever picks a Vision of the spoils.
func (s *State) takeSpoil(v Vision) {
	l := &s.Spoils[0]
	who := l.Pick[0]
	l.Pick, l.List = l.Pick[1:], without(l.List, v)
	s.Beds[who].Visions = append(s.Beds[who].Visions, v)
	s.report(Event{Kind: Took, Seat: who, To: l.From, What: string(v)})
}

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
