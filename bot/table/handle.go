package table

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// handle does what somebody wants, or refuses it. It may be called again after
// the match was read anew, and changes nothing that is not saved.
func (t *table) handle(r *request) error {
	now := time.Now()
	if r.Kind == Play {
		return t.play(r, now)
	}
	if i := t.find(r.User.ID); i >= 0 && r.Press != 0 && uint64(r.Press) <= t.rec.Players[i].Press {
		return nil // delivered again, or overtaken by a later press of theirs
	}
	if r.Press != 0 && t.presses[r.Press] {
		return nil
	}
	switch r.Kind {
	case moved, evicted:
		return t.place(r, now)
	case erased:
		t.erased = true
		return nil
	}
	switch t.rec.Phase {
	case Lobby:
		return t.lobby(r, now)
	case Live:
		return t.live(r, now)
	case Over:
		if r.Kind == gone || r.Kind == elsewhere || r.Kind == vacate {
			return nil
		}
		return games.Refuse("refuse.over")
	default:
		if r.Kind == gone || r.Kind == elsewhere || r.Kind == vacate || r.Kind == Stop {
			return nil // that is how it is
		}
		return games.Refuse("table.stopped")
	}
}

// seated reports whether somebody sits here.
func (t *table) seated(r *request) bool {
	i := t.find(r.User.ID)
	return i >= 0 && t.rec.Players[i].Seat >= 0
}

// hosting refuses whoever is neither the host nor, where that is enough, a
// moderator.
func (t *table) hosting(r *request, moderators bool) error {
	if t.rec.Host != 0 && uint64(r.User.ID) == t.rec.Host || moderators && r.Moderator {
		return nil
	}
	for _, p := range t.rec.Players {
		if p.User == t.rec.Host && p.Seat >= 0 {
			return games.Refuse("table.not-host", ui.Name(p.Seat))
		}
	}
	return games.Refuse("table.no-host")
}

// lobby does what can be done in a lobby.
func (t *table) lobby(r *request, now time.Time) error {
	next := clone(t.rec)
	i := t.find(r.User.ID)
	seated := t.seated(r)
	switch r.Kind {
	case Join:
		if seated {
			return nil
		}
		if i >= 0 && next.Players[i].Barred {
			return games.Refuse("table.barred")
		}
		if len(sitting(next)) >= t.game.Info().Max {
			return games.Refuse("table.full")
		}
		if i < 0 {
			i = len(next.Players)
			next.Players = append(next.Players, store.Player{User: uint64(r.User.ID)})
		}
		p := &next.Players[i]
		p.Name, p.Locale, p.Joined, p.Ready = r.User.Name, r.User.Locale, now, false
		p.Seat = len(next.Players) // the last; arrange makes it exact
		if next.Host == 0 {
			next.Host = p.User
		}
	case Leave, gone:
		if !seated {
			return nil
		}
		unseat(&next, i)
	case elsewhere:
		if !seated || next.Previous == "" {
			return nil // nobody else's wish to sit here was bound to a moment
		}
		unseat(&next, i)
	case vacate:
		if len(sitting(next)) > 0 {
			return nil
		}
		return t.void(now)
	case Kick:
		if err := t.hosting(r, true); err != nil {
			return err
		}
		j, err := meant(&next, r)
		if err != nil {
			return err
		}
		if j == i {
			return games.Refuse("table.kick-self")
		}
		next.Players[j].Barred = true
		unseat(&next, j)
	case Transfer:
		if err := t.hosting(r, true); err != nil {
			return err
		}
		j, err := meant(&next, r)
		if err != nil {
			return err
		}
		next.Host = next.Players[j].User
	case Stop:
		if err := t.hosting(r, true); err != nil {
			return err
		}
		return t.void(now)
	case Ready, Unready:
		if !seated {
			return games.Refuse("table.not-seated")
		}
		if next.Players[i].Ready == (r.Kind == Ready) {
			return nil
		}
		next.Players[i].Ready = r.Kind == Ready
	case SetOption:
		if err := t.hosting(r, false); err != nil {
			return err
		}
		if next.Chosen[r.Key] == r.Value {
			return nil
		}
		next.Chosen[r.Key] = r.Value
		if r.Value == "" {
			delete(next.Chosen, r.Key)
		}
		options, err := t.game.Info().Complete(next.Chosen)
		if err != nil {
			return err
		}
		next.Options = options
		for j := range next.Players { // they were ready for something else
			next.Players[j].Ready = next.Players[j].Ready && j == i
		}
	case Extend:
		if !seated && !r.Moderator {
			return games.Refuse("table.not-seated")
		}
	case Start:
		return t.start(r, now)
	case Back, Pause, Resume, Agree, Object:
		return games.Refuse("table.not-started")
	default:
		return fmt.Errorf("action %q in a lobby", r.Kind)
	}
	if i >= 0 {
		next.Players[i].Press = max(next.Players[i].Press, uint64(r.Press))
	}
	arrange(&next)
	next.Expires = now.Add(LobbyTimeout)
	return t.save(next, now)
}

