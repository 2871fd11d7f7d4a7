package fortress

import (
	"slices"

	"oneiros/games"
)

// play makes a move that is legal.
func (s *State) play(env *games.Env, seat games.Seat, m Move) {
	switch m.Verb {
	case Put:
		s.Beds[seat].Place = m.Place
		s.report(Event{Kind: Began, Seat: seat, To: games.Nobody, What: string(m.Place)})
		if s.Phase == Dusk {
			s.Beds[seat].Ready = true
		} else {
			applyPlace(s, env)
		}
	case Ready:
		s.Beds[seat].Ready = true
	case Roll, Reroll, Spin, Turn:
		kind := s.Turn.throw(env.Rand, s.Double, m)
		s.report(Event{Kind: kind, Seat: seat, To: games.Nobody, What: s.Turn.String()})
	case Look, Draw, Steal, Walk, Attack, Waive, Heal:
		s.playAction(env, seat, m)
	case Use:
		s.useVision(m)
	case End:
		s.endTurn(env)
	case Pass:
		s.passInsight(env, seat, m)
	case Obey, Give:
		s.Letter.Answer = Obeyed
		if m.Verb == Give {
			s.Letter.Answer = Answer(m.Vision)
		}
		if s.Letter.Marked {
			s.openAnswer()
		}
	case Keep:
		s.Trash = append(s.Trash, without(s.Offer, m.Vision)...)
		s.Offer = nil
		s.report(Event{Kind: Kept, Seat: seat, To: games.Nobody, What: string(m.Vision)})
		s.receiveVision(m.Vision)
	case Present:
		s.Special = ""
		s.Beds.give(seat, m.Seat, m.Vision)
		s.report(Event{Kind: Presented, Seat: seat, To: m.Seat, What: string(m.Vision)})
	case Target:
		v := s.Special
		s.Special = ""
		s.applySpecial(v, m.Seat)
	case Take:
		takeSpoil(s, m.Vision)
		s.checkVictory()
		shareSpoils(s)
	}
}

// playAction makes the action of a die, or of two.
func (s *State) playAction(env *games.Env, seat games.Seat, m Move) {
	t := &s.Turn
	switch m.Verb {
	case Look:
		t.spendDrawing(FaceInsight, m.N)
		s.drawInsights(env, m.N)
	case Draw:
		t.spendDrawing(FaceVision, m.N)
		s.drawVisions(env, m.N)
	case Steal:
		n := 1
		if one, _ := s.actor().usable(); !slices.Contains(one, FaceVision) {
			n = 2
		}
		t.spendDrawing(FaceVision, n)
		s.stealVision(m.Seat, m.Vision)
	case Walk:
		t.spend(FaceMove)
		s.Beds[seat].Place = m.Place
		s.report(Event{Kind: Walked, Seat: seat, To: games.Nobody, What: string(m.Place)})
	case Attack:
		t.spend(FaceAttack)
		t.Bonus += m.N
		s.attack(m.Seat, strength+m.N)
	case Waive:
		t.spend(FaceAttack)
		s.reportDeed(Waived, seat)
	case Heal:
		t.spend(FaceHeal)
		s.Care[seat][m.Seat]++
		s.Beds[m.Seat].Sleep++
		s.report(Event{Kind: Healed, Seat: seat, To: m.Seat, N: 1})
	}
}

// attack lowers the sleep of a target, less what a quilt takes off.
func (s *State) attack(seat games.Seat, n int) {
	if quilts := s.Beds.count(seat, Quilt); quilts > 0 && !slices.Contains(s.Turn.Covered, seat) {
		s.Turn.Covered = append(s.Turn.Covered, seat)
		n = max(n-quilts, 0)
	}
	s.Harm[s.Active][seat] += n
	s.report(Event{Kind: Struck, Seat: s.Active, To: seat, N: n})
	s.sink(seat, n, s.Active)
}
