package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
	"oneiros/games/ui"
)

// Moves is what a seat may do. The first move and the last one always go on with the
// turn; drafts are between them.
func (s *State) Moves(seat games.Seat) []kit.Move {
	if seat != s.Turn || s.Phase == kit.Over {
		return nil
	}
	var list []kit.Move
	switch s.Stage() {
	case kit.Setting:
		for place := range s.Ring {
			list = append(list, kit.Move{Verb: kit.Set, Place: place})
		}
	case kit.Choosing:
		for _, e := range slices.Compact(slices.Clone(s.Offer)) {
			list = append(list, kit.Move{Verb: kit.Keep, Encounter: e})
		}
	case kit.Spinning:
		list = Lister{s}.spins(list, kit.Black)
		list = Lister{s}.asides(list)
		list = Lister{s}.Adds(list)
		list = encountering{s}.plays(list)
		list = Lister{s}.spins(list, kit.White)
	case kit.Laying:
		list = Lister{s}.lays(list)
		list = encountering{s}.plays(list)
	case kit.Closing:
		list = append(list, kit.Move{Verb: kit.Done})
		list = encountering{s}.plays(list)
	}
	return list
}

// most is how many steps whose turn it is can pay for.
func (s *State) most() int {
	return min(kit.Left(s.Ring), kit.UnpaidSteps+s.Powers().Free+len(s.Dreamer().Sand))
}

// A Lister lists the moves of whose turn it is by their kinds. It says why others are
// refused.
type Lister struct{ *State }

func (s Lister) spins(list []kit.Move, w kit.Wheel) []kit.Move {
	for steps := 1; steps <= s.most(); steps++ {
		list = append(list, kit.Move{Verb: kit.Spin, Wheel: w, Steps: steps})
	}
	return list
}

func (s Lister) asides(list []kit.Move) []kit.Move {
	d := s.Dreamer()
	for i, t := range d.Sand {
		if (i == 0 || d.Sand[i-1] != t) && kit.Count(d.Aside, t) < kit.Count(d.Sand, t) {
			list = append(list, kit.Move{Verb: kit.Aside, Token: t})
		}
	}
	if len(d.Aside) > 0 {
		list = append(list, kit.Move{Verb: kit.Clear})
	}
	return list
}

func (s Lister) lays(list []kit.Move) []kit.Move {
	d := s.Dreamer()
	for level := 1; level <= kit.Levels; level++ {
		if _, ok := d.Rows.Slot(level); !ok {
			continue
		}
		list = append(list, kit.Move{Verb: kit.Lay, Level: level})
		if len(d.Hand) > 0 {
			list = append(list, kit.Move{Verb: kit.Lay, Level: level, Done: true})
		}
	}
	return list
}

// Adds lists the particles that may be added to last cards.
func (s Lister) Adds(list []kit.Move) []kit.Move {
	d, powers := s.Dreamer(), s.Powers()
	if s.Now.Added > powers.Add {
		return list
	}
	for level := 1; level <= kit.Levels; level++ {
		last := d.Rows.Last(level)
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
				list = append(list, kit.Move{Verb: kit.Add, Level: level, Token: t})
				continue
			}
			for _, back := range []kit.Token{kit.TokenOf(p, false), kit.TokenOf(p, true)} {
				need := 1
				if back == t {
					need = 2
				}
				if kit.Count(d.Sand, back) >= need {
					list = append(list, kit.Move{Verb: kit.Add, Level: level, Token: t, Back: back})
				}
			}
		}
	}
	return list
}

// Purse is the sand of a player in the order in which it is paid: first what was set
// aside, then what is of the least use. A token is of use for each row whose last card
// would take it, and with a second one of its particle.
func (d *Dreamer) Purse() []kit.Token {
	var want [kit.ParticleKinds + 1]int
	for level := 1; level <= kit.Levels; level++ {
		last := d.Rows.Last(level)
		if last == nil {
			continue
		}
		has, plot := last.Particles(), last.Dream.Card().Plot
		for p := kit.Particle(1); p <= kit.ParticleKinds; p++ {
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
		rest = kit.Remove(rest, t)
	}
	slices.SortStableFunc(rest, func(a, b kit.Token) int { return want[a.Particle()] - want[b.Particle()] })
	return append(slices.Clone(d.Aside), rest...)
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m kit.Move) error {
	if s.Phase == kit.Over {
		return games.Refuse("refuse.not-now")
	}
	if seat != s.Turn {
		return games.Refuse("refuse.turn", ui.Name(s.Turn))
	}
	phase := s.Stage()
	switch {
	case m.Verb == kit.Spin && phase == kit.Spinning:
		return Lister{s}.explainSpin(m)
	case m.Verb == kit.Lay && phase == kit.Laying && m.Level >= 1 && m.Level <= kit.Levels:
		if _, ok := s.Dreamer().Rows.Slot(m.Level); !ok {
			return games.Refuse("refuse.slot", m.Level)
		}
	case m.Verb == kit.Add && phase == kit.Spinning:
		return Lister{s}.explainAdd(m)
	case m.Verb == kit.Play && phase != kit.Choosing:
		return encountering{s}.explainPlay(m)
	}
	return games.Refuse("refuse.not-now")
}

func (s Lister) explainSpin(m kit.Move) error {
	if n := kit.Left(s.Ring); m.Steps > n {
		return games.Refuse("refuse.lap", n)
	}
	if price := s.Powers().Price(m.Steps); price > len(s.Dreamer().Sand) {
		return games.Refuse("refuse.price", price, len(s.Dreamer().Sand))
	}
	return games.Refuse("refuse.not-now")
}

func (s Lister) explainAdd(m kit.Move) error {
	d, p := s.Dreamer(), m.Token.Particle()
	if m.Level < 1 || m.Level > kit.Levels || d.Rows.Last(m.Level) == nil {
		return games.Refuse("refuse.not-now")
	}
	last := d.Rows.Last(m.Level)
	switch {
	case s.Now.Added > s.Powers().Add:
		return games.Refuse("refuse.added")
	case kit.Count(d.Sand, m.Token) == 0:
		return games.Refuse("refuse.no-sand")
	case last.Particles().Has(p):
		return games.Refuse("refuse.has", ui.T("particle."+p.Name()))
	case !last.Dream.Card().Plot.Covers(p.Plot()) && s.Powers().Single == 0:
		return games.Refuse("refuse.two", ui.T("particle."+p.Name()))
	default:
		return games.Refuse("refuse.not-now")
	}
}
