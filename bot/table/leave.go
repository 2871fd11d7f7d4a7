package table

import (
	"errors"

	"oneiros/games"
)

func (a *act) leaveLobby() error {
	// A person who sits down elsewhere goes on waiting here, unless they waited for
	// the match that follows one.
	if !a.seated || a.r.Kind == satElsewhere && a.next.Previous == "" {
		return errSame
	}
	leaveLobby(&a.next, a.player)
	return nil
}

func (a *act) leaveMatch() error {
	if !a.seated {
		return nil
	}
	if a.r.Kind == Leave {
		if err := asked(a); err != nil {
			return err
		}
	}
	a.next = clone(a.t.rec) // a person who wakes to leave did not come back
	a.notePress()
	return a.freeSeat(a.player, "table.note.left")
}

// freeSeat takes a person from their seat. An automatic player goes on with it;
// where the game has none, its part leaves the game.
func (a *act) freeSeat(i int, note string) error {
	t, p := a.t, &a.next.Players[i]
	seat := games.Seat(p.Seat)
	addNote(&a.next, a.now, note, p.User)
	leaveSeat(p, a.now)
	if t.game.Plays() || t.pos.match == nil || len(people(&a.next)) == 0 {
		return a.save()
	}
	err := t.guard(func() error {
		along := clone(a.next)
		in := t.input(games.KindLeave, seat, t.early(t.clockAt(a.now)))
		return t.step(step{Input: in, next: &along}, a.now)
	})
	var f *fault
	var b *panicked
	_, refused := games.Refused(err)
	switch {
	case errors.As(err, &f):
		t.log.Error().Err(f.err).Str("match", t.rec.ID).Msg("play leave failed")
	case !refused && !errors.As(err, &b):
		return err
	}
	return a.save() // the rules cannot be left, the seat can
}
