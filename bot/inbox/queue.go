package inbox

import (
	"time"

	"oneiros/bot/discord"
)

const (
	// capacity is how many interactions of a class may wait. One server gets half of
	// it, so a crowd leaves room for the others.
	capacity = 1024

	// spectatorsTurn is how many players are taken before a spectator, while both
	// wait. So players of many servers do not keep all others from opening a table.
	spectatorsTurn = 7
)

// patience is how long an interaction waits before it is refused. Discord
// waits three seconds for an answer, and making the answer takes time too.
// Spectators wait less. In the time that is left a crowd of refusals has to be sent.
var patience = [classes]time.Duration{Spectator: 1400 * time.Millisecond, Player: 2 * time.Second}

// queue keeps the interactions that wait, by class.
type queue struct {
	rooms  [classes]room
	streak int // players that were taken since a spectator had a turn
}

func newQueue() queue {
	q := queue{}
	for i := range q.rooms {
		q.rooms[i].lines = map[lineKey][]*Item{}
	}
	return q
}

func (q *queue) of(c Class) *room { return &q.rooms[c] }

func (q *queue) empty() bool { return q.of(Player).size == 0 && q.of(Spectator).size == 0 }

// put adds an item and reports whether there was room.
func (q *queue) put(item *Item) bool { return q.of(item.class).put(item) }

// next takes the item whose turn it is. It returns nil when nothing waits.
func (q *queue) next(now time.Time) *Item {
	players, spectators := q.of(Player), q.of(Spectator)
	switch {
	case spectators.size == 0:
		q.streak = 0
		return players.take(now)
	case players.size > 0 && q.streak < spectatorsTurn:
		q.streak++
		return players.take(now)
	}
	q.streak = 0
	return spectators.take(now)
}

// late takes an item that has waited too long, or returns nil.
func (q *queue) late(now time.Time) *Item {
	for c := range q.rooms {
		if item := q.rooms[c].takeOlder(now.Add(-patience[c])); item != nil {
			return item
		}
	}
	return nil
}

// hopeless takes the last item of the longest line of spectators, when more of them
// wait than can be taken in time. It returns nil when there are not so many.
func (q *queue) hopeless(now time.Time) *Item {
	if r := q.of(Spectator); r.size > r.pace.within(patience[Spectator], now) {
		return r.takeLast()
	}
	return nil
}

// room keeps the interactions of a class. Those of one server are kept in their
// order, and the servers are served in turn. A server in which thousands press at
// once slows down only itself. In direct messages each person counts as a server.
type room struct {
	lines map[lineKey][]*Item
	turn  []lineKey // the lines that are not empty, the next one first
	size  int
	pace  pace
}

type lineKey struct{ guild, user discord.ID }

func lineOf(ix *discord.Interaction) lineKey {
	if ix.Guild == 0 {
		return lineKey{user: ix.User.ID}
	}
	return lineKey{guild: ix.Guild}
}

// put adds an item and reports whether there was room.
func (r *room) put(item *Item) bool {
	k := lineOf(item.Interaction)
	line := r.lines[k]
	if r.size >= capacity || len(line) >= capacity/2 {
		return false
	}
	if len(line) == 0 {
		r.turn = append(r.turn, k)
	}
	if r.size == 0 {
		r.pace.begin(item.since)
	}
	r.lines[k] = append(line, item)
	r.size++
	return true
}

// take takes the next item. It returns nil when none waits.
func (r *room) take(now time.Time) *Item {
	if r.size == 0 {
		return nil
	}
	k := r.turn[0]
	item := r.lines[k][0]
	r.turn = append(r.turn[1:], k)
	r.setLine(k, r.lines[k][1:])
	r.pace.count(now)
	return item
}

// takeOlder takes an item that was put before a moment, or returns nil.
func (r *room) takeOlder(than time.Time) *Item {
	for _, k := range r.turn {
		if item := r.lines[k][0]; !item.since.After(than) {
			r.setLine(k, r.lines[k][1:])
			return item
		}
	}
	return nil
}

// takeLast takes the last item of the longest line.
func (r *room) takeLast() *Item {
	var longest lineKey
	for _, k := range r.turn {
		if len(r.lines[k]) > len(r.lines[longest]) {
			longest = k
		}
	}
	line := r.lines[longest]
	r.setLine(longest, line[:len(line)-1])
	return line[len(line)-1]
}

// setLine replaces a line by one that is shorter by an item.
func (r *room) setLine(k lineKey, line []*Item) {
	r.size--
	if len(line) > 0 {
		r.lines[k] = line
		return
	}
	delete(r.lines, k)
	for i := range r.turn {
		if r.turn[i] == k {
			r.turn = append(r.turn[:i], r.turn[i+1:]...)
			return
		}
	}
}
