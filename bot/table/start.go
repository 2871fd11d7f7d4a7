package table

import (
	"context"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// start deals.
func (a *act) start() error {
	t := a.t
	if !a.seated {
		return games.Refuse("table.not-seated")
	}
	if err := a.removeAway(); err != nil {
		return err
	}
	if err := agrees(a); err != nil {
		return err
	}
	if err := allReady(&t.rec, uint64(a.r.User.ID)); err != nil {
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
	if next.Secret == (games.Secret{}) { // an older version opened the lobby
		t.tables.conf.Chance.Read(next.Secret[:], "secret", next.ID)
	}
	i := slices.IndexFunc(next.Players, func(p store.Player) bool { return p.User == uint64(a.r.User.ID) })
	next.Players[i].Press = max(next.Players[i].Press, uint64(a.r.Press))
	next.Presses = seatPresses(next)
	next.Seed = next.Secret.Seed(next.Presses)
	m, err := t.game.Deal(next.Seed, games.Table{Seats: len(players), Options: next.Options})
	if err != nil {
		return err
	}
	is := see(m)
	m.SameToPublic(m) // a view that panics is met before the match begins
	snap := m.Snapshot()
	turns := make([]int, 1+len(players))
	next.Phase = Live
	next.Seats = len(players)
	next.Started, next.Expires = a.now, time.Time{}
	next.Position = &store.Position{Version: snap.Version, Turns: turns, Data: snap.Position, Due: is.status.Due, Awaits: t.awaits(is, 0)}
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

// seatPresses are the presses that go into the seed of a match: of each seat the last
// press of its owner at the lobby, and 0 for an automatic player. For most people it
// is Ready or Start. Who never pressed those has Join, or the press that opened the
// lobby.
func seatPresses(m store.Match) []uint64 {
	var list []uint64
	for _, p := range sitting(m) {
		if p.Auto {
			p.Press = 0
		}
		list = append(list, p.Press)
	}
	return list
}

// removeAway takes people from the lobby who have sat down at another table since
// they joined it.
func (a *act) removeAway() error {
	away, err := away(context.Background(), a.t.tables.conf.Stores.Matches, a.t.rec, a.r.User.ID)
	if err != nil || len(away) == 0 {
		return err
	}
	next := clone(a.t.rec)
	for _, i := range away {
		leaveLobby(&next, i)
	}
	numberSeats(&next)
	return a.t.save(next, a.now)
}

// Terms names what a lobby has agreed on. A person is ready for what they saw, and begins
// that. It is empty for a State in brief.
func (s *State) Terms() string {
	if s.Brief {
		return ""
	}
	return terms(s.Options)
}

// terms is the one definition of Terms.
func terms(o games.Options) string {
	h := fnv.New64a()
	for _, key := range slices.Sorted(maps.Keys(o)) {
		fmt.Fprintf(h, "%q %q\n", key, o[key]) // it never fails
	}
	return strconv.FormatUint(h.Sum64(), 36)
}

// agrees refuses a person who agreed to other options than the table has now, unless it was
// that person who chose them.
func agrees(a *act) error {
	if a.r.Terms == "" || uint64(a.r.User.ID) == a.t.chose || a.r.Terms == terms(a.t.rec.Options) {
		return nil
	}
	return games.Refuse("table.terms")
}

// allReady refuses a start by a person who is not the host while others are not
// ready.
func allReady(rec *store.Match, by uint64) error {
	if by == rec.Host {
		return nil
	}
	var missing []ui.Text
	for _, p := range people(rec) {
		if !p.Ready && p.User != by {
			missing = append(missing, ui.Text{Args: []any{ui.Name(p.Seat)}})
		}
	}
	if len(missing) > 0 {
		return games.Refuse("table.not-ready", missing)
	}
	return nil
}
