package fortress

import (
	"math/rand/v2"
	"slices"

	"oneiros/games"
)

// tries is how often a redeal is made again when it contradicts what the viewer
// knows. After that everything stays as it is.
const tries = 80

// Redeal deals again what v does not know: the roles, the Insights and the
// sealed answer. All of it agrees with what v saw.
func (rules) Redeal(s *State, v games.Viewer, r *rand.Rand) {
	if s.Phase == Over {
		return
	}
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	if !s.seesAllRoles(v) {
		s.redealRoles(me, r)
	}
	s.redealCards(me, r)
	if l := s.Letter; l != nil && me != l.To {
		l.Answer = ""
		if list := s.answers(); !l.Marked && r.IntN(2) == 0 {
			m := list[r.IntN(len(list))]
			l.Answer = Obeyed
			if m.Verb == Give {
				l.Answer = Answer(m.Vision)
			}
		}
	}
}

// redealRoles gives the sleepers whose role is a secret other ones, and the card
// put aside. Dreamers may become such as are still in the box.
func (s *State) redealRoles(me games.Seat, r *rand.Rand) {
	var at []*Role
	box := dreamers(len(s.Beds))
	for i := range s.Beds {
		if games.Seat(i) != me && s.Beds[i].Sleep > 0 {
			at = append(at, &s.Beds[i].Role)
		} else {
			box = without(box, s.Beds[i].Role)
		}
	}
	if s.Aside != "" {
		at = append(at, &s.Aside)
	}
	var was []Role
	for _, p := range at {
		was = append(was, *p)
	}
	for range tries {
		deal, left := slices.Clone(was), slices.Clone(box)
		shuffle(r, deal)
		shuffle(r, left)
		for i := range deal {
			if deal[i].Group() == Dreamers {
				deal[i], left = left[0], left[1:]
			}
			*at[i] = deal[i]
		}
		if (s.Aside == "" || s.Aside.Group() != Dreamers) && s.agreesWith(me) {
			return
		}
	}
	for i, p := range at {
		*p = was[i]
	}
}

// agreesWith reports whether the roles agree with the Insights that a seat has read,
// and with nobody having won.
func (s *State) agreesWith(me games.Seat) bool {
	for i := range s.Passed {
		if p := &s.Passed[i]; me != games.Nobody && p.knows(me) && !p.fits(p.Card, s.Beds[p.To].Role) {
			return false
		}
	}
	return s.Phase == Dusk || len(s.winners()) == 0
}

// fits reports whether a card, passed to a role, does what everybody saw.
func (p *Passed) fits(c Insight, to Role) bool {
	if c.About()&to.Group() == 0 {
		return p.Step == 0 && p.Gave == ""
	}
	switch c.Effect() {
	case Lose1:
		return p.Step == -1
	case Lose2:
		return p.Step == -2
	case Gain1:
		return p.Step == 1 && p.From < top || p.Step == -1 && p.From >= top
	default:
		return p.Gave != "" || p.Step == -1
	}
}

// redealCards gives the Insights that a seat has not read other texts. Where the
// cards are that it has read stays as it was.
func (s *State) redealCards(me games.Seat, r *rand.Rand) {
	// The cards of the deck, in a hand and on their way are one heap. Of cards
	// that were shuffled back into the deck, only people's memory is left.
	var at []*Insight
	for i := range s.Insights {
		at = append(at, &s.Insights[i])
	}
	if me != s.Active {
		for i := range s.Drawn {
			at = append(at, &s.Drawn[i])
		}
	}
	if l := s.Letter; l != nil && me != l.By && me != l.To {
		at = append(at, &l.Card)
	}
	r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
	all := distinct(insights())
	for i := range s.Passed {
		p := &s.Passed[i]
		if me != games.Nobody && p.knows(me) {
			continue
		}
		before := p.Card
		for range tries {
			if c := all[r.IntN(len(all))]; p.fits(c, s.Beds[p.To].Role) {
				p.Card = c
				break
			}
		}
		// It lies among the discarded ones, if it was not shuffled back.
		if j := slices.Index(s.Spent, before); j >= 0 {
			s.Spent[j] = p.Card
		}
	}
}

// Hidden are the characters and the Insights that v does not know.
func (rules) Hidden(s State, v games.Viewer) []string {
	if s.Phase == Over {
		return nil
	}
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	secret, open := map[string]bool{}, map[string]bool{}
	all := s.seesAllRoles(v)
	for i, b := range s.Beds {
		if all || b.Sleep == 0 || games.Seat(i) == me {
			open[string(b.Role)] = true
		} else {
			secret[string(b.Role)] = true
		}
	}
	if s.Aside != "" {
		secret[string(s.Aside)] = true
		open[string(s.Aside)] = open[string(s.Aside)] || all
	}
	for _, c := range s.Drawn {
		secret[string(c)] = true
		open[string(c)] = open[string(c)] || me == s.Active
	}
	if l := s.Letter; l != nil {
		secret[string(l.Card)] = true
		open[string(l.Card)] = open[string(l.Card)] || me == l.By || me == l.To
	}
	for i := range s.Passed {
		p := &s.Passed[i]
		secret[string(p.Card)] = true
		if me != games.Nobody && p.knows(me) {
			open[string(p.Card)] = true
		}
	}
	var list []string
	for _, w := range words {
		if secret[w] && !open[w] {
			list = append(list, w)
		}
	}
	return list
}

// words are the names that can be secret, in a fixed order.
var words = func() []string {
	list := []string{string(Nightmare), string(GoodDream), string(Alice), string(Sigmund), string(William), string(Janitor)}
	for _, c := range distinct(insights()) {
		list = append(list, string(c))
	}
	return list
}()
