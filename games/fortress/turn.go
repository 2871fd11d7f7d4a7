package fortress

import (
	"slices"

	"oneiros/games"
)

// report adds to the news of the turn.
func (s *State) report(e Event) { s.News = append(s.News, e) }

// reportActive adds something that whoever's turn it is did.
func (s *State) reportActive(k Kind) { s.report(Event{Kind: k, Seat: s.Active, To: games.Nobody}) }

// startFirstLap begins the first lap.
func (s *State) startFirstLap(env *games.Env) {
	s.Phase, s.Lap = Play, 1
	for i := range s.Beds {
		s.Beds[i].Ready = false
	}
	s.startTurn(env, s.First)
}

// startTurn begins a turn. Whoever's place is crowded may wake before it.
func (s *State) startTurn(env *games.Env, seat games.Seat) {
	s.Past, s.News = s.News, nil
	s.Active, s.Asked = seat, seat
	s.Turn = Hand{Most: 2}
	s.Rest, s.Until = 0, env.At+s.Think
	b := &s.Beds[seat]
	if s.Crowd && b.Place != "" && s.countAt(b.Place) >= crowd && !s.has(seat, Tale) {
		s.report(Event{Kind: Crowded, Seat: seat, To: games.Nobody, N: 1})
		s.sink(seat, 1, games.Nobody)
	}
	if b.Place != "" && s.asleep(seat) {
		s.applyPlace(env)
	}
}

// applyPlace fixes what the place of the beginning of a turn gives. On the first lap
// of beginners it gives nothing, and the turn is one Insight.
func (s *State) applyPlace(env *games.Env) {
	b := &s.Beds[s.Active]
	b.Hidden = false
	if s.Novice && s.Lap == 1 {
		s.Turn.Dice, s.Turn.Used, s.Turn.Most = []Face{FaceInsight}, []bool{false}, 1
		if s.Phase == Play && s.possible(FaceInsight) {
			s.spend(FaceInsight, 1)
			s.drawInsights(env, 1)
		}
		return
	}
	s.Turn.Base = b.Place
	b.Hidden = b.Place == Forest
}

// endTurn ends a turn and begins the next, or lets the table talk, or ends the
// night.
func (s *State) endTurn(env *games.Env) {
	n := len(s.Beds)
	for i := 1; i <= n; i++ {
		seat := games.Seat((int(s.Active) + i) % n)
		round := seat == s.First
		if round {
			s.Lap++
		}
		if round && s.Lap > lastLap {
			s.endNight()
			return
		}
		if round && s.Chat > 0 {
			s.Past, s.News = s.News, nil
			s.Phase, s.Asked, s.Until = Talk, games.Nobody, env.At+s.Chat
			for j := range s.Beds {
				s.Beds[j].Ready = false
			}
			return
		}
		if s.asleep(seat) {
			s.startTurn(env, seat)
			return
		}
	}
}

// endTalk ends the talk between laps.
func (s *State) endTalk(env *games.Env) {
	s.Phase = Play
	for i := range s.Beds {
		s.Beds[i].Ready = false
	}
	s.News = s.Past // the talk is no turn
	s.startTurn(env, s.sleepers(s.First)[0])
}

// rollDie is one roll of a die.
func (s *State) rollDie(env *games.Env) Face {
	if n := env.Rand.IntN(6); n < len(faces) {
		return faces[n]
	}
	return s.Double
}

// rollDice rolls the three dice.
func (s *State) rollDice(env *games.Env) {
	s.Turn.Dice = []Face{s.rollDie(env), s.rollDie(env), s.rollDie(env)}
	s.Turn.Used = make([]bool, 3)
}

// spend uses n dice of a face that draws cards.
func (s *State) spend(f Face, n int) {
	for range n {
		s.Turn.spend(f)
	}
	s.Turn.Drew = append(s.Turn.Drew, f)
}

// pick takes a card out of a pile, which the discarded ones fill when it is
// empty; nothing where there is none at all.
func pick[T ~string](env *games.Env, pile, trash *[]T) T {
	if len(*pile) == 0 {
		*pile, *trash = *trash, nil
	}
	if len(*pile) == 0 {
		return ""
	}
	i := env.Rand.IntN(len(*pile))
	card := (*pile)[i]
	*pile = slices.Delete(*pile, i, i+1)
	return card
}

