package people

import (
	"errors"
	"fmt"

	"oneiros/games"
)

// lobbyActions are what a person can do in a lobby. Each changes the record, which
// is saved then.
var lobbyActions = map[Kind]func(lobby) error{
	Join:         lobby.join,
	Leave:        lobby.leave,
	MemberLeft:   lobby.leave,
	SatElsewhere: lobby.leave,
	Kick:         lobby.kick,
	Transfer:     lobby.transfer,
	Ready:        lobby.setReady,
	Unready:      lobby.setReady,
	SetOption:    lobby.setOption,
	AddAuto:      lobby.addAuto,
	Strength:     lobby.setStrength,
	Extend:       lobby.extend,
}

// errSame says that an action would change nothing.
var errSame = errors.New("nothing to change")

// do does what can be done in a lobby.
func (a lobby) do() error {
	switch a.r.Kind {
	case Start:
		return a.start()
	case Stop:
		if err := a.needHost(true); err != nil {
			return err
		}
		if err := a.asked(); err != nil {
			return err
		}
		return a.close()
	case CloseEmpty:
		if len(Persons(&a.next)) > 0 {
			return nil
		}
		return a.close()
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
	NumberSeats(&a.next)
	a.next.Expires = a.now.Discord.Add(LobbyTime(&a.next))
	a.saves = true
	return nil
}

// close ends the lobby.
func (a lobby) close() error {
	Void(&a.next, a.now.Moment)
	a.saves = true
	return nil
}

func (a lobby) setReady() error {
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	ready := a.r.Kind == Ready
	if err := a.agrees(); ready && err != nil {
		return err
	}
	if a.next.Players[a.player].Ready == ready {
		return errSame
	}
	a.next.Players[a.player].Ready = ready
	return nil
}

func (a lobby) setOption() error {
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
	options, err := a.now.Game.Info().In(a.next.Lang).Complete(a.next.Chosen)
	if err != nil {
		return err
	}
	a.next.Options = options
	for i := range a.next.Players { // they were ready for something else
		a.next.Players[i].Ready = a.next.Players[i].Ready && i == a.player
	}
	return nil
}

func (a lobby) extend() error {
	if !a.seated && !a.r.Moderator {
		return games.Refuse("table.not-seated")
	}
	return nil
}
