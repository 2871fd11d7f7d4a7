package view

import (
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
)

// tries is how often a redeal is made again when it contradicts what the viewer
// knows. After that everything stays as it is.
const tries = 80

// Redeal deals again what v does not know: the roles, the Insights and the
// sealed answer. All of it agrees with what v saw.
func Redeal(s *rules.State, v games.Viewer, r *rand.Rand) {
	if s.Phase == kit.Over {
		return
	}
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	d := dealer{s, me, r}
	if !seesAllRoles(s, v) {
		d.roles()
	}
	d.cards()
	d.answer()
}

// A dealer deals a position again for a viewer.
type dealer struct {
	s  *rules.State
	me games.Seat
	r  *rand.Rand
}

// roles gives the sleepers whose role is a secret other ones, and the card
// put aside. Dreamers may become such as are still in the box.
func (d dealer) roles() {
	s := d.s
	var at []*kit.Role
	box := kit.DreamersFor(len(s.Beds))
	for i := range s.Beds {
		if games.Seat(i) != d.me && s.Beds[i].Sleep > 0 {
			at = append(at, &s.Beds[i].Role)
		} else {
			box = kit.Without(box, s.Beds[i].Role)
		}
	}
	if s.Aside != "" {
		at = append(at, &s.Aside)
	}
	var was []kit.Role
	for _, p := range at {
		was = append(was, *p)
	}
	for range tries {
		list, left := slices.Clone(was), slices.Clone(box)
		games.Shuffle(d.r, list)
		games.Shuffle(d.r, left)
		for i := range list {
			if list[i].Group() == kit.Dreamers {
				list[i], left = left[0], left[1:]
			}
			*at[i] = list[i]
		}
		if (s.Aside == "" || s.Aside.Group() != kit.Dreamers) && d.agrees() {
			return
		}
	}
	for i, p := range at {
		*p = was[i]
	}
}

// agrees reports whether the roles agree with the Insights that the viewer has
// read, and with no winner.
func (d dealer) agrees() bool {
	s, me := d.s, d.me
	for i := range s.Passed {
		if p := &s.Passed[i]; me != games.Nobody && p.Knows(me) && !p.Fits(p.Card, s.Beds[p.To].Role) {
			return false
		}
	}
	return s.Phase == kit.Dusk || len(rules.Winners(s.Beds, s.Woken)) == 0
}

// cards gives the Insights that the viewer has not read other texts. Where the
// cards are that it has read stays as it was.
func (d dealer) cards() {
	s, me, r := d.s, d.me, d.r
	// The cards of the deck, in a hand and on their way are one heap. Of cards
	// that were shuffled back into the deck, only people's memory is left.
	var at []*kit.Insight
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
	all := kit.Distinct(kit.Insights())
	for i := range s.Passed {
		p := &s.Passed[i]
		if me != games.Nobody && p.Knows(me) {
			continue
		}
		before := p.Card
		for range tries {
			if c := all[r.IntN(len(all))]; p.Fits(c, s.Beds[p.To].Role) {
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

// answer seals another answer to an Insight on its way, or none.
func (d dealer) answer() {
	l := d.s.Letter
	if l == nil || d.me == l.To {
		return
	}
	l.Answer = ""
	if list := l.Answers(d.s.Beds[l.To]); !l.Marked && d.r.IntN(2) == 0 {
		m := list[d.r.IntN(len(list))]
		l.Answer = kit.Obeyed
		if m.Verb == kit.Give {
			l.Answer = kit.Answer(m.Vision)
		}
	}
}

// Hidden are the characters and the Insights that v does not know.
func Hidden(s rules.State, v games.Viewer) []string {
	if s.Phase == kit.Over {
		return nil
	}
	me, seated := v.Seat()
	if !seated {
		me = games.Nobody
	}
	secret, open := map[string]bool{}, map[string]bool{}
	all := seesAllRoles(&s, v)
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
		if me != games.Nobody && p.Knows(me) {
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
	list := []string{string(kit.Nightmare), string(kit.GoodDream), string(kit.Alice), string(kit.Sigmund), string(kit.William), string(kit.Janitor)}
	for _, c := range kit.Distinct(kit.Insights()) {
		list = append(list, string(c))
	}
	return list
}()
