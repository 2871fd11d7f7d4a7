package gametest

import (
	"iter"
	"maps"
	randv2 "math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/ui"
)

// The faults of parameters, of redeals, of rare moments and of strengths. Each is
// the sample game with one method replaced.

// trading is the sample game in which every player may trade.
func trading() games.Info {
	i := sample.Info()
	for o := range i.Options {
		if i.Options[o].Key == "trade" {
			i.Options[o].Default = func(games.Options) string { return "yes" }
		}
	}
	return i
}

// trades is the sample game in which every player may trade, with other rules.
func trades(r games.Rules[state, move, view]) games.Game {
	return games.Define(trading(), r, pages{})
}

// refusesPair refuses to trade the two highest.
type refusesPair struct{ rules }

func (r refusesPair) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if h := s.Hands[seat]; m.Verb == sample.Trade && m.With == h[len(h)-1] {
		return games.Refuse("refuse.not-now")
	}
	return r.rules.Play(env, s, seat, m)
}

// acceptsSame trades one dream twice.
type acceptsSame struct{ rules }

func (r acceptsSame) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Trade && m.Card != 0 && m.Card == m.With && slices.Contains(s.Hands[seat], m.Card) {
		m = move{Verb: sample.Trade}
	}
	return r.rules.Play(env, s, seat, m)
}

// listsByDeck lists one pair less when the next card of the deck is high.
type listsByDeck struct{ rules }

func (r listsByDeck) Within(s state, seat games.Seat, form move) iter.Seq[move] {
	list := slices.Collect(r.rules.Within(s, seat, form))
	if len(s.Deck) > 0 && s.Deck[0] > 10 && len(list) > 1 {
		list = list[1:]
	}
	return slices.Values(list)
}

// listsByMap lists pairs in the order of a map.
type listsByMap struct{ rules }

func (r listsByMap) Within(s state, seat games.Seat, form move) iter.Seq[move] {
	all := map[move]bool{}
	for m := range r.rules.Within(s, seat, form) {
		all[m] = true
	}
	return maps.Keys(all)
}

// oddRole knows of every player that they are something else.
type oddRole struct{ pages }

func (oddRole) Suspects(v view) []games.Suspect { return []games.Suspect{{Role: "moon"}} }

// turnsBack has the chapters of a game from the last one to the first.
type turnsBack struct{ rules }

func (r turnsBack) Status(s state) games.Status {
	st := r.rules.Status(s)
	st.Chapter = 9 - st.Chapter
	return st
}

// formless says that a pair is itself a form.
type formless struct{ rules }

func (formless) Form(m move) move { return m }

// acceptsNext accepts the next card of the deck as one from the hand.
type acceptsNext struct{ rules }

func (r acceptsNext) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Play && s.Picks[seat] == 0 && s.Phase == sample.Picking && m.Card == s.Deck[0] {
		m.Card = s.Hands[seat][0]
	}
	return r.rules.Play(env, s, seat, m)
}

// untucksOthers lets a dream be taken from another player's pillow.
type untucksOthers struct{ rules }

func (r untucksOthers) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	for other := range s.Tucked {
		if m.Verb == sample.Untuck && slices.Contains(s.Tucked[other], m.Card) {
			seat = games.Seat(other)
		}
	}
	return r.rules.Play(env, s, seat, m)
}

// endsEarly redeals no hand after the viewer's own: a break where a continue
// belongs.
type endsEarly struct{ rules }

func (endsEarly) Redeal(s *state, v games.Viewer, r *randv2.Rand) {
	own, seated := v.Seat()
	deck := func() []int {
		cards := slices.Clone(s.Deck)
		for i := range s.Hands {
			if !seated || games.Seat(i) < own {
				cards = append(cards, s.Hands[i]...)
			}
		}
		return cards
	}()
	r.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for i := range s.Hands {
		if seated && games.Seat(i) >= own {
			break
		}
		n := len(s.Hands[i])
		s.Hands[i], deck = slices.Sorted(slices.Values(deck[:n])), deck[n:]
		s.Tucked[i] = nil
		if s.Picks[i] != 0 {
			s.Picks[i] = s.Hands[i][r.IntN(n)]
		}
	}
	s.Deck = deck
}

// keepsBottom shuffles the deck except for its last cards.
type keepsBottom struct{ rules }

func (keepsBottom) Redeal(s *state, v games.Viewer, r *randv2.Rand) {
	n := len(s.Deck) - 4
	r.Shuffle(n, func(i, j int) { s.Deck[i], s.Deck[j] = s.Deck[j], s.Deck[i] })
}

