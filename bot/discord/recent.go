package discord

import "sync"

// remembered is how many interactions are remembered: more than Discord keeps to
// repeat them to a resumed session.
const remembered = 8192

// Recent remembers the last ids. The zero Recent remembers none.
type Recent struct {
	mu   sync.Mutex
	ids  map[ID]struct{}
	ring []ID
	next int
}

// Has reports whether an id was added and is not forgotten.
func (r *Recent) Has(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.ids[id]
	return ok
}

// Add reports whether id is new.
func (r *Recent) Add(id ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, ok := r.ids[id]; ok {
		return false
	}
	if r.ids == nil {
		r.ids = make(map[ID]struct{}, remembered)
		r.ring = make([]ID, remembered)
	}
	delete(r.ids, r.ring[r.next])
	r.ids[id] = struct{}{}
	r.ring[r.next] = id
	r.next = (r.next + 1) % remembered
	return true
}
