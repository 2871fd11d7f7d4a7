package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/jmoiron/sqlx"
)

// chainHead is the checksum of the latest input of a match.
type chainHead struct {
	n   int
	sum int64
}

// chainHeads holds the heads of the matches that were written lately. The zero
// value is empty.
type chainHeads struct {
	mu    sync.Mutex
	heads map[string]chainHead
}

func (c *chainHeads) get(match string) chainHead {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heads[match]
}

func (c *chainHeads) put(match string, h chainHead) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heads == nil || len(c.heads) >= cacheSize {
		c.heads = map[string]chainHead{}
	}
	c.heads[match] = h
}

func (c *chainHeads) drop(match string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.heads, match)
}

// sum returns the checksum of input n of a match. Before the first input it is 0.
// If there is no such input, the caller knows another match: that is ErrConflict.
func (c *chainHeads) sum(ctx context.Context, reads *sqlx.DB, match string, n int) (int64, error) {
	if n <= 0 {
		return 0, nil
	}
	if h := c.get(match); h.n == n {
		return h.sum, nil
	}
	var sum int64
	err := reads.GetContext(ctx, &sum, `SELECT checksum FROM inputs WHERE match = ? AND n = ?`, match, n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrConflict
	}
	return sum, classify(err)
}
