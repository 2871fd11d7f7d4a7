package table

import (
	"errors"
	"fmt"

	"oneiros/games"
)

// lobbyActions are what a person can do in a lobby. Each changes the record, which
// is saved then.
var lobbyActions = map[Kind]func(*act) error{
	Join:         (*act).joinLobby,
	Leave:        (*act).leaveLobby,
	memberLeft:   (*act).leaveLobby,
	satElsewhere: (*act).leaveLobby,
	Kick:         (*act).kickFromLobby,
	Transfer:     (*act).transfer,
	Ready:        (*act).setReady,
	Unready:      (*act).setReady,
	SetOption:    (*act).setOption,
	AddAuto:      (*act).addAuto,
	Strength:     (*act).setStrength,
	Extend:       (*act).extend,
}

// errSame says that an action would change nothing.
var errSame = errors.New("nothing to change")

// inLobby does what can be done in a lobby.
func (a *act) inLobby() error {
	switch a.r.Kind {
	case Start:
		return a.start()
	case Stop:
		if err := a.needHost(true); err != nil {
			return err
		}
		if err := asked(a); err != nil {
			return err
		}
		return a.t.endVoid(a.now)
	case closeEmpty:
		if len(people(&a.next)) > 0 {
			return nil
		}
		return a.t.endVoid(a.now)
	case Back, SeeEnd, Faster, Slower, Pause, Resume, Agree, Object, TakeSeat:
		return games.Refuse("table.not-started")
	}
	do, ok := lobbyActions[a.r.Kind]
	if !ok {
		return fmt.Errorf("action %q in a lobby", a.r.Kind)
	}
	if err := do(a); errors.Is(err, errSame) {
		return nil
	} else if err != nil {
		return err
	}
	a.notePress()
	numberSeats(&a.next)
	a.next.Expires = a.t.ends.Saved(a.now.Add(lobbyTimeout(&a.next)))
	if err := a.t.save(a.next, a.now); err != nil {
		return err
	}
	if a.r.Kind == SetOption {
		a.t.chose = uint64(a.r.User.ID)
	}
	return nil
}

func (a *act) setReady() error {
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	ready := a.r.Kind == Ready
	if err := agrees(a); ready && err != nil {
		return err
	}
	if a.next.Players[a.player].Ready == ready {
		return errSame
	}
	a.next.Players[a.player].Ready = ready
	return nil
}

func (a *act) setOption() error {
	if err := a.needHost(false); err != nil {
		return err
	}
	if a.next.Chosen[a.r.Key] == a.r.Value {
		return errSame
	}
	a.next.Chosen[a.r.Key] = a.r.Value
	if a.r.Value == "" {
		delete(a.next.Chosen, a.r.Key)
	}
	options, err := a.t.game.Info().In(a.next.Lang).Complete(a.next.Chosen)
	if err != nil {
		return err
	}
	a.next.Options = options
	for i := range a.next.Players { // they were ready for something else
		a.next.Players[i].Ready = a.next.Players[i].Ready && i == a.player
	}
	return nil
}

func (a *act) extend() error {
	if !a.seated && !a.r.Moderator {
		return games.Refuse("table.not-seated")
	}
	return nil
}