// patient awaits a name without a deadline, and does not say so.
type patient struct{ rules }

func (r patient) Status(s state) games.Status {
	st := r.rules.Status(s)
	st.Untimed = false
	return st
}

// hurried says that a phase with a deadline is untimed.
type hurried struct{ rules }

func (r hurried) Status(s state) games.Status {
	st := r.rules.Status(s)
	st.Untimed = st.Due > 0
	return st
}

// endsTwice says of a deadline that it ends the turn, and that the turn ends then too.
type endsTwice struct{ rules }

func (r endsTwice) Status(s state) games.Status {
	st := r.rules.Status(s)
	st.Ends = st.Due
	return st
}

// weakest plays the lowest dream when it should be strong.
type weakest struct{ rules }

func (r weakest) Choose(env *games.Env, how games.Strength, v view, legal []move) move {
	if how == games.Strong && legal[0].Verb == sample.Play {
		return legal[0]
	}
	return r.rules.Choose(env, how, v, legal)
}

// threeRounds is the sample game with the largest hands, always.
func threeRounds() games.Info {
	i := sample.Info()
	i.Options = slices.Clone(i.Options)
	i.Options[0].Min = 3
	i.Options[0].Default = nil
	return i
}

// loud is the sample game with an option that is aloud with none of its choices.
func loud() games.Info {
	i := sample.Info()
	i.Options = slices.Clone(i.Options)
	i.Options[0].Aloud = "loud"
	return i
}

// crowded has a page that is too long when a dream is tucked, which is seldom
// looked at.
func crowded(v view, path string, p *ui.Page) {
	if path == "scores" {
		p.Lines = append(p.Lines, ui.Literal(strings.Repeat("z", len(v.Tucked)*4200)))
	}
}

// twice shows a button again that cannot be pressed.
func twice(_ view, _ string, p *ui.Page) {
	c := p.Controls[0]
	if len(c.Menu) > 0 {
		return
	}
	c.Off, c.To = true, ui.Link{}
	p.Controls = append(p.Controls, c)
}

// noSecond hides the second dream of every trade.
func noSecond(_ view, path string, p *ui.Page) {
	if rest, ok := strings.CutPrefix(path, "trade/"); ok && rest != "" {
		for i := range p.Controls {
			if m := p.Controls[i].Menu; len(m) > 0 {
				p.Controls[i].Menu = m[:1]
			}
		}
	}
}

func rareFaults(t *testing.T) map[string]fault {
	return map[string]fault{
		"a move of a form is refused":            {Legality, trades(refusesPair{})},
		"a move beside those of a form":          {Legality, trades(acceptsSame{})},
		"a suspect has no role of the game":      {Notebooks, games.Define(trading(), rules{}, oddRole{})},
		"chapters go backwards":                  {Chapters, of(turnsBack{}, pages{})},
		"the moves of a form tell a secret":      {Twins, trades(listsByDeck{})},
		"a map lists the moves of a form":        {Determinism, trades(listsByMap{})},
		"a move is not of the form that has it":  {Notation, trades(formless{})},
		"no way to a move with parameters":       {Reach, games.Define(trading(), rules{}, page{change: noSecond})},
		"a card of the deck is accepted":         {Legality, of(acceptsNext{}, pages{})},
		"a part of another seat is accepted":     {Legality, of(untucksOthers{}, pages{})},
		"redeal stops at the viewer's own":       {Exercised, of(endsEarly{}, pages{})},
		"redeal leaves the bottom of the deck":   {Exercised, of(keepsBottom{}, pages{})},
		"somebody is awaited without a deadline": {Deadlines, of(patient{}, pages{})},
		"a deadline in an untimed phase":         {Statuses, of(hurried{}, pages{})},
		"a turn that ends at its deadline":       {Statuses, of(endsTwice{}, pages{})},
		"a strong player is weak":                {Strengths, of(weakest{}, pages{})},
		"an option is aloud with no choice":      {Describes, games.Define(loud(), rules{}, page{})},
		"a page is too long at its longest":      {Limits, games.Define(threeRounds(), rules{}, page{change: crowded})},
		"a button twice, once disabled":          {Limits, changes(twice)},
		"placeholders differ between languages": {Words, with(func(i *games.Info) {
			i.Locale = locale(t, "ru.toml", "Это номер {0}.", "Это номер.")
		})},
	}
}
