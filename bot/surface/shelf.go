package surface

import (
	"maps"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/store"
)

// shelf has the messages that are kept. Each is repaired by one goroutine at a time, which
// owns it.
type shelf struct {
	mu     sync.Mutex // of the messages, too
	seen   map[Key]*message
	owners map[string][]*message // those of seen, by the ID of their owner
}

func newShelf() *shelf { return &shelf{seen: map[Key]*message{}, owners: map[string][]*message{}} }

// put keeps a message in place of another one with its key. shelf.mu is held.
func (k *shelf) put(m *message) {
	if was := k.seen[m.key]; was != nil {
		was.over = true // nothing is saved of it any longer
		k.drop(was)
	}
	k.seen[m.key] = m
	k.owners[m.key.Owner.ID] = append(k.owners[m.key.Owner.ID], m)
}

// drop undoes put, unless another message has taken its place. shelf.mu is held.
func (k *shelf) drop(m *message) {
	if k.seen[m.key] != m {
		return
	}
	delete(k.seen, m.key)
	of := m.key.Owner.ID
	k.owners[of] = slices.DeleteFunc(k.owners[of], func(other *message) bool { return other == m })
	if len(k.owners[of]) == 0 {
		delete(k.owners, of)
	}
}

func (k *shelf) keys() []Key {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Keys(k.seen))
}

// wantAgain notes that a message is wanted which is kept already, and reports whether it is. One
// that is being taken away meanwhile is posted anew.
func (k *shelf) wantAgain(key Key) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	m := k.seen[key]
	if m == nil || m.over {
		return false
	}
	m.wanted = true
	return true
}

// disown ends the ownership, and reports whether it did. It does not when something has
// changed, unless the owner cannot go on.
func (k *shelf) disown(m *message, goesOn bool) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if goesOn && m.dirty && !m.over {
		return false
	}
	m.owned = false
	if m.over {
		k.drop(m)
	}
	return true
}

// deleted finds a message that was deleted and is posted again, as its kind says, and when that
// may be: later each time.
func (k *shelf) deleted(channel, id discord.ID, returns func(kind string) bool) (key Key, wait time.Duration, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for key, m := range k.seen {
		if m.row.Channel != uint64(channel) || m.row.Message != uint64(id) || id == 0 || !returns(key.Kind) {
			continue
		}
		if m.deletions > 0 {
			wait = min(backAfter<<(m.deletions-1), 10*time.Minute)
		}
		m.deletions = min(m.deletions+1, 8)
		return key, wait, true
	}
	return key, 0, false
}

// of are the messages of an owner.
func (k *shelf) of(owner store.Owner) []*message {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.owners[owner.ID])
}

// end notes that nothing is kept of a message.
func (k *shelf) end(m *message) {
	k.mu.Lock()
	defer k.mu.Unlock()
	m.over = true
}
