package table

import (
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// lobbyActions are what a person can do in a lobby. Each changes the record, which
// is saved then.
var lobbyActions = map[Kind]func(*act) error{
	Join:         (*act).joinLobby,
	Leave:        (*act).leaveLobby,
	memberLeft:   (*act).leaveLobby,
	satElsewhere: (*act).leaveLobby,
	Kick:         (*act).kickFromLobby,
	Transfer:     (*act).transferInLobby,
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
		return a.t.endVoid(a.now)
	case closeEmpty:
		if len(people(&a.next)) > 0 {
			return nil
		}
		return a.t.endVoid(a.now)
	case Back, Pause, Resume, Agree, Object:
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
	a.next.Expires = a.now.Add(LobbyTimeout)
	return a.t.save(a.next, a.now)
}

func (a *act) joinLobby() error {
	switch {
	case a.seated:
		return errSame
	case a.player >= 0 && a.next.Players[a.player].Barred:
		return games.Refuse("table.barred")
	case len(sitting(a.next)) >= a.t.game.Info().Max:
		auto := lastAuto(&a.next)
		if auto < 0 {
			return games.Refuse("table.full")
		}
		leaveLobby(&a.next, auto) // a person goes first
	}
	if a.player < 0 {
		a.player = len(a.next.Players)
		a.next.Players = append(a.next.Players, store.Player{User: uint64(a.r.User.ID)})
	}
	p := &a.next.Players[a.player]
	p.Name, p.Locale, p.Joined = a.r.User.Name, a.r.User.Locale, a.now
	p.Ready = a.next.Previous != "" // who wants to play again needs no second press
	p.Seat = len(a.next.Players)    // the last; numberSeats makes it exact
	if a.next.Host == 0 {
		a.next.Host = p.User
	}
	return nil
}

func (a *act) leaveLobby() error {
	// A person who sits down elsewhere goes on waiting here, unless they waited for
	// the match that follows one.
	if !a.seated || a.r.Kind == satElsewhere && a.next.Previous == "" {
		return errSame
	}
	leaveLobby(&a.next, a.player)
	return nil
}

func (a *act) kickFromLobby() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := a.kickTarget()
	if err != nil {
		return err
	}
	a.next.Players[i].Barred = !a.next.Players[i].Auto // an automatic player may come again
	leaveLobby(&a.next, i)
	return nil
}

func (a *act) transferInLobby() error {
	if err := a.needHost(true); err != nil {
		return err
	}
	i, err := target(&a.next, a.r)
	if err != nil {
		return err
	}
	if a.next.Players[i].Auto {
		return games.Refuse("table.auto")
	}
	a.next.Host = a.next.Players[i].User
	return nil
}

func (a *act) setReady() error {
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	ready := a.r.Kind == Ready
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
	options, err := a.t.game.Info().Complete(a.next.Chosen)
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

// start deals.
func (a *act) start() error {
	t := a.t
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	if err := a.removeAway(); err != nil {
		return err
	}
	if err := a.allReady(people(&t.rec)); err != nil {
		return err
	}
	next := clone(t.rec)
	if err := a.fill(&next); err != nil {
		return err
	}
	players := sitting(next)
	if lack := t.game.Info().Min - len(players); lack > 0 {
		return games.Refuse("table.need", lack)
	}
	if _, err := rand.Read(next.Seed[:]); err != nil {
		return fmt.Errorf("draw a seed: %w", err)
	}
	m, err := t.game.Deal(next.Seed, games.Table{Seats: len(players), Options: next.Options})
	if err != nil {
		return err
	}
	is, err := see(m)
	if err != nil {
		return err
	}
	snap := m.Snapshot()
	turns := make([]int, 1+len(players))
	next.Phase = Live
	next.Seats = len(players)
	next.Started, next.Expires = a.now, time.Time{}
	next.Position = &store.Position{Version: snap.Version, Turns: turns, Data: snap.Position}
	i := t.find(a.r.User.ID)
	next.Players[i].Press = max(next.Players[i].Press, uint64(a.r.Press))
	if err := t.saveUnseen(next, a.now); err != nil {
		return err
	}
	t.pos = position{match: m, seen: is}
	t.pos.setTurns(turns, a.now)
	t.clock.floor = 0
	t.away = newAttendance(0)
	t.away.excused = false // everybody has the whole of the first deadline
	t.publish()
	return nil
}

// removeAway takes people from the lobby who have sat down at another table since
// they joined it.
func (a *act) removeAway() error {
	away := away(a.t.rec, a.r.User.ID, a.t.tables.Live())
	if len(away) == 0 {
		return nil
	}
	next := clone(a.t.rec)
	for _, i := range away {
		leaveLobby(&next, i)
	}
	numberSeats(&next)
	return a.t.save(next, a.now)
}

// allReady refuses a start of somebody else than the host while people are not
// ready.
func (a *act) allReady(people []store.Player) error {
	if uint64(a.r.User.ID) == a.t.rec.Host {
		return nil
	}
	var missing []ui.Text
	for _, p := range people {
		if !p.Ready && p.User != uint64(a.r.User.ID) {
			missing = append(missing, ui.Text{Args: []any{ui.Name(p.Seat)}})
		}
	}
	if len(missing) > 0 {
		return games.Refuse("table.not-ready", missing)
	}
	return nil
}
