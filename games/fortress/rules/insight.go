package rules

import (
	"time"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// Mail is an Insight on its way to a player.
type Mail struct {
	By     games.Seat    `json:"by"`
	To     games.Seat    `json:"to"`
	Card   kit.Insight   `json:"card"`
	Opens  time.Duration `json:"opens"` // not before
	Marked bool          `json:"marked,omitempty"`
	Answer kit.Answer    `json:"answer,omitempty"` // sealed until it opens
}

// Answers are the ways to answer an Insight: one, or a choice. An answer is final.
func (l *Mail) Answers(to Bed) []kit.Move {
	if l.Answer != "" {
		return nil
	}
	list := []kit.Move{kit.Bare(kit.Obey)}
	if l.Card.Concerns(to.Role) && l.Card.Effect() == kit.Toll {
		list = append(list, each(kit.Give, kit.Distinct(to.Visions))...)
	}
	return list
}

// outcome is what the Insight does to its receiver, after the answer.
func (l *Mail) outcome(to Bed) kit.Passed {
	p := kit.Passed{By: l.By, To: l.To, Card: l.Card, From: to.Sleep}
	if !l.Card.Concerns(to.Role) {
		return p
	}
	switch l.Card.Effect() {
	case kit.Lose1:
		p.Step = -1
	case kit.Lose2:
		p.Step = -2
	case kit.Gain1:
		p.Step = 1
		if p.From >= kit.TopFloor {
			p.Step = -1
		}
	case kit.Toll:
		if l.Answer == kit.Obeyed {
			p.Step = -1
		} else {
			p.Gave = kit.Vision(l.Answer)
		}
	}
	return p
}

// drawInsights draws Insights.
func (s *State) drawInsights(env *games.Env, n int) {
	for range n {
		s.Drawn = append(s.Drawn, s.drawInsight(env.Rand))
	}
	s.Report(kit.Event{Kind: kit.Looked, Seat: s.Active, To: games.Nobody, N: n})
}

// passInsight sends one of the drawn Insights to its receiver and discards the
// other.
func (s *State) passInsight(env *games.Env, seat games.Seat, m kit.Move) {
	card := s.Drawn[m.N-1]
	for i, c := range s.Drawn {
		if i != m.N-1 {
			s.Spent = append(s.Spent, c)
		}
	}
	s.Drawn = nil
	s.Letter = &Mail{By: seat, To: m.Seat, Card: card, Opens: env.At + Hush}
	s.Report(kit.Event{Kind: kit.Sent, Seat: seat, To: m.Seat})
}

// openAnswer opens the answer to an Insight: the rules obey for its receiver.
func (s *State) openAnswer() {
	p := s.Letter.outcome(s.Beds[s.Letter.To])
	s.Letter = nil
	s.Spent = append(s.Spent, p.Card)
	s.Passed = append(s.Passed, p)
	s.Report(p.Event())
	switch {
	case p.Gave != "":
		s.Beds.give(p.To, p.By, p.Gave)
	case p.Step > 0:
		s.Beds[p.To].Sleep += p.Step
	case p.Step < 0:
		s.sink(p.To, -p.Step, p.By)
	}
}
