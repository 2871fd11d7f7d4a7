package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/somnicum/kit"
)

// An encountering is a position in which whose turn it is may play encounters.
type encountering struct{ *State }

// plays lists the encounters that may be played now, with what they ask for.
func (s encountering) plays(list []kit.Move) []kit.Move {
	hand := s.Dreamer().Hand
	for i, e := range hand {
		if i > 0 && hand[i-1] == e {
			continue
		}
		for _, c := range s.choices(e) {
			list = append(list, kit.Move{Verb: kit.Play, Encounter: e, Choice: c})
		}
	}
	return list
}

// choices lists what may be chosen for an encounter. It is empty where the encounter
// cannot be played now, and has the zero Choice where there is nothing to choose.
func (s encountering) choices(e kit.Encounter) []kit.Choice {
	list := []kit.Choice{{}}
	for _, x := range e.Card().Effects {
		if !s.fits(x, e.Card().Lasting) {
			return nil
		}
		if x.Asks() {
			list = s.asked(x)
		}
	}
	return list
}

// fits reports whether an effect can do something in this part of a turn.
func (s encountering) fits(x kit.Effect, lasting bool) bool {
	switch x.Kind {
	case kit.FreeSteps, kit.MoreGift, kit.Stride, kit.MoreAdds, kit.Single:
		return lasting || s.Phase == kit.Spinning
	case kit.Join:
		return lasting || s.Phase == kit.Spinning || s.Phase == kit.Laying
	case kit.Exchange:
		return s.Phase == kit.Laying
	default:
		return true
	}
}

// asked lists what may be chosen for an effect.
func (s encountering) asked(x kit.Effect) []kit.Choice {
	var list []kit.Choice
	rows := &s.Dreamer().Rows
	switch x.Kind {
	case kit.Mend, kit.Brighten:
		for level, row := range rows {
			for i, c := range row {
				if x.Kind == kit.Mend && c.Break != kit.NoBreak || x.Kind == kit.Brighten && c.Dream.Card().Nightmare() && !c.Bright {
					list = append(list, kit.Choice{A: level + 1, B: i + 1})
				}
			}
		}
	case kit.Swap:
		for a := 1; a <= kit.Levels; a++ {
			for b := a + 1; b <= kit.Levels; b++ {
				if s.swappable(a, b) == nil {
					list = append(list, kit.Choice{A: a, B: b})
				}
			}
		}
	case kit.Exchange:
		next, before := s.neighbours()
		if next >= 0 {
			list = append(list, kit.Choice{A: kit.NextCard})
		}
		if before != next {
			list = append(list, kit.Choice{A: kit.BeforeCard})
		}
	case kit.Drift:
		for w := range kit.Wheels {
			for n := 1; n <= min(x.N, kit.Left(s.Ring)); n++ {
				list = append(list, kit.Choice{A: w + 1, B: n})
			}
		}
	}
	return list
}

// neighbours are the places of the cards next to the one that was taken. They are -1
// in an empty ring.
func (s encountering) neighbours() (next, before int) {
	n := kit.Left(s.Ring)
	if n == 0 {
		return -1, -1
	}
	return kit.Stop(s.Ring, s.Now.From, 1), kit.Stop(s.Ring, s.Now.From, n)
}

// swapped is the rows after the last cards of two levels changed places. The cards take
// what was added to them along. In their new places they are compared anew.
func (s encountering) swapped(a, b int) (rows kit.Rows, breaks [kit.Levels]bool) {
	old := &s.Dreamer().Rows
	rows = *old
	for _, level := range []int{a, b} {
		rows[level-1] = slices.Clone(rows[level-1])
	}
	x, y := rows.Last(a), rows.Last(b)
	x.Dream, y.Dream = y.Dream, x.Dream
	x.Added, y.Added = y.Added, x.Added
	x.Bright, y.Bright = y.Bright, x.Bright
	x.Round, y.Round = y.Round, x.Round
	for _, level := range []int{a, b} {
		row := rows[level-1]
		if n := len(row) - 1; n > 0 {
			gap := row[n].Slot > row[n-1].Slot+1
			breaks[level-1] = row[n].Particles()&row[n-1].Particles() == 0 || gap && s.GapBreaks
		}
	}
	return rows, breaks
}

