package table

import (
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// deal begins a match with the record of its lobby.
func (o outcome) deal() error {
	t, next, now := o.table, o.Record, o.now
	players := people.Sitting(&next)
	if next.Secret == (games.Secret{}) { // an older version opened the lobby
		t.tables.conf.Chance.Read(next.Secret[:], "secret", next.ID)
	}
	next.Presses = people.Presses(&next)
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
	next.Started, next.Expires = now, time.Time{}
	next.Position = &store.Position{Version: snap.Version, Turns: turns, Data: snap.Position, Due: is.status.Due, Awaits: t.awaits(is, 0)}
	if err := t.saveUnseen(next, now); err != nil {
		return err
	}
	t.pos = position{match: m, seen: is}
	t.pos.setTurns(turns, now)
	t.clock.floor = 0
	t.away = newAttendance(0)
	t.away.excused = false // everybody has the whole of the first deadline
	t.publish()
	return nil
}
