package table

import (
	"time"

	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
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
	m, err := t.Game.Deal(next.Seed, games.Table{Seats: len(players), Options: next.Options})
	if err != nil {
		return err
	}
	is := timing.See(m)
	m.SameToPublic(m) // a view that panics is met before the match begins
	snap := m.Snapshot()
	turns := make([]int, 1+len(players))
	next.Phase = Live
	next.Seats = len(players)
	next.Started, next.Expires = now, time.Time{}
	next.Position = &store.Position{Version: snap.Version, Turns: turns, Data: snap.Position, Due: is.Status.Due, Awaits: t.Awaits(is, 0)}
	if err := t.saveUnseen(next, now); err != nil {
		return err
	}
	t.Begin(m, is, turns, now)
	t.publish()
	return nil
}