// swappable refuses a swap that would leave a card of a lower level without an unbroken
// pair above it.
func (s encountering) swappable(a, b int) error {
	old := &s.Dreamer().Rows
	if a < 1 || b > kit.Levels || a >= b || old.Last(a) == nil || old.Last(b) == nil {
		return games.Refuse("refuse.not-now")
	}
	_, breaks := s.swapped(a, b)
	for _, level := range []int{a, b} {
		if !breaks[level-1] || level == kit.Levels {
			continue
		}
		row := old[level-1]
		if slices.ContainsFunc(old[level], func(c kit.Card) bool { return c.Slot == row[len(row)-1].Slot-1 }) {
			return games.Refuse("refuse.support", level+1)
		}
	}
	return nil
}

// play plays an encounter of whose turn it is.
func (s encountering) play(env *games.Env, e kit.Encounter, c kit.Choice) {
	d, card := s.Dreamer(), e.Card()
	before, told := d.counted(), len(s.Story)
	d.Hand = kit.Remove(d.Hand, e)
	if card.Lasting {
		d.Open = append(d.Open, e)
	} else {
		s.Discards = append(s.Discards, e)
	}
	s.tell(kit.Event{Kind: kit.DidPlay, Encounter: e})
	for _, x := range card.Effects {
		s.effect(env, x, c)
		if !card.Lasting {
			s.Now.Powers = s.Now.Powers.Plus(x.Power())
		}
	}
	s.Story[told].Points = d.counted() - before
	s.close(env)
}

// effect does what an effect does at once.
func (s encountering) effect(env *games.Env, x kit.Effect, c kit.Choice) {
	d := s.Dreamer()
	switch x.Kind {
	case kit.GainSand:
		s.gain(env, x.N, 0)
	case kit.Mend:
		card := &d.Rows[c.A-1][c.B-1]
		s.endBreak(env, card.Break)
		card.Break = kit.NoBreak
	case kit.Brighten:
		d.Rows[c.A-1][c.B-1].Bright = true
	case kit.Swap:
		s.swap(env, c.A, c.B)
	case kit.Exchange:
		next, before := s.neighbours()
		at := next
		if c.A == kit.BeforeCard {
			at = before
		}
		s.Ring[at], s.Now.Taken = s.Now.Taken, s.Ring[at]
	case kit.Drift:
		w := c.A - 1
		s.Wheels[w] = (kit.Stop(s.Ring, s.Wheels[w], c.B) + 1) % len(s.Ring)
	}
}

// swap changes the last cards of two levels.
func (s encountering) swap(env *games.Env, a, b int) {
	rows, breaks := s.swapped(a, b)
	for _, level := range []int{a, b} {
		last := rows.Last(level)
		switch {
		case breaks[level-1] && last.Break == kit.NoBreak:
			last.Break = s.newBreak(env)
		case !breaks[level-1] && last.Break != kit.NoBreak:
			s.endBreak(env, last.Break)
			last.Break = kit.NoBreak
		}
	}
	s.Dreamer().Rows = rows
}

// explainPlay says why an encounter cannot be played.
func (s encountering) explainPlay(m kit.Move) error {
	if !slices.Contains(s.Dreamer().Hand, m.Encounter) {
		return games.Refuse("refuse.no-encounter")
	}
	for _, x := range m.Encounter.Card().Effects {
		if !s.fits(x, m.Encounter.Card().Lasting) {
			return games.Refuse("refuse.too-late")
		}
		if x.Kind == kit.Swap {
			if err := s.swappable(m.Choice.A, m.Choice.B); err != nil {
				return err
			}
		}
	}
	return games.Refuse("refuse.nothing")
}