// drawInsights draws Insights.
func (s *State) drawInsights(env *games.Env, n int) {
	for range n {
		s.Drawn = append(s.Drawn, pick(env, &s.Insights, &s.Spent))
	}
	s.report(Event{Kind: Looked, Seat: s.Active, To: games.Nobody, N: n})
}

// openAnswer opens the answer to an Insight: the rules obey for its receiver.
func (s *State) openAnswer() {
	l := *s.Letter
	p := Passed{By: l.By, To: l.To, Card: l.Card, From: s.Beds[l.To].Sleep}
	about := s.about()
	s.Letter = nil
	s.Spent = append(s.Spent, l.Card)
	to := Event{Kind: Quiet, Seat: l.To, To: games.Nobody}
	if about {
		switch l.Card.Effect() {
		case Lose1:
			p.Step = -1
		case Lose2:
			p.Step = -2
		case Gain1:
			p.Step = 1
			if p.From >= top {
				p.Step = -1
			}
		case Toll:
			if l.Answer == Obeyed {
				p.Step = -1
			} else {
				p.Gave = Vision(l.Answer)
			}
		}
	}
	switch {
	case p.Gave != "":
		to = Event{Kind: Gave, Seat: l.To, To: l.By, What: string(p.Gave)}
	case p.Step > 0:
		to.Kind, to.N = Rose, p.Step
	case p.Step < 0:
		to.Kind, to.N = Sank, -p.Step
	}
	s.Passed = append(s.Passed, p)
	s.report(to)
	switch {
	case p.Gave != "":
		s.giveVision(l.To, l.By, p.Gave)
	case p.Step > 0:
		s.Beds[l.To].Sleep += p.Step
	case p.Step < 0:
		s.sink(l.To, -p.Step, l.By)
	}
}

// drawVisions draws Visions, openly.
func (s *State) drawVisions(env *games.Env, n int) {
	var list []Vision
	for range n {
		if v := pick(env, &s.Pile, &s.Trash); v != "" {
			list = append(list, v)
			s.report(Event{Kind: Found, Seat: s.Active, To: games.Nobody, What: string(v)})
		}
	}
	switch {
	case len(list) == 2 && list[0] != list[1]:
		s.Offer = list
	case len(list) > 0:
		s.Trash = append(s.Trash, list[1:]...)
		s.receiveVision(list[0])
	}
}

// receiveVision lets whoever's turn it is have a Vision: it is laid open, or happens.
func (s *State) receiveVision(v Vision) {
	if v.Lasts() != Special {
		s.Beds[s.Active].Visions = append(s.Beds[s.Active].Visions, v)
		return
	}
	s.Trash = append(s.Trash, v)
	switch v {
	case Alarm, Hush:
		place := s.Beds[s.Active].Place
		for _, seat := range s.sleepers(s.Active) {
			if s.Phase == Play && s.Beds[seat].Place == place {
				s.applySpecial(v, seat)
			}
		}
	case Gift:
		if len(s.Beds[s.Active].Visions) > 0 && len(s.others()) > 0 {
			s.Special = v
		}
	case Draught, Bear:
		if list := s.extreme(v); len(list) == 1 {
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
	case n < 0 && s.has(seat, Tale):
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
		p := &s.Passed[s.latestUnread()]
		p.Read = append(p.Read, s.Active)
	}
}

// attack lowers the sleep of a target, less what a quilt takes off.
func (s *State) attack(seat games.Seat, n int) {
	if quilts := s.count(seat, Quilt); quilts > 0 && !slices.Contains(s.Turn.Covered, seat) {
		s.Turn.Covered = append(s.Turn.Covered, seat)
		n = max(n-quilts, 0)
	}
	s.Harm[s.Active][seat] += n
	s.report(Event{Kind: Struck, Seat: s.Active, To: seat, N: n})
	s.sink(seat, n, s.Active)
}

// giveVision gives a Vision from one seat to another.
func (s *State) giveVision(from, to games.Seat, v Vision) {
	s.Beds[from].Visions = without(s.Beds[from].Visions, v)
	s.Beds[to].Visions = append(s.Beds[to].Visions, v)
}

// stealVision takes a Vision that lies before another.
func (s *State) stealVision(from games.Seat, v Vision) {
	s.giveVision(from, s.Active, v)
	s.report(Event{Kind: Stole, Seat: s.Active, To: from, What: string(v)})
}
