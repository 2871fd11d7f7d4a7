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
	off    bool // it holds nothing
}

// memory is what a process remembers of rows: a cache for each table whose store has one.
// The id of a record is that of the person or of the server that its rows belong to.
type memory struct {
	mu     sync.Mutex
	caches map[*Table]dropper
	off    bool // see turnOff
}

// dropper is a cache of any records.
type dropper interface{ drop(id uint64) }

// remembered is the cache of a table.
func remembered[V any](m *memory, of *Table) *cache[V] {
	m.mu.Lock()
	defer m.mu.Unlock()
	if c, ok := m.caches[of].(*cache[V]); ok {
		return c
	}
	c := &cache[V]{off: m.off}
	if m.caches == nil {
		m.caches = map[*Table]dropper{}
	}
	m.caches[of] = c
	return c
}

// turnOff lets it hold nothing, because another process may change the records. It is
// called before anything is remembered.
func (m *memory) turnOff() { m.off = true }

// dropPerson drops all records of a person.
func (m *memory) dropPerson(id uint64) { m.drop(OfPerson, id) }

// dropServer drops all records of a server.
func (m *memory) dropServer(id uint64) { m.drop(OfServer, id) }

func (m *memory) drop(of Has, id uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for table, c := range m.caches {
		if len(table.having(of)) > 0 {
			c.drop(id)
		}
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

func (c *cache[V]) drop(id uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.round(id)++
	delete(c.items, id)
}
