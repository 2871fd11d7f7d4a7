package fortress

import "oneiros/games"

// report adds to the news of the turn.
func (s *State) report(e Event) { s.News = append(s.News, e) }

// reportActive adds a deed of the player whose turn it is.
func (s *State) reportActive(k Kind) { s.report(Event{Kind: k, Seat: s.Active, To: games.Nobody}) }

// startFirstLap begins the first lap.
func (s *State) startFirstLap(env *games.Env) {
	s.Phase, s.Lap = Play, 1
	for i := range s.Beds {
		s.Beds[i].Ready = false
	}
	s.startTurn(env, s.First)
}

// startTurn begins a turn. A player in a crowded place may wake before it.
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
