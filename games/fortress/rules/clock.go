package rules

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// How long what lasts, where no option says it.
const (
	Hush   = 10 * time.Second // from the passing of an Insight on, before its answer opens
	Glance = 60 * time.Second // at least, for an Insight and for the choices out of turn
	spare  = 30 * time.Second // at least, when a turn goes on after another player was asked
	settle = 60 * time.Second // at least, to look at the dealt role
)

// Clock is the deadline of a match, and whose it is.
type Clock struct {
	Until time.Duration `json:"until,omitempty"` // when the present wait ends by itself
	Rest  time.Duration `json:"rest,omitempty"`  // what was left of the turn when another player was asked
	Asked games.Seat    `json:"asked"`           // whom a turn waits for; else Nobody
	Least time.Duration `json:"least,omitempty"` // at least, when a turn goes on by days; else it is spare
}

// ask gives the player who is asked next their time. The turn of the active
// player stands while another player is asked, and goes on with what was left.
func (c *Clock) ask(who, active games.Seat, now, think time.Duration) {
	if who == c.Asked {
		return
	}
	switch {
	case who != active && c.Asked == active:
		c.Rest = c.Until - now
		fallthrough
	case who != active:
		c.Until = now + max(Glance, think/2)
	default:
		c.Until = now + max(c.Rest, min(max(spare, c.Least), think))
	}
	c.Asked = who
}

// Expire does what the clock makes due. It passes the mark of an Insight, or
// plays the safe default of the awaited player.
func Expire(env *games.Env, s *State) error {
	before, told := slices.Clone(s.Beds), s.Lately.Told()
	s.expire(env)
	s.mark(before, told)
	return nil
}

// expire is [Expire] without the marks on the table.
func (s *State) expire(env *games.Env) {
	switch s.Phase {
	case kit.Dusk:
		for i := range s.Beds {
			b := &s.Beds[i]
			if !b.Ready && !s.Crowd {
				b.Place = kit.Places[env.Rand.IntN(len(kit.Places))]
			}
			b.Ready = true
		}
		s.settle(env)
		return
	case kit.Talk:
		s.endTalk(env)
		s.settle(env)
		return
	}
	if l := s.Letter; s.Step() == kit.StepAnswer && !l.Marked {
		l.Marked = true
		if l.Answer != "" {
			s.openAnswer()
			s.settle(env)
			return
		}
		if env.At < s.Until {
			return
		}
	}
	who, lap, active := s.Waits(), s.Lap, s.Active
	s.reportDeed(kit.Slow, who)
	s.Until = env.At
	for range 100 {
		list := s.Moves(who)
		if len(list) == 0 || s.Phase != kit.Play || s.Active != active || s.Lap != lap {
			break
		}
		s.play(env, who, harmless(list, who, s.Beds))
		s.settle(env)
	}
	if s.Phase == kit.Play && s.Waits() == who && s.Until <= env.At {
		s.Until = env.At + s.Think // only when a hundred moves were not enough
	}
}

// harmless is the safe default among the moves of a seat. It attacks no player, uses nothing
// up, and passes what is drawn to the left. It looks for a Vision first, walks where the
// fewest sleep, and heals last, the player who needs it least. It goes by what lies open on the
// table alone: whom it heals or spares would tell of its player's role and Insights.
func harmless(list []kit.Move, who games.Seat, beds Beds) kit.Move {
	crowd := map[kit.Place]int{}
	for _, b := range beds {
		crowd[b.Place]++
	}
	rank := func(m kit.Move) int {
		switch m.Verb {
		case kit.Draw:
			return m.N
		case kit.Waive:
			return 3
		case kit.Walk:
			return 10 + crowd[m.Place] // of nine pawns
		case kit.Look:
			return 20 + m.N
		case kit.Heal:
			if m.Seat == who {
				return 9
			}
			return 40 - beds[m.Seat].Sleep
		case kit.End:
			return 50
		case kit.Steal:
			return 60
		case kit.Use, kit.Spin, kit.Turn, kit.Reroll, kit.Attack:
			return 100
		default: // the first that is listed
			return 0
		}
	}
	return slices.MinFunc(list, func(a, b kit.Move) int { return rank(a) - rank(b) })
}
