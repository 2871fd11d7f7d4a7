package fortress

import (
	"oneiros/games"
	"slices"
)

// drawInsights draws Insights.
func (s *State) drawInsights(env *games.Env, n int) {
	for range n {
		s.Drawn = append(s.Drawn, pick(env, &s.Insights, &s.Spent))
	}
	s.report(Event{Kind: Looked, Seat: s.Active, To: games.Nobody, N: n})
}

// passInsight sends one of the drawn Insights to its receiver and discards the
// other.
func (s *State) passInsight(env *games.Env, seat games.Seat, m Move) {
	card := s.Drawn[m.N-1]
	for i, c := range s.Drawn {
		if i != m.N-1 {
			s.Spent = append(s.Spent, c)
		}
	}
	s.Drawn = nil
	s.Letter = &mail{By: seat, To: m.Seat, Card: card, Opens: env.At + hush}
	s.report(Event{Kind: Sent, Seat: seat, To: m.Seat})
}

// openAnswer opens the answer to an Insight: the rules obey for its receiver.
func (s *State) openAnswer() {
	l := *s.Letter
	p := Passed{By: l.By, To: l.To, Card: l.Card, From: s.Beds[l.To].Sleep}
	about := s.about()
	s.Letter = nil
	s.Spent = append(s.Spent, l.Card)
	to := Event{Kind: Quiet, Seat: l.To, To: games.Nobody}
	if about {
		switch l.Card.Effect() {
		case Lose1:
			p.Step = -1
		case Lose2:
			p.Step = -2
		case Gain1:
			p.Step = 1
			if p.From >= top {
				p.Step = -1
			}
		case Toll:
			if l.Answer == Obeyed {
				p.Step = -1
			} else {
				p.Gave = Vision(l.Answer)
			}
		}
	}
	switch {
	case p.Gave != "":
		to = Event{Kind: Gave, Seat: l.To, To: l.By, What: string(p.Gave)}
	case p.Step > 0:
		to.Kind, to.N = Rose, p.Step
	case p.Step < 0:
		to.Kind, to.N = Sank, -p.Step
	}
	s.Passed = append(s.Passed, p)
	s.report(to)
	switch {
	case p.Gave != "":
		s.giveVision(l.To, l.By, p.Gave)
	case p.Step > 0:
		s.Beds[l.To].Sleep += p.Step
	case p.Step < 0:
		s.sink(l.To, -p.Step, l.By)
	}
}

// pick takes a card out of a pile. The discarded cards fill an empty pile. It is
// nothing where there is no card at all.
func pick[T ~string](env *games.Env, pile, trash *[]T) T {
	if len(*pile) == 0 {
		*pile, *trash = *trash, nil
	}
	if len(*pile) == 0 {
		return ""
	}
	i := env.Rand.IntN(len(*pile))
	card := (*pile)[i]
	*pile = slices.Delete(*pile, i, i+1)
	return card
}
