package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Spoil is what a player who woke leaves behind.
type Spoil struct {
	From games.Seat   `json:"from"`
	List []kit.Vision `json:"list"`
	Pick []games.Seat `json:"pick"` // who picks, in order
}

// sink lowers a player's sleep, and wakes them below floor 1. by is who gets the
// spoils, or Nobody. What did it was reported last.
func (s *State) sink(seat games.Seat, n int, by games.Seat) {
	b := &s.Beds[seat]
	b.Sleep = max(b.Sleep-n, 0)
	if b.Sleep > 0 {
		return
	}
	loot := Spoil{From: seat, List: b.Visions}
	letter := games.Nobody
	for i := range s.Beds {
		if s.Beds.has(games.Seat(i), kit.Letter) {
			letter = games.Seat(i)
		}
	}
	b.Place, b.Hidden, b.Visions, b.Ready = "", false, nil, false
	if n := len(s.News); n > 0 {
		s.Woke = append(s.Woke, s.News[n-1])
	}
	s.Woken = append(s.Woken, kit.Woken{Seat: seat, By: by, Lap: s.Lap})
	s.Report(kit.Event{Kind: kit.Awoke, Seat: seat, To: by, What: string(b.Role)})
	for _, who := range []games.Seat{by, letter} {
		if s.Beds.Asleep(who) {
			loot.Pick = append(loot.Pick, who)
		}
	}
	s.Spoils = append(s.Spoils, loot)
	s.checkVictory()
	shareSpoils(s)
}

// shareSpoils gives what is left of spoils without a choice, and discards the rest.
func shareSpoils(s *State) {
	for len(s.Spoils) > 0 && s.Phase == kit.Play {
		l := &s.Spoils[0]
		l.Pick = slices.DeleteFunc(l.Pick, func(seat games.Seat) bool { return !s.Beds.Asleep(seat) })
		switch kinds := kit.Distinct(l.List); {
		case len(kinds) > 0 && len(l.Pick) > 0 && len(kinds) > 1:
			return
		case len(kinds) == 1 && len(l.Pick) > 0:
			takeSpoil(s, kinds[0])
		default:
			s.Trash = append(s.Trash, l.List...)
			s.Spoils = s.Spoils[1:]
		}
	}
}

// takeSpoil gives the first who may pick a Vision of the spoils.
func takeSpoil(s *State, v kit.Vision) {
	l := &s.Spoils[0]
	who := l.Pick[0]
	l.Pick, l.List = l.Pick[1:], kit.Without(l.List, v)
	s.Beds[who].Visions = append(s.Beds[who].Visions, v)
	s.Report(kit.Event{Kind: kit.Took, Seat: who, To: l.From, What: string(v)})
}
