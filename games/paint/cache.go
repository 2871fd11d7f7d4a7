package paint

import (
	"container/list"
	"sync"
)

// Cache keeps what was used last: drawn pictures, and parts of them. It counts bytes and
// not values, because a picture may be a thousand times as large as another. The usual
// libraries count values, or drop them later in goroutines of their own. Any number of
// goroutines may use it.
type Cache[K comparable, V any] struct {
	room int // bytes

	mu    sync.Mutex
	used  int
	order *list.List // of *cached[K, V], the last used first
	by    map[K]*list.Element
}

type cached[K comparable, V any] struct {
	key   K
	value V
	bytes int
}

// NewCache is a cache of at most so many bytes.
func NewCache[K comparable, V any](room int) *Cache[K, V] {
	return &Cache[K, V]{room: room, order: list.New(), by: map[K]*list.Element{}}
}

// Find returns what is kept under a key, if anything is.
func (c *Cache[K, V]) Find(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.by[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached[K, V]).value, true
}

// Keep keeps a value of so many bytes, in place of the one that the key has, if there is
// room for it. What was not used for the longest time makes room.
func (c *Cache[K, V]) Keep(key K, value V, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if bytes > c.room {
		return
	}
	if e, ok := c.by[key]; ok {
		c.used -= c.order.Remove(e).(*cached[K, V]).bytes
	}
	c.by[key] = c.order.PushFront(&cached[K, V]{key, value, bytes})
	for c.used += bytes; c.used > c.room; {
		last := c.order.Remove(c.order.Back()).(*cached[K, V])
		delete(c.by, last.key)
		c.used -= last.bytes
	}
}
