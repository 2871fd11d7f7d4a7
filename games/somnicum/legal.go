package somnicum

import (
	"slices"

	"oneiros/games"
	"oneiros/games/ui"
)

// moves is what a seat may do. The first move and the last one always go on with the
// turn; drafts are between them.
func (s *State) moves(seat games.Seat) []Move {
	if seat != s.Turn || s.Phase == Over {
		return nil
	}
	var list []Move
	switch s.phase() {
	case Setting:
		for place := range s.Ring {
			list = append(list, Move{Verb: Set, Place: place})
		}
	case Choosing:
		for _, e := range slices.Compact(slices.Clone(s.Offer)) {
			list = append(list, Move{Verb: Keep, Encounter: e})
		}
	case Spinning:
		list = options{s}.spins(list, Black)
		list = options{s}.asides(list)
		list = options{s}.adds(list)
		list = encountering{s}.plays(list)
		list = options{s}.spins(list, White)
	case Laying:
		list = options{s}.lays(list)
		list = encountering{s}.plays(list)
	case Closing:
		list = append(list, Move{Verb: Done})
		list = encountering{s}.plays(list)
	}
	return list
}

// most is how many steps whose turn it is can pay for.
func (s *State) most() int {
	return min(left(s.Ring), freeSteps+s.powers().Free+len(s.dreamer().Sand))
}

// options are the moves of whose turn it is by their kinds. They say why others are
// refused.
type options struct{ *State }

func (s options) spins(list []Move, w Wheel) []Move {
	for steps := 1; steps <= s.most(); steps++ {
		list = append(list, Move{Verb: Spin, Wheel: w, Steps: steps})
	}
	return list
}

func (s options) asides(list []Move) []Move {
	d := s.dreamer()
	for i, t := range d.Sand {
		if (i == 0 || d.Sand[i-1] != t) && count(d.Aside, t) < count(d.Sand, t) {
			list = append(list, Move{Verb: Aside, Token: t})
		}
	}
	if len(d.Aside) > 0 {
		list = append(list, Move{Verb: Clear})
	}
	return list
}

func (s options) lays(list []Move) []Move {
	d := s.dreamer()
	for level := 1; level <= Levels; level++ {
		if _, ok := d.Rows.slot(level); !ok {
			continue
		}
		list = append(list, Move{Verb: Lay, Level: level})
		if len(d.Hand) > 0 {
			list = append(list, Move{Verb: Lay, Level: level, Done: true})
		}
	}
	return list
}

// adds lists the particles that may be added to last cards.
func (s options) adds(list []Move) []Move {
	d, powers := s.dreamer(), s.powers()
	if s.Now.Added > powers.Add {
		return list
	}
	for level := 1; level <= Levels; level++ {
		last := d.Rows.last(level)
		if last == nil {
			continue
		}
		has, plot := last.Particles(), last.Dream.Card().Plot
		for i, t := range d.Sand {
			p := t.Particle()
			if i > 0 && d.Sand[i-1] == t || has.Has(p) {
				continue
			}
			if plot.Covers(p.Plot()) || powers.Single > 0 {
				list = append(list, Move{Verb: Add, Level: level, Token: t})
				continue
			}
			for _, back := range []Token{token(p, false), token(p, true)} {
				need := 1
				if back == t {
					need = 2
				}
				if count(d.Sand, back) >= need {
					list = append(list, Move{Verb: Add, Level: level, Token: t, Back: back})
				}
			}
		}
	}
	return list
}

// purse is the sand of a player in the order in which it is paid: first what was set
// aside, then what is of the least use. A token is of use for each row whose last card
// would take it, and with a second one of its particle.
func (d *Dreamer) purse() []Token {
	var want [particles + 1]int
	for level := 1; level <= Levels; level++ {
		last := d.Rows.last(level)
		if last == nil {
			continue
		}
		has, plot := last.Particles(), last.Dream.Card().Plot
		for p := Particle(1); p <= particles; p++ {
			if plot.Covers(p.Plot()) && !has.Has(p) {
				want[p]++
			}
		}
	}
	for _, t := range d.Sand {
		want[t.Particle()]++
	}
	rest := slices.Clone(d.Sand)
	for _, t := range d.Aside {
		rest = remove(rest, t)
	}
	slices.SortStableFunc(rest, func(a, b Token) int { return want[a.Particle()] - want[b.Particle()] })
	return append(slices.Clone(d.Aside), rest...)
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m Move) error {
	if s.Phase == Over {
		return games.Refuse("refuse.not-now")
	}
	if seat != s.Turn {
		return games.Refuse("refuse.turn", ui.Name(s.Turn))
	}
	phase := s.phase()
	switch {
	case m.Verb == Spin && phase == Spinning:
		return options{s}.explainSpin(m)
	case m.Verb == Lay && phase == Laying && m.Level >= 1 && m.Level <= Levels:
		if _, ok := s.dreamer().Rows.slot(m.Level); !ok {
			return games.Refuse("refuse.slot", m.Level)
		}
	case m.Verb == Add && phase == Spinning:
		return options{s}.explainAdd(m)
	case m.Verb == Play && phase != Choosing:
		return encountering{s}.explainPlay(m)
	}
	return games.Refuse("refuse.not-now")
}

func (s options) explainSpin(m Move) error {
	if n := left(s.Ring); m.Steps > n {
		return games.Refuse("refuse.lap", n)
	}
	if price := s.powers().Price(m.Steps); price > len(s.dreamer().Sand) {
		return games.Refuse("refuse.price", price, len(s.dreamer().Sand))
	}
	return games.Refuse("refuse.not-now")
}

func (s options) explainAdd(m Move) error {
	d, p := s.dreamer(), m.Token.Particle()
	if m.Level < 1 || m.Level > Levels || d.Rows.last(m.Level) == nil {
		return games.Refuse("refuse.not-now")
	}
	last := d.Rows.last(m.Level)
	switch {
	case s.Now.Added > s.powers().Add:
		return games.Refuse("refuse.added")
	case count(d.Sand, m.Token) == 0:
		return games.Refuse("refuse.no-sand")
	case last.Particles().Has(p):
		return games.Refuse("refuse.has", ui.T("particle."+p.Name()))
	case !last.Dream.Card().Plot.Covers(p.Plot()) && s.powers().Single == 0:
		return games.Refuse("refuse.two", ui.T("particle."+p.Name()))
	default:
		return games.Refuse("refuse.not-now")
	}
}
