package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/store"
)

// SessionStore is what keeps sessions of the gateway; *store.Store is one.
type SessionStore interface {
	GatewaySession(ctx context.Context, shard int) (store.GatewaySession, error)
	SaveGatewaySession(ctx context.Context, g store.GatewaySession) error
	DeleteGatewaySession(ctx context.Context, shard int) error
}

// Sessions keeps the sessions of a gateway in a store.
func Sessions(s SessionStore) discord.Sessions { return sessions{s} }

type sessions struct{ SessionStore }

func (s sessions) GatewaySession(ctx context.Context, shard int) (discord.SavedSession, error) {
	g, err := s.SessionStore.GatewaySession(ctx, shard)
	if err != nil {
		return discord.SavedSession{}, err
	}
	return discord.SavedSession{
		Shard: discord.ShardID{Number: g.Shard, Of: g.Shards}, ID: g.ID, Seq: g.Seq, Address: g.Address, Token: g.Token,
		App: discord.ID(g.App), Bot: discord.ID(g.Bot), Guilds: g.Guilds, Away: idList[discord.ID](g.Away), Clean: g.Clean, At: g.Saved,
	}, nil
}

func (s sessions) SaveGatewaySession(ctx context.Context, d discord.SavedSession) error {
	return s.SessionStore.SaveGatewaySession(ctx, store.GatewaySession{
		Shard: d.Shard.Number, Shards: d.Shard.Of, ID: d.ID, Seq: d.Seq, Address: d.Address, Token: d.Token,
		App: uint64(d.App), Bot: uint64(d.Bot), Guilds: d.Guilds, Away: idList[uint64](d.Away), Clean: d.Clean, Saved: d.At,
	})
}

// idList converts ids.
func idList[To, From ~uint64](list []From) []To {
	to := make([]To, len(list))
	for i, n := range list {
		to[i] = To(n)
	}
	return to
}
