// Package rules are the rules of Dream Fortress: its position, the moves of each seat, and what
// follows from a move or from a deadline. The rules in words, with the rulings, are the comment
// of package fortress.
//
// # Why it stands apart
//
// This is the one room that holds the position, and with it every secret: roles, Insights, sealed
// answers. A reader who asks what a move does reads it alone. It has no words besides the keys of
// its refusals, and draws nothing.
//
// What a viewer may know of a position is no matter of the rules: package view says it. Nothing
// that shows or plays imports this package, so nothing there can look at a secret.
//
// The rules are one thing. A blow may wake a player, who leaves Visions behind, whose loss may
// decide the match. So a cut between a turn, an awakening and a victory would only
// spread this chain over packages.
//
// # For tests
//
// A position is plain data, and tests arrange it. What can not be arranged by hand begins with
// [State.StartTurn], [Hand.Lay] or [State.Report].
package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/ui"
)

// Play makes a move, and does what it makes due. It owns s, and an error throws s away.
func Play(env *games.Env, s *State, seat games.Seat, m kit.Move) error {
	if !slices.Contains(s.Moves(seat), m) {
		return s.explain(seat, m)
	}
	before, told := slices.Clone(s.Beds), s.Lately.Told()
	s.play(env, seat, m)
	s.settle(env)
	s.mark(before, told)
	return nil
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m kit.Move) error {
	switch {
	case !s.Beds.Asleep(seat):
		return games.Refuse("refuse.awake")
	case m.Verb == kit.Obey || m.Verb == kit.Give:
		if s.Step() == kit.StepAnswer && s.Letter.To == seat {
			if s.Letter.Answer != "" {
				return games.Refuse("refuse.answered")
			}
			return games.Refuse("refuse.choice")
		}
	case s.Phase == kit.Play && s.Waits() != seat:
		return games.Refuse("refuse.turn", ui.Name(s.Waits()))
	case s.Step() == kit.StepAct:
		switch m.Verb {
		case kit.Look, kit.Draw, kit.Steal, kit.Walk, kit.Attack, kit.Waive, kit.Heal:
			return games.Refuse("refuse.dice")
		case kit.End:
			return games.Refuse("refuse.end")
		}
	}
	return games.Refuse("refuse.not-now")
}

// settle does what the last input made due. That is victories, ends of phases
// and turns, and the clock of the next player.
func (s *State) settle(env *games.Env) {
	s.checkVictory()
	switch s.Phase {
	case kit.Dusk:
		for _, b := range s.Beds {
			if !b.Ready {
				return
			}
		}
		startFirstLap(s, env)
	case kit.Talk:
		n, all := 0, s.Beds.sleepers(0)
		for _, seat := range all {
			if s.Beds[seat].Ready {
				n++
			}
		}
		if n*2 <= len(all) {
			return
		}
		s.endTalk(env)
	}
	// A crowd's harm at the beginning of a turn, and what it leaves behind, may
	// decide the match.
	s.checkVictory()
	for s.Phase == kit.Play && s.turnIsOver() {
		s.endTurn(env)
		s.checkVictory()
	}
	if s.Phase == kit.Play {
		s.Clock.ask(s.Waits(), s.Active, env.At, s.Think)
	}
}

// turnIsOver reports whether the turn has nothing more to ask.
func (s *State) turnIsOver() bool {
	switch s.Step() {
	case kit.StepSpoils, kit.StepAnswer, kit.StepPass, kit.StepKeep, kit.StepChoose:
		return false
	case kit.StepPlace, kit.StepRoll:
		return !s.Beds.Asleep(s.Active)
	}
	if !s.Beds.Asleep(s.Active) {
		return true
	}
	one, two := s.actor().usable()
	if len(one)+len(two) > 0 {
		return false
	}
	// One-shot Visions may be used as long as the turn lasts. The turn is over
	// when there is none, and nothing can change the dice.
	return len(s.actor().actions()) == 1
}

// Status says whom the match waits for, and until when.
func Status(s State) games.Status {
	st := games.Status{Due: s.Until, Chapter: kit.LapPlayed(s.Phase, s.Why, s.Lap)}
	switch s.Phase {
	case kit.Over:
		st = games.Status{Over: true, Chapter: st.Chapter, Winners: s.Win, Scores: make([]int, len(s.Beds))}
		for _, seat := range s.Win {
			st.Scores[seat] = 1
		}
	case kit.Play:
		st.Awaits = []games.Seat{s.Waits()}
		st.Cue = games.Cue{Kind: "turn", N: s.Lap*len(s.Beds) + int(s.Active), Seat: s.Active}
		if s.Step() == kit.StepAnswer {
			st.Cue = games.Cue{Kind: "insight", N: len(s.Passed), Seat: s.Letter.To}
		}
		if l := s.Letter; s.Step() == kit.StepAnswer && !l.Marked {
			st.Due, st.Mark = min(st.Due, l.Opens), l.Opens < st.Due
		}
	default:
		st.Break = s.Phase == kit.Talk || s.Crowd // no player has a pawn to put
		if s.Phase == kit.Dusk {
			st.Cue.Kind = "dusk"
		}
		for i := range s.Beds {
			if seat := games.Seat(i); s.Beds.Asleep(seat) && !s.Beds[i].Ready {
				st.Awaits = append(st.Awaits, seat)
			}
		}
	}
	for i := range s.Beds {
		if seat := games.Seat(i); !st.Over && !s.Beds.Asleep(seat) {
			st.Out = append(st.Out, seat)
		}
	}
	return st
}
