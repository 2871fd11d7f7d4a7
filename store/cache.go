package store

import "sync"

// cacheSize is how many records a cache holds before it drops all of them.
const cacheSize = 10_000

// cache holds records that were read lately, because every press reads the language
// of its user. The zero cache is empty.
type cache[V any] struct {
	mu sync.Mutex
	// round rises with every drop. A record that was read in an earlier round may
	// be out of date, so put ignores it.
	round uint64
	items map[uint64]V
	off   bool // another process may change the records
}

func (c *cache[V]) get(id uint64) (v V, round uint64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok = c.items[id]
	return v, c.round, ok
}

func (c *cache[V]) put(id uint64, v V, round uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || round != c.round {
		return
	}
	if c.items == nil || len(c.items) >= cacheSize {
		c.items = map[uint64]V{}
	}
	c.items[id] = v
}

// change changes a record that is there, as its saved one was changed. A record that is
// being read is not kept, as after a drop.
func (c *cache[V]) change(id uint64, change func(V) V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.round++
	if v, ok := c.items[id]; ok {
		c.items[id] = change(v)
	}
}

func (c *cache[V]) drop(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.round++
	delete(c.items, id)
}