// unseat takes somebody from the lobby. The host's part passes to whoever has
// the first seat then.
func unseat(next *store.Match, i int) {
	next.Players[i].Seat, next.Players[i].Ready = -1, false
	if next.Host == next.Players[i].User {
		next.Host = 0
		if rest := sitting(*next); len(rest) > 0 {
			next.Host = rest[0].User
		}
	}
}

// sitting are the players that sit, in seat order.
func sitting(m store.Match) []store.Player {
	return slices.DeleteFunc(slices.Clone(m.Players), func(p store.Player) bool { return p.Seat < 0 })
}

// arrange numbers the seats: first whoever the seating names, in its order, then
// the others as they came. Those who left are the last in the record.
func arrange(m *store.Match) {
	rank := func(p store.Player) int {
		if p.Seat < 0 {
			return len(m.SeatOrder) + 1
		}
		if i := slices.Index(m.SeatOrder, p.User); i >= 0 {
			return i
		}
		return len(m.SeatOrder)
	}
	slices.SortStableFunc(m.Players, func(a, b store.Player) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Seat, b.Seat))
	})
	for i := range m.Players {
		if m.Players[i].Seat >= 0 {
			m.Players[i].Seat = i
		}
	}
}

// start deals.
func (t *table) start(r *request, now time.Time) error {
	if !t.seated(r) {
		return games.Refuse("table.not-seated")
	}
	if away := t.tables.away(t.rec, r.User.ID); len(away) > 0 {
		next := clone(t.rec)
		for _, i := range away {
			unseat(&next, i)
		}
		arrange(&next)
		if err := t.save(next, now); err != nil {
			return err
		}
	}
	people := sitting(t.rec)
	if lack := t.game.Info().Min - len(people); lack > 0 {
		return games.Refuse("table.need", lack)
	}
	if uint64(r.User.ID) != t.rec.Host {
		var waiting []ui.Text
		for _, p := range people {
			if !p.Ready && p.User != uint64(r.User.ID) {
				waiting = append(waiting, ui.Text{Args: []any{ui.Name(p.Seat)}})
			}
		}
		if len(waiting) > 0 {
			return games.Refuse("table.not-ready", waiting)
		}
	}
	next := clone(t.rec)
	if _, err := rand.Read(next.Seed[:]); err != nil {
		return fmt.Errorf("draw a seed: %w", err)
	}
	m, err := t.game.Deal(next.Seed, games.Table{Seats: len(people), Options: next.Options})
	if err != nil {
		return err
	}
	is, err := look(m)
	if err != nil {
		return err
	}
	snap := m.Snapshot()
	turns := make([]int, 1+len(people))
	next.Phase = Live
	next.Seats = len(people)
	next.Started, next.Expires = now, time.Time{}
	next.Position = &store.Position{Version: snap.Version, Turns: turns, Data: snap.Position}
	i := t.find(r.User.ID)
	next.Players[i].Press = max(next.Players[i].Press, uint64(r.Press))
	if err := t.keep(next, now); err != nil {
		return err
	}
	t.match, t.sight, t.turns = m, is, turns
	t.turned(nil, now)
	t.watch = newWatch(0)
	t.excused = false // everybody has the whole of the first deadline
	t.publish()
	return nil
}

// play makes a move.
func (t *table) play(r *request, now time.Time) error {
	if t.presses[r.Press] {
		return nil
	}
	switch t.rec.Phase {
	case Lobby:
		return games.Refuse("table.not-started")
	case Over:
		return games.Refuse("refuse.over")
	case Void:
		return games.Refuse("table.stopped")
	}
	i := t.find(r.User.ID)
	if !t.seated(r) {
		return games.Refuse("table.not-seated")
	}
	if t.rec.Players[i].Asleep {
		// They are there, even if what they pressed is too late by now.
		next := clone(t.rec)
		wake(&next, i, now)
		if err := t.change(next, now); err != nil {
			return err
		}
		i = t.find(r.User.ID)
	}
	if len(t.halts) > 0 {
		return games.Refuse(t.halts[0].reason)
	}
	if !t.running() {
		return games.Refuse("table.paused")
	}
	seat := games.Seat(t.rec.Players[i].Seat)
	turn := t.turns[0]
	if !r.Board {
		turn = t.turns[1+seat]
	}
	if r.Turn != AnyTurn && r.Turn != turn {
		return games.Refuse("table.stale")
	}
	if r.Typed && r.at.Before(t.changed[1+seat].Add(Typing)) {
		return games.Refuse("table.stale")
	}
	move := r.Move
	if r.Form != nil {
		var err error
		if move, err = t.match.Fill(seat.Viewer(), r.Form.Path, r.Form.Answers); err != nil {
			return err
		}
	}
	in := games.Input{N: t.match.N() + 1, At: t.made(r), Kind: games.KindPlay, Seat: seat, Move: move}
	return t.step(step{Input: in, press: r.Press}, now)
}

// void ends the lobby or the match without a result.
func (t *table) void(now time.Time) error {
	next := clone(t.rec)
	end(&next, now)
	return t.save(next, now)
}

// end makes a record that of a match without a result.
func end(next *store.Match, now time.Time) {
	next.Phase, next.Paused, next.Incident, next.Motion = Void, "", "", nil
	next.Ended, next.Expires = now, now.Add(ClearAfter)
}
