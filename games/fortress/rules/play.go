package rules

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
)

// play makes a move that is legal.
func (s *State) play(env *games.Env, seat games.Seat, m kit.Move) {
	switch m.Verb {
	case kit.Put:
		s.Beds[seat].Place = m.Place
		s.Report(kit.Event{Kind: kit.Began, Seat: seat, To: games.Nobody, What: string(m.Place)})
		if s.Phase == kit.Dusk {
			s.Beds[seat].Ready = true
		} else {
			applyPlace(s, env)
		}
	case kit.Ready:
		s.Beds[seat].Ready = true
	case kit.Roll, kit.Reroll, kit.Spin, kit.Turn:
		kind := s.Turn.throw(env.Rand, s.Double, m)
		s.Report(kit.Event{Kind: kind, Seat: seat, To: games.Nobody, What: s.Turn.String()})
	case kit.Look, kit.Draw, kit.Steal, kit.Walk, kit.Attack, kit.Waive, kit.Heal:
		s.playAction(env, seat, m)
	case kit.Use:
		s.useVision(m)
	case kit.End:
		s.endTurn(env)
	case kit.Pass:
		s.passInsight(env, seat, m)
	case kit.Obey, kit.Give:
		s.Letter.Answer = kit.Obeyed
		if m.Verb == kit.Give {
			s.Letter.Answer = kit.Answer(m.Vision)
		}
		if s.Letter.Marked {
			s.openAnswer()
		}
	case kit.Keep:
		s.Trash = append(s.Trash, kit.Without(s.Offer, m.Vision)...)
		s.Offer = nil
		s.Report(kit.Event{Kind: kit.Kept, Seat: seat, To: games.Nobody, What: string(m.Vision)})
		s.receiveVision(m.Vision)
	case kit.Present:
		s.Special = ""
		s.Beds.give(seat, m.Seat, m.Vision)
		s.Report(kit.Event{Kind: kit.Presented, Seat: seat, To: m.Seat, What: string(m.Vision)})
	case kit.Target:
		v := s.Special
		s.Special = ""
		s.applySpecial(v, m.Seat)
	case kit.Take:
		takeSpoil(s, m.Vision)
		s.checkVictory()
		shareSpoils(s)
	}
}

// playAction makes the action of a die, or of two.
func (s *State) playAction(env *games.Env, seat games.Seat, m kit.Move) {
	t := &s.Turn
	switch m.Verb {
	case kit.Look:
		t.spendDrawing(kit.FaceInsight, m.N)
		s.drawInsights(env, m.N)
	case kit.Draw:
		t.spendDrawing(kit.FaceVision, m.N)
		s.drawVisions(env, m.N)
	case kit.Steal:
		n := 1
		if one, _ := s.actor().usable(); !slices.Contains(one, kit.FaceVision) {
			n = 2
		}
		t.spendDrawing(kit.FaceVision, n)
		s.stealVision(m.Seat, m.Vision)
	case kit.Walk:
		t.spend(kit.FaceMove)
		s.Beds[seat].Place = m.Place
		s.Report(kit.Event{Kind: kit.Walked, Seat: seat, To: games.Nobody, What: string(m.Place)})
	case kit.Attack:
		t.spend(kit.FaceAttack)
		t.Bonus += m.N
		s.attack(m.Seat, kit.AttackStrength+m.N)
	case kit.Waive:
		t.spend(kit.FaceAttack)
		s.reportDeed(kit.Waived, seat)
	case kit.Heal:
		t.spend(kit.FaceHeal)
		s.Care[seat][m.Seat]++
		s.Beds[m.Seat].Sleep++
		s.Report(kit.Event{Kind: kit.Healed, Seat: seat, To: m.Seat, N: 1})
	}
}

// attack lowers the sleep of a target, less what a quilt takes off.
func (s *State) attack(seat games.Seat, n int) {
	if quilts := s.Beds.count(seat, kit.Quilt); quilts > 0 && !slices.Contains(s.Turn.Covered, seat) {
		s.Turn.Covered = append(s.Turn.Covered, seat)
		n = max(n-quilts, 0)
	}
	s.Harm[s.Active][seat] += n
	s.Report(kit.Event{Kind: kit.Struck, Seat: s.Active, To: seat, N: n})
	s.sink(seat, n, s.Active)
}
