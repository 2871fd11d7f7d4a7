package store

import "sync"

// cacheSize is how many records a cache holds before it drops some.
const cacheSize = 32_768

// cache holds records that were read lately, because every press reads the language
// of its user. The zero cache is empty.
type cache[V any] struct {
	mu sync.Mutex
	// A round rises with every change of one of its records. A record that was read in an
	// earlier round may be out of date, so put ignores it. There are several, since people
	// who play save something all the time.
	rounds [256]uint64
	items  map[uint64]V
	off    bool // see turnOff
}

// caches hold different records of the same ids.
type caches []interface {
	drop(id uint64)
	turnOff()
}

// drop drops all records of an id.
func (c caches) drop(id uint64) {
	for _, of := range c {
		of.drop(id)
	}
}

// round is the round of a record. c.mu is held.
func (c *cache[V]) round(id uint64) *uint64 { return &c.rounds[(id^id>>22)%uint64(len(c.rounds))] }

func (c *cache[V]) get(id uint64) (v V, round uint64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok = c.items[id]
	return v, *c.round(id), ok
}

func (c *cache[V]) put(id uint64, v V, round uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.off || round != *c.round(id) {
		return
	}
	if c.items == nil {
		c.items = map[uint64]V{}
	}
	if len(c.items) >= cacheSize {
		c.thin()
	}
	c.items[id] = v
}

// thin drops an eighth of the records, whichever come first. c.mu is held.
func (c *cache[V]) thin() {
	left := cacheSize / 8
	for id := range c.items {
		if left--; left < 0 {
			return
		}
		delete(c.items, id)
	}
}

// change changes a record that is there, as its saved one was changed. A record that is
// being read is not kept, as after a drop.
func (c *cache[V]) change(id uint64, change func(V) V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.round(id)++
	if v, ok := c.items[id]; ok {
		c.items[id] = change(v)
	}
}

// turnOff lets it hold nothing, because another process may change the records.
func (c *cache[V]) turnOff() { c.off = true }

func (c *cache[V]) drop(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.round(id)++
	delete(c.items, id)
}
