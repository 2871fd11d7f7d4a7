package rules

import (
	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// startFirstLap begins the first lap.
func startFirstLap(s *State, env *games.Env) {
	s.Phase, s.Lap = kit.Play, 1
	s.Beds.notReady()
	s.turnPage(true)
	s.StartTurn(env, s.First)
}

// StartTurn begins a turn. A player in a crowded place may wake before it.
func (s *State) StartTurn(env *games.Env, seat games.Seat) {
	s.Active, s.Turn = seat, Hand{Most: 2, Told: s.Lately.Told()}
	s.Clock = Clock{Asked: seat, Until: env.At + s.Think, Least: s.Least}
	dropOldNews(s, seat)
	b := &s.Beds[seat]
	if s.Crowd && b.Place != "" && s.Beds.countAt(b.Place) >= kit.CrowdSize && !s.Beds.has(seat, kit.Tale) {
		s.Report(kit.Event{Kind: kit.Crowded, Seat: seat, To: games.Nobody, N: 1})
		s.sink(seat, 1, games.Nobody)
	}
	if b.Place != "" && s.Beds.Asleep(seat) {
		applyPlace(s, env)
	}
}

// dropOldNews keeps what those awake may have missed to a lap: they make no more turns that would
// begin it anew. So it goes back to the turn before of the player whose turn begins.
func dropOldNews(s *State, seat games.Seat) {
	for i, read := range s.Lately.Read {
		if !s.Beds.Asleep(games.Seat(i)) {
			s.Lately.TurnAt(games.Seat(i), max(read, s.Lately.Read[seat]))
		}
	}
}

// applyPlace fixes what the place of the beginning of a turn gives. On the first lap
// of beginners it gives nothing, and the turn is one Insight.
func applyPlace(s *State, env *games.Env) {
	b := &s.Beds[s.Active]
	b.Hidden = false
	if s.Novice && s.Lap == 1 {
		s.Turn.Lay(kit.FaceInsight)
		s.Turn.Most = 1
		if s.Phase == kit.Play && s.actor().possible(kit.FaceInsight) {
			s.Turn.spendDrawing(kit.FaceInsight, 1)
			s.drawInsights(env, 1)
		}
		return
	}
	s.Turn.Base = b.Place
	b.Hidden = b.Place == kit.Forest
}

// endTurn ends a turn and begins the next, or lets the table talk, or ends the
// night.
func (s *State) endTurn(env *games.Env) {
	// The player of a turn without dice woke at its beginning, in a crowd.
	played := len(s.Turn.Dice) > 0
	if played && s.Turn.Done < s.Turn.Most && s.Beds.Asleep(s.Active) {
		if s.Turn.Done == 0 { // the dice are all that happened
			s.tell(s.Lap, kit.Event{Kind: kit.Rolled, Seat: s.Active, To: games.Nobody, What: s.Turn.String()})
		}
		s.Report(kit.Event{Kind: kit.Stuck, Seat: s.Active, To: games.Nobody, N: s.Turn.Done})
	}
	s.Lately.TurnAt(s.Active, s.Turn.Told) // the player reads what came of all of it
	n := len(s.Beds)
	for i := 1; i <= n; i++ {
		seat := games.Seat((int(s.Active) + i) % n)
		round := seat == s.First
		if round {
			s.keepFloors()
			s.Lap++
		}
		if round && s.Lap > kit.LastLap && !s.Endless {
			s.endMatch(dawnWinners(s.Beds), kit.WhyDawn)
			return
		}
		if round && s.Chat > 0 {
			s.turnPage(played)
			s.Phase, s.Asked, s.Until = kit.Talk, games.Nobody, env.At+s.Chat
			s.Beds.notReady()
			return
		}
		if s.Beds.Asleep(seat) {
			s.turnPage(played)
			s.StartTurn(env, seat)
			return
		}
	}
}

// endTalk ends the talk between laps.
func (s *State) endTalk(env *games.Env) {
	s.Phase = kit.Play
	s.Beds.notReady()
	s.StartTurn(env, s.Beds.sleepers(s.First)[0])
}
