package inbox

import (
	"context"
	"sync"

	"oneiros/bot/discord"
)

// capacity is how many interactions may wait. More of them could not be answered
// within three seconds. One server gets half of it, so a crowd leaves room for the
// others.
const capacity = 1024

// queue keeps the interactions of one server in their order, and takes the servers
// in turn. A server in which thousands press at once slows down only itself. In
// direct messages each person counts as a server.
type queue struct {
	ready chan struct{} // holds one signal for each item

	mu    sync.Mutex
	lines map[lineKey][]*Item
	turn  []lineKey // the lines that are not empty, the next one first
}

type lineKey struct{ guild, user discord.ID }

// Item is an interaction that waits for a worker.
type Item struct {
	*discord.Interaction
	TooFast bool // its sender is told so, and nothing else is done
}

func newQueue() *queue {
	return &queue{ready: make(chan struct{}, capacity), lines: map[lineKey][]*Item{}}
}

// put adds an item and reports whether there was room. It does not block.
func (q *queue) put(item *Item) bool {
	k := lineKey{guild: item.Guild}
	if k.guild == 0 {
		k.user = item.User.ID
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.lines[k]
	if len(line) >= capacity/2 {
		return false
	}
	select {
	case q.ready <- struct{}{}:
	default:
		return false
	}
	if len(line) == 0 {
		q.turn = append(q.turn, k)
	}
	q.lines[k] = append(line, item)
	return true
}

// Take waits for the next item. It returns nil once ctx has ended and the queue is
// empty.
func (q *queue) Take(ctx context.Context) *Item {
	select {
	case <-q.ready:
	default:
		select {
		case <-q.ready:
		case <-ctx.Done():
			return nil
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	k := q.turn[0]
	q.turn = q.turn[1:]
	line := q.lines[k]
	item := line[0]
	if line = line[1:]; len(line) > 0 {
		q.lines[k] = line
		q.turn = append(q.turn, k)
	} else {
		delete(q.lines, k)
	}
	return item
}
