package store

import (
	"context"

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
