package fortress

import (
	"iter"
	"oneiros/games"
	"oneiros/games/ui"
	"slices"
	"time"
)

// rules are the rules; see the package comment.
type rules struct{}

// The measures of the game.
const (
	top      = 10 // the highest floor, where everybody begins
	enough   = 5  // Visions that Sigmund wants
	ahead    = 4  // floors by which William must be above all others
	crowd    = 3  // sleepers in one place that disturb each other
	lastLap  = 20 // after it, it dawns
	strength = 2  // of an attack
)

// How long what lasts, where no option says it.
const (
	hush   = 10 * time.Second // from the passing of an Insight on, before its answer opens
	glance = 60 * time.Second // at least, for an Insight and for the choices out of turn
	spare  = 30 * time.Second // at least, when a turn goes on after somebody else was asked
	settle = 60 * time.Second // at least, to look at the dealt role
)

func (rules) Parse(text string) (Move, error) { return Parse(text) }

func (rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(s.moves(seat)) }

func (rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	if !slices.Contains(s.moves(seat), m) {
		return s.explain(seat, m)
	}
	s.play(env, seat, m)
	s.settle(env)
	return nil
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m Move) error {
	switch {
	case !s.asleep(seat):
		return games.Refuse("refuse.awake")
	case m.Verb == Obey || m.Verb == Give:
		if s.step() == StepAnswer && s.Letter.To == seat {
			return games.Refuse("refuse.choice")
		}
	case s.Phase == Play && s.waits() != seat:
		return games.Refuse("refuse.turn", ui.Name(s.waits()))
	case s.step() == StepAct:
		switch m.Verb {
		case Look, Draw, Steal, Walk, Attack, Waive, Heal:
			return games.Refuse("refuse.dice")
		case End:
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
	case Dusk:
		for _, b := range s.Beds {
			if !b.Ready {
				return
			}
		}
		s.startFirstLap(env)
	case Talk:
		n, all := 0, s.sleepers(0)
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
	for s.Phase == Play && s.turnIsOver() {
		s.endTurn(env)
		s.checkVictory()
	}
	s.setClock(env)
}

// turnIsOver reports whether the turn has nothing more to ask.
func (s *State) turnIsOver() bool {
	switch s.step() {
	case StepSpoils, StepAnswer, StepPass, StepKeep, StepChoose:
		return false
	case StepPlace, StepRoll:
		return !s.asleep(s.Active)
	}
	if !s.asleep(s.Active) {
		return true
	}
	one, two := s.usableDice()
	if len(one)+len(two) > 0 {
		return false
	}
	// One-shot Visions may be used as long as the turn lasts. The turn is over
	// when there is none, and nothing can change the dice.
	return len(s.actions()) == 1
}

// setClock sets the clock of the player who is asked next.
func (s *State) setClock(env *games.Env) {
	who := s.waits()
	if s.Phase != Play || who == s.Asked {
		return
	}
	switch {
	case who != s.Active && s.Asked == s.Active:
		s.Rest = s.Until - env.At
		fallthrough
	case who != s.Active:
		s.Until = env.At + max(glance, s.Think/2)
	default:
		s.Until = env.At + max(s.Rest, min(spare, s.Think))
	}
	s.Asked = who
}

// Expire does what the clock makes due. It passes the mark of an Insight, or
// plays the safe default of the awaited player.
func (rules) Expire(env *games.Env, s *State) error {
	switch s.Phase {
	case Dusk:
		for i := range s.Beds {
			b := &s.Beds[i]
			if !b.Ready && !s.Crowd {
				b.Place = places[env.Rand.IntN(len(places))]
			}
			b.Ready = true
		}
		s.settle(env)
		return nil
	case Talk:
		s.endTalk(env)
		s.settle(env)
		return nil
	}
	if l := s.Letter; s.step() == StepAnswer && !l.Marked {
		l.Marked = true
		if l.Answer != "" {
			s.openAnswer()
			s.settle(env)
			return nil
		}
		if env.At < s.Until {
			return nil
		}
	}
	who, lap, active := s.waits(), s.Lap, s.Active
	s.report(Event{Kind: Slow, Seat: who, To: games.Nobody})
	s.Until = env.At
	for range 100 {
		m, ok := s.fallback(who)
		if !ok || s.Phase != Play || s.Active != active || s.Lap != lap {
			break
		}
		s.play(env, who, m)
		s.settle(env)
	}
	if s.Phase == Play && s.waits() == who && s.Until <= env.At {
		s.Until = env.At + s.Think // only when a hundred moves were not enough
	}
	return nil
}

// fallback is the safe default of a seat. It attacks nobody, uses nothing up,
// and passes what is drawn to the left.
func (s *State) fallback(seat games.Seat) (Move, bool) {
	rank := func(m Move) int {
		switch m.Verb {
		case Heal:
			return s.Beds[m.Seat].Sleep - 100
		case Walk:
			return 1
		case Draw:
			return 1 + m.N
		case Look:
			return 3 + m.N
		case Waive:
			return 6
		case End:
			return 7
		case Use, Spin, Turn, Reroll, Attack:
			return 100
		case Steal:
			return 9
		default: // the first that is listed
			return 0
		}
	}
	list := s.moves(seat)
	if len(list) == 0 {
		return Move{}, false
	}
	return slices.MinFunc(list, func(a, b Move) int { return rank(a) - rank(b) }), true
}

func (rules) Status(s State) games.Status {
	st := games.Status{Due: s.Until}
	switch s.Phase {
	case Over:
		st = games.Status{Over: true, Winners: s.Win, Scores: make([]int, len(s.Beds))}
		for _, seat := range s.Win {
			st.Scores[seat] = 1
		}
	case Play:
		st.Awaits = []games.Seat{s.waits()}
		if l := s.Letter; s.step() == StepAnswer && !l.Marked {
			st.Due = min(st.Due, l.Opens)
		}
	default:
		st.Break = s.Phase == Talk || s.Crowd // nobody has a pawn to put
		for i := range s.Beds {
			if seat := games.Seat(i); s.asleep(seat) && !s.Beds[i].Ready {
				st.Awaits = append(st.Awaits, seat)
			}
		}
	}
	return st
}
