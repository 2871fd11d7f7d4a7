package somnicum

import (
	"slices"

	"oneiros/games"
)

// An encountering is a position in which whose turn it is may play encounters.
type encountering struct{ *State }

// plays lists the encounters that may be played now, with what they ask for.
func (s encountering) plays(list []Move) []Move {
	hand := s.dreamer().Hand
	for i, e := range hand {
		if i > 0 && hand[i-1] == e {
			continue
		}
		for _, c := range s.choices(e) {
			list = append(list, Move{Verb: Play, Encounter: e, Choice: c})
		}
	}
	return list
}

// choices lists what may be chosen for an encounter. It is empty where the encounter
// cannot be played now, and has the zero Choice where there is nothing to choose.
func (s encountering) choices(e Encounter) []Choice {
	list := []Choice{{}}
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
func (s encountering) fits(x Effect, lasting bool) bool {
	switch x.Kind {
	case FreeSteps, MoreGift, Stride, MoreAdds, Single:
		return lasting || s.Phase == Spinning
	case Join:
		return lasting || s.Phase == Spinning || s.Phase == Laying
	case Exchange:
		return s.Phase == Laying
	default:
		return true
	}
}

// asked lists what may be chosen for an effect.
func (s encountering) asked(x Effect) []Choice {
	var list []Choice
	rows := &s.dreamer().Rows
	switch x.Kind {
	case Mend, Brighten:
		for level, row := range rows {
			for i, c := range row {
				if x.Kind == Mend && c.Break != NoBreak || x.Kind == Brighten && c.Dream.Card().Nightmare() && !c.Bright {
					list = append(list, Choice{level + 1, i + 1})
				}
			}
		}
	case Swap:
		for a := 1; a <= Levels; a++ {
			for b := a + 1; b <= Levels; b++ {
				if s.swappable(a, b) == nil {
					list = append(list, Choice{a, b})
				}
			}
		}
	case Exchange:
		next, before := s.neighbours()
		if next >= 0 {
			list = append(list, Choice{A: NextCard})
		}
		if before != next {
			list = append(list, Choice{A: BeforeCard})
		}
	case Drift:
		for w := range wheels {
			for n := 1; n <= min(x.N, left(s.Ring)); n++ {
				list = append(list, Choice{w + 1, n})
			}
		}
	}
	return list
}

// neighbours are the places of the cards next to the one that was taken. They are -1
// in an empty ring.
func (s encountering) neighbours() (next, before int) {
	n := left(s.Ring)
	if n == 0 {
		return -1, -1
	}
	return stop(s.Ring, s.Now.From, 1), stop(s.Ring, s.Now.From, n)
}

// swapped is the rows after the last cards of two levels changed places. The cards take
// what was added to them along. In their new places they are compared anew.
func (s encountering) swapped(a, b int) (rows Rows, breaks [Levels]bool) {
	old := &s.dreamer().Rows
	rows = *old
	for _, level := range []int{a, b} {
		rows[level-1] = slices.Clone(rows[level-1])
	}
	x, y := rows.last(a), rows.last(b)
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
	old := &s.dreamer().Rows
	if a < 1 || b > Levels || a >= b || old.last(a) == nil || old.last(b) == nil {
		return games.Refuse("refuse.not-now")
	}
	_, breaks := s.swapped(a, b)
	for _, level := range []int{a, b} {
		if !breaks[level-1] || level == Levels {
			continue
		}
		row := old[level-1]
		if slices.ContainsFunc(old[level], func(c Card) bool { return c.Slot == row[len(row)-1].Slot-1 }) {
			return games.Refuse("refuse.support", level+1)
		}
	}
	return nil
}

// play plays an encounter of whose turn it is.
func (s encountering) play(env *games.Env, e Encounter, c Choice) {
	d, card := s.dreamer(), e.Card()
	before, told := d.counted(), len(s.Story)
	d.Hand = remove(d.Hand, e)
	if card.Lasting {
		d.Open = append(d.Open, e)
	} else {
		s.Discards = append(s.Discards, e)
	}
	s.tell(Event{Kind: DidPlay, Encounter: e})
	for _, x := range card.Effects {
		s.effect(env, x, c)
		if !card.Lasting {
			s.Now.Powers = s.Now.Powers.plus(x.power())
		}
	}
	s.Story[told].Points = d.counted() - before
	s.close(env)
}

// effect does what an effect does at once.
func (s encountering) effect(env *games.Env, x Effect, c Choice) {
	d := s.dreamer()
	switch x.Kind {
	case GainSand:
		s.gain(env, x.N, 0)
	case Mend:
		card := &d.Rows[c.A-1][c.B-1]
		s.endBreak(env, card.Break)
		card.Break = NoBreak
	case Brighten:
		d.Rows[c.A-1][c.B-1].Bright = true
	case Swap:
		s.swap(env, c.A, c.B)
	case Exchange:
		next, before := s.neighbours()
		at := next
		if c.A == BeforeCard {
			at = before
		}
		s.Ring[at], s.Now.Taken = s.Now.Taken, s.Ring[at]
	case Drift:
		w := c.A - 1
		s.Wheels[w] = (stop(s.Ring, s.Wheels[w], c.B) + 1) % len(s.Ring)
	}
}

// swap changes the last cards of two levels.
func (s encountering) swap(env *games.Env, a, b int) {
	rows, breaks := s.swapped(a, b)
	for _, level := range []int{a, b} {
		last := rows.last(level)
		switch {
		case breaks[level-1] && last.Break == NoBreak:
			last.Break = s.newBreak(env)
		case !breaks[level-1] && last.Break != NoBreak:
			s.endBreak(env, last.Break)
			last.Break = NoBreak
		}
	}
	s.dreamer().Rows = rows
}

// explainPlay says why an encounter cannot be played.
func (s encountering) explainPlay(m Move) error {
	if !slices.Contains(s.dreamer().Hand, m.Encounter) {
		return games.Refuse("refuse.no-encounter")
	}
	for _, x := range m.Encounter.Card().Effects {
		if !s.fits(x, m.Encounter.Card().Lasting) {
			return games.Refuse("refuse.too-late")
		}
		if x.Kind == Swap {
			if err := s.swappable(m.Choice.A, m.Choice.B); err != nil {
				return err
			}
		}
	}
	return games.Refuse("refuse.nothing")
}
