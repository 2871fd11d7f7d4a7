package table

import (
	"testing"
	"time"

	"oneiros/games"
)

// TestQuestions does what cannot be undone without having been asked, or with the yes to another
// question. It is refused and changes nothing; with the yes to the right one it is done.
func TestQuestions(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		answers := []Question{NotAsked, OfLobby, GoesOn, Waits, Ends, ParseQuestion("whatever"), "nonsense"}
		only := func(s *State, a Action, want Question) {
			t.Helper()
			if got := s.Asks(a); got != want {
				t.Errorf("%s of %s asks %q, want %q", a.Kind, a.User.Name, got, want)
			}
			for _, q := range answers {
				if a.Asked = q; q != want {
					p.refused(s.ID, a, AskFirst)
				}
			}
		}
		s := p.open(nil)
		p.do(s.ID, boris, Join)
		only(s, Action{Kind: Stop, User: anya}, OfLobby)
		only(p.state(s.ID), Action{Kind: Kick, User: anya, Whom: boris.ID}, OfLobby)
		p.do(s.ID, anya, Stop)

		s = p.sit("walkers", map[string]string{"goal": "1000", "sand": "20"}, anya, boris, vera)
		only(s, Action{Kind: Stop, User: anya}, Ends)
		only(s, Action{Kind: Stop, User: eve, Moderator: true}, Ends)
		only(s, Action{Kind: Kick, User: anya, Seat: 1}, GoesOn)
		only(s, Action{Kind: Leave, User: vera}, GoesOn)
		for !p.state(s.ID).Players[2].Asleep || !p.state(s.ID).Players[1].Asleep {
			if s = p.state(s.ID); s.Status.Awaits[0] == 0 {
				p.play(s.ID, anya, "add 1")
			} else {
				p.pass(20*time.Second + Grace)
			}
		}
		s = p.state(s.ID)
		only(s, Action{Kind: Leave, User: anya}, Waits)
		only(s, Action{Kind: Kick, User: eve, Moderator: true, Whom: anya.ID}, Waits)
		only(s, Action{Kind: Kick, User: boris, Moderator: true, Whom: anya.ID}, GoesOn) // Boris presses, so he is back
		for !p.state(s.ID).Players[0].Asleep {
			p.pass(20*time.Second + Grace)
		}
		// Everybody is away: the first to press is the host, and decides alone.
		s = p.state(s.ID)
		only(s, Action{Kind: Stop, User: vera}, Ends)
		only(s, Action{Kind: Kick, User: vera, Whom: boris.ID}, GoesOn)
		if got := s.Asks(Action{Kind: Stop, User: eve}); got != NotAsked || s.Decides(eve.ID, false) {
			t.Errorf("a person without a seat is asked %q", got)
		}
		if got := p.to(s.ID, vera, Kick, 1); !got.Players[1].Open || got.Host != vera.ID {
			t.Errorf("Vera said yes: %+v", got)
		}
		p.do(s.ID, anya, Leave)
		s = p.state(s.ID)
		only(s, Action{Kind: Leave, User: vera}, Ends)
		if got := p.do(s.ID, vera, Leave); got.Phase != Void {
			t.Errorf("the last person has left, and the match is %s", got.Phase)
		}
		p.leave()
	})
}

// TestQuestionOfAVote: who does not decide alone is asked nothing, whatever they said yes to.
func TestQuestionOfAVote(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000"}, anya, boris, vera)
		stop := Action{Kind: Stop, User: boris, Asked: Ends, Press: p.now()}
		if s.Asks(stop) != NotAsked {
			t.Errorf("a player is asked %q", s.Asks(stop))
		}
		got, err := p.tables.Send(t.Context(), s.ID, stop)
		if err != nil || got.Phase != Live || got.Motion == nil || got.Motion.Seat != games.Nobody {
			t.Errorf("a host who lost the part said yes: %v, %+v", err, got)
		}
		p.leave()
	})
}
