package table

import (
	"cmp"
	"strings"
	"sync"

	"oneiros/bot/discord"
)

// directory finds tables without reading a match. Any number of goroutines may use it.
type directory struct {
	mu       sync.RWMutex
	tables   map[string]*entry
	channels map[discord.ID]*entry // the table in a channel: the one that is on, else the latest
}

// index notes which channel a table is in. d.mu is held.
func (d *directory) index(e *entry, s *State) {
	if d.channels[e.channel] == e && e.channel != s.CurrentChannel() {
		delete(d.channels, e.channel)
	}
	if other, ok := d.channels[s.CurrentChannel()]; ok && other != e && (s.Phase == Over || s.Phase == Void) {
		o := other.state.Load()
		if o.Phase == Lobby || o.Phase == Live || o.Created.After(s.Created) {
			return
		}
	}
	d.channels[s.CurrentChannel()], e.channel = e, s.CurrentChannel()
}

// forget removes a table.
func (d *directory) forget(e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.tables, e.id)
	if d.channels[e.channel] == e {
		delete(d.channels, e.channel)
	}
}

func (d *directory) entry(match string) *entry {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.tables[match]
}

func (d *directory) entries() []*entry {
	d.mu.RLock()
	defer d.mu.RUnlock()
	list := make([]*entry, 0, len(d.tables))
	for _, e := range d.tables {
		list = append(list, e)
	}
	return list
}

// isOn reports whether a table is a lobby or a live match.
func (s *State) isOn() bool { return s.Phase == Lobby || s.Phase == Live }

// earlier compares tables by the moment at which they were opened.
func earlier(a, b *State) int {
	return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
}
