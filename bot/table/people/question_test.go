package people

import (
	"testing"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// asks is the question that belongs to an action.
func (d *desk) asks(a Action) Question {
	return Asks(d.rec.Phase, discord.ID(d.rec.Host), Players(&d.rec), &a)
}

// TestQuestions does what cannot be undone without having been asked, or with the yes to another
// question. It is refused and changes nothing; with the yes to the right one it is done.
func TestQuestions(t *testing.T) {
	answers := []Question{NotAsked, OfLobby, GoesOn, Waits, Ends, ParseQuestion("whatever"), "nonsense"}
	only := func(d *desk, a Action, want Question) {
		t.Helper()
		if got := d.asks(a); got != want {
			t.Errorf("%s of %s asks %q, want %q", a.Kind, a.User.Name, got, want)
		}
		for _, q := range answers {
			if a.Asked = q; q != want {
				d.refuses(a, AskFirst)
			}
		}
	}
	l := gather(t, anya, boris)
	only(l, Action{Kind: Stop, User: anya}, OfLobby)
	only(l, Action{Kind: Kick, User: anya, Whom: boris.ID}, OfLobby)
	if l.do(Action{Kind: Stop, User: anya, Asked: OfLobby}); l.rec.Phase != store.Void {
		t.Errorf("Anya said yes: %+v", l.rec)
	}

	d := seat(t, true, anya, boris, vera)
	only(d, Action{Kind: Stop, User: anya}, Ends)
	only(d, Action{Kind: Stop, User: eve, Moderator: true}, Ends)
	only(d, Action{Kind: Kick, User: anya, Seat: 1}, GoesOn)
	only(d, Action{Kind: Leave, User: vera}, GoesOn)
	d.rec.Players[1].Asleep, d.rec.Players[2].Asleep = true, true
	only(d, Action{Kind: Leave, User: anya}, Waits)
	only(d, Action{Kind: Kick, User: eve, Moderator: true, Whom: anya.ID}, Waits)
	only(d, Action{Kind: Kick, User: boris, Moderator: true, Whom: anya.ID}, GoesOn) // Boris presses, so he is back
	d.rec.Players[0].Asleep = true
	// All people are away: the first to press is the host, and decides alone.
	only(d, Action{Kind: Stop, User: vera}, Ends)
	only(d, Action{Kind: Kick, User: vera, Whom: boris.ID}, GoesOn)
	if got := d.asks(Action{Kind: Stop, User: eve}); got != NotAsked || Decides(discord.ID(d.rec.Host), Players(&d.rec), eve.ID, false) {
		t.Errorf("a person without a seat is asked %q", got)
	}
	d.do(Action{Kind: Kick, User: vera, Seat: 1, Asked: GoesOn})
	if got := Players(&d.rec); !got[1].Open || d.rec.Host != uint64(vera.ID) {
		t.Errorf("Vera said yes: %+v", got)
	}
	d.do(Action{Kind: Leave, User: anya, Asked: GoesOn})
	only(d, Action{Kind: Leave, User: vera}, Ends)
	if d.do(Action{Kind: Leave, User: vera, Asked: Ends}); d.rec.Phase != store.Void {
		t.Errorf("the last person has left, and the match is %s", d.rec.Phase)
	}
}

// TestQuestionOfAVote: who does not decide alone is asked nothing, whatever they said yes to.
func TestQuestionOfAVote(t *testing.T) {
	d := seat(t, true, anya, boris, vera)
	stop := Action{Kind: Stop, User: boris, Asked: Ends}
	if d.asks(stop) != NotAsked {
		t.Errorf("a player is asked %q", d.asks(stop))
	}
	d.do(stop)
	if m := MotionOf(&d.rec); d.rec.Phase != store.Live || m == nil || m.Seat != games.Nobody {
		t.Errorf("a host who lost the part said yes: %+v", d.rec)
	}
}
