package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// sessionSchema is the version of the database that introduced saved sessions.
const sessionSchema = 10

var gatewaySessionsTable = Declare(Table{
	Name: "gateway_sessions", Row: "gateway session of shard", Sum: "gateway session", Key: []string{"shard"},
	Columns: []Column{
		{Name: "shard"}, {Name: "shards"}, {Name: "session", Type: Text}, {Name: "seq"}, {Name: "address", Type: Text}, {Name: "token", Type: Text},
		{Name: "app"}, {Name: "bot"}, {Name: "guilds"}, {Name: "away", Type: Text, Has: Kept, Why: "servers that cannot be reached, until the next session"},
		{Name: "clean"}, {Name: "saved"},
	},
	Stays:  "a session of Discord's gateway goes on without the copy",
	backup: sessionSchema,
})

// GatewaySession is a session of Discord's gateway. The next process goes on with it.
type GatewaySession struct {
	Shard   int
	Shards  int    // of how many
	ID      string // what Discord calls it; a secret
	Seq     int64  // of the last event that was handled
	Address string // where Discord wants it to be resumed
	Token   string // digest of the bot's token
	App     uint64
	Bot     uint64
	Guilds  int      // how many servers it has
	Away    []uint64 // of them, those that are not available
	Clean   bool     // nothing behind Seq was handled
	Saved   time.Time
}

// SessionStore saves sessions of the gateway.
type SessionStore struct{ db *connections }

// Sessions returns the store of sessions.
func (s *Store) Sessions() SessionStore { return SessionStore{&s.connections} }

// SaveGatewaySession saves the session of a shard in place of its last one.
func (s SessionStore) SaveGatewaySession(ctx context.Context, g GatewaySession) error {
	away, err := json.Marshal(append([]uint64{}, g.Away...))
	if err != nil {
		return fmt.Errorf("save the session of shard %d: %w", g.Shard, err)
	}
	err = s.db.write(ctx, func(t tx) error {
		return t.put(gatewaySessionsTable, g.Shard, g.Shards, g.ID, g.Seq, g.Address, g.Token, g.App, g.Bot, g.Guilds, string(away), g.Clean, toMillis(g.Saved))
	})
	if err != nil {
		return fmt.Errorf("save the session of shard %d: %w", g.Shard, err)
	}
	return nil
}

// DeleteGatewaySession deletes the session of a shard. It is no error if there is
// none.
func (s SessionStore) DeleteGatewaySession(ctx context.Context, shard int) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM gateway_sessions WHERE shard = ?`, shard)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the session of shard %d: %w", shard, err)
	}
	return nil
}

// GatewaySession reads the session of a shard. It is zero if there is none. A row that
// is not as it was saved is [ErrChangedSession].
func (s SessionStore) GatewaySession(ctx context.Context, shard int) (GatewaySession, error) {
	var r struct {
		Shard    int    `db:"shard"`
		Shards   int    `db:"shards"`
		Session  string `db:"session"`
		Seq      int64  `db:"seq"`
		Address  string `db:"address"`
		Token    string `db:"token"`
		App      uint64 `db:"app"`
		Bot      uint64 `db:"bot"`
		Guilds   int    `db:"guilds"`
		Away     string `db:"away"`
		Clean    bool   `db:"clean"`
		Saved    int64  `db:"saved"`
		Checksum int64  `db:"checksum"`
	}
	err := s.db.reads.GetContext(ctx, &r, `SELECT shard, shards, session, seq, address, token, app, bot, guilds, away, clean, saved, checksum
		FROM gateway_sessions WHERE shard = ?`, shard)
	if errors.Is(err, sql.ErrNoRows) {
		return GatewaySession{}, nil
	}
	if err != nil {
		return GatewaySession{}, fmt.Errorf("read the session of shard %d: %w", shard, classify(err))
	}
	g := GatewaySession{r.Shard, r.Shards, r.Session, r.Seq, r.Address, r.Token, r.App, r.Bot, r.Guilds, nil, r.Clean, fromMillis(r.Saved)}
	want := gatewaySessionsTable.of(r.Shard, r.Shards, r.Session, r.Seq, r.Address, r.Token, r.App, r.Bot, r.Guilds, r.Away, r.Clean, r.Saved)
	if r.Checksum != want || json.Unmarshal([]byte(r.Away), &g.Away) != nil {
		return GatewaySession{}, fmt.Errorf("read the session of shard %d: %w", shard, ErrChangedSession)
	}
	return g, nil
}
