package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// drawVisions draws Visions, openly.
func (s *State) drawVisions(env *games.Env, n int) {
	var list []kit.Vision
	for range n {
		if v := s.drawVision(env.Rand); v != "" {
			list = append(list, v)
			s.Report(kit.Event{Kind: kit.Found, Seat: s.Active, To: games.Nobody, What: string(v)})
		}
	}
	switch {
	case len(list) == 2 && list[0] != list[1]:
		s.Offer = list
	case len(list) > 0:
		if len(list) == 2 { // two of a kind, of which one is kept all the same
			s.Report(kit.Event{Kind: kit.Kept, Seat: s.Active, To: games.Nobody, What: string(list[0])})
		}
		s.Trash = append(s.Trash, list[1:]...)
		s.receiveVision(list[0])
	}
}

// receiveVision gives a Vision to the player whose turn it is. It is laid open,
// or happens.
func (s *State) receiveVision(v kit.Vision) {
	if v.Lasts() != kit.Special {
		s.Beds[s.Active].Visions = append(s.Beds[s.Active].Visions, v)
		return
	}
	s.Trash = append(s.Trash, v)
	switch v {
	case kit.Alarm, kit.Hush:
		place := s.Beds[s.Active].Place
		for _, seat := range s.Beds.sleepers(s.Active) {
			if s.Phase == kit.Play && s.Beds[seat].Place == place {
				s.applySpecial(v, seat)
			}
		}
	case kit.Gift:
		if len(s.Beds[s.Active].Visions) > 0 && len(s.actor().others()) > 0 {
			s.Special = v
		} else {
			s.Report(kit.Event{Kind: kit.Presented, Seat: s.Active, To: games.Nobody, What: string(v)})
		}
	case kit.Draught, kit.Bear:
		if list := s.Beds.extreme(v, s.Active); len(list) == 1 {
			s.applySpecial(v, list[0])
		} else {
			s.Special = v
		}
	}
}

// applySpecial does to a sleeper what a special Vision does.
func (s *State) applySpecial(v kit.Vision, seat games.Seat) {
	n := map[kit.Vision]int{kit.Alarm: -1, kit.Hush: 1, kit.Draught: -2, kit.Bear: 2}[v]
	b := &s.Beds[seat]
	switch {
	case n < 0 && s.Beds.has(seat, kit.Tale):
		s.Report(kit.Event{Kind: kit.Lost, Seat: seat, To: games.Nobody, What: string(v)})
	case n < 0:
		s.Report(kit.Event{Kind: kit.Lost, Seat: seat, To: games.Nobody, N: -n, What: string(v)})
		by := s.Active
		if by == seat {
			by = games.Nobody
		}
		s.sink(seat, -n, by)
	default:
		n = min(n, kit.TopFloor-b.Sleep)
		b.Sleep += n
		s.Report(kit.Event{Kind: kit.Gained, Seat: seat, To: games.Nobody, N: n, What: string(v)})
	}
}

// useVision uses a one-shot Vision.
func (s *State) useVision(m kit.Move) {
	me := &s.Beds[s.Active]
	me.Visions = kit.Without(me.Visions, m.Vision)
	s.Trash = append(s.Trash, m.Vision)
	if len(s.Turn.Dice) > 0 {
		s.Turn.Acted = true
	}
	s.Report(kit.Event{Kind: kit.Used, Seat: s.Active, To: m.Seat, What: string(m.Vision)})
	switch m.Vision {
	case kit.Rooster:
		s.Harm[s.Active][m.Seat] += 2
		s.Report(kit.Event{Kind: kit.Lost, Seat: m.Seat, To: games.Nobody, N: 2, What: string(m.Vision)})
		s.sink(m.Seat, 2, s.Active)
	case kit.Lullaby:
		n := min(2, kit.TopFloor-s.Beds[m.Seat].Sleep)
		s.Beds[m.Seat].Sleep += n
		if m.Seat != s.Active {
			s.Care[s.Active][m.Seat] += n
		}
		s.Report(kit.Event{Kind: kit.Gained, Seat: m.Seat, To: games.Nobody, N: n, What: string(m.Vision)})
	case kit.Magpie:
		s.stealVision(m.Seat, m.Loot)
	case kit.Door:
		me.Place = m.Place
		s.Report(kit.Event{Kind: kit.Walked, Seat: s.Active, To: games.Nobody, What: string(m.Place)})
	case kit.Mirror:
		you := &s.Beds[m.Seat]
		me.Place, you.Place = you.Place, me.Place
	case kit.Hourglass:
		s.Turn.Most = 3
	case kit.Diary:
		p := &s.Passed[s.actor().unread()]
		p.Read = append(p.Read, s.Active)
	}
}

// stealVision takes a Vision that lies before another.
func (s *State) stealVision(from games.Seat, v kit.Vision) {
	s.Beds.give(from, s.Active, v)
	s.Report(kit.Event{Kind: kit.Stole, Seat: s.Active, To: from, What: string(v)})
}
