package fortress

import (
	"slices"
	"time"

	"oneiros/games"
)

// mail is an Insight on its way to a player.
type mail struct {
	By     games.Seat    `json:"by"`
	To     games.Seat    `json:"to"`
	Card   Insight       `json:"card"`
	Opens  time.Duration `json:"opens"` // not before
	Marked bool          `json:"marked,omitempty"`
	Answer Answer        `json:"answer,omitempty"` // sealed until it opens
}

// Answer is what the receiver of an Insight chose: nothing yet, [Obeyed], or the
// name of a Vision to give.
type Answer string

// Obeyed is the answer of a receiver who had no choice, or chose to lose sleep.
const Obeyed Answer = "obey"

// Passed is an Insight that was answered. All of it but the card is public.
type Passed struct {
	By   games.Seat   `json:"by"`
	To   games.Seat   `json:"to"`
	Card Insight      `json:"card,omitempty"`
	From int          `json:"from"`           // floor before
	Step int          `json:"step,omitempty"` // floors gained, or lost when negative
	Gave Vision       `json:"gave,omitempty"`
	Read []games.Seat `json:"read,omitempty"` // who read it in a diary
}

// knows reports whether a seat has read the card.
func (p *Passed) knows(seat games.Seat) bool {
	return p.By == seat || p.To == seat || slices.Contains(p.Read, seat)
}

// fits reports whether a card, passed to a role, does what every player saw.
func (p *Passed) fits(c Insight, to Role) bool {
	if !c.concerns(to) {
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

// concerns reports whether the Insight is about a role.
func (c Insight) concerns(r Role) bool { return c.About()&r.Group() != 0 }

// answers are the ways to answer an Insight: one, or a choice. An answer is final.
func (l *mail) answers(to Bed) []Move {
	if l.Answer != "" {
		return nil
	}
	list := []Move{move(Obey)}
	if l.Card.concerns(to.Role) && l.Card.Effect() == Toll {
		list = append(list, each(Give, distinct(to.Visions))...)
	}
	return list
}

// outcome is what the Insight does to its receiver, after the answer.
func (l *mail) outcome(to Bed) Passed {
	p := Passed{By: l.By, To: l.To, Card: l.Card, From: to.Sleep}
	if !l.Card.concerns(to.Role) {
		return p
	}
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
	return p
}

// event is what every player sees of it.
func (p *Passed) event() Event {
	switch {
	case p.Gave != "":
		return Event{Kind: Gave, Seat: p.To, To: p.By, What: string(p.Gave)}
	case p.Step > 0:
		return Event{Kind: Rose, Seat: p.To, To: games.Nobody, N: p.Step}
	case p.Step < 0:
		return Event{Kind: Sank, Seat: p.To, To: games.Nobody, N: -p.Step}
	default:
		return Event{Kind: Quiet, Seat: p.To, To: games.Nobody}
	}
}

// drawInsights draws Insights.
func (s *State) drawInsights(env *games.Env, n int) {
	for range n {
		s.Drawn = append(s.Drawn, s.drawInsight(env.Rand))
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
	p := s.Letter.outcome(s.Beds[s.Letter.To])
	s.Letter = nil
	s.Spent = append(s.Spent, p.Card)
	s.Passed = append(s.Passed, p)
	s.report(p.event())
	switch {
	case p.Gave != "":
		s.Beds.give(p.To, p.By, p.Gave)
	case p.Step > 0:
		s.Beds[p.To].Sleep += p.Step
	case p.Step < 0:
		s.sink(p.To, -p.Step, p.By)
	}
}
