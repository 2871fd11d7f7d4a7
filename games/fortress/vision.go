package fortress

import "oneiros/games"

// drawVisions draws Visions, openly.
func (s *State) drawVisions(env *games.Env, n int) {
	var list []Vision
	for range n {
		if v := s.drawVision(env.Rand); v != "" {
			list = append(list, v)
			s.report(Event{Kind: Found, Seat: s.Active, To: games.Nobody, What: string(v)})
		}
	}
	switch {
	case len(list) == 2 && list[0] != list[1]:
		s.Offer = list
	case len(list) > 0:
		if len(list) == 2 { // two of a kind, of which one is kept all the same
			s.report(Event{Kind: Kept, Seat: s.Active, To: games.Nobody, What: string(list[0])})
		}
		s.Trash = append(s.Trash, list[1:]...)
		s.receiveVision(list[0])
	}
}

// receiveVision gives a Vision to the player whose turn it is. It is laid open,
// or happens.
func (s *State) receiveVision(v Vision) {
	if v.Lasts() != Special {
		s.Beds[s.Active].Visions = append(s.Beds[s.Active].Visions, v)
		return
	}
	s.Trash = append(s.Trash, v)
	switch v {
	case Alarm, Hush:
		place := s.Beds[s.Active].Place
		for _, seat := range s.Beds.sleepers(s.Active) {
			if s.Phase == Play && s.Beds[seat].Place == place {
				s.applySpecial(v, seat)
			}
		}
	case Gift:
		if len(s.Beds[s.Active].Visions) > 0 && len(s.actor().others()) > 0 {
			s.Special = v
		} else {
			s.report(Event{Kind: Presented, Seat: s.Active, To: games.Nobody, What: string(v)})
		}
	case Draught, Bear:
		if list := s.Beds.extreme(v, s.Active); len(list) == 1 {
			s.applySpecial(v, list[0])
		} else {
			s.Special = v
		}
	}
}

// applySpecial does to a sleeper what a special Vision does.
func (s *State) applySpecial(v Vision, seat games.Seat) {
	n := map[Vision]int{Alarm: -1, Hush: 1, Draught: -2, Bear: 2}[v]
	b := &s.Beds[seat]
	switch {
	case n < 0 && s.Beds.has(seat, Tale):
		s.report(Event{Kind: Lost, Seat: seat, To: games.Nobody, What: string(v)})
	case n < 0:
		s.report(Event{Kind: Lost, Seat: seat, To: games.Nobody, N: -n, What: string(v)})
		by := s.Active
		if by == seat {
			by = games.Nobody
		}
		s.sink(seat, -n, by)
	default:
		n = min(n, top-b.Sleep)
		b.Sleep += n
		s.report(Event{Kind: Gained, Seat: seat, To: games.Nobody, N: n, What: string(v)})
	}
}

// useVision uses a one-shot Vision.
func (s *State) useVision(m Move) {
	me := &s.Beds[s.Active]
	me.Visions = without(me.Visions, m.Vision)
	s.Trash = append(s.Trash, m.Vision)
	if len(s.Turn.Dice) > 0 {
		s.Turn.Acted = true
	}
	s.report(Event{Kind: Used, Seat: s.Active, To: m.Seat, What: string(m.Vision)})
	switch m.Vision {
	case Rooster:
		s.Harm[s.Active][m.Seat] += 2
		s.report(Event{Kind: Lost, Seat: m.Seat, To: games.Nobody, N: 2, What: string(m.Vision)})
		s.sink(m.Seat, 2, s.Active)
	case Lullaby:
		n := min(2, top-s.Beds[m.Seat].Sleep)
		s.Beds[m.Seat].Sleep += n
		if m.Seat != s.Active {
			s.Care[s.Active][m.Seat] += n
		}
		s.report(Event{Kind: Gained, Seat: m.Seat, To: games.Nobody, N: n, What: string(m.Vision)})
	case Magpie:
		s.stealVision(m.Seat, m.Loot)
	case Door:
		me.Place = m.Place
		s.report(Event{Kind: Walked, Seat: s.Active, To: games.Nobody, What: string(m.Place)})
	case Mirror:
		you := &s.Beds[m.Seat]
		me.Place, you.Place = you.Place, me.Place
	case Hourglass:
		s.Turn.Most = 3
	case Diary:
		p := &s.Passed[s.actor().unread()]
		p.Read = append(p.Read, s.Active)
	}
}

// stealVision takes a Vision that lies before another.
func (s *State) stealVision(from games.Seat, v Vision) {
	s.Beds.give(from, s.Active, v)
	s.report(Event{Kind: Stole, Seat: s.Active, To: from, What: string(v)})
}
