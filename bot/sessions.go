package bot

import (
	"context"
	"errors"
	"fmt"

	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
	"oneiros/store"
)

// SessionStore is what keeps sessions of the gateway; store.SessionStore is one.
type SessionStore interface {
	GatewaySession(ctx context.Context, shard int) (store.GatewaySession, error)
	SaveGatewaySession(ctx context.Context, g store.GatewaySession) error
	DeleteGatewaySession(ctx context.Context, shard int) error
}

// Sessions keeps the sessions of a gateway in a store.
func Sessions(s SessionStore) gateway.Sessions { return sessions{s} }

type sessions struct{ SessionStore }

func (s sessions) GatewaySession(ctx context.Context, shard int) (gateway.SavedSession, error) {
	g, err := s.SessionStore.GatewaySession(ctx, shard)
	if errors.Is(err, store.ErrChangedSession) {
		err = fmt.Errorf("%w: %w", gateway.ErrChangedSession, errors.Join(err, s.SessionStore.DeleteGatewaySession(ctx, shard)))
	}
	if err != nil {
		return gateway.SavedSession{}, err
	}
	return gateway.SavedSession{
		Shard: discord.ShardID{Number: g.Shard, Of: g.Shards}, ID: g.ID, Seq: g.Seq, Address: g.Address, Token: g.Token,
		App: discord.ID(g.App), Bot: discord.ID(g.Bot), Guilds: g.Guilds, Away: idList[discord.ID](g.Away), Clean: g.Clean, At: g.Saved,
	}, nil
}

func (s sessions) SaveGatewaySession(ctx context.Context, d gateway.SavedSession) error {
	return told(s.SessionStore.SaveGatewaySession(ctx, store.GatewaySession{
		Shard: d.Shard.Number, Shards: d.Shard.Of, ID: d.ID, Seq: d.Seq, Address: d.Address, Token: d.Token,
		App: uint64(d.App), Bot: uint64(d.Bot), Guilds: d.Guilds, Away: idList[uint64](d.Away), Clean: d.Clean, Saved: d.At,
	}))
}

func (s sessions) DeleteGatewaySession(ctx context.Context, shard int) error {
	return told(s.SessionStore.DeleteGatewaySession(ctx, shard))
}

// told marks an error that is logged elsewhere: see [savelog.Log.Failed]. The store tells
// when it waits for a database, too, and a session does not wait for ever.
func told(err error) error {
	if err != nil && (store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) || errors.Is(err, store.ErrShardLost) || errors.Is(err, context.DeadlineExceeded)) {
		return fmt.Errorf("%w: %w", gateway.ErrTold, err)
	}
	return err
}

// idList converts ids.
func idList[To, From ~uint64](list []From) []To {
	to := make([]To, len(list))
	for i, n := range list {
		to[i] = To(n)
	}
	return to
}
