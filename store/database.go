package store

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
)

// connections are those of an open database, with what its process remembers of it. Each
// small store has them, and nothing else.
type connections struct {
	reads   *sqlx.DB
	writes  *sqlx.DB // nil if the store is read-only
	writer  *writer  // nil if the store is read-only
	shard   *Held    // what is written has to belong to it; nil for all shards
	tables  []*Table
	memory  *memory
	heads   *chainHeads
	address string // of PostgreSQL; empty for a file
}

// write runs do in a transaction and returns once it is saved.
func (s *connections) write(ctx context.Context, do func(tx) error) error {
	if s.shard == nil {
		return s.writer.write(ctx, do)
	}
	return s.writer.write(ctx, func(t tx) error {
		if err := t.checkShard(*s.shard); err != nil {
			return err
		}
		return do(t)
	})
}

// erase is write for what is erased. SQLite overwrites what do deletes. What it has copied
// to other pages before, and the write-ahead log, are left to [ErasureStore.RemoveBytes].
func (s *connections) erase(ctx context.Context, do func(tx) error) error {
	return s.write(ctx, func(t tx) (err error) {
		if t.w.postgres {
			return do(t)
		}
		// It holds from when it is compiled, so nothing of it can be prepared.
		if _, err := t.ExecContext(context.Background(), `PRAGMA secure_delete = ON`); err != nil {
			return classify(err)
		}
		defer func() {
			if _, e := t.ExecContext(context.Background(), `PRAGMA secure_delete = OFF`); e != nil {
				err = errors.Join(err, classify(e))
			}
		}()
		return do(t)
	})
}

// ofShard is the end of a condition for the servers of the store's shard, as Discord
// divides them. It is empty for all shards.
func (s *connections) ofShard() (condition string, args []any) {
	if s.shard == nil {
		return "", nil
	}
	return ` AND (guild >> 22) % (SELECT shards FROM shards WHERE shard = ?) = ?`, []any{s.shard.Shard, s.shard.Shard}
}
