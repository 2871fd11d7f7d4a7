package main

import (
	"context"
	"errors"
	"fmt"

	"oneiros/bot/discord"
	"oneiros/store"
)

// holderOf names a process that runs the bot of an application on a database; it is empty for
// none. A process that has not saved of which application it is may be of this one.
func holderOf(ctx context.Context, at database, app discord.ID) (string, error) {
	has, _, err := store.SchemaVersion(ctx, at.place())
	if err != nil || has == 0 {
		return "", err
	}
	db, err := store.OpenReadOnly(ctx, at.place())
	if err != nil {
		return "", err
	}
	holder, err := holderIn(ctx, db, app)
	return holder, errors.Join(err, db.Close())
}

func holderIn(ctx context.Context, db *store.Store, app discord.ID) (string, error) {
	ofApp := func(shard int) (bool, error) {
		saved, err := db.Sessions().GatewaySession(ctx, shard)
		if errors.Is(err, store.ErrChangedSession) {
			return true, nil
		}
		return saved.App == 0 || saved.App == uint64(app), err
	}
	h, held, err := db.LeaseHolder(ctx)
	if err != nil {
		return "", err
	}
	if held {
		if is, err := ofApp(0); is || err != nil {
			return fmt.Sprintf("process %d on %s", h.PID, h.Host), err
		}
	}
	owners, err := store.NewShards(db).Owners(ctx)
	for _, o := range owners {
		if !o.Owned {
			continue
		}
		if is, err := ofApp(o.Shard); is || err != nil {
			return fmt.Sprintf("process %d on %s", o.Holder.PID, o.Holder.Host), err
		}
	}
	return "", err
}
